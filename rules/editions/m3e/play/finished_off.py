"""Finished Off flips in a league's Encounter (SL-FINISH-01 to -08), and models that stand for others
(SL-3E-12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from rules.editions.m3e.play.abilities.passive import always_finished_off
from rules.editions.m3e.play.procedure.cards import clear, offer_cheat, reveal, take
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, reacts
from rules.editions.m3e.play.procedure.in_progress import Flip
from rules.editions.m3e.play.procedure.timing import happen
from rules.game.events.crews import Fell, Succeeded
from rules.game.league.finished_off import may_fall
from rules.game.league.withdrawal import WITHDRAWN
from rules.game.procedure.asks import Proc
from rules.game.state import FallenModel, Heir, Model

How = Literal["killed", "sacrificed", "buried"]


@reacts("killed")
def finished_off(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    """One flip for the model's first fall. A sacrifice causes none where the league counts only kills
    (SL-3E-11)."""
    model = happening.model
    if model is None or not may_fall(g.setup, g.state, model.id):
        return
    how = _how(g, happening, model)
    if how == "sacrificed" and g.setup.terms and g.setup.terms.finish_trigger == "killed":
        return
    yield PendingReaction(
        f"finish:{model.id}",
        model.player,
        f"{model.name}: Finished Off?",
        partial(flip, g, model, how),
        model.id,
        rule="SL-FINISH-01",
    )


def _how(g: Game, happening: Happening, model: Model) -> How:
    leaving = g.state.phase == "end" or happening.facts.get("source") == WITHDRAWN
    if model.where == "buried" and leaving:
        return "buried"
    return "sacrificed" if happening.by is not None and happening.by.id == model.id else "killed"


def flip(g: Game, model: Model, how: How) -> Proc[None]:
    """Let the controller flip and cheat; at the threshold or above the model is Finished Off (SL-FINISH-03 to
    -05). Where a card says so it is Finished Off without a flip (SL-FINISH-08)."""
    assert g.setup.finish_threshold is not None
    if always_finished_off(g, model):
        fall = FallenModel(model=model.id, how="automatic", finished_off=True)
        g.emit(Fell(fall))
        yield from _after_falling(g, model, fall)
        return
    revealed = yield from _revealed(g, model)
    flipped = revealed.card
    yield from offer_cheat(g, revealed, text=f"{model.name}: Finished Off? Cheat the flip?")
    assert revealed.card is not None
    assert flipped is not None
    fall = FallenModel(
        model=model.id,
        how=how,
        flip=revealed.card.code,
        cheated_from=flipped.code if revealed.cheated else "",
        finished_off=revealed.card.value >= g.setup.finish_threshold,
    )
    g.emit(Fell(fall))
    clear(g, revealed)
    yield from _after_falling(g, model, fall)


def _after_falling(g: Game, model: Model, fall: FallenModel) -> Proc[None]:
    """Resolve the reactions to its being Finished Off."""
    if fall.finished_off and "finished_off" in g.moments:
        yield from happen(g, Happening("finished_off", model=g.model(model.id)))


def _revealed(g: Game, model: Model) -> Proc[Flip]:
    """Reveal the card of the flip; a joker is flipped again where the league says so (A-08)."""
    again = g.setup.terms is not None and g.setup.terms.finish_jokers == "reflip"
    while True:
        flip = yield from reveal(g, model.player, 0, 0, "Finished Off")
        yield from take(g, flip)
        if not again or flip.card is None or not flip.card.is_joker:
            return flip
        clear(g, flip)


def succeed(g: Game, old: list[Model], heir: str) -> None:
    """Record that the heir stands for the hired models it Replaced, and for those they stood for
    (SL-3E-12)."""
    hired = g.setup.arsenal_ids()
    heirs = {other.model: other for other in g.state.heirs}
    originals = tuple(
        name for model in old for name in ((model.id,) if model.id in hired else _stood(heirs, model.id))
    )
    if originals and g.setup.finish_threshold is not None:
        before = tuple(name for model in old if model.id in heirs for name in heirs[model.id].names)
        g.emit(Succeeded(Heir(model=heir, originals=originals, names=(*before, g.model(heir).name))))


def _stood(heirs: dict[str, Heir], model: str) -> tuple[str, ...]:
    return heirs[model].originals if model in heirs else ()


def taken_over(g: Game, old: list[Model]) -> Proc[None]:
    """Make models fall that were Replaced by models of another Crew, which counts as killed (SL-3E-11)."""
    for model in old:
        if may_fall(g.setup, g.state, model.id):
            yield from flip(g, model, "killed")
