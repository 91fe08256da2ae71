"""After a backup is restored: players may remember flips of the lost time, and the seed of a week that closed
in it is published. So the decks that an open week still draws from for one player (Aftermaths, new starts,
owed flips) are others: each restore gives the week a mark of 32 bytes of chance, in which their names end
(``fate.marked``). Like the seed it is hidden until the week closes, and committed to at once. What a week
flips for everybody (its scenario, the Weekly Event and its contest) comes as it was.
"""

from __future__ import annotations

import secrets

from django.utils import timezone

from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.week.fate import restores_of
from rules.fate.league import commitment


def change_decks(epoch: int) -> int:
    """Bring every open week into the epoch of that number, once; return how many were brought."""
    weeks = Week.objects.filter(campaign__state=Campaign.State.RUNNING).exclude(state=Week.State.CLOSED)
    waiting = [week for week in weeks.select_related("campaign").order_by("pk") if not _reached(week, epoch)]
    for week in waiting:
        _reach(week, epoch)
    return len(waiting)


def _reached(week: Week, epoch: int) -> bool:
    return any(restore.epoch == epoch for restore in restores_of(week))


def _reach(week: Week, epoch: int) -> None:
    with operation(week.campaign, None, kind="week.restored") as act:
        mark = secrets.token_bytes(32)
        restore = {
            "epoch": epoch,
            "at": timezone.now().isoformat(),
            "mark": mark.hex(),
            "commitment": commitment(mark),
        }
        week.restores = [*Week.objects.values_list("restores", flat=True).get(pk=week.pk), restore]
        week.save(update_fields=["restores"])
        act.say(
            f"The portal was restored from a backup. Cards that players have still to draw in week "
            f"{week.number} come from other decks, whose mark is committed to as {restore['commitment']}.",
            week=week.number,
        )
