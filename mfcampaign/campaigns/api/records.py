"""The sealed fate of the weeks, the work of a league, links to Arsenal sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.http import Http404
from django.urls import reverse
from msgspec import Struct

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.paging import Page, Paged, by_key
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api.common import LEAGUE, league, organised, player
from mfcampaign.campaigns.api.organising import Link
from mfcampaign.campaigns.operations import arsenal
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import queries as work

WORK = f"{LEAGUE}work/"


class WorkRow(Struct, frozen=True):
    """A piece of background work: ``waiting``, ``running``, ``done`` or ``stuck`` (``error`` says why)."""

    id: int
    kind: str
    subject: str
    status: str
    attempts: int
    error: str
    at: dt.datetime


@get(WORK, Page[WorkRow], query=Paged, tag="Leagues")
def league_work(call: Call, slug: str) -> Page[WorkRow]:
    """The work of the league, the newest first."""
    campaign = league(call, slug, access.member).campaign
    return by_key(work.commands_of(campaign.pk), call.query, _rows)


def _rows(found: Iterable[Any]) -> list[WorkRow]:
    return [
        WorkRow(row.pk, row.kind, row.subject, row.status, row.attempts, row.error, row.created_at)
        for row in found
    ]


@acts("post", f"{WORK}<int:command>/retry/", scope="organise", tag="Organising")
def retry_work(call: Call, slug: str, command: int) -> None:
    """Let a stuck piece of work try again; its cards stay the same."""
    campaign = organised(call, slug)
    if not work.commands_of(campaign.pk).filter(pk=command).exists():
        raise Http404
    dispatch.retry(command, call.user)


@acts("post", f"{LEAGUE}arsenal/sheet/", Link, status=201, once=("url",), tag="Arsenals")
def share_sheet(call: Call, slug: str) -> Link:
    """A new link to your Arsenal sheet; an earlier one leads nowhere."""
    token = arsenal.share_sheet(player(call, slug), call.user)
    return Link(
        call.link(reverse("campaigns:sheet_shared", args=[token])), "Whoever has it can read your sheet."
    )


@acts("delete", f"{LEAGUE}arsenal/sheet/", tag="Arsenals")
def unshare_sheet(call: Call, slug: str) -> None:
    """End the link to your Arsenal sheet."""
    arsenal.unshare_sheet(player(call, slug), call.user)
