"""Scenes in which acts of programs can be done: who is there, and what addresses and bodies name.

A scene is made by operations. What it names may be a function: it is asked when an act is tried, since what
was done before changes it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import msgspec
from django.utils import timezone

from mfcampaign.accounts.operations import create_guest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import queries as aftermaths
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import Aftermath, Campaign, Countersign
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.playoffs import queries as playoffs
from mfcampaign.campaigns.rulings import operations as rulings
from mfcampaign.campaigns.rulings.requests import Give
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.catalog.charts import csv_file
from mfcampaign.catalog.charts.cells import cells_of
from mfcampaign.catalog.charts.chart import CHARTS, flat_rows
from mfcampaign.catalog.models import ChartSet
from mfcampaign.catalog.operations import packs
from mfcampaign.crews.models import CrewMember
from mfcampaign.events.operations import creation, people, rounds, teams
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation as creations
from mfcampaign.play.operations import recording
from rules.fate.cards import Card
from tests.campaigns.conftest import League, person
from tests.events.making import Day
from tests.permissions.test_api_matrix import ELSEWHERE
from tests.play.playing import SMALL, go_on

CARDS = ("7r", "8m", "9c", "4t", "5r", "12m", "3c", "6t", "2r", "11c", "10m", "1t", "13r")
HOUSE_MODEL = {
    "name": "Wolf",
    "station": "Henchman",
    "factions": ["guild"],
    "keywords": ["Guard"],
    "cost": 6,
    "limit": 1,
    "df": 5,
    "wp": 4,
    "mv": 6,
    "sz": 1,
    "health": 6,
    "base_mm": 30,
    "characteristics": ["Beast"],
}


class Scene(msgspec.Struct):
    """``at`` are places of addresses (of some acts others: ``at_of``), ``bodies`` those of acts whose example
    does not fit here; ``people`` try in turn."""

    name: str
    people: list[Any]
    at: dict[str, Any]
    bodies: dict[str, Any] = {}
    at_of: dict[str, dict[str, Any]] = {}


def everywhere(world: dict[str, Any], make_league: Callable[..., League]) -> Iterator[Scene]:
    """One after the other; what one leaves lies there in the next."""
    yield of_the_world(world)
    yield from at_registration(make_league, world)
    yield from of_a_week(make_league)
    yield from of_the_second_week(make_league)
    yield from of_events(world["league"].organiser)
    yield from of_encounters(make_league)


def of_the_world(world: dict[str, Any]) -> Scene:
    """Everything that addresses name is there; the first week's games are played."""
    league, named = world["league"], world["people"]
    charts = ChartSet.objects.get(pk=world["own_charts"])
    barter = CHARTS["barter"]
    cells = cells_of(flat_rows(charts.body, barter)[0], barter)
    gift = Give(entry=world["entry"], what="scrip", amount=1)
    whole = packs.create_pack(league.organiser, "With a wolf")
    wolf = packs.add_house(whole, league.organiser, HOUSE_MODEL)

    def last_member() -> int:
        found = CrewMember.objects.filter(crew__public_id=world["crew"]).last()
        return found.pk if found else 0

    def entered(cards: dict[str, Any]) -> Callable[[], Any]:
        return lambda: {**cards, "stands": ChartSet.objects.get(pk=charts.pk).sha256}

    row = Encounter.objects.get(public_id=world["play"])
    go_on(row, {0: named["player"], 1: named["opponent"]}, 3)
    bodies = {
        "add_organiser": {"username": "stranger"},
        "add_event_organiser": {"username": "stranger"},
        "name_stand_in": {"username": "stranger"},
        "set_stand_in": {"entry": world["entry"], "week": 2, "username": "stranger"},
        "join_league": {"token": world["invitation"], "faction": "guild"},
        "join_play": {"token": world["seat_link"]},
        "make_ruling": lambda: {
            "request": {"type": "Give", "entry": gift.entry, "what": gift.what, "amount": gift.amount},
            "reason": "A prize of the evening.",
            "digest": rulings.preview(league.campaign, league.organiser, gift).digest,
        },
        "upload_charts": {"charts": charts.body},
        "put_chart": {"csv": csv_file.written(flat_rows(charts.body, barter), barter)},
        "add_chart_row": {"cells": cells},
        "change_chart_row": {"cells": cells},
        "adopt_figures": {"release": league.campaign.release_id, "pack": world["pack"], "week": 2},
        "set_own_cost": {"slug": "gatling-gunner", "cost": 7},
        "take_back": lambda: {"do": "ask", "seen": Encounter.objects.get(pk=row.pk).version},
        "choose": lambda: _answer(world["league"], world["people"]["player"]),
        "own_model": {"copies": 2, "edition": "m3e"},
    }
    at = world["places"] | {
        "username": "stranger",
        "member": last_member,
        "week": [world["week"], 2],
        "round": [world["event_number"], 2],
    }
    elsewhere = {
        name: {place: world[word] for place, word in places.items()} for name, places in ELSEWHERE.items()
    }
    by_act = elsewhere | {
        "add_card_form": {"pack": whole.pk, "slug": wolf.slug},
        "own_model": {"slug": "guild-hound"},
    }
    actors = ("player", "organiser", "opponent", "staff", "stranger")
    return Scene("the world", [named[actor] for actor in actors], at, bodies, by_act)


