"""The cards of an Encounter for models on which something is tried."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign.arsenal_rules import arsenal_of
from rules.campaign.tried import LEADER, TriedOn, carrying
from rules.crews.catalogue import Catalogue
from rules.game.setup.equipping import EquippedCrew

FIRST_ID = 100
"""Above the copies that a set-up numbers itself, so that no two cards share a slug."""


def wearing(crew: EquippedCrew, tried: TriedOn, catalogue: Catalogue) -> EquippedCrew:
    """The Crew with a card of its own for each model that is injured or has a Skill, and the Upgrades on it
    (SL-UPG-04, SL-INJURY-05). The first model is the Leader, where one leads."""
    cards, upgrades, models = dict(crew.cards), dict(crew.upgrades), list(crew.crew.models)
    by, first = arsenal_of(catalogue.edition).cards, 1 if models and models[0].leader else 0
    for position, own in tried.items():
        place = 0 if position == LEADER else position + first
        hired = models[place]
        if not catalogue.has_profile(hired.card):
            continue
        model = replace(carrying(catalogue.profile(hired.card), position, own), id=FIRST_ID + place)
        loose = [each.upgrade for each in own if each.upgrade.kind == "equipment"]
        card = by.changed(model, cards[hired.card], (*model.bound, *loose))
        cards[card.slug] = card
        for each in own:
            upgrades.setdefault(each.upgrade.slug, by.upgrade(each.upgrade, each.effect))
        worn = tuple(dict.fromkeys((*hired.upgrades, *(each.upgrade.slug for each in own))))
        models[place] = replace(hired, card=card.slug, upgrades=worn)
    return replace(crew, crew=replace(crew.crew, models=tuple(models)), cards=cards, upgrades=upgrades)
