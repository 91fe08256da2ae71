"""Words about places: moves, markers, areas, summoning, replacing, burying."""

from __future__ import annotations

from rules.game.abilities.choosing import inches_of, models_of, whole_number
from rules.game.abilities.execution import Scene, execute, executes, this_model, upon_each, who
from rules.game.duels.steps import simple_duel
from rules.game.effects.areas import one_by_one, shockwave
from rules.game.effects.arrivals import bury, replace_model, summon, unbury
from rules.game.effects.markers import IMMUNE, create, drop_touching, near, remove, remove_some
from rules.game.effects.movement import move
from rules.game.procedure.asks import Proc
from rules.game.procedure.context import Game
from rules.game.procedure.reach import in_pulse, of_side
from rules.game.scripts import words
from rules.game.state import Model


@executes(words.Move)
def do_move(g: Game, word: words.Move, scene: Scene) -> Proc[int | None]:
    source = this_model(g, scene)

    def one(target: Model) -> Proc[int]:
        toward = source if word.way == "toward" else None
        away = source if word.way == "away" else None
        chooser = target.player if word.chosen_by == "mover" or source.id == target.id else source.player
        inches = yield from inches_of(g, scene, word.inches)
        moved = yield from move(
            g, target.id, inches, word.kind, by=source.id, chooser=chooser, toward=toward, away=away
        )
        return int(moved)

    return (yield from upon_each(g, scene, word.whom, one))


@executes(words.DropMarker)
def do_drop(g: Game, word: words.DropMarker, scene: Scene) -> Proc[None]:
    source = this_model(g, scene)
    target = who(g, scene, word.whom) if word.whom in ("self", "target", "it", "cause") else None
    if target is None or not target.on_table:
        return
    if word.create or "impassable" in word.traits:
        inches = yield from inches_of(g, scene, word.inches)
        yield from create(g, word.kind, target, inches=inches, traits=word.traits, name=word.name)
    else:
        yield from drop_touching(
            g, word.kind, target, seat=source.player, by=source.id, chooser=source.player
        )


@executes(words.RemoveMarkers)
def do_remove(g: Game, word: words.RemoveMarkers, scene: Scene) -> Proc[None]:
    target, source = who(g, scene, word.whom), this_model(g, scene)
    if target is not None and target.on_table and word.kind != IMMUNE:
        markers = near(g, target, word.inches, word.kind)
        yield from remove_some(g, markers, 0, word.most, seat=source.player, by=source.id, rule="M3E-MARK-04")


@executes(words.Pulse)
def do_pulse(g: Game, word: words.Pulse, scene: Scene) -> Proc[None]:
    """Once, everybody in it, one wholly after the other (M3E-AREA-09, M3E-TIME-07)."""
    centre, source = who(g, scene, word.whom), this_model(g, scene)
    if centre is None or not centre.on_table:
        return
    reached = [
        model for model in in_pulse(g, centre, word.inches) if of_side(source.seat, model.seat, word.side)
    ]

    def effect(name: str) -> Proc[None]:
        inner = Scene(scene.source, name, scene.cause, label=scene.label, memory=scene.memory)
        yield from execute(g, word.effects, inner)

    yield from one_by_one(g, reached, effect, source.player, "M3E-AREA-09")


@executes(words.Shockwave)
def do_shockwave(g: Game, word: words.Shockwave, scene: Scene) -> Proc[None]:
    """Who is reached takes the simple duel or suffers the penalty (M3E-AREA-10)."""
    source = this_model(g, scene)
    if not source.on_table:
        return
    reach = scene.in_progress.action.reach if scene.in_progress else 0.0

    def effect(name: str) -> Proc[None]:
        tn = yield from whole_number(g, scene, word.tn)
        if not (yield from simple_duel(g, g.model(name), word.stat, tn)):
            inner = Scene(
                scene.source,
                name,
                scene.cause,
                in_progress=scene.in_progress,
                label=scene.label,
                memory=scene.memory,
            )
            yield from execute(g, word.penalty, inner)

    yield from shockwave(g, source, reach, word.inches, effect)


@executes(words.Summon)
def do_summon(g: Game, word: words.Summon, scene: Scene) -> Proc[None]:
    source = this_model(g, scene)
    place = scene.in_progress.target_marker if scene.in_progress else None
    if not source.on_table:
        return
    new = yield from summon(g, source.id, word.card, upgrade=word.upgrade, near=place)
    if new and place is not None and word.remove:
        yield from remove(g, place.id, source.id)


@executes(words.Replace)
def do_replace(g: Game, word: words.Replace, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None and target.on_table:
        yield from replace_model(g, (target.id,), (word.card,))


@executes(words.Bury)
def do_bury(g: Game, word: words.Bury, scene: Scene) -> Proc[None]:
    for target in (yield from models_of(g, scene, word.whom)):
        yield from bury(g, target.id, scene.source)


@executes(words.Unbury)
def do_unbury(g: Game, word: words.Unbury, scene: Scene) -> Proc[None]:
    source = this_model(g, scene)
    for target in (yield from models_of(g, scene, word.whom)):
        if source.on_table:
            yield from unbury(g, target.id, source, chooser=source.player)
