"""What most Schemes leave as it is: revealed at the end of a Turn, nothing written down, nothing paid."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.options import Choice
from rules.core.game.scoring.places import matters
from rules.core.game.state import Model, other

Secret = dict[str, str]


class Plain:
    moment = "turn_ends"

    def secrets(self, g: Game, seat: int) -> Iterable[Choice]:
        return ()

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from ()

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from ()


def written_down(g: Game, secret: Secret, key: str = "model") -> Model | None:
    """The model written down, as it is now; ``None`` when nothing could be."""
    return g.state.models.get(secret.get(key, ""))


def choosable(g: Game, seat: int, own: bool) -> list[Model]:
    """The models of a Crew that may be written down: never Insignificant ones (M3E-STRAT-02)."""
    crew = seat if own else other(seat)
    return [model for model in g.state.models.values() if model.seat == crew and matters(g, model, seat)]


def killed_by_its_own(g: Game, model: Model) -> bool:
    """Whether the model was killed by one that was friendly to it (M3E-KILL-04)."""
    return not model.in_play and any(
        kill.victim == model.id and kill.by_seat == model.seat for kill in g.state.kills
    )
