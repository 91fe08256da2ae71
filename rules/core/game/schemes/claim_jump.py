"""12 Claim Jump (M3E-SCHEME-16)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game.arithmetic import half_of
from rules.core.game.context import Game
from rules.core.game.options import Choice
from rules.core.game.schemes.plain import Plain, Secret, choosable, written_down
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import centrepoint, enemies, near_point, within

NEAR, ALONE = 2.0, 3.0


@scheme
class ClaimJump(Plain):
    name, number = "Claim Jump", 12

    def secrets(self, g: Game, seat: int) -> Iterator[Choice]:
        for model in choosable(g, seat, own=True):
            if not model.leader:
                yield Choice(f"model={model.id}", model.name, model.id)

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        model = written_down(g, secret)
        return (
            model is not None
            and model.on_table
            and near_point(model, centrepoint(g), NEAR)
            and not any(within(g, enemy, model, ALONE) for enemy in enemies(g, seat))
        )

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        model = written_down(g, secret)
        return (
            model is not None
            and model.on_table
            and model.health >= half_of(model.most, g.policies)
            and near_point(model, centrepoint(g), NEAR)
        )
