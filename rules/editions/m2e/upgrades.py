"""The Upgrades of a league's Crews in a Second Edition record: what is shown of them, and when they matter.

The players apply them; their effects are on the league's charts.
"""

from __future__ import annotations

from typing import Any

from rules.game.printed import UpgradeFigures
from rules.game.recording import reminders as common
from rules.game.recording.reminders import Moments, Reminder
from rules.game.setup.setup import Setup
from rules.game.state import State

ACTIVATION: Moments = (("activation", "any"),)
OTHER_MOMENTS: dict[str, Moments] = {
    **dict.fromkeys(("agility", "big-head", "cursed", "deep-pockets", "thick-hide", "wanted"), ()),
    **dict.fromkeys(("clockwork-seeker", "uncharted-instinct", "well-trained"), (("begins", "any"),)),
    "bond": (("begins", "any"), *ACTIVATION),
    "reserves": (("begins", "any"), ("end", "any")),
    **dict.fromkeys(
        ("blessings-of-fate", "good-lead", "quick-reflexes", "those-who-thirst-insight", "wanders-off"),
        (("turn", "any"),),
    ),
    **dict.fromkeys(("the-scavenger", "tools-of-the-trade"), (("end", "any"),)),
    **dict.fromkeys(
        (
            "armor",
            "determination",
            "embalmed",
            "favors-of-steel",
            "flak-jacket",
            "foolhardy",
            "fragile",
            "freikorps-suit",
            "helmet",
            "lost-expedition-veteran",
            "my-lucky-stitches",
            "out-of-the-fire",
            "pith-helmet",
            "retribution",
            "torment-to-share",
            "tough-as-nails",
            "unfocused",
        ),
        (("hurt", "any"),),
    ),
    "metal-plate": (("hurt", "any"), *ACTIVATION),
    "martyr": (("another_hurt", "friendly"),),
    "favors-of-death": (("another_fallen", "enemy"),),
    **dict.fromkeys(
        (
            "accident-prone",
            "baggage",
            "edge-of-eternity",
            "improvised-explosives",
            "in-the-name-of-research",
            "restless-dead",
            "those-who-thirst-covenant",
            "too-many-pieces",
        ),
        (("fallen", "any"),),
    ),
}
"""When an Upgrade matters that does not matter until its bearer has Activated, by its slug; an empty one
changes the printed card, hiring or the Aftermath."""


class UpgradeM2(UpgradeFigures, frozen=True, kw_only=True):
    """An Upgrade in a record. ``actions`` and ``abilities`` are plain data of the league's card; one that
    leaves nothing to apply in a game has abilities without a part."""

    actions: tuple[Any, ...] = ()
    abilities: tuple[Any, ...] = ()

    @property
    def outside(self) -> bool:
        """Return whether nothing of it is left to apply in a game."""
        return bool(self.abilities) and not self.actions and not any(held["parts"] for held in self.abilities)


def moments_of(card: UpgradeM2) -> Moments:
    """Return when the Upgrade matters in a game."""
    return () if card.outside else OTHER_MOMENTS.get(card.slug, ACTIVATION)


def reminders(setup: Setup, state: State, last: Any = None) -> tuple[Reminder, ...]:
    """Return the reminders for the current record, after its ``last`` entry."""
    return common.reminders(setup, state, last, moments_of)
