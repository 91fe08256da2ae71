"""The Weekly Event's awards as taps in the report of a game (SL-EVENT-04, -05)."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from rules.campaign.weekly_events import EventAward


def award_field(awards: Sequence[EventAward]) -> forms.TypedMultipleChoiceField | None:
    """One tap for each award that can be had; ``None`` where the week has none for the games."""
    if not awards:
        return None
    return forms.TypedMultipleChoiceField(
        label="From the Weekly Event",
        choices=[(award.number, _said(award)) for award in awards if not award.reason],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=" ".join(f"{award.condition}: {award.reason}" for award in awards if award.reason),
    )


def _said(award: EventAward) -> str:
    often = ", once this week" if award.per == "week" else ""
    return f"{award.condition} ({award.amount} Scrip{often})"
