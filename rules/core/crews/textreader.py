"""Reading a Crew's text line by line, collecting every complaint before refusing."""

from __future__ import annotations

from msgspec import Struct

from rules.core.crews.crewlist import STANDARD_SIZE, CrewList, Member
from rules.core.crews.factions import FACTIONS
from rules.core.crews.names import BEARING, COPIES_AFTER, COPIES_BEFORE, FIELD, Names, folded
from rules.core.refusal import Refusal, Violation

MOST_MODELS = 60
MOST_UPGRADES = 10
LARGEST_SIZE = 500


class Read(Struct, frozen=True):
    """A text read back: the Crew, and the name it was given ("" for none)."""

    name: str
    crew: CrewList


class Reader:
    """Takes lines; ``result`` is the Crew, or one ``Refusal`` with all that could not be read."""

    def __init__(self, models: Names, upgrades: Names) -> None:
        self._models, self._upgrades = models, upgrades
        self._problems: list[Violation] = []
        self._name, self._faction, self._size = "", "", STANDARD_SIZE
        self._leader = Member("")
        self._members: list[Member] = []

    def take(self, number: int, line: str) -> None:
        """One stripped line, ``number`` counted from 1."""
        if not line or line.startswith("#"):
            return
        if field := FIELD.match(line):
            self._field(number, field[1].casefold(), field[2].strip())
            return
        copies, rest = _copies(line)
        member = self._member(number, rest)
        if len(self._members) + copies > MOST_MODELS:
            self._complain(number, f"more than {MOST_MODELS} models.", "Paste one Crew.")
        elif member is not None:
            self._members += [member] * copies

    def result(self) -> Read:
        if not self._faction and not self._problems:
            self._complain(0, 'no line says the Faction, as in "Faction: Guild".', "Add that line.")
        if self._problems:
            raise Refusal.of(self._problems)
        crew = CrewList(
            self._faction, self._leader.slug, self._size, tuple(self._members), self._leader.upgrades
        )
        return Read(self._name, crew)

    def _complain(self, number: int, sentence: str, mend: str = "") -> None:
        where = f"line {number}" if number else "text"
        self._problems.append(Violation("", f"{where.capitalize()}: {sentence}", mend, where))

    def _field(self, number: int, field: str, value: str) -> None:
        match field:
            case "name":
                self._name = " ".join(value.split())
            case "size":
                if value.isascii() and value.isdigit() and 0 < int(value[:9]) <= LARGEST_SIZE:
                    self._size = int(value)
                else:
                    self._complain(number, f'"{value}" is not a size from 1 to {LARGEST_SIZE}.', "Say 50.")
            case "faction":
                self._faction = _faction(value)
                if not self._faction:
                    names = ", ".join(FACTIONS.values())
                    self._complain(number, f'no Faction is called "{value}".', f"One of {names}.")
            case "leader":
                self._leader = self._member(number, value) or self._leader

    def _member(self, number: int, text: str) -> Member | None:
        name, *bought = BEARING.split(text)
        slug = self._one(number, name, self._models, "model")
        upgrades = [self._one(number, card, self._upgrades, "Upgrade") for card in bought[:MOST_UPGRADES]]
        if len(bought) > MOST_UPGRADES:
            self._complain(number, f"more than {MOST_UPGRADES} Upgrades.", "A model buys one.")
        if slug is None:
            return None
        return Member(slug, tuple(card for card in upgrades if card is not None))

    def _one(self, number: int, text: str, names: Names, what: str) -> str | None:
        found = names.find(text)
        if len(found) == 1:
            return found[0]
        if found:
            self._complain(number, f'"{text}" may be any of {", ".join(found)}.', "Use one of these instead.")
            return None
        near = names.like(text)
        mend = f"Did you mean {near}?" if near else "Write the name as printed on the card."
        self._complain(number, f'no {what} is called "{text[:60]}" here.', mend)
        return None


def _copies(line: str) -> tuple[int, str]:
    """How many, and what: ``2x Guild Hound`` or ``Guild Hound x2``, Upgrades following either way."""
    if before := COPIES_BEFORE.match(line):
        return int(before[1]), before[2]
    if after := COPIES_AFTER.match(line):
        return int(after[2]), after[1]
    return 1, line


def _faction(value: str) -> str:
    for slug, name in FACTIONS.items():
        if folded(value) in (slug, folded(name)):
            return slug
    return ""
