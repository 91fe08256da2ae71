"""A draft holds while what it was paired from holds; a stale one says what changed and is not published."""

from __future__ import annotations

import json
import re
from contextlib import suppress

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.events import drafts
from mfcampaign.events.loading import candidates, preferences, record
from mfcampaign.events.models import Player, Round
from mfcampaign.events.operations import creation, importing, people, results, rounds
from mfcampaign.events.portable import read, write
from rules.columns import Criterion
from rules.refusal import Refusal
from rules.tournament.pairing.certificate import result_lines
from rules.tournament.pairing.certificate_check import corrected, verify
from rules.tournament.pairing.swiss import pair_round
from tests.events.test_pages import at, text
from tests.rules.tournament.events import Lots


def correct(day, number=1, place=0):
    """Exchange the Victory Points of a game that is confirmed."""
    game = day.games(number)[place]
    results.rule(day.event, day.host, number, game.pk, vp=(game.vp_b, game.vp_a), reason="Entered wrongly.")


def late(day):
    people.sign_up(day.event, day.host, name="Late", by_organiser=True)


CHANGES = [
    (correct, r"Round 1, table 1 is \d–\d, and was \d–\d\."),
    (late, r"Late is here now\."),
    (lambda day: people.leave(day.event, day.host, 3), r"Tobin is out\."),
    (lambda day: rounds.decide(day.event, day.host, "forbidden", 1, 4), r"Mara and Greta must never meet\."),
    (
        lambda day: rounds.decide(day.event, day.host, "fixed", 1, 4),
        r"Mara and Greta are to play each other\.",
    ),
    (lambda day: rounds.decide(day.event, day.host, "bye", 5), r"Anselm is to have a bye\."),
    (lambda day: creation.change(day.event, day.host, tables=9), r"The number of tables changed\."),
    (
        lambda day: creation.change(day.event, day.host, preferences=["club"]),
        r"The preferences for the pairings changed\.",
    ),
]


@pytest.mark.parametrize(("happen", "sentence"), CHANGES)
def test_what_changes_under_a_draft_makes_it_stale_until_it_is_paired_anew(make_day, happen, sentence):
    day = make_day(6)
    day.begin()
    day.round()
    number = rounds.pair(day.event, day.host).number
    assert drafts.changes(record(day.fresh()), Round.objects.get(number=number)) == []
    happen(day)
    with pytest.raises(Refusal, match=sentence) as refused:
        rounds.publish(day.event, day.host, number)
    assert refused.value.fix == "Pair the round anew."
    assert Round.objects.get(number=number).state == Round.State.DRAFT
    assert rounds.pair(day.event, day.host).number == number
    rounds.publish(day.event, day.host, number)


def test_what_was_settled_and_is_freed_makes_a_draft_stale(make_day):
    day = make_day(6)
    day.begin()
    rounds.decide(day.event, day.host, "fixed", 1, 6)
    rounds.decide(day.event, day.host, "bye", 2)
    rounds.decide(day.event, day.host, "forbidden", 3, 4)
    draft = rounds.pair(day.event, day.host)
    for who in ((1, 6), (2,), (3, 4)):
        rounds.decide(day.event, day.host, "free", *who)
    assert drafts.changes(record(day.fresh()), draft) == [
        "It holds no more that Tobin and Greta must never meet.",
        "It holds no more that Mara and Rook are to play each other.",
        "Ilse is not to have a bye any more.",
    ]


def test_a_draft_from_before_drafts_were_checked_is_paired_anew(make_day):
    day = make_day(4)
    day.begin()
    draft = rounds.pair(day.event, day.host)
    Round.objects.filter(pk=draft.pk).update(basis={})
    with pytest.raises(Refusal, match="before the portal kept"):
        rounds.publish(day.event, day.host, 1)


def test_only_what_changed_is_paired_again(make_day):
    day = make_day(8)
    day.begin()
    day.round()
    number = rounds.pair(day.event, day.host).number
    before = {frozenset((g.a.number, g.b.number)) for g in day.games(number)}
    turned = {side.number for side in (day.games(1)[0].a, day.games(1)[0].b)}
    correct(day)
    rounds.pair_again(day.event, day.host, number)
    rounds.publish(day.event, day.host, number)
    after = {frozenset((g.a.number, g.b.number)) for g in day.games(number)}
    untouched = {pair for pair in before if not pair & turned}
    assert untouched
    assert untouched <= after
    assert_true_reasons(day, number)


def test_part_of_a_round_by_lot_is_paired_again_without_regard_to_scores(make_day):
    day = make_day(6, format="random")
    day.begin()
    day.round()
    number = rounds.pair(day.event, day.host).number
    correct(day)
    again = rounds.pair_again(day.event, day.host, number)
    paired = json.loads(again.certificate)["players"]
    assert {player["id"] for player in paired} >= {g.a.number for g in day.games(1)[:1]}
    assert {player.get("points", 0) for player in paired} == {0}
    rounds.publish(day.event, day.host, number)


