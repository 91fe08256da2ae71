"""From two Crews to an Encounter's ``Setup``: their models and Upgrades with the engine's cards.

A Crew is a saved one, or a text with names (and Health where the catalogue has none) entered beside a real
table. What a card's script does not automate becomes a prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.catalog.queries import catalogue_for, current_release, laid_cards, pack_version
from mfcampaign.catalog.release_cards import cached_until_release
from mfcampaign.crews.queries import build
from rules.crews.text_format import (
    BEARING,
    COPIES_AFTER,
    COPIES_BEFORE,
    FIELD,
    LONGEST_TEXT,
    MOST_MODELS,
    model_names,
    upgrade_names,
)
from rules.editions.m3e.scripts.arrivals import arriving, brings
from rules.editions.m3e.scripts.catalogue import cards_of, upgrades_of
from rules.game.setup.setup import CrewSetup, Hired, Setup
from rules.game.statcards import StatCard, UpgradeCard
from rules.refusal import Refusal, Violation


class EquippedCrew(Struct, frozen=True, kw_only=True):
    """A Crew with the engine's cards that its models and Upgrades need."""

    crew: CrewSetup
    cards: dict[str, StatCard]
    upgrades: dict[str, UpgradeCard] = {}


def setup_of_crews(first: Any, second: Any) -> Setup:
    """Return a set-up to be played. Raise ``Refusal`` with every reason for an illegal Crew or a model with
    missing figures."""
    return setup_of_equipped(*(_playable(row) for row in (first, second)))


def setup_of_equipped(first: EquippedCrew, second: EquippedCrew) -> Setup:
    """Return a set-up of both Crews. A card whose figures differ between them (a house pack, a Health entered
    by hand) gets a new name in the second."""
    twice = [slug for slug, card in second.cards.items() if first.cards.get(slug, card) != card]
    names = {slug: f"{slug}~2" for slug in twice}
    cards = {
        names.get(slug, slug): replace(card, slug=names[slug], of=card.printed_as) if slug in names else card
        for slug, card in second.cards.items()
    }
    models = tuple(replace(hired, card=names.get(hired.card, hired.card)) for hired in second.crew.models)
    return Setup(
        encounter="crews",
        crews=(first.crew, replace(second.crew, models=models)),
        cards=first.cards | cards,
        upgrades=first.upgrades | second.upgrades,
    )


def _playable(row: Any) -> EquippedCrew:
    built = build(row)
    if not built.report.legal:
        raise Refusal.of(built.report.violations)
    cast, missing = _equipped(row, built)
    if missing:
        raise Refusal(
            f"{missing[0]}: no source has all of its figures.",
            rule="card.figures",
            fix="Leave it out, or enter its figures in a pack of house figures.",
        )
    return cast


def equipped_as_built(row: Any) -> EquippedCrew:
    """Return a saved Crew for a record beside a real table, without checks of legality or of missing
    figures."""
    return _equipped(row, build(row))[0]


def _equipped(row: Any, built: Any) -> tuple[EquippedCrew, list[str]]:
    """Return the Crew, and the names of models with missing figures; these get a card with what is known."""
    written = built.written
    printed, bought = laid_cards(row.release_id, row.pack_id)
    models = [(written.leader, tuple(written.leader_upgrades))] if written.leader else []
    models += [(member.slug, tuple(member.upgrades)) for member in written.members]
    slugs = list(dict.fromkeys(slug for slug, _ in models))
    cards = cards_of(msgspec.to_builtins(printed[slug]) for slug in slugs)
    missing = [slug for slug in slugs if slug not in cards]
    cards |= {slug: plain_card(slug, printed[slug].full_name, printed[slug]) for slug in missing}
    upgrades = dict.fromkeys(slug for _, borne in models for slug in borne)
    worn = upgrades_of(msgspec.to_builtins(bought[slug]) for slug in upgrades)
    summoned, attached = arriving_with((*cards.values(), *worn.values()), row.release_id, row.pack_id)
    crew = CrewSetup(
        name=row.name,
        stones=max(0, built.report.pool),
        models=tuple(
            Hired(card=slug, leader=n == 0 and bool(written.leader), upgrades=borne)
            for n, (slug, borne) in enumerate(models)
        ),
    )
    cast = EquippedCrew(
        crew=crew,
        cards=summoned | cards,
        upgrades=attached | worn,
    )
    return cast, [printed[slug].full_name for slug in missing]


def arriving_with(
    cards: Iterable[StatCard | UpgradeCard], release_id: int, pack_id: int | None
) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
    """Return the catalogue's cards and Upgrades that those cards may bring into play. The release's engine
    cards are built once per process, when first needed."""
    cards = tuple(cards)
    if not brings(cards):
        return {}, {}
    version = None if pack_id is None else pack_version(pack_id)
    return arriving(cards, *_engine_cards(release_id, pack_id, version))


@cached_until_release(4)
def _engine_cards(
    release_id: int, pack_id: int | None, version: int | None
) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
    """``version`` is only part of the cache key."""
    printed, bought = laid_cards(release_id, pack_id)
    return cards_of(map(msgspec.to_builtins, printed.values())), upgrades_of(
        map(msgspec.to_builtins, bought.values())
    )


