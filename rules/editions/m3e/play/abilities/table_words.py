"""Handlers of the words for pulses and shockwaves."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dialogue import Choice, Options
from rules.editions.m3e.play.abilities.choosing import (
    matching,
    model_in_play,
    model_matches_anywhere,
    this_marker,
    whole_number,
)
from rules.editions.m3e.play.abilities.execution import Scene, execute, executes, this_model
from rules.editions.m3e.play.abilities.held import parts
from rules.editions.m3e.play.actions.available import places_in_range
from rules.editions.m3e.play.duels.steps import simple_duel
from rules.editions.m3e.play.effects.areas import one_by_one, shockwave
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.reach import in_pulse, of_side
from rules.editions.m3e.scripts import words
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Model
from rules.game.table_access.interface import Body
from rules.table.areas.effects import SHOCKWAVE_MM


@executes(words.Pulse)
def do_pulse(g: Game, word: words.Pulse, scene: Scene) -> Proc[None]:
    """Resolve the effect once on each model in the pulse, one after the other (M3E-AREA-09, M3E-TIME-07)."""
    centre, source = model_in_play(g, scene, word.whom), this_model(g, scene)
    if centre is None or not centre.on_table:
        return
    reached = [
        model for model in in_pulse(g, centre, word.inches) if of_side(source.seat, model.seat, word.side)
    ]

    def effect(name: str) -> Proc[None]:
        yield from execute(g, word.effects, replace(scene, target=name))

    yield from one_by_one(g, reached, effect, source.player, "M3E-AREA-09")


@executes(words.Shockwave)
def do_shockwave(g: Game, word: words.Shockwave, scene: Scene) -> Proc[None]:
    """Make each model in reach take the simple duel or suffer the penalty (M3E-AREA-10)."""
    source, in_progress = this_model(g, scene), scene.in_progress
    centre = this_marker(g, scene, word.on) if word.on is not None else None
    if not source.on_table or (word.on is not None and centre is None):
        return
    markers = yield from whole_number(g, scene, word.markers)
    markers += in_progress.more_shockwaves if in_progress is not None else 0
    centres: list[Body] = [centre] if centre is not None else []
    round_models, higher = yield from _centred(g, scene, markers - len(centres))
    centres += round_models

    def effect(name: str) -> Proc[None]:
        model = g.model(name)
        inner = Scene(
            scene.source,
            name,
            scene.cause,
            in_progress=scene.in_progress,
            label=scene.label,
            memory=scene.memory,
        )
        if word.may_ignore is not None and model_matches_anywhere(g, scene, model, word.may_ignore):
            text = f"{scene.label}: does {model.name} ignore it?"
            if (yield from yes(model.player, "use", rule="M3E-ABIL-01", text=text, about=(name,))):
                yield from execute(g, word.instead, inner)
                return
        tn = yield from whole_number(g, scene, word.tn)
        tn += higher + (in_progress.more_shockwave_tn if in_progress is not None else 0)
        if not (yield from simple_duel(g, model, word.stat, tn, by=source.id, why=scene.label)):
            yield from execute(g, word.penalty, inner)

    def places() -> Options:
        if in_progress is None:
            return g.table.spots(g.state, source, 0.0, SHOCKWAVE_MM, seen=True)
        return places_in_range(g, in_progress, SHOCKWAVE_MM)

    kept = in_progress.at_shockwave if in_progress is not None else {}
    yield from shockwave(g, source, places, word.inches, effect, markers, centres, kept)


def _centred(g: Game, scene: Scene, most: int) -> Proc[tuple[list[Model], int]]:
    """The models that the acting model chooses as centres instead of Shockwave Markers, at most so many, and
    by how much the TN is higher then."""
    source = this_model(g, scene)
    centres: list[Model] = []
    higher = 0
    for part in parts(g, source, words.CentresShockwave):
        while len(centres) < most:
            taken = {centre.id for centre in centres}
            able = [model for model in matching(g, scene, part.models) if model.id not in taken]
            choices = [Choice(model.id, model.name, model.id) for model in able]
            name = "none"
            if choices:
                name = yield from one_of(
                    source.player,
                    "model",
                    [*choices, Choice("none", "A Shockwave Marker")],
                    rule="M3E-AREA-10",
                    text=f"{scene.label}: which model is the centre of a Shockwave?",
                    about=(source.id,),
                )
            if name == "none":
                break
            centres.append(g.model(name))
            higher = part.tn
            yield from execute(g, part.effects, scene.upon(name))
    return centres, higher
