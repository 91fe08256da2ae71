"""What the engine plays of the catalogue's cards, by name and by model."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec
from msgspec import Struct

from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.queries import cards_with_pack
from rules.crews.written import PlayedThing, Status

STATUSES: tuple[Status, ...] = ("automated", "prompted", "manual")
KINDS = ("ability", "action", "trigger")
COMMONEST = 20
SETTLED = {
    "rulebook": "the rulebook shows it",
    "public": "a public ruling tells it",
    "house": "a reading of the house: no source has its text",
    "figures": "its figures say it",
    "": "no source settles it",
}


class Printed(Struct, frozen=True, kw_only=True):
    """One name: on how many cards, what the engine does with it there, and by what it is settled."""

    kind: str
    name: str
    cards: int
    automated: int
    prompted: int
    manual: int
    settled: str

    def count(self, status: str) -> int:
        return int(getattr(self, status))

    @property
    def status(self) -> str:
        """The status it has everywhere; ``mixed`` where its figures differ from card to card."""
        held = [status for status in STATUSES if self.count(status)]
        return held[0] if len(held) == 1 else "mixed"

    @property
    def why(self) -> str:
        return SETTLED[self.settled]


class ModelRow(Struct, frozen=True, kw_only=True):
    """One model: how many of its printed things have each status."""

    slug: str
    name: str
    automated: int
    prompted: int
    manual: int


class Report(Struct, frozen=True, kw_only=True):
    """The whole release. ``incomplete`` models lack figures and cannot be played here."""

    names: tuple[Printed, ...]
    models: tuple[ModelRow, ...]
    incomplete: int

    def total(self, status: str) -> int:
        return sum(statuses.count(status) for statuses in self.names)

    @property
    def commonest(self) -> tuple[Printed, ...]:
        """The commonest abilities and triggers; Actions have names of their own."""
        named = [ability for ability in self.names if ability.kind != "action"]
        return tuple(sorted(named, key=lambda ability: (-ability.cards, ability.name))[:COMMONEST])


@lru_cache(maxsize=4)
def report(release_id: int) -> Report:
    """The report of a release, which never changes."""
    cards, _upgrades = cards_with_pack(release_id, None)
    played = {slug: things for slug, card in cards.items() if (things := things_of(card)) is not None}
    counts: Counter[tuple[str, str, str]] = Counter()
    on: Counter[tuple[str, str]] = Counter()
    settled: dict[tuple[str, str], str] = {}
    models = []
    for slug, things in played.items():
        held = Counter(thing.status for thing in things)
        models.append(
            ModelRow(
                slug=slug,
                name=cards[slug].full_name,
                automated=held["automated"],
                prompted=held["prompted"],
                manual=held["manual"],
            )
        )
        for thing in things:
            counts[thing.kind, thing.name, thing.status] += 1
            settled[thing.kind, thing.name] = settled.get((thing.kind, thing.name)) or thing.settled
        on.update({(thing.kind, thing.name) for thing in things})
    names = tuple(
        Printed(
            kind=kind,
            name=name,
            cards=number,
            settled=settled[kind, name],
            automated=counts[kind, name, "automated"],
            prompted=counts[kind, name, "prompted"],
            manual=counts[kind, name, "manual"],
        )
        for (kind, name), number in sorted(on.items(), key=lambda row: (-row[1], row[0][1]))
    )
    return Report(
        names=names,
        models=tuple(sorted(models, key=lambda row: row.name)),
        incomplete=len(cards) - len(played),
    )


def things_of(card: ModelCard) -> list[PlayedThing] | None:
    """Everything printed on a card that has a name, as the engine takes it; ``None`` where figures
    are missing or the engine plays no card of the edition."""
    scripts = card.printed.scripts
    return None if scripts is None else scripts().things(msgspec.to_builtins(card))


def card(release_id: int, slug: str) -> ModelCard | None:
    """The model of that slug."""
    return cards_with_pack(release_id, None)[0].get(slug)
