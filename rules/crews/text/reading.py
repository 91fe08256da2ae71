"""The Crew in a pasted text, legal or not, with what became of each line; or every reason why there is none.

    Saturday (Arcanists)
    Size: 50 - Pool: 6
    Leader:
      Rasputina, Abominable
    Hires:
      Silent One
        Magical Training
      Silent One 2

A number behind a name says which copy it is, in any order of the lines; ``2x`` and ``x2`` say how many there
are. A number whose first copies are missing is settled by the sum that the text states, else it is asked
about. A name that no card has, or several, is asked about (``doubts``). What a text states of the whole is
compared with what was read (``totals``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.catalogue import Catalogue, factions_of
from rules.crews.crewlist import CrewList, Member
from rules.crews.hiring import check_crew, hiring_of
from rules.crews.text.doubts import MAY_JOIN, Doubt, Rank, rank_of_leaders, rank_of_models, rank_of_upgrades
from rules.crews.text.kinds import Elsewhere, edition_called, expect_list, foreign
from rules.crews.text.lines import (
    SIZE,
    Aside,
    Field,
    Item,
    ModelLine,
    Stated,
    Titled,
    UpgradeLine,
    faction_called,
    items,
    say_which_copy,
)
from rules.crews.text.names import CardNames, folded, model_names, upgrade_names
from rules.crews.text.totals import Position, differences, fits, not_compared, unknown_costs
from rules.crews.text.writing import label, line_of
from rules.edition import edition_of
from rules.plain_numbers import whole
from rules.refusal import Refusal, Violation
from rules.wording import counted, listed

MOST_MODELS = 60
MOST_UPGRADES = 10
LARGEST_SIZE = 500
MOST_DOUBTS = 12
MOST_PROBLEMS = 40
MOST_COMBINATIONS = 64
MOST_UNKNOWN = 10


class Taken(Struct, frozen=True):
    """What became of a line: ``part`` of the Crew, or left aside; ``words`` say what it was read as. A person
    hears of those left aside that are ``reported``."""

    line: int
    words: str
    part: bool = True
    reported: bool = False


class Read(Struct, frozen=True):
    """A text read back: the Crew, the name it was given ("" for none), what became of each line, and
    ``notes``: what was guessed, changed or could not be compared, a sentence each."""

    name: str
    crew: CrewList
    lines: tuple[Taken, ...] = ()
    notes: tuple[str, ...] = ()


def read(text: str, catalogue: Catalogue, elsewhere: Elsewhere = dict) -> Read:
    """The Crew that ``text`` describes, legal or not.

    ``Refusal`` for what is no list of models, in one sentence; else with one violation for each line that
    cannot be read, whose subject is ``line 4``. A list of another edition is told first.
    """
    return _reader(text, catalogue, elsewhere).result()


def edition_by_names(text: str, catalogue: Catalogue, elsewhere: Elsewhere) -> str:
    """The code of another edition whose models the text plainly names instead of these; empty for none.
    ``Refusal`` for what is no list of models."""
    reader = _reader(text, catalogue, elsewhere)
    return edition_called(foreign(reader.named, reader.models, elsewhere))


def doubts_of(text: str, catalogue: Catalogue) -> tuple[Doubt, ...]:
    """What a person is asked about ``text``, in the order of the lines; the first ``MOST_DOUBTS``."""
    try:
        return _reader(text, catalogue, dict).doubts
    except Refusal:
        return ()


def _reader(text: str, catalogue: Catalogue, elsewhere: Elsewhere) -> _Reader:
    expect_list(text)
    reader = _Reader(catalogue, elsewhere)
    for item in items(text, reader.models, reader.upgrades, catalogue.edition):
        reader.take(item)
    reader.settle()
    return reader


class _Entry:
    """A line with a model while the text is read: ``slug`` is empty while nobody knows which it is,
    ``number`` the one behind the name that still has to be settled."""

    def __init__(self, at: ModelLine) -> None:
        self.at, self.slug, self.upgrades = at, "", list[str]()
        self.copies = 1 if at.copies is None else at.copies
        self.number = at.number


class _Unknown(Struct, frozen=True):
    """A name that no card has, or several (``matches``); an Upgrade's stands with its ``bearer``.
    ``either``: a model and an Upgrade have it."""

    line: int
    text: str
    matches: tuple[str, ...]
    leads: bool = False
    bearer: _Entry | None = None
    either: bool = False


class _Reader:
    """Takes what the lines are; ``result`` is the Crew, or one ``Refusal`` with all that could not be
    read."""

    def __init__(self, catalogue: Catalogue, elsewhere: Elsewhere) -> None:
        self.models, self.upgrades = model_names(catalogue), upgrade_names(catalogue)
        self.doubts: tuple[Doubt, ...] = ()
        self._catalogue, self._elsewhere, self._hiring = catalogue, elsewhere, hiring_of(catalogue)
        self._name, self._faction, self._size, self._format = "", "", 0, ""
        self._leader: _Entry | None = None
        self._last: _Entry | None = None
        self._entries: list[_Entry] = []
        self._stated: list[Stated] = []
        self._problems: list[tuple[int, Violation]] = []
        self._unknown: list[_Unknown] = []
        self._lines: list[Taken] = []
        self._notes: list[str] = []
        self.named: list[str] = []

    # Line by line

    def take(self, item: Item) -> None:
        match item:
            case Aside(line, words, reported):
                self._lines.append(Taken(line, words, part=False, reported=reported))
            case Titled(line, name, faction):
                self._name, self._faction = name or self._name, faction
                self._account(line, "the name and the Faction" if name else "the Faction")
            case Stated(line=line):
                self._stated.append(item)
                self._lines.append(Taken(line, "a sum", part=False))
            case Field(line, name, value):
                self._account(line, name.capitalize())
                self._field(line, name, value)
            case ModelLine():
                self._model(item)
            case UpgradeLine(line, text):
                self._upgrade(line, text)

    def _account(self, line: int, words: str) -> None:
        self._lines.append(Taken(line, words))

    def _field(self, line: int, field: str, value: str) -> None:
        match field:
            case "name":
                self._name = " ".join(value.split())
            case "size":
                self._read_size(line, value)
            case "edition":
                if edition_called(value) != self._catalogue.edition:
                    self._complain(
                        line, f'"{value[:60]}" is not the edition of these figures.', "Leave it out."
                    )
            case "faction":
                self._faction = faction_called(value, self._catalogue.edition)
                if not self._faction:
                    names = ", ".join(factions_of(self._catalogue.edition).values())
                    self._complain(line, f'no Faction is called "{value[:60]}".', f"One of {names}.")
            case "format":
                formats = {folded(name): slug for slug, name in self._hiring.formats.items()}
                self._format = formats.get(folded(value), "")
                if not self._format:
                    self._complain(line, f'there is no Encounter "{value[:60]}".', "Leave it out.")

    def _read_size(self, line: int, value: str) -> None:
        size = SIZE.match(value)
        number = whole(size[1], LARGEST_SIZE) if size else None
        if size and number:
            self._size = number
            if size[2]:
                self._stated.append(Stated(line=line, pool=int(size[2])))
        else:
            fix = f"Say {self._hiring.size}."
            self._complain(line, f'"{value[:60]}" is not a size from 1 to {LARGEST_SIZE}.', fix)

    def _model(self, item: ModelLine) -> None:
        if sum(entry.copies for entry in self._entries) + (item.copies or 1) > MOST_MODELS:
            self._complain(item.line, f"more than {MOST_MODELS} models.", "Paste one Crew.")
            return
        if item.leads and self._leader:
            self._complain(item.line, "a second Leader.", "Paste one Crew.")
            return
        entry = _Entry(item)
        entry.slug = self._one(_Unknown(item.line, item.text, (), item.leads), self.models)
        if item.leads:
            self._leader = entry
        else:
            self._entries.append(entry)
        for card in item.upgrades[:MOST_UPGRADES]:
            self._bears(entry, item.line, card)
        if len(item.upgrades) > MOST_UPGRADES:
            self._complain(item.line, f"more than {MOST_UPGRADES} Upgrades.", "A model buys one.")
        if entry.slug and self.models.retitled(item.text):
            read_as = self.models.printed(entry.slug)
            self._notes.append(f"Line {item.line}: “{item.text[:60]}” was read as {read_as}.")
        self._last = entry

    def _upgrade(self, line: int, text: str) -> None:
        if self._last is None:
            self._complain(
                line, f'no model stands above the Upgrade "{text[:60]}".', "Write its model first."
            )
        elif slug := self._bears(self._last, line, text):
            self._account(line, f"Upgrade {self.upgrades.printed(slug)}")

    def _bears(self, entry: _Entry, line: int, card: str) -> str:
        slug = self._one(_Unknown(line, card, (), bearer=entry), self.upgrades)
        if slug:
            entry.upgrades.append(slug)
        return slug

    def _one(self, unknown: _Unknown, names: CardNames) -> str:
        matches = names.find(unknown.text)
        if unknown.bearer is None:
            self.named.append(unknown.text)
        if len(matches) == 1:
            return matches[0]
        self._unknown.append(replace(unknown, matches=matches))
        return ""

    # After the last line

    def settle(self) -> None:
        """What no line says: the Faction, the Size, what numbers behind names mean; then what has to be
        asked."""
        stated = next((each.size for each in self._stated if each.size), 0)
        self._size = self._size or (stated if 0 < stated <= LARGEST_SIZE else self._hiring.size)
        if not self._faction:
            self._faction_of_leader()
        self._settle_upgrades()
        unsettled = self._unsettled_numbers()
        if unsettled and self._stated and not self._unknown and not self._problems:
            unsettled = self._settled_by_sum(unsettled)
        self._ask(unsettled)

    def _faction_of_leader(self) -> None:
        """That of the Leader; of several the one in which the Crew is legal."""
        factions = factions_of(self._catalogue.edition)
        leader = self._leader.slug if self._leader else ""
        own = self._catalogue.profile(leader).factions if leader else ()
        possible = [slug for slug in own if slug in factions]
        legal = [slug for slug in possible if len(possible) > 1 and self._legal_in(slug)]
        if len(possible) == 1 or len(legal) == 1:
            (self._faction,) = legal or possible
            self._notes.append(f"No line says the Faction: it was read as {factions[self._faction]}.")
        elif not self._unknown and not self._problems:
            names = [factions[slug] for slug in possible] or list(factions.values())[:1]
            fix = f"Add “Faction: {listed(names, 'or')}”." if possible else "Add that line."
            self._complain(0, f'no line says the Faction, as in "Faction: {names[0]}".', fix)

    def _legal_in(self, faction: str) -> bool:
        return check_crew(replace(self._crew(), faction=faction), self._catalogue).legal

    def _settle_upgrades(self) -> None:
        """A name that a model and an Upgrade have, in a text without indents, is the one of them that is
        allowed here; where both are, it is asked about."""
        for entry in [entry for entry in self._entries if entry.at.either]:
            at = self._entries.index(entry)
            above = self._entries[at - 1] if at else self._leader
            cards = self.upgrades.find(entry.at.text)
            crew = self._crew(without=entry)
            may_join = bool(entry.slug) and rank_of_models(crew, self._catalogue)(entry.slug) <= MAY_JOIN
            index = None if above is self._leader else self._first_of(above) if above else None
            may_bear = (
                above is not None and rank_of_upgrades(crew, self._catalogue, index)(cards[0]) <= MAY_JOIN
            )
            if may_bear and not may_join and above:
                self._entries.remove(entry)
                above.upgrades.append(cards[0])
                self._account(entry.at.line, f"Upgrade {self.upgrades.printed(cards[0])}")
            elif may_bear:
                self._unknown.append(
                    _Unknown(entry.at.line, entry.at.text, (entry.slug, cards[0]), either=True)
                )

    def _unsettled_numbers(self) -> list[_Entry]:
        """The lines with a number that is neither that of the copy, where the copies before it are there,
        too, nor the Cost of the model."""
        unsettled: list[_Entry] = []
        numbered = [entry for entry in self._entries if entry.slug and entry.number is not None]
        prices = self._prices() if numbered or (self._leader and self._leader.number) else {}
        for slug in dict.fromkeys(entry.slug for entry in numbered):
            copies = [entry for entry in self._entries if entry.slug == slug]
            numbers = [entry.number for entry in copies if entry.number is not None]
            if say_which_copy(each.at for each in copies):
                continue
            unsettled += [
                entry
                for entry in copies
                if entry.number is not None
                and (entry.number != 1 or numbers.count(1) > 1)
                and not (entry.number in prices[slug] and (entry.at.bracketed or not entry.at.listed))
            ]
        leader = self._leader
        if leader and leader.slug and leader.number not in {None, 1} | prices.get(leader.slug, set()):
            name = self.models.printed(leader.slug)
            self._notes.append(f"Line {leader.at.line}: the {leader.number} behind {name} was left aside.")
        return sorted(unsettled, key=lambda entry: entry.at.line)

    def _prices(self) -> dict[str, set[int]]:
        """What each model of the Crew costs, with its Upgrades and without, and what its card says."""
        prices: dict[str, set[int]] = {}
        for sheet in check_crew(self._crew(), self._catalogue).lines:
            own = {
                sheet.total.amount,
                sheet.total.lines[0].amount,
                self._catalogue.profile(sheet.slug).cost or 0,
            }
            prices[sheet.slug] = prices.get(sheet.slug, set()) | own
        return prices

    def _meanings(self, entry: _Entry) -> list[int]:
        """How many copies the number behind the name may say."""
        number, limit = entry.number or 1, self._catalogue.profile(entry.slug).limit
        others = sum(each.copies for each in self._entries if each.slug == entry.slug) - 1
        return sorted(
            {1, *(each for each in (number, number - others) if 1 < each <= min(limit, MOST_MODELS))}
        )

    def _settled_by_sum(self, unsettled: list[_Entry]) -> list[_Entry]:
        """Those that are still open. Where what the text states is met by one meaning of the numbers alone,
        none is."""
        meanings = [self._meanings(entry) for entry in unsettled]
        if prod(map(len, meanings)) > MOST_COMBINATIONS or unknown_costs(self._crew(), self._catalogue):
            return unsettled
        fitting = {}
        for copies in product(*meanings):
            _set_copies(unsettled, copies)
            crew = self._crew()
            if fits(self._stated, crew, self._catalogue):
                fitting[frozenset(Counter(crew.members).items())] = copies
        if len(fitting) != 1:
            _set_copies(unsettled, [1] * len(unsettled))
            return unsettled
        _set_copies(unsettled, next(iter(fitting.values())))
        for entry in unsettled:
            name, meant = self.models.printed(entry.slug), counted(entry.copies, "model")
            self._notes.append(
                f"Line {entry.at.line}: “{name} {entry.number}” was read as {meant}, as the stated sum says."
            )
        return []

    def _ask(self, unsettled: list[_Entry]) -> None:
        """The doubts, and a complaint for each."""
        asked: list[tuple[Doubt, str, str]] = []
        models: Rank | None = None
        crew = self._crew()
        for each in self._unknown[:MOST_DOUBTS]:
            if each.bearer is not None:
                index = None if each.bearer is self._leader else self._first_of(each.bearer)
                bears = each.bearer.slug or index is None
                rank = rank_of_upgrades(crew, self._catalogue, index) if bears else lambda slug: MAY_JOIN
            elif each.leads:
                rank = rank_of_leaders(crew, self._catalogue)
            else:
                rank = models = models or rank_of_models(crew, self._catalogue)
            asked.append(self._about(each, rank))
        for each in self._unknown[MOST_DOUBTS:]:
            self._complain(each.line, f'no {_kind(each)} is called "{each.text[:60]}" here.')
        for entry in unsettled[:MOST_DOUBTS]:
            asked.append(self._about_number(entry))
        asked.sort(key=lambda each: each[0].line)
        self.doubts = tuple(doubt for doubt, _, _ in asked)
        for doubt, sentence, fix in asked:
            self._complain(doubt.line, sentence, fix)

    def _about(self, unknown: _Unknown, rank: Rank) -> tuple[Doubt, str, str]:
        text, names = unknown.text, self.upgrades if unknown.bearer else self.models
        if unknown.either:
            name = label(self.models, unknown.matches[0])
            near: tuple[str, ...] = (f"1x {name}", f"+ {label(self.upgrades, unknown.matches[1])}")
            asks = "a model and an Upgrade are called so"
            return (
                Doubt(unknown.line, text, asks, near),
                f'"{text}": {asks}.',
                f"Write “{near[0]}” or “{near[1]}”.",
            )
        slugs = sorted(unknown.matches, key=rank) if unknown.matches else names.near(text, rank)
        near = tuple(label(names, slug) for slug in slugs)
        fitting = sum(rank(slug) <= MAY_JOIN for slug in slugs)
        if unknown.matches:
            asks, fix = "several are called so", "Use one of these instead."
            doubt = Doubt(unknown.line, text, asks, near, fitting == 1)
            return doubt, f'"{text[:60]}" may be any of {", ".join(near)}.', fix
        if not near and unknown.bearer is None and not unknown.leads:
            near = tuple(f"+ {label(self.upgrades, slug)}" for slug in self.upgrades.near(text))
        likely = fitting > 0 and (slugs[0] in names.near(text, most=1) or names.has_words(slugs[0], text))
        kind = _kind(unknown)
        fix = (
            f"Did you mean {near[0].removeprefix('+ ')}?"
            if near
            else "Write the name as printed on the card."
        )
        doubt = Doubt(unknown.line, text, f"no {kind} is called so", near, likely)
        return doubt, f'no {kind} is called "{text[:60]}" here.', fix

    def _about_number(self, entry: _Entry) -> tuple[Doubt, str, str]:
        name = label(self.models, entry.slug)
        near = tuple(f"{copies}x {name}" for copies in self._meanings(entry))
        asks = f"the {entry.number} behind it may say which copy it is, or how many there are"
        sentence = (
            f'"{entry.at.text} {entry.number}": the number may say which copy it is, or how many there are.'
        )
        return Doubt(entry.at.line, entry.at.text, asks, near), sentence, f"Write “{listed(near, 'or')}”."

    def _crew(self, without: _Entry | None = None) -> CrewList:
        """The Crew as far as it is known."""
        members = [
            member
            for entry in self._entries
            if entry.slug and entry is not without
            for member in [Member(entry.slug, tuple(entry.upgrades))] * entry.copies
        ]
        leader = self._leader
        return CrewList(
            self._faction,
            leader.slug if leader else "",
            self._size,
            tuple(members),
            tuple(leader.upgrades) if leader else (),
            format=self._format,
        )

    def _first_of(self, entry: _Entry) -> int:
        """The index in the Crew of the first member that the line names."""
        before = self._entries[: self._entries.index(entry)]
        return sum(each.copies for each in before if each.slug)

    def result(self) -> Read:
        if self._problems:
            raise Refusal.of(self._all_problems())
        crew = self._crew()
        leaders = (
            [Position(self._leader.at.line, self.models.printed(self._leader.slug), -1, 1)]
            if self._leader
            else []
        )
        positions = [
            Position(entry.at.line, self.models.printed(entry.slug), self._first_of(entry), entry.copies)
            for entry in self._entries
        ]
        if wrong := differences(self._stated, crew, self._catalogue, [*leaders, *positions]):
            raise Refusal.of(wrong)
        for entry in [self._leader, *self._entries] if self._leader else self._entries:
            words = line_of(entry.slug, entry.upgrades, self.models, self.upgrades)
            copies = f"{entry.copies} × " if entry.copies > 1 else ""
            self._account(entry.at.line, f"Leader {words}" if entry is self._leader else f"{copies}{words}")
        if missing := not_compared(self._stated, unknown_costs(crew, self._catalogue)):
            self._notes.append(missing)
        if self._catalogue.has_profile(crew.leader):
            leader = self._catalogue.profile(crew.leader)
            printed = edition_of(self._catalogue.edition).cards
            if leader.cost is None and not printed.needs_no_cost(leader.station):
                self._notes.append(f"No source has all figures of {leader.full_name}, the Leader.")
        lines = sorted(self._lines, key=lambda each: each.line)
        return Read(self._name, crew, tuple(lines), tuple(self._notes))

    def _all_problems(self) -> list[Violation]:
        """The problems in the order of their lines, before them what the text is where it is another list."""
        in_order = [violation for _, violation in sorted(self._problems, key=lambda each: each[0])]
        unknown = sum(not each.matches and each.bearer is None for each in self._unknown)
        other = foreign(self.named, self.models, self._elsewhere) if unknown else ""
        first = []
        if other:
            fix = f"Write “Edition: {other}” above it."
            first = [Violation("", f"This is a list of the {other}.", fix, "text")]
        elif unknown >= MOST_UNKNOWN and unknown > len(self.named) // 2:
            sentence = f"This does not read as a Crew: {unknown} of {len(self.named)} lines name no model."
            first = [Violation("", sentence, "Copy the list of its models alone.", "text")]
        return [*first, *in_order[:MOST_PROBLEMS]]

    def _complain(self, line: int, sentence: str, fix: str = "") -> None:
        where = f"line {line}" if line else "text"
        self._problems.append((line, Violation("", f"{where.capitalize()}: {sentence}", fix, where)))


def _kind(unknown: _Unknown) -> str:
    return "model" if unknown.bearer is None else "Upgrade"


def _set_copies(entries: Iterable[_Entry], copies: Iterable[int]) -> None:
    for entry, number in zip(entries, copies, strict=True):
        entry.copies = number
