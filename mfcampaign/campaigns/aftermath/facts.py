"""The facts one side's aftermath starts from, read once when it opens and stored with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.ledger import debts
from mfcampaign.campaigns.models import Aftermath, Campaign, EncounterSide
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import AftermathContext, Answer, OtherTitle
from rules.campaign.arsenal import Arsenal
from rules.crews.catalogue import MASTER
from rules.game.results.casualties import owes_injuries, were_killed
from rules.game.results.result import EncounterResult, outcome


def context_of(side: EncounterSide, result: EncounterResult) -> dict[str, Any]:
    """The facts the aftermath starts from, as they stand now; the charts go by reference."""
    game = side.encounter
    campaign, rules = game.week.campaign, game.week.rules
    found = outcome(result, rules)
    seat, other = side.seat, 1 - side.seat
    mine = result.seats[seat]
    arsenal = loading.arsenals(campaign, [side.entry])[side.entry_id]
    ratings = [s["rating"]["amount"] for s in game.reveal["seats"]]
    alive = {model.id for model in arsenal.models}
    held = loading.active_bounties([side.entry_id]).get(side.entry_id)
    context = AftermathContext(
        faction=arsenal.faction,
        vp=found.vp[seat],
        won=found.winner == seat,
        strategy_vp=found.strategy_vp[seat],
        rating=ratings[seat],
        other_rating=ratings[other],
        scrip=arsenal.scrip,
        models=arsenal.models,
        participants=tuple(sorted(loading.hired_ids(side) & alive)),
        charts=catalog.charts(campaign.charts_id),
        owed=tuple(pk for pk in owes_injuries(mine.casualties, mine.successors, rules) if pk in alive),
        killed=tuple(pk for pk in were_killed(mine.casualties, rules) if pk in alive),
        withdrew=found.withdrew[seat],
        completed_bounty=bounties.completed_in(side),
        bounty=held.held if held else None,
        accomplished=bounties.accomplished(side.entry),
        titles=tuple(_titles(arsenal, campaign)) if rules.avatar_policy == "title_swap" else (),
        event_scrip=mine.event_scrip,
        extra_barter_flips=events.barter_flips(side),
        owned_upgrades=tuple(_campaign_upgrades(arsenal)),
        policies=rules,
    )
    stored: dict[str, Any] = msgspec.to_builtins(context)
    del stored["charts"]
    return stored


def _campaign_upgrades(arsenal: Arsenal) -> Iterator[str]:
    """The slugs of Equipment and Skills, one per copy, by kind and name."""
    bound = (upgrade for model in arsenal.models for upgrade in model.skills)
    loose = (upgrade for upgrade in arsenal.upgrades if upgrade.kind == "equipment")
    for upgrade in sorted((*bound, *loose), key=lambda found: (found.kind, found.name, found.id)):
        yield upgrade.slug


def arsenal_now(side: EncounterSide) -> Answer:
    """What flips that are made up for are decided on: the Arsenal and the purse as they are."""
    arsenal = loading.arsenal(side.entry)
    return Answer(
        kind="facts",
        scrip=max(0, arsenal.scrip - debts.owed(side.entry)),
        models=arsenal.models,
        owned_upgrades=tuple(_campaign_upgrades(arsenal)),
    )


def _titles(arsenal: Arsenal, campaign: Campaign) -> Iterator[OtherTitle]:
    """The other titles of each Master owned, those its Faction may hire (SL-3E-10)."""
    figures = loading.catalogue(campaign)
    for model in arsenal.models:
        if model.station != MASTER or not figures.has_profile(model.slug):
            continue
        name = figures.profile(model.slug).name
        for other in figures.profiles():
            if other.name == name and other.slug != model.slug and arsenal.faction in other.factions:
                yield OtherTitle(model.id, other.slug, other.full_name)


def context(made: Aftermath) -> AftermathContext:
    """The stored facts with their charts laid in again."""
    charts = catalog.charts(made.charts_id)
    return msgspec.convert({**made.context, "charts": charts}, AftermathContext, from_attributes=True)
