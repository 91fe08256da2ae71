"""After a backup is restored: later decisions are lost, but players may remember the cards they saw.

A restore begins an **epoch**. The unseen cards of every running Encounter are dealt again under shuffle
numbers derived from the epoch's random mark, so that no remembered deck is used; a round of shuffles that was
not settled is void. Both players see this in the log, on the page and in the diary of the game.
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
"""Higher than any shuffle number of an Encounter that was never restored."""
VERSIONS = 1_000
"""How far the log's number is advanced, so that no page from before the restore takes a new version for one
it saw."""
MARK_BYTES = 32


def begin_epoch(reason: str) -> tuple[Epoch, int]:
    """Begin an epoch; return it and how many Encounters were dealt again or begin their shuffles again."""
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
    """Bring one Encounter into the epoch, once; return whether it changed."""
    if row.epoch_id == epoch.pk:
        return False
    try:
        with origins.announced(row, None, "restored") as say:
            changed = _deal_again(row, epoch)
            say("the portal was restored from a backup, so the cards nobody has seen are dealt anew.")
        return changed
    except Refusal:  # a log of an older form, or its league was cancelled: it cannot go on anyway
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
        try:
            play = loading.play_of(log.row)
        except loading.Diverged as diverged:
            play = playing.cut(log, None, 0, diverged.kept)
        before = len(play.events)
        play.reshuffle([number_of(epoch, row, seat) for seat in (0, 1)])
        shuffles = play.decisions[-1].value
        number = log.note(None, 0, "rewind", {"shuffles": shuffles, "epoch": epoch.number}, after=play.hash)
        log.append_events(play.events[before:], number, loading.key_of(log.row, log.seats))
        playing.keep(log, play)
        return True


def number_of(epoch: Epoch, row: Encounter, seat: int) -> int:
    """The number of the epoch's shuffle, derived from the epoch's mark so that nobody chooses it."""
    drawn = digest("mfx-epoch", epoch.mark, row.public_id, str(seat))
    return FIRST_NUMBER + int.from_bytes(drawn[:8], "big") % NUMBERS
