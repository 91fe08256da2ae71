"""Loaders of the pages of a game: the game by its phase, its report in words, additional games.

Everything is built from named public facts. A Crew that is not revealed is not read here at all, whoever
asks.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.access import LeagueVisit, Seat
from mfcampaign.campaigns.aftermath.countersign_queries import waiting_at
from mfcampaign.campaigns.aftermath.deadlines import due_at
from mfcampaign.campaigns.aftermath.queries import Gains, gains_of
from mfcampaign.campaigns.game.next_step import (
    GameStep,
    aftermath_step,
    beside_the_encounter,
    due_of,
    next_step,
)
from mfcampaign.campaigns.game.report.recorded import beside
from mfcampaign.campaigns.game.report.words import ReportView, report_view
from mfcampaign.campaigns.game.schemes import WrittenSchemes, how_written, in_own_words, may_be_seen
from mfcampaign.campaigns.models import (
    Aftermath,
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
from mfcampaign.play.origins import encounter_of, encounters_of
from mfcampaign.play.queries.so_far import SoFar, so_far
from mfcampaign.web.cache import cached
from rules.campaign.charts.rows import WeeklyEvent
from rules.edition import edition_of
from rules.game.setup.scenario import Scenario
from rules.refusal import Total

State = Game.State


class RevealedUpgrade(Struct, frozen=True):
    """What a hired model carried, by name and kind, and what the league's charts say of it."""

    name: str
    kind: str = ""
    text: str = ""


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
    in_catalogue: bool = True
    """``False`` of a Leader who was built, and of a Totem that came by an advancement."""


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
    """What is yours to do now, and until when; the deadline is that of the lists of next actions."""

    what: str
    url: str = ""
    action: str = ""
    due: dt.datetime | None = None


class SideAfter(Struct, frozen=True):
    """Where one side is in its Aftermath, and what that brought once the game is closed."""

    side: LeagueGameSideView
    state: str
    gains: Gains | None = None


class After(Struct, frozen=True):
    """What the Aftermaths of a confirmed game show to all, and what is the viewer's to do now."""

    step: Step | None
    sides: tuple[SideAfter, ...] = ()


class Hunted(Struct, frozen=True):
    """The Bounty one side is on, portion by portion: goal, ticks so far, ticks in all."""

    label: str
    faction: str
    name: str
    portions: tuple[tuple[str, int, int], ...]


class PlayedHere(Struct, frozen=True):
    """One Encounter that the game was played or recorded in, those that were given up among them;
    ``fruitless`` counts its void rounds before the first card, ``entered`` what the viewer did in it."""

    url: str
    mode: str
    state: str
    over: bool
    left: bool
    version: int
    fruitless: int
    entered: int


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
        bounties=tuple(_hunted(seat.sides)) if game.state in Game.REPORTABLE else (),
        written=tuple(may_be_seen(game, s) for s in seat.sides) if written and game.revealed_at else (),
        yours=in_own_words(seat.own) if seat.own and written and game.revealed_at else (),
        minutes=minutes(game.size or game.ceiling) if minutes else None,
        opponent_organises=_opponent_organises(seat),
        consented=seat.own is not None and seat.own.consented_at is not None,
    )


def _opponent_organises(seat: Seat) -> bool:
    own, other = seat.own, seat.other
    if own is None or other is None or own.entry.user_id != seat.visit.person:
        return False
    return seat.visit.campaign.organisers.filter(user=other.entry.user_id).exists()


