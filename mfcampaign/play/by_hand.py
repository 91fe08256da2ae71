"""Preparation of an act of the referee's hand: add the catalogue's cards that the Encounter lacks, and decide
whether the other player may object.

The cards' figures are stored in the log, so that a later release does not change a played Encounter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from mfcampaign.accounts.persons import Viewer
from mfcampaign.catalog.queries import cards_with_pack, current_release, pack_that_has
from mfcampaign.play import origins
from mfcampaign.play.engines import recorded_for
from mfcampaign.play.models import Encounter, Seat
from rules.game.referee.commands import AttachUpgrade, Replace, Summon
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State
from rules.refusal import Refusal

MOST_LINES = 60
ADDED = ("printed", "bought")
Naming = Summon | Replace | AttachUpgrade
"""The commands that name cards."""
WORDS = tuple(kind.__struct_config__.tag for kind in get_args(Naming))


def may_object(seats: Iterable[Seat], actor: Viewer, seat: int, state: State) -> bool:
    """Whether another person has the other seat and still plays."""
    other = next(each for each in seats if each.seat != seat)
    return other.user_id is not None and other.user_id != actor.pk and state.withdrew(other.seat) is None


def completed(
    row: Encounter, actor: Viewer, setup: EncounterSetup, state: State, lines: Iterable[Any]
) -> list[dict[str, Any]]:
    """The commands with the cards that the Encounter lacks. Raise ``Refusal`` for an unknown card, or
    for one with missing figures where it is to be played."""
    cards = _Cards(row, actor, setup, state)
    return [cards.entry(line) for line in lines]


class _Cards:
    """Reads the catalogue at most once, when a card is missing."""

    def __init__(self, row: Encounter, actor: Viewer, setup: EncounterSetup, state: State) -> None:
        self.row, self.actor = row, actor
        edition = recorded_for(setup)
        self.edition, self.by = edition.code, edition.equipment
        self.known = {*setup.cards, *state.cards}
        self.bought = {*setup.upgrades, *state.upgrades}

    def entry(self, entry: Any) -> dict[str, Any]:
        """A command, or a record's act of several."""
        if not isinstance(entry, dict) or entry.get("do") != "act":
            return self._line(entry)
        lines = entry.get("lines")
        if not isinstance(lines, list | tuple):
            raise Refusal("That act has no lines.", fix="Look at it again.")
        return entry | {"lines": [self._line(line) for line in lines]}

    def _line(self, line: Any) -> dict[str, Any]:
        if not isinstance(line, dict):
            raise Refusal("That is no command.", fix="Look at it again.")
        if any(word in line for word in ADDED):
            raise Refusal("Figures come from the catalogue.", rule="card.figures", fix="Name the card alone.")
        if line.get("do") not in WORDS:
            return line
        try:
            command: Naming = msgspec.convert(line, Naming)
        except msgspec.ValidationError as error:
            raise Refusal(f"That is no command: {error}.", fix="Look at it again.") from None
        match command:
            case Summon():
                return line | self._printed(command.card) | self._bought(command.upgrade)
            case Replace():
                cards = [self._printed(slug) for slug in dict.fromkeys(command.cards)]
                printed = [card["printed"] for card in cards if card]
                return line | ({"printed": printed} if printed else {})
            case AttachUpgrade():
                return line | self._bought(command.upgrade)

    def _printed(self, slug: str) -> dict[str, Any]:
        if not slug or slug in self.known:
            return {}
        printed, _ = self._laid(slug)
        record = printed.get(slug)
        if record is None:
            raise Refusal(
                f"No card “{slug[:60]}” is known here.",
                rule="play.summon",
                fix="Choose one of the catalogue.",
            )
        row = msgspec.to_builtins(record)
        card = self.by.model(row)
        if card is None and self.row.mode == Encounter.Mode.PLAY:
            raise Refusal(
                f"{record.full_name}: no source has all of its figures.",
                rule="card.figures",
                fix="Enter its figures in a pack of house figures.",
            )
        card = card or self.by.bare(slug, record.full_name, row)
        return {"printed": msgspec.to_builtins(card)}

    def _bought(self, slug: str) -> dict[str, Any]:
        if not slug or slug in self.bought:
            return {}
        _, upgrades = self._laid(slug)
        if slug not in upgrades:
            raise Refusal(
                f"No Upgrade “{slug[:60]}” is known here.",
                rule="card.upgrade",
                fix="Choose one of the catalogue.",
            )
        return {"bought": msgspec.to_builtins(self.by.upgrade(msgspec.to_builtins(upgrades[slug])))}

    def _laid(self, slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The catalogue entry by the league's release and pack; otherwise by the current release, or
        by a pack that the person may see when only the pack has the card."""
        release, pack = origins.figures_of(self.row) or (current_release(self.edition).pk, None)
        printed, upgrades = cards_with_pack(release, pack)
        if slug in printed or slug in upgrades or self.row.origin:
            return printed, upgrades
        pack = pack_that_has(self.actor, slug)
        return (printed, upgrades) if pack is None else cards_with_pack(release, pack)
