"""Endpoints of practice: a sandbox of one's league."""

from __future__ import annotations

from functools import partial

from django.urls import reverse
from msgspec import Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE
from mfcampaign.campaigns.sandbox import operations

TAG = "Leagues"
organises = partial(act, access=access.organiser, scope="organise", page="campaigns:organise", tag=TAG)


class SandboxRow(Struct, frozen=True):
    """The slug of the sandbox."""

    slug: str


@organises("post", f"{LEAGUE}sandbox/", status=201)
def try_season(call: PersonCall, visit: LeagueVisit) -> Done[SandboxRow]:
    """Open a sandbox of the league to practise in: it tells nobody of anything, and can be deleted."""
    sandbox = operations.try_season(visit.campaign, call.user, key=call.key)
    said = "This is your sandbox: nobody hears of what you do here."
    return Done(said, SandboxRow(sandbox.slug), reverse("campaigns:organise", args=[sandbox.slug]))


@organises("post", f"{LEAGUE}sandbox/play/")
def play_on_sandbox(call: PersonCall, visit: LeagueVisit) -> str:
    """Have the players of a sandbox take the steps that they owe now."""
    return operations.play_on(visit.campaign, call.user, key=call.key)


@organises("delete", f"{LEAGUE}sandbox/")
def delete_sandbox(call: PersonCall, visit: LeagueVisit) -> Done[None]:
    """Delete a sandbox for good."""
    league = visit.campaign.sandbox_of
    said = operations.delete(visit.campaign, call.user)
    place = (
        reverse("campaigns:leagues") if league is None else reverse("campaigns:organise", args=[league.slug])
    )
    return Done(said, None, place)
