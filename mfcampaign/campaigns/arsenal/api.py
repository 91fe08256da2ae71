"""Endpoints of the starting Arsenal, of what a player owns, of the sheet's link, of the purse, and of New
Hires."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated

from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.api_access import (
    LEAGUE,
    PrivateLink,
    Slug,
    entry_of,
    league,
    player,
)
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.arsenal.forms import NicknameForm
from mfcampaign.campaigns.arsenal.views import LONGEST_DRAFT
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Entry, LedgerEntry
from rules.campaign.arsenal import Arsenal, arsenal_value
from rules.campaign.candidates import HireCandidate
from rules.campaign.start import StartList, start_scrip
from rules.refusal import CheckReport, Total

TAG = "Arsenals"


class ArsenalDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """A starting Arsenal by slugs: one Leader, the others a slug for each copy, one Upgrade or none."""

    leader: Annotated[str, Meta(max_length=120)] = ""
    models: Annotated[tuple[Slug, ...], Meta(max_length=LONGEST_DRAFT)] = ()
    upgrade: Annotated[str, Meta(max_length=120)] = ""


class ArsenalDraftView(Struct, frozen=True):
    """The draft, its bill, everything that is wrong with it, and the Scrip it would keep."""

    draft: StartList
    report: CheckReport
    legal: bool
    scrip: int


class ArsenalView(Struct, frozen=True):
    """What a player owns now, with the value of it in Soulstones."""

    entry: int
    label: str
    state: str
    arsenal: Arsenal
    value: Total


class PurseLine(Struct, frozen=True):
    """One line of a purse: ``delta`` Scrip, and how many there were after it."""

    number: int
    delta: int
    balance_after: int
    reason: str
    memo: str
    week: int | None
    at: dt.datetime


class Nickname(Struct, frozen=True, forbid_unknown_fields=True):
    """Empty takes it away."""

    nickname: Annotated[str, Meta(max_length=60)]


class HireWindowView(Struct, frozen=True):
    """The window of New Hires: what is on sale with its price, or the reasons why not."""

    week: int
    closes_at: dt.datetime
    locked: bool
    scrip: int
    models: tuple[HireCandidate, ...]
    upgrades: tuple[HireCandidate, ...]


class Purchase(Struct, frozen=True, forbid_unknown_fields=True):
    """The slug of what is bought."""

    slug: Slug


@get(f"{LEAGUE}arsenal/draft/", ArsenalDraftView, tag=TAG)
def arsenal_draft(call: PersonCall, slug: str) -> ArsenalDraftView:
    """Your draft of a starting Arsenal, with its report."""
    entry = player(call, slug)
    draft = loading.draft_of(entry)
    return _judged(entry, draft, arsenal.check(entry, draft))


def _judged(entry: Entry, draft: StartList, report: CheckReport) -> ArsenalDraftView:
    scrip = start_scrip(report.total.amount, entry.campaign.rules)
    return ArsenalDraftView(draft, report, report.legal, scrip)


@acts(
    "put",
    f"{LEAGUE}arsenal/draft/",
    ArsenalDraftView,
    body=ArsenalDraft,
    tag=TAG,
    example={"leader": "sergeant", "models": ["guild-hound", "guild-hound"], "upgrade": ""},
)
def draft_arsenal(call: PersonCall, slug: str) -> ArsenalDraftView:
    """Replace the whole draft, legal or not; the answer names its faults."""
    entry = player(call, slug)
    body: ArsenalDraft = call.body
    report = arsenal.save_draft(
        entry, call.user, StartList(entry.faction, body.leader, body.models, body.upgrade)
    )
    return _judged(entry, loading.draft_of(entry), report)


@acts("post", f"{LEAGUE}arsenal/found/", tag=TAG)
def found_arsenal(call: PersonCall, slug: str) -> None:
    """Buy the draft; remaining Soulstones become Scrip."""
    arsenal.found_arsenal(player(call, slug), call.user)


@acts("post", f"{LEAGUE}arsenal/reopen/", tag=TAG)
def reopen_arsenal(call: PersonCall, slug: str) -> None:
    """Reopen the starting Arsenal as a draft, before the first week."""
    arsenal.reopen(player(call, slug), call.user)


@get(f"{LEAGUE}entries/<int:entry>/arsenal/", ArsenalView, tag=TAG)
def arsenal_of(call: PersonCall, slug: str, entry: int) -> ArsenalView:
    """What any player of your league owns."""
    owner = entry_of(league(call, slug, access.member), entry)
    owned = loading.arsenal(owner)
    value = arsenal_value(owned.models, owner.campaign.rules)
    return ArsenalView(owner.pk, owner.label, owner.state, owned, value)


@acts(
    "put",
    f"{LEAGUE}entries/<int:entry>/models/<int:model>/nickname/",
    body=Nickname,
    example={"nickname": "Old Rex"},
    tag=TAG,
)
def name_model(call: PersonCall, slug: str, entry: int, model: int) -> None:
    """Rename one of your models."""
    own = player(call, slug)
    row = own.models.filter(pk=model, annihilated_week=None).first() if own.pk == entry else None
    if row is None:
        raise Http404
    row.entry = own
    form = filled(NicknameForm, call.body)
    arsenal.nickname(row, call.user, form.cleaned_data["nickname"])


@get(f"{LEAGUE}entries/<int:entry>/purse/", Page[PurseLine], query=PageQuery, tag=TAG)
def purse(call: PersonCall, slug: str, entry: int) -> Page[PurseLine]:
    """A player's Scrip line by line, each with its cause, the newest first."""
    owner = entry_of(league(call, slug, access.member), entry)
    return by_key(balances.lines(owner), call.query, _lines, key="account_version")


