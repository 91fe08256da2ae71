"""States and confirms a Cost that no source has."""

from __future__ import annotations

from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.costs.queries import paid_otherwise
from mfcampaign.campaigns.models import ArsenalModel, Campaign, StatedCost
from rules.crews.catalogue import MASTER
from rules.refusal import Refusal
from rules.wording import counted


def state_cost(
    campaign: Campaign, actor: Person, slug: str, cost: int, *, key: str | None = None
) -> StatedCost:
    """``actor`` has the card of a model whose Cost no source has. The first statement counts until an
    organiser confirms one; another person's that differs stands beside it.

    One's own may be corrected until somebody owns the model, or an organiser has confirmed it.
    """
    with operation(campaign, actor, kind="cost.stated", key=key) as act:
        league = act.row
        if league.state in Campaign.OVER:
            raise Refusal("This league has ended: its Costs stay as they were.")
        figures = loading.printed(league)
        if not figures.has_profile(slug):
            raise Refusal("There is no such model in this league’s figures.", fix="Choose one from the list.")
        profile = figures.profile(slug)
        if profile.cost is not None or profile.station == MASTER:
            raise Refusal(
                f"The Cost of {profile.full_name} is known.", fix="A pack can give it another for the league."
            )
        rows = StatedCost.objects.filter(campaign=league, slug=slug)
        own = rows.filter(by=actor).first()
        if own is not None and own.cost == cost:
            return own
        if own is not None:
            _expect_correctable(league, own, profile.full_name)
            own.cost = cost
            own.save(update_fields=["cost"])
        else:
            own = StatedCost.objects.create(campaign=league, slug=slug, cost=cost, by=actor)
        Campaign.objects.filter(pk=league.pk).update(costs_stated=True)
        others = sorted({row.cost for row in rows.exclude(pk=own.pk)} - {cost})
        beside = f" Others stated {', '.join(map(str, others))}." if others else ""
        act.say(f"{actor} states that {profile.full_name} costs {counted(cost, 'Soulstone')}.{beside}")
    campaign.costs_stated = True
    return own


def _expect_correctable(league: Campaign, own: StatedCost, name: str) -> None:
    if own.confirmed_at is not None:
        raise Refusal(f"The Cost of {name} is confirmed.", fix="Ask an organiser to confirm another.")
    if ArsenalModel.objects.filter(entry__campaign=league, slug=own.slug).exists():
        raise Refusal(
            f"Somebody owns {name} at the Cost that you stated.",
            fix="Ask an organiser to confirm the right one.",
        )


def confirm_cost(campaign: Campaign, actor: Person, slug: str, cost: int, *, key: str | None = None) -> int:
    """The Cost that counts in this league from now on; how many owned models were paid otherwise.

    What was paid stays until a ruling settles it.
    """
    with operation(campaign, actor, kind="cost.confirmed", key=key) as act:
        league = act.row
        if league.state in Campaign.OVER:
            raise Refusal("This league has ended: its Costs stay as they were.")
        rows = StatedCost.objects.filter(campaign=league, slug=slug)
        chosen = rows.filter(cost=cost).first()
        if chosen is None:
            raise Refusal("Nobody stated this Cost.", fix="Confirm one that is stated, or state it first.")
        if chosen.confirmed_at is not None:
            return len(paid_otherwise(league, slug))
        rows.update(confirmed_at=None, confirmed_by=None)
        chosen.confirmed_at, chosen.confirmed_by = timezone.now(), actor
        chosen.save(update_fields=["confirmed_at", "confirmed_by"])
        name = loading.printed(league).profile(slug).full_name
        others = len(paid_otherwise(league, slug))
        paid = f" {counted(others, 'owned model')} paid otherwise: a ruling settles it." if others else ""
        act.say(f"{actor} confirms that {name} costs {counted(cost, 'Soulstone')}.{paid}")
    return others