def _answer(league: League, user: Any) -> dict[str, Any]:
    row = Aftermath.objects.get(side__entry__user=user, side__entry__campaign=league.campaign)
    ask = replay.view(row).ask
    chosen = choices.answer(ask, 0)
    return {"ordinal": ask.ordinal, "option": chosen.option, "bearer": chosen.bearer}


def at_registration(make_league: Callable[..., League], world: dict[str, Any]) -> Iterator[Scene]:
    """Two have joined, and a guest; nobody has an Arsenal yet."""
    league = make_league(players=2, name="Still open")
    guest, _ = create_guest("Gustav", league.organiser)
    own = opening.join(league.campaign, guest, faction="neverborn", by=league.organiser)
    pack = packs.create_pack(league.organiser, "For a league")
    start = choices.start_list(league.entry(0))
    bodies = {
        "draft_arsenal": {"leader": start.leader, "models": start.models, "upgrade": start.upgrade},
        "place_in_division": {"division": 1},
        "use_pack": {"pack": pack.pk},
        "renew_guest_link": {"entry": own.pk},
    }
    at = world["places"] | {"slug": league.campaign.slug, "entry": league.entry(0).pk}
    yield Scene("registration", [*league.players, league.organiser], at, bodies)


def of_a_week(make_league: Callable[..., League]) -> Iterator[Scene]:
    """A game from its Crews to the Aftermath, step by step; the organiser plays in it."""
    league = make_league(players=1, name="A week")
    league.players.append(league.organiser)
    opening.join(league.campaign, league.organiser, faction="guild")
    opening.add_organiser(league.campaign, league.organiser, helper := person("helper"))
    league.found_all()
    league.start()
    (game,) = league.games()
    first, second = play.sides(game)
    at = {"slug": league.campaign.slug, "week": 1, "table": 1, "entry": first.entry_id}
    named = [*league.players, helper]
    crew = msgspec.to_builtins(choices.crew(first))
    bodies: dict[str, Any] = {"propose_size": {"size": game.ceiling}}
    bodies |= dict.fromkeys(("write_crew", "hand_in_crew", "hand_in_for"), crew)
    yield Scene("Crews", [first.entry.user, *named], at, bodies)
    for side in (first, second):
        play.submit_crew(side)
    result = msgspec.to_builtins(choices.result(play.sides(game)))
    bodies = {"report_game": {"result": result}, "rule_result": {"result": result, "reason": "Both said so."}}
    yield Scene("revealed", named, at, bodies)
    play.report(game)
    yield Scene("reported", [second.entry.user, *named], at, bodies)
    play.confirm(game)
    play.settle()
    yield Scene("an Aftermath begins", named, at)
    row = aftermaths.of_side(play.sides(game)[0])
    own = row.side.entry.user
    aftermath.flip_source(row, own, "entered")

    def fallen() -> dict[str, Any]:
        ask = replay.view(row).ask
        return {"ordinal": ask.ordinal, "cards": [c for c in CARDS if c not in ask.out][: ask.cards]}

    while (ask := replay.view(row).ask).who != "fate":
        aftermath.choose(row, own, ask.ordinal, choices.answer(ask, 0).option)
    waiting = {
        "object_to_flip": lambda: {"number": _countersign(league), "reason": "It was a 9."},
        "countersign": lambda: {"numbers": [_countersign(league)]},
        "rule_on_flips": lambda: {
            "number": _countersign(league),
            "verdict": "stands",
            "reason": "Both saw it.",
        },
    }
    yield Scene("cards at the table", named, at, {"enter_cards": fallen, **waiting})


def _countersign(league: League) -> int:
    found = Countersign.objects.filter(decision__aftermath__side__entry__campaign=league.campaign).last()
    return found.pk if found else 1


