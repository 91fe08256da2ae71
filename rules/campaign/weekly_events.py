"""The Weekly Event: drawn once for all players of a week, what it mandates, what it pays (SL-EVENT)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Annotated, Literal, Protocol, TypeVar

from msgspec import Meta, Struct

from rules.campaign.charts.rows import EventPiece, WeeklyEvent
from rules.campaign.policies import POLICIES, Policies
from rules.edition import edition_of
from rules.fate.cards import Card
from rules.game.league.needs import GameRecord, finding
from rules.game.setup.scenario import Override
from rules.game.state import Marker
from rules.refusal import CheckReport, Refusal, Total, TotalLine, Violation
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import MM, RoundFootprint
from rules.table.terrain import Piece
from rules.wording import counted

MIDDLE = 18.0
USUAL_MM = 30.0
"""Of a marker whose size nothing says (M3E-MARK-01)."""


Gain = Literal["scrip", "hand", "price", "doctor", "experience"]


class EventGain(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an event brings in the Aftermath of each game of its week: ``scrip`` at Payday, cards of the
    ``hand``, so much off the ``price`` of the first piece bought, treatments by the ``doctor`` for nothing,
    ``experience`` (M4-CAMP-30). A draw has no winner and no loser."""

    kind: Gain
    amount: Annotated[int, Meta(ge=1, le=3)] = 1
    to: Literal["all", "winner", "loser"] = "all"

    @property
    def sentence(self) -> str:
        """
        >>> EventGain(kind="hand", to="loser").sentence
        'The loser: 1 more card of the Aftermath hand.'
        """
        brings = {
            "scrip": f"{self.amount} more Scrip at Payday",
            "hand": f"{counted(self.amount, 'more card')} of the Aftermath hand",
            "price": f"the first piece of the Barter for {self.amount} Scrip less, not below 0",
            "doctor": f"{counted(self.amount, 'treatment')} by the doctor for nothing",
            "experience": f"{self.amount} more experience",
        }[self.kind]
        whose = {"all": "Each Crew", "winner": "The winner", "loser": "The loser"}[self.to]
        return f"{whose}: {brings}."


class EventRow(Protocol):
    """A row of a campaign's chart of Weekly Events, whatever else it has."""

    @property
    def values(self) -> tuple[int, ...]: ...


Row = TypeVar("Row", bound=EventRow)


class EventFlip(Struct, frozen=True):
    """One card of the event's draw; a joker does not count and is flipped again."""

    card: Card
    stands: bool


class ContestFlip(Struct, frozen=True):
    """One card of one player (an entry's id) in a contest; ``round`` counts the flips after ties from 1."""

    entry: int
    card: Card
    round: int = 1


class WeekEvent(Struct, frozen=True, kw_only=True):
    """What a week is under, as it was determined, once; a chart edited later does not change it.

    ``how`` it was determined: drawn by ``fate``, or ``chosen`` by an organiser for a ``reason``. ``winners``
    (entry ids) is ``None`` while the contest of an immediate event is not settled. ``gains`` are of campaigns
    whose Aftermath carries them out.
    """

    event: WeeklyEvent
    how: Literal["fate", "chosen"] = "fate"
    reason: str = ""
    flips: tuple[EventFlip, ...] = ()
    contest: tuple[ContestFlip, ...] = ()
    winners: tuple[int, ...] | None = None
    gains: tuple[EventGain, ...] = ()

    @property
    def immediate(self) -> bool:
        return self.event.scope == "immediate"

    @property
    def awaits_contest(self) -> bool:
        return self.immediate and bool(self.event.scrip_awards) and self.winners is None


class EventAward(Struct, frozen=True):
    """A way to gain Scrip from the event (SL-EVENT-04). ``number`` counts the event's awards from 1;
    ``reason`` says why it cannot be had in this game, ``needs`` what the game must have brought for it."""

    number: int
    condition: str
    amount: int
    per: Literal["game", "week"]
    reason: str = ""
    needs: str = ""


