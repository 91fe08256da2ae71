"""Loaders of the pages of a game: the game by its phase, its report in words, additional games.

Everything is built from named public facts. A Crew that is not revealed is not read here at all, whoever
asks.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.access import Seat, Standing
from mfcampaign.campaigns.aftermath.countersign_queries import waiting_at
from mfcampaign.campaigns.aftermath.queries import Gains, gains_of
from mfcampaign.campaigns.game.next_step import GameStep, aftermath_step, next_step
from mfcampaign.campaigns.game.schemes import WrittenSchemes, how_written, in_own_words, may_be_seen
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalBounty,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    GameProposal,
    GameSide,
    Report,
    Week,
)
from mfcampaign.campaigns.restart import queries as restart_page
from mfcampaign.campaigns.snapshots import (
    GameSnapshot,
    WeekSnapshot,
    game_snapshot,
    week_snapshot,
)
from mfcampaign.play.origins import encounters_of
from rules.campaign.arsenal import arsenal_value, size_ceiling
from rules.campaign.charts.rows import Portion, WeeklyEvent
from rules.edition import edition_of
from rules.game.league.needs import finding, record_of
from rules.game.results.casualties import Successor
from rules.game.results.result import Casualty, EncounterOutcome, EncounterResult, outcome
from rules.game.setup.scenario import Scenario
from rules.refusal import Total

State = Game.State


class RevealedUpgrade(Struct, frozen=True):
    """What a hired model carried, by name and kind."""

    name: str
    kind: str = ""


class RevealedModel(Struct, frozen=True):
    """One hired model with what it carries, as revealed."""

    id: int
    slug: str
    name: str
    station: str
    leader: bool
    upgrades: tuple[RevealedUpgrade, ...] = ()
    scheme_cost: int | None = None
    counts: int | None = None
    """What it counts for the Strategy, of one that weighs models (M2-STR-07, -10)."""


class RevealedCrew(Struct, frozen=True):
    """One Crew after the reveal: its bill, Campaign Rating and Pool with their lines (SL-RATING-01)."""

    cost: Total
    rating: Total
    pool: Total
    members: tuple[RevealedModel, ...] = ()


class LeagueGameSideView(Struct, frozen=True):
    """One side as everyone who may look sees it; ``crew`` once both are revealed."""

    seat: int
    entry: int
    label: str
    faction: str
    mine: bool
    attacker: bool
    handed_in: bool
    proposed_size: int | None
    crew: RevealedCrew | None
    vp: int | None
    won: bool
    forfeited: bool


class Step(Struct, frozen=True):
    """What is yours to do now; ``due`` when the deadline of the week is what matters."""

    what: str
    url: str = ""
    action: str = ""
    due: bool = False


class SideAfter(Struct, frozen=True):
    """Where one side is in its Aftermath, and what that brought once the game is closed."""

    side: LeagueGameSideView
    state: str
    gains: Gains | None = None


class After(Struct, frozen=True):
    """What the Aftermaths of a confirmed game show to all, and what is the viewer's to do now."""

    step: Step | None
    sides: tuple[SideAfter, ...] = ()


class Lost(Struct, frozen=True):
    """A casualty in words: the model's name, what became of it, the card if it was written down and the
    one it was cheated from; ``by`` whose hand, where somebody wrote that down."""

    name: str
    finished_off: bool
    card: str
    cheated_from: str = ""
    how: str = "killed"
    flipless: bool = False
    by: str = ""


class Scored(Struct, frozen=True):
    """One side of a report, for reading: VP by Turn for each source."""

    label: str
    faction: str
    rows: tuple[tuple[str, tuple[int, ...], int], ...]
    vp: int
    counts: int
    lost: tuple[Lost, ...]
    withdrew_turn: int | None
    event_scrip: int
    heirs: tuple[str, ...] = ()
    bounty: tuple[str, ...] = ()
    used_up: tuple[str, ...] = ()


