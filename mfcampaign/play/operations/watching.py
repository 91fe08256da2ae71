"""Permission to watch: each player chooses, and the stricter of both choices applies."""

from __future__ import annotations

import secrets

from mfcampaign.accounts.persons import Person
from mfcampaign.live.revocation import end
from mfcampaign.play.models import Encounter, Seat
from mfcampaign.play.operations.log import log_of
from mfcampaign.play.watching import allowed, watch_holder
from rules.refusal import Refusal


def let_watch(row: Encounter, actor: Person, how: str) -> None:
    """Store one of ``Seat.WATCHED``. A change invalidates the old link and ends its streams."""
    with log_of(row) as log:
        if log.row.over:
            raise Refusal("The Encounter is over.", fix="Its page is open to everybody with its address.")
        own = [seat for seat in log.seats if seat.user_id == actor.pk]
        if not own:
            raise Refusal("That is not your side.", fix="Answer for your own.")
        if how not in dict(Seat.WATCHED):
            raise Refusal("Nobody was named.", fix="Choose whom you let watch.")
        before = allowed(log.seats)
        for seat in own:
            seat.watched = how
            seat.save(update_fields=["watched"])
        log.note(actor, own[0].seat, "watched", {"by": how}, after=log.row.hash)
        after = allowed(log.seats)
        if after != before:
            log.row.watch_link = secrets.token_urlsafe(16) if after else ""
            end(watch_holder(log.row))
