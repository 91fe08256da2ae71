"""The numbers of the First Edition by its quick reference and the rulings of 2013, and one reading for each
ambiguous row. ``M1E`` combines them with its table.

>>> STANDARD.general_ap, STANDARD.price("charge"), STANDARD.difference_twist(7)
(2, 2, 0)
>>> STANDARD.with_readings({"fall_partial": "round_up"}).readings.fall_partial
'round_up'
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.editions.m1e.table import TABLE
from rules.refusal import Refusal
from rules.table.policies import TablePolicies


class ReadingsM1(Struct, frozen=True, kw_only=True):
    """One reading for each open question of the ledger; the default is the ledger's recommendation."""

    charge_strikes: int = 1
    fall_partial: Literal["floor", "round_up"] = "floor"
    drain_wp: Literal["per_use", "per_model"] = "per_use"
    negative_bars_duels: bool = True
    half_rounds: Literal["up", "down"] = "up"
    pool_binds_in_play: bool = False
    positive_takes: Literal["highest", "any"] = "highest"
    group_order: Literal["any", "acting_first"] = "any"
    stone_suit_counts: bool = True
    toward: Literal["straight", "nearer"] = "straight"
    red_joker_adds: bool = True
    models_hide: Literal["target", "both"] = "target"
    red_joker_goes_on: bool = True
    creepy_once: Literal["per_model", "per_structure"] = "per_model"
    hard_cover_twists: Literal[1, 2] = 1  # I-08
    evasive: Literal["blast", "pulse"] = "blast"  # I-12
    nexus: Literal["twist", "ram"] = "twist"  # I-19
    buried_goes_on: bool = False
    buried_are_killed: bool = True
    casters_in_melee: Literal["in_it", "all"] = "in_it"
    transformed_spells: Literal["original", "both"] = "original"
    buried_are_left: bool = False


class ReadingWords(Struct, frozen=True):
    """A reading in words: its ``rule``, the ``question``, and what each value means, the default first."""

    rule: str
    question: str
    answers: tuple[tuple[bool | int | str, str], ...]

    @property
    def usual(self) -> bool | int | str:
        return self.answers[0][0]

    def said(self, value: bool | int | str) -> str:
        return next(words for held, words in self.answers if held == value)


READINGS: dict[str, ReadingWords] = {
    "charge_strikes": ReadingWords("M1-MOVE-04", "Strikes of a Charge", ((1, "one"), (2, "two"))),
    "fall_partial": ReadingWords(
        "M1-MOVE-11", "A fall’s last part of 3″", (("floor", "counts nothing"), ("round_up", "counts whole"))
    ),
    "drain_wp": ReadingWords(
        "M1-MAG-05", "Drain Souls takes 1 Wp", (("per_use", "a use"), ("per_model", "a model sacrificed"))
    ),
    "negative_bars_duels": ReadingWords(
        "M1-GLO-02", "A negative twist bars cheating", ((True, "in duels, too"), (False, "not in duels"))
    ),
    "half_rounds": ReadingWords("M1R-SPI-03", "Half of damage", (("up", "is rounded up"), ("down", "down"))),
    "pool_binds_in_play": ReadingWords(
        "M1-ENC-16", "The pool’s maximum", ((False, "binds at the start"), (True, "binds in play, too"))
    ),
    "positive_takes": ReadingWords(
        "M1-GLO-12", "Of a positive flip", (("highest", "the highest counts"), ("any", "any card may count"))
    ),
    "group_order": ReadingWords(
        "M1R-COMP-04",
        "Those nominated act",
        (("any", "in any order"), ("acting_first", "in the order named")),
    ),
    "stone_suit_counts": ReadingWords(
        "M1-DUEL-06", "The suit of a Soulstone’s card", ((True, "counts"), (False, "does not count"))
    ),
    "toward": ReadingWords(
        "M1R-TOW-01", "Toward", (("straight", "straight at it"), ("nearer", "any way that ends nearer"))
    ),
    "red_joker_adds": ReadingWords(
        "M1-DMG-02", "The Red Joker’s other card", ((True, "is flipped and added"), (False, "is none"))
    ),
    "models_hide": ReadingWords(
        "M1-GLO-05",
        "A model between hides another",
        (("target", "that is no higher"), ("both", "if neither end is higher")),
    ),
    "red_joker_goes_on": ReadingWords(
        "M1-ENC-19", "The Red Joker for another turn", ((True, "goes on"), (False, "ends the game"))
    ),
    "creepy_once": ReadingWords(
        "M1-FEAT-04",
        "A Creepy Structure is tried once a turn",
        (("per_model", "by each model"), ("per_structure", "by one model")),
    ),
    "hard_cover_twists": ReadingWords("M1-DMG-06", "Hard cover’s negative twists", ((1, "one"), (2, "two"))),
    "evasive": ReadingWords(
        "M1-ABL-08", "Evasive takes from damage of", (("blast", "Blasts"), ("pulse", "Pulses"))
    ),
    "nexus": ReadingWords(
        "M1-FEAT-10", "A Magic Nexus gives", (("twist", "a positive twist"), ("ram", "a Ram in the total"))
    ),
    "buried_goes_on": ReadingWords(
        "M1R-BURY-03",
        "Buried in its own activation",
        ((False, "that is over"), (True, "it goes on if it is back within it")),
    ),
    "buried_are_killed": ReadingWords(
        "M1R-BURY-06", "Who leaves the game while buried", ((True, "is killed"), (False, "is sacrificed"))
    ),
    "casters_in_melee": ReadingWords(
        "M1-DMG-09",
        "Who is in melee casts attacks",
        (("in_it", "at whom it is in melee with"), ("all", "at everybody it sees")),
    ),
    "transformed_spells": ReadingWords(
        "M1-MAG-07",
        "Who is transformed, or an Avatar, has the spells",
        (("original", "it had before"), ("both", "of both figures")),
    ),
    "buried_are_left": ReadingWords(
        "M1-GLO-01",
        "Of who is buried at the end",
        ((False, "nobody is left, Masters neither"), (True, "all are left, Masters too")),
    ),
}
"""Every reading in words, by its name."""


