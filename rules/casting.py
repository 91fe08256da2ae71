"""From two Crews of the catalogue to an Encounter: the engine's cards, what is not automated prompted for."""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.catalog.queries import laid_cards
from mfcampaign.crews.queries import build
from rules.core.game.abilities.catalogue import cards_of, upgrades_of
from rules.core.game.setup import CrewSetup, Hired, Setup
from rules.core.refusal import Refusal


def setup_of_crews(first: Any, second: Any) -> Setup:
    """``Refusal`` with every reason for a Crew that is not legal, or a model without all of its figures."""
    cards: dict[str, Any] = {}
    upgrades: dict[str, Any] = {}
    crews = []
    for row in (first, second):
        found = build(row)
        if not found.report.legal:
            raise Refusal.of(found.report.violations)
        written = found.written
        known, bought = laid_cards(row.release_id, row.pack_id)
        slugs = [written.leader, *(member.slug for member in written.members)]
        records = [msgspec.to_builtins(known[slug]) for slug in dict.fromkeys(slugs)]
        made = cards_of(records)
        if missing := [known[slug].full_name for slug in slugs if slug not in made]:
            raise Refusal(
                f"{missing[0]}: no source has all of its figures.", rule="M3E-GEN-06",
                mend="Leave it out, or enter its figures in a pack of house figures.",
            )  # fmt: skip
        cards |= made
        names = [slug for _, slug in _bought(written)]
        upgrades |= upgrades_of([msgspec.to_builtins(bought[slug]) for slug in dict.fromkeys(names)])
        hired = [Hired(card=written.leader, leader=True, upgrades=tuple(written.leader_upgrades))]
        hired += [Hired(card=member.slug, upgrades=tuple(member.upgrades)) for member in written.members]
        crews.append(CrewSetup(name=row.name, models=tuple(hired), stones=found.report.pool))
    return Setup(encounter="crews", crews=(crews[0], crews[1]), cards=cards, upgrades=upgrades)


def _bought(written: Any) -> list[tuple[str, str]]:
    found = [(written.leader, slug) for slug in written.leader_upgrades]
    return found + [(member.slug, slug) for member in written.members for slug in member.upgrades]
