"""Writes the effects of an Aftermath to Arsenal and ledger: one function for each effect. It decides
nothing."""

from __future__ import annotations

from functools import singledispatch

from mfcampaign.audit.queries import Act
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath import asks
from rules.campaign.charts import Charts
from rules.campaign.payday import within_week
from rules.refusal import TotalLine


def apply(aftermath: Aftermath, effect: asks.AnyEffect, number: int, act: Act) -> None:
    """Write effect ``number`` of this aftermath; its place in the order is its natural key."""
    write(effect, aftermath, f"{aftermath.key}/effect:{number}", act)


def week_of(aftermath: Aftermath) -> int:
    return aftermath.side.game.week.number


def _charts(aftermath: Aftermath) -> Charts:
    """The charts it began with, whatever the league flips on by now."""
    return catalog.charts(aftermath.charts_id)


@singledispatch
def write(effect: asks.Effect, aftermath: Aftermath, key: str, act: Act) -> None:
    """Write one effect; ``key`` is its natural key. Those of another campaign are registered here."""
    raise TypeError(f"No way to write {type(effect).__name__}.")


@write.register
def _(effect: asks.HandDrawn, aftermath: Aftermath, key: str, act: Act) -> None:
    """The hand is part of the replay; nothing is owned."""


@write.register
def _(effect: asks.Note, aftermath: Aftermath, key: str, act: Act) -> None:
    """Only told."""


def charge(aftermath: Aftermath, price: int, reason: str, key: str, act: Act, memo: str) -> None:
    """So much Scrip from the player's purse; what is free moves nothing."""
    if price:
        ledger.charge(
            aftermath.side.entry,
            price,
            reason=reason,
            natural_key=key,
            week=week_of(aftermath),
            act=act,
            memo=memo[:200],
        )


def pay_day(aftermath: Aftermath, amount: int, key: str, act: Act) -> None:
    """So much Scrip of the Aftermath's Payday; a total of nothing moves nothing."""
    if amount:
        ledger.pay(
            aftermath.side.entry,
            amount,
            reason="payday",
            natural_key=key,
            week=week_of(aftermath),
            act=act,
            memo="Payday",
        )


@write.register
def _(effect: asks.ScripEarned, aftermath: Aftermath, key: str, act: Act) -> None:
    pay_day(aftermath, effect.total.amount, key, act)


@write.register
def _(effect: asks.UpgradeBought, aftermath: Aftermath, key: str, act: Act) -> None:
    charge(aftermath, effect.price, "barter", key, act, effect.name)
    arsenal.add_campaign_upgrade(
        aftermath.side.entry,
        effect.slug,
        week=week_of(aftermath),
        how="barter",
        bearer_id=effect.bearer_id,
        ss_cost=effect.ss_cost,
        charts=_charts(aftermath),
    )


@write.register
def _(effect: asks.UpgradeGained, aftermath: Aftermath, key: str, act: Act) -> None:
    arsenal.add_campaign_upgrade(
        aftermath.side.entry,
        effect.slug,
        week=week_of(aftermath),
        how=effect.how,
        ss_cost=effect.ss_cost,
        charts=_charts(aftermath),
    )


@write.register
def _(effect: asks.SkillGained, aftermath: Aftermath, key: str, act: Act) -> None:
    arsenal.add_campaign_upgrade(
        aftermath.side.entry,
        effect.slug,
        week=week_of(aftermath),
        how=effect.how,
        bearer_id=effect.bearer_id,
        ss_cost=effect.ss_cost,
        charts=_charts(aftermath),
    )


@write.register
def _(effect: asks.SkillAnnihilated, aftermath: Aftermath, key: str, act: Act) -> None:
    arsenal.annihilate_upgrade(
        aftermath.side.entry, bearer_id=effect.bearer_id, slug=effect.slug, week=week_of(aftermath)
    )


@write.register
def _(effect: asks.InjuryAttached, aftermath: Aftermath, key: str, act: Act) -> None:
    arsenal.add_injury(
        aftermath.side.entry,
        effect.slug,
        week=week_of(aftermath),
        model_id=effect.model_id,
        charts=_charts(aftermath),
        stat_mods=effect.stat_mods,
    )


@write.register
def _(effect: asks.ModelAnnihilated, aftermath: Aftermath, key: str, act: Act) -> None:
    arsenal.annihilate_model(
        aftermath.side.entry, effect.model_id, week=week_of(aftermath), why=effect.sentence
    )


@write.register
def _(effect: asks.OpponentEarns, aftermath: Aftermath, key: str, act: Act) -> None:
    """Scrip of an aftermath like any other: the week's maximum binds it (A-19)."""
    other = aftermath.side.game.sides.exclude(pk=aftermath.side_id).select_related("entry__campaign").get()
    earned = balances.earned_in_week(other.entry, week_of(aftermath))
    line = TotalLine(effect.sentence, effect.amount, effect.rule)
    ledger.pay(
        other.entry,
        within_week([line], earned, other.entry.campaign.rules).amount,
        reason="payday",
        natural_key=key,
        week=week_of(aftermath),
        act=act,
        memo=effect.sentence[:200],
    )


@write.register
def _(effect: asks.BountyDropped, aftermath: Aftermath, key: str, act: Act) -> None:
    bounties.drop(aftermath.side.entry, week=week_of(aftermath))


@write.register
def _(effect: asks.BountyBought, aftermath: Aftermath, key: str, act: Act) -> None:
    charge(aftermath, effect.price, "bounty", key, act, effect.name)
    row = next(row for row in _charts(aftermath).bounties if row.slug == effect.slug)
    bounties.buy(aftermath.side.entry, row, effect.price, week=week_of(aftermath))


@write.register
def _(effect: asks.TitleSwapped, aftermath: Aftermath, key: str, act: Act) -> None:
    arsenal.swap_title(aftermath.side.entry, effect.model_id, effect.slug)


@write.register
def _(effect: asks.LeaderChanged, aftermath: Aftermath, key: str, act: Act) -> None:
    arsenal.set_leader(aftermath.side.entry, effect.model_id)