def of_the_second_week(make_league: Callable[..., League]) -> Iterator[Scene]:
    """Hires are open; then play-offs are paired; a contest is waited for; a season is over."""
    league = make_league(players=5, name="Hires", weeks_total=3, policies={"playoffs": 4})
    league.found_all()
    league.start()
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    at = {"slug": league.campaign.slug, "week": [2, 3], "table": 1, "entry": league.entry(0).pk}
    parts = league.week(2).parts.select_related("entry__user", "entry__campaign", "week__campaign")
    part = parts.get(entry=league.entry(0))
    for entry in league.campaign.entries.all():
        gift = Give(entry=entry.pk, what="scrip", amount=9)
        rulings.rule(league.campaign, league.organiser, gift, "For hires.")
    model = {"slug": choices.hire(part)}
    named = [*league.players, league.organiser]
    yield Scene("hires", named, at, {"hire_model": model, "hire_for": model})
    weeks.close_hires(league.week(2), league.organiser, "Agreed.")
    bracket = playoffs.bracket(Campaign.objects.get(pk=league.campaign.pk))
    match = bracket.rounds[0].matches[0]
    bodies = {"decide_playoff_match": {"winner": match.places[1].entry.pk, "reason": "By agreement."}}
    yield Scene("play-offs", named, at | {"match": match.number}, bodies)
    contest = make_league(players=3, name="A contest", policies={"weekly_events": "drawn"})
    contest.found_all()
    with patch.object(fate, "draws", _with_a_contest(fate.draws)):
        contest.start()
    bodies = {"enter_contest": {"winners": [contest.entry(1).pk], "reason": "She hit the bottle."}}
    yield Scene("a contest", [contest.organiser], {"slug": contest.campaign.slug}, bodies)
    over = make_league(players=2, name="Over", weeks_total=1)
    over.found_all()
    over.start()
    weeks.reach_deadline(over.week(1), over.organiser, "Agreed.")
    Campaign.objects.get(pk=over.campaign.pk, state=Campaign.State.COMPLETE)
    starts = (timezone.localdate() + dt.timedelta(days=9)).isoformat()
    bodies = {"open_next_season": {"name": "The Long Winter II", "starts_on": starts}}
    yield Scene("over", [over.organiser, *over.players], {"slug": over.campaign.slug}, bodies)


def _with_a_contest(drawn: Callable[..., Any]) -> Callable[..., Any]:
    """The card of the week's event is one whose contest is entered."""

    def draws(week: Any, purpose: str, *parts: int) -> Callable[[], Card]:
        return (lambda: Card.parse("13m")) if purpose == "event" else drawn(week, purpose, *parts)

    return draws


def of_events(host: Any) -> Iterator[Scene]:
    """A draft; registration with a waiting list; teams; a round being paired; the cut."""
    starts = timezone.now() + dt.timedelta(days=2)
    draft = creation.create_event(host, name="Not yet open", starts_at=starts)
    yield Scene("a draft", [host], {"event": draft.slug, "player": 1, "round": 1})
    full = Day(host, 6, capacity=4)
    people.leave(full.event, None, 2, because="withdrew")
    full.event.capacity = 8
    full.event.save(update_fields=["capacity"])
    code = full.player(1).code
    yield Scene("a waiting list", [host], {"event": full.event.slug, "player": 2, "round": 1, "code": code})
    pairs = Day(host, 4, team_size=2)
    for number in range(1, 5):
        teams.put_in_team(pairs.event, host, number, ("Docks", "Anvil")[number % 2])
    at = {"event": pairs.event.slug, "player": 1, "team": 1, "round": 1}
    yield Scene("teams", [host], at, {"change_team": {"name": "Harbour", "captain": 1}})
    pairs.begin()
    pairs.round(play=False)
    yield Scene("teams play", [host], at)
    paired = Day(host, 4)
    paired.begin()
    rounds.pair(paired.event, host)
    yield Scene("a round is paired", [host], {"event": paired.event.slug, "round": 1})
    day = Day(host, 8, rounds=1, cut=2)
    day.begin()
    at = {"event": day.event.slug, "player": 1, "round": 1, "code": day.player(1).code}
    yield Scene("a day", [host], at)
    day.round()
    at["game"] = day.games(1)[0].pk
    yield Scene("before the cut", [host], at)


def recorded_game(make_league: Callable[..., League], name: str) -> tuple[League, Any, Any]:
    """A league whose first game is being recorded by its first player: league, game, record."""
    league = make_league(players=2, name=name)
    league.found_all()
    league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    player = play.sides(game)[0].entry.user
    seat = access.played_side(player, league.campaign.slug, 1, game.table)
    return league, game, league_play.begin(seat, player, "record")


def of_encounters(make_league: Callable[..., League]) -> Iterator[Scene]:
    """Recorded ones that are over: of two people, and of a league."""
    one, other = person("one"), person("other")
    row = creations.create(one, SMALL, opponent="known", other=other, mode="record")
    over = [{"do": "turn", "turn": 1}, {"do": "turn", "turn": 2}, {"do": "over"}]
    recording.enter(row, one, over, seen=row.version)
    yield Scene("a record is over", [one, other], {"play": row.public_id})
    league, game, row = recorded_game(make_league, "Recorded")
    player = play.sides(game)[0].entry.user
    recording.enter(row, player, over, seen=row.version)
    yield Scene("a league's record is over", league.players, {"play": row.public_id})
