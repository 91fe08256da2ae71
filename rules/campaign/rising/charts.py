"""The charts of *Rising Names*: what a flip offers (M4-CAMP-19, -23, -25, -26). Data, digests of the house.

Suits come in pairs, rams with masks and crows with tomes. A value of 0 is always offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.campaign.arsenal import StatMod
from rules.campaign.charts.rows import Name, Slug, Value, WeeklyEvent, Words
from rules.campaign.weekly_events import EventGain
from rules.fate.cards import BLACK_JOKER, Card
from rules.plain_numbers import whole
from rules.refusal import Refusal, Violation

Again = Literal["leader", "master", "totem", "insignificant", "no_triggers", "no_attacks", "no_signature"]
"""When a result does not count and is flipped again."""
Named = Literal["RJ", "BJ", "joker"]


class PrintedAction(Struct, frozen=True, kw_only=True):
    """An Action as a card prints it. ``range`` in inches, ``*`` where it is chosen; ``skill`` may end in a
    suit or in ``+``; ``damage`` may hold an X."""

    name: str
    kind: Literal["attack", "tactical"]
    range: str = ""
    reach: Literal["", "melee", "gun", "magic", "pulse"] = ""
    skill: str = ""
    resist: str = ""
    tn: str = ""
    damage: str = ""
    signature: bool = False
    stone: bool = False
    text: str = ""
    triggers: tuple[str, ...] = ()


class NamedAbility(Struct, frozen=True):
    name: str
    text: str = ""


class Equipment(Struct, frozen=True, kw_only=True):
    """An Upgrade that is bought in the Barter for ``cost`` Scrip; ``joker``: offered by either joker. Used up
    in a game it brings so much ``experience``; ``draws``: a card of the Aftermath hand for each enemy that it
    kills; ``spares``: it may be annihilated instead of an Injury that its bearer would have."""

    slug: str
    name: str
    value: int
    suits: tuple[str, ...] = ()
    cost: int = 0
    joker: bool = False
    action: PrintedAction | None = None
    text: str = ""
    experience: int = 0
    draws: bool = False
    spares: bool = False


class Injury(Struct, frozen=True, kw_only=True):
    """``value`` is that of the card, or its joker; ``again`` when another card is flipped. It ``ends`` with
    the next game for which its bearer is hired, or in which its bearer is killed; then the opponent gains
    ``opponent_scrip``. ``enemy_vp``: the enemy may end it for 1 VP (M4-CAMP-26)."""

    slug: str
    name: str
    value: str
    suits: tuple[str, ...] = ()
    effect: Literal["injury", "none", "annihilated", "traitor", "lucky_miss"] = "injury"
    mods: tuple[StatMod, ...] = ()
    again: tuple[Again, ...] = ()
    ends: Literal["", "hired", "killed"] = ""
    opponent_scrip: int = 0
    enemy_vp: bool = False
    text: str = ""


class LuckyMiss(Struct, frozen=True, kw_only=True):
    """``vp``: it may bring 1 VP in a game."""

    slug: str
    name: str
    value: str
    effect: Literal["gained", "copy"] = "gained"
    mods: tuple[StatMod, ...] = ()
    again: tuple[Again, ...] = ()
    vp: bool = False
    text: str = ""


class Modification(Struct, frozen=True, kw_only=True, rename={"least": "from"}):
    """What tier 1 adds to one Action: a trigger, a higher Skl or the signature mark. ``least`` are the Skls
    that it may raise to ``to``, ``resist`` those of the Actions it may be for; ``experience`` is what the
    trigger brings by killing the enemy Leader."""

    slug: str
    name: str
    value: str
    kind: Literal["trigger", "skill", "signature"]
    suit: str = ""
    text: str = ""
    least: tuple[int, ...] = ()
    to: int = 0
    resist: tuple[str, ...] = ()
    experience: int = 0


class Talent(Struct, frozen=True, kw_only=True):
    """An Action or an ability that tier 2 brings, a Summons of tier 3, or an effect of the crew card.
    ``choose`` is what the player names with it: a Marker, a token, a kind of Upgrade."""

    slug: str
    name: str
    value: int = 0
    action: PrintedAction | None = None
    text: str = ""
    choose: str = ""


class Totem(Struct, frozen=True, kw_only=True):
    slug: str
    name: str
    value: str
    df: int
    wp: int
    sp: int
    health: int
    abilities: tuple[NamedAbility, ...] = ()
    actions: tuple[PrintedAction, ...] = ()
    choose: str = ""


class RisingEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Weekly Event, a house rule: drawn on any of the ``values`` of a flip; ``text`` tells what happens,
    ``gains`` what it brings (M4-CAMP-30)."""

    slug: Slug
    name: Name
    values: tuple[Value, ...]
    text: Words = ""
    gains: tuple[EventGain, ...] = ()

    @property
    def event(self) -> WeeklyEvent:
        return WeeklyEvent(slug=self.slug, name=self.name, values=self.values, rules=self.text)


