"""Permission checks and helpers that the endpoints of all features share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.models import Campaign, Entry

Id = Annotated[int, Meta(ge=1, le=2**53)]
Slug = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[a-z0-9-]+$")]
Words = Annotated[str, Meta(min_length=3, max_length=300)]
LEAGUE = "leagues/<slug:slug>/"
GAME = f"{LEAGUE}weeks/<int:week>/games/<int:table>/"


class LeagueReason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why: everybody in the league can read it."""

    reason: Words


class PrivateLink(Struct, frozen=True):
    """A private address, answered once; empty when the act is repeated."""

    url: str
    about: str


def league(
    call: PortalCall, slug: str, door: Callable[[Any, str], LeagueVisit] = access.league
) -> LeagueVisit:
    """The league and the caller's part in it, by one of the functions of ``access``."""
    visit = door(call.user, slug)
    call.about(visit.campaign)
    return visit


def player(call: PortalCall, slug: str) -> Entry:
    """The caller's own entry."""
    visit = access.player(call.user, slug)
    call.about(visit.campaign)
    return visit.entry


def organised(call: PortalCall, slug: str) -> Campaign:
    return league(call, slug, access.organiser).campaign


def entry_of(visit: LeagueVisit, pk: int) -> Entry:
    """Anybody's entry in this league."""
    entry = visit.campaign.entries.select_related("user").filter(pk=pk).first()
    if entry is None:
        raise Http404
    entry.campaign = visit.campaign
    return entry
