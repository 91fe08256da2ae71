"""The league's pairings: preferences, rules on pairs, evenings, proofs, and changes by hand."""

import json
from importlib import import_module

import pytest
from django.apps import apps

from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.models import Game, PairRule, Week, WeekEntry
from mfcampaign.campaigns.pairing import operations as pairing
from mfcampaign.campaigns.pairing import plan as pairing_plan
from mfcampaign.campaigns.pairing import values as pairing_values
from rules.refusal import Refusal
from rules.tournament.pairing.certificate_check import verify

pytestmark = pytest.mark.django_db


def couples(week: Week) -> set[frozenset[int]]:
    games = week.games.exclude(state=Game.State.VOID)
    return {frozenset(game.sides.values_list("entry", flat=True)) for game in games}


@pytest.fixture
def league(make_league):
    opened = make_league(players=5)
    opened.found_all()
    return opened


def entries(league) -> list[int]:
    return [league.entry(number).pk for number in range(len(league.players))]


def test_a_week_is_paired_by_its_preferences_with_a_proof(league):
    a, b, c, d, e = entries(league)
    for number, club in enumerate(("North", "North", "South", "South", "")):
        pairing_plan.describe(league.entry(number), league.players[number], club=club, company="", place="")
    pairing_plan.set_order(league.campaign, league.organiser, ["club", "rating"])
    pairing_plan.rule_pair(league.campaign, league.organiser, PairRule.Kind.FORBIDDEN, a, c)
    pairing_plan.rule_pair(league.campaign, league.organiser, PairRule.Kind.FIXED, d, b)
    pairing_plan.say_when(league.entry(4), league.players[4], 1, away=True, evenings=[])
    week = league.start()
    week.refresh_from_db()
    assert couples(week) == {frozenset((b, d))}
    assert frozenset((a, c)) not in couples(week), "they never meet"
    assert not any(e in pair for pair in couples(week)), "whoever is away does not play"
    assert week.pairing["apart"] == [{"a": a, "b": c}], "nobody else was left for them"
    assert not WeekEntry.objects.filter(week=week, bye=True).exists()


def test_those_of_one_club_are_kept_apart_and_the_certificate_verifies(make_league):
    opened = make_league(players=4)
    opened.found_all()
    for number, club in enumerate(("North", "North", "South", "South")):
        pairing_plan.describe(opened.entry(number), opened.players[number], club=club, company="", place="")
    pairing_plan.set_order(opened.campaign, opened.organiser, ["club"])
    week = opened.start()
    week.refresh_from_db()
    a, b, c, d = entries(opened)
    assert frozenset((a, b)) not in couples(week)
    assert frozenset((c, d)) not in couples(week)
    document = json.loads(week.pairing["certificate"])
    assert week.pairing["proven"] == verify(document)
    assert week.pairing["proven"].startswith("Best possible pairing")
    stored = pairing_values.stored(week)
    assert stored is not None
    field, standing = stored
    assert field.seats == (a, b, c, d)
    assert {frozenset(map(field.entry, pair)) for pair in standing.couples} == couples(week)
    migration = import_module("mfcampaign.campaigns.migrations.0002_restart_additional")
    migration._pairings(apps, "preferences", "wishes", "round-certificate-1")
    older = Week.objects.get(pk=week.pk).pairing
    assert "wishes" in json.loads(older["facts"]), "as 0001 kept it"
    assert "preferences" not in json.loads(older["certificate"])
    migration._pairings(apps, "wishes", "preferences", "round-certificate-2")
    assert pairing_values.stored(Week.objects.get(pk=week.pk)) == stored
    assert json.loads(Week.objects.get(pk=week.pk).pairing["certificate"]) == document


def test_two_exchange_their_places_before_their_games_begin(league):
    week = league.start()
    week.refresh_from_db()
    bye = WeekEntry.objects.get(week=week, bye=True).entry_id
    game = week.games.order_by("table").first()
    one, other = game.sides.order_by("seat").values_list("entry", flat=True)
    pairing.change_places(week, league.organiser, bye, one, "The train is late.")
    week.refresh_from_db()
    assert frozenset((bye, other)) in couples(week)
    assert WeekEntry.objects.get(week=week, bye=True).entry_id == one
    game.refresh_from_db()
    assert game.state == Game.State.VOID
    assert week.pairing["certificate"] == "", "a person decided"
    side = week.games.exclude(state=Game.State.VOID).last().sides.first()
    game_operations.propose_size(side, side.entry.user, 20)
    rival = week.games.exclude(state=Game.State.VOID).last().sides.last()
    game_operations.propose_size(rival, rival.entry.user, 20)
    with pytest.raises(Refusal, match="has begun"):
        pairing.change_places(week, league.organiser, one, side.entry_id, "Once more.")


def test_a_part_is_paired_again_and_the_rest_stays(make_league):
    opened = make_league(players=6)
    opened.found_all()
    week = opened.start()
    week.refresh_from_db()
    before = couples(week)
    staying, *loose = sorted(before, key=sorted)
    rule = sorted(loose[0])
    pairing_plan.rule_pair(opened.campaign, opened.organiser, PairRule.Kind.FORBIDDEN, *rule)
    pairing.pair_again(week, opened.organiser, [pk for pair in loose for pk in pair], "They are brothers.")
    week.refresh_from_db()
    after = couples(week)
    assert staying in after
    assert not set(loose) & after
    assert len(after) == 3
    assert week.pairing["proven"].startswith("Best possible pairing")


def test_what_contradicts_itself_is_refused(league):
    a, b, c, *_ = entries(league)
    with pytest.raises(Refusal, match="once only"):
        pairing_plan.set_order(league.campaign, league.organiser, ["club", "club"])
    with pytest.raises(Refusal, match="no preference"):
        pairing_plan.set_order(league.campaign, league.organiser, ["tables"])
    with pytest.raises(Refusal, match="two different"):
        pairing_plan.rule_pair(league.campaign, league.organiser, PairRule.Kind.FIXED, a, a)
    opened = pairing_plan.rule_pair(league.campaign, league.organiser, PairRule.Kind.FIXED, a, b)
    with pytest.raises(Refusal, match="fixed opponent"):
        pairing_plan.rule_pair(league.campaign, league.organiser, PairRule.Kind.FIXED, b, c)
    pairing_plan.lift_rule(opened, league.organiser)
    pairing_plan.rule_pair(league.campaign, league.organiser, PairRule.Kind.FIXED, b, c)
    league.start()
    with pytest.raises(Refusal, match="paired already"):
        pairing_plan.say_when(league.entry(0), league.players[0], 1, away=True, evenings=[])