class ReportView(Struct, frozen=True):
    """The newest report, and what the viewer may do with it."""

    number: int
    state: str
    by: str
    by_seat: int | None
    sides: tuple[Scored, Scored]
    outcome: EncounterOutcome
    winner: str
    ended_turn: int
    objection: str = ""
    reason: str = ""
    ruled_by: str = ""
    later: bool = False
    """A ruling made it after the Aftermaths had begun."""
    due: dt.datetime | None = None
    """When it counts without an answer, while it waits for one."""


class Hunted(Struct, frozen=True):
    """The Bounty one side is on, portion by portion: goal, ticks so far, ticks in all."""

    label: str
    faction: str
    name: str
    portions: tuple[tuple[str, int, int], ...]


class PlayedHere(Struct, frozen=True):
    """One Encounter that the game was played or recorded in, those that were given up among them;
    ``fruitless`` counts its void rounds before the first card."""

    url: str
    mode: str
    state: str
    over: bool
    fruitless: int


class GamePage(Struct, frozen=True):
    """Everything the page draws but what follows from the Aftermaths. ``step``: what is next before them;
    ``written``: Schemes as far as all may see them, ``yours`` those of the viewer; ``minutes`` that it
    takes."""

    game: GameSnapshot
    week: WeekSnapshot
    sides: tuple[LeagueGameSideView, LeagueGameSideView]
    scenario: Scenario | None
    event: WeeklyEvent | None
    step: Step | None
    ceiling: Total | None = None
    report: ReportView | None = None
    bounties: tuple[Hunted, ...] = ()
    written: tuple[WrittenSchemes, ...] = ()
    yours: tuple[str, ...] = ()
    minutes: tuple[int, int] | None = None
    opponent_organises: bool = False
    """Whether the viewer's opponent organises the league: the viewer may let them decide this game, too."""
    consented: bool = False

    @property
    def mine(self) -> LeagueGameSideView | None:
        """The viewer's side, if they play here."""
        return next((side for side in self.sides if side.mine), None)

    @property
    def schemes_final(self) -> bool:
        """Whether both sides have chosen their Schemes (M2-SETUP-14)."""
        return bool(self.written) and all(side.shown or side.hidden for side in self.written)


def game_page_of(seat: Seat) -> GamePage:
    """The page of one Encounter: at most six queries beyond those of ``access``."""
    game = seat.game
    reports = game.reports.select_related("ruled_by").order_by("-number")
    newest = reports.first() if game.revealed_at else None
    scenario = msgspec.convert(game.scenario, Scenario) if game.scenario else None
    views = [_side(game, side, seat, scenario) for side in seat.sides]
    written, minutes = how_written(game), edition_of(game.week.campaign.edition).setup.minutes
    return GamePage(
        game=game_snapshot(game),
        week=week_snapshot(game.week),
        sides=(views[0], views[1]),
        scenario=scenario,
        event=msgspec.convert(game.week.event["event"], WeeklyEvent) if game.week.event else None,
        step=_step(seat, newest),
        ceiling=_ceiling(seat) if game.state == State.SCHEDULED else None,
        report=report_view(game, seat.sides, newest) if newest is not None else None,
        bounties=tuple(_hunted(seat.sides)) if game.state in PLAYED else (),
        written=tuple(may_be_seen(game, s) for s in seat.sides) if written and game.revealed_at else (),
        yours=in_own_words(seat.own) if seat.own and written and game.revealed_at else (),
        minutes=minutes(game.size or game.ceiling) if minutes else None,
        opponent_organises=_opponent_organises(seat),
        consented=seat.own is not None and seat.own.consented_at is not None,
    )


def _opponent_organises(seat: Seat) -> bool:
    own, other = seat.own, seat.other
    if own is None or other is None or own.entry.user_id != seat.standing.person:
        return False
    return seat.standing.campaign.organisers.filter(user=other.entry.user_id).exists()


