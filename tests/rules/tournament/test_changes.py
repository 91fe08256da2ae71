"""What other choices cost, what a swap breaks, what a fixed round keeps, where pairs sit, forged proofs."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from msgspec.structs import replace

from rules.tournament.matching.optimum import optimum
from rules.tournament.pairing import table_assignment
from rules.tournament.pairing.certificate_check import Unproven, main, verify
from rules.tournament.pairing.changes import repair_round, swap
from rules.tournament.pairing.explain import alternatives, bye_alternatives, parts_of
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences, ordered_pair
from rules.tournament.pairing.swiss import pair_round
from rules.tournament.pairing.table_assignment import assign
from tests.rules.tournament.events import Lots, event
from tests.rules.tournament.test_pairing import all_rounds, badness

NAMES = {id: f"P{id}" for id in range(1, 200)}


def test_every_other_choice_costs_what_brute_force_says():
    changes_tried = 0
    for seed in range(25):
        for field, preferences, round_ in event(seed, most=7):
            if len(field) > 7 or round_.apart:
                continue
            players = {p.id: p for p in field}
            rounds = list(all_rounds(sorted(players)))
            ours = [n for _, n in parts_of(round_, field, preferences)]
            for choice in alternatives(field[0].id, round_, field, preferences):
                forced = [
                    badness(players, preferences, pairs, bye)
                    for pairs, bye in rounds
                    if (
                        bye == choice.id
                        if choice.opponent is None
                        else ordered_pair(choice.id, choice.opponent) in pairs
                    )
                ]
                cost = [there - here for there, here in zip(min(forced), ours, strict=True)]
                assert [n for _, n in choice.cost] == [n for n in cost if n], (seed, choice)
                assert cost >= [0] * len(cost)
                changes_tried += 1
    assert changes_tried > 100


def test_choices_are_worked_out_only_when_asked_for_and_say_what_they_cost():
    field = [Entrant(1, points=4), Entrant(2, points=4), Entrant(3, byes=1), Entrant(4, byes=1)]
    field.append(Entrant(5))
    round_ = pair_round(field)
    assert (round_.bye, round_.opponent(1)) == (5, 2)
    offered = alternatives(1, round_, field)
    assert [next(offered).sentence(NAMES) for _ in range(2)] == [
        "P1 with a bye: the bye above the lowest score (points, squared) +16 over the whole round"
        " (gaps of points (squared) +16).",
        "P1 with P3: gaps of points (squared) +32 over the whole round.",
    ]
    assert next(choice.sentence(NAMES) for choice in bye_alternatives(round_, field)) == (
        "P3 with a bye: byes for those who had one +1 over the whole round."
    )
    level = [Entrant(id) for id in range(1, 5)]
    assert {c.sentence(NAMES)[8:] for c in alternatives(1, pair_round(level), level)} == {
        f"P{other}: just as good; the draw decided." for other in (2, 3, 4)
    } - {f"P{pair_round(level).opponent(1)}: just as good; the draw decided."}


def test_a_preference_against_which_another_choice_goes_is_named():
    field = [Entrant(1, club="North"), Entrant(2, club="North"), Entrant(3, club="South"), Entrant(4)]
    wish = PairingPreferences(order=(PairingPreference.CLUB,))
    sentences = {
        choice.opponent: choice.sentence(NAMES)
        for choice in alternatives(1, pair_round(field, wish), field, wish)
    }
    assert (
        sentences[2] == f"P1 with P2: pairs against “{PairingPreference.CLUB.words}” +1 over the whole round."
    )
    rated = [Entrant(id, rating=10 * id) for id in range(1, 5)]
    wish = PairingPreferences(order=(PairingPreference.RATING,))
    (worse, *_) = [c.sentence(NAMES) for c in alternatives(1, pair_round(rated, wish), rated, wish)]
    assert f"{PairingPreference.RATING.words} (differences, squared) +" in worse


def test_what_the_organiser_decided_has_no_other_choice():
    field = [Entrant(id) for id in range(1, 6)]
    decided = PairingPreferences(fixed=frozenset({(1, 2)}), byes=frozenset({5}))
    round_ = pair_round(field, decided)
    assert (
        list(alternatives(1, round_, field, decided)) == list(alternatives(5, round_, field, decided)) == []
    )
    assert list(bye_alternatives(round_, field, decided)) == []
    assert [choice.opponent for choice in alternatives(3, round_, field, decided)] == [], (
        "4 is the opponent, none is left"
    )
    never = PairingPreferences(forbidden=frozenset({(1, 3)}))
    four = field[:4]
    apart = pair_round(four, never)
    assert 3 not in {choice.opponent for choice in alternatives(1, apart, four, never)}
    assert list(bye_alternatives(apart, four, never)) == [], "there is no bye"


def test_a_swap_names_what_it_breaks():
    field = [
        Entrant(1, points=4, club="x", byes=1),
        Entrant(2, points=4, club="y"),
        Entrant(3, points=2, club="x"),
        Entrant(4, points=2, club="z", met={2: 1}),
        Entrant(5, points=0),
    ]
    preferences = PairingPreferences((PairingPreference.CLUB,), forbidden=frozenset({(2, 5)}))
    round_ = pair_round(field, preferences)
    assert (round_.couples, round_.bye) == ({(1, 2), (3, 4)}, 5)
    change = swap(round_, 2, 3, field, preferences)
    assert change.worse
    assert [b.sentence(NAMES) for b in change.breaches] == [
        "P1 and P3 are 2 points apart.",
        "P1 and P3: against the preference “members of one club kept apart”.",
        "P2 and P4 have met before.",
        "P2 and P4 are 2 points apart.",
    ]
    assert change.round.certificate is None
    assert {p.why for p in change.round.pairs} == {"The organiser decided this pair."}
    bye = swap(round_, 1, 5, field, preferences)
    assert [b.sentence(NAMES) for b in bye.breaches] == [
        "P2 and P5 must never meet.",
        "P2 and P5 are 4 points apart.",
        "P1 has a bye again.",
    ]
    with pytest.raises(ValueError, match="each other already"):
        swap(round_, 1, 2, field, preferences)
    with pytest.raises(ValueError, match="of the round"):
        swap(round_, 1, 99, field, preferences)


def test_an_equal_swap_breaks_nothing():
    field = [Entrant(i) for i in range(1, 5)]
    round_ = pair_round(field)
    pair = round_.pairs[0]
    change = swap(round_, pair.a, next(p for p in (1, 2, 3, 4) if p not in (pair.a, pair.b)), field)
    assert (change.worse, change.breaches) == (False, ())


def test_mending_keeps_the_pairs_of_those_who_are_here():
    field = [Entrant(id, points=id % 3) for id in range(1, 12)]
    first = pair_round(field)
    gone = {first.pairs[0].a, first.pairs[1].b}
    now = [*(p for p in field if p.id not in gone), Entrant(50), Entrant(51)]
    later = repair_round(first, now)
    assert {pair for pair in first.couples if not set(pair) & gone} <= later.couples
    seated = sorted([id for pair in later.couples for id in pair] + [later.bye])
    assert seated == sorted(p.id for p in now)
    assert verify(later.certificate.document()).startswith("Best possible pairing")
    again = repair_round(first, field, again=[first.pairs[0].a, first.pairs[1].a])
    assert {ordered_pair(p.a, p.b) for p in first.pairs[2:]} <= again.couples


def test_a_ringer_steps_back_when_the_number_is_even_again():
    field = [Entrant(1), Entrant(2), Entrant(3), Entrant(9, ringer=True)]
    first = pair_round(field)
    assert 9 in {id for pair in first.couples for id in pair}
    later = repair_round(first, [*field, Entrant(4)])
    assert (later.resting, later.bye) == ((9,), None)
    assert len(later.pairs) == 2


@pytest.mark.parametrize("seed", range(40))
def test_tables_new_to_both_as_far_as_brute_force_can(seed):
    lots = Lots(seed)
    count = 2 + lots.below(4)
    couples = [(2 * i + 1, 2 * i + 2) for i in range(count)]
    tables = [10 + i for i in range(count + lots.below(2))]
    played = {id: {10 + lots.below(count): 1 + lots.below(2)} for pair in couples for id in pair}

    def cost(seats) -> tuple[int, int]:
        times = [played[a].get(t, 0) + played[b].get(t, 0) for (a, b), t in zip(couples, seats, strict=True)]
        return sum(n * n for n in times), sum((i - tables.index(t)) ** 2 for i, t in enumerate(seats))

    ours = assign(couples, tables, played)
    assert len(set(ours)) == count
    assert cost(ours) == min(cost(seats) for seats in permutations(tables, count))


def test_too_few_tables_are_refused_and_many_are_quick():
    with pytest.raises(ValueError, match="need more than 1 tables"):
        assign([(1, 2), (3, 4)], [1], {})
    with pytest.raises(ValueError, match="different number"):
        assign([(1, 2)], [1, 1], {})
    couples = [(2 * i + 1, 2 * i + 2) for i in range(300)]
    lots = Lots(5)
    played = {id: {1 + lots.below(300): 1 for _ in range(5)} for pair in couples for id in pair}
    seats = assign(couples, range(1, 301), played)
    assert sorted(seats) == list(range(1, 301))
    assert not any(t in played[a] or t in played[b] for (a, b), t in zip(couples, seats, strict=True))


def test_tables_offered_at_first_cost_what_they_cost(monkeypatch):
    """A wrong cost would be found out and the search begun again, again and again."""
    asked = []

    def listen(problem):
        asked.append(problem)
        return optimum(problem)

    monkeypatch.setattr(table_assignment, "optimum", listen)
    assign([(1, 2), (3, 4), (5, 6)], [1, 2, 3, 4], {1: {1: 1}, 4: {2: 2}})
    (problem,) = asked
    offered = problem.sparse()
    assert len(offered) == 4 * 4, "couples and empty places, with every table that is near"
    assert offered == {pair: problem.cost(*pair) for pair in offered}


def test_a_forged_certificate_is_found_out(tmp_path, capsys):
    lots = Lots(8)
    field = [
        Entrant(i, points=lots.below(5), met={j: 1 for j in range(1, 22) if j != i and (i * j) % 3 == 0})
        for i in range(1, 22)
    ]
    good = pair_round(field, PairingPreferences(forbidden=frozenset({(1, 2)}))).certificate.document()
    path = tmp_path / "round.json"
    path.write_text(json.dumps(good))
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.startswith(
        "Best possible pairing: no other way to pair these 21 is better; 210 pairs"
    )

    def forged(**changes):
        return {**json.loads(json.dumps(good)), **changes}

    (a, b), (c, d) = good["couples"][3], good["couples"][4]
    swapped = [[a, d], [c, b], *[p for p in good["couples"] if p not in ([a, b], [c, d])]]
    first = dict(good["numbers"], **{str(a): str(int(good["numbers"][str(a)]) + 2)})
    level = [dict(level, scale="1") for level in good["levels"]]
    cheaper = [dict(p, met={}) for p in good["players"]]
    for forgery, reason in [
        (forged(couples=swapped), "only"),
        (forged(couples=good["couples"][1:]), "everybody exactly once"),
        (forged(numbers=first), "bound does not hold|only"),
        (forged(groups=[{"players": [a, b], "number": "4"}]), "even"),
        (forged(groups=[{"players": [a, b, c], "number": "-4"}]), "positive"),
        (forged(levels=level), "outweighed"),
        (forged(levels=good["levels"][1:]), "levels"),
        (forged(players=cheaper), "outweighed|bound does not hold|only"),
        (forged(format="other"), "no certificate"),
    ]:
        with pytest.raises(Unproven, match=reason):
            verify(forgery)
    path.write_text(json.dumps(forged(couples=swapped)))
    assert main([str(path)]) == 1
    assert "Not proven" in capsys.readouterr().out
    assert main([]) == 2


def test_any_worse_round_of_a_small_field_fails_under_the_same_numbers():
    for seed in range(10):
        field, preferences, round_ = next(iter(event(seed, most=7)))
        good = round_.certificate.document()
        ids = sorted([p.id for p in field] + ([0] if len(field) % 2 else []))
        best = badness({p.id: p for p in field}, preferences, *_split(good["couples"]))
        for pairs, _ in all_rounds(ids):
            worse = badness({p.id: p for p in field}, preferences, *_split(pairs)) > best
            try:
                verify({**good, "couples": pairs})
            except Unproven:
                assert worse
            else:
                assert not worse


def _split(couples):
    bye = next((max(pair) for pair in couples if 0 in pair), None)
    return [ordered_pair(*pair) for pair in couples if 0 not in pair], bye


def test_replacing_a_fact_changes_the_round():
    """The facts are read: each of them, changed, changes what the round costs."""
    field = [Entrant(i, points=i // 3, games=3) for i in range(1, 9)]
    base = parts_of(pair_round(field), field)
    met = {i: {j: 1 for j in range(1, 9) if j != i} for i in range(1, 9)}
    again = [replace(p, met=met[p.id]) for p in field]
    assert dict(parts_of(pair_round(again), again))["rematch"] == 4
    assert dict(base)["rematch"] == 0
