"""Healing in seven steps (M3E-HEAL)."""

from __future__ import annotations

from rules.editions.m3e.play.abilities.passive import cannot
from rules.editions.m3e.play.procedure.cards import flip_number
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.timing import happen
from rules.fate.flips import Profile
from rules.game.events.table import Healed
from rules.game.procedure.asks import Proc


class Healing:
    """A heal that is being resolved; reactions of steps 2 and 4 may change ``amount``. ``source`` names the
    ability or Action it comes from."""

    __slots__ = ("amount", "by", "excess", "healed", "model", "source")

    def __init__(self, model: str, by: str, source: str = "") -> None:
        self.model, self.by, self.source = model, by, source
        self.amount = self.healed = self.excess = 0


def heal(
    g: Game,
    model: str,
    amount: int | Profile,
    by: str = "",
    accuracy: int = 0,
    *,
    more: int = 0,
    dying: bool = False,
    source: str = "",
) -> Proc[int | None]:
    """Heal the model the amount and ``more``; return by how much its Health rose, ``None`` when the heal is
    queued (M3E-HEAL-01 to -04).

    Effects generated meanwhile wait for all seven steps. A ``dying`` heal reacts to being killed and resolves
    inside the damage timing (M3E-TIME-06 a).
    """
    if g.busy and not dying:
        g.defer(lambda: heal(g, model, amount, by, accuracy, more=more, source=source))
        return None
    model = g.heir(model)
    if not g.model(model).in_play or cannot(g, g.model(model), "heal"):
        return 0
    busy, g.busy = g.busy, g.busy or len(g.waiting)
    healing = Healing(model, by, source)
    yield from _seven_steps(g, healing, amount, accuracy, more)
    g.busy = busy
    return healing.healed


def _seven_steps(g: Game, healing: Healing, amount: int | Profile, accuracy: int, more: int) -> Proc[None]:
    model, facts = healing.model, {"healing": healing}
    by = g.state.models.get(healing.by)
    # 1: the amount
    if isinstance(amount, tuple):
        seat = by.player if by is not None else g.model(model).player
        number = yield from flip_number(
            g, seat, amount, plus=max(0, accuracy), minus=max(0, -accuracy), why="healing", model=by
        )
        healing.amount = number.value + more
    else:
        healing.amount = amount + more
    # 2: "would heal"
    yield from happen(g, Happening("would_heal", model=g.model(model), by=by, facts=facts))
    if healing.amount <= 0:
        return
    # 3: at maximum Health the heal fails; step 7 still follows
    room = g.model(model).most - g.model(model).health
    healing.excess = max(0, healing.amount - room)
    if room > 0:
        # 4: "when heals"
        yield from happen(g, Happening("heals", model=g.model(model), by=by, facts=facts))
        if healing.amount <= 0:
            return
        # 5: Health rises to at most its maximum; the excess was not healed
        room = g.model(model).most - g.model(model).health
        healing.healed = min(healing.amount, room)
        healing.excess = healing.amount - healing.healed
        g.emit(Healed(model, healing.healed, healing.by))
        # 6: "after heal"
        yield from happen(g, Happening("healed", model=g.model(model), by=by, facts=facts))
    # 7: excess healing
    if healing.excess > 0:
        yield from happen(g, Happening("excess_healing", model=g.model(model), by=by, facts=facts))