def after_of(page: GamePage, visit: LeagueVisit) -> After:
    """What ``page`` shows of the Aftermaths. One query once there are any, two when the game is closed."""
    game = page.game
    if game.state not in Game.WITH_RESULT:
        return After(page.step)
    rows = Aftermath.objects.filter(side__game=game.pk)
    if game.state == State.CLOSED:
        gains = {
            row.side.seat: gains_of(row, visit.campaign)
            for row in rows.select_related("side").prefetch_related("decisions")
        }
        return After(page.step, tuple(SideAfter(side, "", gains.get(side.seat)) for side in page.sides))
    joined = rows.select_related("side__game__week__campaign").defer("context")
    open_rows = {row.side.seat: row for row in joined}
    states = {seat: row.state for seat, row in open_rows.items()}
    sides = tuple(SideAfter(side, states.get(side.seat, "")) for side in page.sides)
    if page.mine is None or page.mine.seat not in open_rows or visit.campaign.cancelled:
        return After(page.step, sides)
    return After(_step_after(page, visit.campaign.slug, open_rows[page.mine.seat]), sides)


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


def played_here(
    game: Game | GameSnapshot, week: Week | WeekSnapshot, league: str, viewer: int | None = None
) -> list[PlayedHere]:
    """What was begun here of this game, in that order. One query, none while a Crew is hidden. No act of the
    league tells how it goes on."""
    if game.state == State.SCHEDULED:
        return []
    rows: Any = encounters_of(_origin_key(league, week.number, game.table))
    entered = Count("decisions", filter=Q(decisions__actor=viewer))
    return [
        PlayedHere(
            row.get_absolute_url(),
            row.mode,
            row.get_state_display(),
            row.over,
            row.state == row.State.LEFT,
            row.version,
            len(row.void_rounds),
            row.entered,
        )
        for row in rows.defer("setup", "checkpoint", "server_seed").annotate(entered=entered)
    ]


def beside_record(page: GamePage, here: PlayedHere | None, campaign: Campaign) -> ReportView | None:
    """The report with what was recorded ``here``, where it says otherwise; an Encounter that goes on is open
    to its players alone. Three queries, none until more is entered."""
    report = page.report
    if report is None or here is None or not (here.over or page.mine):
        return report
    key = _origin_key(campaign.slug, page.week.number, page.game.table)

    def read() -> SoFar | None:
        row = encounter_of(key)
        return so_far(row) if row is not None else None

    played = cached(campaign, "recorded", read, key, here.version)
    if played is None:
        return report
    crews = [side.crew for side in page.sides if side.crew is not None]
    names = {member.id: member.name for crew in crews for member in crew.members}
    return beside(report, played, names, campaign.edition)


def step_beside(page: GamePage, here: PlayedHere | None, campaign: Campaign) -> Step | None:
    """The viewer's next action where the game is played or recorded ``here``; ``None`` where that changes
    nothing of it."""
    if page.mine is None or page.game.state != State.PLAYING or here is None or campaign.cancelled:
        return None
    if beside_the_encounter(GameStep.PLAY, here.over) is GameStep.REPORT:
        at = [campaign.slug, page.week.number, page.game.table]
        report = reverse("campaigns:report", args=at)
        return Step("The game is over: report the result", report, "Report", page.week.games_close_at)
    if here.mode == "play":
        return Step("The game is being played here", here.url, "Go to the table", page.week.games_close_at)
    action = "Continue the record" if here.entered else "Join the record"
    return Step("The game is being recorded", here.url, action, page.week.games_close_at)


def _hunted(sides: Sequence[GameSide]) -> Iterator[Hunted]:
    """What both are on while the game is played (SL-BOUNTY-05). Two queries, one when nobody is on any."""
    active = loading.active_bounties(side.entry_id for side in sides)
    for side in sides:
        if (bounty := active.get(side.entry_id)) is not None:
            portions = tuple((p.goal, bounty.ticks(p), p.repeat) for p in bounty.portions)
            yield Hunted(side.label, side.entry.faction, bounty.name, portions)


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
        proposed_size=side.proposed_size if seat.visit.member else None,
        crew=_revealed(game, side),
        vp=game.outcome["vp"][side.seat] if "vp" in game.outcome else None,
        won=won,
        forfeited=game.outcome.get("forfeit") == side.seat,
    )


