"""A Crew as plain text, to paste into a message and to read back.

    Name: Night watch
    Faction: Guild
    Size: 50
    Leader: Dashel Barker
    2x Guild Hound
    Executioner + Lead-Lined Coat

One model a line, its Upgrades after `` + ``; ``2x`` before or ``x2`` after a name is two copies; a
line that starts with ``#`` is a comment. A name may be given as the slug, too.

What people write besides is read, too: dashes and bullets before a name, its Cost after it (``Guild Hound
(3)``, ``Guild Hound 3ss``), ``2 Guild Hound``; sums, pools and stations as headings are left aside, and the
account of the lines says so.

What the official app exports is read, too: the name and the Faction in one line, headings with indented
names under them, Upgrades indented deeper, copies as a number or a letter after the name; what it lists as
references is no part of the Crew. BiggerHat writes the same with more headings, for chats in Markdown.

    Saturday (Arcanists)
    Size: 50 - Pool: 6
    Leader:
      Rasputina, Abominable
    Hires:
      Silent One 2
        Magical Training
    References:
      Ice Pillar

``write`` and ``read`` are each other's inverse, ``write_as_app`` writes the app's form; ``CardNames`` says
which text names which card, and a ``Reader`` collects every complaint, line by line, before it refuses.
``doubts_of`` are the names that nobody knows with the nearest that exist; ``corrected`` puts others in their
place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from msgspec import Struct

from rules.crews.catalogue import Catalogue, faction_name, factions_of
from rules.crews.crewlist import CrewList, Member
from rules.crews.report import HiringReport
from rules.edition import Edition, edition_of, editions, is_known, unnamed
from rules.plain_numbers import whole
from rules.refusal import Refusal, Violation

LONGEST_TEXT = 20_000


def write(crew: CrewList, catalogue: Catalogue, *, name: str = "", report: HiringReport | None = None) -> str:
    """``crew`` as text; a slug the release does not know is written as it is.

    ``read`` gives the same Crew back, the announcement of Masters aside. With ``report`` the sum
    and the pool follow as a comment.
    """
    models, upgrades = model_names(catalogue), upgrade_names(catalogue)
    lines = [f"Name: {' '.join(name.split())}"] if name.strip() else []
    edition = edition_of(catalogue.edition)
    lines += [
        *_named(edition),
        f"Faction: {faction_name(crew.faction, catalogue.edition)}",
        f"Size: {crew.size}",
    ]
    if crew.format:
        lines.append(f"Format: {edition.hiring.formats.get(crew.format, crew.format)}")
    if crew.leader:
        lines.append("Leader: " + _line(crew.leader, crew.leader_upgrades, models, upgrades))
    lines += _members(crew.members, models, upgrades)
    if report is not None:
        lines.append(f"# {report.total.amount} of {crew.size} Soulstones, pool {report.pool}")
    return "\n".join(lines) + "\n"


def write_as_app(
    crew: CrewList, catalogue: Catalogue, *, name: str = "", report: HiringReport | None = None
) -> str:
    """``crew`` in the form that the official app exports; ``read`` reads it, too."""
    models, upgrades = model_names(catalogue), upgrade_names(catalogue)
    title = " ".join(name.split()) or "Crew"
    pool = "" if report is None else f" - Pool: {report.pool}"
    faction = faction_name(crew.faction, catalogue.edition)
    lines = [f"{title} ({faction})", *_named(edition_of(catalogue.edition)), f"Size: {crew.size}{pool}"]
    if crew.leader:
        lines += ["Leader:", *_indented(Member(crew.leader, crew.leader_upgrades), 1, models, upgrades)]
    totems = [member for member in crew.members if _is_totem(member, catalogue)]
    hires = [member for member in crew.members if not _is_totem(member, catalogue)]
    for heading, members in (("Totem(s):", totems), ("Hires:", hires)):
        if members:
            lines.append(heading)
        for member in dict.fromkeys(members):
            lines += _indented(member, members.count(member), models, upgrades)
    return "\n".join(lines) + "\n"


def _named(edition: Edition) -> list[str]:
    """The line that ``edition_of_text`` finds; the unnamed edition has none."""
    return [] if edition.unnamed else [f"Edition: {edition.name}"]


def _is_totem(member: Member, catalogue: Catalogue) -> bool:
    return catalogue.has_profile(member.slug) and catalogue.profile(member.slug).is_totem


def _indented(member: Member, copies: int, models: CardNames, upgrades: CardNames) -> list[str]:
    """A model with its Upgrades under it. Copies with Upgrades have a line each."""
    name = f"  {models.label(member.slug)}"
    if not member.upgrades:
        return [name if copies == 1 else f"{name} {copies}"]
    return [name, *(f"    {upgrades.label(card)}" for card in member.upgrades)] * copies


def _line(slug: str, bought: Iterable[str], models: CardNames, upgrades: CardNames) -> str:
    return " + ".join([models.label(slug), *(upgrades.label(card) for card in bought)])


def _members(members: Iterable[Member], models: CardNames, upgrades: CardNames) -> list[str]:
    """One line a run of equal members, so that the order survives."""
    runs: list[tuple[str, int]] = []
    for member in members:
        line = _line(member.slug, member.upgrades, models, upgrades)
        if runs and runs[-1][0] == line:
            runs[-1] = (line, runs[-1][1] + 1)
        else:
            runs.append((line, 1))
    return [line if copies == 1 else f"{copies}x {line}" for line, copies in runs]


def read(text: str, catalogue: Catalogue) -> Read:
    """The Crew that ``text`` describes, legal or not.

    ``Refusal`` with one violation for each line that cannot be read; its subject is ``line 4``.
    """
    return _reader(text, catalogue).result()


def doubts_of(text: str, catalogue: Catalogue) -> tuple[Doubt, ...]:
    """The names in ``text`` that no card has, or several; in the order of the lines."""
    return tuple(_reader(text, catalogue).doubts)


def corrected(text: str, meant: Mapping[Doubt, str]) -> str:
    """``text`` with the name that was meant in place of each doubtful one; an empty one leaves it out.

    >>> corrected("Faction: Guild\\nGild Hound", {Doubt(2, "Gild Hound", "model", ()): "Guild Hound"})
    'Faction: Guild\\nGuild Hound'
    """
    lines = LINE_ENDS.split(text)
    for doubt, name in meant.items():
        line = lines[doubt.line - 1]
        indent = line[: len(line) - len(line.lstrip())]
        plain = " ".join(line.split())
        if name:
            plain = plain.replace(doubt.text, name, 1)
        elif f" + {doubt.text}" in plain:
            plain = plain.replace(f" + {doubt.text}", "", 1)
        else:
            plain = f"# {plain}"
        lines[doubt.line - 1] = indent + plain
    return "\n".join(lines)


def _reader(text: str, catalogue: Catalogue) -> Reader:
    if len(text) > LONGEST_TEXT:
        raise Refusal(f"The text is longer than {LONGEST_TEXT} characters.", fix="Paste one Crew.")
    reader = Reader(model_names(catalogue), upgrade_names(catalogue), catalogue.edition)
    for number, raw in enumerate(LINE_ENDS.split(text.lstrip("\ufeff")), start=1):
        indent = len(raw) - len(raw.lstrip())
        reader.take(number, " ".join(raw.split()), indent)
    return reader


FIELD = re.compile(r"^(name|edition|faction|size|format|leader)\s*:\s*(.*)$", re.IGNORECASE)
COPIES_BEFORE = re.compile(r"^(\d{1,3})\s*[x×]\s+(.+)$", re.IGNORECASE)
COPIES_AFTER = re.compile(r"^(.+?)\s+[x×]\s*(\d{1,3})$", re.IGNORECASE)
COPIES_BARE = re.compile(r"^(.+) (\d{1,2})$")
LETTERED = re.compile(r"^(.+) [A-D]$")
HEADING = re.compile(
    r"^(leader|totems?|totem\(s\)|hires?|versatile|out of keyword|models|crew|references?)\s*:$",
    re.IGNORECASE,
)
CREW_CARD = re.compile(r"^crew card\s*:", re.IGNORECASE)
FENCE = re.compile(r"^(?:`{3,}\w*|[-_=*]{3,})$")
EMPHASIS = re.compile(r"\*{2}(\S(?:.*?\S)?)\*{2}|^\*(\S(?:.*\S)?)\*$")
LINK = re.compile(r"\[([^\[\]]+)\]\(https?://[^()\s]+\)")
STATIONS = r"masters?|henchm[ae]n|enforcers?|minions?|peons?|models|crew|hires?"
SUM = re.compile(
    r"^(?:total|sum|cost|pool|cache|soulstones?|soulstone pool|ss|points)\b"
    r"[ :=]*\d{1,3}(?: ?/ ?\d{1,3})?(?: ?ss| points)?$"
    r"|^\(?\d{1,3}\)? ?(?:ss|soulstones?|stones)(?: (?:in )?pool| spent| left)?$",
    re.IGNORECASE,
)
BULLET = re.compile(r"^(?:[-–—•*·>]|\d{1,2}[.)])\s+")
PRICED = re.compile(
    r"\s*(?:[-–—:]\s*)?(?:\(\d{1,2} ?(?:ss)?\)|\[\d{1,2} ?(?:ss)?\]|\b\d{1,2} ?ss)$", re.IGNORECASE
)
COPIES_LOOSE = re.compile(r"^(\d{1,2})(?:\s+[-–—]|x)?\s+(.+)$", re.IGNORECASE)
LINE_ENDS = re.compile(r"\r\n|\r|\n")
POOL = re.compile(r"^(\d{1,3}) - pool: ?\d{1,3}$", re.IGNORECASE)
BEARING = re.compile(r"\s+\+\s+")


def folded(text: str) -> str:
    """For comparing what people type: case, blanks and kinds of apostrophe set aside."""
    return " ".join(text.casefold().replace("\u2019", "'").split())


def _plain(name: str) -> bool:
    """Whether a line with the name cannot be read as something else."""
    marks = (FIELD.match(name), COPIES_BEFORE.match(name), COPIES_AFTER.match(name), BEARING.search(name))
    bare = _unmarked(" ".join(name.split()))
    return not any(marks) and not name.startswith("#") and name == bare and bool(name)


class CardNames:
    """Slugs and printed names of one kind of card."""

    def __init__(self, cards: Iterable[tuple[str, str]]) -> None:
        """``cards``: (slug, printed name) pairs."""
        self._slugs: dict[str, str] = {}
        self._printed: dict[str, str] = {}
        named: dict[str, list[str]] = {}
        for slug, printed in cards:
            self._slugs[folded(slug)] = slug
            self._printed[slug] = printed
            named.setdefault(folded(printed), []).append(slug)
        self._named = named

    def label(self, slug: str) -> str:
        """The printed name where it names this card alone, else the slug."""
        printed = self._printed.get(slug, slug)
        alone = self._named.get(folded(printed)) == [slug] and self._slugs.get(folded(printed), slug) == slug
        return printed if alone and _plain(printed) else slug

    def find(self, text: str) -> tuple[str, ...]:
        """The slugs ``text`` may mean: one is an answer, several are a choice, none is a miss."""
        if (slug := self._slugs.get(folded(text))) is not None:
            return (slug,)
        return tuple(self._named.get(folded(text), ()))

    def like(self, text: str, most: int = 3) -> tuple[str, ...]:
        """The nearest printed names, for "did you mean", the nearest first: alike letter by letter, then
        those whose title the text left out."""
        wanted = folded(text)
        near = get_close_matches(wanted, self._named, n=most, cutoff=0.6)
        near += [name for name in self._named if name.startswith(f"{wanted},") and name not in near]
        return tuple(self.label(self._named[name][0]) for name in near[: most + 1])


def model_names(catalogue: Catalogue) -> CardNames:
    return CardNames((profile.slug, profile.full_name) for profile in catalogue.profiles())


def upgrade_names(catalogue: Catalogue) -> CardNames:
    return CardNames((upgrade.slug, upgrade.name) for upgrade in catalogue.upgrades())


MOST_MODELS = 60
MOST_UPGRADES = 10
LARGEST_SIZE = 500


class Doubt(Struct, frozen=True):
    """A name in ``line`` that no card of its ``kind`` has, or several; ``near`` are those perhaps meant."""

    line: int
    text: str
    kind: str
    near: tuple[str, ...]


class Taken(Struct, frozen=True):
    """What became of a line: ``part`` of the Crew, or left aside; ``words`` say what it was read as."""

    line: int
    words: str
    part: bool = True


class Read(Struct, frozen=True):
    """A text read back: the Crew, the name it was given ("" for none), and what became of each line."""

    name: str
    crew: CrewList
    lines: tuple[Taken, ...] = ()


class Reader:
    """Takes lines; ``result`` is the Crew, or one ``Refusal`` with all that could not be read."""

    def __init__(self, models: CardNames, upgrades: CardNames, edition: str) -> None:
        self._models, self._upgrades, self._edition = models, upgrades, edition
        self._problems: list[Violation] = []
        self._name, self._faction, self._size = "", "", edition_of(edition).hiring.size
        self._format = ""
        self._leader = Member("")
        self._members: list[Member] = []
        self._heading, self._indent, self._begun, self._next_leads = "", 0, False, False
        self.doubts: list[Doubt] = []
        self._lines: list[Taken] = []
        printed = "|".join(f"{re.escape(station)}s?" for station in edition_of(edition).cards.stations)
        self._stations = re.compile(rf"^(?:{STATIONS}|{printed})(?: ?\(\d+\))?:?$", re.IGNORECASE)

    def take(self, number: int, line: str, indent: int = 0) -> None:
        """One line with single blanks, ``number`` counted from 1, that had ``indent`` blanks before it."""
        if not line:
            return
        if not self._models.find(line):
            line = _unmarked(line)
        if line.startswith("#") and not self._models.find(line):
            self._account(number, "a comment", part=False)
            return
        if FENCE.match(line):
            self._account(number, "a mark around the text", part=False)
            return
        first, self._begun = not self._begun, True
        if first and self._titled(line):
            self._account(number, "the name and the Faction")
            return
        if CREW_CARD.match(line) and not self._models.find(line):
            self._account(number, "a Crew Card, no part of the Crew", part=False)
            return
        if heading := HEADING.match(line):
            self._heading, self._indent = heading[1].casefold(), -1
            self._account(number, "a heading", part=False)
            return
        if (self._stations.match(line) or SUM.match(line)) and not self._models.find(line):
            self._account(number, "a sum" if SUM.match(line) else "a heading", part=False)
            self._next_leads = line.casefold().startswith("master") and not self._leader.slug
            return
        if self._heading and not FIELD.match(line):
            self._listed(number, line, indent)
            return
        self._heading = ""
        if field := FIELD.match(line):
            self._field(number, field[1].casefold(), field[2].strip())
            return
        copies, rest = self._counted(line)
        member = self._member(number, rest)
        if len(self._members) + copies > MOST_MODELS:
            self._complain(number, f"more than {MOST_MODELS} models.", "Paste one Crew.")
        elif member is not None and self._next_leads:
            self._leader, self._next_leads = member, False
            self._account(number, f"Leader {self._words(member)}")
        elif member is not None:
            self._members += [member] * copies
            self._account(number, self._words(member, copies))

    def _account(self, number: int, words: str, *, part: bool = True) -> None:
        self._lines.append(Taken(number, words, part))

    def _words(self, member: Member, copies: int = 1) -> str:
        name = _line(member.slug, member.upgrades, self._models, self._upgrades)
        return name if copies == 1 else f"{copies} × {name}"

    def _counted(self, line: str) -> tuple[int, str]:
        """How many, and what, without marks around the name; a line that is exactly a name stays whole."""
        if self._models.find(line):
            return 1, line
        copies, rest = _copies(line)
        if copies == 1 and not self._known(rest):
            rest = BULLET.sub("", rest)
            copies, rest = _copies(rest)
        if copies == 1 and not self._known(rest) and (loose := COPIES_LOOSE.match(rest)):
            copies, rest = int(loose[1]), loose[2]
        return copies, rest

    def _known(self, text: str) -> bool:
        return bool(self._models.find(_unpriced(BEARING.split(text)[0], self._models)))

    def _titled(self, line: str) -> bool:
        """Whether the line is the app's first: the name of the Crew and its Faction in brackets."""
        name, bracket, faction = line.removesuffix(")").rpartition("(")
        if not bracket or not line.endswith(")") or not (slug := _faction(faction, self._edition)):
            return False
        self._name, self._faction = name.strip(), slug
        return True

    def _listed(self, number: int, line: str, indent: int) -> None:
        """A name under a heading: a model, or an Upgrade of the model above it."""
        if self._heading.startswith("reference"):
            self._account(number, "a reference, no part of the Crew", part=False)
            return
        above = self._indent >= 0
        if above and (indent > self._indent or self._only_upgrade(line)):
            upgrade = self._one(number, line, self._upgrades, "Upgrade")
            if upgrade is not None:
                self._attach(upgrade)
                self._account(number, f"Upgrade {self._upgrades.label(upgrade)}")
            return
        self._indent = indent
        copies, name = self._counted(line)
        bare = COPIES_BARE.match(name)
        if bare and not self._models.find(name):
            copies, name = int(bare[2]), bare[1]
        lettered = LETTERED.match(name)
        if lettered and not self._known(name) and self._known(lettered[1]):
            name = lettered[1]
        member = self._member(number, name)
        if member is None:
            return
        if self._heading == "leader":
            self._leader = member
            self._account(number, f"Leader {self._words(member)}")
        elif len(self._members) + copies > MOST_MODELS:
            self._complain(number, f"more than {MOST_MODELS} models.", "Paste one Crew.")
        else:
            self._members += [member] * copies
            self._account(number, self._words(member, copies))

    def _only_upgrade(self, line: str) -> bool:
        """Whether a line whose indent was lost names an Upgrade and no model."""
        return len(self._upgrades.find(line)) == 1 and not self._models.find(line)

    def _attach(self, upgrade: str) -> None:
        if self._heading == "leader":
            self._leader = Member(self._leader.slug, (*self._leader.upgrades, upgrade))
        elif self._members:
            last = self._members[-1]
            self._members[-1] = Member(last.slug, (*last.upgrades, upgrade))

    def result(self) -> Read:
        if not self._faction and not self._problems:
            example = next(iter(factions_of(self._edition).values()))
            self._complain(0, f'no line says the Faction, as in "Faction: {example}".', "Add that line.")
        if self._problems:
            raise Refusal.of(self._problems)
        crew = CrewList(
            self._faction,
            self._leader.slug,
            self._size,
            tuple(self._members),
            self._leader.upgrades,
            format=self._format,
        )
        return Read(self._name, crew, tuple(self._lines))

    def _complain(self, number: int, sentence: str, fix: str = "") -> None:
        where = f"line {number}" if number else "text"
        self._problems.append(Violation("", f"{where.capitalize()}: {sentence}", fix, where))

    def _field(self, number: int, field: str, value: str) -> None:
        self._account(number, field.capitalize())
        match field:
            case "name":
                self._name = " ".join(value.split())
            case "size":
                if pool := POOL.match(value):
                    value = pool[1]
                usual = edition_of(self._edition).hiring.size
                if size := whole(value, LARGEST_SIZE):
                    self._size = size
                else:
                    self._complain(
                        number, f'"{value}" is not a size from 1 to {LARGEST_SIZE}.', f"Say {usual}."
                    )
            case "edition":
                if edition_called(value) != self._edition:
                    self._complain(number, f'"{value}" is not the edition of these figures.', "Leave it out.")
            case "faction":
                self._faction = _faction(value, self._edition)
                if not self._faction:
                    names = ", ".join(factions_of(self._edition).values())
                    self._complain(number, f'no Faction is called "{value}".', f"One of {names}.")
            case "format":
                offered = edition_of(self._edition).hiring.formats
                formats = {folded(name): slug for slug, name in offered.items()}
                self._format = formats.get(folded(value), "")
                if not self._format:
                    self._complain(number, f'there is no Encounter "{value}".', "Leave it out.")
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

    def _one(self, number: int, text: str, names: CardNames, what: str) -> str | None:
        matches = names.find(_unpriced(text, names))
        if len(matches) == 1:
            return matches[0]
        kind = "an Upgrade" if what == "Upgrade" else "a model"
        if matches:
            self.doubts.append(Doubt(number, text, kind, matches))
            self._complain(
                number, f'"{text}" may be any of {", ".join(matches)}.', "Use one of these instead."
            )
            return None
        near = names.like(_unpriced(text, names))
        self.doubts.append(Doubt(number, text, kind, near))
        fix = f"Did you mean {near[0]}?" if near else "Write the name as printed on the card."
        self._complain(number, f'no {what} is called "{text[:60]}" here.', fix)
        return None


