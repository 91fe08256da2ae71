"""The chances of a Barter flip as rows of a ledger: a chart has dozens, and an Aftermath shows them all."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from mfcampaign.web.icons import icon
from rules.core.campaign.odds import OfferOdds


def lines(odds: Iterable[OfferOdds], scrip: int) -> SafeString:
    """``{% odds_lines found.odds found.scrip %}``: one row each, with what is too dear."""
    return mark_safe("".join(_line(odd, odd.price > scrip) for odd in odds))


def _line(odd: OfferOdds, dear: bool) -> str:
    soft = ' class="soft"' if dear else ""
    note = ", too dear now" if dear else ""
    held = f' <span class="badge">{icon("hand")}in your hand</span>' if odd.in_hand else ""
    return (
        f'<li{soft}><span class="ledger-label">{escape(odd.name)} '
        f'<span class="soft small">{odd.price} Scrip{note}</span>{held}</span>'
        f'<span class="ledger-amount">{odd.matching} in {odd.of}</span></li>'
    )
