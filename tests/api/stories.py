"""Scenes of acts that need a story of their own: a league that is about to start, an Encounter under way, a
season that follows another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

from django.utils import timezone

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import operations as arsenals
from mfcampaign.campaigns.models import Aftermath, Campaign, PointsGiven
from mfcampaign.campaigns.next_season import operations as next_season
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.points import operations as points
from mfcampaign.campaigns.restart import operations as restarts
from mfcampaign.campaigns.restart.queries import restart_under_way
from mfcampaign.campaigns.sandbox import operations as sandbox
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.transfer.operations import upload
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.catalog.operations import packs
from mfcampaign.crews import operations as crews
from mfcampaign.crews import queries as crew_page
from mfcampaign.dispatch.models import Command, Outbox
from mfcampaign.events.ladder import rungs
from mfcampaign.events.loading import record
from mfcampaign.events.operations import creation, ladder, teams
from mfcampaign.play import loading as play_loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation as encounters
from mfcampaign.play.operations import recording
from rules.campaign.readings import preset
from rules.campaign.start import start_leaders
from rules.fate.shuffle import Stream, digest
from tests.api.scenes import Scene, recorded_game
from tests.campaigns.conftest import League, person
from tests.campaigns.rising.test_season import Week
from tests.events.making import Day
from tests.play.playing import SMALL, duel

PHRASE = "the willow by the old mill"


def everywhere(world: dict[str, Any], make_league: Callable[..., League]) -> Iterator[Scene]:
    """One after the other; what one leaves lies there in the next."""
    yield from at_the_start(make_league, world)
    yield from of_leaders(make_league)
    yield from of_weeks(make_league)
    yield from of_seasons(make_league)
    yield from of_an_absent_player(make_league)
    yield from of_events(world["league"].organiser)
    yield from of_encounters(make_league)
    yield from of_crews()


def at_the_start(make_league: Callable[..., League], world: dict[str, Any]) -> Iterator[Scene]:
    """Charts to copy; a Cost that no source has; a league that may begin; a league as a file."""
    league = world["league"]
    at = {"slug": league.campaign.slug, "charts": world["own_charts"]}
    yield Scene("charts to copy", [league.organiser], at, {"fork_charts": {"name": "Theirs"}})
    costs = make_league(players=1, name="Costs", edition="m3e")
    entry = costs.join("explorer", "explorers-society")
    figures = loading.start_figures(costs.campaign)
    leaders = start_leaders(entry.faction, figures, costs.campaign.rules)
    unknown = {"model": next(each.slug for each in leaders if each.cost is None), "cost": 7}
    bodies = dict.fromkeys(("state_cost", "confirm_cost"), unknown)
    yield Scene("a Cost is unknown", [entry.user, costs.organiser], {"slug": costs.campaign.slug}, bodies)
    ready = make_league(players=2, name="Ready")
    ready.found_all()
    opening.close_registration(ready.campaign, ready.organiser)
    yield Scene("ready", [ready.organiser], {"slug": ready.campaign.slug})
    filed = write(ready.campaign, phrase=PHRASE)
    bodies = {"upload_league_file": {"text": filed.decode(), "name": "ready.league.jsonl", "phrase": PHRASE}}
    file = upload(ready.organiser, "ready.league.jsonl", filed, phrase=PHRASE)
    yield Scene("a league file", [ready.organiser], {"file": file.pk}, bodies)


def of_leaders(make_league: Callable[..., League]) -> Iterator[Scene]:
    """A Leader is drafted and built; then models of others have changed sides, one taken, one sent away."""
    start = make_league(players=2, name="Rising", edition="m4e", system="rising-names")
    lucky = {"draft_leader": {"leader": {"name": "Nell", "archetype": "lucky-upstart"}}}
    yield Scene("a Leader is drafted", start.players, {"slug": start.campaign.slug}, lucky)
    league = make_league(players=2, name="Traitors", edition="m4e", system="rising-names", weeks_total=3)
    league.found_all("a")
    league.start()
    first = Week(league, 1)
    model = first.hired(leader=False)
    foe = first.sides[1].entry.user
    first.ends([model], {"injury_flip": ["BJ"]})
    bodies = {name: {"model": model} for name in ("take_traitor", "leave_traitor")}
    yield Scene("a model changes sides", [foe], {"slug": league.campaign.slug}, bodies)


def of_weeks(make_league: Callable[..., League]) -> Iterator[Scene]:
    """Before a week's games begin; points beside results; Schemes that are written down; stuck work."""
    league = make_league(
        players=4, name="Points", policies={"standings_scheme": "malifaux", "weekly_events": "drawn"}
    )
    league.found_all()
    league.start()
    one, other = (play.sides(game)[0].entry_id for game in league.games())
    event = loading.charts(league.campaign).weekly_events[0].slug
    points.give_points(league.campaign, league.organiser, [one], 1, "Painted")
    stuck = Command.objects.create(
        kind="aftermath.flip",
        natural_key="stuck",
        campaign_id=league.campaign.pk,
        status="stuck",
        attempts=5,
        subject="A flip",
        error="A fault",
    )
    Outbox.objects.create(topic="command", command=stuck)
    bodies = {
        "exchange_places": {"one": one, "other": other, "reason": "They share a car."},
        "give_points": {"entries": [one, other], "points": 1, "why": "Painted a Master"},
        "choose_event": {"event": event, "reason": "We voted for it."},
    }
    given = PointsGiven.objects.get(campaign=league.campaign).pk
    at = {"slug": league.campaign.slug, "given": given, "command": stuck.pk}
    yield Scene("before the games", [league.organiser], at, bodies)
    second = make_league(players=2, name="Schemes", edition="m2e", policies=preset("by-the-book").policies)
    second.found_all()
    second.start()
    (game,) = second.games()
    game.scenario["schemes"] = [{"number": 1, "name": "Outflank"}, {"number": 2, "name": "Distract"}]
    game.save()
    for side in play.sides(game):
        play.submit_crew(side)
    written = {"choose_schemes": {"schemes": [{"name": "Outflank", "revealed": True}, {"name": "Distract"}]}}
    at = {"slug": second.campaign.slug, "week": 1, "table": game.table}
    yield Scene("Schemes are written down", second.players, at, written)


