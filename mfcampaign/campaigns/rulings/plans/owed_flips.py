"""Barter and Reward flips that a ruling finds due afterwards (SL-BARTER-03, SL-REWARD-01, ledger 4.5).

They are made once the Aftermath is over, from the fate of the week that is open then, without a hand. A flip
that was made counts: a later ruling includes it, and none is made twice.
"""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalBounty,
    ArsenalModel,
    Campaign,
    Entry,
    Game,
)
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans.bounties import held_of
from mfcampaign.campaigns.rulings.plans.settled import SettledSide
from rules.campaign.aftermath.asks import AftermathContext, FlipsOwed
from rules.campaign.rulings.changes import BountySet, FlipsDue, FlipsOff
from rules.campaign.rulings.recomputation import barter_flips_due

BEFORE_BARTER_ENDS = ("hand", "payday", "barter")
OWED = "owed_flips"


def owe_flips(draft: Draft, game: Game, side: SettledSide, due: AftermathContext) -> None:
    """What ``due``, the corrected facts, give beyond what was flipped, and what was made up for before."""
    aftermath, facts = side.aftermath, side.context
    if aftermath is None or facts is None or not side.begun:
        return
    begun = begun_in(side.steps)
    standing, waiting = facts.owed_flips[:begun], facts.owed_flips[begun:]
    barter = barter_flips_due(due) - flips_of(side, facts) - sum(owed.barter for owed in standing)
    completed = completes(draft, game, side)
    reward = (
        completed is not None
        and not facts.completed_bounty
        and not any(owed.reward for owed in standing)
        and not (due.withdrew == "early" and due.policies.early_withdraw_reward == "forfeit")
    )
    wanted = max(0, barter), reward
    if wanted == (sum(owed.barter for owed in waiting), any(owed.reward for owed in waiting)):
        return
    if any(wanted) and (why := nobody_to_flip(side.row.entry, facts)):
        draft.explain(f"{side.label} would have had {flips_in_words(*wanted)} more; {why}")
        return
    for owed in waiting:
        draft.add(_off(side, aftermath, owed))
    if any(wanted):
        hours = game.week.rules.aftermath_h
        draft.add(
            FlipsDue(
                sentence=f"{side.label} has {flips_in_words(*wanted)} more. The portal draws, no hand cheats "
                f"it, and {side.label} decides on it within {hours} hours.",
                entry=side.row.entry_id,
                aftermath=aftermath.pk,
                barter=wanted[0],
                reward=wanted[1],
                reward_modifier=completed.reward_modifier if completed and reward else 0,
            )
        )


def flips_of(side: SettledSide, facts: AftermathContext) -> int:
    """Barter flips of the Aftermath proper: those made, or those that it will still come to."""
    if not side.over and side.now is not None and side.now.phase in BEFORE_BARTER_ENDS:
        return barter_flips_due(facts)
    kinds = [kind for kind, _ in side.steps]
    proper = kinds[: kinds.index(OWED)] if OWED in kinds else kinds
    return proper.count("barter_flip")


def begun_in(steps: Any) -> int:
    """How many times flips were already made up for."""
    return sum(kind == OWED for kind, _ in steps)


def completes(draft: Draft, game: Game, side: SettledSide) -> ArsenalBounty | None:
    """The Bounty of this side that the game completed, with what the ruling changes."""
    for change in draft.changes:
        if isinstance(change, BountySet) and change.entry == side.row.entry_id:
            ended_here = change.after["ended_in"] == game.pk
            return ArsenalBounty.objects.get(pk=change.bounty) if ended_here else None
    return bounties.completed_in(side.row)


def bounty_facts(draft: Draft, game: Game, side: SettledSide, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts an Aftermath begins from, with the Bounty as the ruling leaves it."""
    change = next(
        (c for c in draft.changes if isinstance(c, BountySet) and c.entry == side.row.entry_id), None
    )
    if change is None:
        return facts
    row = ArsenalBounty.objects.get(pk=change.bounty)
    active = change.after["state"] == ArsenalBounty.State.ACTIVE
    held = held_of(row, game, change.after["ticks"]).held if active else None
    done = {*facts["accomplished"]} - {row.slug}
    if change.after["state"] == ArsenalBounty.State.ACCOMPLISHED:
        done.add(row.slug)
    completed = completes(draft, game, side)
    return facts | {
        "completed_bounty": completed is not None,
        "reward_modifier": completed.reward_modifier if completed else 0,
        "bounty": msgspec.to_builtins(held),
        "accomplished": sorted(done),
    }


def nobody_to_flip(entry: Entry, facts: AftermathContext) -> str:
    """Why no flip is made up for any more; empty where one is."""
    if entry.campaign.state != Campaign.State.RUNNING:
        return "the season is over, and none is made up for."
    if entry.state != Entry.State.ACTIVE:
        return "who does not play flips none."
    if ArsenalModel.objects.filter(pk__in=[m.id for m in facts.models]).exclude(roster=entry.roster).exists():
        return "that Arsenal was given up."
    return ""


def _off(side: SettledSide, aftermath: Aftermath, owed: FlipsOwed) -> FlipsOff:
    return FlipsOff(
        sentence=f"{side.label} has {flips_in_words(owed.barter, owed.reward)} less, which ruling "
        f"{owed.ruling} had made up for and nobody has drawn yet.",
        entry=side.row.entry_id,
        aftermath=aftermath.pk,
        barter=owed.barter,
        reward=owed.reward,
        reward_modifier=owed.reward_modifier,
        ruling=owed.ruling,
    )


def flips_in_words(barter: int, reward: bool) -> str:
    """A number of flips, in words."""
    words = [f"{barter} Barter flip{'s' if barter > 1 else ''}"] if barter else []
    words += ["a Reward flip"] if reward else []
    return " and ".join(words)


def beside(facts: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Corrected facts, with what is made up for as it is."""
    return {**facts, OWED: now.get(OWED, [])}


def drawn(change: FlipsDue) -> bool:
    """Whether what a ruling made up for is on the table already: then it counts."""
    aftermath = Aftermath.objects.get(pk=change.aftermath)
    begun = aftermath.decisions.filter(kind=OWED).count()
    return any(owed["ruling"] == change.ruling for owed in aftermath.context[OWED][:begun])


def write(change: FlipsDue | FlipsOff, row: Aftermath, ruling: int) -> None:
    """Ask for them, or ask no more."""
    owed = [*row.context.get(OWED, [])]
    if isinstance(change, FlipsDue):
        owed.append(
            {
                "ruling": ruling,
                "barter": change.barter,
                "reward": change.reward,
                "reward_modifier": change.reward_modifier,
            }
        )
    else:
        owed = [each for each in owed if each["ruling"] != change.ruling]
    row.context = {**row.context, OWED: owed}
    row.save(update_fields=["context"])
    aftermath.reopen(row)
