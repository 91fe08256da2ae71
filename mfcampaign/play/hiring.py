"""Hiring in an Encounter: what can be hired, and Crews handed in. The Third Edition hires from a release of
the catalogue (steps E to H), the First with the Crews' own figures (M1-ENC-09 to -16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.urls import reverse
from django.utils.text import slugify
from django.utils.timezone import localtime
from msgspec import Struct

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.catalog.queries import catalogue_for, current_release, laid_cards
from mfcampaign.crews import operations, queries
from mfcampaign.crews.queries import crewlist_of
from mfcampaign.play.crew_setup import arriving_with
from mfcampaign.play.first_edition import saved_crew
from mfcampaign.play.models import Encounter
from rules.crews.catalogue import FIRST, THIRD, Catalogue
from rules.crews.text_format import LARGEST_SIZE
from rules.edition import edition_of
from rules.editions.m1e.hiring import SIZES
from rules.editions.m1e.play.hire import HiringM1
from rules.editions.m3e.play.setup.hiring import Hiring, Stock, Written
from rules.editions.m3e.scripts.catalogue import cards_of, is_complete, upgrades_of
from rules.game.procedure.asks import Ask
from rules.game.setup.setup import NOBODY, Hire, Setup
from rules.game.statcards import StatCard, UpgradeCard
from rules.refusal import Refusal

MOST_OFFERED = 20


class ReleaseStock:
    """A release of the catalogue without packs, so that both players hire from the same cards."""

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
    """One of a player's own Crews, and why it cannot be handed in; empty when it can."""

    public_id: str
    name: str
    reason: str


def open_setup(size: int) -> Setup:
    """Return the set-up of an Encounter of which only the size is agreed; it is hired from the current
    release (M3E-SETUP-02)."""
    if not 1 <= size <= LARGEST_SIZE:
        raise Refusal(f"The size is 1 to {LARGEST_SIZE} Soulstones.", rule="setup.size", fix="50 is usual.")
    hire = Hire(size=size, stock=str(current_release().pk))
    return Setup(encounter="crews", crews=NOBODY, cards={}, hire=hire)


def stock_of(setup: Setup) -> Stock | None:
    if setup.hire is None:
        return None
    release_id = int(setup.hire.stock)
    return _stock(release_id, catalogue_for(release_id))


@lru_cache(maxsize=4)
def _stock(release_id: int, catalogue: Catalogue) -> ReleaseStock:
    """Cached for each release, so that what was computed from it is kept."""
    return ReleaseStock(release_id, catalogue)


def offers(user: Viewer | None, ask: Ask) -> tuple[Offer, ...]:
    """Return a person's Crews of the declared Faction, those that may be handed in first. Two queries; in the
    First Edition some for each Crew, with the practice Crews last."""
    if user is None:
        return ()
    if isinstance(ask.options, HiringM1):
        return tuple(_offers_m1(user, ask.options))
    options = _hiring(ask)
    mine = (
        queries.playable(user, THIRD)
        .filter(faction=options.faction)
        .prefetch_related("members")[:MOST_OFFERED]
    )
    offered = []
    for crew in mine:
        refusal = options.refused(msgspec.to_builtins(written_of(crew)))
        offered.append(Offer(crew.public_id, crew.name, refusal.sentence if refusal else ""))
    return tuple(sorted(offered, key=lambda offer: bool(offer.reason)))


def _offers_m1(user: Viewer, options: HiringM1) -> Iterator[Offer]:
    own_crews = list(queries.playable(user, FIRST).prefetch_related("members")[:MOST_OFFERED])
    offered = []
    for crew in own_crews:
        try:
            options.crew(_with_figures(crew, options))
        except Refusal as refusal:
            offered.append(Offer(crew.public_id, crew.name, refusal.sentence))
        else:
            offered.append(Offer(crew.public_id, crew.name, ""))
    yield from sorted(offered, key=lambda offer: bool(offer.reason))
    for answer in options.listed():
        yield Offer(slugify(answer["name"]), f"{answer['name']} (practice)", "")


def _with_figures(crew: Any, options: HiringM1) -> dict[str, Any]:
    """Return a saved Crew as an answer. Raise ``Refusal`` when it cannot be played, or not in this size."""
    answer: dict[str, Any] = msgspec.to_builtins(saved_crew(crew, SIZES[options.kind]).file)
    return answer


def handed_in(user: Viewer, public_id: str, ask: Ask) -> dict[str, Any]:
    """Return one of a person's Crews as an answer. It is a copy: later changes to the Crew do not affect the
    Encounter."""
    if isinstance(ask.options, HiringM1):
        practice = {slugify(answer["name"]): answer for answer in ask.options.listed()}
        return practice.get(public_id) or _with_figures(own(user, public_id, FIRST), ask.options)
    written: dict[str, Any] = msgspec.to_builtins(written_of(own(user, public_id)))
    return written


def own(user: Viewer, public_id: str, edition: str = THIRD) -> Any:
    """Return one of a person's Crews. Raise 404 otherwise."""
    crew = queries.playable(user, edition).filter(public_id=public_id).first()
    if crew is None:
        rule = edition_of(edition).rows["setup.crews"]
        raise Refusal("No Crew of yours was chosen.", rule=rule, fix="Choose one of the list.")
    return crew


def to_fix(user: Viewer, public_id: str, ask: Ask) -> Any:
    """Return one of a person's Crews to change in the builder before it is handed in."""
    return own(user, public_id, FIRST if isinstance(ask.options, HiringM1) else THIRD)


def begin_at(ask: Ask) -> str:
    """Return the address where a new Crew begins when nothing was declared; empty when ``draft`` begins
    it."""
    if not isinstance(ask.options, HiringM1):
        return ""
    asked = {"edition": FIRST, "size": ask.options.soulstones, "format": ask.options.kind}
    return f"{reverse('crews:new')}?{urlencode(asked)}"


def written_of(crew: Any) -> Written:
    crew_list = crewlist_of(crew, list(crew.members.all()))
    return Written(crew_list.leader, crew_list.members, crew_list.leader_upgrades, crew.name)


def draft(user: Person, row: Encounter, ask: Ask) -> Any:
    """Return a new Crew with what was declared; the same one when asked for again."""
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
