"""A Stat Card as its pictures show it: on its page, in the builder's drawer, on paper.

Where the engine executes all of an ability, Action or Trigger, its script's sentence
(``rules.editions.m3e.scripts.tell``) stands beside name and figures.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from mfcampaign.catalog import queries
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.changes import ability_in_words, beside, printed_lines, value_in_words
from rules.editions.m3e.scripts.catalogue import ability_of, action_of, resisting
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger

SUITS_BESIDE = {"df": "df_suit", "wp": "wp_suit", "ca": "ca_suits"}
BOX, MOST_IN_A_ROW = 14, 16
"""A box of the health track and the distance to the next, in units of its drawing."""


def sheet(card: ModelCard) -> dict[str, Any]:
    """The card's figures ready to read: stats with suits, abilities and Actions with their sentences."""
    names = queries.faction_names()
    figures = card.figures
    printed = card.printed
    return {
        "card": card,
        "factions": [(slug, names.get(slug, slug)) for slug in card.factions],
        "stats": [
            (printed.label(stat), getattr(card, stat), tuple(figures.get(SUITS_BESIDE.get(stat, ""), ())))
            for stat in printed.stats
        ],
        **_written(card, scripted=printed.scripted),
        "sections": printed_lines(card),
        "beside": [f"{label} {value_in_words(value)}" for label, value in beside(card).items() if value],
        "no_cost": "–" if card.costless else "?",
        "no_cost_words": "no cost" if card.costless else "cost not known",
        "health_label": printed.label("health"),
        "boxes": range(1, 1 + BOX * (card.health or 0), BOX),
        "boxes_width": max(BOX * MOST_IN_A_ROW, BOX * (card.health or 0)) + 2,
        "doubts": figures.get("doubts", ()),
    }


def upgrade_sheet(upgrade: Upgrade) -> dict[str, Any]:
    """An Upgrade with what a house wrote on it."""
    names = queries.faction_names()
    return {
        "card": upgrade,
        "factions": [(slug, names.get(slug, slug)) for slug in upgrade.factions],
        "no_cost": "?",
        "no_cost_words": "cost not known",
        **_written(upgrade, scripted=upgrade.printed.scripted),
    }


def _written(card: ModelCard | Upgrade, *, scripted: bool) -> dict[str, Any]:
    """Abilities and Actions with their sentences; a name says something else on a card of an earlier
    edition."""
    figures = card.figures
    actions = [
        _action(action, card.name) if scripted else {**action, "sentence": ""}
        for action in figures.get("actions", ())
    ]
    return {
        "abilities": [
            (_plain(a), _ability(a, card.name) if scripted else {**a, "sentence": ""})
            for a in figures.get("abilities", ())
        ],
        "attacks": [action for action in actions if action["kind"] == "attack"],
        "tacticals": [action for action in actions if action["kind"] == "tactical"],
    }


def _plain(ability: dict[str, Any]) -> str:
    return ability_in_words({key: value for key, value in ability.items() if key not in ("defends", "suit")})


def _ability(printed: dict[str, Any], model: str) -> dict[str, Any]:
    read: Ability | Trigger
    if "defends" in printed:
        read = next(resisting(printed, model))
    else:
        read = ability_of(printed, model)
    return {**printed, "sentence": _sentence(read)}


def _action(printed: dict[str, Any], model: str) -> dict[str, Any]:
    """The Action and each of its triggers; an Attack that only damages says no more than its figures do."""
    read = action_of(printed, model)
    triggers = [
        {**trigger, "sentence": _sentence(known)}
        for trigger, known in zip(printed["triggers"], read.triggers, strict=True)
    ]
    return {**printed, "sentence": _sentence(replace(read, triggers=())), "triggers": triggers}


def _sentence(read: Ability | Action | Trigger) -> str:
    """What the engine does with it; empty where the players apply what the card says."""
    return tell(read) if status_of(read, read.status) == "automated" else ""