def draw_event(
    draw: Callable[[], Card], events: Sequence[Row], rule: str = ""
) -> tuple[Row, tuple[EventFlip, ...]]:
    """Flip for the event; jokers again (SL-EVENT-01). ``Refusal`` when no row has the value; ``rule`` is that
    of the campaign's events.

    >>> from rules.campaign.charts.rows import EventPiece, WeeklyEvent
    >>> rows = [WeeklyEvent(slug="fair", name="Fair", values=tuple(range(1, 14)))]
    >>> draw_event(iter([Card.parse("RJ"), Card.parse("9r")]).__next__, rows)[0].name
    'Fair'
    """
    flips: list[EventFlip] = []
    while (card := draw()).is_joker:
        flips.append(EventFlip(card, stands=False))
    flips.append(EventFlip(card, stands=True))
    drawn = next((event for event in events if card.value in event.values), None)
    if drawn is None:
        raise Refusal(
            f"The chart of Weekly Events has no row for {card.value}.",
            rule=rule,
            fix="Complete the chart, or choose an event.",
        )
    return drawn, tuple(flips)


def high_card(
    draw: Callable[[], Card], entries: Sequence[int]
) -> tuple[tuple[ContestFlip, ...], tuple[int, ...]]:
    """Each of ``entries`` flips, the highest value wins; who is tied for it flips again (SL-EVENT-03).

    Nobody wins among nobody. ``draw`` gives one card a call; Red Joker 14, Black Joker 0.
    """
    flips: list[ContestFlip] = []
    standing, number = list(entries), 1
    while len(standing) > 1 or (standing and number == 1):
        cards = {entry: draw() for entry in standing}
        flips += [ContestFlip(entry, card, number) for entry, card in cards.items()]
        best = max(card.value for card in cards.values())
        standing = [entry for entry, card in cards.items() if card.value == best]
        number += 1
    return tuple(flips), tuple(standing)


def mandated(week_event: WeekEvent | None, edition: str) -> Override:
    """What the event puts in place of the week's scenario, terrain included (SL-EVENT-03); a Deployment that
    the league's edition does not have leaves the one that was flipped."""
    if week_event is None:
        return Override()
    event = week_event.event
    known = event.deployment in edition_of(edition).setup.deployments
    return Override(
        strategy=event.strategy, deployment=event.deployment if known else "", terrain=event.terrain
    )


def pieces_laid(week_event: WeekEvent | None) -> tuple[Piece, ...]:
    """The event's definite terrain as it stands on the table: what has Terrain Traits (SL-EVENT-03)."""
    return tuple(
        Piece(piece.name, RoundFootprint(MIDDLE, MIDDLE, _across(piece)), piece.traits, piece.height or None)
        for piece in _pieces(week_event)
        if piece.traits
    )


def markers_laid(week_event: WeekEvent | None) -> tuple[Marker, ...]:
    """The event's neutral markers as they lie before anybody is deployed: what has no Terrain Trait."""
    return tuple(
        Marker(id="", kind=piece.name.lower(), x=MIDDLE, y=MIDDLE, mm=_across(piece), size=piece.height)
        for piece in _pieces(week_event)
        if not piece.traits
    )


def table_laid(week_event: WeekEvent | None) -> Table:
    """Both on an open table, to be looked at."""
    markers = (
        Base(marker.kind, marker.x, marker.y, marker.mm, marker.size, kind="marker")
        for marker in markers_laid(week_event)
    )
    return Table(pieces_laid(week_event), tuple(markers))


def _pieces(week_event: WeekEvent | None) -> tuple[EventPiece, ...]:
    return () if week_event is None or week_event.immediate else week_event.event.pieces


def _across(piece: EventPiece) -> float:
    return piece.inches / MM or USUAL_MM


def by_the_players(week_event: WeekEvent | None, *, laid: bool = False) -> str:
    """What of the event no portal does: the terrain that both put on the table, and its words (SL-EVENT-03);
    with ``laid`` its pieces lie there already. A contest is settled before the games; its flips of the Barter
    and its gains come by themselves."""
    if week_event is None or week_event.immediate or week_event.event.extra_barter_flips or week_event.gains:
        return ""
    event = week_event.event
    count = len(event.pieces) if laid else 0
    lying, wanted = "; ".join(event.terrain[:count]), "; ".join(event.terrain[count:])
    asked = " ".join(filter(None, (wanted and f"On the table: {wanted}.", event.rules)))
    return f"It lies there: {lying}. {asked}" if lying and asked else asked


