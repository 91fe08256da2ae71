"""Endpoints of Costs that no source has."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import act, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, league
from mfcampaign.campaigns.costs import operations, queries

TAG = "Arsenals"
organises = partial(act, access=access.organiser, scope="organise", page="campaigns:costs", tag="Organising")
Slug = Annotated[str, Meta(min_length=1, max_length=120)]
Cost = Annotated[int, Meta(ge=0, le=30)]


class LeagueCosts(Struct, frozen=True):
    """The models of which a Cost was stated, and slug and name of those of which nobody has."""

    stated: tuple[queries.CostOfModel, ...]
    unknown: tuple[tuple[str, str], ...]


@get(f"{LEAGUE}costs/", LeagueCosts, tag=TAG)
def league_costs(call: PersonCall, slug: str) -> LeagueCosts:
    """Costs that no source has, as the league's players state them."""
    campaign = league(call, slug, access.member).campaign
    return LeagueCosts(queries.costs(campaign), queries.without_cost(campaign))


class CostOnCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The Cost of a model in Soulstones, as its card has it."""

    model: Slug
    cost: Cost


@act(
    "post",
    f"{LEAGUE}costs/",
    access.member,
    page="campaigns:costs",
    stays=True,
    example={"model": "a-model", "cost": 7},
    tag=TAG,
)
def state_cost(call: PersonCall, visit: LeagueVisit, body: CostOnCard) -> str:
    """State the Cost of a model that no source has; it counts at once."""
    operations.state_cost(visit.campaign, call.user, body.model, body.cost, key=call.key)
    return "Your statement counts from now on; everybody in the league can read it."


@organises("post", f"{LEAGUE}costs/confirm/", example={"model": "a-model", "cost": 7})
def confirm_cost(call: PersonCall, visit: LeagueVisit, body: CostOnCard) -> str:
    """Confirm a stated Cost for the league."""
    others = operations.confirm_cost(visit.campaign, call.user, body.model, body.cost, key=call.key)
    return "It is confirmed." + (" What was paid otherwise is settled below." if others else "")
