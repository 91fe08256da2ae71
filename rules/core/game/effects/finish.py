"""Finished Off flips, in a league's Encounter (SL-FINISH-01 to -07)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.core.game.asks import Proc
from rules.core.game.cards import clear, offer_cheat, reveal, take
from rules.core.game.context import Game
from rules.core.game.events.models import Fell
from rules.core.game.hooks import Happening, Reaction, reacts
from rules.core.game.state import Fall, Model


@reacts
def finished_off(g: Game, happening: Happening) -> Iterator[Reaction]:
    """One flip for a hired model of the Arsenal, on its first fall only (SL-FINISH-02, -06)."""
    model = happening.model
    if happening.moment != "killed" or g.setup.finish_threshold is None or model is None:
        return
    if any(fall.model == model.id for fall in g.state.falls) or model.id not in g.setup.arsenal_ids():
        return
    how = "buried" if model.where == "buried" and g.state.phase == "end" else "killed"
    if happening.by is not None and happening.by.id == model.id:
        how = "sacrificed"
    yield Reaction(
        f"finish:{model.id}", model.player, f"{model.name}: Finished Off?", partial(flip, g, model, how),
        model.id, rule="SL-FINISH-01",
    )  # fmt: skip


def flip(g: Game, model: Model, how: str) -> Proc[None]:
    """The controller flips and may cheat; at the threshold or above it is Finished Off (SL-FINISH-03 to
    -05)."""
    found = yield from reveal(g, model.player, 0, 0, "Finished Off")
    yield from take(g, found)
    flipped = found.card
    yield from offer_cheat(g, found, text=f"{model.name}: Finished Off? Cheat the flip?")
    assert found.card is not None
    assert flipped is not None
    assert g.setup.finish_threshold is not None
    g.emit(
        Fell(
            Fall(
                model=model.id,
                how="buried" if how == "buried" else "sacrificed" if how == "sacrificed" else "killed",
                flip=found.card.code,
                cheated_from=flipped.code if found.cheated else "",
                finished_off=found.card.value >= g.setup.finish_threshold,
            )
        )
    )
    clear(g, found)
