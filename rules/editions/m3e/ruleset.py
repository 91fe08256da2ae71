"""The ruleset of the Third Edition, passed as an argument: its numbers and tables, and one policy for each
ambiguous row. Also division and halving by the rulebook (M3E-MATH).

A procedure reads a number or a policy from the ruleset.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.refusal import Refusal
from rules.table.policies import POLICIES as TABLE
from rules.table.policies import TablePolicies


def divided(number: int, by: int) -> int:
    """Divide and round up (M3E-MATH-01). Inches are not rounded; do not use this for them.

    >>> divided(7, 2), divided(6, 2), divided(1, 3)
    (4, 3, 1)
    """
    return -(-number // by)


def half_of(number: int, policies: RulesetPolicies) -> Fraction:
    """Half of a maximum as a threshold, rounded up or exact by policy ``half_rounds`` (M3E-MATH-02).

    >>> half_of(7, RulesetPolicies()), half_of(7, RulesetPolicies(half_rounds="exact"))
    (Fraction(4, 1), Fraction(7, 2))
    """
    return Fraction(divided(number, 2)) if policies.half_rounds == "up" else Fraction(number, 2)


class RulesetPolicies(Struct, frozen=True, kw_only=True):
    """One reading for each AMBIGUOUS row; the default is the ledger's recommendation."""

    # Fate
    reveal_cap: Literal["four_in_all", "four_extra"] = "four_in_all"  # M3E-FATE-21
    minus_bars_cheating: Literal["net", "any"] = "net"  # M3E-FATE-24
    red_joker_bars: Literal["taken", "revealed"] = "taken"  # M3E-FATE-25
    cheated_joker: Literal["as_flipped", "plain"] = "as_flipped"  # M3E-FATE-28
    # Duels and triggers
    relent_copies: Literal["total", "total_and_suits"] = "total"  # M3E-DUEL-05
    trigger_order: Literal["attacker", "active"] = "attacker"  # M3E-DUEL-11
    generated_bars: Literal["acting", "both"] = "acting"  # M3E-TRIG-14
    # The Turn
    pass_count: Literal["crew", "controller"] = "crew"  # noqa: S105 - M3E-TURN-10
    scoring_order: Literal["strategy_by_initiative", "initiative_decides"] = "strategy_by_initiative"  # -20
    chain_limit: Literal[2, 3] = 2  # M3E-TURN-24: Activations in a row, the first included
    # Actions
    disengage_flip: Literal["attacker", "mover"] = "attacker"  # M3E-ACT-10: who flips 2/4/6
    failed_action_counts: bool = True  # M3E-ACT-25
    charge_allows_bonus: bool = True  # M3E-ACT-26
    # Control
    interact_apart: Literal["crew", "controller"] = "crew"  # M3E-CTRL-05: whose Scheme Markers limit it
    activates_controlled: Literal["crew", "controller"] = "crew"  # M3E-CTRL-06
    # Engagement
    sole_engager_fires_free: bool = False  # M3E-ENG-06
    # Damage
    suffered: Literal["health_lost", "amount"] = "health_lost"  # M3E-DMG-03
    reduction_order: Literal["shielded_last", "controller"] = "shielded_last"  # M3E-DMG-12
    # Conditions
    adversaries: Literal["separate", "one"] = "separate"  # M3E-COND-07
    every_three: Literal["beyond_the_first", "by_three"] = "beyond_the_first"  # M3E-COND-16
    focus_cap: Literal["before_cancelling", "after_cancelling"] = "before_cancelling"  # M3E-COND-21
    # Areas, numbers, replacing, burying
    blasts_by: Literal["active", "attacker"] = "active"  # M3E-AREA-13
    half_rounds: Literal["up", "exact"] = "up"  # M3E-MATH-02
    replaced_counts_as_kill: bool = False  # M3E-REPL-08
    buried_at_end: Literal["kill_then_score", "score_then_kill"] = "kill_then_score"  # M3E-BURY-06
    # Strategies and Schemes
    too_few_for_tokens: Literal["lost", "over_maximum"] = "lost"  # M3E-STRAT-08
    on_a_half: Literal["any_part", "centre", "wholly"] = "any_part"  # M3E-STRAT-13
    idol_card: Literal["conflict", "flipped"] = "conflict"  # M3E-STRAT-15
    idol_suicide: bool = True  # M3E-STRAT-18
    henchman_leader_weight: Literal[2, 3, 5] = 3  # M3E-STRAT-22
    dig_markers: Literal["any", "friendly"] = "any"  # M3E-SCHEME-08
    outflank_models: Literal["own", "any"] = "own"  # M3E-SCHEME-13
    vendetta_damage: Literal["this_activation", "ever"] = "this_activation"  # M3E-SCHEME-18
    reveal_without_vp: bool = False  # M3E-SCHEME-19


