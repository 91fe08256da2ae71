"""Corrections of a Bounty's progress in one game, and whether the Bounty is complete (SL-BOUNTY)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from mfcampaign.campaigns.models import ArsenalBounty, BountyTick, Game, GameSide
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans.settled import SettledSide
from rules.campaign.aftermath.bounties import ActiveBounty
from rules.campaign.charts.rows import Portion
from rules.campaign.rulings.changes import BountySet, opposite
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal

State = ArsenalBounty.State


def tick_again(
    draft: Draft, game: Game, side: SettledSide, before: EncounterResult, after: EncounterResult
) -> None:
    """The portions of the corrected report count instead of those of the old one (SL-BOUNTY-05, -06)."""
    seat = side.row.seat
    old, new = (Counter(result.seats[seat].bounty_ticks) for result in (before, after))
    if old == new:
        return
    bounty = bounty_of(side.row, game)
    if bounty is None:
        raise Refusal(f"{side.label} had no Bounty in that game.", rule="SL-BOUNTY-05")
    set_ticks(draft, bounty, game, dict(new))


def no_ticks(draft: Draft, game: Game, side: SettledSide) -> None:
    """A voided game ticked nothing."""
    bounty = ArsenalBounty.objects.filter(
        entry=side.row.entry_id, ticks__game=game, ticks__stands=True
    ).first()
    if bounty is not None:
        set_ticks(draft, bounty, game, {})


def set_ticks(draft: Draft, bounty: ArsenalBounty, game: Game, counts: dict[str, int]) -> None:
    """``counts`` by portion are what this game ticked; the Bounty's state follows."""
    before = facts_of(bounty, game)
    if before["ticks"] == counts:
        return
    held = held_of(bounty, game, counts)
    after: dict[str, Any] = {**before, "ticks": counts}
    label = bounty.entry.label
    sentence = f"{label}: {bounty.name} has {held.held.done} of {held.held.of} ticks."
    if held.complete and bounty.state == State.ACTIVE:
        after |= {"state": str(State.ACCOMPLISHED), "ended_week": game.week.number, "ended_in": game.pk}
        sentence += " It is accomplished."
    elif not held.complete and bounty.state == State.ACCOMPLISHED:
        after |= {"ended_week": None, "ended_in": None, "state": str(State.ACTIVE)}
        if bounty.entry.bounties.filter(state=State.ACTIVE).exists():
            after |= {"state": str(State.DISCARDED), "ended_week": game.week.number}
            sentence += " It is no longer accomplished, and another one is under way: it is dropped."
        else:
            sentence += " It is no longer accomplished and is under way again."
        draft.explain(
            f"What {label} gained as Reward for {bounty.name} stays; take it by hand if it should not."
        )
    draft.add(
        BountySet(sentence=sentence, entry=bounty.entry_id, bounty=bounty.pk, before=before, after=after)
    )


def undo_ticks(draft: Draft, change: BountySet) -> None:
    """The ticks as before; the state, too, where nothing else has ended the Bounty since."""
    row = ArsenalBounty.objects.get(pk=change.bounty)
    if row.state != change.after["state"]:
        ended = {"state": row.state, "ended_week": row.ended_week, "ended_in": row.ended_in_id}
        change = replace(change, before={**change.before, **ended})
    draft.add(*opposite(change))


def facts_of(bounty: ArsenalBounty, game: Game) -> dict[str, Any]:
    """What a ruling may change of a Bounty, as plain values."""
    return {
        "state": bounty.state,
        "ended_week": bounty.ended_week,
        "ended_in": bounty.ended_in_id,
        "encounter": game.pk,
        "ticks": dict(bounty.ticks.filter(game=game, stands=True).values_list("portion", "count")),
    }


def held_of(bounty: ArsenalBounty, game: Game, counts: dict[str, int]) -> ActiveBounty:
    """The Bounty with ``counts`` for this game beside what all other games ticked."""
    done: Counter[str] = Counter(counts)
    for tick in bounty.ticks.filter(stands=True).exclude(game=game):
        done[tick.portion] += tick.count
    portions = msgspec.convert(bounty.portions, tuple[Portion, ...])
    return ActiveBounty(bounty.slug, bounty.name, portions, dict(done), bounty.per_game)


def write(change: BountySet) -> None:
    """State and ticks as ``change`` says; a tick that is taken back stays as history."""
    facts = change.after
    ArsenalBounty.objects.filter(pk=change.bounty).update(
        state=facts["state"], ended_week=facts["ended_week"], ended_in=facts["ended_in"]
    )
    if "ticks" not in facts:
        return
    standing = BountyTick.objects.filter(bounty=change.bounty, game=facts["encounter"], stands=True)
    for tick in standing:
        if facts["ticks"].get(tick.portion) != tick.count:
            tick.stands = False
            tick.save(update_fields=["stands"])
    kept = set(standing.values_list("portion", flat=True))
    BountyTick.objects.bulk_create(
        BountyTick(bounty_id=change.bounty, game_id=facts["encounter"], portion=portion, count=count)
        for portion, count in facts["ticks"].items()
        if portion not in kept and count
    )


def bounty_of(side: GameSide, game: Game) -> ArsenalBounty | None:
    """The one this game ticked, else the one that was under way then."""
    bounties = ArsenalBounty.objects.filter(entry=side.entry_id).select_related("entry__user")
    ticked = bounties.filter(ticks__game=game).order_by("-ticks__stands", "-pk").first()
    if ticked is not None:
        return ticked
    bought_by_then = bounties.filter(bought_week__lte=game.week.number)
    return bought_by_then.filter(state=State.ACTIVE).first()
