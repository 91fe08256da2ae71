"""The Weekly Event as pages show it: what it says, how it was drawn, who won its contest."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.campaigns.models import Week
from mfcampaign.campaigns.operations import events
from rules.campaign.charts.rows import ScripAward, WeeklyEvent
from rules.campaign.weekly_events import EventFlip
from rules.fate.cards import Card


class Contestant(Struct, frozen=True):
    """One player's cards in a contest of cards, in the order of their flips."""

    label: str
    faction: str
    cards: tuple[Card, ...]
    won: bool


class EventView(Struct, frozen=True):
    """The event of a week; ``awaits`` while an organiser has yet to enter who won its contest."""

    event: WeeklyEvent
    how: str
    reason: str
    flips: tuple[EventFlip, ...]
    contest: tuple[Contestant, ...]
    winners: tuple[str, ...]
    settled: bool
    awaits: bool

    @property
    def awards(self) -> tuple[ScripAward, ...]:
        return self.event.scrip_awards


def event(week: Week) -> EventView | None:
    """The event of the week; at most one query, for the names of those who flipped or won."""
    found = events.event_of(week)
    if found is None:
        return None
    named = {flip.entry for flip in found.contest} | set(found.winners or ())
    entries = week.campaign.entries.filter(pk__in=named).select_related("user") if named else ()
    known = {entry.pk: entry for entry in entries}
    cards: dict[int, list[Card]] = {}
    for flip in found.contest:
        cards.setdefault(flip.entry, []).append(flip.card)
    winners = found.winners or ()
    return EventView(
        event=found.event,
        how=found.how,
        reason=found.reason,
        flips=found.flips,
        contest=tuple(
            Contestant(known[pk].label, known[pk].faction, tuple(fell), pk in winners)
            for pk, fell in cards.items()
        ),
        winners=tuple(known[pk].label for pk in winners),
        settled=found.winners is not None,
        awaits=found.awaits_contest,
    )
