"""What a line of a pasted text is: a model, an Upgrade, a field, a heading, a sum, or no part of the Crew.

People paste what they have: an export, a message, a table of a document. Bullets, numbers, check boxes, marks
of Markdown, cells and pictures around a name are set aside, unless a card is called exactly so. Where a line
stands below another, its indent says that it is an Upgrade; in a text whose indents were lost, its name does.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rules.crews.catalogue import factions_of
from rules.crews.text.names import LONGEST_NAME, CardNames, letters_of
from rules.edition import edition_of
from rules.plain_numbers import whole

LINE_ENDS = re.compile(r"\r\n|\r|\n")
FIELD = re.compile(r"^(name|edition|faction|size|format|leader)\s*:\s*(.*)$", re.IGNORECASE)
BEARING = re.compile(r"\s+(?:\+|w/)\s+")
COPIES_BEFORE = re.compile(r"^(?:([0-9]{1,3}) ?[x×]|[x×] ?([0-9]{1,3})) (.+)$", re.IGNORECASE)
COPIES_AFTER = re.compile(
    r"^(.+?) (?:\(|\[)?(?:[x×] ?([0-9]{1,3})|([0-9]{1,3}) ?[x×])(?:\)|\])?$", re.IGNORECASE
)
COPIES_LOOSE = re.compile(r"^([0-9]{1,2})(?: -|x)? (.+)$", re.IGNORECASE)
BEHIND = re.compile(r"^(.+?),? #?([0-9]{1,2})$")
LETTERED = re.compile(r"^(.+) ([A-H])$", re.IGNORECASE)
PRICED = re.compile(r"(?: ?[-:])? ?[(\[]?\b[0-9]{1,2} ?ss\b[)\]]?$", re.IGNORECASE)
BRACKETED = re.compile(r"^(.+?)(?: ?[(\[]([0-9]{1,2})[)\]]| [-:] ([0-9]{1,2}))$")
HEADING = re.compile(
    r"^(leader|totems?|totem\(s\)|hires?|versatile|out of keyword|models|crew|references?) ?:?$",
    re.IGNORECASE,
)
STATIONS = r"masters?|henchm[ae]n|enforcers?|minions?|peons?|models|crew|hires?"
CREW_CARD = re.compile(r"^crew card ?:", re.IGNORECASE)
FENCE = re.compile(r"^(?:`{3,}\w*|[-_=*]{3,})$")
STRUCK = re.compile(r"^~~(.*)~~$")
SPENT = re.compile(
    r"^(?:(?:total|sum|cost|points|spent)\b[ :=]*\(?([0-9]{1,3})(?: ?(?:/|of) ?([0-9]{1,3}))?\)?"
    r"(?: ?ss| points| soulstones?)?|\(?([0-9]{1,3})\)? ?(?:ss|soulstones?|stones) spent)$",
    re.IGNORECASE,
)
POOLED = re.compile(
    r"^(?:(?:soulstone )?pool\b[ :=]*\(?([0-9]{1,3})\)?(?: ?ss| soulstones?| stones)?"
    r"|\(?([0-9]{1,3})\)? ?(?:ss|soulstones?|stones) (?:(?:in (?:the )?)?pool|left))$",
    re.IGNORECASE,
)
SUM = re.compile(
    r"^(?:(?:(?:soulstone )?cache|soulstones?|ss)\b[ :=]*[0-9]{1,3}(?: ?/ ?[0-9]{1,3})?(?: ?ss| points)?"
    r"|\(?[0-9]{1,3}\)? ?(?:ss|soulstones?|stones))$",
    re.IGNORECASE,
)
OWN_SUM = re.compile(r"^# ?([0-9]{1,3}) of ([0-9]{1,3}) Soulstones, pool ([0-9]{1,3})$", re.IGNORECASE)
SIZE = re.compile(
    r"^([0-9]{1,18})(?: ?(?:ss|soulstones?))?(?:[ ,;/(-]+pool ?:? ?([0-9]{1,3})\)?)?$", re.IGNORECASE
)

BULLET = re.compile(r"^(?:[•·▪◦‣⁃●○►] ?|[-*>] |[0-9]{1,2}[.)] |\[[ x]?\] ?)", re.IGNORECASE)
EMPHASIS = re.compile(r"\*{2} ?([^\s*](?:.*?\S)?) ?\*{2}|^\*([^\s*](?:.*\S)?)\*$|^_{1,2}(\S(?:.*\S)?)_{1,2}$")
LINK = re.compile(r"\[([^\[\]]+)\]\(https?://[^()\s]+\)")
ENTITY = re.compile(r"&#?\w{2,8};")
SHORTCODE = re.compile(r"<a?:\w+:\d+>|(?<!\S):[a-z][a-z0-9_+-]*:(?!\S)", re.IGNORECASE)
KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
PICTURES = {"So", "Cf", "Cs", "Co", "Me"}
BESIDE = frozenset(range(0x1F3FB, 0x1F400)) | frozenset(range(0xFE00, 0xFE10))
"""Tones of skin and selectors of variants: they follow a picture."""
CELL = re.compile(r"[\t|]")
RULE_OF_TABLE = re.compile(r"^:?-+:?$")
BORNE = re.compile(r"^(.+?) ?[(\[](\D+)[)\]]$")
LABELLED = re.compile(rf"^(?:{STATIONS}|totems?|totem\(s\)|versatile) ?: ?(.+)$", re.IGNORECASE)
NUMBER = re.compile(r"^(?:[0-9]{1,3}|[0-9]{1,3} ?[x×]|[x×] ?[0-9]{1,3})$", re.IGNORECASE)
HEADS = frozenset(
    "model models name names qty count copies number no cost ss upgrade upgrades station".split()
)
COUNTED = frozenset("qty count copies number x".split())
LONGEST_LINE = 1_200
MOST_ROWS = 999
MOST_MARKS = 6
MOST_IN_A_LINE = 60


class Aside(Struct, frozen=True):
    """No part of the Crew; ``words`` say what it is. A person hears of one that is ``reported``."""

    line: int
    words: str
    reported: bool = True


class Titled(Struct, frozen=True):
    """The name of the Crew and its Faction, by its slug, in one line."""

    line: int
    name: str
    faction: str


class Field(Struct, frozen=True):
    """A line ``Size: 50``: ``name`` in lower case, and the value as it was written."""

    line: int
    name: str
    value: str


class Stated(Struct, frozen=True, kw_only=True):
    """What a line says of the whole: the Soulstones ``spent``, the ``pool`` left, the ``size``."""

    line: int
    spent: int | None = None
    pool: int | None = None
    size: int | None = None


class ModelLine(Struct, frozen=True, kw_only=True):
    """A model: its name as written, how many (``None``: not said), the ``number`` behind the name, in
    brackets or not, the names of its Upgrades. ``leads``: it stands where the Leader does; ``listed``: below
    a heading. ``either``: an Upgrade has the name, too, and nothing says which is meant."""

    line: int
    text: str
    copies: int | None = None
    number: int | None = None
    bracketed: bool = False
    upgrades: tuple[str, ...] = ()
    leads: bool = False
    listed: bool = False
    either: bool = False


class UpgradeLine(Struct, frozen=True):
    """An Upgrade of the model above it, by its name as written."""

    line: int
    text: str


Item = Aside | Titled | Field | Stated | ModelLine | UpgradeLine


def items(text: str, models: CardNames, upgrades: CardNames, edition: str) -> Iterator[Item]:
    """What the lines of a text are, in their order. A line of a table, or of names with commas, may be
    several; a blank one is nothing."""
    lines = LINE_ENDS.split(text.lstrip("\ufeff"))
    parser = _Lines(lines, models, upgrades, edition)
    for number, raw in enumerate(lines, start=1):
        yield from parser.take(number, raw)


class _Lines:
    """Takes lines, and remembers under which heading they stand and what stands above them."""

    def __init__(self, lines: Sequence[str], models: CardNames, upgrades: CardNames, edition: str) -> None:
        self._models, self._upgrades, self._edition = models, upgrades, edition
        self._flat = not any(line[:1].isspace() and line.strip() for line in lines)
        self._numbered = _rows_are_numbered(lines)
        self._counts: int | None = None
        self._under, self._indent = "", -1
        self._begun, self._led, self._next_leads = False, False, False
        printed = "|".join(f"{re.escape(station)}s?" for station in edition_of(edition).cards.stations)
        self._stations = re.compile(rf"^(?:{STATIONS}|{printed})(?: ?\([0-9]+\))? ?:?$", re.IGNORECASE)

    def take(self, number: int, raw: str) -> Iterator[Item]:
        line, indent = " ".join(raw.split()), len(raw) - len(raw.lstrip())
        if not line:
            return
        if len(line) > LONGEST_LINE:
            yield ModelLine(line=number, text=line[:LONGEST_NAME])
        elif self._models.exact(line) or self._upgrades.exact(line):
            yield from self._card(number, line, indent)
        elif (named := FIELD.match(line)) and named[1].casefold() == "name":
            self._begun = True
            yield Field(number, "name", named[2].strip())
        else:
            if CELL.search(raw.strip()):
                line, beside = self._row([cleaned(cell) for cell in CELL.split(raw.strip().strip("|"))])
                yield from (Aside(number, f"“{cell[:40]}”") for cell in beside)
            else:
                line = cleaned(line)
            yield from self._cleaned(number, line, indent, raw)

    def _cleaned(self, number: int, line: str, indent: int, raw: str) -> Iterator[Item]:
        """A line without marks. ``raw`` keeps the name of the Crew as it was written."""
        if own := OWN_SUM.match(line):
            yield Stated(line=number, spent=int(own[1]), size=int(own[2]), pool=int(own[3]))
            return
        if line.startswith("#"):
            inner = line.lstrip("# ")
            if not HEADING.match(inner) and (
                self._begun or _faction_in_brackets(inner, self._edition) is None
            ):
                yield Aside(number, "a comment", reported=False)
                return
            line = inner
        if not line or FENCE.match(line) or not any(letter.isalnum() for letter in line):
            yield Aside(number, "a mark around the text", reported=False)
            return
        first, self._begun = not self._begun, True
        if first and (faction := _faction_in_brackets(line, self._edition)):
            name = _unmarked(" ".join(raw.split())).strip("#|` ").rpartition("(")[0]
            yield Titled(number, BULLET.sub("", name).strip(), faction)
        elif STRUCK.match(line):
            yield Aside(number, "struck out")
        elif CREW_CARD.match(line) and not self._models.find(line):
            yield Aside(number, "a Crew Card, no part of the Crew")
        elif heading := HEADING.match(line):
            self._under, self._indent = heading[1].casefold(), -1
            self._next_leads = self._under == "leader"
            yield Aside(number, "a heading", reported=False)
        elif self._stations.match(line) and not self._models.find(line):
            self._next_leads = line.casefold().startswith("master") and not self._led
            yield Aside(number, "a heading", reported=False)
        elif (of_whole := _of_the_whole(number, line)) and not self._models.find(line):
            yield of_whole
        elif field := FIELD.match(line):
            self._under, self._indent = "", -1
            if field[1].casefold() == "leader":
                self._led = True
                yield self._parsed(number, field[2].strip(), leads=True)
            else:
                yield Field(number, field[1].casefold(), field[2].strip())
        else:
            yield from self._named(number, line, indent)

    def _named(self, number: int, line: str, indent: int) -> Iterator[Item]:
        """A line that names a model, an Upgrade or the Faction."""
        if labelled := LABELLED.match(line):
            self._next_leads = line.casefold().startswith("master") and not self._led
            line = labelled[1]
        if not self._models.find(line) and (faction := faction_called(line, self._edition)):
            yield Titled(number, "", faction)
        elif line.startswith("+ "):
            yield UpgradeLine(number, self._unpriced(cleaned(line[2:])))
        else:
            yield from self._card(number, line, indent)

    def _card(self, number: int, line: str, indent: int) -> Iterator[Item]:
        if self._under.startswith("reference"):
            yield Aside(number, "a reference, no part of the Crew", reported=False)
            return
        deeper = 0 <= self._indent < indent
        is_upgrade = bool(self._upgrades.find(self._unpriced(line)))
        is_model = bool(self._models.find(self._parsed(number, line).text))
        if (is_upgrade and (deeper or not is_model)) or (deeper and self._under and not is_model):
            yield UpgradeLine(number, self._unpriced(line))
            return
        for part in self._parts(line):
            yield self._model(number, part, indent, either=is_upgrade and self._flat)

    def _model(self, number: int, line: str, indent: int, *, either: bool = False) -> Item:
        leads = self._next_leads
        self._led, self._next_leads, self._begun = self._led or leads, False, True
        self._indent = indent
        return self._parsed(number, line, leads=leads, listed=bool(self._under), either=either)

    def _parts(self, line: str) -> list[str]:
        """The models of a line with commas: where two or more of its parts are names, it is a list of
        them."""
        if "," not in line or self._is_name(line):
            return [line]
        parts: list[str] = []
        for piece in (piece.strip() for piece in line.split(",")[:MOST_IN_A_LINE]):
            titled = f"{parts[-1]}, {piece}" if parts else ""
            if titled and self._is_name(titled):
                parts[-1] = titled
            elif piece:
                parts.append(piece)
        return parts if sum(map(self._is_name, parts)) > 1 else [line]

    def _is_name(self, text: str) -> bool:
        """Whether a card is called so, with its title."""
        name = self._parsed(0, text).text
        return bool(self._models.find(name)) and not self._models.retitled(name)

    def _parsed(
        self, line: int, text: str, *, leads: bool = False, listed: bool = False, either: bool = False
    ) -> ModelLine:
        """How many, which, with what: copies before or behind, a number or a letter behind the name,
        Upgrades."""
        copies, number, bracketed = None, None, False
        if not self._models.exact(text):
            if before := COPIES_BEFORE.match(text):
                copies, text = int(before[1] or before[2]), before[3]
            elif behind := COPIES_AFTER.match(text):
                copies, text = int(behind[2] or behind[3]), behind[1]
        name, *upgrades = [text] if self._models.exact(text) else BEARING.split(text)
        if not self._models.find(name):
            name = PRICED.sub("", name)
        if (borne := BORNE.match(name)) and not self._models.find(name) and self._upgrades.find(borne[2]):
            name, upgrades = borne[1], [borne[2], *upgrades]
        if not self._models.find(name) and (priced := BRACKETED.match(name)):
            name, number, bracketed = priced[1], int(priced[2] or priced[3]), True
        if copies is None and not self._models.find(name) and (behind := COPIES_AFTER.match(name)):
            copies, name = int(behind[2] or behind[3]), behind[1]
        if copies is None and not self._models.find(name) and (loose := COPIES_LOOSE.match(name)):
            copies, name = int(loose[1]), loose[2]
        if not self._models.find(name):
            if (behind := BEHIND.match(name)) and (copies is None or self._models.find(behind[1])):
                name, number, bracketed = behind[1], int(behind[2]), False
            elif (lettered := LETTERED.match(name)) and self._models.find(lettered[1]):
                name, number, bracketed = lettered[1], "abcdefgh".index(lettered[2].lower()) + 1, False
        return ModelLine(
            line=line,
            text=name,
            copies=copies,
            number=number if copies is None else None,
            bracketed=bracketed,
            upgrades=tuple(map(self._unpriced, upgrades)),
            leads=leads,
            listed=listed,
            either=either and copies is None,
        )

    def _unpriced(self, text: str) -> str:
        """The name of an Upgrade without a Cost behind it."""
        if self._upgrades.find(text):
            return text
        bare = PRICED.sub("", text)
        return priced[1] if (priced := BRACKETED.match(bare)) else bare

    def _row(self, cells: Sequence[str]) -> tuple[str, list[str]]:
        """A row of a table as a line, and its cells that are no part of it."""
        filled = [cell for cell in cells if cell]
        if len(filled) < 2 or all(RULE_OF_TABLE.match(cell) for cell in filled):
            return " ".join(filled), []
        known = [self._is_name(cell) for cell in cells]
        words = [letters_of(cell) for cell in cells]
        if not any(known) and HEADS.intersection(words):
            self._counts = next((place for place, word in enumerate(words) if word in COUNTED), None)
            return "-", []
        if FIELD.match(f"{filled[0]}: "):
            return f"{filled[0]}: {' '.join(filled[1:])}", []
        usual = next((place for place, cell in enumerate(cells) if cell and not NUMBER.match(cell)), 0)
        at = known.index(True) if any(known) else usual
        line, beside, copies, price = cells[at], [], "", ""
        for place, cell in enumerate(cells):
            if place == at or not cell or RULE_OF_TABLE.match(cell):
                continue
            if not NUMBER.match(cell):
                if self._upgrades.find(cell):
                    line += f" + {cell}"
                else:
                    beside.append(cell)
            elif whole(cell) is None or place == self._counts or (place < at and not self._numbered):
                copies = f"{cell.strip('xX× ')}x "
            elif place > at and not price:
                price = f" ({cell})"
        return f"{copies}{line}{'' if copies or ' + ' in line else price}", beside


def cleaned(line: str) -> str:
    """``line`` without what people and programs put around a name.

    >>> cleaned("- [ ] 🐕 **Guild Hound** &amp; co"), cleaned("3. [Guild Hound](https://example.org/hound)")
    ('Guild Hound & co', 'Guild Hound')
    """
    line = SHORTCODE.sub("", KEYCAP.sub(r"\1. ", line))
    line = "".join(letter for letter in line if not _pictured(letter))
    line = " ".join(_unmarked(unicodedata.normalize("NFC", line).translate(DASHES)).split())
    for _ in range(MOST_MARKS):
        shorter = BULLET.sub("", line)
        if shorter == line:
            break
        line = shorter
    return _unmarked(line).strip()


def _unmarked(line: str) -> str:
    """Without marks of HTML and Markdown: what is bold or a link is its words."""
    line = ENTITY.sub(lambda entity: html.unescape(entity[0]), line)
    return EMPHASIS.sub(lambda marked: marked[1] or marked[2] or marked[3], LINK.sub(r"\1", line))


def _pictured(letter: str) -> bool:
    return unicodedata.category(letter) in PICTURES or ord(letter) in BESIDE


def _of_the_whole(number: int, line: str) -> Stated | Aside | None:
    """What a line says of the Crew as a whole; ``None`` where it does not."""
    if spent := SPENT.match(line):
        return Stated(line=number, spent=int(spent[1] or spent[3]), size=int(spent[2]) if spent[2] else None)
    if pooled := POOLED.match(line):
        return Stated(line=number, pool=int(pooled[1] or pooled[2]))
    return Aside(number, "a sum") if SUM.match(line) else None


def _rows_are_numbered(lines: Sequence[str]) -> bool:
    """Whether the numbers in front of the rows of a table only count the rows."""
    heads = [CELL.split(line.strip().strip("|"))[0].strip() for line in lines if CELL.search(line.strip())]
    numbers = [number for head in heads if (number := whole(head, MOST_ROWS)) is not None]
    return len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def say_which_copy(lines: Iterable[ModelLine]) -> bool:
    """Whether the numbers behind a model's name in ``lines``, all that name it, say which copy each is: every
    copy before them is there. Those that are counted, as in ``2x``, are the first.

    >>> def hounds(*numbers: int | None) -> list[ModelLine]:
    ...     return [ModelLine(line=1, text="Guild Hound", number=number) for number in numbers]
    >>> [say_which_copy(hounds(*each)) for each in ((None, 2), (2, 1), (2,), (2, 2, None))]
    [True, True, False, False]
    """
    lines = tuple(lines)
    numbers = [line.number for line in lines if line.number is not None]
    counted = sum(line.copies or 0 for line in lines)
    copies = counted + sum(line.copies is None for line in lines)
    return len(set(numbers)) == len(numbers) and all(counted < number <= copies for number in numbers)


def faction_called(text: str, edition: str) -> str:
    """The slug of the Faction of that name; empty for none."""
    factions = factions_of(edition)
    named = {letters_of(slug): slug for slug in factions} | {
        letters_of(name): s for s, name in factions.items()
    }
    return named.get(letters_of(text), "")


def _faction_in_brackets(line: str, edition: str) -> str | None:
    """The slug of the Faction in brackets at the end of the line, as the app's first line has it."""
    _, bracket, faction = line.removesuffix(")").rpartition("(")
    return (faction_called(faction, edition) or None) if bracket and line.endswith(")") else None
