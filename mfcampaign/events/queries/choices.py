"""Alternatives to a pairing, and what each would cost."""

from __future__ import annotations

from itertools import islice

from mfcampaign.events import loading
from mfcampaign.events.models import Event
from mfcampaign.events.snapshots import RoundSnapshot
from rules.tournament.pairing import explain
from rules.tournament.pairing.explain import AlternativePairing


def choices(
    record: loading.Record, looked_at: RoundSnapshot, who: int, most: int
) -> list[AlternativePairing]:
    """Up to ``most`` others that ``who`` could have had, the nearest first, each with its price; nothing
    where the format says who meets whom, or where teams are paired."""
    if record.event.of_teams:
        return []
    here = loading.candidates(record, {looked_at.number})
    points = {c.id: c.points for c in here}
    if who not in points or looked_at.knockout or record.event.format != Event.Format.SWISS:
        return []
    preferences = loading.preferences(record, here, loading.decided_for(record.event, looked_at))
    round_ = loading.as_paired(record, looked_at.number, here, preferences)
    near = sorted((n for n in points if n != who), key=lambda n: (abs(points[n] - points[who]), n))
    return list(islice(explain.alternatives(who, round_, here, preferences, near[: 2 * most]), most))
