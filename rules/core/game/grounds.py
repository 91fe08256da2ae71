"""The ground an Encounter names: a plain, or the exact table with its terrain."""

from __future__ import annotations

from rules.core.game.exact_table import ExactTable
from rules.core.game.ground import Ground
from rules.core.game.open_field import OpenField
from rules.core.game.ruleset import Ruleset
from rules.core.game.setup import Setup
from rules.refusal import Refusal


def ground_of(setup: Setup, rules: Ruleset) -> Ground:
    """``Refusal`` for a ground nobody knows, or terrain on a plain."""
    if setup.ground == "open":
        if setup.terrain:
            raise Refusal("A plain has no terrain.", rule="M3E-SETUP-03", fix="Play on the exact table.")
        return OpenField()
    if setup.ground == "exact":
        return ExactTable(setup.terrain, policies=rules.table)
    raise Refusal(f"There is no ground called “{setup.ground}”.", fix="“open” or “exact”.")
