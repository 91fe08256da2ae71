"""The consequences of each organiser action, shown before it is sent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns import loading, own_games
from mfcampaign.campaigns.aftermath import queries as aftermath_page
from mfcampaign.campaigns.aftermath.queries import OwnView
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.models import (
    Aftermath,
    Campaign,
    Entry,
    Game,
    GameSide,
    Invitation,
    Report,
    Restart,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.restart.queries import UNFINISHED, owed_by
from mfcampaign.campaigns.week.queries import WeekRows
from rules.campaign.candidates import HireCandidate
from rules.campaign.hires import ForcedHire
from rules.campaign.policies import Policies
from rules.refusal import Refusal


class Dispute(Struct, frozen=True):
    """A table that waits for a ruling, with the objection."""

    game: Game
    players: str
    objection: str


class Console(Struct, frozen=True):
    """The facts of the organisers' page; each tuple of sentences tells what its action will do."""

    week: Week | None
    entries: tuple[Entry, ...]
    links: int
    disputes: tuple[Dispute, ...]
    owing: tuple[WeekEntry, ...]
    close_registration: tuple[str, ...]
    start: tuple[str, ...]
    close_hires: tuple[str, ...]
    games_due: tuple[str, ...]
    viewer: int
    loses_time: bool
    """Whether players lose time if the week goes on now: then a reason is asked."""

    @property
    def close_week(self) -> str:
        """The act that ends the week under way, on its button too."""
        return f"Close week {self.week.number}" if self.week else ""

    @property
    def guests(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.user.is_guest)

    @property
    def others(self) -> tuple[Entry, ...]:
        """Players in whose place an organiser may act."""
        return tuple(e for e in self.entries if e.state == Entry.State.ACTIVE and e.user_id != self.viewer)

    @property
    def playing(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.state != Entry.State.RETIRED)


def sandboxes(campaign: Campaign, organiser: int | None) -> QuerySet[Campaign]:
    """The sandboxes of the league that this organiser practises in."""
    return campaign.sandboxes.filter(organisers__user=organiser)


def console(campaign: Campaign, rows: WeekRows, viewer: int = 0) -> Console:
    week = rows.newest
    entries = tuple(campaign.entries.select_related("user"))
    return Console(
        week=week,
        entries=entries,
        links=open_links(campaign),
        disputes=disputes(campaign),
        owing=_owing(rows.parts),
        close_registration=(
            f"{len(entries)} have joined; the invitation link stops letting anyone in.",
            "Everybody finishes the Arsenal; the campaign begins at the first turnover, or when you say.",
        ),
        start=_start(entries),
        close_hires=_close_hires(week, rows.parts) if week else (),
        games_due=_games_due(week, rows.sides) if week else (),
        viewer=viewer,
        loses_time=_loses_time(week, rows) if week else False,
    )


def playing_entry(campaign: Campaign, pk: int) -> Entry:
    """An entry of the league that has not left; ``Refusal`` for any other number."""
    entry = campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user").filter(pk=pk).first()
    if entry is None:
        raise Refusal("That player is not in this league.", fix="Take the number of one of its entries.")
    entry.campaign = campaign
    return entry


def side_of(entry: Entry, week: int, table: int) -> GameSide:
    """That player's side of a game; 404 for a table that they do not play at."""
    rows = GameSide.objects.select_related("entry__user", "entry__campaign", "game__week__campaign")
    return get_object_or_404(rows, entry=entry, game__week__number=week, game__table=table)


class AbsentGame(Struct, frozen=True):
    """A game that waits for a player who is away: for the Crew, or for an answer in the Aftermath (``own``).
    Of a game of the organiser's own nothing is shown."""

    side: GameSide
    own: OwnView | None = None
    unsaid: bool = False


class AbsentPage(Struct, frozen=True):
    """All that waits for one player now."""

    part: WeekEntry | None
    need: ForcedHire | None
    offers: tuple[HireCandidate, ...]
    scrip: int
    games: tuple[AbsentGame, ...]


def absent_page(entry: Entry, viewer: Person) -> AbsentPage:
    """What an organiser may do for a player who is away."""
    part = arsenal_page.window_of(entry)
    shown = arsenal_page.hire_page(part, arsenal_page.Filter()) if part is not None else None
    hidden = own_games.own(entry.campaign, viewer.pk)
    barred = hidden.games - hidden.agreed
    sides = GameSide.objects.filter(entry=entry, game__state__in=Game.OPEN_STATES).exclude(game__in=barred)
    sides = sides.select_related("entry__user", "entry__campaign", "game__week__campaign")
    games = [each for side in sides.order_by("game__week__number", "pk") for each in _waiting(side)]
    return AbsentPage(
        part=part,
        need=shown.forced if shown is not None else None,
        offers=tuple(offer.candidate for offer in shown.offers.legal) if shown is not None else (),
        scrip=shown.scrip if shown is not None else 0,
        games=tuple(games),
    )


def _waiting(side: GameSide) -> Iterator[AbsentGame]:
    if side.game.state == Game.State.SCHEDULED and side.crew_submitted_at is None:
        yield AbsentGame(side)
    elif side.game.state == Game.State.AFTERMATH:
        row = Aftermath.objects.filter(side=side, state=Aftermath.State.OPEN, waiting_for="player").first()
        if row is not None:
            row.side = side
            view = aftermath_page.own(row)
            yield AbsentGame(side, view, unsaid=view.ask is not None and view.ask.who == "fate")


