"""From Crews to an Encounter's ``EncounterSetup``: their models and Upgrades with the cards of the edition.

A Crew is a saved one, or a text with names (and Health where the catalogue has none) entered beside a real
table. What an edition's ``Equipment`` makes of a row of the catalogue its ``EncounterSetup`` holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList
from rules.crews.report import HiringReport
from rules.crews.text.kinds import expect_list
from rules.crews.text.lines import SIZE, ModelLine, Stated, UpgradeLine, items, say_which_copy
from rules.crews.text.lines import Field as TextField
from rules.crews.text.names import model_names, upgrade_names
from rules.crews.text.reading import MOST_MODELS
from rules.game.printed import Models, PlainModel, PrintedModel, PrintedUpgrade, UpgradeFigures, Upgrades
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired
from rules.refusal import Refusal, Violation

Record = Mapping[str, Any]
"""A row of the catalogue: figures by their names there, ``None`` where no source has them."""
Everything = Callable[[], tuple[Models, Upgrades]]
"""Makes the cards of all models and Upgrades there are."""


class Figures(Protocol):
    """A release of the catalogue, with what a pack changes of it. It never changes."""

    def __hash__(self) -> int: ...

    @property
    def catalogue(self) -> Catalogue: ...

    @property
    def models(self) -> Mapping[str, Record]: ...

    @property
    def upgrades(self) -> Mapping[str, Record]: ...

    def everything(self) -> tuple[Models, Upgrades]:
        """The cards of all playable models and of all Upgrades; made once."""


class SavedCrew(Protocol):
    """A Crew that somebody saved, and what hiring says of it."""

    @property
    def name(self) -> str: ...

    @property
    def written(self) -> CrewList: ...

    @property
    def report(self) -> HiringReport: ...

    @property
    def figures(self) -> Figures: ...

    def wearing(self, crew: EquippedCrew) -> EquippedCrew:
        """The Crew with what is tried on its models."""


class Equipment(Protocol):
    """How an edition makes the cards of an Encounter from rows of the catalogue."""

    def model(self, row: Record) -> PrintedModel | None:
        """The card with which the model is played; ``None`` while figures are missing."""

    def bare(
        self, slug: str, name: str, row: Record | None, *, station: str = "", health: int = 0
    ) -> PrintedModel:
        """The card that a record needs: Health (0: not known), Size and base."""

    def copied(self, card: PrintedModel, slug: str, *, health: int = 0) -> PrintedModel:
        """The card as a model's own, under another slug; with a ``health`` other than the printed."""

    def upgrade(self, row: Record) -> PrintedUpgrade: ...

    def arriving(
        self, cards: Iterable[PrintedModel | PrintedUpgrade], everything: Everything
    ) -> tuple[dict[str, PrintedModel], dict[str, PrintedUpgrade]]:
        """The cards that those cards may bring into play."""


class PlainEquipment:
    """Of an edition whose effects stay with the players: no model's card is complete."""

    def model(self, row: Record) -> PrintedModel | None:
        return None

    def bare(
        self, slug: str, name: str, row: Record | None, *, station: str = "", health: int = 0
    ) -> PrintedModel:
        return PlainModel(slug=slug, name=name, **bare_figures(row, station, health))

    def copied(self, card: PrintedModel, slug: str, *, health: int = 0) -> PrintedModel:
        assert isinstance(card, PlainModel)
        return replace(card, slug=slug, health=health or card.health, of=card.printed_as)

    def upgrade(self, row: Record) -> PrintedUpgrade:
        return UpgradeFigures(**upgrade_figures(row))

    def arriving(
        self, cards: Iterable[PrintedModel | PrintedUpgrade], everything: Everything
    ) -> tuple[dict[str, PrintedModel], dict[str, PrintedUpgrade]]:
        return {}, {}


def bare_figures(row: Record | None, station: str, health: int) -> dict[str, Any]:
    """The figures of a bare card, by their names on it."""
    known = row or {}
    return {
        "station": station or known.get("station", ""),
        "health": health or known.get("health") or 0,
        "sz": known.get("sz") or 2,
        "mm": float(known.get("base_mm") or 30),
    }


def upgrade_figures(row: Record) -> dict[str, Any]:
    """What every edition prints on an Upgrade, by the names on its card."""
    return {
        "slug": row["slug"],
        "name": row["name"],
        "copies": row["plentiful"],
        "kinds": tuple(row["special"]),
        "restricted": tuple(row.get("restricted") or ()),
        "summon": any("summon" in word.casefold() for word in row["special"]),
    }


