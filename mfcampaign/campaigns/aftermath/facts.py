"""The facts from which one side's Aftermath starts. They are read when it opens and stored with it."""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import GameSide
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import Answer
from rules.campaign.arsenal import Arsenal
from rules.campaign.encounter import campaign_upgrades, other_titles
from rules.campaign.system import AftermathStart
from rules.game.results.result import EncounterResult


def context_of(side: GameSide, result: EncounterResult) -> dict[str, Any]:
    """The present facts that the aftermath starts from; the charts are passed by reference."""
    game = side.game
    campaign, policies = game.week.campaign, game.week.rules
    arsenal = loading.arsenals(campaign, [side.entry])[side.entry_id]
    rules = campaign.played.aftermath
    context = rules.begin(
        AftermathStart(
            result=result,
            seat=side.seat,
            arsenal=arsenal,
            crew=loading.submitted_crew(side),
            ratings=[seat["rating"]["amount"] for seat in game.reveal["seats"]],
            charts=catalog.charts(campaign.charts_id),
            figures=loading.catalogue(campaign),
            policies=policies,
            pieces=loading.pieces_of(side) if campaign.played.encounter.achievements else {},
            event=loading.event_of(game.week),
            outstanding=balances.owed(side.entry),
            more=_bounty_and_event(side, arsenal) if rules.bounties else {},
        )
    )
    stored: dict[str, Any] = msgspec.to_builtins(context)
    del stored["charts"]
    return stored


def _bounty_and_event(side: GameSide, arsenal: Arsenal) -> dict[str, Any]:
    """The Bounty, what was completed of it, other titles, and the further flips of the week."""
    campaign, policies = side.game.week.campaign, side.game.week.rules
    completed = bounties.completed_in(side)
    titles = (
        other_titles(arsenal, loading.catalogue(campaign)) if policies.avatar_policy == "title_swap" else ()
    )
    return {
        "bounty": loading.active_bounties([side.entry_id]).get(side.entry_id),
        "completed_bounty": completed is not None,
        "reward_modifier": completed.reward_modifier if completed else 0,
        "accomplished": bounties.accomplished(side.entry),
        "titles": tuple(titles),
        "extra_barter_flips": events.barter_flips(side),
    }


def arsenal_now(side: GameSide) -> Answer:
    """What flips that are made up for are decided on: the Arsenal and the purse as they are."""
    arsenal = loading.arsenal(side.entry)
    return Answer(
        kind="facts",
        scrip=max(0, arsenal.scrip - balances.owed(side.entry)),
        models=arsenal.models,
        owned_upgrades=campaign_upgrades(arsenal),
    )
