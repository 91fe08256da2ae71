"""7 Take Prisoner (M3E-SCHEME-10)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game.actions.engagement import engages
from rules.core.game.context import Game
from rules.core.game.options import Choice
from rules.core.game.schemes.plain import Plain, Secret, choosable, killed_by_its_own, written_down
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import enemies, friends, within
from rules.core.game.state import Model

ALONE = 4.0


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
                within(g, enemy, prisoner, ALONE) for enemy in enemies(g, seat) if enemy.id != prisoner.id
            )
        )

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        prisoner = written_down(g, secret)
        return prisoner is not None and (
            guarded(g, seat, prisoner) or (revealed and killed_by_its_own(g, prisoner))
        )
