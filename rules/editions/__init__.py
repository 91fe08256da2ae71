"""The editions there are, the newest first: the only list of them."""

from __future__ import annotations

from typing import Any

from rules.edition import register
from rules.editions import m1e, m2e, m3e
from rules.editions.m1e.readings import RulesetM1
from rules.editions.m1e.table import TABLE as TABLE_M1E
from rules.editions.m3e.ruleset import Ruleset
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


for _each in (m3e.EDITION, m2e.EDITION, m1e.EDITION):
    register(_each)