def test_a_bracket_is_paired_from_results_and_a_robin_from_who_is_here(make_day):
    day = make_day(4, format="single")
    day.begin()
    draft = rounds.pair(day.event, day.host)
    people.leave(day.event, day.host, 4)
    assert drafts.changes(record(day.fresh()), draft) == ["Greta is out."]
    day.round()
    assert 4 not in day.fresh().seeds, "who left before anybody saw the bracket is not in it"
    draft = rounds.pair(day.event, day.host)
    (game,) = [game for game in day.games(1) if game.b]
    results.rule(day.event, day.host, 1, game.pk, vp=(game.vp_b, game.vp_a), reason="Entered wrongly.")
    with pytest.raises(Refusal, match="Round 1, table 1 is"):
        rounds.publish(day.event, day.host, draft.number)
    day.round()
    robin = make_day(4, format="robin", name="Robin")
    robin.begin()
    draft = rounds.pair(robin.event, robin.host)
    people.leave(robin.event, robin.host, 2)
    with pytest.raises(Refusal, match="Ilse is out"):
        rounds.publish(robin.event, robin.host, 1)
    robin.round()
    assert sorted(n for group in robin.fresh().groups for n in group) == [1, 3, 4]
    draft = rounds.pair(robin.event, robin.host)
    people.leave(robin.event, robin.host, 3)
    rounds.publish(robin.event, robin.host, draft.number)
    settled = [game for game in robin.games(2) if game.b and 3 in (game.a.number, game.b.number)]
    assert all(game.state == "confirmed" for game in settled), (
        "the format says who meets whom, whoever leaves"
    )


def test_the_certificate_names_its_results_and_the_page_says_when_they_are_corrected(make_day):
    day = make_day(6)
    day.begin()
    day.round()
    day.round()
    second = Round.objects.get(number=2)
    document = json.loads(second.certificate)
    assert len(document["results"]) == 3
    assert "it rests on 3 results" in second.proof
    page = reverse("events:round", args=[day.event.slug, 2])
    assert "Proven for the results as they were" not in text(Client().get(page))
    correct(day)
    lines = result_lines(drafts.results_before(record(day.fresh()), 2))
    (sentence,) = corrected(document, lines)
    shown = text(Client().get(page))
    assert f"Proven for the results as they were. {sentence}" in shown
    assert "Best possible pairing" not in shown
    assert Round.objects.get(number=1).corrected == "", "no earlier round rests on it"
    correct(day)
    assert "Best possible pairing" in text(Client().get(page)), "the results stand again"


def test_the_organisers_pages_say_what_changed_and_offer_to_pair_anew(make_day):
    day = make_day(4)
    day.begin()
    number = rounds.pair(day.event, day.host).number
    client = Client()
    client.force_login(day.host)
    assert "Check, then publish" in text(client.get(at("organiser_round", day, number)))
    late(day)
    assert "Something changed since round 1 was paired." in text(client.get(at("manage", day)))
    shown = text(client.get(at("organiser_round", day, number)))
    assert "Late is here now." in shown
    assert "Pair anew" in shown
    assert "Publish" not in shown
    client.post(reverse("act:pair_round", args=[day.event.slug]))
    assert "Check, then publish" in text(client.get(at("organiser_round", day, number)))


def test_what_is_settled_and_corrected_travels_with_the_event(make_day):
    day = make_day(6, bye_worth="half")
    day.begin()
    day.round()
    rounds.decide(day.event, day.host, "bye", 2)
    day.round(play=False)
    rounds.decide(day.event, day.host, "fixed", 1, 4)
    correct(day)
    certificates = dict(day.event.played_rounds.values_list("number", "certificate"))
    file = write(record(day.fresh()), certificates)
    event = importing.take_in(day.host, read(file))
    event.refresh_from_db()
    assert (event.bye_worth, event.decided) == ("half", {"fixed": [[1, 4]], "byes": []})
    second = record(event).rounds[1]
    assert second.decided["byes"] == (2,)
    assert second.proof_in_words == record(day.event).rounds[1].proof_in_words
    assert "were" in second.proof_in_words
    rounds.pair_again(event, day.host, 2)
    assert 2 in {row.a.number for row in record(event).of_round(2) if row.b is None}
    for wrong, fault in ((b'"byes": [\n    9', "unknown"), (b'"byes": [\n    2,\n    2', "twice")):
        broken = re.sub(rb'"byes": \[\s*2', wrong, file)
        assert broken != file
        with pytest.raises(Refusal, match=fault):
            read(broken)


@pytest.mark.both
@pytest.mark.parametrize("events", [10, pytest.param(500, marks=pytest.mark.soak)])
def test_no_stale_pair_is_ever_published(make_day, seeds, events):
    """17 players; drops, late entries, corrections and decisions fall between drawing and publishing."""
    stale = sum(random_event(make_day, seed) for seed in seeds(events))
    assert stale > 0, "nothing happened under a draft: the check was not put to the test"


