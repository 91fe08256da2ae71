"""Permission checks and helpers that the endpoints of all features share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Standing
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


def league(call: PortalCall, slug: str, door: Callable[[Any, str], Standing] = access.league) -> Standing:
    """The league and the caller's part in it, by one of the functions of ``access``."""
    standing = door(call.user, slug)
    call.about(standing.campaign)
    return standing


def player(call: PortalCall, slug: str) -> Entry:
    """The caller's own entry."""
    standing = access.player(call.user, slug)
    call.about(standing.campaign)
    return standing.entry


def organised(call: PortalCall, slug: str) -> Campaign:
    return league(call, slug, access.organiser).campaign


def entry_of(standing: Standing, pk: int) -> Entry:
    """Anybody's entry in this league."""
    entry = standing.campaign.entries.select_related("user").filter(pk=pk).first()
    if entry is None:
        raise Http404
    entry.campaign = standing.campaign
    return entry
