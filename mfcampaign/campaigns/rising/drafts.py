"""Found an Arsenal of *Rising Names*: the draft of a Leader and its models, kept as it grows, then bought."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import ArsenalUpgrade, Campaign, Entry
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.rising import growth
from rules.campaign.rising.hires import Buyer, start_scrip, surcharge
from rules.campaign.rising.start import (
    StartDraft,
    Stock,
    check_draft,
    founded,
    is_lucky,
    legal_one,
    with_piece,
)
from rules.crews.catalogue import MASTER
from rules.fate.league import card_of, fate_of
from rules.refusal import CheckReport, Refusal, TotalLine
from rules.wording import counted

LEADER = "built-leader"
"""The slug of every Leader that was built: no card of the catalogue has it."""
LONGEST_DRAFT = 40


def stock_of(entry: Entry) -> Stock:
    """What this player may choose from."""
    campaign = entry.campaign
    return Stock(
        faction=entry.faction,
        figures=loading.catalogue(campaign),
        cards=loading.printed_cards(campaign),
        charts=loading.charts(campaign),
    )


def draft_of(entry: Entry) -> StartDraft:
    """The draft as written down so far."""
    return msgspec.convert(entry.draft or {}, StartDraft)


def save_draft(entry: Entry, actor: Actor, draft: StartDraft) -> CheckReport:
    """Keep the draft, legal or not; what is wrong with it comes back. What was flipped stays flipped."""
    if len(draft.models) > LONGEST_DRAFT:
        raise Refusal(f"A draft holds at most {LONGEST_DRAFT} models.", fix="Remove some.")
    with operation(entry.campaign, actor, kind="arsenal.draft"):
        fresh = _building(entry)
        _keep(fresh, entry, replace(draft, luck=draft_of(fresh).luck))
    return check_draft(draft_of(entry), stock_of(entry))


def suggest(entry: Entry, actor: Actor, *, turn: int = 0) -> CheckReport:
    """Choose what is still missing, so that the draft is legal."""
    stock = stock_of(entry)
    drafted = legal_one(draft_of(entry), stock, name=f"The Boss of {entry.label}"[:60], turn=turn)
    save_draft(entry, actor, drafted)
    if is_lucky(drafted) and not draft_of(entry).luck:
        flip_for_luck(entry, actor)
    return save_draft(entry, actor, with_piece(draft_of(entry), stock))


def flip_for_luck(entry: Entry, actor: Actor) -> str:
    """The one flip of a Lucky Upstart (M4-CAMP-05), which cannot be cheated: its card's code. It is made once
    an Arsenal, whatever is drafted since."""
    with operation(entry.campaign, actor, kind="arsenal.luck") as act:
        fresh = _building(entry)
        draft = draft_of(fresh)
        if draft.luck:
            raise Refusal("The flip is made already.", rule="M4-CAMP-05", fix="Choose a piece.")
        if not is_lucky(draft):
            raise Refusal("A Lucky Upstart alone flips for Equipment.", rule="M4-CAMP-05")
        deck = fate_of(secrets.token_bytes(32), "luck", fresh.campaign.fate_name, fresh.pk, fresh.roster)
        card = card_of(deck.shuffle(0).cards[0])
        _keep(fresh, entry, replace(draft, luck=card.code))
        act.say(f"{fresh.label} flips for luck: the {card.spoken}.", entry=fresh.pk)
    return card.code


def buy(entry: Entry, actor: Actor) -> CheckReport:
    """Build the Leader and buy the models as drafted; what is left becomes Scrip (M4-CAMP-02, -03, -28)."""
    with operation(entry.campaign, actor, kind="arsenal.founded") as act:
        fresh = _building(entry)
        fresh.campaign = act.row
        draft, stock = draft_of(fresh), stock_of(fresh)
        report = check_draft(draft, stock)
        report.demand()
        running = act.row.state == Campaign.State.RUNNING
        week = restarting.founded(fresh, act.act) if running else 1
        begun = founded(draft, stock)
        leader = arsenal.add_built(fresh, LEADER, begun.leader.name, MASTER, week=week, leader=True)
        _buy(fresh, draft, stock, week)
        if is_lucky(draft):
            row = stock.charts.piece(draft.piece)
            piece = arsenal.add_piece(fresh, row.slug, row.name, row.text, week=week, how="start")
            begun = replace(begun, free=piece.pk)
        growth.begin(fresh, begun)
        scrip = start_scrip(report.total.amount).amount
        if scrip:
            ledger.pay(
                fresh,
                scrip,
                reason="start",
                natural_key=f"entry:{fresh.pk}/start:{act.act.ordinal}",
                week=0,
                act=act.act,
                memo="Soulstones left from the starting Arsenal",
            )
        if running:
            ready_at_once(fresh)
        fresh.state = Entry.State.ACTIVE if running else Entry.State.READY
        fresh.save(update_fields=["state"])
        models = counted(len(draft.models), "model")
        act.say(
            f"{fresh.label} built an Arsenal under {leader.name}: "
            f"{models} for {report.total.amount} Soulstones, {scrip} Scrip kept.",
            entry=fresh.pk,
        )
    entry.refresh_from_db()
    return report


def names_of(pieces: Collection[int]) -> dict[int, str]:
    """What the pieces of Equipment among these are called, whoever has them. One query, none for nothing."""
    if not pieces:
        return {}
    rows = ArsenalUpgrade.objects.filter(pk__in=pieces, kind=ArsenalUpgrade.Kind.EQUIPMENT)
    return dict(rows.values_list("pk", "name"))


def ready_at_once(entry: Entry) -> None:
    """A new Arsenal of this campaign flips nothing: it plays as soon as it is founded."""
    restart = entry.restarts.filter(state__in=["shopping", "flipping"]).first()
    if restart is not None:
        restart.entry = entry
        restarting.done(restart)


def _buy(entry: Entry, draft: StartDraft, stock: Stock, week: int) -> None:
    """The models; a character joins with all its titles, as the dearest of them (M4-CAMP-10)."""
    buyer = Buyer(faction=entry.faction, keywords=draft.leader.keywords)
    for slug in draft.models:
        profile = stock.figures.profile(slug)
        dearest = entry.campaign.played.hires.joins(profile, stock.figures)
        extra = surcharge(profile, buyer)
        line = TotalLine("out of Keyword", extra, "M4-CAMP-09") if extra else None
        arsenal.add_model(entry, dearest, week=week, surcharge=line)


def _building(entry: Entry) -> Entry:
    fresh = Entry.objects.select_for_update().get(pk=entry.pk)
    fresh.campaign = entry.campaign
    if fresh.state != Entry.State.BUILDING:
        raise Refusal("This Arsenal is confirmed already.", fix="New models are hired week by week.")
    return fresh


def _keep(fresh: Entry, entry: Entry, draft: StartDraft) -> None:
    plain: dict[str, Any] = msgspec.to_builtins(draft)
    fresh.draft = plain
    fresh.save(update_fields=["draft"])
    entry.draft = plain
