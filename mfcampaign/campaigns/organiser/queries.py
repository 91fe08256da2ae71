"""The consequences of each organiser action, shown before it is sent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.utils import timezone
from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import Campaign, Entry, Game, GameSide, Invitation, Report, Week, WeekEntry
from mfcampaign.campaigns.week.queries import WeekRows
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

    @property
    def close_week(self) -> str:
        """The act that ends the week under way, on its button too."""
        return f"Close week {self.week.number}" if self.week else ""

    @property
    def guests(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.user.is_guest)

    @property
    def playing(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.state != Entry.State.RETIRED)


def console(campaign: Campaign, rows: WeekRows) -> Console:
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
    )


def playing_entry(campaign: Campaign, pk: int) -> Entry:
    """An entry of the league that has not left; ``Refusal`` for any other number."""
    entry = campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user").filter(pk=pk).first()
    if entry is None:
        raise Refusal("That player is not in this league.", fix="Take the number of one of its entries.")
    entry.campaign = campaign
    return entry


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


def _close_hires(week: Week, parts: Iterable[WeekEntry]) -> tuple[str, ...]:
    if week.state != Week.State.NEW_HIRES:
        return ()
    hiring = [p for p in parts if p.hires_locked_at is None and p.entry.state == Entry.State.ACTIVE]
    hiring.sort(key=_age)
    needs = loading.forced_hires(week, hiring)
    sentences = [f"{part.entry.label}: {_unlocked(needs[part.entry_id])}" for part in hiring]
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
    rules = week.campaign.rules
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
        Game.State.REPORTED: "the report counts, and the Aftermath is finished with default answers.",
        Game.State.DISPUTED: "stays open until you rule on it.",
        Game.State.AFTERMATH: "what is still asked gets its default answer.",
    }[Game.State(game.state)]
