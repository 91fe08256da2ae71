"""What a player is asked in an Encounter, everything or what matters, and the player's usual answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from mfcampaign.accounts.persons import Person
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations.log import Log, log_of
from rules.game.asking import MOST_HABITS, Usual
from rules.refusal import Refusal


def ask(row: Encounter, actor: Person, seat: int, *, everything: bool) -> None:
    """Choose whether that side is asked everything or only what matters."""
    with log_of(row) as log:
        own = log.seat_of(actor, seat)
        own.asks_everything = everything
        own.save(update_fields=["asks_everything"])
        log.note(actor, seat, "asking", {"everything": everything}, after=log.row.hash)


def remember(log: Log, actor: Person, seat: int, habits: Mapping[str, Usual]) -> None:
    """Give those answers every time from now on."""
    own = log.seat_of(actor, seat)
    kept = own.habits | dict(habits)
    if len(kept) > MOST_HABITS:
        raise Refusal(f"{MOST_HABITS} usual answers are kept at most.", fix="Take one off first.")
    own.habits = kept
    own.save(update_fields=["habits"])
    log.note(actor, seat, "asking", {"every_time": dict(habits)}, after=log.row.hash)


def leave(row: Encounter, actor: Person, seat: int, names: Collection[str]) -> None:
    """Settle before it is asked that those are left every time, by the names that ``Driver.settles`` says."""
    with log_of(row) as log:
        settles = loading.play_of(log.row).settles
        for name in names:
            if name not in settles:
                raise Refusal(f"“{name}” cannot be settled beforehand.", fix="Load the page again.")
        log.seat_of(actor, seat)
        remember(log, actor, seat, dict.fromkeys(names, "no"))


def ask_again(row: Encounter, actor: Person, seat: int, name: str) -> None:
    """Take a usual answer off: that ability is asked about again."""
    with log_of(row) as log:
        own = log.seat_of(actor, seat)
        if name not in own.habits:
            raise Refusal("That is asked about already.", fix="Load the page again.")
        own.habits = {kept: usual for kept, usual in own.habits.items() if kept != name}
        own.save(update_fields=["habits"])
        log.note(actor, seat, "asking", {"ask_again": name}, after=log.row.hash)
