"""What an aftermath's effects do to Arsenal and ledger: one function an effect, nothing decided here."""

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


def apply(made: Aftermath, effect: asks.AnyEffect, number: int, act: Act) -> None:
    """Write effect ``number`` of this aftermath; its place in the order is its natural key."""
    _apply(effect, made, f"{made.key}/effect:{number}", act)


def _week(made: Aftermath) -> int:
    return made.side.encounter.week.number


def _charts(made: Aftermath) -> Charts:
    """The charts it began with, whatever the league flips on by now."""
    return catalog.charts(made.charts_id)


@singledispatch
def _apply(effect: asks.Effect, made: Aftermath, key: str, act: Act) -> None:
    raise TypeError(f"No way to write {type(effect).__name__}.")


@_apply.register
def _(effect: asks.HandDrawn, made: Aftermath, key: str, act: Act) -> None:
    """The hand is part of the replay; nothing is owned."""


@_apply.register
def _(effect: asks.Note, made: Aftermath, key: str, act: Act) -> None:
    """Only told."""


@_apply.register
def _(effect: asks.ScripEarned, made: Aftermath, key: str, act: Act) -> None:
    if effect.total.amount:
        ledger.pay(
            made.side.entry,
            effect.total.amount,
            reason="payday",
            natural_key=key,
            week=_week(made),
            act=act,
            memo="Payday",
        )


@_apply.register
def _(effect: asks.UpgradeBought, made: Aftermath, key: str, act: Act) -> None:
    if effect.price:
        ledger.charge(
            made.side.entry,
            effect.price,
            reason="barter",
            natural_key=key,
            week=_week(made),
            act=act,
            memo=effect.name,
        )
    arsenal.add_campaign_upgrade(
        made.side.entry,
        effect.slug,
        week=_week(made),
        how="barter",
        bearer_id=effect.bearer_id,
        ss_cost=effect.ss_cost,
        charts=_charts(made),
    )


@_apply.register
def _(effect: asks.UpgradeGained, made: Aftermath, key: str, act: Act) -> None:
    arsenal.add_campaign_upgrade(
        made.side.entry,
        effect.slug,
        week=_week(made),
        how=effect.how,
        ss_cost=effect.ss_cost,
        charts=_charts(made),
    )


@_apply.register
def _(effect: asks.SkillGained, made: Aftermath, key: str, act: Act) -> None:
    arsenal.add_campaign_upgrade(
        made.side.entry,
        effect.slug,
        week=_week(made),
        how=effect.how,
        bearer_id=effect.bearer_id,
        ss_cost=effect.ss_cost,
        charts=_charts(made),
    )


@_apply.register
def _(effect: asks.SkillAnnihilated, made: Aftermath, key: str, act: Act) -> None:
    arsenal.annihilate_upgrade(
        made.side.entry, bearer_id=effect.bearer_id, slug=effect.slug, week=_week(made)
    )


@_apply.register
def _(effect: asks.InjuryAttached, made: Aftermath, key: str, act: Act) -> None:
    arsenal.add_injury(
        made.side.entry,
        effect.slug,
        week=_week(made),
        model_id=effect.model_id,
        charts=_charts(made),
        stat_mods=effect.stat_mods,
    )


@_apply.register
def _(effect: asks.ModelAnnihilated, made: Aftermath, key: str, act: Act) -> None:
    arsenal.annihilate_model(made.side.entry, effect.model_id, week=_week(made), why=effect.sentence)


@_apply.register
def _(effect: asks.OpponentEarns, made: Aftermath, key: str, act: Act) -> None:
    """Scrip of an aftermath like any other: the week's maximum binds it (A-19)."""
    other = made.side.encounter.sides.exclude(pk=made.side_id).select_related("entry__campaign").get()
    earned = balances.earned_in_week(other.entry, _week(made))
    line = TotalLine(effect.sentence, effect.amount, effect.rule)
    ledger.pay(
        other.entry,
        within_week([line], earned, other.entry.campaign.rules).amount,
        reason="payday",
        natural_key=key,
        week=_week(made),
        act=act,
        memo=effect.sentence[:200],
    )


@_apply.register
def _(effect: asks.BountyDropped, made: Aftermath, key: str, act: Act) -> None:
    bounties.drop(made.side.entry, week=_week(made))


@_apply.register
def _(effect: asks.BountyBought, made: Aftermath, key: str, act: Act) -> None:
    if effect.price:
        ledger.charge(
            made.side.entry,
            effect.price,
            reason="bounty",
            natural_key=key,
            week=_week(made),
            act=act,
            memo=effect.name,
        )
    row = next(row for row in _charts(made).bounties if row.slug == effect.slug)
    bounties.buy(made.side.entry, row, effect.price, week=_week(made))


@_apply.register
def _(effect: asks.TitleSwapped, made: Aftermath, key: str, act: Act) -> None:
    arsenal.swap_title(made.side.entry, effect.model_id, effect.slug)


@_apply.register
def _(effect: asks.LeaderChanged, made: Aftermath, key: str, act: Act) -> None:
    arsenal.set_leader(made.side.entry, effect.model_id)
