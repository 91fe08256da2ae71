"""Pairing against brute force, against a second program, and against the greedy rule that must fail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.tournament.pairing.certificate_check import verify
from rules.tournament.pairing.changes import swap
from rules.tournament.pairing.explain import parts_of
from rules.tournament.pairing.field import (
    NO_PREFERENCES,
    Entrant,
    PairingPreference,
    PairingPreferences,
    ordered_pair,
)
from rules.tournament.pairing.swiss import Pair, PairedRound, pair_round
from tests.rules.tournament.events import Lots, Played, event, illegal, legal_round_exists

MANY = pytest.param(10_000, marks=pytest.mark.soak)


def fields(most: int) -> st.SearchStrategy[list[Entrant]]:
    @st.composite
    def draw(draw: st.DrawFn) -> list[Entrant]:
        n = draw(st.integers(2, most))
        met: dict[int, dict[int, int]] = {i: {} for i in range(1, n + 1)}
        for a, b in combinations(range(1, n + 1), 2):
            times = draw(st.sampled_from([0, 0, 1, 2]))
            if times:
                met[a][b] = met[b][a] = times
        return [
            Entrant(i, points=draw(st.integers(0, 6)), byes=draw(st.integers(0, 1)), met=met[i])
            for i in range(1, n + 1)
        ]

    return draw()


def all_rounds(ids: list[int]):
    """Every way to pair ``ids``, an odd one out as the bye."""
    if not ids:
        yield [], None
    elif len(ids) % 2:
        for odd in ids:
            for pairs, _ in all_rounds([i for i in ids if i != odd]):
                yield pairs, odd
    else:
        first, rest = ids[0], ids[1:]
        for other in rest:
            for pairs, _ in all_rounds([i for i in rest if i != other]):
                yield [(first, other), *pairs], None


def badness(
    players: dict[int, Entrant], preferences: PairingPreferences, pairs: list, bye: int | None
) -> tuple[int, ...]:
    """What a round breaks, the gravest first, written down without any weights."""
    low, front = min(p.points for p in players.values()), max(p.games for p in players.values())
    never = [pair for pair in pairs if ordered_pair(*pair) in preferences.forbidden]
    meeting = [(players[a], players[b]) for a, b in pairs if (a, b) not in never]
    out = [players[id] for pair in never for id in pair] + ([players[bye]] if bye else [])

    def of(preference: PairingPreference) -> int:
        together = {
            PairingPreference.CLUB: lambda a, b: a.club != "" and a.club == b.club,
            PairingPreference.COMPANY: lambda a, b: a.company != "" and a.company == b.company,
            PairingPreference.MIRROR: lambda a, b: a.faction != "" and a.faction == b.faction,
            PairingPreference.RATING: lambda a, b: (a.rating - b.rating) ** 2,
            PairingPreference.NEIGHBOURS: lambda a, b: "" not in (a.place, b.place) and a.place != b.place,
            PairingPreference.AVAILABILITY: lambda a, b: (
                bool(a.free and b.free) and a.free.isdisjoint(b.free)
            ),
            PairingPreference.CATCH_UP: lambda a, b: (a.games - b.games) ** 2,
            PairingPreference.TABLES: lambda a, b: min(
                (a.tables.get(t, 0) + b.tables.get(t, 0) for t in preferences.tables), default=0
            ),
        }[preference]
        behind = sum((front - p.games) ** 2 for p in out) if preference == PairingPreference.CATCH_UP else 0
        return behind + sum(int(together(a, b)) for a, b in meeting)

    return (
        len(never),
        sum(p.byes**2 for p in out),
        sum(max(a.met.get(b.id, 0), b.met.get(a.id, 0)) ** 2 for a, b in meeting),
        sum((p.points - low) ** 2 for p in out),
        sum((a.points - b.points) ** 2 for a, b in meeting),
        *(of(preference) for preference in preferences.order),
    )


def agrees_with_brute_force(
    field: Sequence[Entrant], preferences: PairingPreferences, ours: PairedRound
) -> None:
    players = {p.id: p for p in field}
    paired = [*((p.a, p.b) for p in ours.pairs), *ours.apart]
    assert sorted([i for pair in paired for i in pair] + ([ours.bye] if ours.bye else [])) == sorted(players)
    best = min(badness(players, preferences, pairs, bye) for pairs, bye in all_rounds(sorted(players)))
    assert badness(players, preferences, paired, ours.bye) == best


@settings(max_examples=150, deadline=None)
@given(fields(7))
def test_no_round_is_better_than_ours(field):
    agrees_with_brute_force(field, PairingPreferences(), pair_round(field))


@given(fields(9), st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_input_does_not_matter(field, rnd):
    shuffled = list(field)
    rnd.shuffle(shuffled)
    assert pair_round(shuffled) == pair_round(field)


@pytest.mark.parametrize("events", [150, MANY])
def test_random_events_are_legal_proven_and_repeatable(events, seeds):
    """No avoidable rematch or second bye; the certificate holds; shuffled input gives the same round."""
    rounds, broken, small = hold(seeds(events, least=150))
    assert rounds > 3 * 150
    assert broken, "no event was so tight that something had to break: the check saw nothing"
    assert small, "no field was small enough for brute force"


def hold(seeds: Iterable[int]) -> tuple[int, int, int]:
    """Hold these events against everything we have; rounds, rounds in which something broke, small fields."""
    rounds = broken = small = 0
    for seed in seeds:
        for played in event(seed):
            rounds += 1
            field, preferences, round_ = played
            faults = illegal(played)
            broken += bool(faults)
            assert not faults or not legal_round_exists(field, preferences), (seed, faults)
            assert verify(round_.certificate.document()).startswith("Best possible pairing"), seed
            assert pair_round(Lots(seed).shuffled(field), preferences) == round_, seed
            if len(field) <= 8:
                small += 1
                agrees_with_brute_force(field, preferences, round_)
    return rounds, broken, small


@pytest.mark.parametrize("events", [120, pytest.param(3_000, marks=pytest.mark.soak)])
def test_brute_force_agrees_on_every_small_event(events, seeds):
    for seed in seeds(events):
        for field, preferences, round_ in event(seed, most=8):
            if len(field) <= 8:
                agrees_with_brute_force(field, preferences, round_)


def greedy(field: Sequence[Entrant], preferences: PairingPreferences = NO_PREFERENCES) -> PairedRound:
    """The rule of the strongest peer: down the table, the first not yet met, else a rematch."""
    waiting = sorted(field, key=lambda p: (-p.points, p.id))
    bye = None
    if len(waiting) % 2:
        bye = next((p for p in reversed(waiting) if not p.byes), waiting[-1])
        waiting.remove(bye)
    pairs = []
    while waiting:
        top = waiting.pop(0)
        other = next((p for p in waiting if not top.met.get(p.id)), waiting[0])
        waiting.remove(other)
        pairs.append(Pair(top.id, other.id, abs(top.points - other.points), top.met.get(other.id, 0)))
    return PairedRound(tuple(pairs), bye.id if bye else None)


def avoidable(played: Played) -> bool:
    return bool(illegal(played)) and legal_round_exists(played.field, played.preferences)


def test_negative_control_greedy_repeats_opponents_that_a_legal_round_spares():
    def share(pairing) -> float:
        events = [list(event(seed, most=12, pairing=pairing, plain=True)) for seed in range(200)]
        return sum(any(avoidable(played) for played in rounds) for rounds in events) / len(events)

    assert share(greedy) > 0.1
    assert share(pair_round) == 0


def test_only_what_must_break_breaks():
    met = {1: {3: 1, 4: 1}, 2: {}, 3: {1: 1, 4: 1}, 4: {1: 1, 3: 1}}
    field = [Entrant(i, points=4 - i, met=met[i]) for i in met]
    assert sum(p.rematch for p in pair_round(field).pairs) == 1
    met = {1: {}, 2: {}, 3: {4: 1}, 4: {3: 1}}
    field = [Entrant(i, points=8 - 2 * i, met=met[i]) for i in met]
    assert sum(p.rematch for p in greedy(field).pairs) == 1
    assert not any(p.rematch for p in pair_round(field).pairs)


def test_a_pair_says_why():
    (pair,) = pair_round([Entrant(1, points=2), Entrant(2)]).pairs
    assert pair.why == "They have not met before; 2 points apart."
    leagues = PairingPreferences(unit=(2, "win"))
    reasons = [pair_round([Entrant(1, points=n), Entrant(2)], leagues).pairs[0].why for n in (0, 2, 3)]
    assert [text.split("; ")[1] for text in reasons] == ["level on wins.", "1 win apart.", "1.5 wins apart."]
    (pair,) = pair_round(
        [Entrant(1, club="x"), Entrant(2, club="x")], PairingPreferences((PairingPreference.CLUB,))
    ).pairs
    assert pair.why == (
        "They have not met before; level on points; against the preference: members of one club kept apart."
    )


def test_the_bye_goes_to_the_lowest_score_and_never_twice():
    field = [Entrant(1, points=4), Entrant(2, points=2), Entrant(3, points=2, byes=1)]
    round_ = pair_round(field)
    assert round_.bye == 2
    assert round_.bye_reason == "An odd number plays; no bye so far, and among the lowest scores."


def test_the_order_of_preferences_decides_between_them():
    field = [
        Entrant(1, club="a", faction="g"),
        Entrant(2, club="a", faction="b"),
        Entrant(3, club="b", faction="g"),
        Entrant(4, club="b", faction="b", met={1: 1}),
    ]  # 1-4 would please both preferences, but they have met
    clubs_first = pair_round(field, PairingPreferences((PairingPreference.CLUB, PairingPreference.MIRROR)))
    factions_first = pair_round(field, PairingPreferences((PairingPreference.MIRROR, PairingPreference.CLUB)))
    assert clubs_first.couples == {(1, 3), (2, 4)}
    assert factions_first.couples == {(1, 2), (3, 4)}


def test_couples_who_must_never_meet_sit_out_rather_than_play():
    round_ = pair_round([Entrant(1), Entrant(2)], PairingPreferences(forbidden=frozenset({(1, 2)})))
    assert (round_.pairs, round_.apart) == ((), ((1, 2),))
    four = [Entrant(i, met={1: 1, 2: 1, 3: 1, 4: 1}) for i in range(1, 5)]
    round_ = pair_round(four, PairingPreferences(forbidden=frozenset({(2, 1)})))
    assert not round_.apart, "a rematch is better than to sit out"
    assert (1, 2) not in round_.couples


def test_fixed_pairs_a_fixed_bye_and_a_ringer():
    field = [Entrant(i) for i in range(1, 6)]
    round_ = pair_round(field, PairingPreferences(fixed=frozenset({(1, 5)}), byes=frozenset({2})))
    assert round_.couples == {(1, 5), (3, 4)}
    assert (round_.bye, round_.byes) == (None, (2,))
    assert {p.why for p in round_.pairs if p.fixed} == {"The organiser decided this pair."}
    with_ringer = pair_round([*field, Entrant(9, ringer=True)])
    assert with_ringer.bye is None
    assert len(with_ringer.pairs) == 3
    resting = pair_round([*field[:4], Entrant(9, ringer=True)])
    assert resting.resting == (9,)
    assert with_ringer.resting == ()


@pytest.mark.parametrize(("count", "decided", "odd"), [(6, {2, 3}, False), (6, {2}, True), (7, {2, 3}, True)])
def test_decided_byes_do_not_replace_each_other_nor_the_bye_of_an_odd_number(count, decided, odd):
    field = [Entrant(i, byes=i == 1) for i in range(1, count + 1)]
    preferences = PairingPreferences(byes=frozenset(decided))
    round_ = pair_round(field, preferences)
    assert set(round_.byes) == decided
    assert (round_.bye is not None) == odd
    assert round_.bye not in decided | {1}, "nobody has two, and who had one has none"
    seated = [id for pair in round_.couples for id in pair]
    idle = [*round_.byes, *([round_.bye] if odd else [])]
    assert sorted(seated + idle) == list(range(1, count + 1))
    assert dict(parts_of(round_, field, preferences))["bye"] == 0
    other = swap(round_, 2, 1, field, preferences)
    assert 1 in other.round.byes
    assert [b.text for b in other.breaches if b.b is None] == ["{a} has a bye again."]
    if odd:
        with pytest.raises(ValueError, match="Both have a bye"):
            swap(round_, 2, round_.bye, field, preferences)


@pytest.mark.parametrize(
    ("field", "preferences", "fault"),
    [
        ([Entrant(1), Entrant(1)], PairingPreferences(), "different positive id"),
        ([Entrant(0), Entrant(1)], PairingPreferences(), "different positive id"),
        (
            [Entrant(1), Entrant(2)],
            PairingPreferences((PairingPreference.CLUB, PairingPreference.CLUB)),
            "once only",
        ),
        (
            [Entrant(1), Entrant(2)],
            PairingPreferences(fixed=frozenset({(1, 2)}), byes=frozenset({2})),
            "fixed twice",
        ),
        ([Entrant(1), Entrant(2)], PairingPreferences(byes=frozenset({3})), "who play"),
        (
            [Entrant(1), Entrant(2)],
            PairingPreferences(fixed=frozenset({(2, 1)}), forbidden=frozenset({(1, 2)})),
            "both fixed and forbidden",
        ),
    ],
)
def test_input_that_contradicts_itself_is_refused(field, preferences, fault):
    with pytest.raises(ValueError, match=fault):
        pair_round(field, preferences)


def test_the_draw_changes_only_between_rounds_equally_good():
    field = [Entrant(i, points=i // 4) for i in range(1, 13)]
    rounds = {frozenset(pair_round(field, PairingPreferences(draw=draw)).couples) for draw in range(20)}
    assert len(rounds) > 5
    gaps = {
        sum(p.gap**2 for p in pair_round(field, PairingPreferences(draw=draw)).pairs) for draw in range(20)
    }
    assert len(gaps) == 1


def test_the_same_round_in_another_process():
    """Nothing hangs on the seed of hashes."""
    text = (
        "from tests.rules.tournament.events import event; import hashlib;"
        "print(hashlib.sha256(repr([p.round for s in range(6) for p in event(s)]).encode()).hexdigest())"
    )
    outputs = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", text],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize(
    "preferences",
    [PairingPreferences(), PairingPreferences(tuple(PairingPreference), tables=tuple(range(1, 140)))],
)
def test_a_big_field_is_paired_and_proven(preferences):
    lots = Lots(3)
    field = [replace(p, points=lots.below(11)) for p in (e for s in range(12) for e in _first(s, 1000 * s))]
    round_ = pair_round(field, preferences)
    assert len(round_.pairs) == len(field) // 2
    assert verify(round_.certificate.document()).startswith("Best possible pairing")


def _first(seed: int, base: int) -> list[Entrant]:
    return [replace(p, id=base + p.id, met={}) for p in next(iter(event(seed))).field]
