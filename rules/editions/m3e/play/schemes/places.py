"""Schemes about the places of models: 6 Hold Up Their Forces (M3E-SCHEME-09), 7 Take Prisoner (-10), 9
Outflank (-12, -13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.dialogue import Choice
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.reach import engagement_range, engages
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
from rules.editions.m3e.play.scoring.wants import A_VP, STEP_OF_SCHEME, Goal, Hunt, model_goal
from rules.game.state import Model, Scheme

HOLD_UP_NEEDED = 2


@scheme
class HoldUpTheirForces(Plain):
    name, number, steps = "Hold Up Their Forces", 6, HOLD_UP_NEEDED

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

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """Whoever costs less beside whoever costs more."""
        ready = able_to_engage(g, seat)
        for rival in enemies(g, seat):
            cheaper = frozenset(one for one, cost in ready.items() if cost < g.card(rival).cost)
            if cheaper:
                yield model_goal(rival, ENGAGING, STEP_OF_SCHEME, "", cheaper)


PRISONER_ALONE = 4.0
ENGAGING = 0.9
"""Inches at which every melee range engages."""


def able_to_engage(g: Game, seat: int) -> dict[str, int]:
    """The models that count and have a melee range, with their Cost."""
    return {
        model.id: g.card(model).cost for model in friends(g, seat) if engagement_range(g, model) is not None
    }


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

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        prisoner = written_down(g, scheme.secret)
        if prisoner is not None and prisoner.on_table:
            who = frozenset(able_to_engage(g, seat))
            yield model_goal(prisoner, ENGAGING, 1.4 * STEP_OF_SCHEME, "", who)

    def hunts(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Hunt]:
        """It is to live, and those who are near it are not."""
        prisoner = written_down(g, scheme.secret)
        if prisoner is None or not prisoner.on_table:
            return
        yield Hunt(prisoner.id, -0.5 * A_VP)
        for enemy in () if scheme.revealed else enemies(g, seat):
            if enemy.id != prisoner.id and within(g, enemy, prisoner, PRISONER_ALONE):
                yield Hunt(enemy.id, 0.2 * A_VP, share=0.25)


OUTFLANK_INCHES = 3.0


@scheme
class Outflank(Plain):
    name, number, steps = "Outflank", 9, 2

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

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        for x, y in centreline(g):
            yield Goal(x, y, OUTFLANK_INCHES, 1.4 * STEP_OF_SCHEME)
