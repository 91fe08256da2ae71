"""Corrected brackets, cuts that somebody leaves, fewer than two, and what a running event may change."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.events import corrections, stages
from mfcampaign.events.loading import record
from mfcampaign.events.models import Event, Game, Round
from mfcampaign.events.operations import creation, people, results, rounds
from mfcampaign.events.portable import trf
from mfcampaign.events.queries import pages
from rules.columns import Criterion
from rules.refusal import Refusal
from tests.events.test_pages import at, text

WHY = "The slip was read wrong."


@pytest.fixture
def organiser(host):
    client = Client()
    client.force_login(host)
    return client


def bracket(make_day, players=8, played=3, **options):
    day = make_day(players, format="single", **options)
    day.begin()
    for _ in range(played):
        day.round()
    return day


def turned(game: Game) -> dict:
    """The result the other way round."""
    return {"vp": (game.vp_b, game.vp_a), "reason": WHY}


def test_a_bracket_is_taken_back_in_one_step_after_a_preview(make_day, organiser):
    day = bracket(make_day, played=2)
    draft = rounds.pair(day.event, day.host).number
    game = day.games(1)[0]
    with pytest.raises(Refusal, match="The bracket has gone on from this game: round 2, table 1") as refused:
        results.rule(day.event, day.host, 1, game.pk, **turned(game))
    assert refused.value.fix.startswith("Take these games back")
    query = {"vp_a": game.vp_b, "vp_b": game.vp_a, "outcome": "score", "winner": "", "reason": WHY}
    page = reverse("events:correction", args=[day.event.slug, 1, game.pk])
    before = Game.objects.count()
    shown = text(organiser.get(page, query))
    assert "Round 2, table 1 was paired from it" in shown
    assert f"Round {draft} is to be paired anew" in shown
    assert Game.objects.count() == before, "a preview writes nothing"
    untouched = [g.pk for g in day.games(2)[1:]]
    organiser.post(
        reverse("act:enter_result", args=[day.event.slug]),
        query | {"round": 1, "game": game.pk, "later": "take-back"},
    )
    assert [g.pk for g in day.games(2)] == untouched, "the other half of the bracket stands"
    assert not Round.objects.filter(number=draft).exists()
    number = day.round()
    (again,) = day.games(number)
    assert game.b.number in (again.a.number, again.b.number)
    assert again.why.startswith("Bracket, round 2")
    day.round()
    assert stages.champion(record(day.fresh())) is not None


def test_taken_back_with_all_that_followed(make_day):
    day = bracket(make_day, players=4, played=1)
    rounds.pair(day.event, day.host)
    rounds.publish(day.event, day.host, 2)
    game = day.games(1)[0]
    results.rule(day.event, day.host, 1, game.pk, **turned(game), later="take-back")
    assert not Round.objects.filter(event=day.event, number=2).exists(), "nothing of the round is left"
    assert day.round() == 2
    creation.finish(day.event, day.host)


def test_after_the_final_a_ruling(make_day, organiser):
    day = bracket(make_day, players=4, played=2)
    champion = stages.champion(record(day.fresh()))
    game = next(g for g in day.games(1) if champion in (g.a.number, g.b.number))
    for _ in range(2):
        with pytest.raises(Refusal, match="The bracket is decided") as refused:
            results.rule(day.event, day.host, 1, game.pk, **turned(game), later="take-back")
        assert refused.value.fix == "Correct the score by a ruling."
        if day.fresh().phase == Event.Phase.RUNNING:
            creation.finish(day.event, day.host)
    query = {"vp_a": game.vp_b, "vp_b": game.vp_a, "outcome": "score", "winner": "", "reason": WHY}
    page = reverse("events:correction", args=[day.event.slug, 1, game.pk])
    shown = text(organiser.get(page, query))
    assert "The bracket is decided: its games stand" in shown
    assert "take these games back" not in shown
    organiser.post(
        reverse("act:enter_result", args=[day.event.slug]),
        query | {"round": 1, "game": game.pk, "later": "stand"},
    )
    ruled = Game.objects.get(pk=game.pk)
    assert (ruled.vp_a, ruled.vp_b, ruled.winner, ruled.ruling) == (game.vp_b, game.vp_a, champion, WHY)
    assert stages.champion(record(day.fresh())) == champion
    forfeit = "forfeit-by-a" if game.a.number == champion else "forfeit-by-b"
    with pytest.raises(Refusal, match="Who was not there"):
        results.rule(day.event, day.host, 1, game.pk, outcome=forfeit, reason=WHY, later="stand")


def test_the_final_itself_is_corrected_after_the_end_and_places_change(make_day):
    day = bracket(make_day, players=4, played=2)
    creation.finish(day.event, day.host)
    (final,) = day.games(2)
    now = record(day.fresh())
    old = next(row for row in now.rows if row.pk == final.pk)
    follows = corrections.what_follows(now, old, corrections.entered(old, (final.vp_b, final.vp_a)))
    assert {(move.before, move.after) for move in follows.moves} == {(1, 2), (2, 1)}
    with pytest.raises(Refusal, match="Say why"):
        results.rule(day.event, day.host, 2, final.pk, vp=(final.vp_b, final.vp_a))
    results.rule(day.event, day.host, 2, final.pk, **turned(final))
    assert stages.champion(record(day.fresh())) == (final.b if final.vp_a > final.vp_b else final.a).number
    called_off = make_day(4)
    called_off.begin()
    called_off.round()
    creation.cancel(called_off.event, called_off.host, "No light.")
    with pytest.raises(Refusal, match="called off"):
        results.rule(called_off.event, called_off.host, 1, called_off.games(1)[0].pk, vp=(1, 1), reason=WHY)


def test_a_double_elimination_is_taken_back_on_both_sides(make_day):
    day = make_day(4, format="double")
    day.begin()
    day.round()
    day.round()
    game = day.games(1)[0]
    now = record(day.fresh())
    old = next(row for row in now.rows if row.pk == game.pk)
    follows = corrections.what_follows(now, old, corrections.entered(old, (game.vp_b, game.vp_a)))
    assert [row.round.number for row in follows.falls] == [2, 2], "the winners' game and the losers'"
    results.rule(day.event, day.host, 1, game.pk, **turned(game), later="take-back")
    while stages.stage(record(day.fresh())) != "done":
        day.round()
    creation.finish(day.event, day.host)


def test_who_leaves_after_the_cut_makes_room_for_the_next(make_day):
    day = make_day(8, rounds=2, cut=4)
    day.begin()
    day.round()
    day.round()
    order = [row.player for row in record(day.fresh()).table().rows]
    rounds.make_cut(day.event, day.host)
    draft = rounds.pair(day.event, day.host).number
    people.leave(day.event, day.host, order[1])
    assert day.fresh().seeds == [order[0], order[2], order[3], order[4]]
    with pytest.raises(Refusal, match="Other games follow"):
        rounds.publish(day.event, day.host, draft)
    people.come_back(day.event, day.host, order[1])
    assert order[1] not in day.fresh().seeds, "who comes back is asked for, not put in"
    rounds.make_cut(day.event, day.host)
    assert day.fresh().seeds == order[:4]
    number = day.round(play=False)
    people.leave(day.event, day.host, order[0])
    assert day.fresh().seeds == order[:4], "their game is out: it goes to the other side"
    (game,) = [g for g in day.games(number) if order[0] in (g.a.number, g.b.number)]
    assert game.state == "confirmed"
    day.play(number)
    with pytest.raises(Refusal, match="There is no cut to make now"):
        rounds.make_cut(day.event, day.host)


def test_a_cut_that_nobody_can_fill_goes_to_the_other_side(make_day):
    day = make_day(4, rounds=1, cut=4)
    day.begin()
    day.round()
    rounds.make_cut(day.event, day.host)
    seeds = day.fresh().seeds
    people.leave(day.event, day.host, seeds[0])
    assert day.fresh().seeds == seeds
    number = day.round(play=False)
    assert {g.state for g in day.games(number) if seeds[0] in (g.a.number, g.b.number)} == {"confirmed"}


@pytest.mark.parametrize("format", ["swiss", "random", "robin"])
@pytest.mark.parametrize("left", [1, 0])
def test_fewer_than_two_have_no_round_but_a_way_to_finish(make_day, organiser, format, left):
    day = make_day(3, format=format)
    day.begin()
    day.round()
    for number in range(left + 1, 4):
        people.leave(day.event, day.host, number)
    before = Game.objects.count(), Round.objects.count()
    few = "Only Mara is here: nobody is left to play." if left else "Nobody is here any more."
    with pytest.raises(Refusal, match=few) as refused:
        rounds.pair(day.event, day.host)
    assert "Finish the event" in refused.value.fix
    assert (Game.objects.count(), Round.objects.count()) == before
    action = pages.organiser_action(record(day.fresh()))
    assert (action.verb, action.sentence) == ("finish", f"{few} Finish the event: the standings stand.")
    assert "Finish the event" in text(organiser.get(at("manage", day)))
    creation.finish(day.event, day.host)


def test_fewer_than_two_before_the_first_round_are_asked_for_more(make_day, organiser):
    day = make_day(2)
    day.begin()
    people.leave(day.event, day.host, 2)
    with pytest.raises(Refusal) as refused:
        rounds.pair(day.event, day.host)
    assert "Call the event off" in refused.value.fix
    assert pages.organiser_action(record(day.fresh())).verb == "people"
    assert "Let somebody in" in text(organiser.get(at("manage", day)))


def test_whoever_is_left_in_a_bracket_goes_through(make_day):
    day = bracket(make_day, players=2, played=0)
    rounds.pair(day.event, day.host)
    rounds.publish(day.event, day.host, 1)
    people.leave(day.event, day.host, 2)
    assert stages.champion(record(day.fresh())) == 1


def test_decisions_stand_beside_each_other_or_are_refused(make_day, organiser):
    day = make_day(8)
    day.begin()
    rounds.decide(day.event, day.host, "bye", 1)
    rounds.decide(day.event, day.host, "bye", 2)
    rounds.decide(day.event, day.host, "fixed", 3, 4)
    rounds.decide(day.event, day.host, "forbidden", 5, 6)
    against = [("bye", 1), ("bye", 3), ("fixed", 1, 5), ("fixed", 3, 5), ("fixed", 5, 6), ("forbidden", 3, 4)]
    for decision in against:
        with pytest.raises(Refusal, match="that is settled") as refused:
            rounds.decide(day.event, day.host, *decision)
        assert refused.value.fix == "Cancel that decision first."
    assert day.fresh().decided == {"fixed": [[3, 4]], "byes": [1, 2]}
    assert day.event.forbidden == [[5, 6]]
    shown = text(organiser.get(at("manage", day)))
    for words in ("Mara has a bye in the next round", "Tobin plays Greta in the next round", "never meet"):
        assert words in shown
    organiser.post(reverse("act:settle_pair", args=[day.event.slug]), {"what": "free", "one": 1, "other": ""})
    organiser.post(reverse("act:settle_pair", args=[day.event.slug]), {"what": "free", "one": 5, "other": 6})
    assert (day.fresh().decided["byes"], day.event.forbidden) == ([2], [])
    with pytest.raises(Refusal, match="Nothing of that"):
        rounds.decide(day.event, day.host, "free", 7)
    rounds.decide(day.event, day.host, "bye", 8)
    number = day.round(play=False)
    byes = {g.a.number: g.why for g in day.games(number) if g.b is None}
    assert byes == dict.fromkeys((2, 8), "The organiser decided this bye.")
    people.sign_up(day.event, day.host, name="Late", by_organiser=True)
    rounds.pair_again(day.event, day.host, number)
    byes = {g.a.number for g in day.games(number) if g.b is None}
    assert {2, 8} <= byes, "a settled bye is not replaced where tables are paired again"
    rounds.pair_again(day.event, day.host, number, again=[8])
    assert 8 not in {g.a.number for g in day.games(number) if g.b is None}
    rounds.take_back(day.event, day.host, number)
    assert day.fresh().decided["byes"] == [2], "what was settled for a round is settled for it still"


@pytest.mark.parametrize(
    ("worth", "points", "chess"),
    [("scheme", 3, "U"), ("win", 3, "U"), ("draw", 1, "H"), ("half", 2, "H"), ("nothing", 0, "Z")],
)
def test_what_a_bye_is_worth_is_a_setting(make_day, worth, points, chess):
    day = make_day(3, bye_worth=worth)
    day.begin()
    day.round()
    now = record(day.fresh())
    (bye,) = [row.a.number for row in now.rows if row.b is None]
    (row,) = [row for row in now.table().rows if row.player == bye]
    assert row.figures[Criterion.POINTS] == points
    assert f"  0000 - {chess}" in trf(now)
    with pytest.raises(Refusal, match="what a bye is worth"):
        creation.change(day.event, day.host, bye_worth="win" if worth != "win" else "draw")


def test_the_order_and_the_rounds_change_with_a_preview_while_no_pairing_does(make_day, organiser):
    day = make_day(8, rounds=2, cut=4)
    day.begin()
    day.round()
    day.round()
    before = [row.player for row in record(day.fresh()).table().rows]
    order = ["conceded"]
    changes = creation.what_changes(day.event, {"order": order})
    assert any(": place " in sentence for sentence in changes.sentences)
    assert [row.player for row in record(day.fresh()).table().rows] == before
    form = settings_form(organiser, day) | {"order": order, "rounds": 3}
    page = at("settings", day)
    shown = organiser.post(page, form)
    assert not shown.context["form"].errors
    assert "1 more round, then the cut." in text(shown)
    assert day.fresh().rounds == 2, "a preview writes nothing"
    seen = shown.context["seen"]
    assert organiser.post(page, form | {"seen": seen}).status_code in (302, 303)
    assert (day.fresh().rounds, day.event.order) == (3, order)
    with pytest.raises(Refusal, match="2 rounds are out already") as refused:
        creation.change(day.event, day.host, rounds=1)
    assert refused.value.fix == "Choose 2 or more."
    rounds.pair(day.event, day.host)
    assert creation.what_changes(day.event, {"rounds": 2}).sentences == (
        "No more rounds: now comes the cut.",
        "The pairings of round 3 are discarded; nobody has seen them.",
    )
    creation.change(day.event, day.host, rounds=2)
    assert not Round.objects.filter(state=Round.State.DRAFT).exists()
    rounds.make_cut(day.event, day.host)
    assert creation.what_changes(day.fresh(), {"cut": 2}).sentences == ("The cut is to be made again.",)
    creation.change(day.event, day.host, cut=2)
    assert (day.fresh().seeds, stages.stage(record(day.event))) == ([], "cut")
    rounds.make_cut(day.event, day.host)
    day.round()
    with pytest.raises(Refusal, match="The bracket has begun"):
        creation.change(day.event, day.host, order=[])


def settings_form(client, day) -> dict:
    """What the form of the settings holds."""
    held = {bound.html_name: bound.value() for bound in client.get(at("settings", day)).context["form"]}
    return {name: value for name, value in held.items() if value is not None and value is not False}