def after_of(page: GamePage, standing: Standing) -> After:
    """What ``page`` shows of the Aftermaths. One query once there are any, two when the game is closed."""
    game = page.game
    if game.state not in (State.AFTERMATH, State.CLOSED):
        return After(page.step)
    rows = Aftermath.objects.filter(side__game=game.pk)
    if game.state == State.CLOSED:
        gains = {
            row.side.seat: gains_of(row, standing.campaign.edition)
            for row in rows.select_related("side").prefetch_related("decisions")
        }
        return After(page.step, tuple(SideAfter(side, "", gains.get(side.seat)) for side in page.sides))
    turns = {seat: turn for seat, *turn in rows.values_list("side__seat", "state", "waiting_for")}
    sides = tuple(SideAfter(side, turns.get(side.seat, ("",))[0]) for side in page.sides)
    if page.mine is None or page.mine.seat not in turns or standing.campaign.cancelled:
        return After(page.step, sides)
    return After(_step_after(page, standing.campaign.slug, *turns[page.mine.seat]), sides)


Entered = tuple[tuple[str, bool, int, int], ...]
"""Whose cards from the table are not settled, whether they are one's own, how many wait and how many are
objected to."""


def entered_at(page: GamePage) -> Entered:
    """One query once the result stands."""
    if page.game.confirmed_at is None:
        return ()
    sides = {side.seat: side for side in page.sides}
    return tuple(
        (sides[cards.seat].label, sides[cards.seat].mine, cards.waiting, cards.objected)
        for cards in waiting_at(page.game.pk)
    )


def played_here(game: Game | GameSnapshot, week: Week | WeekSnapshot, league: str) -> list[PlayedHere]:
    """What was begun here of this game, in that order. One query, none while a Crew is hidden. No act of the
    league tells how it goes on."""
    if game.state == State.SCHEDULED:
        return []
    rows = encounters_of(_origin_key(league, week.number, game.table))
    return [
        PlayedHere(row.get_absolute_url(), row.mode, row.get_state_display(), row.over, len(row.void_rounds))
        for row in rows.defer("setup", "checkpoint", "server_seed")
    ]


PLAYED = (State.PLAYING, State.REPORTED, State.DISPUTED)


def _hunted(sides: Sequence[GameSide]) -> Iterator[Hunted]:
    """What both are on while the game is played (SL-BOUNTY-05). Two queries, one when nobody is on any."""
    active = loading.active_bounties(side.entry_id for side in sides)
    for side in sides:
        if (bounty := active.get(side.entry_id)) is not None:
            portions = tuple((p.goal, bounty.ticks(p), p.repeat) for p in bounty.portions)
            yield Hunted(side.entry.label, side.entry.faction, bounty.name, portions)


def _side(game: Game, side: GameSide, seat: Seat, scenario: Scenario | None) -> LeagueGameSideView:
    won = bool(game.outcome) and game.outcome.get("winner") == side.seat
    return LeagueGameSideView(
        seat=side.seat,
        entry=side.entry_id,
        label=side.label,
        faction=side.entry.faction,
        mine=seat.own is not None and side.pk == seat.own.pk,
        attacker=scenario is not None and scenario.attacker_seat == side.seat,
        handed_in=side.crew_submitted_at is not None,
        proposed_size=side.proposed_size if seat.standing.member else None,
        crew=_revealed(game, side),
        vp=game.outcome["vp"][side.seat] if "vp" in game.outcome else None,
        won=won,
        forfeited=game.outcome.get("forfeit") == side.seat,
    )


def _revealed(game: Game, side: GameSide) -> RevealedCrew | None:
    if game.revealed_at is None or not game.reveal:
        return None
    crew = msgspec.convert(game.reveal["seats"][side.seat], RevealedCrew)
    weight, strategy = edition_of(game.week.campaign.edition).setup.weight, game.scenario.get("strategy", "")
    if weight is None or not strategy:
        return crew
    members = (
        replace(m, counts=weight(strategy, m.station, m.scheme_cost, leader=m.leader)) for m in crew.members
    )
    return replace(crew, members=tuple(members))


