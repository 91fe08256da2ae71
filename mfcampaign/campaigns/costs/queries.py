"""Readers of the Costs that were stated in a league, and of models that no source gives one."""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalModel, Campaign, Entry, StatedCost
from rules.campaign.policies import declarable
from rules.campaign.start import start_leaders
from rules.crews.catalogue import MASTER


class Statement(Struct, frozen=True):
    """One Cost of one model, and who stated it."""

    cost: int
    by: tuple[str, ...]
    confirmed: bool


class CostOfModel(Struct, frozen=True):
    """A model whose Cost no source has: what was stated, what ``counts``, and how many owned models joined
    at another than the confirmed one."""

    slug: str
    name: str
    counts: int
    statements: tuple[Statement, ...]
    paid_otherwise: int

    @property
    def confirmed(self) -> bool:
        return any(each.confirmed for each in self.statements)

    @property
    def said(self) -> str:
        """Who stands for the Cost that counts."""
        counting = next(each for each in self.statements if each.cost == self.counts)
        return "confirmed by an organiser" if self.confirmed else f"stated by {', '.join(counting.by)}"


def costs(campaign: Campaign) -> tuple[CostOfModel, ...]:
    """Every model of which a Cost was stated, by name. No query where none was."""
    if not campaign.costs_stated:
        return ()
    figures, printed = loading.catalogue(campaign), loading.printed(campaign)
    rows = StatedCost.objects.filter(campaign=campaign).select_related("by").order_by("slug", "cost", "pk")
    of_models = []
    for slug, of_model in groupby(rows, key=lambda row: row.slug):
        if not printed.has_profile(slug) or printed.profile(slug).cost is not None:
            continue  # a pack or a newer release names it now
        by_cost = [(cost, list(group)) for cost, group in groupby(of_model, key=lambda row: row.cost)]
        statements = tuple(
            Statement(
                cost,
                tuple(str(row.by or "somebody") for row in group),
                any(row.confirmed_at is not None for row in group),
            )
            for cost, group in by_cost
        )
        profile = figures.profile(slug)
        paid = len(paid_otherwise(campaign, slug))
        of_models.append(CostOfModel(slug, profile.full_name, profile.cost or 0, statements, paid))
    return tuple(sorted(of_models, key=lambda each: each.name))


def stated_of(campaign: Campaign, owner: Entry) -> tuple[CostOfModel, ...]:
    """Those that are in one player's Arsenal. No query where none was stated."""
    rows = costs(campaign)
    owned = set(owner.models.owned().values_list("slug", flat=True)) if rows else set()
    return tuple(each for each in rows if each.slug in owned)


def without_cost(campaign: Campaign, faction: str = "") -> tuple[tuple[str, str], ...]:
    """Slug and name of the models of a Faction (of all) whose Cost nobody knows here."""
    return tuple(
        (profile.slug, profile.full_name)
        for profile in loading.catalogue(campaign).profiles()
        if profile.cost is None and profile.station != MASTER and (not faction or faction in profile.factions)
    )


def warnings(campaign: Campaign) -> tuple[str, ...]:
    """What somebody who joins should know of Factions in which many Costs are unknown."""
    figures = loading.start_figures(campaign)
    said = []
    for slug, name in declarable(campaign.rules, campaign.edition).items():
        unknown = len(without_cost(campaign, slug))
        if not unknown:
            continue
        leaders = start_leaders(slug, figures, campaign.rules)
        if not any(leader.legal for leader in leaders):
            said.append(
                f"{name}: no source has the Cost of anybody who could lead. With the card in hand you state"
                " it as you build."
            )
    return tuple(said)


def paid_otherwise(campaign: Campaign, slug: str) -> list[ArsenalModel]:
    """The owned models of that slug that joined at another Cost than the confirmed one."""
    confirmed = StatedCost.objects.filter(campaign=campaign, slug=slug).exclude(confirmed_at=None).first()
    if confirmed is None:
        return []
    owned = ArsenalModel.objects.filter(entry__campaign=campaign, slug=slug).owned()
    return list(owned.exclude(cost=confirmed.cost).select_related("entry__user").order_by("pk"))
