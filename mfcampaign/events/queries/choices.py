"""Alternatives to a pairing, and what each would cost."""

from __future__ import annotations

from itertools import islice

from mfcampaign.events import loading
from mfcampaign.events.models import Event
from mfcampaign.events.snapshots import RoundSnapshot
from rules.tournament.pairing import explain
from rules.tournament.pairing import swiss as pure
from rules.tournament.pairing.explain import AlternativePairing
from rules.tournament.pairing.swiss import Pair


def choices(
    record: loading.Record, looked_at: RoundSnapshot, who: int, most: int
) -> list[AlternativePairing]:
    """Up to ``most`` others that ``who`` could have had, the nearest first, each with its price; nothing
    where the format says who meets whom."""
    here = loading.candidates(record, {looked_at.number})
    decided = loading.decided_for(record.event, looked_at)
    room = loading.room(record.event, len(here) // 2)
    preferences = loading.preferences(record.event, here, room, decided)
    points = {c.id: c.points for c in here}
    if who not in points or looked_at.knockout or record.event.format != Event.Format.SWISS:
        return []
    couples = [loading.numbers(row) for row in record.of_round(looked_at.number)]
    pairs = tuple(
        Pair(c[0], c[1], abs(points[c[0]] - points[c[1]]), 0)
        for c in couples
        if len(c) == 2 and set(c) <= set(points)
    )
    idle = [c[0] for c in couples if len(c) == 1 and c[0] in points]
    bye = next((number for number in idle if number not in preferences.byes), None)
    round_ = pure.PairedRound(pairs, bye, byes=tuple(number for number in idle if number != bye))
    near = sorted((n for n in points if n != who), key=lambda n: (abs(points[n] - points[who]), n))
    return list(islice(explain.alternatives(who, round_, here, preferences, near[: 2 * most]), most))
