"""A trial of one card: two models a few inches apart, at the first Activation."""

from __future__ import annotations

from msgspec.structs import replace

from rules.editions.m3e.play.setup.before import LEADING
from rules.editions.m3e.scripts.catalogue import card_of, upgrade_of
from rules.editions.m3e.scripts.equipment import EQUIPMENT
from rules.editions.m3e.simulation.bots import Greedy
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.game.printed import PrintedUpgrade
from rules.game.setup.equipping import Figures, Record
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired

STONES = 3


class _Trial:
    bot = Greedy
    spots = ((16.0, 18.0), (20.0, 18.0))

    def setup(
        self, model: Record, against: Record, upgrade: Record | None, figures: Figures
    ) -> EncounterSetup:
        first, second = _leading(card_of(model)), _leading(card_of(against))
        borne = {} if upgrade is None else {upgrade["slug"]: upgrade_of(upgrade)}
        summoned, attached = EQUIPMENT.arriving((first, second, *borne.values()), figures.everything)
        # Both may be the same model.
        own = replace(second, slug=f"{second.slug}~2", of=second.printed_as)
        worn: dict[str, PrintedUpgrade] = dict(borne)
        return EncounterSetup(
            ruleset="m3e",
            encounter="trial",
            crews=(_crew(first, borne), _crew(own, {})),
            cards=summoned | {first.slug: first, own.slug: own},
            upgrades=attached | worn,
            attacker=0,
            strategy="None",
            deployment="Standard",
            pool=("None",),
        )


def _leading(card: StatCard) -> StatCard:
    return card if card.station in LEADING else replace(card, station="Henchman")


def _crew(card: StatCard, borne: dict[str, UpgradeCard]) -> CrewSetup:
    hired = Hired(card=card.slug, leader=True, upgrades=tuple(borne))
    return CrewSetup(name=card.name, stones=STONES, models=(hired,))


TRIAL = _Trial()