def _ceiling(seat: Seat) -> Total:
    """The largest size with its lines; the bare number where an Arsenal has changed since."""
    campaign = seat.standing.campaign
    owned = loading.arsenals(campaign, [side.entry for side in seat.sides])
    a, b = (arsenal_value(owned[side.entry_id].models, campaign.rules) for side in seat.sides)
    ceiling = size_ceiling(a, b, campaign.rules)
    return ceiling if ceiling.amount == seat.game.ceiling else Total(seat.game.ceiling)


# -- the report in words ------------------------------------------------------------------------------


def report_view(game: Game, sides: Sequence[GameSide], report: Report) -> ReportView:
    """A report as a table to read. No query when its people are loaded and it ticks no Bounty."""
    result = loading.result(report)
    score = outcome(result, game.week.rules)
    names = _names(game.reveal)
    gains = report_words(sides, result, score)
    by_turn = edition_of(game.week.campaign.edition).scoring.scheme_by_turn
    first, second = (_scored(side, result, score, names, gains, by_turn=by_turn) for side in sides)
    by = next((side for side in sides if side.entry_id == report.by_entry_id), None)
    return ReportView(
        number=report.number,
        state=report.state,
        by=by.label if by else "an organiser",
        by_seat=by.seat if by else None,
        sides=(first, second),
        outcome=score,
        winner="" if score.winner is None else sides[score.winner].label,
        ended_turn=result.ended_turn,
        objection=report.objection,
        reason=report.reason,
        ruled_by=str(report.ruled_by or ""),
        later=game.confirmed_at is not None and report.created_at > game.confirmed_at,
        due=report.due_at if report.state == Report.State.PROPOSED else None,
    )


def _names(reveal: Mapping[str, Any]) -> dict[int, str]:
    return {member["id"]: member["name"] for seat in reveal["seats"] for member in seat["members"]}


def _scored(
    side: GameSide,
    result: EncounterResult,
    score: EncounterOutcome,
    names: Mapping[int, str],
    gains: Words,
    *,
    by_turn: bool,
) -> Scored:
    mine = result.seats[side.seat]
    turns = range(result.ended_turn)
    return Scored(
        label=side.label,
        faction=side.entry.faction,
        rows=(
            _row("Strategy", mine.strategy_vp, turns),
            *(_row(scheme.name, scheme.vp, turns, by_turn=by_turn) for scheme in mine.schemes),
        ),
        vp=mine.vp,
        counts=score.vp[side.seat],
        lost=tuple(_lost(casualty, names) for casualty in mine.casualties),
        withdrew_turn=mine.withdrew_turn,
        event_scrip=mine.event_scrip,
        heirs=tuple(heir_words(heir, names) for heir in mine.successors),
        bounty=gains[side.seat][0],
        used_up=gains[side.seat][1],
    )


def _row(
    name: str, vp: Sequence[int], turns: range, *, by_turn: bool = True
) -> tuple[str, tuple[int, ...], int]:
    """VP by Turn and in total; without ``by_turn`` a total alone."""
    return name, tuple(vp[turn] if by_turn and turn < len(vp) else 0 for turn in turns), sum(vp)


def _lost(casualty: Casualty, names: Mapping[int, str]) -> Lost:
    name = names.get(casualty.model_id, f"Model {casualty.model_id}")
    return Lost(
        name,
        casualty.finished_off,
        casualty.flip or "",
        casualty.cheated_from or "",
        HOW_WORDS[casualty.how],
        casualty.how == "automatic",
        names.get(casualty.killed_by, "") if casualty.killed_by is not None else "",
    )


# -- what is yours to do ----------------------------------------------------------------------------------


def address(game: Game, name: str) -> str:
    return reverse(f"campaigns:{name}", args=[game.week.campaign.slug, game.week.number, game.table])


ORIGIN = "league"


def origin_key(game: Game) -> str:
    """The game's key in ``play`` (``Encounter.origin``)."""
    return _origin_key(game.week.campaign.slug, game.week.number, game.table)


def _origin_key(league: str, week: int, table: int) -> str:
    return f"{ORIGIN}:{league}/{week}/{table}"