def of_seasons(make_league: Callable[..., League]) -> Iterator[Scene]:
    """A new Arsenal in the second week, its flips due; a sandbox; a next season, where Arsenals are kept."""
    league = make_league(players=2, name="Anew", weeks_total=2)
    league.found_all()
    league.start()
    play.live_week(league.week(1))
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    entry = league.entry(0)
    restarts.ask(entry, entry.user)
    entry = league.entry(0)
    arsenals.save_draft(entry, entry.user, choices.start_list(entry))
    arsenals.found_arsenal(entry, entry.user)

    def ordinal() -> int:
        found = restart_under_way(entry)
        return found.asks_ordinal if found is not None and found.asks_ordinal is not None else 0

    bodies: dict[str, Any] = {
        "begin_barter_flips": {"source": "entered"},
        "enter_barter_card": lambda: {"ordinal": ordinal(), "card": "5r"},
        "answer_barter_flip": lambda: {"ordinal": ordinal(), "option": "pass"},
    }
    yield Scene("Barter flips are due", [entry.user], {"slug": league.campaign.slug}, bodies)
    copy = sandbox.try_season(league.campaign, league.organiser)
    weeks.start(copy, league.organiser)
    yield Scene("a sandbox", [league.organiser], {"slug": copy.slug})
    over = make_league(players=2, name="First season", weeks_total=1)
    over.found_all()
    over.start()
    weeks.reach_deadline(over.week(1), over.organiser, "Agreed.")
    after = next_season.open_next_season(
        Campaign.objects.get(pk=over.campaign.pk),
        over.organiser,
        name="Second season",
        starts_on=timezone.localdate() + dt.timedelta(days=9),
        over=next_season.CarriedOver(keeps="whole"),
    )
    former = over.entry(0)
    opening.join(after, former.user, faction=former.faction)
    yield Scene("the season after", [former.user], {"slug": after.slug}, {"keep_arsenal": {"models": None}})


def of_an_absent_player(make_league: Callable[..., League]) -> Iterator[Scene]:
    """The Aftermath of a player who is away asks a question."""
    league = make_league(players=2, name="Away")
    league.found_all()
    league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game)
    play.confirm(game)
    row: Aftermath = play.aftermaths(game)[0]
    aftermath.flip_source(row, row.side.entry.user, "fate")
    play.settle()

    def answer() -> dict[str, Any]:
        ask = replay.view(Aftermath.objects.get(pk=row.pk)).ask
        return {"ordinal": ask.ordinal, "option": ask.default} if ask else {"ordinal": 1, "option": "keep"}

    at = {"slug": league.campaign.slug, "week": 1, "table": game.table, "entry": row.side.entry_id}
    yield Scene("a player is away", [league.organiser], at, {"answer_aftermath_for": answer})


