"""Restarts and late entries: what a new Arsenal gets besides the 35 Soulstones (SL-ANEW).

The Barter flips are a generator with the questions of an Aftermath; ``RestartReplay`` runs it over stored
answers.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import field
from msgspec.structs import replace

from rules.campaign.aftermath.asks import LOCK, AftermathView, BarterContext, Option, Steps
from rules.campaign.aftermath.barter import buy
from rules.campaign.aftermath.flips import flip
from rules.campaign.aftermath.procedure import ProcedureReplay
from rules.campaign.aftermath.state import BarterState
from rules.campaign.arsenal import Arsenal
from rules.campaign.charts import Charts
from rules.campaign.policies import POLICIES, Policies
from rules.refusal import Total, TotalLine


def weeks_progressed(plays_from: int, policies: Policies = POLICIES) -> int:
    """The week in which the new Arsenal first plays, or the weeks completed before it (A-30).

    >>> weeks_progressed(4), weeks_progressed(4, Policies(restart_week_basis="completed"))
    (4, 3)
    """
    return max(1, plays_from if policies.restart_week_basis == "current" else plays_from - 1)


def restart_scrip(plays_from: int, policies: Policies = POLICIES) -> Total:
    """The extra Scrip: 5 for each week after the first (SL-ANEW-03).

    >>> [restart_scrip(week).amount for week in (1, 2, 5)]
    [0, 5, 20]
    """
    past = weeks_progressed(plays_from, policies) - 1
    return Total.of(
        TotalLine(f"week {number}", policies.restart_scrip, "SL-ANEW-03") for number in range(2, past + 2)
    )


def restart_flips(plays_from: int, policies: Policies = POLICIES) -> int:
    """The number of Barter flips: one for each week, the first included (SL-ANEW-04)."""
    return weeks_progressed(plays_from, policies)


class RestartContext(BarterContext, frozen=True, kw_only=True):
    """A new Arsenal and the number of its Barter ``flips``. No game was played: every model may learn
    (SL-ANEW-06), and there is no hand (SL-ANEW-05)."""

    flips: int = field(name="extra_barter_flips")


def restart_context(
    arsenal: Arsenal, charts: Charts, flips: int, owned_upgrades: Iterable[str], policies: Policies = POLICIES
) -> RestartContext:
    """The facts from which these Barter flips start."""
    return RestartContext(
        faction=arsenal.faction,
        scrip=arsenal.scrip,
        models=arsenal.models,
        participants=tuple(sorted(model.id for model in arsenal.models)),
        charts=charts,
        flips=flips,
        owned_upgrades=tuple(owned_upgrades),
        policies=policies,
    )


def restart_barter(context: RestartContext, state: BarterState | None = None) -> Steps:
    """Run one flip after the other, without cheating, with at most one purchase each (SL-ANEW-04, -05)."""
    state = state or BarterState(context)
    state.phase = "barter"
    state.learners, state.learners_rule = "model of the new Arsenal without a Skill", "SL-ANEW-07"
    due = context.flips
    for number in range(1, due + 1):
        card = yield from flip(
            state, "barter", f"Barter flip {number} of {due}.", "SL-ANEW-04", cheatable=False
        )
        yield from buy(state, card)
        _one_skill_each(state)
    state.phase = "lock"
    ask = state.ask_system(
        "lock", "The new Arsenal is complete.", "SL-ANEW-02", (Option(LOCK, "Close the Barter"),)
    )
    state.choice(ask, (yield ask))


def _one_skill_each(state: BarterState) -> None:
    """Bar models that got a Skill this way from a second one (SL-ANEW-07)."""
    learners = tuple(pk for pk in state.context.participants if not state.living[pk].skills)
    state.context = replace(state.context, participants=learners)


class RestartReplay(ProcedureReplay[AftermathView]):
    """The replay of the Barter flips of a new Arsenal."""

    context, run_state = RestartContext, BarterState
    procedure = restart_barter
    closed = ("These Barter flips are done.", "SL-ANEW-04")

    def living(self) -> frozenset[int]:
        return frozenset(self.state.living)
