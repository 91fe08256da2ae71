"""Endpoints of the starting Arsenal, of what a player owns, of the sheet's link, of the purse, and of New
Hires."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated

from django.shortcuts import get_object_or_404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act, get
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
from mfcampaign.campaigns.models import Campaign, Entry, LedgerEntry
from mfcampaign.campaigns.restart import queries as restarts
from rules.campaign.arsenal import Arsenal
from rules.campaign.candidates import HireCandidate
from rules.campaign.start import StartList, start_scrip
from rules.refusal import CheckReport, Total

TAG = "Arsenals"
plays = partial(act, access=access.own_entry, page="campaigns:arsenal_start", tag=TAG)
hiring = partial(plays, page="campaigns:hires")


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


@plays(
    "put",
    f"{LEAGUE}arsenal/draft/",
    page="",
    example={"leader": "sergeant", "models": ["guild-hound", "guild-hound"], "upgrade": ""},
)
def draft_arsenal(call: PersonCall, entry: Entry, body: ArsenalDraft) -> Done[ArsenalDraftView]:
    """Replace the whole draft, legal or not; the answer names its faults."""
    report = arsenal.save_draft(
        entry, call.user, StartList(entry.faction, body.leader, body.models, body.upgrade)
    )
    return Done("", _judged(entry, loading.draft_of(entry), report))


@plays("post", f"{LEAGUE}arsenal/found/")
def found_arsenal(call: PersonCall, entry: Entry) -> Done[None]:
    """Buy the draft; remaining Soulstones become Scrip."""
    spent = arsenal.found_arsenal(entry, call.user).total.amount
    campaign = entry.campaign
    scrip = start_scrip(spent, campaign.rules)
    said = f"Arsenal confirmed: {spent} Soulstones spent, {scrip} Scrip in the purse."
    if campaign.state == Campaign.State.RUNNING:
        restart = restarts.restart_under_way(entry)
        owed = restarts.owed_by(campaign, [restart])[entry.pk] if restart is not None else None
        owes = f" Make {owed.sentence}." if owed is not None else ""
        return Done(f"{said}{owes}", None, reverse("campaigns:restart", args=[campaign.slug]))
    return Done(said, None, reverse("campaigns:arsenal", args=[campaign.slug, entry.pk]))


@plays("post", f"{LEAGUE}arsenal/reopen/")
def reopen_arsenal(call: PersonCall, entry: Entry) -> str:
    """Reopen the starting Arsenal as a draft, before the first week."""
    arsenal.reopen(entry, call.user)
    return "The Arsenal is open again; your draft is as you left it."


@get(f"{LEAGUE}entries/<int:entry>/arsenal/", ArsenalView, tag=TAG)
def arsenal_of(call: PersonCall, slug: str, entry: int) -> ArsenalView:
    """What any player of your league owns."""
    owner = entry_of(league(call, slug, access.member), entry)
    owned = loading.arsenal(owner)
    value = owner.campaign.played.crew.value(owned.models, owner.campaign.rules)
    return ArsenalView(owner.pk, owner.label, owner.state, owned, value)


@act(
    "put",
    f"{LEAGUE}entries/<int:entry>/models/<int:model>/nickname/",
    access.own_arsenal,
    page="campaigns:arsenal",
    read_form=lambda request: Nickname(request.POST.get("nickname", "")),
    example={"nickname": "Old Rex"},
    tag=TAG,
)
def name_model(call: PersonCall, own: Entry, model: int, body: Nickname) -> str:
    """Rename one of your models."""
    row = get_object_or_404(own.models, pk=model, annihilated_week=None)
    row.entry = own
    form = filled(NicknameForm, body)
    arsenal.nickname(row, call.user, form.cleaned_data["nickname"])
    return f"{row.name} now goes by {row}." if row.nickname else f"{row.name} has its own name again."


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


def bought_by(entry: Entry) -> dict[str, int]:
    """What a purchase that waited hangs on: all that happened to the same player."""
    return {"entry": entry.pk}


@hiring("post", f"{LEAGUE}hires/models/", waits=bought_by, example={"slug": "guild-hound"})
def hire_model(call: PersonCall, entry: Entry, body: Purchase) -> str:
    """Hire a model for Scrip."""
    hired = hires.hire_model(entry, call.user, body.slug, key=call.key)
    return f"{hired.name} joins your Arsenal."


@hiring("post", f"{LEAGUE}hires/upgrades/", waits=bought_by, example={"slug": "lead-lined-coat"})
def buy_upgrade(call: PersonCall, entry: Entry, body: Purchase) -> str:
    """Buy an Upgrade for Scrip."""
    bought = hires.buy_upgrade(entry, call.user, body.slug, key=call.key)
    return f"{bought.name} is yours."


@hiring("post", f"{LEAGUE}hires/take-back/", waits=bought_by)
def take_back_purchase(call: PersonCall, entry: Entry) -> str:
    """Take back the last purchase of this window; its Scrip is returned."""
    return f"{hires.take_back(entry, call.user)} is taken back; the Scrip is yours again."


@hiring("post", f"{LEAGUE}hires/lock/")
def lock_hires(call: PersonCall, entry: Entry) -> Done[None]:
    """Finish this week's hires."""
    hires.lock(entry, call.user)
    return Done("Your hires are done for this week.", None, arsenal_page.paired_game(entry))


@hiring("post", f"{LEAGUE}hires/unlock/")
def unlock_hires(call: PersonCall, entry: Entry) -> str:
    """Reopen your hires while the window is open."""
    hires.unlock(entry, call.user)
    return "Your hires are open again."


@plays("post", f"{LEAGUE}arsenal/sheet/", page="campaigns:league", stays=True, status=201, once=("url",))
def share_sheet(call: PersonCall, entry: Entry) -> Done[PrivateLink]:
    """Create a new link to your Arsenal sheet; an earlier one no longer works."""
    token = arsenal.share_sheet(entry, call.user)
    address = call.link(reverse("campaigns:sheet_shared", args=[token]))
    return Done(
        "Anybody with the link can read your sheet.",
        PrivateLink(address, "Anybody with it can read your sheet."),
    )


@plays("delete", f"{LEAGUE}arsenal/sheet/", page="campaigns:league", stays=True)
def unshare_sheet(call: PersonCall, entry: Entry) -> str:
    """End the link to your Arsenal sheet."""
    arsenal.unshare_sheet(entry, call.user)
    return "The link no longer works."
