"""The Bounties of one player, as the Arsenal sheet lists them: the one under way and the others."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalBounty, Entry


class BountyRow(Struct, frozen=True):
    """One Bounty: ``portions`` are (goal, ticks so far, ticks in all); ``former``: of an Arsenal given up."""

    name: str
    state: str
    label: str
    bought_week: int
    ended_week: int | None
    portions: tuple[tuple[str, int, int], ...]
    done: int
    of: int
    former: bool


def of_player(entry: Entry) -> tuple[BountyRow, ...]:
    """Newest first. Two queries, one when there is none."""
    rows = ArsenalBounty.objects.filter(entry=entry).order_by("-pk").prefetch_related("ticks")
    return tuple(_row(row, entry) for row in rows)


def _row(row: ArsenalBounty, entry: Entry) -> BountyRow:
    found = loading.active_bounty(row)
    return BountyRow(
        name=row.name,
        state=row.state,
        label=ArsenalBounty.State(row.state).label,
        bought_week=row.bought_week,
        ended_week=row.ended_week,
        portions=tuple((p.goal, found.ticks(p), p.repeat) for p in found.portions),
        done=found.held.done,
        of=found.held.of,
        former=row.roster != entry.roster,
    )
