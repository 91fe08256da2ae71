"""Schemes about the places of models: 6 Hold Up Their Forces (M3E-SCHEME-09), 7 Take Prisoner (-10), 9
Outflank (-12, -13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.dialogue import Choice
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.reach import engages
from rules.editions.m3e.play.procedure.table_areas import centreline, near_point
from rules.editions.m3e.play.schemes.common import (
    Plain,
    Secret,
    choosable,
    killed_by_its_own,
    matched,
    written_down,
)
from rules.editions.m3e.play.scoring.places import enemies, friends, within
from rules.editions.m3e.play.scoring.registry import scheme
from rules.game.state import Model

HOLD_UP_NEEDED = 2


@scheme
class HoldUpTheirForces(Plain):
    name, number = "Hold Up Their Forces", 6

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """Whether two friendly models engage two different enemies, each of a higher printed Cost than
        the model that engages it."""
        rivals = enemies(g, seat)
        held = [
            frozenset(
                rival.id
                for rival in rivals
                if g.card(rival).cost > g.card(model).cost and engages(g, model, rival)
            )
            for model in friends(g, seat)
        ]
        return any(matched(pair) for pair in combinations(held, HOLD_UP_NEEDED))

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)


PRISONER_ALONE = 4.0


def guarded(g: Game, seat: int, prisoner: Model) -> bool:
    return any(engages(g, model, prisoner) for model in friends(g, seat))


@scheme
class TakePrisoner(Plain):
    name, number = "Take Prisoner", 7

    def secrets(self, g: Game, seat: int) -> Iterator[Choice]:
        for model in choosable(g, seat, own=False):
            if g.card(model).station in ("Minion", "Enforcer"):
                yield Choice(f"model={model.id}", model.name, model.id)

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        prisoner = written_down(g, secret)
        return (
            prisoner is not None
            and prisoner.on_table
            and guarded(g, seat, prisoner)
            and not any(
                within(g, enemy, prisoner, PRISONER_ALONE)
                for enemy in enemies(g, seat)
                if enemy.id != prisoner.id
            )
        )

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        prisoner = written_down(g, secret)
        return prisoner is not None and (
            guarded(g, seat, prisoner) or (revealed and killed_by_its_own(g, prisoner))
        )


OUTFLANK_INCHES = 3.0


@scheme
class Outflank(Plain):
    name, number = "Outflank", 9

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """Whether two different models are within 3" of different ends of the centreline: own models,
        or any (policy ``outflank_models``)."""
        models = friends(g, seat)
        if g.policies.outflank_models == "any":
            models += enemies(g, seat)
        return matched(
            [
                frozenset(model.id for model in models if near_point(model, point, OUTFLANK_INCHES))
                for point in centreline(g)
            ]
        )

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)
