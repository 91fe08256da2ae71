"""Charge (M3E-ACT-14, -26)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.engagement import is_engaged
from rules.core.game.actions.general import general
from rules.core.game.actions.generated import generate
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.effects.movement import move
from rules.core.game.hooks import stat
from rules.core.game.statcards import Action


@general(
    Action(name="Charge", once="activation"),
    lambda g, model: not is_engaged(g, model) and stat(g, model, "mv") > 0,
)
def charge(g: Game, deed: Deed) -> Proc[None]:
    """Push up to Mv, then a melee Action outside the limit."""
    model = g.model(deed.model)
    yield from move(g, model.id, stat(g, model, "mv"), "charge", by=model.id, text="Charge where?")
    generate(g, model.id, icon="melee", bonus_too=g.policies.charge_allows_bonus)