def event_awards(week_event: WeekEvent | None, had_this_week: Collection[int] = ()) -> tuple[EventAward, ...]:
    """The ways to gain Scrip in one game, in the chart's order; none from an immediate contest, which is
    settled before the games. ``had_this_week``: numbers this Crew gained in other games of the week; an
    award for each week is had once in it."""
    if week_event is None or week_event.immediate:
        return ()
    return tuple(
        EventAward(
            number,
            award.condition,
            award.amount,
            award.per,
            "You had this one earlier this week." if award.per == "week" and number in had_this_week else "",
            award.needs,
        )
        for number, award in enumerate(week_event.event.scrip_awards, 1)
    )


def event_scrip(ticks: Collection[int], awards: Sequence[EventAward], policies: Policies = POLICIES) -> Total:
    """Scrip for the awards ticked after one game: at most 6 (SL-EVENT-05)."""
    lines = [
        TotalLine(award.condition, award.amount, "SL-EVENT-04") for award in awards if award.number in ticks
    ]
    total = sum(line.amount for line in lines)
    if total > policies.event_cap:
        lines.append(
            TotalLine(f"above {policies.event_cap} in one game", policies.event_cap - total, "SL-EVENT-05")
        )
    return Total.of(lines)


def shown(awards: Sequence[EventAward], seat: int, game: GameRecord) -> tuple[int, ...]:
    """The awards, by number, that the game itself shows that side to have gained (SL-EVENT-04)."""
    return tuple(
        award.number for award in awards if not award.reason and finding(award.needs, seat, game).proven
    )


def check_ticks(
    ticks: Collection[int],
    scrip: int,
    awards: Sequence[EventAward],
    policies: Policies = POLICIES,
    *,
    seat: int = 0,
    game: GameRecord | None = None,
) -> CheckReport:
    """What is impossible in the awards ticked for the Crew in ``seat`` and the Scrip claimed for them, and
    what they come to; held against ``game`` where it is given."""
    faults = _tick_faults(ticks, scrip, awards, policies, seat, game)
    return CheckReport.of(faults, event_scrip(ticks, awards, policies), budget=policies.event_cap)


def _tick_faults(
    ticks: Collection[int],
    scrip: int,
    awards: Sequence[EventAward],
    policies: Policies,
    seat: int,
    game: GameRecord | None,
) -> Iterator[Violation]:
    subject = f"seat-{seat}"
    awards_by_number = {award.number: award for award in awards}
    for number in sorted(set(ticks)):
        award = awards_by_number.get(number)
        if award is None:
            yield Violation("SL-EVENT-04", f"The week's event has no award {number}.", "Remove it.", subject)
        elif award.reason:
            yield Violation("SL-EVENT-04", f"{award.condition}: {award.reason}", "Remove it.", subject)
        elif (can := finding(award.needs, seat, game)).most == 0:
            yield Violation("SL-EVENT-04", f"{award.condition}: {can.why}.", "Remove it.", subject)
    for number in shown(awards, seat, game) if game is not None else ():
        if number not in ticks:
            sentence = f"{awards_by_number[number].condition}: the result shows it, and it is not ticked."
            yield Violation("SL-EVENT-04", sentence, "Tick it.", subject)
    due = event_scrip(ticks, awards, policies).amount
    if scrip != due:
        yield Violation(
            "SL-EVENT-04",
            f"{scrip} Scrip are claimed from the Weekly Event; the awards ticked come to {due}.",
            "Tick what was achieved.",
            subject,
        )


def contest_pay(week_event: WeekEvent, entry: int, policies: Policies = POLICIES) -> Total:
    """Scrip of one player from a settled contest, before the week's maximum; at most 6 (SL-EVENT-05)."""
    if week_event.winners is None or entry not in week_event.winners:
        return Total(0)
    awards = [
        EventAward(n, award.condition, award.amount, award.per)
        for n, award in enumerate(week_event.event.scrip_awards, 1)
    ]
    return event_scrip([award.number for award in awards], awards, policies)


def extra_barter_flips(week_event: WeekEvent | None, *, first_game: bool) -> int:
    """Further Barter flips of one Aftermath (SL-BARTER-04): after each game of the week, or only after
    the first where the event has one effect a week (SL-EVENT-03)."""
    if week_event is None or (week_event.event.scope != "each_game" and not first_game):
        return 0
    return week_event.event.extra_barter_flips
