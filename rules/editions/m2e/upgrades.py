"""The Upgrades of a league's Crews in a Second Edition record: what is shown of them, and when they matter.

The players apply them; their effects are on the league's charts.
"""

from __future__ import annotations

from typing import Any, cast

from rules.campaign.moments import moments_of as moments_by_hand
from rules.game.printed import UpgradeFigures
from rules.game.recording import reminders as common
from rules.game.recording.reminders import Moments, Reminder
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State


class UpgradeM2(UpgradeFigures, frozen=True, kw_only=True):
    """An Upgrade in a record. ``actions`` and ``abilities`` are plain data of the league's card; one that
    leaves nothing to apply in a game has abilities without a part."""

    actions: tuple[Any, ...] = ()
    abilities: tuple[Any, ...] = ()

    @property
    def outside(self) -> bool:
        """Whether nothing of it is left to apply in a game."""
        return bool(self.abilities) and not self.actions and not any(held["parts"] for held in self.abilities)


def moments_of(card: UpgradeM2) -> Moments:
    """When the Upgrade matters in a game."""
    return () if card.outside else cast(Moments, moments_by_hand(card.slug))


def reminders(setup: EncounterSetup, state: State, last: Any = None) -> tuple[Reminder, ...]:
    """The reminders for the current record, after its ``last`` entry."""
    return common.reminders(setup, state, last, moments_of)
