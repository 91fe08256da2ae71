"""A Stat Card as its pictures show it: on its page, in the builder's drawer, on paper.

Where the engine executes all of an ability, Action or Trigger, its script's sentence stands beside name and
figures.
"""

from __future__ import annotations

from typing import Any

from mfcampaign.catalog import queries
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.changes import LABELS, printed_lines, value_in_words
from rules.crews.permissions import HiringTerms
from rules.crews.printed import COMMON, Cards
from rules.crews.written import CardScripts, ability_in_words
from rules.wording import listed

SUITS_BESIDE = {"df": "df_suit", "wp": "wp_suit", "ca": "ca_suits"}
BOX, MOST_IN_A_ROW = 14, 16
"""A box of the health track and the distance to the next, in units of its drawing."""


def sheet(card: ModelCard) -> dict[str, Any]:
    """The card's figures ready to read: stats with suits, abilities and Actions with their sentences."""
    names = queries.every_faction()
    figures = card.figures
    printed = card.printed
    return {
        "card": card,
        "factions": [(slug, names.get(slug, slug)) for slug in card.factions],
        "stats": [
            (printed.label(stat), getattr(card, stat), tuple(figures.get(SUITS_BESIDE.get(stat, ""), ())))
            for stat in printed.stats
        ],
        **_written(card),
        "sections": printed_lines(card),
        "beside": [
            f"{label} {value_in_words(value)}" for label, value in printed.beside(figures).items() if value
        ],
        "no_cost": "–" if card.costless else "?",
        "no_cost_words": "no cost" if card.costless else "cost not known",
        "health_label": printed.label("health"),
        "boxes": range(1, 1 + BOX * (card.health or 0), BOX),
        "boxes_width": max(BOX * MOST_IN_A_ROW, BOX * (card.health or 0)) + 2,
        "doubts": _doubts(card),
        "unsure": [_called(figure, printed) for figure in figures.get("unsure", ())],
    }


def _doubts(card: ModelCard) -> list[str]:
    """The figures that some source gives otherwise, a sentence each."""
    said = (
        (_called(doubt["figure"], card.printed), doubt["other"], card.source_called(doubt["source"]))
        for doubt in card.figures.get("doubts", ())
    )
    return [f"{figure} is {other} in {source}." for figure, other, source in said]


def _called(figure: str, printed: Cards) -> str:
    return printed.label(figure) if figure in COMMON else LABELS[figure].capitalize()


def upgrade_sheet(upgrade: Upgrade) -> dict[str, Any]:
    """An Upgrade with what a house wrote on it."""
    names = queries.every_faction()
    return {
        "card": upgrade,
        "factions": [(slug, names.get(slug, slug)) for slug in upgrade.factions],
        "no_cost": "?",
        "no_cost_words": "cost not known",
        "kind": ", ".join(upgrade.marks) if upgrade.keywords else "",
        "priced": upgrade.printed.upgrades_priced,
        "hires": _hires(upgrade.hiring),
        **_written(upgrade),
    }


def _hires(terms: HiringTerms) -> str:
    """What a crew card says about hiring, in a sentence; empty for nothing."""
    said = []
    if opened := [" ".join(words) for one in terms.opens for words in one.words]:
        said.append(f"lets {listed(opened, 'or')} models of any Faction in")
    if terms.needs:
        said.append(f"asks for {terms.needs} of them")
    if terms.only:
        said.append(f"hires {listed(terms.only)} alone")
    if terms.pool is not None:
        said.append(f"has a pool of {terms.pool}")
    return f"When hiring it {listed(said)}." if said else ""


def _written(card: ModelCard | Upgrade) -> dict[str, Any]:
    """Abilities and Actions, with their sentences where the edition has scripts."""
    scripts = card.printed.scripts() if card.printed.scripts is not None else None
    actions = [_action(action, card.name, scripts) for action in card.figures.get("actions", ())]
    return {
        "abilities": [
            (_plain(ability), {**ability, "sentence": scripts.ability(ability, card.name) if scripts else ""})
            for ability in card.figures.get("abilities", ())
        ],
        "attacks": [action for action in actions if action["kind"] == "attack"],
        "tacticals": [action for action in actions if action["kind"] == "tactical"],
    }


def _plain(ability: dict[str, Any]) -> str:
    return ability_in_words({key: value for key, value in ability.items() if key not in ("defends", "suit")})


def _action(printed: dict[str, Any], model: str, scripts: CardScripts | None) -> dict[str, Any]:
    """The Action and each of its triggers; an Attack that only damages says no more than its figures do."""
    if scripts is None:
        return {**printed, "sentence": ""}
    sentence, said = scripts.action(printed, model)
    triggers = [
        {**trigger, "sentence": each} for trigger, each in zip(printed["triggers"], said, strict=True)
    ]
    return {**printed, "sentence": sentence, "triggers": triggers}
