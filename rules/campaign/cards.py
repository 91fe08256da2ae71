"""The cards with which the models of an Arsenal play: with the changes of their Injuries, and their Upgrades.

``LeagueCards`` is what every edition has: figures change, and what an Upgrade does its players apply. An
edition whose Encounters are played here has more on its cards and overrides it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from rules.campaign.arsenal import OwnedModel, OwnedUpgrade, injured_stat
from rules.game.printed import PrintedUpgrade, UpgradeFigures

CARD_FIGURES = ("df", "wp", "mv", "sz")
"""The stats that an Injury lowers."""
CURSED = "cursed"
THICK_HIDE = "thick-hide"
AGILITY, MOST_DF = "agility", 7


class LeagueCards:
    """An edition's cards in the Encounters of its leagues."""

    def changed(self, model: OwnedModel, printed: Any, borne: Iterable[OwnedUpgrade]) -> Any:
        """The model's own card: as printed, with the changes of its Injuries and Skills. An Injury takes no
        stat below 1 (SL-INJURY-07)."""
        upgrades = tuple(borne)
        slugs = {upgrade.slug for upgrade in upgrades}
        hurt = [upgrade for upgrade in upgrades if upgrade.kind == "injury"]
        figures = {name: injured_stat(getattr(printed, name), name, hurt) for name in CARD_FIGURES}
        health = printed.health and injured_stat(printed.health, "health", hurt) + 2 * (THICK_HIDE in slugs)
        if AGILITY in slugs:
            figures["df"] = max(figures["df"], min(figures["df"] + 1, MOST_DF))
        own = replace(printed, **figures, health=health)
        own = self.further(own, hurt, cursed=CURSED in slugs)
        return printed if own == printed else replace(own, slug=f"{printed.slug}~{model.id}", of=printed.slug)

    def further(self, card: Any, hurt: Sequence[OwnedUpgrade], *, cursed: bool) -> Any:
        """What Injuries change of the card beside its figures."""
        return replace(card, df_suits=(), wp_suits=()) if cursed else card

    def upgrade(self, upgrade: OwnedUpgrade, digest: str) -> PrintedUpgrade:
        """A Campaign Upgrade, an Injury, or a printed Upgrade that is not read here; ``digest`` is its effect
        in a few own words."""
        return UpgradeFigures(
            slug=upgrade.slug, name=upgrade.name, kind=upgrade.kind, text=digest, copies=MANY_COPIES
        )


MANY_COPIES = 99
"""In one Crew: an Upgrade of the campaign is bound by the Arsenal alone."""