class RisingCharts(Struct, frozen=True, kw_only=True):
    """All charts of a league. ``thirsting`` is the chart behind a flipped Red Joker of the Barter;
    ``weekly_events`` may be empty."""

    name: str
    equipment: tuple[Equipment, ...]
    thirsting: tuple[Equipment, ...]
    injuries: tuple[Injury, ...]
    lucky_misses: tuple[LuckyMiss, ...]
    attack_modifications: tuple[Modification, ...]
    tactical_modifications: tuple[Modification, ...]
    actions: tuple[Talent, ...]
    abilities: tuple[Talent, ...]
    totems: tuple[Totem, ...]
    summonings: tuple[Talent, ...]
    crew_effects: tuple[Talent, ...]
    weekly_events: tuple[RisingEvent, ...] = ()

    @property
    def bounties(self) -> tuple[()]:
        """The campaign has none."""
        return ()

    def bought_with(self, card: Card, *, thirsting: bool = False) -> tuple[Equipment, ...]:
        """What a Barter flip that counts as ``card`` offers: what has its value and its suit, and what is
        always available (M4-CAMP-19). A Red Joker that was cheated counts as 13 of every suit; a Black Joker
        offers what is always available. ``thirsting``: of the second chart, one by value, any from 9 on."""
        if thirsting:
            if card.is_joker:
                return tuple(row for row in self.thirsting if row.joker)
            return tuple(
                row for row in self.thirsting if not row.joker and card.value in (row.value, *range(9, 14))
            )
        value = min(card.value, 13)
        return tuple(
            row for row in self.equipment if row.value == 0 or (row.value == value and card.is_of(row.suits))
        )

    def injury(self, card: Card) -> Injury:
        """The row of a card (M4-CAMP-26)."""
        return next(row for row in self.injuries if _is_of(row.value, row.suits, card))

    def lucky_miss(self, card: Card) -> LuckyMiss:
        return next(row for row in self.lucky_misses if _is_of(row.value, (), card))

    def totem(self, card: Card) -> Totem:
        """Exactly the one of its value (M4-CAMP-23)."""
        return next(row for row in self.totems if _is_of(row.value, (), card))

    def modifications(self, attack: bool, card: Card) -> tuple[Modification, ...]:
        """Those of the value or lower; those of a joker for that joker alone (M4-CAMP-23)."""
        rows = self.attack_modifications if attack else self.tactical_modifications
        return tuple(
            row for row in rows if whole(row.value, card.value) is not None or row.value in _names(card)
        )

    def talents(self, rows: Iterable[Talent], card: Card) -> tuple[Talent, ...]:
        """Those of the value or lower, and those always available (M4-CAMP-23)."""
        return tuple(row for row in rows if row.value <= card.value)

    def piece(self, slug: str) -> Equipment:
        """Raise ``KeyError`` for an unknown slug."""
        for row in (*self.equipment, *self.thirsting):
            if row.slug == slug:
                return row
        raise KeyError(slug)


def load_rising_charts(given: Mapping[str, Any]) -> RisingCharts:
    """The charts of a file. Raise ``Refusal`` with all that is wrong: shapes, a value without a row, a slug
    that is twice in a chart."""
    try:
        charts = msgspec.convert(given, RisingCharts)
    except msgspec.ValidationError as error:
        raise Refusal(f"These charts cannot be read: {error}", rule="M4-CAMP-19") from None
    faults = list(_faults(charts))
    if faults:
        raise Refusal(
            "These charts have gaps.",
            rule="M4-CAMP-19",
            violations=[Violation("M4-CAMP-19", sentence, "Correct the file.") for sentence in faults],
        )
    return charts


def _faults(charts: RisingCharts) -> Iterable[str]:
    tables: dict[str, tuple[Any, ...]] = {
        "Equipment": charts.equipment,
        "Those that thirst": charts.thirsting,
        "Lucky Misses": charts.lucky_misses,
        "attack modifications": charts.attack_modifications,
        "tactical modifications": charts.tactical_modifications,
        "Actions": charts.actions,
        "abilities": charts.abilities,
        "Totems": charts.totems,
        "Summons": charts.summonings,
        "crew card effects": charts.crew_effects,
        "Weekly Events": charts.weekly_events,
    }
    for name, rows in tables.items():
        slugs = [row.slug for row in rows]
        for slug in sorted({slug for slug in slugs if slugs.count(slug) > 1}):
            yield f"{name}: {slug} is there twice."
    for code in (*(f"{value}{suit}" for value in range(1, 14) for suit in "rmct"), "RJ", "BJ"):
        card = Card.parse(code)
        if (fitting := sum(_is_of(row.value, row.suits, card) for row in charts.injuries)) != 1:
            yield f"Injuries: {fitting} rows for the {card.spoken}; one is wanted."
    for value in (*map(str, range(1, 14)), "RJ", "BJ"):
        card = Card.parse(value if value in ("RJ", "BJ") else f"{value}r")
        for name, rows in (("Lucky Misses", charts.lucky_misses), ("Totems", charts.totems)):
            if (fitting := sum(_is_of(row.value, (), card) for row in rows)) != 1:
                yield f"{name}: {fitting} rows for {value}; one is wanted."
    for number in range(1, 14) if charts.weekly_events else ():
        if (drawn := sum(row.values.count(number) for row in charts.weekly_events)) != 1:
            yield f"Weekly Events: {drawn} rows for {number}; one is wanted."
    for event in charts.weekly_events:
        twice = [(gain.kind, gain.to) for gain in event.gains]
        if len(set(twice)) != len(twice):
            yield f"{event.name}: it brings the same twice; say the whole number once."
    for row in (*charts.equipment, *charts.thirsting):
        if not 0 <= row.value <= 13 or row.cost < 0:
            yield f"{row.name}: a value of 0 to 13 and a cost of 0 or more are wanted."
        if row.value and row in charts.equipment and not row.suits:
            yield f"{row.name}: its suits are missing."


def _names(card: Card) -> tuple[str, ...]:
    return ("joker", "BJ" if card == BLACK_JOKER else "RJ") if card.is_joker else ()


def _is_of(value: str, suits: tuple[str, ...], card: Card) -> bool:
    if card.is_joker:
        return value in _names(card)
    return value == str(card.value) and (not suits or card.suit in suits)
