"""What the engine plays of the catalogue's cards, by name and by model."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.catalog.queries import laid_cards
from rules.editions.m3e.scripts.catalogue import card_of, is_complete
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.scripts.registry import settled_by
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, Status, Trigger

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


class Thing(Struct, frozen=True):
    """One printed thing of a card; ``sentence``: what the engine does with it, where it does all of it."""

    kind: str
    name: str
    status: Status
    settled: str
    sentence: str


@lru_cache(maxsize=4)
def report(release_id: int) -> Report:
    """The report of a release, which never changes."""
    cards, _upgrades = laid_cards(release_id, None)
    records = [msgspec.to_builtins(card) for card in cards.values()]
    complete = [record for record in records if is_complete(record)]
    counts: Counter[tuple[str, str, str]] = Counter()
    on: Counter[tuple[str, str]] = Counter()
    settled: dict[tuple[str, str], str] = {}
    models = []
    for record in complete:
        things = list(things_of(card_of(record)))
        held = Counter(thing.status for thing in things)
        models.append(
            ModelRow(
                slug=record["slug"],
                name=cards[record["slug"]].full_name,
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
        incomplete=len(records) - len(complete),
    )


def things_of(card: StatCard) -> list[Thing]:
    """Everything printed on a card that has a name, as the engine takes it. Names are without their values:
    ``Armor``, not ``Armor +2``."""
    things = [_thing("ability", ability) for ability in card.abilities]
    for action in card.actions:
        things.append(_thing("action", replace(action, triggers=())))
        things += [_thing("trigger", trigger) for trigger in action.triggers]
    return things + [_thing("trigger", trigger) for trigger in card.triggers]


def _thing(kind: str, printed: Ability | Action | Trigger) -> Thing:
    name = printed.name.partition(" +")[0].partition(" (")[0]
    status = status_of(printed, printed.status)
    settled = settled_by(name) if kind != "action" else None
    by_figures = "figures" if kind == "action" and status == "automated" else ""
    sentence = tell(printed) if status == "automated" else ""
    return Thing(kind, name, status, settled or by_figures, sentence)


def name_of(release_id: int, slug: str) -> str | None:
    """The model's name with its title; ``None`` when nobody is called so."""
    cards, _upgrades = laid_cards(release_id, None)
    return cards[slug].full_name if slug in cards else None


def card(release_id: int, slug: str) -> StatCard | None:
    """A model's card for the engine; ``None`` where figures are missing or nobody is called so."""
    cards, _upgrades = laid_cards(release_id, None)
    record = msgspec.to_builtins(cards[slug]) if slug in cards else None
    return card_of(record) if record is not None and is_complete(record) else None
