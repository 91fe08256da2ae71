"""Draws the Injury flip that a ruling found owed: once for a game and a model, from sealed fate.

The week of the game may be over and its seed published, so the cards come from the week that is open now,
whose seed nobody knows yet; where none is open, a fresh seed is drawn and stored with the flip.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import ArsenalUpgrade, GameSide, Ruling, Supplement, Week
from mfcampaign.campaigns.week import fate
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath import asks
from rules.campaign.rulings.changes import (
    AnyChange,
    InjuryDue,
    LeaderSet,
    ModelGone,
    Unchanged,
    UpgradeGiven,
    UpgradeGone,
)
from rules.campaign.rulings.recomputation import owed_injury
from rules.fate.cards import Card
from rules.fate.league import FateDeck, card_of


def draw(due: InjuryDue, ruling: Ruling) -> InjuryDue:
    """Flip, write what follows, and keep both; ``due`` comes back with all that followed."""
    side = GameSide.objects.select_related("entry__user", "entry__campaign", "game__week__campaign").get(
        pk=due.side
    )
    opened = _open_week(side)
    week, seed = (opened.number, bytes(opened.fate_seed)) if opened else (None, secrets.token_bytes(32))
    keyed_as = fate.model_key(side.entry.models.get(pk=due.model))
    deck = fate.supplement_deck(seed, side, keyed_as, opened)
    owned = loading.arsenal(side.entry)
    context = replace(replay.context(side.aftermath), models=owned.models, participants=(), scrip=owned.scrip)
    injury = owed_injury(context, due.model, lambda number: order_of(deck, number))
    done = tuple(change for effect in injury.effects for change in _written(side, due, effect, ruling))
    Supplement.objects.create(
        side=side,
        model_id=due.model,
        ruling=ruling,
        week=week,
        seed=None if week else seed,
        keyed_as=keyed_as,
        answers=msgspec.to_builtins(injury.answers),
        effects=msgspec.to_builtins(injury.effects),
        changes=msgspec.to_builtins(done),
    )
    source = (
        f"Drawn from the sealed fate of week {week}, which can be checked once that week is closed."
        if week
        else f"Drawn after the season from a seed of its own: {seed.hex()}."
    )
    return replace(due, followed=done, drawn=source)


def order_of(deck: FateDeck, number: int) -> Sequence[Card]:
    return [card_of(face) for face in deck.shuffle(number).cards]


def _open_week(side: GameSide) -> Week | None:
    """The week whose seed draws; after the last there is a fresh seed instead."""
    open_weeks = Week.objects.filter(campaign=side.game.week.campaign).exclude(state=Week.State.CLOSED)
    return open_weeks.order_by("-number").first()


def _written(side: GameSide, due: InjuryDue, effect: asks.AnyEffect, ruling: Ruling) -> list[AnyChange]:
    """One effect, done and told."""
    entry, week, charts = side.entry, side.game.week.number, catalog.charts(side.aftermath.charts_id)
    match effect:
        case asks.InjuryAttached():
            row = arsenal.add_injury(
                entry,
                effect.slug,
                week=week,
                model_id=effect.model_id,
                charts=charts,
                stat_mods=effect.stat_mods,
            )
            return [_upgrade_given(row, effect.sentence, entry.pk, week)]
        case asks.SkillGained():
            row = arsenal.add_campaign_upgrade(
                entry,
                effect.slug,
                week=week,
                how=effect.how,
                bearer_id=effect.bearer_id,
                ss_cost=effect.ss_cost,
                charts=charts,
            )
            return [_upgrade_given(row, effect.sentence, entry.pk, week)]
        case asks.UpgradeGained():
            row = arsenal.add_campaign_upgrade(
                entry, effect.slug, week=week, how=effect.how, ss_cost=effect.ss_cost, charts=charts
            )
            return [_upgrade_given(row, effect.sentence, entry.pk, week)]
        case asks.SkillAnnihilated():
            lost = entry.upgrades.owned().filter(bearer=effect.bearer_id, slug=effect.slug).first()
            if lost is None:
                return []
            arsenal.annihilate_upgrade(entry, bearer_id=effect.bearer_id, slug=effect.slug, week=week)
            return [UpgradeGone(sentence=effect.sentence, entry=entry.pk, upgrade=lost.pk, name=lost.name)]
        case asks.ModelAnnihilated():
            bound = tuple(
                entry.upgrades.owned()
                .filter(bearer=effect.model_id)
                .order_by("pk")
                .values_list("pk", flat=True)
            )
            arsenal.annihilate_model(entry, effect.model_id, week=week, why=effect.sentence)
            return [
                ModelGone(
                    sentence=effect.sentence,
                    entry=entry.pk,
                    model=effect.model_id,
                    name=effect.name,
                    bound=bound,
                )
            ]
        case asks.LeaderChanged():
            arsenal.set_leader(entry, effect.model_id)
            return [
                LeaderSet(sentence=effect.sentence, entry=entry.pk, before=due.model, after=effect.model_id)
            ]
        case _:
            return [Unchanged(sentence=effect.sentence, entry=entry.pk)]


def _upgrade_given(row: ArsenalUpgrade, sentence: str, entry: int, week: int) -> UpgradeGiven:
    return UpgradeGiven(
        sentence=sentence,
        entry=entry,
        kind=row.kind,
        slug=row.slug,
        name=row.name,
        week=week,
        bearer=row.bearer_id,
        upgrade=row.pk,
    )


__all__ = ["draw", "order_of"]