class EquippedCrew(Struct, frozen=True, kw_only=True):
    """A Crew with the cards that its models and Upgrades need. ``missing`` names the models of which no
    source has all figures."""

    crew: CrewSetup
    cards: dict[str, PrintedModel]
    upgrades: dict[str, PrintedUpgrade] = {}
    missing: tuple[str, ...] = ()


def setup_of_equipped(
    first: EquippedCrew, second: EquippedCrew, by: Equipment, ruleset: str
) -> EncounterSetup:
    """A set-up of both Crews. A card whose figures differ between them (a house pack, a Health entered
    by hand) gets a new name in the second."""
    twice = [slug for slug, card in second.cards.items() if first.cards.get(slug, card) != card]
    names = {slug: f"{slug}~2" for slug in twice}
    cards = {
        names.get(slug, slug): by.copied(card, names[slug]) if slug in names else card
        for slug, card in second.cards.items()
    }
    models = tuple(replace(hired, card=names.get(hired.card, hired.card)) for hired in second.crew.models)
    return EncounterSetup(
        encounter="crews",
        crews=(first.crew, replace(second.crew, models=models)),
        cards=first.cards | cards,
        upgrades=first.upgrades | second.upgrades,
        ruleset=ruleset,
    )


def equipped(saved: SavedCrew, by: Equipment) -> EquippedCrew:
    """A saved Crew, without checks of legality or of missing figures: a model without them gets a bare
    card."""
    written, rows = saved.written, saved.figures.models
    models = [(written.leader, tuple(written.leader_upgrades))] if written.leader else []
    models += [(member.slug, tuple(member.upgrades)) for member in written.members]
    slugs = list(dict.fromkeys(slug for slug, _ in models))
    complete = {slug: by.model(rows[slug]) for slug in slugs}
    names = {slug: full_name(rows[slug]) for slug, card in complete.items() if card is None}
    cards = {slug: card or by.bare(slug, names[slug], rows[slug]) for slug, card in complete.items()}
    upgrades = dict.fromkeys(slug for _, borne in models for slug in borne)
    worn = {slug: by.upgrade(saved.figures.upgrades[slug]) for slug in upgrades}
    crew = CrewSetup(
        name=saved.name,
        stones=max(0, saved.report.pool),
        models=tuple(
            Hired(card=slug, leader=n == 0 and bool(written.leader), upgrades=borne)
            for n, (slug, borne) in enumerate(models)
        ),
    )
    plain = EquippedCrew(crew=crew, cards=cards, upgrades=worn, missing=tuple(names.values()))
    own = saved.wearing(plain)
    summoned, attached = by.arriving((*own.cards.values(), *own.upgrades.values()), saved.figures.everything)
    return replace(own, cards=summoned | own.cards, upgrades=attached | own.upgrades)


def expect_playable(saved: SavedCrew, crew: EquippedCrew, rule: str) -> EquippedCrew:
    """The Crew. Raise ``Refusal`` with every reason for an illegal one, and by ``rule`` for a model
    with missing figures."""
    if not saved.report.legal:
        raise Refusal.of(saved.report.violations)
    if crew.missing:
        raise Refusal(
            f"{crew.missing[0]}: no source has all of its figures.",
            rule=rule,
            fix="Leave it out, or enter its figures in a pack of house figures.",
        )
    return crew


def full_name(row: Record) -> str:
    return f"{row['name']}, {row['title']}" if row.get("title") else str(row["name"])


def equipped_from_text(
    name: str, text: str, stones: int | None, figures: Figures, by: Equipment
) -> EquippedCrew:
    """A Crew from text: one model on each line, the Leader first, in any layout that
    ``rules.crews.text`` reads.

    Names of the catalogue bring their figures; any other model needs its Health after its name, ``Guild Hound
    6``. Without ``stones`` the pool that the text states is the Crew's. An empty text gives a Crew without
    models: Turns, VP and Soulstones can still be recorded. Raise ``Refusal`` for what is no list of models,
    else with a violation for each line that cannot be read.
    """
    expect_list(text)
    reader = _TextReader(figures, by)
    reader.read(text)
    return reader.cast(name, stones)


class _WrittenModel(Struct):
    """A line with a model: the slug it has in the catalogue, empty for one that is not there, and its
    Upgrades."""

    at: ModelLine
    slug: str
    upgrades: tuple[str, ...] = ()


