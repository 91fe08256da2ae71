"""The proof that no better round exists, as a file that anybody can check.

For every player a number, for some odd groups of players a positive number: no pair costs less than
the numbers of its two players and of the groups that hold exactly one of them. Every round pairs
everybody once and leaves every odd group at least once, so no round can cost less than all these
numbers together; the round that is certified costs exactly that. The numbers are whole, and twice as
large as costs, because halves occur. A certificate may name the results that its facts rest on, and what
each is worth: then the facts must follow from them, and it holds only while they stand.
``python -m rules.tournament.pairing.certificate_check FILE`` checks a file from its facts alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.tournament.matching.optimum import Optimum
from rules.tournament.pairing.costs import Costs, Level
from rules.tournament.pairing.field import Entrant, PairingPreferences
from rules.tournament.standings.criteria import Scheme
from rules.tournament.standings.games import GameResult

FORMAT = "round-certificate-2"
BYE_ID = 0


class Certificate(Struct, frozen=True):
    """The facts, the round and the doubled duals; the id 0 is the bye. Fixed pairs are not in it: they
    were no choice. ``results`` are those that the facts rest on, ``worth`` the points of each kind of result;
    None where the facts are given."""

    players: tuple[Entrant, ...]
    preferences: PairingPreferences
    levels: tuple[Level, ...]
    couples: tuple[tuple[int, int], ...]
    numbers: tuple[tuple[int, int], ...]
    groups: tuple[tuple[tuple[int, ...], int], ...]
    results: tuple[GameResult, ...] | None = None
    worth: tuple[tuple[str, int], ...] = ()

    def resting_on(self, results: Iterable[GameResult], scheme: Scheme | None) -> Certificate:
        """The same, whose facts follow from ``results`` by ``scheme``; None where no result gives a point."""
        return replace(self, results=tuple(results), worth=tuple(_worth(scheme).items()))

    def to_json(self) -> str:
        """The file's text. Weights are decimal strings: they outgrow what many readers can hold."""
        return json.dumps(self.document(), indent=1, sort_keys=True)

    def document(self) -> dict[str, Any]:
        order = [str(preference) for preference in self.preferences.order]
        rests_on: dict[str, Any] = {}
        if self.results is not None:
            rests_on = {"results": result_lines(self.results), "worth": dict(self.worth)}
        rules = {"rules": [str(rule) for rule in self.preferences.rules]} if self.preferences.rules else {}
        return (
            rests_on
            | rules
            | {
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
        )


def result_lines(results: Iterable[GameResult]) -> list[list[Any]]:
    """Results as a certificate names them: round, table, both players (None: a bye), their Victory Points,
    the outcome, and who won where the score does not tell."""
    return sorted(
        [[g.round, g.table, g.a, g.b, g.vp_a, g.vp_b, str(g.outcome), g.winner] for g in results],
        key=lambda line: line[:3],
    )


def _worth(scheme: Scheme | None) -> dict[str, int]:
    """The points of each kind of result."""
    if scheme is None:
        return dict.fromkeys(("win", "draw", "loss", "bye", "forfeit_won", "forfeit_lost"), 0)
    forfeits = {"forfeit_won": scheme.forfeit_won.points, "forfeit_lost": scheme.forfeit_lost.points}
    return {"win": scheme.win, "draw": scheme.draw, "loss": scheme.loss, "bye": scheme.bye.points} | forfeits


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
