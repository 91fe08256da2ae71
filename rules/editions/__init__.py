"""The rulesets of the editions that can be played: the Third's by name, and the First's."""

from __future__ import annotations

from typing import Any

from rules.editions.m1e.readings import RulesetM1
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.table_policies import TABLE_M1E
from rules.refusal import Refusal

__all__ = [
    "DEFAULT",
    "M1E",
    "RULESETS",
    "ruleset",
]


M3E = Ruleset(id="m3e")
M1E = RulesetM1(table=TABLE_M1E)


RULESETS: dict[str, Ruleset] = {M3E.id: M3E}
DEFAULT = M3E


def ruleset(name: str, policies: dict[str, Any] | None = None) -> Ruleset:
    """The ruleset called ``name`` with ``policies`` laid over its own; ``Refusal`` when there is none."""
    if name not in RULESETS:
        raise Refusal(f"There is no ruleset called “{name}”.", fix=f"One of {', '.join(RULESETS)}.")
    return RULESETS[name].with_policies(policies or {})