def of_events(host: Any) -> Iterator[Scene]:
    """Registration is open to a stranger; captains choose tables; a challenge waits; an opponent is met."""
    guest, other = person("signs-up"), person("was-met")
    day = Day(host, 2, name="Open Cup")
    yield Scene(
        "registration is open", [guest], {"event": day.event.slug}, {"sign_up_for_event": {"name": "Wanda"}}
    )
    pairs = Day(host, 4, name="Captains", team_size=2)
    for number in range(1, 5):
        teams.put_in_team(pairs.event, host, number, ("Docks", "Anvil")[number % 2])
    pairs.begin()
    pairs.round(play=False)
    match = record(pairs.fresh()).matches_of(1)[0]
    members = [each.number for each in record(pairs.event).members(match.a.number)]
    at = {"code": pairs.player(match.a.captain).code, "event": pairs.event.slug}
    yield Scene("captains choose", [host], at, {"choose_team_tables": {"round": 1, "order": members}})
    climb = Day(host, 4, name="A climb", format="ladder")
    creation.begin(climb.event, host)
    first, second, *_ = rungs(record(climb.fresh()))
    ladder.challenge(climb.event, None, second, first)
    yield Scene("a challenge waits", [host], {"code": climb.player(first).code})
    met = Day(host, 2, name="A meeting", rounds=1)
    for number, user in ((1, guest), (2, other)):
        met.event.players.filter(number=number).update(user=user, faction="guild")
    met.begin()
    met.round()
    note = {"kind": "opponent", "about": f"person:{other.pk}", "text": "Two Riders.", "tags": ["rivals"]}
    yield Scene("an opponent is met", [guest], {}, {"write_note": note})


def of_encounters(make_league: Callable[..., League]) -> Iterator[Scene]:
    """Shuffles to be laid down; a question to be answered; a record under way; one of a league."""
    one, other = person("plays"), person("plays-too")
    new = encounters.create(one, SMALL, opponent="greedy")
    speak = {"do": "speak", "seat": 0, "given": "the quick brown fox jumps over"}
    yield Scene("shuffles", [one], {"play": new.public_id}, {"enter_shuffle": speak})
    row = duel(one, other)

    def answer() -> dict[str, Any]:
        fresh = Encounter.objects.get(pk=row.pk)
        ask = play_loading.play_of(fresh).asks[0]
        value = ask.options.sample(Stream(digest("walk", str(fresh.version))))
        return {"seat": ask.seat, "kind": ask.kind, "value": value, "seen": fresh.version}

    yield Scene("a question", [one, other], {"play": row.public_id}, {"answer_ask": answer})
    written = encounters.create(one, SMALL, opponent="known", other=other, mode="record")
    recording.enter(written, one, [{"do": "turn", "turn": 1}], seen=written.version)
    model = next(name for name in play_loading.setup_of(written).hired() if name.startswith("a"))
    hurt = {"do": "hurt", "model": model, "amount": 1}
    bodies = {
        "enter_entries": lambda: {"entries": [hurt], "seen": _version(written)},
        "act_by_hand": lambda: {"seat": 0, "name": "A trap", "lines": [hurt], "seen": _version(written)},
    }
    yield Scene("a record", [one, other], {"play": written.public_id}, bodies)
    league, game, _ = recorded_game(make_league, "Set aside")
    at = {"slug": league.campaign.slug, "week": 1, "table": game.table}
    yield Scene("a league's record", [league.organiser], at)


def _version(row: Encounter) -> int:
    return Encounter.objects.get(pk=row.pk).version


def of_crews() -> Iterator[Scene]:
    """A Crew that tries an Injury, and one whose pack went on."""
    owner = person("hires")
    hurt = crews.create(owner, faction="guild", leader="lady-justice", size=50)
    injury = next(each.upgrade.slug for each in crew_page.to_try(hurt) if each.upgrade.kind == "injury")
    crews.try_on(hurt, owner, None, injury)
    at = {"crew": hurt.public_id, "member": 0, "slug": injury}
    yield Scene("an Injury is tried", [owner], at)
    pack = packs.create_pack(owner, "House costs")
    packs.set_figures(pack, owner, "executioner", {"cost": 9})
    crew = crews.create(owner, faction="guild", leader="lady-justice", size=50)
    crews.change_settings(crew, owner, pack_id=pack.pk)
    crews.add(crew, owner, "executioner")
    crews.submit(crew, owner)
    packs.set_figures(pack, owner, "executioner", {"cost": 8})
    yield Scene("figures are newer", [owner], {"crew": crew.public_id})
