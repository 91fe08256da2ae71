"""How the open rows are read that touch a record: each is a setting, as its row recommends unless chosen."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from rules.game.setup.agreed import READING, AgreedField
from rules.game.setup.setup import EncounterSetup


class RecordReadings(Struct, frozen=True, kw_only=True):
    """The settings with their rows; the first value is what the row recommends."""

    zero_tie: Literal["both", "nobody"] = "both"  # M4-STR-04
    equal_moves: Literal["nobody", "both"] = "nobody"  # M4-STR-05
    late_vp: Literal["before", "after"] = "before"  # M4-TURN-26
    empty_reveal: Literal["refused", "allowed"] = "refused"  # M4-SCH-13
    event_reveal: Literal["at_once", "later"] = "at_once"  # M4-SCH-14
    peon_signature: Literal["one_in_all", "besides"] = "one_in_all"  # M4-ACT-02
    replaced: Literal["takes_over", "nothing"] = "takes_over"  # M4-REPL-04
    cancelling: Literal["any_side", "same_side"] = "any_side"  # M4-COND-07
    wiped_out: Literal["play_on", "ends"] = "play_on"  # M4-END-03
    in_a_row: Literal["two", "three"] = "two"  # M4-TURN-17


def readings_of(setup: EncounterSetup | None) -> RecordReadings:
    """The settings of an Encounter. Raise ``msgspec.ValidationError`` for what is none."""
    return msgspec.convert(dict(setup.policies) if setup is not None else {}, RecordReadings)


def _field(name: str, rule: str, label: str, *choices: tuple[str, str]) -> AgreedField:
    return AgreedField(
        name=f"{READING}{name}",
        label=label,
        control="choice",
        choices=choices,
        initial=choices[0][0],
        help=f"An open question: {rule}.",
    )


FIELDS = (
    _field(
        "zero_tie",
        "M4-STR-04",
        "Both Crews count nothing for the Strategy",
        ("both", "both gain 1 VP, as for any tie"),
        ("nobody", "nobody gains a VP"),
    ),
    _field(
        "equal_moves",
        "M4-STR-05",
        "Both Crews have as many VP of the Strategy when markers are moved",
        ("nobody", "nobody moves any"),
        ("both", "both move theirs"),
    ),
    _field(
        "late_vp",
        "M4-TURN-26",
        "The additional VP at the end of the Turn",
        ("before", "comes before Schemes are revealed"),
        ("after", "comes after Schemes are revealed"),
    ),
    _field(
        "empty_reveal",
        "M4-SCH-13",
        "A Scheme that would score nothing",
        ("refused", "is not revealed; it may be abandoned"),
        ("allowed", "may be revealed for 0 VP"),
    ),
    _field(
        "event_reveal",
        "M4-SCH-14",
        "A Scheme that is revealed after something happened",
        ("at_once", "is revealed at that moment alone"),
        ("later", "may be revealed later, while it is still true"),
    ),
    _field(
        "peon_signature",
        "M4-ACT-02",
        "A Peon takes",
        ("one_in_all", "one Action in all"),
        ("besides", "one Action and a signature Action"),
    ),
    _field(
        "replaced",
        "M4-REPL-04",
        "A model that Replaces another",
        ("takes_over", "takes over tokens, Upgrades, whether it has Activated, and what a Scheme noted"),
        ("nothing", "takes nothing over"),
    ),
    _field(
        "cancelling",
        "M4-COND-07",
        "Tokens of a pair cancel each other",
        ("any_side", "whoever applied them"),
        ("same_side", "if the same Crew applied both"),
    ),
    _field(
        "wiped_out",
        "M4-END-03",
        "When a Crew has no model left",
        ("play_on", "the game goes on"),
        ("ends", "the game ends"),
    ),
    _field(
        "in_a_row",
        "M4-TURN-17",
        "Models of one Crew that Activate in a row",
        ("two", "at most two: one chained"),
        ("three", "at most three: two chained"),
    ),
)
"""The settings as they are asked for."""
