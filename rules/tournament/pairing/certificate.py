"""The proof that no better round exists, as a file that anybody can check.

For every player a number, for some odd groups of players a positive number: no pair costs less than
the numbers of its two players and of the groups that hold exactly one of them. Every round pairs
everybody once and leaves every odd group at least once, so no round can cost less than all these
numbers together; the round that is certified costs exactly that. The numbers are whole, and twice as
large as costs, because halves occur. ``python -m rules.tournament.pairing.certificate_check FILE`` checks a
file from its facts alone.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import Struct

from rules.tournament.matching.optimum import Optimum
from rules.tournament.pairing.costs import Costs, Level
from rules.tournament.pairing.field import Entrant, PairingPreferences

FORMAT = "round-certificate-2"
BYE_ID = 0


class Certificate(Struct, frozen=True):
    """The facts, the round and the doubled duals; the id 0 is the bye. Fixed pairs are not in it: they
    were no choice."""

    players: tuple[Entrant, ...]
    preferences: PairingPreferences
    levels: tuple[Level, ...]
    couples: tuple[tuple[int, int], ...]
    numbers: tuple[tuple[int, int], ...]
    groups: tuple[tuple[tuple[int, ...], int], ...]

    def to_json(self) -> str:
        """The file's text. Weights are decimal strings: they outgrow what many readers can hold."""
        return json.dumps(self.document(), indent=1, sort_keys=True)

    def document(self) -> dict[str, Any]:
        order = [str(preference) for preference in self.preferences.order]
        return {
            "format": FORMAT,
            "players": [_facts(player) for player in self.players],
            "preferences": order,
            "forbidden": sorted(list(pair) for pair in self.preferences.forbidden),
            "tables": list(self.preferences.tables),
            "levels": [{"name": level.name, "scale": str(level.scale)} for level in self.levels],
            "couples": [list(pair) for pair in self.couples],
            "numbers": {str(id): str(number) for id, number in self.numbers},
            "groups": [{"players": list(ids), "number": str(number)} for ids, number in self.groups],
        }


def certify(costs: Costs, solution: Optimum, preferences: PairingPreferences) -> Certificate:
    """Write the duals of ``solution`` down by ids."""
    ids = [*costs.ids, BYE_ID][: costs.size]
    couples = sorted((ids[i], ids[j]) for i, j in enumerate(solution.mates) if i < j)
    groups = sorted((tuple(sorted(ids[v] for v in members)), z) for members, z in solution.duals.sets)
    return Certificate(
        tuple(sorted(costs.players, key=lambda p: p.id)),
        preferences,
        tuple(costs.levels),
        tuple(couples),
        tuple(sorted(zip(ids, solution.duals.vertices, strict=True))),
        tuple(groups),
    )


def _facts(player: Entrant) -> dict[str, Any]:
    """What of a player the costs read."""
    facts: dict[str, Any] = msgspec.to_builtins(player, str_keys=True)
    facts["free"] = sorted(player.free)
    return {name: value for name, value in facts.items() if value not in ("", 0, {}, [], False)}