def _step(seat: Seat, newest: Report | None) -> Step | None:
    """The viewer's next action before the Aftermaths, in the words of the page; ``None`` for those who only
    watch."""
    game, own, other = seat.game, seat.own, seat.other
    if seat.standing.campaign.cancelled:
        return None
    if own is None or other is None:
        return _organisers_step(seat)
    if game.state not in Game.OPEN_STATES or game.state == State.AFTERMATH:
        return None
    step, label = next_step(own, newest.by_entry_id if newest else None, None), other.entry.label
    crew, report = address(game, "crew"), address(game, "report")
    return {
        GameStep.HIRE: Step("Hire your Crew", crew, "Hire", due=True),
        GameStep.CREW_AWAITED: Step(f"Your Crew is in. {label} is still hiring.", crew, "View your Crew"),
        GameStep.PLAY: Step("Play, then report the result", report, "Report", due=True),
        GameStep.CONFIRM: Step(f"Confirm what {label} reported, or object", "#report", "Read it"),
        GameStep.CONFIRMATION_AWAITED: Step(
            f"{label} has to confirm your report", report, "Change the report"
        ),
        GameStep.RULING_AWAITED: Step(
            "An organiser has to rule; or report again what you both agree on", report, "Report again"
        ),
    }[step]


def _step_after(page: GamePage, league: str, state: str, waiting_for: str) -> Step:
    """The viewer's next action while the Aftermaths are under way."""
    aftermath = reverse("campaigns:aftermath", args=[league, page.week.number, page.game.table])
    label = next(side.label for side in page.sides if not side.mine)
    own = Step("Continue your Aftermath", aftermath, "Continue", due=True)
    return {
        GameStep.AFTERMATH: own,
        GameStep.CARD_AWAITED: own,
        GameStep.EARLIER_AFTERMATH: Step(
            "Your Aftermath of an earlier game comes first", aftermath, "Look at it"
        ),
        GameStep.AFTERMATH_AWAITED: Step(
            f"Your Aftermath is done. {label} is still in the Aftermath.", aftermath, "See your Aftermath"
        ),
    }[aftermath_step(state, waiting_for)]


def _organisers_step(seat: Seat) -> Step | None:
    game = seat.game
    if seat.standing.organiser and game.state == State.DISPUTED:
        return Step("This table waits for your ruling", address(game, "rule"), "Rule on it")
    return None


