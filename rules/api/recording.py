"""A real table written down while it is played."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import acts
from rules import record
from rules.access import Visit
from rules.api.common import PLAY, TAG, Heard, Version, held_against, own, told
from rules.core.refusal import Refusal
from rules.models import Encounter


class Happened(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, in order; all of it is taken or nothing. ``do`` names each: ``hurt``, ``mend``,
    ``slay``, ``condition``, ``activated``, ``turn``, ``initiative``, ``score``, ``schemes``, ``reveal``,
    ``card``, ``finished_off``, ``over`` and the like, with their fields."""

    entries: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=50)]
    seen: Version


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """The version that was looked at."""

    seen: Version


def _recorded(call: Call, play: str) -> Visit:
    found = own(call, play)
    if found.row.mode != Encounter.Mode.RECORD:
        raise Refusal("This Encounter is played here, not recorded.")
    return found


@acts(
    "post",
    f"{PLAY}entries/",
    Heard,
    body=Happened,
    example={"entries": [{"do": "turn", "turn": 1}, {"do": "hurt", "model": "a1", "amount": 2}], "seen": 1},
    tag=TAG,
)
def enter_entries(call: Call, play: str) -> Heard:
    """Enter what happened. When the other side entered something meanwhile: 409 with what you missed."""
    found, said = _recorded(call, play), call.body
    with held_against(found):
        record.enter(found.row, call.user, list(said.entries), seen=said.seen)
    return told(found, said.seen)


@acts("post", f"{PLAY}entries/undo/", Heard, body=Seen, example={"seen": 2}, tag=TAG)
def undo_entry(call: Call, play: str) -> Heard:
    """Take the last entry back; it stays in the log, marked."""
    found = _recorded(call, play)
    with held_against(found):
        record.undo(found.row, call.user, seen=call.body.seen)
    return told(found, call.body.seen)
