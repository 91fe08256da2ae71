"""Settles what was paid for models whose Cost was confirmed otherwise."""

from __future__ import annotations

from mfcampaign.campaigns.costs.queries import paid_otherwise
from mfcampaign.campaigns.models import Ruling, StatedCost
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans.adjustments import week_now
from mfcampaign.campaigns.rulings.plans.reopen import entry_in
from mfcampaign.campaigns.rulings.requests import SettleCost
from rules.campaign.rulings.changes import Moved, RowSet
from rules.refusal import Refusal

SCRIP = "scrip"


def plan(draft: Draft, request: SettleCost) -> None:
    """The confirmed Cost in every Arsenal; Scrip for the difference, if the organiser wants it."""
    draft.kind = Ruling.Kind.ROW
    confirmed = (
        StatedCost.objects.filter(campaign=draft.campaign, slug=request.slug)
        .exclude(confirmed_at=None)
        .first()
    )
    if confirmed is None:
        raise Refusal("No Cost of this model is confirmed.", fix="Confirm one first.")
    rows = paid_otherwise(draft.campaign, request.slug)
    if not rows:
        raise Refusal("Every Arsenal has it at the confirmed Cost.")
    draft.title = f"{rows[0].name} costs {confirmed.cost} Soulstones"
    scrip = draft.choose(SCRIP, "Settle the difference in Scrip: too much comes back, too little is paid")
    for row in rows:
        entry = entry_in(draft, row.entry_id)
        draft.add(
            RowSet(
                sentence=f"{entry.label}: {row.name} costs {confirmed.cost} Soulstones "
                f"instead of {row.cost}.",
                entry=entry.pk,
                table="model",
                row=row.pk,
                field="cost",
                before=row.cost,
                after=confirmed.cost,
            )
        )
        if scrip:
            back = row.cost - confirmed.cost
            word = "come back" if back > 0 else "are paid"
            draft.add(
                Moved(
                    sentence=f"{entry.label}: {abs(back)} Scrip {word} for {row.name}.",
                    entry=entry.pk,
                    amount=back,
                    week=week_now(draft),
                    memo=f"{row.name}: the confirmed Cost"[:200],
                )
            )
    draft.explain("Crews and Arsenal values that were used in games before stay as they were.")
