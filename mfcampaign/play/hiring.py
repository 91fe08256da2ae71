"""Crews hired in an Encounter (steps E to H) from the catalogue: what there is to hire, what is handed in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from django.utils.timezone import localtime
from msgspec import Struct

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.catalog.queries import catalogue_for, current_release, laid_cards
from mfcampaign.crews import operations, queries
from mfcampaign.crews.queries import crewlist_of
from mfcampaign.play.crew_setup import arriving_with
from mfcampaign.play.models import Encounter
from rules.crews.catalogue import Catalogue
from rules.crews.text_format import LARGEST_SIZE
from rules.game.procedure.asks import Ask
from rules.game.scripts.catalogue import cards_of, is_complete, upgrades_of
from rules.game.scripts.statcards import StatCard, UpgradeCard
from rules.game.setup.hiring import Hiring, Stock, Written
from rules.game.setup.setup import NOBODY, Hire, Setup
from rules.refusal import Refusal

MOST_OFFERED = 20


class ReleaseStock:
    """A release of the catalogue without a pack: the same for both, whatever either plays with at home."""

    def __init__(self, release_id: int, catalogue: Catalogue) -> None:
        self.release_id = release_id
        self.catalogue = catalogue

    @cached_property
    def playable(self) -> frozenset[str]:
        printed, _ = laid_cards(self.release_id, None)
        return frozenset(slug for slug, card in printed.items() if is_complete(msgspec.structs.asdict(card)))

    def cards(self, slugs: Iterable[str]) -> dict[str, StatCard]:
        printed, _ = laid_cards(self.release_id, None)
        return cards_of(msgspec.to_builtins(printed[slug]) for slug in slugs)

    def upgrades(self, slugs: Iterable[str]) -> dict[str, UpgradeCard]:
        _, printed = laid_cards(self.release_id, None)
        return upgrades_of(msgspec.to_builtins(printed[slug]) for slug in slugs)

    def arriving(self, cards: Iterable[StatCard]) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
        return arriving_with(cards, self.release_id, None)


class Offer(Struct, frozen=True):
    """One of a player's own Crews, and why it cannot be handed in (empty: it can)."""

    public_id: str
    name: str
    reason: str


def open_setup(size: int) -> Setup:
    """An Encounter of which the size alone is agreed, hired for from the current release (M3E-SETUP-02)."""
    if not 1 <= size <= LARGEST_SIZE:
        raise Refusal(f"The size is 1 to {LARGEST_SIZE} Soulstones.", rule="M3E-SETUP-02", fix="50 is usual.")
    hire = Hire(size=size, stock=str(current_release().pk))
    return Setup(encounter="crews", crews=NOBODY, cards={}, hire=hire)


def stock_of(setup: Setup) -> Stock | None:
    if setup.hire is None:
        return None
    release_id = int(setup.hire.stock)
    return _stock(release_id, catalogue_for(release_id))


@lru_cache(maxsize=4)
def _stock(release_id: int, catalogue: Catalogue) -> ReleaseStock:
    """One for each reading of a release, so that what was found out of it is kept."""
    return ReleaseStock(release_id, catalogue)


def offers(user: Viewer | None, ask: Ask) -> tuple[Offer, ...]:
    """A person's Crews of the Faction declared, those that may be handed in first. Two queries."""
    if user is None:
        return ()
    options = _hiring(ask)
    mine = queries.playable(user).filter(faction=options.faction).prefetch_related("members")[:MOST_OFFERED]
    offered = []
    for crew in mine:
        refusal = options.refused(msgspec.to_builtins(written_of(crew)))
        offered.append(Offer(crew.public_id, crew.name, refusal.sentence if refusal else ""))
    return tuple(sorted(offered, key=lambda offer: bool(offer.reason)))


def handed_in(user: Viewer, public_id: str) -> dict[str, Any]:
    """One of a person's Crews as an answer: a copy, so that changing the Crew later changes nothing here."""
    written: dict[str, Any] = msgspec.to_builtins(written_of(own(user, public_id)))
    return written


def own(user: Viewer, public_id: str) -> Any:
    """One of a person's Crews."""
    crew = queries.playable(user).filter(public_id=public_id).first()
    if crew is None:
        raise Refusal("No Crew of yours was chosen.", rule="M3E-SETUP-17", fix="Choose one of the list.")
    return crew


def written_of(crew: Any) -> Written:
    crew_list = crewlist_of(crew, list(crew.members.all()))
    return Written(crew_list.leader, crew_list.members, crew_list.leader_upgrades, crew.name)


def draft(user: Person, row: Encounter, ask: Ask) -> Any:
    """A Crew to hire on the spot, with what was declared in it; the same one when asked for again."""
    options = _hiring(ask)
    begun_at = localtime(row.created_at)
    side = " (second Crew)" if ask.seat else ""
    name = f"{options.leader}, {begun_at:%-d %b %Y, %H:%M}{side}"[: operations.LONGEST_NAME]
    if (begun := queries.own(user).filter(name=name).first()) is not None:
        return begun
    title = options.shown()["titles"][0]
    crew = operations.create(user, faction=options.faction, leader=title, size=options.hall.size, name=name)
    for slug in options.masters:
        operations.add(crew, user, slug)
    return crew


def _hiring(ask: Ask) -> Hiring:
    if not isinstance(ask.options, Hiring):
        raise Refusal("You are not asked for a Crew now.", fix="Look at the question again.")
    return ask.options
