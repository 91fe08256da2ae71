"""The parts of abilities that apply to a model: its own, lasting ones, those of auras it is in, and those of
the Action it takes (M3E-ABIL-01, -02, M3E-AREA-01, -02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, cast

from rules.editions.m3e.play.abilities.choosing import holds, matching_markers, model_matches_anywhere
from rules.editions.m3e.play.abilities.scene import Scene
from rules.editions.m3e.play.procedure.context import Game, innermost
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.procedure.reach import in_aura, of_side
from rules.editions.m3e.scripts.words import Ability, Aura, Part, While
from rules.game.state import Marker, Model

P = TypeVar("P", bound=Part)


def parts(g: Game, model: Model, kind: type[P]) -> Iterator[P]:
    """The parts of that kind that apply to the model now."""
    for part, _ in borne(g, model, kind):
        yield part


def borne(g: Game, model: Model, kind: type[P]) -> Iterator[tuple[P, Model]]:
    """Each part of that kind with the model whose ability it is ("this model" in the part).

    A second copy of an ability does nothing unless its value adds (Armor); auras of one name affect a model
    once.
    """
    if kind not in g.kinds:
        if g.state.lasting:
            yield from _lasting(g, model, kind)
        return
    for held in g.parts_of(model, cast(type[Part], kind)):
        for inner in opened(g, held.part, model, model, kind):
            yield inner, model
    if g.state.lasting:
        yield from _lasting(g, model, kind)
    bearing = g.auras.get(cast(type[Part], kind))
    if bearing:
        yield from _from_auras(g, model, kind, bearing)


def opened(g: Game, part: object, bearer: Model, holder: Model, kind: type[P]) -> Iterator[P]:
    """The part itself; for a part inside tests yield the inner part while the tests hold."""
    if isinstance(part, kind):
        yield part
    elif isinstance(part, While):
        scene = Scene(bearer.id, it=holder.id, in_progress=g.in_progress[-1] if g.in_progress else None)
        if isinstance(innermost(part), kind) and all(holds(g, scene, test) for test in part.tests):
            yield from opened(g, part.part, bearer, holder, kind)


def _lasting(g: Game, model: Model, kind: type[P]) -> Iterator[tuple[P, Model]]:
    affecting: dict[str, str] = {}
    for effect in g.state.lasting:
        if effect.on == model.id and effect.part is not None:
            bearer = g.state.models.get(effect.source, model)
            for inner in opened(g, effect.part, bearer, model, kind):
                yield inner, bearer
        if isinstance(effect.part, Aura) and isinstance(innermost(effect.part.part), kind):
            marker = g.state.markers.get(effect.on)
            source = g.state.models.get(effect.source if marker is not None else effect.on)
            if source is None or affecting.get(effect.name, effect.key) != effect.key:
                continue
            lies = marker is not None or source.on_table
            if lies and reaches(g, source, model, effect.part, marker):
                for inner in opened(g, effect.part.part, source, model, kind):
                    affecting[effect.name] = effect.key
                    yield inner, source


def _from_auras(g: Game, model: Model, kind: type[P], bearing: frozenset[str]) -> Iterator[tuple[P, Model]]:
    """The parts given by auras of the cards and Upgrades with those slugs."""
    affected: dict[str, tuple[Model, Ability]] = {}
    memo = g.memo
    sources = memo.get(kind)
    if sources is None:
        sources = memo[kind] = tuple(
            source
            for source in g.state.on_table()
            if source.card in bearing or not bearing.isdisjoint(source.upgrades)
        )
    for source in sources:
        for ability, _, part in g.aura_parts_of(source, cast(type[Part], kind)):
            before = affected.get(ability.name)
            if before is not None and (before[0] is not source or before[1] is not ability):
                continue
            for aura in opened(g, part, source, source, Aura):
                if reaches(g, source, model, aura):
                    for inner in opened(g, aura.part, source, model, kind):
                        affected[ability.name] = (source, ability)
                        yield inner, source


def reaches(g: Game, source: Model, model: Model, aura: Aura, marker: Marker | None = None) -> bool:
    """Whether the model is in that aura of ``source`` or of its markers (M3E-AREA-01), or meant by one that
    has no limit; with ``marker`` in that of the marker."""
    if source.id == model.id and not aura.includes_self:
        return False
    if not model.on_table or not of_side(source.seat, model.seat, aura.side):
        return False
    if aura.models is not None and not model_matches_anywhere(
        g, Scene(source.id, it=model.id), model, aura.models
    ):
        return False
    if aura.inches is None:
        return True
    if marker is not None:
        return in_aura(g, marker, model, aura.inches)
    if aura.around is not None:
        markers = matching_markers(g, Scene(source.id), aura.around)
        return any(in_aura(g, marker, model, aura.inches) for marker in markers)
    return in_aura(g, source, model, aura.inches)


def acting_parts(g: Game, in_progress: ActionInProgress, kind: type[P]) -> Iterator[P]:
    """The parts that apply to that Action only, while their tests hold: printed with it, given by its
    Trigger or by the effect that generated it."""
    actor = g.state.models[in_progress.model]
    scene = Scene(
        actor.id,
        in_progress.target,
        it=actor.id,
        in_progress=in_progress,
        duel=in_progress.duel,
        memory=in_progress.memory,
    )
    for part in (*in_progress.action.parts, *in_progress.parts):
        inner: Part = part
        while isinstance(inner, While) and all(holds(g, scene, test) for test in inner.tests):
            inner = inner.part
        if isinstance(inner, kind):
            yield inner