def _lines(rows: Iterable[LedgerEntry]) -> list[PurseLine]:
    return [
        PurseLine(
            row.account_version,
            row.delta,
            row.balance_after,
            row.transfer.reason,
            row.transfer.memo,
            row.transfer.week,
            row.transfer.created_at,
        )
        for row in rows
    ]


@get(f"{LEAGUE}hires/", HireWindowView, tag=TAG)
def hire_window(call: PersonCall, slug: str) -> HireWindowView:
    """The open window of New Hires; 409 while none is open."""
    entry = player(call, slug)
    part = arsenal_page.window_of(entry)
    if part is None:
        raise Problem(409, "No window of New Hires is open.", fix="Look at the weeks of the league.")
    page = arsenal_page.hire_page(part, arsenal_page.Filter())
    return HireWindowView(
        part.week.number,
        part.week.hires_close_at,
        part.hires_locked_at is not None,
        page.scrip,
        tuple(offer.candidate for offer in (*page.offers.legal, *page.offers.illegal)),
        (*page.upgrades, *page.unborne),
    )


@acts("post", f"{LEAGUE}hires/models/", body=Purchase, tag=TAG, example={"slug": "guild-hound"})
def hire_model(call: PersonCall, slug: str) -> None:
    """Hire a model for Scrip."""
    hires.hire_model(player(call, slug), call.user, call.body.slug)


@acts("post", f"{LEAGUE}hires/upgrades/", body=Purchase, example={"slug": "lead-lined-coat"}, tag=TAG)
def buy_upgrade(call: PersonCall, slug: str) -> None:
    """Buy an Upgrade for Scrip."""
    hires.buy_upgrade(player(call, slug), call.user, call.body.slug)


@acts("post", f"{LEAGUE}hires/take-back/", tag=TAG)
def take_back_purchase(call: PersonCall, slug: str) -> None:
    """Take back the last purchase of this window; its Scrip is returned."""
    hires.take_back(player(call, slug), call.user)


@acts("post", f"{LEAGUE}hires/lock/", tag=TAG)
def lock_hires(call: PersonCall, slug: str) -> None:
    """Finish this week's hires."""
    hires.lock(player(call, slug), call.user)


@acts("post", f"{LEAGUE}hires/unlock/", tag=TAG)
def unlock_hires(call: PersonCall, slug: str) -> None:
    """Reopen your hires while the window is open."""
    hires.unlock(player(call, slug), call.user)


@acts("post", f"{LEAGUE}arsenal/sheet/", PrivateLink, status=201, once=("url",), tag="Arsenals")
def share_sheet(call: PersonCall, slug: str) -> PrivateLink:
    """Create a new link to your Arsenal sheet; an earlier one no longer works."""
    token = arsenal.share_sheet(player(call, slug), call.user)
    return PrivateLink(
        call.link(reverse("campaigns:sheet_shared", args=[token])), "Anybody with it can read your sheet."
    )


@acts("delete", f"{LEAGUE}arsenal/sheet/", tag="Arsenals")
def unshare_sheet(call: PersonCall, slug: str) -> None:
    """End the link to your Arsenal sheet."""
    arsenal.unshare_sheet(player(call, slug), call.user)
