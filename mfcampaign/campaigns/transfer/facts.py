"""What an imported league must hold beyond the form of its lines: its facts are checked by the code that
writes them, and its pages are read once before anybody is shown one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
from django.db.models import F, Q

from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.aftermath import queries as aftermath_page
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.history import biographies, figures, series
from mfcampaign.campaigns.history import flips as history_flips
from mfcampaign.campaigns.history import front_page as history_front
from mfcampaign.campaigns.history import season as history_season
from mfcampaign.campaigns.history.record import record
from mfcampaign.campaigns.league import next_actions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.diary_queries import DiaryFilter
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Account,
    Aftermath,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    GameSide,
    LeaderGrowth,
    Report,
    Restart,
    Ruling,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.opening.operations import expect_edition, expect_schedule
from mfcampaign.campaigns.organiser import queries as console
from mfcampaign.campaigns.pairing import queries as pairing_page
from mfcampaign.campaigns.playoffs import queries as playoffs
from mfcampaign.campaigns.rulings import queries as rulings_page
from mfcampaign.campaigns.transfer import renumbering
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import queries as week_page
from rules.campaign.system import expect_playable
from rules.fate.league import verify
from rules.game.results.result import EncounterOutcome, outcome
from rules.game.setup.scenario import Scenario
from rules.refusal import Refusal, Violation

State = Game.State
SEED_BYTES, MOST_SHOWN = 32, 20
REVEALED = (*Game.REPORTABLE, *Game.WITH_RESULT)
FINAL = (Report.State.CONFIRMED, Report.State.RULED)


def expect_sound(campaign: Campaign) -> None:
    """``Refusal`` with every fact of the league that cannot be."""
    expect_schedule(campaign.timezone, campaign.weeks_total, campaign.hire_days)
    expect_edition(campaign.edition, campaign.season, campaign.pack_id)
    expect_playable(campaign.system, campaign.edition)
    if problems := balances.verify(campaign):
        raise Refusal(f"The Scrip in the file does not add up: {problems[0]}")
    for check in (
        _accounts,
        _weeks,
        _arsenals,
        _games,
        _aftermaths,
        _growth,
        _restarts,
    ):  # each relies on those before
        if wrong := list(check(campaign)):
            raise Refusal.of([Violation("", sentence) for sentence in wrong[:MOST_SHOWN]])


def _accounts(campaign: Campaign) -> Iterator[str]:
    """A bank, and a purse for each player."""
    purses = list(Account.objects.filter(campaign=campaign, kind="purse").values_list("entry", flat=True))
    entries = list(campaign.entries.values_list("pk", flat=True))
    if sorted(purses) != sorted(entries) or campaign.accounts.filter(kind="bank").count() != 1:
        yield "Each player has one purse, and the league one bank."
    if not campaign.organisers.exists():
        yield "The league has no organiser."


def _weeks(campaign: Campaign) -> Iterator[str]:
    """Their order, their commitments, and the flips that follow from their seeds."""
    weeks = list(campaign.weeks.order_by("number"))
    if [week.number for week in weeks] != list(range(1, len(weeks) + 1)) or len(weeks) > campaign.weeks_total:
        yield "The weeks are not numbered from 1 to the last."
    begun = campaign.state not in Campaign.BEFORE_FIRST_WEEK
    if begun != bool(weeks) and campaign.state != Campaign.State.CANCELLED:
        yield f"The league is {campaign.get_state_display()} and has {len(weeks)} weeks."
    for week in weeks:
        week.campaign = campaign
        name = f"Week {week.number}"
        if week.state == Week.State.NEW_HIRES and week.hires_close_at > week.games_close_at:
            yield f"{name}: its hires close after its games."
        if (week.state == Week.State.CLOSED) != (week.closed_at is not None):
            yield f"{name} is {week.get_state_display()}, its hour of closing says otherwise."
        if week.state != Week.State.CLOSED and week is not weeks[-1]:
            yield f"{name} is open, and a later one has begun."
        seed = bytes(week.fate_seed)
        if len(seed) != SEED_BYTES or not verify(seed, week.fate_commitment):
            yield f"{name}: the commitment is not that of its seed."
            continue
        for restore in fate.restores_of(week):
            if not verify(bytes.fromhex(restore.mark), restore.commitment):
                yield f"{name}: the commitment of a restore is not that of its mark."
        drawn = [drawing["scenario"] for drawing in week.drawings]
        for number, scenario in enumerate([*drawn, week.scenario], start=1):
            if scenario and _flips(scenario) != _flips(fate.scenario(week, number)):
                yield f"{name}: its scenario is not what its seed flips."


def _flips(scenario: dict[str, Any]) -> Any:
    return msgspec.convert(scenario, Scenario).flips


def _arsenals(campaign: Campaign) -> Iterator[str]:
    """What hangs on a model belongs to its player; each Arsenal in play has one Leader."""
    upgrades = ArsenalUpgrade.objects.filter(entry__campaign=campaign, bearer__isnull=False)
    if upgrades.exclude(bearer__entry=F("entry")).exists():
        yield "An Upgrade hangs on another player's model."
    if upgrades.filter(bearer__roster__lt=F("roster")).exists():
        yield "An Upgrade hangs on a model of an Arsenal that was given up."
    models = ArsenalModel.objects.filter(entry__campaign=campaign)
    if models.filter(roster__gt=F("entry__roster")).exists():
        yield "A model belongs to an Arsenal that its player does not have yet."
    for entry in campaign.entries.filter(state__in=[Entry.State.ACTIVE, Entry.State.READY]):
        leaders = list(models.filter(entry=entry).owned().values_list("is_leader", flat=True))
        if leaders and sum(leaders) != 1:
            yield f"The Arsenal of {entry.label} has {sum(leaders)} Leaders."
    if WeekEntry.objects.filter(week__campaign=campaign).exclude(entry__campaign=campaign).exists():
        yield "Somebody plays in a week of another league."


def _games(campaign: Campaign) -> Iterator[str]:
    """Two sides each, their Crews their own; what was revealed is what was handed in; a final result is the
    outcome that follows from it."""
    owners = dict(ArsenalModel.objects.filter(entry__campaign=campaign).values_list("pk", "entry"))
    held = dict(ArsenalUpgrade.objects.filter(entry__campaign=campaign).values_list("pk", "entry"))
    games = Game.objects.filter(week__campaign=campaign).select_related("week").prefetch_related("reports")
    by_game: dict[int, list[GameSide]] = {}
    for side in GameSide.objects.filter(game__week__campaign=campaign).order_by("seat"):
        by_game.setdefault(side.game_id, []).append(side)
    for game in games.order_by("pk"):
        name = f"Week {game.week.number}, table {game.table}"
        game.week.campaign = campaign
        sides = by_game.get(game.pk, [])
        if [side.seat for side in sides] != [0, 1]:
            yield f"{name} has not two sides."
            continue
        for side in sides:
            crew = loading.crew(side)
            named = {m.model_id: owners for m in crew.members} if crew else {}
            named |= dict.fromkeys(loading.loose_ids(side), held)
            if any(whose.get(pk) != side.entry_id for pk, whose in named.items()):
                yield f"{name}: a Crew holds what its player never had."
            if crew is not None and crew.leader_id not in {member.model_id for member in crew.members}:
                yield f"{name}: a Crew without its Leader."
        yield from _revealed(game, sides, name)
        yield from _settled(game, name)


def _revealed(game: Game, sides: list[GameSide], name: str) -> Iterator[str]:
    revealed = game.revealed_at is not None
    if revealed != bool(game.reveal) or (game.state in REVEALED and not revealed):
        yield f"{name} is {game.get_state_display()}, its reveal says otherwise."
        return
    if not revealed:
        return
    if not game.scenario:
        yield f"{name} was revealed without a scenario."
    for side, seat in zip(sides, game.reveal["seats"], strict=True):
        if {member["id"] for member in seat["members"]} != loading.hired_ids(side):
            yield f"{name}: another Crew was revealed than was handed in."
        for total in (seat["cost"], seat["rating"], seat["pool"]):
            if total["amount"] != sum(line["amount"] for line in total["lines"]):
                yield f"{name}: a total of the reveal is not the sum of its lines."


def _settled(game: Game, name: str) -> Iterator[str]:
    reports = sorted(game.reports.all(), key=lambda report: report.number)
    if [report.number for report in reports] != list(range(1, len(reports) + 1)):
        yield f"{name}: its reports are not numbered from 1."
    final = [report for report in reports if report.state in FINAL]
    waiting = [report for report in reports if report.state == Report.State.PROPOSED]
    if (game.state == State.REPORTED) != bool(waiting) or len(waiting) > 1:
        yield f"{name} is {game.get_state_display()}, its reports say otherwise."
    if game.state in Game.WITH_RESULT:
        if len(final) != 1 or game.confirmed_at is None:
            yield f"{name} has ended without one final result."
        elif msgspec.convert(game.outcome, EncounterOutcome) != _outcome(final[0], game):
            yield f"{name}: its outcome is not what its result comes to."


def _outcome(report: Report, game: Game) -> EncounterOutcome:
    return outcome(loading.result(report), game.week.rules)


def _aftermaths(campaign: Campaign) -> Iterator[str]:
    """Their answers lead where the rows say."""
    rows = Aftermath.objects.filter(side__game__week__campaign=campaign)
    ended = Q(side__game__state__in=(State.AFTERMATH, State.CLOSED, State.VOID))
    waits = Q(state=Aftermath.State.QUEUED, context={}, again__gt=0)  # its result was opened again
    if rows.exclude(ended | waits).exists():
        yield "A game that has not ended has an aftermath."
    for row in rows.exclude(state=Aftermath.State.QUEUED).select_related("side__game__week__campaign"):
        # Files of before may hold one in which what follows from its facts alone was not written at once.
        begins = row.applied == 0 and not row.decisions.exists()
        if len(replay.view(row).effects) != row.applied and not begins:
            yield f"The answers of an aftermath do not lead where the file says ({row})."


def _growth(campaign: Campaign) -> Iterator[str]:
    """What is kept beside the Arsenals follows from their Aftermaths, but for Leaders that a ruling changed;
    each in play has it, where Leaders are built."""
    rulings = Ruling.objects.filter(campaign=campaign).values_list("changes", flat=True)
    ruled = {each["entry"] for changes in rulings for each in changes if each["type"] in renumbering.KEPT}
    start = campaign.played.start
    rosters = dict(ArsenalModel.objects.filter(entry__campaign=campaign).values_list("pk", "roster"))
    effects: dict[tuple[int, int], list[Any]] = {}
    kept = LeaderGrowth.objects.filter(entry__campaign=campaign)
    if start.leader_is_built:
        played = Aftermath.objects.filter(side__game__week__campaign=campaign)
        played = played.exclude(state=Aftermath.State.QUEUED).order_by("side__game__week__number", "pk")
        for row in played.select_related("side__game__week__campaign"):
            roster = rosters[loading.submitted_crew(row.side).leader_id]
            effects.setdefault((row.side.entry_id, roster), []).extend(
                replay.view(row).effects[: row.applied]
            )
        rows = set(kept.values_list("entry", "roster"))
        for entry in campaign.entries.filter(state__in=[Entry.State.ACTIVE, Entry.State.READY]):
            if (entry.pk, entry.roster) not in rows:
                yield f"The Arsenal of {entry.label} is in play without its Leader."
    for growth in kept.select_related("entry__user"):
        if growth.roster > growth.entry.roster:
            yield f"{growth} belongs to an Arsenal that the player does not have yet."
        if growth.entry_id in ruled:
            continue
        for fault in start.faults_of(growth.facts, effects.get((growth.entry_id, growth.roster), ())):
            yield f"{growth}: {fault}"


def _restarts(campaign: Campaign) -> Iterator[str]:
    for row in Restart.objects.filter(entry__campaign=campaign, state__in=("flipping", "done")):
        if row.context and len(replay.view(row).effects) != row.applied:
            yield f"The Barter flips of {row.entry.label} do not lead where the file says."
        if row.state == Restart.State.FLIPPING and not row.context:
            yield f"The Barter flips of {row.entry.label} are under way without their facts."


# -- the pages -----------------------------------------------------------------------------------------


def expect_readable(campaign: Campaign) -> None:
    """Read what the pages of the league show. ``Refusal`` that names the first that cannot be made."""
    for name, read in _pages(campaign):
        try:
            read()
        except Refusal:
            continue  # an answer like any other
        except Exception as error:
            raise Refusal(
                f"{name} cannot be shown: {type(error).__name__}: {str(error)[:160]}",
                fix="The file may have been changed by hand.",
            ) from error


def _pages(campaign: Campaign) -> Iterator[tuple[str, Callable[[], Any]]]:
    yield "The table", lambda: league_page.table(campaign)
    yield "The list of leagues", lambda: league_page.cards([campaign])
    yield "The list of players", lambda: [str(entry) for entry in league_page.members(campaign)]
    yield "The page of fate", lambda: league_page.fate_of_weeks(campaign)
    yield "The diary", partial(_diary, campaign)
    yield "The history", lambda: series.charts(record(campaign), campaign)
    yield "The season", lambda: history_season.season(campaign)
    yield "The figures", lambda: figures.figures(campaign)
    yield "The front page", lambda: history_front.front(campaign)
    yield "The table of flips", lambda: list(history_flips.flips(campaign))
    yield "The play-offs", lambda: playoffs.bracket(campaign)
    yield "The plan of pairings", lambda: pairing_page.planned(campaign)
    yield "The page of organiser tools", lambda: console.console(campaign, week_page.WeekRows(campaign))
    for week in campaign.weeks.all():
        week.campaign = campaign
        yield f"Week {week.number}", partial(week_page.week_page, week)
        yield f"The pairing of week {week.number}", partial(pairing_page.why, week, None)
    for entry in campaign.entries.select_related("user"):
        entry.campaign = campaign
        yield f"The Arsenal of {entry.label}", partial(arsenal_page.sheet_of, entry)
        yield f"The next step of {entry.label}", partial(next_actions.of_entries, [entry])
        yield f"The games of {entry.label}", partial(_games_of, campaign, entry.pk)
        yield f"The rulings on {entry.label}", partial(rulings_page.player, campaign, entry)
    models = ArsenalModel.objects.filter(entry__campaign=campaign).values_list("pk", flat=True)
    yield "A model's life", lambda: [biographies.biography(record(campaign), pk) for pk in models]
    yield "The rulings", lambda: [rulings_page.read(row) for row in rulings_page.rulings(campaign)]
    visit = access.LeagueVisit(campaign, None, True)
    for number, table in Game.objects.filter(week__campaign=campaign).values_list("week__number", "table"):
        yield f"Week {number}, table {table}", partial(_game, visit, number, table)
    for row in Aftermath.objects.filter(side__game__week__campaign=campaign).exclude(state="queued"):
        yield str(row), partial(aftermath_page.public, row)
        yield str(row), partial(aftermath_page.own, row)


def _games_of(campaign: Campaign, entry: int) -> Any:
    return biographies.history(record(campaign), entry)


def _diary(campaign: Campaign) -> Any:
    return league_page.diary_page(campaign, organiser=True, asked="", size=500, wanted=DiaryFilter())


def _game(visit: access.LeagueVisit, week: int, table: int) -> Any:
    page = game_page.game_page_of(access.at_table(visit, week, table))
    return game_page.after_of(page, visit)