class Ruleset(Struct, frozen=True, kw_only=True):
    """The numbers of an edition at the date of its errata: inches, cards and points, with the rule ID of
    each."""

    id: str
    turns: int = 5  # M3E-TURN-01
    hand_size: int = 6  # M3E-FATE-06
    action_limit: int = 2  # M3E-TURN-14
    leader_action_limit: int = 3  # M3E-TURN-14
    most_actions: int = 3  # M3E-COND-10
    stone_draw: int = 2  # M3E-TURN-03
    strategy_cap: int = 4  # M3E-TURN-21
    scheme_cap: int = 2  # M3E-TURN-21
    first_scoring_turn: int = 2  # M3E-TURN-21
    schemes_each: int = 2  # M3E-SETUP-18
    focused_cap: int = 2  # M3E-COND-20
    scheme_marker_apart: float = 4.0  # M3E-ACT-05
    assist_range: float = 2.0  # M3E-ACT-12
    slam_range: float = 1.0  # M3E-ACT-15
    marker_mm: float = 30.0  # M3E-MARK-01
    # The least difference of final totals for each accuracy modifier, highest first (M3E-DMG-05).
    accuracy: tuple[tuple[int, int], ...] = ((11, 1), (6, 0), (1, -1), (0, -2))
    disengage: tuple[int, int, int] = (2, 4, 6)  # M3E-ACT-09
    assist: tuple[int, int, int] = (1, 2, 3)  # M3E-ACT-12
    stone_reduction: tuple[int, int, int] = (1, 2, 3)  # M3E-DMG-10
    stone_users: tuple[str, ...] = ("Master", "Henchman")  # M3E-STONE-01
    policies: RulesetPolicies = RulesetPolicies()
    table: TablePolicies = TABLE

    def accuracy_of(self, difference: int) -> int:
        """The net fate modifiers of a damage flip after an opposed duel won by ``difference``
        (M3E-DMG-05)."""
        return next(modifier for least, modifier in self.accuracy if difference >= least)

    def with_policies(self, settings: dict[str, Any]) -> Ruleset:
        """The ruleset with the policies in ``settings`` changed. Raise ``Refusal`` for an unknown name
        or value."""
        names = set(RulesetPolicies.__struct_fields__)
        for name in settings:
            if name not in names:
                raise Refusal(f"There is no policy called “{name}”.", fix="Remove it.")
        try:
            chosen = msgspec.convert({**msgspec.to_builtins(self.policies), **settings}, RulesetPolicies)
        except msgspec.ValidationError as error:
            raise Refusal(f"A policy has a value it cannot have: {error}.") from None
        return msgspec.structs.replace(self, policies=chosen)


M3E = Ruleset(id="m3e")
RULESETS: dict[str, Ruleset] = {M3E.id: M3E}


def ruleset(name: str, policies: dict[str, Any] | None = None) -> Ruleset:
    """The ruleset called ``name`` with ``policies`` laid over its own; ``Refusal`` when there is none."""
    if name not in RULESETS:
        raise Refusal(f"There is no ruleset called “{name}”.", fix=f"One of {', '.join(RULESETS)}.")
    return RULESETS[name].with_policies(policies or {})
