"""The Conditions of the Third Edition (M3E-COND)."""

from __future__ import annotations

from rules.game.conditions import Condition, Conditions

CONDITIONS: Conditions = {
    condition.name: condition
    for condition in (
        Condition(name="adversary", ends="end_phase", rule="M3E-COND-06"),
        Condition(name="shielded", valued=True, ends="end_phase", rule="M3E-COND-08"),
        Condition(name="injured", valued=True, ends="end_phase", rule="M3E-COND-09"),
        Condition(name="fast", opposite="slow", ends="activation", rule="M3E-COND-10"),
        Condition(name="slow", opposite="fast", ends="activation", rule="M3E-COND-11"),
        Condition(name="staggered", ends="activation", rule="M3E-COND-12"),
        Condition(name="stunned", ends="activation", rule="M3E-COND-13"),
        Condition(name="burning", valued=True, rule="M3E-COND-15"),
        Condition(name="poison", valued=True, rule="M3E-COND-17"),
        Condition(name="distracted", valued=True, opposite="focused", rule="M3E-COND-18"),
        Condition(name="focused", valued=True, most=2, opposite="distracted", rule="M3E-COND-19"),
    )
}