Words = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""By seat: the portions ticked, the Upgrades used up, in words."""
HOW_WORDS = {
    "killed": "killed",
    "buried": "buried at the end",
    "automatic": "finished off by an effect",
    "sacrificed": "sacrificed",
}


def report_words(sides: Sequence[GameSide], result: EncounterResult, score: EncounterOutcome) -> Words:
    """Both sides by seat; each tick of a Bounty says what it rests on. One query for Bounties if any is
    ticked, one for Upgrades if any is used up."""
    ordered = sorted(sides, key=lambda side: side.seat)
    ticked = {s.entry_id: result.seats[s.seat].bounty for s in ordered if result.seats[s.seat].bounty_ticks}
    bounties: dict[int, ArsenalBounty] = {}
    if ticked:
        for row in ArsenalBounty.objects.filter(entry__in=ticked, slug__in=set(ticked.values())):
            if ticked[row.entry_id] == row.slug:
                bounties[row.entry_id] = row
    used = [pk for seat in result.seats for pk in seat.used_up]
    names = dict(ArsenalUpgrade.objects.filter(pk__in=used).values_list("pk", "name")) if used else {}
    return tuple(
        (
            _ticks(bounties.get(side.entry_id), side, result, score),
            tuple(names.get(pk, f"Upgrade {pk}") for pk in result.seats[side.seat].used_up),
        )
        for side in ordered
    )


def _ticks(
    row: ArsenalBounty | None, side: GameSide, result: EncounterResult, score: EncounterOutcome
) -> tuple[str, ...]:
    ticks = result.seats[side.seat].bounty_ticks
    if not ticks:
        return ()
    portions = msgspec.convert(row.portions, tuple[Portion, ...]) if row is not None else ()
    goals = {portion.id: portion.goal for portion in portions}
    name = row.name if row is not None else "Bounty"
    return tuple(
        f"{name}: {goals.get(portion, portion)}"
        + (f", {ticks.count(portion)} times" if ticks.count(portion) > 1 else "")
        + f" ({_rests_on(portion, portions, side, result, score)})"
        for portion in dict.fromkeys(ticks)
    )


def _rests_on(
    name: str,
    portions: Sequence[Portion],
    side: GameSide,
    result: EncounterResult,
    score: EncounterOutcome,
) -> str:
    """Whether the log or the report itself shows a portion, or only the players know it (SL-BOUNTY-05)."""
    own, game = result.seats[side.seat], side.game
    times = own.bounty_ticks.count(name)
    if own.proven_ticks.count(name) >= times:
        return "the log of the game proves it"
    pool = [scheme["name"] for scheme in game.scenario["schemes"]]
    crews = (loading.fighters(game, 0), loading.fighters(game, 1))
    needs = next((portion.needs for portion in portions if portion.id == name), "")
    if finding(needs, side.seat, record_of(result, score, crews, pool)).proven >= times:
        return "the report shows it"
    return f"on the word of {side.label}: confirming says it was so"


def heir_words(heir: Successor, names: Mapping[int, str]) -> str:
    """One successor as a sentence."""
    who = " and ".join(names.get(pk, f"Model {pk}") for pk in heir.originals)
    fate = "stayed in play"
    if heir.killed:
        fate = "was Finished Off" if heir.finished_off else "was killed, not Finished Off"
    return f"{' then '.join(heir.names)} stood for {who} and {fate}."


class AdditionalGames(Struct, frozen=True):
    """``week`` is ``None`` while no games are open; ``plays``: whether the visitor plays in it."""

    week: Week | None
    plays: bool
    opponents: tuple[Entry, ...]
    to_me: tuple[GameProposal, ...]
    mine: tuple[GameProposal, ...]
    agreed: tuple[GameProposal, ...]


def additional_games_of(entry: Entry) -> AdditionalGames:
    """At most six queries."""
    week = playing_week(entry.campaign)
    if week is None:
        return AdditionalGames(None, False, (), (), (), ())
    rows = list(
        week.proposals.filter(Q(by=entry) | Q(to=entry)).select_related("by__user", "to__user", "game")
    )
    waiting = [row for row in rows if row.state == GameProposal.State.OPEN]
    plays = entry.state == Entry.State.ACTIVE and week.parts.filter(entry=entry).exists()
    return AdditionalGames(
        week=week,
        plays=plays,
        opponents=tuple(opponents(entry, week)) if plays else (),
        to_me=tuple(row for row in waiting if row.to_id == entry.pk),
        mine=tuple(row for row in waiting if row.by_id == entry.pk),
        agreed=tuple(row for row in rows if row.state == GameProposal.State.ACCEPTED),
    )


def playing_week(campaign: Campaign) -> Week | None:
    """The week whose games are open, if any."""
    week = campaign.weeks.filter(state=Week.State.GAMES_OPEN).first()
    if week is None or week.games_close_at <= timezone.now():
        return None
    week.campaign = campaign
    return week


def open_tables(user: Viewer, league: str) -> list[tuple[int, int]]:
    """Week and table of each game of that league which ``user`` plays and which is under way, the newest
    first. One query."""
    games = Game.objects.filter(week__campaign__slug=league, sides__entry__user=user.pk)
    rows = games.filter(state__in=Game.OPEN_STATES).order_by("-week__number", "table")
    return list(rows.values_list("week__number", "table"))


def opponents(entry: Entry, week: Week) -> list[Entry]:
    """Possible opponents of an additional game this week, in the order of entry."""
    playing = week.campaign.entries.filter(state=Entry.State.ACTIVE, weeks__week=week)
    barred = restart_page.not_paired_yet(week)
    return [other for other in playing.select_related("user").order_by("pk") if _free(other, entry, barred)]


def _free(other: Entry, entry: Entry, barred: set[int]) -> bool:
    return other.pk != entry.pk and other.pk not in barred