def plain_card(slug: str, name: str, record: Any = None, *, station: str = "", health: int = 0) -> StatCard:
    """Return the card that a record needs of a model: its Health (0: not known), Size and base."""
    return StatCard(
        slug=slug,
        name=name,
        station=station or (record.station if record else ""),
        health=health or (record.health if record else None) or 0,
        sz=(record.sz if record else None) or 2,
        mm=float((record.base_mm if record else None) or 30),
    )


LONGEST_NAME = 80
WITH_HEALTH = re.compile(r"^(?P<name>.*\S)\s+(?P<health>[1-9]\d?)$")


def equipped_from_text(name: str, text: str, stones: int = 0) -> EquippedCrew:
    """Return a Crew from text: one model on each line, the Leader first.

    Names of the catalogue bring their figures; any other model needs its Health after its name, ``Guild Hound
    6``. An empty text gives a Crew without models: Turns, VP and Soulstones can still be recorded. Raise
    ``Refusal`` with a violation for each line that cannot be read.
    """
    if len(text) > LONGEST_TEXT:
        raise Refusal(f"The text is longer than {LONGEST_TEXT} characters.", fix="Write one Crew.")
    reader = _TextReader()
    for number, line in enumerate(text.splitlines(), 1):
        reader.take(number, line.strip())
    return reader.cast(name, stones)


class _TextReader:
    """Reads lines and collects all violations."""

    def __init__(self) -> None:
        release = self._release = current_release().pk
        catalogue = catalogue_for(release)
        self._models, self._upgrades = model_names(catalogue), upgrade_names(catalogue)
        self._known, self._bought = laid_cards(release, None)
        self._hired: list[Hired] = []
        self._cards: dict[str, StatCard] = {}
        self._borne: dict[str, UpgradeCard] = {}
        self._problems: list[Violation] = []

    def take(self, number: int, line: str) -> None:
        if field := FIELD.match(line):
            line = field[2].strip() if field[1].casefold() == "leader" else ""
        if not line or line.startswith("#"):
            return
        copies, line = _copies(line)
        named, *bearing = BEARING.split(line)
        slug = self._model(number, named)
        upgrades = tuple(self._each_upgrade(number, bearing))
        if len(self._hired) + copies > MOST_MODELS:
            self._complain(number, f"more than {MOST_MODELS} models.", "Write one Crew.")
            return
        self._hired += [Hired(card=slug, leader=not self._hired, upgrades=upgrades)]
        self._hired += [Hired(card=slug, upgrades=upgrades)] * (copies - 1)

    def cast(self, name: str, stones: int) -> EquippedCrew:
        if self._problems:
            raise Refusal.of(self._problems)
        crew = CrewSetup(name=name, models=tuple(self._hired), stones=stones)
        summoned, attached = arriving_with(self._cards.values(), self._release, None)
        return EquippedCrew(crew=crew, cards=summoned | self._cards, upgrades=attached | self._borne)

    def _model(self, number: int, text: str) -> str:
        """Return the slug of the model's card: the printed one, or a new one."""
        with_health = WITH_HEALTH.match(text)
        for name, health in (
            (text, 0),
            *([(with_health["name"], int(with_health["health"]))] if with_health else ()),
        ):
            slugs = self._models.find(name)
            if len(slugs) == 1:
                return self._printed(number, slugs[0], health)
            if slugs:
                self._complain(number, f"“{name}” may be any of {', '.join(slugs)}.", "Write one of these.")
                return ""
        if with_health is None or not int(with_health["health"]):
            near = next(iter(self._models.like(text)), "")
            fix = f"Did you mean {near}?" if near else ""
            self._complain(
                number, f"nobody here knows “{text[:60]}”.", f"{fix} Or write its Health after it.".strip()
            )
            return ""
        slug = f"line-{number}"
        self._cards[slug] = plain_card(slug, with_health["name"][:80], health=int(with_health["health"]))
        return slug

    def _printed(self, number: int, slug: str, health: int) -> str:
        record = self._known[slug]
        card = cards_of([msgspec.to_builtins(record)]).get(slug) or plain_card(slug, record.full_name, record)
        if not health and not record.health:
            self._complain(
                number, f"no source has the Health of {record.full_name}.", "Write it after the name."
            )
        if health:
            card = replace(card, slug=f"line-{number}", health=health, of=slug)
        self._cards[card.slug] = card
        return card.slug

    def _each_upgrade(self, number: int, names: list[str]) -> Iterator[str]:
        for name in names:
            slugs = self._upgrades.find(name)
            if len(slugs) == 1:
                self._borne |= upgrades_of([msgspec.to_builtins(self._bought[slugs[0]])])
                yield slugs[0]
            else:
                self._complain(number, f"no Upgrade is called “{name[:60]}”.", "Leave it out.")

    def _complain(self, number: int, sentence: str, fix: str) -> None:
        self._problems.append(Violation("", f"Line {number}: {sentence}", fix, f"line {number}"))


def _copies(line: str) -> tuple[int, str]:
    """Return the number and the name in ``2x Guild Hound`` or ``Guild Hound x2``."""
    if before := COPIES_BEFORE.match(line):
        return max(1, int(before[1])), before[2]
    if after := COPIES_AFTER.match(line):
        return max(1, int(after[2])), after[1]
    return 1, line
