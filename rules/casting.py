"""From two Crews of the catalogue to an Encounter: the engine's cards, what is not automated prompted for."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.catalog.queries import laid_cards
from mfcampaign.crews.queries import build
from rules.core.game.abilities.catalogue import cards_of, upgrades_of
from rules.core.game.setup import CrewSetup, Hired, Setup
from rules.core.game.statcards import StatCard, UpgradeCard
from rules.refusal import Refusal


class Cast(Struct, frozen=True, kw_only=True):
    """A Crew with the cards that its models and Upgrades need."""

    crew: CrewSetup
    cards: dict[str, StatCard]
    upgrades: dict[str, UpgradeCard] = {}


def setup_of_crews(first: Any, second: Any) -> Setup:
    """To be played. ``Refusal`` with every reason for a Crew that is not legal, or a model without all of its
    figures."""
    return setup_of_casts(*(_playable(row) for row in (first, second)))


def setup_of_casts(first: Cast, second: Cast) -> Setup:
    """Both Crews in one Encounter. A card that the two know with other figures (a pack of house figures, a
    Health written down) gets a name of its own in the second."""
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


def _playable(row: Any) -> Cast:
    found = build(row)
    if not found.report.legal:
        raise Refusal.of(found.report.violations)
    cast, missing = _cast(row, found)
    if missing:
        raise Refusal(
            f"{missing[0]}: no source has all of its figures.",
            rule="M3E-GEN-06",
            fix="Leave it out, or enter its figures in a pack of house figures.",
        )
    return cast


def as_built(row: Any) -> Cast:
    """A saved Crew beside a real table: as it is, legal or not, every figure known or not."""
    return _cast(row, build(row))[0]


def _cast(row: Any, found: Any) -> tuple[Cast, list[str]]:
    """The Crew, and the names of those whose figures no source has, with what is known of them."""
    written = found.written
    known, bought = laid_cards(row.release_id, row.pack_id)
    models = [(written.leader, tuple(written.leader_upgrades))] if written.leader else []
    models += [(member.slug, tuple(member.upgrades)) for member in written.members]
    slugs = list(dict.fromkeys(slug for slug, _ in models))
    made = cards_of(msgspec.to_builtins(known[slug]) for slug in slugs)
    missing = [slug for slug in slugs if slug not in made]
    made |= {slug: plain_card(slug, known[slug].full_name, known[slug]) for slug in missing}
    upgrades = dict.fromkeys(slug for _, borne in models for slug in borne)
    crew = CrewSetup(
        name=row.name,
        stones=max(0, found.report.pool),
        models=tuple(
            Hired(card=slug, leader=n == 0 and bool(written.leader), upgrades=borne)
            for n, (slug, borne) in enumerate(models)
        ),
    )
    cast = Cast(
        crew=crew, cards=made, upgrades=upgrades_of(msgspec.to_builtins(bought[slug]) for slug in upgrades)
    )
    return cast, [known[slug].full_name for slug in missing]


def plain_card(slug: str, name: str, record: Any = None, *, station: str = "", health: int = 0) -> StatCard:
    """What a record beside a real table needs of a model: its Health, the rest as far as it is known."""
    return StatCard(
        slug=slug,
        name=name,
        station=station or (record.station if record else ""),
        health=health or (record.health if record else None) or 1,
        sz=(record.sz if record else None) or 2,
        mm=float((record.base_mm if record else None) or 30),
    )
