"""The probabilities of a chart's rows as a table: a chart has dozens, and an Aftermath shows them all."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from mfcampaign.web.drawings.icons import icon
from rules.campaign.aftermath.odds import OfferOdds, RewardOdds, Risk
from rules.fate.cards import Card

FATES = {
    "annihilated": " <strong>Annihilated</strong>",
    "recovers": " <strong>Annihilated, recovers this once</strong>",
    "traitor": " <strong>changes sides</strong>",
    "unhurt": ' <span class="soft">unhurt</span>',
}


def lines(odds: Iterable[OfferOdds], scrip: int) -> SafeString:
    """``{% odds_lines offered.rows view.scrip %}``: one row each, with what is too expensive."""
    return mark_safe("".join(_line(offer, (offer.price or 0) > scrip) for offer in odds))


def risk_lines(risks: Iterable[Risk]) -> SafeString:
    """``{% risk_lines model.risks %}``: what a flip may bring one model, one row each."""
    rows = (
        (escape(risk.name) + FATES.get(risk.fate, "") + "".join(map(_with, risk.cheats)), risk)
        for risk in risks
    )
    return mark_safe("".join(_row(label, f"{risk.cards} in {risk.of}") for label, risk in rows))


def _with(card: Card) -> str:
    return f' <span class="badge">{icon("hand")}with the {escape(card.spoken)}</span>'


def reward_lines(rewards: Iterable[RewardOdds]) -> SafeString:
    """``{% reward_lines chart.list %}``: what the Reward flip may bring on one chart, one row each."""
    return mark_safe(
        "".join(
            _row(
                f'{escape(each.name)} <span class="soft small">{escape(each.digest)}</span>',
                f"{each.ways} in {each.of}" if each.shown == 1 else percent(each.ways / each.of),
            )
            for each in rewards
        )
    )


def _row(label: str, amount: str) -> str:
    """``label``: HTML."""
    return f'<li><span class="ledger-label">{label}</span><span class="ledger-amount">{amount}</span></li>'


def percent(chance: float) -> str:
    """A chance in words: ``12 %``; never 0 or 100 for what is only nearly so.

    >>> percent(0.001), percent(0.5), percent(0.9999), percent(1.0)
    ('under 1\xa0%', '50\xa0%', 'over 99\xa0%', '100\xa0%')
    """
    if 0 < chance < 0.01:
        return "under 1\u00a0%"
    if 0.99 < chance < 1:
        return "over 99\u00a0%"
    return f"{round(100 * chance)}\u00a0%"


def _line(offer: OfferOdds, expensive: bool) -> str:
    soft = ' class="soft"' if expensive else ""
    price = "" if offer.price is None else f"{offer.price} Scrip"
    note = ", too expensive now" if expensive else ""
    cheats = "".join(
        f' <span class="badge">{icon("hand")}{percent(chance)} with the {escape(card.spoken)}</span>'
        for card, chance in (() if offer.now else offer.cheats)
    )
    exact = f"{offer.matching} in {offer.of}"
    if offer.now:
        amount = "on the table"
    elif offer.flips == 1:
        amount = f'{percent(offer.chance)} <span class="soft small">{exact}</span>'
    else:
        amount = percent(offer.chance)
    return (
        f'<li{soft}><span class="ledger-label">{escape(offer.name)} '
        f'<span class="soft small">{price}{note}</span>{cheats}</span>'
        f'<span class="ledger-amount">{amount}</span></li>'
    )