class RulesetM1(Struct, frozen=True, kw_only=True):
    """The edition's numbers in inches, cards and AP. ``prices`` are the general AP of Actions, which the
    quick reference omits (Q-13)."""

    id: str = "m1e"
    general_ap: int = 2
    prices: tuple[tuple[str, int], ...] = (
        ("walk", 1),
        ("charge", 2),
        ("strike", 1),
        ("bash", 1),
        ("focus", 2),
        ("defensive_stance", 1),
        ("heal", 1),
        ("scavenge", 1),
        ("drain_souls", 1),
        ("jump", 1),
        ("pass", 1),
        ("flurry", 2),
        ("rapid_fire", 2),
        ("channel", 1),
        ("manifest", 1),
    )
    bash: tuple[int, int, int] = (0, 1, 2)  # M1-CMB-04
    bash_range: float = 1.0  # M1-CMB-04
    bash_combat: int = 3  # M1-CMB-04
    stance_movement: int = -2  # M1-CMB-02
    # The least difference of totals for each twist of the damage flip, highest first (M1-DMG-01).
    damage_twists: tuple[tuple[int, int], ...] = ((11, 1), (6, 0), (1, -1), (0, -2))
    prevention: tuple[int, int, int] = (1, 2, 3)  # M1-DMG-03
    healing: tuple[int, int, int] = (1, 2, 3)  # M1-ACT-01
    sees_through: float = 3.0  # M1-TER-11
    hunter_sees: float = 6.0  # M1-ABL-17
    element_reach: float = 1.0  # M1-TER-02
    fall: tuple[int, int, int] = (2, 4, 6)  # M1-MOVE-11
    fall_step: float = 3.0  # M1-MOVE-11
    blast_mm: float = 50.0  # M1-DMG-11
    counter_mm: float = 30.0  # M1-GLO-03
    companion_range: float = 6.0  # M1R-COMP-01
    summon_range: float = 6.0  # M1-MAG-06
    drain_range: float = 6.0  # M1-MAG-04
    drain_most: int = 3  # M1-MAG-04
    harmless_tn: int = 12  # M1-ABL-15
    black_blood_range: float = 1.0  # M1-ABL-03
    gunfighter_range: float = 2.0  # M1-ABL-12
    jump_share: float = 0.5  # M1-MOVE-06
    fall_back_walks: int = 2  # M1-MOR-05
    strikes_of_a_flurry: int = 3  # M1-ABL-10, -24
    certain_turns: int = 5  # M1-ENC-19: from the end of the next one a card decides
    goes_on_from: int = 10  # M1-ENC-19
    # Weak, moderate, severe of what is moved through; None kills (M1-TER-08).
    hazards: tuple[tuple[str, tuple[int | None, int | None, int | None]], ...] = (
        ("burning", (2, 4, 7)),
        ("lava", (3, 6, None)),
        ("deep chasm", (None, None, None)),
    )
    hardness: tuple[tuple[str, int], ...] = (("wood", 3), ("brick", 6), ("stone", 8), ("metal", 10))
    readings: ReadingsM1 = ReadingsM1()
    table: TablePolicies = TablePolicies()

    def price(self, action: str) -> int:
        """The general AP of an Action. Raise ``KeyError`` for an unknown one (Q-13)."""
        return dict(self.prices)[action]

    def difference_twist(self, difference: int) -> int:
        """The fate twists of the damage flip after an opposed duel won by ``difference``
        (M1-DMG-01)."""
        return next(twist for least, twist in self.damage_twists if difference >= least)

    def with_readings(self, settings: dict[str, Any]) -> RulesetM1:
        """The ruleset with other readings. Raise ``Refusal`` for an unknown name or value."""
        for name in settings:
            if name not in ReadingsM1.__struct_fields__:
                raise Refusal(f"There is no reading called “{name}”.", fix="Leave it out.")
        try:
            chosen = msgspec.convert({**msgspec.to_builtins(self.readings), **settings}, ReadingsM1)
        except msgspec.ValidationError as error:
            raise Refusal(f"A reading has a value it cannot have: {error}.") from None
        table = self.table
        if chosen.models_hide != STANDARD.readings.models_hide:
            table = msgspec.structs.replace(table, models_compare=chosen.models_hide)
        return msgspec.structs.replace(self, readings=chosen, table=table)


STANDARD = RulesetM1()
M1E = RulesetM1(table=TABLE)
"""The standard readings, measured on the edition's own table."""
