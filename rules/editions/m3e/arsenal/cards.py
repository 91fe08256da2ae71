"""The cards with which the models of an Arsenal play the Third Edition (SL-UPG-04, SL-INJURY-05, -07).

Scripted effects are applied; for others the players are prompted when the bearer Activates, with the digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.campaign.arsenal import OwnedUpgrade, injured_stat
from rules.campaign.cards import MANY_COPIES, LeagueCards
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.campaign_upgrades import OUTSIDE, PROMPTS, UPGRADES, USUAL_PROMPT
from rules.editions.m3e.statcards import Action, UpgradeCard


class ScriptedCards(LeagueCards):
    """Cards with Actions and abilities that the engine plays."""

    def further(self, card: Any, hurt: Sequence[OwnedUpgrade], *, cursed: bool) -> Any:
        actions = tuple(_action(action, hurt, cursed) for action in card.actions)
        return super().further(replace(card, actions=actions), hurt, cursed=cursed)

    def upgrade(self, upgrade: OwnedUpgrade, digest: str) -> Any:
        known = {} if upgrade.kind == "ordinary" else UPGRADES
        scripted = OUTSIDE if upgrade.stat_mods else known.get(upgrade.slug)
        if scripted is None:
            text = f"Apply {upgrade.name}: {digest}" if digest else f"Apply {upgrade.name} as its card says."
            window = replace(PROMPTS.get(upgrade.slug, USUAL_PROMPT), effects=(w.Prompted(text=text),))
            ability = w.Ability(name=upgrade.name, parts=(window,), status="prompted")
        else:
            ability = w.Ability(name=upgrade.name, parts=scripted.parts)
        return UpgradeCard(
            slug=upgrade.slug,
            name=upgrade.name,
            kind=upgrade.kind,
            text=digest,
            copies=MANY_COPIES,
            actions=scripted.actions if scripted else (),
            abilities=(ability,),
        )


def _action(action: Action, hurt: Sequence[OwnedUpgrade], cursed: bool) -> Action:
    """The Action with its stat lowered and its suits lost. Attacks without melee or missile icon are
    magic."""
    sort = action.icon if action.icon in ("melee", "missile") else "magic" if action.is_attack else ""
    if action.stat is not None and sort:
        action = replace(action, stat=injured_stat(action.stat, sort, hurt))
    return replace(action, suits=()) if cursed and action.suits else action
