"""The diary in the league's own time: acts under the week in which they were done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import Campaign, Week


class Chapter(Struct, frozen=True):
    """Acts of one week, the newest first; ``week`` is 0 before the first one opened."""

    week: int
    acts: tuple[Act, ...]


def chapters(campaign: Campaign, acts: Iterable[Act]) -> list[Chapter]:
    """``acts`` (the newest first) by the week that was open when each was done. One query."""
    opened = list(campaign.weeks.order_by("-number").only("number", "opens_at", "campaign_id"))
    return [
        Chapter(number, tuple(found)) for number, found in groupby(acts, key=lambda act: _week(act, opened))
    ]


def _week(act: Act, opened: Sequence[Week]) -> int:
    """By the clock alone: a ruling on week 2 that was made in week 4 belongs to week 4."""
    return next((week.number for week in opened if week.opens_at <= act.created_at), 0)