def _revealed(game: Game, side: GameSide) -> RevealedCrew | None:
    if game.revealed_at is None or not game.reveal:
        return None
    campaign = game.week.campaign
    crew = _with_texts(msgspec.convert(game.reveal["seats"][side.seat], RevealedCrew), campaign)
    if campaign.played.start.leader_is_built:
        figures = loading.catalogue(campaign)
        known = (replace(m, in_catalogue=figures.has_profile(m.slug)) for m in crew.members)
        crew = replace(crew, members=tuple(known))
    weight, strategy = edition_of(campaign.edition).setup.weight, game.scenario.get("strategy", "")
    if weight is None or not strategy:
        return crew
    members = (
        replace(m, counts=weight(strategy, m.station, m.scheme_cost, leader=m.leader)) for m in crew.members
    )
    return replace(crew, members=tuple(members))


def _with_texts(crew: RevealedCrew, campaign: Campaign) -> RevealedCrew:
    texts = campaign.played.charts.texts(loading.charts(campaign))
    members = (
        replace(m, upgrades=tuple(replace(u, text=texts.get(u.name, "")) for u in m.upgrades))
        for m in crew.members
    )
    return replace(crew, members=tuple(members))


def _ceiling(seat: Seat) -> Total:
    """The largest size with its lines; the bare number where an Arsenal has changed since."""
    campaign = seat.visit.campaign
    owned = loading.arsenals(campaign, [side.entry for side in seat.sides])
    crew = campaign.played.crew
    a, b = (crew.value(owned[side.entry_id].models, campaign.rules) for side in seat.sides)
    ceiling = crew.ceiling(a, b, campaign.rules)
    return ceiling if ceiling.amount == seat.game.ceiling else Total(seat.game.ceiling)


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
    if seat.visit.campaign.cancelled:
        return None
    if own is None or other is None:
        return _organisers_step(seat)
    if game.state not in Game.BEFORE_RESULT:
        return None
    step, label = next_step(own, newest.by_entry_id if newest else None, None), other.entry.label
    crew, report = address(game, "crew"), address(game, "report")
    due = due_of(step, game, newest.due_at if newest else None, None)
    return {
        GameStep.HIRE: Step("Hire your Crew", crew, "Hire", due),
        GameStep.CREW_AWAITED: Step(
            f"Your Crew is in. {label} is still hiring.", crew, "View your Crew", due
        ),
        GameStep.PLAY: Step("Play, then report the result", report, "Report", due),
        GameStep.CONFIRM: Step(f"Confirm what {label} reported, or object", "#report", "Read it", due),
        GameStep.CONFIRMATION_AWAITED: Step(
            f"{label} has to confirm your report", report, "Change the report", due
        ),
        GameStep.RULING_AWAITED: Step(
            "An organiser has to rule; or report again what you both agree on", report, "Report again"
        ),
    }[step]


def _step_after(page: GamePage, league: str, row: Aftermath) -> Step:
    """The viewer's next action while the Aftermaths are under way."""
    aftermath = reverse("campaigns:aftermath", args=[league, page.week.number, page.game.table])
    label = next(side.label for side in page.sides if not side.mine)
    own = Step("Continue your Aftermath", aftermath, "Continue", due_at(row))
    return {
        GameStep.AFTERMATH: own,
        GameStep.CARD_AWAITED: own,
        GameStep.EARLIER_AFTERMATH: Step(
            "Your Aftermath of an earlier game comes first", aftermath, "Look at it"
        ),
        GameStep.AFTERMATH_AWAITED: Step(
            f"Your Aftermath is done. {label} is still in the Aftermath.", aftermath, "See your Aftermath"
        ),
    }[aftermath_step(row.state, row.waiting_for)]


def _organisers_step(seat: Seat) -> Step | None:
    game = seat.game
    if seat.visit.organiser and game.state == State.DISPUTED:
        return Step("This table waits for your ruling", address(game, "rule"), "Rule on it")
    return None


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