def _unmarked(line: str) -> str:
    """``line`` without the marks of Markdown: what is bold or a link is its words.

    >>> _unmarked("- [Guild Hound](https://example.org/guild-hound)")
    '- Guild Hound'
    """
    return EMPHASIS.sub(lambda marked: marked[1] or marked[2], LINK.sub(r"\1", line))


def _unpriced(text: str, names: CardNames) -> str:
    """The name without a Cost behind it, where no card is called so with it."""
    return text if names.find(text) else PRICED.sub("", text)


def _copies(line: str) -> tuple[int, str]:
    """How many, and what: ``2x Guild Hound`` or ``Guild Hound x2``, Upgrades following either way."""
    if before := COPIES_BEFORE.match(line):
        return int(before[1]), before[2]
    if after := COPIES_AFTER.match(line):
        return int(after[2]), after[1]
    return 1, line


def edition_of_text(text: str) -> str:
    """Of which edition the text says that its Crew is; the unnamed one where it says nothing.

    >>> edition_of_text("Edition: Second Edition")
    'm2e'
    """
    fields = (FIELD.match(line.strip()) for line in text[:LONGEST_TEXT].splitlines())
    named = [edition_called(field[2]) for field in fields if field and field[1].casefold() == "edition"]
    return named[0] if named and named[0] else unnamed().code


def edition_called(value: str) -> str:
    """The slug of the edition so called; empty when there is none."""
    names = {folded(each.name): each.code for each in editions()}
    return names.get(folded(value), value if is_known(value) else "")


def _faction(value: str, edition: str) -> str:
    for slug, name in factions_of(edition).items():
        if folded(value) in (slug, folded(name)):
            return slug
    return ""