def test_without_the_check_stale_pairs_are_published(make_day, seeds, monkeypatch):
    monkeypatch.setattr(drafts, "changes", lambda record, round_: [])
    with pytest.raises(AssertionError):
        sum(random_event(make_day, seed) for seed in seeds(10, least=10))


def random_event(make_day, seed: int) -> int:
    """Three rounds of an event; how many drafts were stale when they were to be published."""
    lots = Lots(seed)
    day = make_day(17, name=f"Event {seed}", tables=0)
    day.begin()
    stale = 0
    for _ in range(3):
        number = rounds.pair(day.event, day.host).number
        again = False
        while True:
            happened = lots.chance(60) and happens(day, lots, number)
            with suppress(Refusal):
                rounds.publish(day.event, day.host, number)
                break
            assert happened, "nothing changed, and it was refused"
            stale += 1
            if lots.chance(30):
                rounds.pair_again(day.event, day.host, number)
                again = True
            else:
                rounds.pair(day.event, day.host)
                again = False
        assert_nothing_stale(day, number, best=not again)
        play(day, lots, number)
    creation.finish(day.event, day.host)
    return stale


def happens(day, lots: Lots, number: int) -> bool:
    """One thing that changes what a draft rests on; false where it could not happen."""
    here = [p.number for p in record(day.fresh()).here]
    one, other = lots.shuffled(here)[:2]
    what = lots.below(6)
    with suppress(Refusal):
        if what == 0 and len(here) > 8:
            people.leave(day.event, day.host, one)
        elif what == 1:
            name = f"Late {lots.below(1 << 40)}"
            people.sign_up(day.event, day.host, name=name, by_organiser=True)
        elif what == 2 and number > 1:
            games = [game for game in day.games(1 + lots.below(number - 1)) if game.b is not None]
            game = games[lots.below(len(games))]
            vp = (lots.below(9), lots.below(9))
            if (game.vp_a, game.vp_b, game.outcome) == (*vp, "score"):
                return False
            earlier = game.round.number
            results.rule(day.event, day.host, earlier, game.pk, vp=vp, reason="Entered wrongly.")
        elif what == 3:
            rounds.decide(day.event, day.host, "bye", one)
        elif what in (4, 5):
            rounds.decide(day.event, day.host, ("fixed", "forbidden")[what - 4], one, other)
        else:
            return False
        return True
    return False


def play(day, lots: Lots, number: int) -> None:
    for game in day.games(number):
        if game.state != "confirmed":
            results.rule(day.event, day.host, number, game.pk, vp=(lots.below(9), lots.below(9)))


def assert_nothing_stale(day, number: int, *, best: bool) -> None:
    """Hold a published round against the rows as they are now; ``best``: nothing better can be paired now."""
    now = record(day.fresh())
    round_ = Round.objects.get(number=number, event=day.event)
    games = now.of_round(number)
    seated = sorted(n for game in games for n in (game.a.number, *([game.b.number] if game.b else [])))
    assert seated == sorted(p.number for p in now.here), "everybody who is here, and nobody else"
    assert all(p.state == Player.State.HERE for game in games for p in (game.a, game.b) if p)
    pairs = {tuple(sorted((game.a.number, game.b.number))) for game in games if game.b}
    forbidden = {tuple(pair) for pair in day.event.forbidden}
    assert not pairs & forbidden
    here = candidates(now, {number})
    ids = {one.id for one in here}
    assert {tuple(pair) for pair in round_.decided.get("fixed", []) if set(pair) <= ids} <= pairs
    byes = {game.a.number for game in games if game.b is None}
    assert ids.intersection(round_.decided.get("byes", [])) <= byes
    assert_true_reasons(day, number)
    document = json.loads(round_.certificate)
    assert verify(document) == round_.proof
    assert not corrected(document, result_lines(drafts.results_before(now, number)))
    if best:
        fresh = pair_round(here, preferences(now, here, round_.decided))
        assert pairs == fresh.couples


def assert_true_reasons(day, number: int) -> None:
    """What is said of each pair holds: the points between them, and whether they met."""
    now = record(day.fresh())
    points = {row.player: row.figures[Criterion.POINTS] for row in now.table({number}).rows}
    for game in now.of_round(number):
        if game.b is None or game.why.startswith("The organiser"):
            continue
        gap = abs(points.get(game.a.number, 0) - points.get(game.b.number, 0))
        assert ("level on points" in game.why) == (gap == 0), (number, game.why, gap)
        assert not gap or f"{gap} point" in game.why
        met = any(
            row.b and {row.a.number, row.b.number} == {game.a.number, game.b.number}
            for row in now.rows
            if row.round.number < number
        )
        assert game.why.startswith("They have not met before") != met
