"""The only writer of Bounties: bought and dropped in an Aftermath, counted with a final result
(SL-BOUNTY)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalBounty, BountyTick, Entry, GameSide
from rules.campaign.aftermath.bounties import tick
from rules.campaign.charts.rows import Bounty
from rules.game.results.result import EncounterResult

State = ArsenalBounty.State


def buy(entry: Entry, bounty: Bounty, price: int, *, week: int) -> ArsenalBounty:
    """The active Bounty of ``entry`` from now on; Scrip is the caller's matter, and so is the act."""
    drop(entry, week=week)
    return ArsenalBounty.objects.create(
        entry=entry,
        roster=entry.roster,
        slug=bounty.slug,
        name=bounty.name,
        portions=msgspec.to_builtins(bounty.portions),
        per_game=bounty.per_game,
        reward_modifier=bounty.reward_modifier,
        price=price,
        bought_week=week,
    )


def drop(entry: Entry, *, week: int) -> ArsenalBounty | None:
    """The active Bounty is lost with its progress: for another one, or with its Arsenal (SL-BOUNTY-03,
    A-29). Part of the act that caused it; ``None`` where there is none."""
    row = ArsenalBounty.objects.filter(entry=entry, state=State.ACTIVE).first()
    if row is not None:
        row.state, row.ended_week = State.DISCARDED, week
        row.save(update_fields=["state", "ended_week"])
    return row


def count_game(sides: Iterable[GameSide], result: EncounterResult) -> list[str]:
    """Write what a game ticked, once its result is final, early withdrawals included (SL-BOUNTY-05, A-11).

    Ticks that no longer fit, as another game was settled meanwhile, do not count. What happened comes back
    in sentences. Part of the act that settled the result.
    """
    sentences: list[str] = []
    for side in sides:
        seat = result.seats[side.seat]
        if seat.bounty_ticks:
            sentences.append(_count_side(side, seat.bounty, seat.bounty_ticks, side.game.week.number))
    return sentences


def _count_side(side: GameSide, slug: str, ticks: tuple[str, ...], week: int) -> str:
    label = side.entry.label
    row = ArsenalBounty.objects.filter(entry=side.entry, state=State.ACTIVE, slug=slug).first()
    if row is None:
        return f"{label}: the ticked Bounty is no longer the active one; its ticks do not count."
    after, counted = tick(loading.active_bounty(row), ticks)
    for portion in dict.fromkeys(counted):
        BountyTick.objects.create(
            bounty=row, game_id=side.game_id, portion=portion, count=counted.count(portion)
        )
    lost = "" if len(counted) == len(ticks) else f" ({len(ticks) - len(counted)} did not count any more)"
    if after.complete:
        row.state, row.ended_week, row.ended_in_id = State.ACCOMPLISHED, week, side.game_id
        row.save(update_fields=["state", "ended_week", "ended_in"])
        return f"{label} accomplished the Bounty {row.name}{lost}."
    held = after.held
    return f"{label}: {row.name} is at {held.done} of {held.of}{lost}."


def completed_in(side: GameSide) -> ArsenalBounty | None:
    """The Bounty whose last portion this game ticked (SL-BOUNTY-06)."""
    return ArsenalBounty.objects.filter(
        entry=side.entry_id, ended_in=side.game_id, state=State.ACCOMPLISHED
    ).first()


def accomplished(entry: Entry) -> tuple[str, ...]:
    """The slugs this player ever accomplished in the league, with whatever Arsenal (SL-BOUNTY-04, A-16)."""
    return tuple(
        ArsenalBounty.objects.filter(entry=entry, state=State.ACCOMPLISHED)
        .order_by("slug")
        .values_list("slug", flat=True)
    )
