"""Further games of the week: who could be asked, what was offered."""

from __future__ import annotations

from django.db.models import Q
from msgspec import Struct

from mfcampaign.campaigns.models import Entry, GameProposal, Week
from mfcampaign.campaigns.operations import extra


class ExtraPage(Struct, frozen=True):
    """``week`` is ``None`` while no games are open; ``plays``: whether the visitor plays in it."""

    week: Week | None
    plays: bool
    opponents: tuple[Entry, ...]
    to_me: tuple[GameProposal, ...]
    mine: tuple[GameProposal, ...]
    agreed: tuple[GameProposal, ...]


def load(entry: Entry) -> ExtraPage:
    """At most six queries."""
    week = extra.playing_week(entry.campaign)
    if week is None:
        return ExtraPage(None, False, (), (), (), ())
    rows = list(
        week.proposals.filter(Q(by=entry) | Q(to=entry)).select_related("by__user", "to__user", "encounter")
    )
    waiting = [row for row in rows if row.state == GameProposal.State.OPEN]
    plays = entry.state == Entry.State.ACTIVE and week.parts.filter(entry=entry).exists()
    return ExtraPage(
        week=week,
        plays=plays,
        opponents=tuple(extra.opponents(entry, week)) if plays else (),
        to_me=tuple(row for row in waiting if row.to_id == entry.pk),
        mine=tuple(row for row in waiting if row.by_id == entry.pk),
        agreed=tuple(row for row in rows if row.state == GameProposal.State.ACCEPTED),
    )