def open_links(campaign: Campaign) -> int:
    return Invitation.objects.filter(
        campaign=campaign, revoked_at=None, expires_at__gt=timezone.now(), uses_left__gt=0
    ).count()


def disputes(campaign: Campaign) -> tuple[Dispute, ...]:
    """Tables where the players disagree, oldest first. Two queries, one while there are none."""
    sides = GameSide.objects.filter(game__week__campaign=campaign, game__state=Game.State.DISPUTED)
    games: dict[Game, list[str]] = defaultdict(list)
    for side in sides.select_related("game__week", "entry__user").order_by(
        "game__week__number", "game__table", "seat"
    ):
        games[side.game].append(side.entry.label)
    objected = Report.objects.filter(game__in=games).exclude(objection="").order_by("number")
    objections = dict(objected.values_list("game", "objection")) if games else {}
    return tuple(
        Dispute(game, " and ".join(players), objections.get(game.pk, "")) for game, players in games.items()
    )


def _owing(parts: Iterable[WeekEntry]) -> tuple[WeekEntry, ...]:
    """Players who owed a hire when the window of this week closed (ledger 4.2)."""
    return tuple(sorted((part for part in parts if part.flagged), key=_age))


def _age(part: WeekEntry) -> int:
    return part.pk


def _start(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    ready = [entry.label for entry in entries if entry.state == Entry.State.READY]
    building = [entry.label for entry in entries if entry.state == Entry.State.BUILDING]
    sentences = [f"Week 1 opens and is paired for {len(ready)}: {', '.join(ready) or 'nobody is ready'}."]
    if len(ready) % 2:
        sentences.append("An odd number plays, so one has a bye.")
    if building:
        sentences.append(f"Without a finished Arsenal, not playing: {', '.join(building)}.")
    sentences.append("Starting Arsenals, settings and charts stand from then on.")
    return tuple(sentences)


def _hiring(parts: Iterable[WeekEntry]) -> list[WeekEntry]:
    hiring = [p for p in parts if p.hires_locked_at is None and p.entry.state == Entry.State.ACTIVE]
    return sorted(hiring, key=_age)


def _loses_time(week: Week, rows: WeekRows) -> bool:
    now = timezone.now()
    if week.state == Week.State.NEW_HIRES:
        return week.hires_close_at > now and bool(_hiring(rows.parts))
    if week.state != Week.State.GAMES_OPEN or week.games_close_at <= now:
        return False
    unsettled = (Game.State.SCHEDULED, Game.State.AFTERMATH)
    return any(side.game.state in unsettled for side in rows.sides)


def _close_hires(week: Week, parts: Iterable[WeekEntry]) -> tuple[str, ...]:
    if week.state != Week.State.NEW_HIRES:
        return ()
    hiring = _hiring(parts)
    new = [part.entry_id for part in hiring if part.new_arsenal]
    flips = list(Restart.objects.filter(entry__in=new, state__in=UNFINISHED)) if new else []
    owed = owed_by(week.campaign, flips) if flips else {}
    needs = loading.forced_hires(week, [part for part in hiring if part.entry_id not in owed])
    building = [p for p in parts if p.hires_locked_at is None and p.entry.state == Entry.State.BUILDING]
    sentences = [f"{p.entry.label}: builds an Arsenal; unfinished, sits the week out." for p in building]
    for part in hiring:
        flips_owed = owed.get(part.entry_id)
        owes = f"owes {flips_owed.sentence}." if flips_owed is not None else ""
        sentences.append(f"{part.entry.label}: {owes or _unlocked(needs[part.entry_id])}")
    return (
        *(sentences or ["Everyone is done hiring."]),
        "Nothing can be bought any more this week, and the games are paired.",
    )


def _unlocked(need: ForcedHire) -> str:
    if need.may_lock:
        return f"still open, owes nothing. {need.sentence}"
    return {
        "flag": "owes a hire, plays on and is shown to you here.",
        "cheapest_legal": "owes a hire; the cheapest legal model is hired.",
        "sit_out": "owes a hire and sits the week out.",
    }[need.timeout]


def _games_due(week: Week, sides: Iterable[GameSide]) -> tuple[str, ...]:
    if week.state != Week.State.GAMES_OPEN:
        return ()
    rules = week.rules
    games = {side.game_id: side.game for side in sides if side.game.state in Game.OPEN_STATES}
    sentences = [
        f"Table {game.table} ({game.get_state_display()}): {_due(game, rules)}" for game in games.values()
    ]
    last = week.number >= week.campaign.weeks_total
    after = "the campaign is complete" if last else f"the hires of week {week.number + 1} open"
    return (
        *sentences,
        f"Once no game is open, week {week.number} closes, its seed is revealed, and {after}.",
    )


def _due(game: Game, rules: Policies) -> str:
    if game.state == Game.State.SCHEDULED and rules.unplayed_policy != "forfeits":
        return "ends unplayed; both are paid half a bye."
    return {
        Game.State.SCHEDULED: "stays open until you declare a forfeit.",
        Game.State.PLAYING: "stays open until its result is in.",
        Game.State.REPORTED: "stays open until its report is answered or counts unanswered.",
        Game.State.DISPUTED: "stays open until you rule on it.",
        Game.State.AFTERMATH: "what is still asked gets its default answer.",
    }[Game.State(game.state)]
