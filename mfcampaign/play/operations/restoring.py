"""After a backup was restored: what was played since is gone, but the cards it showed are remembered.

A restore begins an **epoch**. Every Encounter that goes on has its unseen cards dealt anew, under shuffle
numbers that follow from the epoch's own chance, so the deck that somebody may know lies nowhere; a round of
the shuffles that was not settled is void. Both players see it in the log, on the page and in the diary of
what it belongs to.
"""

from __future__ import annotations

import secrets

from django.db import transaction

from mfcampaign.play import loading, origins
from mfcampaign.play.models import Encounter, Epoch
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.operations.log import log_of
from rules.fate.shuffle import digest
from rules.refusal import Refusal

FIRST_NUMBER, NUMBERS = 1_000, 30_000
"""Shuffles of an Encounter that was never restored are numbered far below."""
VERSIONS = 1_000
"""How far the log's number leaps: no page of before the restore may take the new one for what it saw."""
MARK_BYTES = 32


def begin_epoch(reason: str) -> tuple[Epoch, int]:
    """A new epoch, and how many Encounters were dealt anew or begin their shuffles again."""
    with transaction.atomic():
        last = Epoch.objects.select_for_update().order_by("-number").first()
        epoch = Epoch.objects.create(
            number=last.number + 1 if last else 1,
            mark=secrets.token_bytes(MARK_BYTES).hex(),
            reason=reason[:500],
        )
    going_on = Encounter.objects.filter(
        mode=Encounter.Mode.PLAY, state__in=[Encounter.State.GATHERING, Encounter.State.PLAYING]
    )
    return epoch, sum(_reach(row, epoch) for row in going_on.order_by("pk"))


def _reach(row: Encounter, epoch: Epoch) -> bool:
    """Bring one Encounter into the epoch, once. True where something was changed."""
    if row.epoch_id == epoch.pk:
        return False
    try:
        with origins.announced(row, None, "restored") as say:
            changed = _deal_again(row, epoch)
            say("the portal was restored from a backup, so the cards nobody has seen are dealt anew.")
        return changed
    except Refusal:  # begun under other procedures, or its league was cancelled: it cannot go on anyway
        return False


def _deal_again(row: Encounter, epoch: Epoch) -> bool:
    with log_of(row) as log:
        log.row.epoch = epoch
        log.row.version += VERSIONS
        log.row.asked_back, log.row.asked_end = {}, {}
        if log.row.state == Encounter.State.GATHERING:
            creation.void_round(log.row, epoch=epoch.number)
            return True
        if log.row.state != Encounter.State.PLAYING:
            return False
        play = loading.play_of(log.row, whole=True)
        before = len(play.events)
        play.reshuffle([number_of(epoch, row, seat) for seat in (0, 1)])
        shuffles = play.decisions[-1].value
        number = log.note(None, 0, "rewind", {"shuffles": shuffles, "epoch": epoch.number}, after=play.hash)
        log.tell(play.events[before:], number, loading.key_of(log.row, log.seats))
        log.row.checkpoint = ""
        playing.keep(log, play)
        return True


def number_of(epoch: Epoch, row: Encounter, seat: int) -> int:
    """The number of the shuffle that the epoch deals; it follows from the epoch's mark: nobody picks it."""
    drawn = digest("mfx-epoch", epoch.mark, row.public_id, str(seat))
    return FIRST_NUMBER + int.from_bytes(drawn[:8], "big") % NUMBERS
