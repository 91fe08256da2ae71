"""Whether charts are well formed: each row by itself, then what no single row can show.

``read_row`` gives a row from plain values, or every fault of it at once, each with its field;
``chart_faults`` finds references, gaps and doubles across the charts.

>>> from rules.campaign.charts.rows import RewardRow
>>> read_row({"suit": "moon"}, RewardRow)[1][0]
FieldFault(field='suit', sentence='“moon” is none of crow, mask, ram, tome.')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from rules.campaign.arsenal import OLD_STATS, STATS
from rules.campaign.charts.rows import (
    AvatarRow,
    BarterRow,
    Bounty,
    ChartUpgrade,
    InjuryRow,
    InjuryUpgrade,
    LuckyMissRow,
    RewardRow,
    WeeklyEvent,
)
from rules.edition import editions
from rules.fate.cards import FULL_DECK, SUITS, Card
from rules.game.league.needs import EventScrip, needs_of
from rules.refusal import Violation

Row = TypeVar("Row", bound=Struct)
_PLACE = re.compile(r"\[(?P<entry>\d+)\]|\.(?P<field>\w+)")
_WORDS = (
    (re.compile(r"Expected `int` >= (-?\d+)"), "at least {0} is expected"),
    (re.compile(r"Expected `int` <= (-?\d+)"), "at most {0} is expected"),
    (
        re.compile(r"Expected `int.*`, got `(?:str|float|null|array|object|bool)`"),
        "a whole number is expected",
    ),
    (re.compile(r"Expected `bool`"), "yes or no is expected (true or false)"),
    (re.compile(r"Expected `str` of length <= (\d+)"), "at most {0} characters are expected"),
    (re.compile(r"Expected `str` of length >= (\d+)"), "it must not be empty"),
    (
        re.compile(r"Expected `str` matching regex '\^\[a-z"),
        "lower-case letters, digits and single hyphens only",
    ),
    (re.compile(r"Expected `str` matching regex"), "one line without invisible characters is expected"),
    (re.compile(r"Expected `str"), "text is expected"),
    (re.compile(r"Expected `array`"), "a list is expected"),
    (re.compile(r"Expected `object`"), "one object with named fields is expected"),
    (re.compile(r"Object missing required field `(\w+)`"), "{0} is missing"),
    (re.compile(r"Object contains unknown field `(\w+)`"), "there is no field called {0}"),
)


class FieldFault(Struct, frozen=True):
    """What is wrong with ``field`` (empty: with the row as a whole), as a sentence."""

    field: str
    sentence: str


def read_row(plain: Any, kind: type[Row]) -> tuple[Row | None, list[FieldFault]]:
    """The row, or ``None`` with all its faults in the order of the fields."""
    if not isinstance(plain, Mapping):
        return None, [FieldFault("", "a row with named fields is expected.")]
    types = _types(kind)
    faults = [
        FieldFault(str(name), "there is no such field; remove it.") for name in plain if name not in types
    ]
    values = {}
    for field in _fields(kind):
        if field.name not in plain:
            if field.required:
                faults.append(FieldFault(field.name, "it is missing."))
            continue
        try:
            values[field.name] = msgspec.convert(plain[field.name], types[field.name])
        except msgspec.ValidationError as error:
            faults.append(FieldFault(field.name, _in_words(error, types[field.name], plain[field.name])))
    return (None, faults) if faults else (kind(**values), [])


@lru_cache(maxsize=64)
def _types(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@lru_cache(maxsize=64)
def _fields(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def options_of(annotation: Any) -> tuple[str, ...]:
    """The words that a field of this type allows; empty when it is no choice.

    >>> options_of(Literal["ram", "mask"])
    ('ram', 'mask')
    """
    if get_origin(annotation) is Literal:
        return tuple(str(word) for word in get_args(annotation))
    for inner in get_args(annotation):
        if inner is not Ellipsis and (options := options_of(inner)):
            return options
    return ()


def _in_words(error: msgspec.ValidationError, annotation: Any, value: Any) -> str:
    """The library's message in a referee's words, with the entry of a list it speaks of."""
    message, _, path = str(error).partition(" - at `")
    steps = list(_PLACE.finditer(path))
    where = ", ".join(
        f"entry {int(step['entry']) + 1}" if step["entry"] else step["field"].replace("_", " ")
        for step in steps
    )
    lead = f"{where}: " if where else ""
    if message.startswith("Invalid enum value"):
        wrong = _at(value, steps)
        options = [word for word in options_of(annotation) if word] or _nested_options(annotation, steps)
        return f"{lead}“{wrong}” is none of {', '.join(sorted(options))}."
    for pattern, words in _WORDS:
        if match := pattern.match(message):
            return f"{lead}{words.format(*match.groups())}."
    return f"{lead}{message[:1].lower()}{message[1:]}."


def _at(value: Any, steps: list[re.Match[str]]) -> Any:
    for step in steps:
        value = value[int(step["entry"])] if step["entry"] else value[step["field"]]
    return value


def _nested_options(annotation: Any, steps: list[re.Match[str]]) -> list[str]:
    """The words allowed in a field of the rows inside a list."""
    names = [step["field"] for step in steps if step["field"]]
    for inner in get_args(annotation):
        if isinstance(inner, type) and issubclass(inner, Struct) and names:
            return list(options_of(_types(inner)[names[-1]]))
    return []


VALUES = range(1, 14)
FEWEST_ENDINGS = 4
"""Cards of the Injury chart that end a flip: more than a hand can hold back, so that each flip ends."""


def chart_faults(
    upgrades: Sequence[ChartUpgrade],
    barter: Sequence[BarterRow],
    injuries: Sequence[InjuryUpgrade],
    injury_chart: Sequence[InjuryRow],
    lucky_miss: Mapping[str, Sequence[LuckyMissRow]],
    rewards: Mapping[str, Sequence[RewardRow]],
    bounties: Sequence[Bounty],
    events: Sequence[WeeklyEvent],
    avatars: Sequence[AvatarRow] = (),
    factions: Collection[str] = (),
) -> Iterator[Violation]:
    """Every fault of well-formed rows that charts cannot be played with, each naming its row; ``factions``
    are those of the edition."""
    upgrades_by_slug = {upgrade.slug: upgrade for upgrade in upgrades}
    yield from _twice("upgrades", [upgrade.slug for upgrade in upgrades])
    yield from _twice("injuries", [injury.slug for injury in injuries])
    yield from _twice("bounties", [bounty.slug for bounty in bounties])
    yield from _twice("weekly events", [event.slug for event in events])
    yield from _barter(barter, upgrades_by_slug)
    yield from _injuries(injuries)
    yield from _injury_chart(injury_chart, {injury.slug for injury in injuries})
    yield from _lucky_miss(lucky_miss, upgrades_by_slug, factions)
    yield from _rewards(rewards, upgrades_by_slug)
    yield from _bounties(bounties)
    yield from _avatars(avatars, upgrades_by_slug)
    yield from _awards(events)
    yield from _pieces(events)
    if events:
        yield from _values("weekly events", [event.values for event in events])


def unsaid_house_rules(injury_chart: Sequence[InjuryRow]) -> Iterator[Violation]:
    """What charts do otherwise than the text without saying that it is meant so: no Lucky Miss on the Red
    Joker (SL-INJURY-12)."""
    for number, row in enumerate(injury_chart, 1):
        if row.joker == "red" and row.result != "lucky_miss" and not row.house_rule:
            yield Violation(
                "SL-INJURY-12",
                f"injury chart row {number}: the Red Joker gives a Lucky Miss.",
                "Let it give one, or say yes to “house rule” in this row.",
                f"injury chart row {number}",
            )


def _fault(row: str, sentence: str, fix: str = "Fix the row.") -> Violation:
    return Violation("", f"{row}: {sentence}", fix, row)


def _twice(label: str, slugs: Sequence[str]) -> Iterator[Violation]:
    for number, slug in enumerate(slugs, 1):
        first = slugs.index(slug) + 1
        if first < number:
            yield _fault(f"{label} row {number}", f"“{slug}” is in row {first} already.")


def _barter(rows: Sequence[BarterRow], upgrades: Collection[str]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        label = f"barter row {number}"
        if row.upgrade not in upgrades:
            yield _fault(label, f"there is no Campaign Upgrade “{row.upgrade}”.")
        if not (row.values or row.red_joker or row.black_joker):
            yield _fault(label, "no value and no joker: it could never be offered.")
    yield from _twice("barter", [row.upgrade for row in rows])


def _injuries(rows: Sequence[InjuryUpgrade]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        for mod in row.stat_mods:
            if mod.stat not in STATS and mod.stat not in OLD_STATS:
                yield _fault(
                    f"injuries row {number}", f"“{mod.stat}” is no stat; write one of {', '.join(STATS)}."
                )
            if not -9 <= mod.delta <= 9 or mod.delta == 0:
                yield _fault(f"injuries row {number}", f"{mod.stat} cannot change by {mod.delta}.")


def _injury_chart(rows: Sequence[InjuryRow], injuries: Collection[str]) -> Iterator[Violation]:
    owner: dict[Card, int] = {}
    endings = 0
    for number, row in enumerate(rows, 1):
        label = f"injury chart row {number}"
        if bool(row.joker) == bool(row.suits or row.values) or bool(row.suits) != bool(row.values):
            yield _fault(label, "write suits and values, or one joker.")
        if (row.result == "injury") != bool(row.injury):
            yield _fault(label, "an Injury is named exactly where the result is one.")
        elif row.injury and row.injury not in injuries:
            yield _fault(label, f"there is no Injury “{row.injury}”.")
        for card in FULL_DECK:
            if not row.matches(card):
                continue
            if card in owner:
                yield _fault(label, f"the {card.spoken} is in row {owner[card]} already.")
            owner.setdefault(card, number)
            endings += row.result != "reflip"
    missing = [card.spoken for card in FULL_DECK if card not in owner]
    if missing:
        yield _fault("injury chart", f"no row for {', '.join(missing)}.", "Add rows for these cards.")
    if endings < FEWEST_ENDINGS:
        yield _fault("injury chart", f"only {endings} cards end a flip; at least {FEWEST_ENDINGS} must.")


def _of_any_edition() -> set[str]:
    """Slugs of the Factions there are: charts may have rows for one that their edition does not have."""
    return {slug for edition in editions() for slug in edition.hiring.factions}


def _lucky_miss(
    charts: Mapping[str, Sequence[LuckyMissRow]],
    upgrades: Mapping[str, ChartUpgrade],
    factions: Collection[str],
) -> Iterator[Violation]:
    for faction in factions:
        if faction not in charts:
            yield _fault("lucky miss", f"no chart for {faction}.", "Add one chart per faction.")
    for faction, rows in charts.items():
        if faction not in _of_any_edition():
            yield _fault(f"lucky miss of {faction}", "there is no such faction.", "Remove it.")
        for number, row in enumerate(rows, 1):
            label = f"lucky miss of {faction} row {number}"
            if bool(row.upgrade) == bool(row.other_effect):
                yield _fault(label, "name an Upgrade or another effect, one of the two.")
            elif row.upgrade and row.upgrade not in upgrades:
                yield _fault(label, f"there is no Campaign Upgrade “{row.upgrade}”.")
        yield from _values(f"lucky miss of {faction}", [row.values for row in rows])


def _rewards(
    charts: Mapping[str, Sequence[RewardRow]], upgrades: Mapping[str, ChartUpgrade]
) -> Iterator[Violation]:
    for name, rows in charts.items():
        if name not in _of_any_edition() and name != "generic":
            yield _fault(f"rewards of {name}", "there is no such faction.", "Remove it.")
        for number, row in enumerate(rows, 1):
            if row.upgrade not in upgrades:
                yield _fault(
                    f"rewards of {name} row {number}", f"there is no Campaign Upgrade “{row.upgrade}”."
                )
        for suit in SUITS:
            own = [row.values or tuple(VALUES) for row in rows if row.suit == suit]
            if len(own) == 1 and len(own[0]) == len(VALUES):
                continue
            given = Counter(value for values in own for value in values)
            if not own or any(given[value] != 1 for value in VALUES):
                sentence = f"{suit} has {len(own)} rows; it needs one, or several that share its cards."
                yield _fault(f"rewards of {name}", sentence)


def _avatars(rows: Sequence[AvatarRow], upgrades: Collection[str]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        if row.upgrade not in upgrades:
            yield _fault(f"avatars row {number}", f"there is no Campaign Upgrade “{row.upgrade}”.")
    yield from _twice("avatars", [f"{row.master} {row.faction}".strip() for row in rows])


def _bounties(rows: Sequence[Bounty]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        label = f"bounties row {number}"
        if row.faction and row.faction not in _of_any_edition():
            yield _fault(label, f"there is no faction “{row.faction}”.")
        if not row.portions:
            yield _fault(label, "a Bounty has at least one portion.")
        for name, count in Counter(portion.id for portion in row.portions).items():
            if count > 1:
                yield _fault(label, f"the portion “{name}” is listed {count} times.")
        for portion in row.portions:
            if portion.per_game is not None and portion.per_game > portion.repeat:
                yield _fault(label, f"“{portion.id}” is done {portion.repeat} times, fewer than per game.")
            try:
                needs_of(portion.needs)
            except ValueError as error:
                yield _fault(label, f"“{portion.id}”: {error}")


def _awards(rows: Sequence[WeeklyEvent]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        for award in row.scrip_awards:
            try:
                needs = needs_of(award.needs)
            except ValueError as error:
                yield _fault(f"weekly events row {number}", f"“{award.condition}”: {error}")
                continue
            if any(isinstance(need, EventScrip) for need in needs):
                sentence = f"“{award.condition}”: an award cannot need Scrip of its own event."
                yield _fault(f"weekly events row {number}", sentence)


def _pieces(rows: Sequence[WeeklyEvent]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        if len(row.pieces) > len(row.terrain):
            sentence = f"{len(row.pieces)} pieces for {len(row.terrain)} lines of terrain."
            yield _fault(
                f"weekly events row {number}", sentence, "Say each piece in a line of terrain first."
            )


def _values(label: str, rows: Iterable[Collection[int]]) -> Iterator[Violation]:
    """Each value from 1 to 13 belongs to exactly one row."""
    owner: dict[int, int] = {}
    for number, values in enumerate(rows, 1):
        for value in values:
            if value in owner:
                yield _fault(f"{label} row {number}", f"value {value} is in row {owner[value]} already.")
            owner.setdefault(value, number)
    missing = [str(value) for value in VALUES if value not in owner]
    if missing:
        yield _fault(label, f"no row for the values {', '.join(missing)}.", "Add rows for these values.")