class _TextReader:
    """Reads lines and collects all violations."""

    def __init__(self, figures: Figures, by: Equipment) -> None:
        self._figures, self._by = figures, by
        self._models, self._upgrades = model_names(figures.catalogue), upgrade_names(figures.catalogue)
        self._written: list[_WrittenModel] = []
        self._pool = 0
        self._cards: dict[str, PrintedModel] = {}
        self._borne: dict[str, PrintedUpgrade] = {}
        self._problems: list[Violation] = []

    def read(self, text: str) -> None:
        for item in items(text, self._models, self._upgrades, self._figures.catalogue.edition):
            match item:
                case ModelLine():
                    self._take(item)
                case UpgradeLine(line, card) if self._written:
                    self._written[-1].upgrades += self._upgrade(line, card)
                case UpgradeLine(line, card):
                    self._complain(line, f"no model stands above “{card[:60]}”.", "Write its model first.")
                case Stated(pool=int(pool)):
                    self._pool = pool
                case TextField(_, "size", value) if (size := SIZE.match(value)) and size[2]:
                    self._pool = int(size[2])

    def cast(self, name: str, stones: int | None) -> EquippedCrew:
        """The Crew, its Leader first."""
        self._written.sort(key=lambda each: not each.at.leads)
        models: list[Hired] = []
        for each in self._written:
            hired = Hired(card=self._card(each), upgrades=each.upgrades)
            models += [hired] * (1 if each.at.copies is None else each.at.copies)
        if len(models) > MOST_MODELS:
            self._complain(self._written[-1].at.line, f"more than {MOST_MODELS} models.", "Write one Crew.")
        if self._problems:
            raise Refusal.of(self._problems)
        if models:
            models[0] = replace(models[0], leader=True)
        crew = CrewSetup(name=name, models=tuple(models), stones=self._pool if stones is None else stones)
        summoned, attached = self._by.arriving(self._cards.values(), self._figures.everything)
        return EquippedCrew(crew=crew, cards=summoned | self._cards, upgrades=attached | self._borne)

    def _take(self, at: ModelLine) -> None:
        slugs = self._models.find(at.text)
        if len(slugs) > 1:
            self._complain(at.line, f"“{at.text}” may be any of {', '.join(slugs)}.", "Write one of these.")
        elif not slugs and (at.number is None or at.bracketed or at.number == 0):
            near = next(iter(self._models.near(at.text)), "")
            fix = f"Did you mean {self._models.printed(near)}?" if near else ""
            self._complain(
                at.line,
                f"nobody here knows “{at.text[:60]}”.",
                f"{fix} Or write its Health after it.".strip(),
            )
        else:
            written = _WrittenModel(at, slugs[0] if slugs else "")
            for card in at.upgrades:
                written.upgrades += self._upgrade(at.line, card)
            self._written.append(written)

    def _card(self, written: _WrittenModel) -> str:
        """The slug of the model's card: the printed one, or a new one where a Health stands after the
        name. After a name of the catalogue a number may also say which copy it is, or, in brackets, the
        Cost."""
        at, number = written.at, written.at.number
        slug = f"line-{at.line}"
        if not written.slug:
            self._cards[slug] = self._by.bare(slug, at.text[:80], None, health=number or 0)
            return slug
        cost = self._figures.catalogue.profile(written.slug).cost or 0
        if say_which_copy(each.at for each in self._written if each.slug == written.slug):
            number = None
        elif number is not None and at.bracketed and number >= cost:
            number = None
        elif number is not None and (at.bracketed or at.listed):
            name = f"“{at.text[:60]} {number}”"
            fix = f"Write “{number}x {at.text[:60]}”, or the name alone."
            self._complain(at.line, f"{name} may be a copy, or so many of them.", fix)
        row = self._figures.models[written.slug]
        card = self._by.model(row) or self._by.bare(written.slug, full_name(row), row)
        if not number and not row["health"]:
            self._complain(
                at.line, f"no source has the Health of {full_name(row)}.", "Write it after the name."
            )
        if number:
            card = self._by.copied(card, slug, health=number)
        self._cards[card.slug] = card
        return card.slug

    def _upgrade(self, number: int, name: str) -> tuple[str, ...]:
        slugs = self._upgrades.find(name)
        if len(slugs) != 1:
            self._complain(number, f"no Upgrade is called “{name[:60]}”.", "Leave it out.")
            return ()
        self._borne[slugs[0]] = self._by.upgrade(self._figures.upgrades[slugs[0]])
        return slugs

    def _complain(self, number: int, sentence: str, fix: str) -> None:
        self._problems.append(Violation("", f"Line {number}: {sentence}", fix, f"line {number}"))
