"""Selections, amounts and tests of ``scripts/selects.py``, evaluated in the current state.

``matching`` and ``count`` only read the state; ``models_of`` and ``number_of`` also ask a player who has a
choice (choosing is not targeting, M3E-ACT-19).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, singledispatch
from math import ceil
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.scene import Scene
from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.procedure.activity import done_since, took_since
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import STONE_USERS, is_called, most_cards, stat
from rules.editions.m3e.play.procedure.reach import engages, is_engaged, of_side
from rules.editions.m3e.play.procedure.table_areas import on_centreline, on_half
from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.statcards import Action
from rules.fate.cards import BLACK_JOKER, RED_JOKER
from rules.fate.flips import Profile, variable
from rules.game.procedure.asks import Proc, number, one_of, several
from rules.game.state import Crew, Marker, Model, other
from rules.game.table_access.interface import Body
from rules.table.geometry.footprints import TOUCH
from rules.wording import titled

IMMUNE = "strategy"  # M3E-MARK-12
HALF = 2
RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    "=": lambda left, right: left == right,
    ">=": lambda left, right: left >= right,
    ">": lambda left, right: left > right,
    "!=": lambda left, right: left != right,
}


Only = Callable[[Iterable[Marker]], list[Marker]]


# Single models


def model_in_play(g: Game, scene: Scene, whom: s.Whom) -> Model | None:
    """The model that the word stands for, in its current state; ``None`` when there is none in
    play."""
    model = model_meant(g, scene, whom)
    return model if model is not None and model.in_play else None


def model_meant(g: Game, scene: Scene, whom: s.Whom) -> Model | None:
    """The model that the word stands for, even when it has left play, or the one that Replaced it
    (M3E-REPL-04); ``None`` when there is none."""
    match whom:
        case "self":
            name = scene.source
        case "target":
            name = scene.target
        case "it":
            name = scene.it or scene.target
        case "actor":
            name = scene.in_progress.model if scene.in_progress else scene.source
        case "opponent":
            rival = _opponent(scene)
            name = rival or scene.target
        case "leader":
            seat = g.state.models[scene.source].seat
            name = next((model.id for model in g.state.crew_of(seat) if model.leader), "")
        case _:
            name = scene.cause
    return g.state.models.get(g.heir(name))


def _opponent(scene: Scene) -> str:
    if scene.duel is None:
        return ""
    side = scene.duel.side_of(scene.source)
    rival = scene.duel.against(side) if side is not None else None
    return rival.model if rival is not None else ""


def bodies_of(g: Game, scene: Scene, spot: s.Spot) -> list[Body]:
    """The models or markers from which a distance is measured; for a selection all of them."""
    match spot:
        case s.Models():
            return list(matching(g, scene, spot))
        case s.Markers():
            return list(matching_markers(g, scene, spot))
        case "target_marker" | "it_marker":
            marker = this_marker(g, scene, spot)
            return [marker] if marker is not None else []
        case "centre":
            return [Marker(id="", kind="centre", x=g.table.width / 2, y=g.table.depth / 2, mm=0.0)]
        case _:
            model = model_meant(g, scene, spot)
            return [model] if model is not None and model.where != "buried" else []


def this_marker(g: Game, scene: Scene, which: s.ThisMarker) -> Marker | None:
    """The marker that the word stands for, as it lies or as it lay when it was removed. In a Trigger
    without a marker of its own "it" is the marker that the Action dropped last."""
    if which == "it_marker":
        marker = g.state.markers.get(scene.it_marker) or scene.memory.marker
        if marker is None and scene.by_trigger and scene.in_progress is not None:
            marker = g.state.markers.get(next(reversed(scene.in_progress.dropped), ""))
        return marker
    held = scene.in_progress.target_marker if scene.in_progress else None
    return g.state.markers.get(held.id, held) if held is not None else None


# Selections


def matching(g: Game, scene: Scene, wanted: s.Models) -> list[Model]:
    """Every model of a selection in the order of ids, without asking a player."""
    return [model for model in g.state.models.values() if model_matches(g, scene, model, wanted)]


def model_matches(g: Game, scene: Scene, model: Model, wanted: s.Models) -> bool:
    """Whether the model is where the selection looks (on the table, or Buried) and matches it."""
    if model.where != ("buried" if wanted.buried else "table"):
        return False
    return model_matches_anywhere(g, scene, model, wanted)


def model_matches_anywhere(g: Game, scene: Scene, model: Model, wanted: s.Models) -> bool:
    """Whether the model matches the selection wherever it is, killed and Buried models included; a selection
    of Buried models matches those alone."""
    source = g.state.models[scene.source]
    besides = {held.id for whom in wanted.besides if (held := model_meant(g, scene, whom))}
    return (
        of_side(source.seat, model.seat, wanted.side)
        and not (wanted.buried and model.where != "buried")
        and not (wanted.other and model.id == source.id)
        and model.id not in besides
        and _is_called(g, scene, model, wanted)
        and _has(g, scene, model, wanted)
        and _fights(g, scene, model, wanted)
        and _stands(g, scene, model, wanted)
        and all(holds(g, replace(scene, it=model.id), test) for test in wanted.where)
    )


def _is_called(g: Game, scene: Scene, model: Model, wanted: s.Models) -> bool:
    source = g.state.models[scene.source]
    if wanted.same_name and g.card(model).name != g.card(source).name:
        return False
    if wanted.shares_keyword and not _share_a_keyword(g, model, source):
        return False
    return (
        (not wanted.words or any(is_called(g, model, word) for word in wanted.words))
        and all(is_called(g, model, word) for word in wanted.all_words)
        and not any(is_called(g, model, word) for word in wanted.not_words)
    )


def _share_a_keyword(g: Game, one: Model, two: Model) -> bool:
    return any(is_called(g, one, word) for word in g.card(two).keywords) or any(
        is_called(g, two, word) for word in g.card(one).keywords
    )


def _has(g: Game, scene: Scene, model: Model, wanted: s.Models) -> bool:
    return (
        (not wanted.has or any(has_condition(model, name) for name in wanted.has))
        and not any(has_condition(model, name) for name in wanted.lacks)
        and (not wanted.tokens or model.tokens.get(wanted.tokens, 0) >= wanted.tokens_least)
        and (not wanted.upgrade or bool(upgrades_of(g, model, wanted.upgrade)))
        and (not wanted.no_upgrade or not upgrades_of(g, model, wanted.no_upgrade))
        and (not wanted.ability or has_ability(g, model, wanted.ability))
        and (not wanted.action or any(same(a.name, wanted.action) for a in g.actions(model)))
        and _is(wanted.leader, model.leader)
        and (wanted.uses_stones is None or uses_stones(g, model) == wanted.uses_stones)
        and _is(wanted.activated, model.activated)
        and _is(wanted.summoned, model.summoned > 0)
        and _health(model, wanted.health)
        and all(
            RELATIONS[test.is_](figure(g, model, test.stat), count(g, replace(scene, it=model.id), test.than))
            for test in wanted.stats
        )
        and (not wanted.damaged or _damaged(scene, model))
        and (not wanted.moved or (scene.in_progress is not None and model.id in scene.in_progress.moves))
        and (not wanted.arrived or (scene.in_progress is not None and model.id in scene.in_progress.arrived))
        and (not wanted.passed or model.id in (scene.in_progress or g).passed)
    )


def _is(wanted: bool | None, held: bool) -> bool:
    return wanted is None or wanted == held


def _damaged(scene: Scene, model: Model) -> bool:
    return scene.in_progress is not None and scene.in_progress.damaged.get(model.id, 0) > 0


def _health(model: Model, wanted: str) -> bool:
    match wanted:
        case "half":
            return model.health <= -(-model.most // HALF)  # M3E-MATH-02
        case "full":
            return model.health >= model.most
        case "hurt":
            return model.health < model.most
    return True


def has_condition(model: Model, name: str) -> bool:
    """Whether the model has the Condition; ``adversary`` stands for any X, ``adversary:Family`` for
    that one."""
    return any(key == name or key.partition(":")[0] == name for key in model.conditions)


def same(one: str, two: str) -> bool:
    """Whether two printed names are equal, ignoring case and the kind of apostrophe."""
    return plain(one) == plain(two)


@lru_cache(4096)
def plain(name: str) -> str:
    return name.replace("’", "'").casefold().strip()


def upgrades_of(g: Game, model: Model, name: str) -> list[str]:
    """The slugs of the attached Upgrades of that name or kind; "any" stands for every Upgrade."""
    return [slug for slug in model.upgrades if plain(name) in ("", "any") or is_upgrade(g, slug, name)]


def is_upgrade(g: Game, slug: str, name: str) -> bool:
    """Whether the Upgrade has that name or kind."""
    card = g.upgrades.get(slug)
    return plain(name) in plain(slug) if card is None else card.is_a(name)


def has_ability(g: Game, model: Model, name: str) -> bool:
    """Whether the model has an ability of that name, whatever its value and type."""
    wanted = plain(name)
    return any(plain(ability.name).startswith(wanted) for ability in g.abilities(model))


def uses_stones(g: Game, model: Model) -> bool:
    return g.card(model).station in g.rules.stone_users or any(may(g, model) for may in STONE_USERS)


def _fights(g: Game, scene: Scene, model: Model, wanted: s.Models) -> bool:
    if wanted.engaged is not None and is_engaged(g, model) != wanted.engaged:
        return False
    if wanted.engaging is not None:
        other = model_meant(g, scene, wanted.engaging)
        if other is None or not engages(g, model, other):
            return False
    if wanted.engaged_by is not None:
        other = model_meant(g, scene, wanted.engaged_by)
        if other is None or not engages(g, other, model):
            return False
    return True


def _stands(g: Game, scene: Scene, model: Model, wanted: s.Models) -> bool:
    if wanted.terrain and not _in_terrain(g, model, wanted.terrain):
        return False
    if wanted.in_range and not in_action_range(g, scene, model):
        return False
    return _placed(g, scene, model, wanted)


def _in_terrain(g: Game, model: Model, trait: str) -> bool:
    return bool(g.table.terrain_at(g.state, model, trait="" if trait == "any" else trait, overlapping=True))


def _placed(g: Game, scene: Scene, body: Model | Marker, wanted: s.Models | s.Markers) -> bool:
    """Whether the body meets the selection's distances, line of sight and base contact."""
    spatial = (wanted.within, wanted.beyond, wanted.sight_of, wanted.contact)
    if isinstance(body, Model) and body.where == "buried":
        return all(said is None for said in spatial)  # M3E-BURY-01
    if wanted.within is not None or wanted.beyond is not None:
        bodies = bodies_of(g, scene, wanted.of)
        if wanted.within is not None:
            reach = inches(g, scene, wanted.within) + TOUCH
            if not any(_near(g, body, other, reach, wanted.area) for other in bodies):
                return False
        if wanted.beyond is not None:
            far = inches(g, scene, wanted.beyond) + TOUCH
            if any(g.table.gap(other, body) <= far for other in bodies):
                return False
    if wanted.sight_of is not None:
        eyes = bodies_of(g, scene, wanted.sight_of)
        if not any(eye.id == body.id or g.table.sees(g.state, eye, body) for eye in eyes):
            return False
    if wanted.contact is not None:
        return any(
            other.id != body.id and g.table.touching(other, body)
            for other in bodies_of(g, scene, wanted.contact)
        )
    return True


def _near(g: Game, body: Body, of: Body, reach: float, area: str) -> bool:
    """Whether the body is within ``reach`` inches of ``of``. An area also needs line of sight; an aura
    includes its source, a pulse does not (M3E-AREA-01, -09)."""
    if of.id == body.id:
        return area != "pulse"
    return g.table.gap(of, body) <= reach and (not area or g.table.sees(g.state, of, body))


def in_action_range(g: Game, scene: Scene, body: Body) -> bool:
    """Whether the body is in range and sight of the Action in progress; a pulse excludes its source
    (M3E-AREA-09)."""
    in_progress = scene.in_progress
    if in_progress is None:
        return False
    actor, action = g.state.models[in_progress.model], in_progress.action
    if actor.id == body.id:
        return action.icon != "pulse"
    return g.table.gap(actor, body) <= action.reach + TOUCH and g.table.sees(g.state, actor, body)


def matching_markers(g: Game, scene: Scene, wanted: s.Markers) -> list[Marker]:
    """Every marker of a selection. Strategy Markers match only when the selection names them
    (M3E-MARK-12)."""
    return [marker for marker in g.state.markers.values() if marker_matches(g, scene, marker, wanted)]


def marker_matches(g: Game, scene: Scene, marker: Marker, wanted: s.Markers) -> bool:
    kind = plain(marker.kind)
    return (
        marker.kind != IMMUNE
        and (not wanted.kinds or kind in map(plain, wanted.kinds))
        and kind not in map(plain, wanted.not_kinds)
        and of_side(g.state.models[scene.source].seat, marker.seat, wanted.side)
        and set(wanted.traits) <= set(marker.traits)
        and (not wanted.own or marker.by == scene.source)
        and (not wanted.dropped or (scene.in_progress is not None and marker.id in scene.in_progress.dropped))
        and not any(
            held.id == marker.id
            for which in wanted.besides
            if (held := this_marker(g, scene, which)) is not None
        )
        and (not wanted.in_range or in_action_range(g, scene, marker))
        and _placed(g, scene, marker, wanted)
    )


def matching_pieces(g: Game, scene: Scene, wanted: s.Markers) -> list[str]:
    """The names of the terrain pieces that a selection of markers includes: those with its traits
    within its distance, in line of sight where that is an area's (M3E-AREA-01, -09)."""
    if not wanted.pieces or wanted.within is None:
        return []
    far = inches(g, scene, wanted.within)
    return [
        piece
        for body in bodies_of(g, scene, wanted.of)
        for piece in g.table.terrain_near(g.state, body, far, wanted.traits[0], seen=bool(wanted.area))
    ]


# Choices


def models_of(g: Game, scene: Scene, wanted: s.Who, text: str = "") -> Proc[list[Model]]:
    """The models of a selection; ask the player who chooses, if any."""
    if isinstance(wanted, str):
        model = model_in_play(g, scene, wanted)
        return [model] if model is not None else []
    models = matching(g, scene, wanted)
    if wanted.which == "all" or not models:
        return models
    chooser = _chooser(g, scene, wanted.chosen_by)
    choices = [Choice(model.id, model.name, model.id) for model in models]
    text = text or f"{scene.label}: which model?"
    if wanted.which == "some":
        most = yield from whole_number(g, scene, wanted.number)
        keys = yield from several(chooser, "model", choices, 0, most, rule="M3E-ACT-19", text=text)
        return [g.model(key) for key in keys]
    if wanted.which == "nearest":
        choices = _nearest(g, scene, models, choices, wanted.of)
    if wanted.optional:
        choices.append(Choice("none", "Nobody"))
    key = yield from one_of(
        chooser, "model", choices, rule="M3E-ACT-19", text=text, forced=not wanted.optional
    )
    return [] if key == "none" else [g.model(key)]


def _chooser(g: Game, scene: Scene, by: s.Whom | Literal["opposing"]) -> int:
    """The seat that chooses."""
    source = g.state.models[scene.source]
    if by == "opposing":
        return other(source.player)
    return (model_in_play(g, scene, by) or source).player


def _nearest(g: Game, scene: Scene, those: Sequence[Body], choices: list[Choice], of: s.Spot) -> list[Choice]:
    """The choices for the bodies that are nearest to ``of``."""
    bodies = bodies_of(g, scene, of)
    far = [
        min((g.table.gap(body, other) for body in bodies if body.id != other.id), default=0.0)
        for other in those
    ]
    least = min(far) + TOUCH
    return [choice for choice, inches_off in zip(choices, far, strict=True) if inches_off <= least]


def model_of(g: Game, scene: Scene, wanted: s.Who, text: str = "") -> Proc[Model | None]:
    """The first model of ``models_of``, or ``None``."""
    chosen = yield from models_of(g, scene, wanted, text)
    return chosen[0] if chosen else None


def markers_of(
    g: Game, scene: Scene, wanted: s.WhichMarkers, text: str = "", *, only: Only = list
) -> Proc[list[Marker]]:
    """The markers of a selection, of which ``only`` leaves those that will do; ask the player who chooses, if
    any."""
    if isinstance(wanted, str):
        marker = this_marker(g, scene, wanted)
        return only([marker] if marker is not None and marker.id in g.state.markers else [])
    markers = only(matching_markers(g, scene, wanted))
    if wanted.which == "all" or not markers:
        return markers
    chooser = model_in_play(g, scene, wanted.chosen_by) or g.state.models[scene.source]
    choices = [Choice(marker.id, f"{titled(marker.kind)} Marker", marker.id) for marker in markers]
    text = text or f"{scene.label}: which marker?"
    if wanted.which == "some":
        most = yield from whole_number(g, scene, wanted.number)
        keys = yield from several(chooser.player, "marker", choices, 0, most, rule="M3E-ACT-19", text=text)
        return [g.state.markers[key] for key in keys]
    if wanted.which == "nearest":
        choices = _nearest(g, scene, markers, choices, wanted.of)
    if wanted.optional:
        choices.append(Choice("none", "None"))
    key = yield from one_of(
        chooser.player, "marker", choices, rule="M3E-ACT-19", text=text, forced=not wanted.optional
    )
    return [] if key == "none" else [g.state.markers[key]]


def spot_of(g: Game, scene: Scene, spot: s.Spot, text: str = "") -> Proc[Body | None]:
    """The one body that the word stands for; ask when there are several."""
    if isinstance(spot, s.Models):
        wanted = spot if spot.which in ("one", "nearest") else replace(spot, which="one")
        return (yield from model_of(g, scene, wanted, text))
    if isinstance(spot, s.Markers):
        single = spot if spot.which in ("one", "nearest") else replace(spot, which="one")
        chosen = yield from markers_of(g, scene, single, text)
        return chosen[0] if chosen else None
    bodies = bodies_of(g, scene, spot)
    return bodies[0] if bodies else None


# Amounts


def number_of(g: Game, scene: Scene, amount: s.Flippable) -> Proc[int | Profile]:
    """The number, or the damage profile to flip; ask for a number that a player chooses."""
    if isinstance(amount, tuple):
        return amount
    return count(g, scene, (yield from _chosen(g, scene, amount)))


def whole_number(g: Game, scene: Scene, amount: s.Amount) -> Proc[int]:
    """The number as ``number_of`` does, for amounts that cannot be flipped."""
    return count(g, scene, (yield from _chosen(g, scene, amount)))


def inches_of(g: Game, scene: Scene, amount: s.Inches) -> Proc[float]:
    if isinstance(amount, float | int):
        return float(amount)
    return float((yield from whole_number(g, scene, amount)))


def inches(g: Game, scene: Scene, amount: s.Inches) -> float:
    """A distance in inches that no player chooses."""
    return float(amount) if isinstance(amount, float | int) else float(count(g, scene, amount))


def way_of(g: Game, scene: Scene, amount: s.Inches) -> Proc[float]:
    """As ``inches_of``, for a distance that is moved: half of an odd number is not rounded (M3E-MATH-01)."""
    if isinstance(amount, s.Half) and not amount.down:
        return float((yield from whole_number(g, scene, amount.amount))) / amount.by
    return (yield from inches_of(g, scene, amount))


def _chosen(g: Game, scene: Scene, amount: s.Amount) -> Proc[s.Amount]:
    """The amount with its choices replaced by the answers."""
    if isinstance(amount, s.Chosen):
        least, most = count(g, scene, amount.least), amount.most
        chooser = model_in_play(g, scene, amount.by) or g.state.models[scene.source]
        top = max(least, least + 20 if most is None else count(g, scene, most))
        text = f"{scene.label}: how many?"
        return (yield from number(chooser.player, "number", least, top, rule="M3E-ACT-19", text=text))
    if isinstance(amount, s.Sum):
        parts: list[s.Amount] = []
        for part in amount.of:
            parts.append((yield from _chosen(g, scene, part)))
        return s.Sum(of=tuple(parts))
    if isinstance(amount, s.Times | s.Half | s.Limit):
        return replace(amount, amount=(yield from _chosen(g, scene, amount.amount)))
    return amount


def count(g: Game, scene: Scene, amount: s.Amount | s.Inches) -> int:
    """The value of the amount in the current state; for a choice the largest."""
    if isinstance(amount, Struct):
        return _count(amount, g, scene)
    if amount == "X":
        return scene.x or 0
    assert isinstance(amount, int | float)
    return int(amount)


@singledispatch
def _count(amount: Struct, g: Game, scene: Scene) -> int:
    raise NotImplementedError(type(amount).__name__)


@_count.register
def _(amount: s.Stat, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return figure(g, model, amount.stat) if model is not None else 0


def figure(g: Game, model: Model, name: str) -> int:
    """A printed number of the model with all changes applied (M3E-GEN-06, -07)."""
    match name:
        case "cost":
            return g.card(model).cost
        case "health":
            return model.health
        case "max_health":
            return model.most
        case "lost":
            return model.most - model.health
    return stat(g, model, name)


@_count.register
def _(amount: s.ConditionValue, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return model.conditions.get(amount.condition, 0) if model is not None else 0


@_count.register
def _(amount: s.ConditionsOn, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return len(model.conditions) if model is not None else 0


@_count.register
def _(amount: s.TokensOn, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return model.tokens.get(amount.name, 0) if model is not None else 0


@_count.register
def _(amount: s.UpgradesOn, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return len(upgrades_of(g, model, amount.name)) if model is not None else 0


@_count.register
def _(amount: s.Suits, g: Game, scene: Scene) -> int:
    """Count suits in the final total, printed and added ones included (M3E-DUEL-09)."""
    model = model_meant(g, scene, amount.of)
    side = scene.duel.side_of(model) if scene.duel is not None and model is not None else None
    if side is None:
        return 0
    wanted = scene.suit if amount.suit == "chosen" else amount.suit
    return len(side.suits) if wanted == "any" else side.suits.count(wanted)


@_count.register
def _(amount: s.Done, g: Game, scene: Scene) -> int:
    return scene.done


@_count.register
def _(amount: s.ActionDamage, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    if model is None or scene.in_progress is None:
        return 0
    return scene.in_progress.damaged.get(model.id, 0)


@_count.register
def _(amount: s.Distance, g: Game, scene: Scene) -> int:
    here, there = bodies_of(g, scene, "self"), bodies_of(g, scene, amount.to)
    return ceil(g.table.gap(here[0], there[0]) - TOUCH) if here and there else 0


@_count.register
def _(amount: s.HowManyKilled, g: Game, scene: Scene) -> int:
    killed = scene.in_progress.killed if scene.in_progress is not None else []
    return sum(model_matches_anywhere(g, scene, g.state.models[name], amount.models) for name in killed)


@_count.register
def _(amount: s.HowMuchHealed, g: Game, scene: Scene) -> int:
    healing = scene.happening.facts.get("healing") if scene.happening is not None else None
    return healing.healed if healing is not None else 0


@_count.register
def _(amount: s.ByCard, g: Game, scene: Scene) -> int:
    return variable(amount.profile, scene.card) if scene.card is not None else 0


@_count.register
def _(amount: s.MomentDamage, g: Game, scene: Scene) -> int:
    hit = scene.happening.facts.get("hit") if scene.happening is not None else None
    if scene.happening is None or hit is None:
        return 0
    return int(hit.suffered if scene.happening.moment == "damaged" else hit.final)


@_count.register
def _(amount: s.CardValue, g: Game, scene: Scene) -> int:
    return scene.card.value if scene.card is not None else 0


@_count.register
def _(amount: s.TurnNumber, g: Game, scene: Scene) -> int:
    return g.state.turn


@_count.register
def _(amount: s.Difference, g: Game, scene: Scene) -> int:
    duel = scene.duel
    if duel is None:
        return 0
    if duel.opposed:
        return abs(duel.difference)
    return max(0, duel.actor.total - (duel.tn or 0))


@_count.register
def _(amount: s.DuelTotal, g: Game, scene: Scene) -> int:
    duel = scene.in_progress.duel if scene.in_progress is not None else None
    return duel.actor.total if duel is not None else 0


@_count.register
def _(amount: s.InHand, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    hand = _crew(g, model, amount.opposing).hand if model is not None else ()
    suit = scene.suit if amount.suit == "chosen" else amount.suit
    return sum(not amount.suit or card.is_of((suit,)) for card in hand)


def _crew(g: Game, model: Model, opposing: bool) -> Crew:
    return g.crew(other(model.player) if opposing else model.player)


@_count.register
def _(amount: s.MostCards, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return most_cards(g, model.player) if model is not None else 0


@_count.register
def _(amount: s.RevealedSchemes, g: Game, scene: Scene) -> int:
    crew = _crew(g, g.state.models[scene.source], amount.opposing)
    return sum(scheme.revealed for scheme in crew.schemes)


@_count.register
def _(amount: s.ActionStat, g: Game, scene: Scene) -> int:
    return (scene.in_progress.action.stat or 0) if scene.in_progress is not None else 0


@_count.register
def _(amount: s.ResistStat, g: Game, scene: Scene) -> int:
    """The resist stat; 0 when the Action is not resisted."""
    model = model_meant(g, scene, amount.of)
    resist = scene.in_progress.action.resist if scene.in_progress is not None else ""
    return figure(g, model, resist) if model is not None and resist else 0


@_count.register
def _(amount: s.PassTokens, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return _crew(g, model, amount.opposing).passes if model is not None else 0


@_count.register
def _(amount: s.Stones, g: Game, scene: Scene) -> int:
    model = model_meant(g, scene, amount.of)
    return g.crew(model.player).stones if model is not None else 0


@_count.register
def _(amount: s.NamedCost, g: Game, scene: Scene) -> int:
    """Add the Costs of the cards named when the Action was declared (M3E-SUMM-01)."""
    named = scene.in_progress.named if scene.in_progress is not None else ()
    return sum(g.cards[slug].cost for slug in named if slug in g.cards)


@_count.register
def _(amount: s.HowMany, g: Game, scene: Scene) -> int:
    return len(matching(g, scene, amount.models))


@_count.register
def _(amount: s.HowManyMarkers, g: Game, scene: Scene) -> int:
    return len(matching_markers(g, scene, amount.markers))


@_count.register
def _(amount: s.Sum, g: Game, scene: Scene) -> int:
    return sum(count(g, scene, part) for part in amount.of)


@_count.register
def _(amount: s.Times, g: Game, scene: Scene) -> int:
    return count(g, scene, amount.amount) * count(g, scene, amount.by)


@_count.register
def _(amount: s.Half, g: Game, scene: Scene) -> int:
    """Halve, rounding up unless the word says down (M3E-MATH-01)."""
    value = count(g, scene, amount.amount)
    return value // amount.by if amount.down else -(-value // amount.by)


@_count.register
def _(amount: s.Limit, g: Game, scene: Scene) -> int:
    value = count(g, scene, amount.amount)
    if amount.most is not None:
        value = min(value, count(g, scene, amount.most))
    return value if amount.least is None else max(value, count(g, scene, amount.least))


@_count.register
def _(amount: s.Chosen, g: Game, scene: Scene) -> int:
    return count(g, scene, amount.least if amount.most is None else amount.most)


@_count.register
def _(amount: s.IfCount, g: Game, scene: Scene) -> int:
    return count(g, scene, amount.then if holds(g, scene, amount.test) else amount.otherwise)


# Tests


def holds(g: Game, scene: Scene, test: s.AnyTest) -> bool:
    """Whether the test holds now."""
    return _holds(test, g, scene)


@singledispatch
def _holds(test: Struct, g: Game, scene: Scene) -> bool:
    raise NotImplementedError(type(test).__name__)


@_holds.register
def _(test: s.Is, g: Game, scene: Scene) -> bool:
    model = model_meant(g, scene, test.who)
    return model is not None and model_matches_anywhere(g, scene, model, test.like)


@_holds.register
def _(test: s.ThereAre, g: Game, scene: Scene) -> bool:
    present = len(matching(g, scene, test.models))
    most = present if test.most is None else count(g, scene, test.most)
    return count(g, scene, test.least) <= present <= most


@_holds.register
def _(test: s.ThereAreMarkers, g: Game, scene: Scene) -> bool:
    present = len(matching_markers(g, scene, test.markers)) + len(matching_pieces(g, scene, test.markers))
    most = present if test.most is None else count(g, scene, test.most)
    return count(g, scene, test.least) <= present <= most


@_holds.register
def _(test: s.Compare, g: Game, scene: Scene) -> bool:
    return RELATIONS[test.is_](count(g, scene, test.left), count(g, scene, test.right))


@_holds.register
def _(test: s.HasDone, g: Game, scene: Scene) -> bool:
    return scene.done >= test.least


@_holds.register
def _(test: s.Not, g: Game, scene: Scene) -> bool:
    return not holds(g, scene, test.test)


@_holds.register
def _(test: s.Every, g: Game, scene: Scene) -> bool:
    return all(holds(g, scene, inner) for inner in test.tests)


@_holds.register
def _(test: s.Some, g: Game, scene: Scene) -> bool:
    return any(holds(g, scene, inner) for inner in test.tests)


@_holds.register
def _(test: s.Acting, g: Game, scene: Scene) -> bool:
    in_progress = scene.in_progress
    if in_progress is None:
        return False
    actor = g.state.models[in_progress.model]
    if test.by is not None and not model_matches_anywhere(g, scene, actor, test.by):
        return False
    if test.generator is not None:
        generator = g.state.models.get(in_progress.generator)
        if generator is None or not model_matches_anywhere(g, scene, generator, test.generator):
            return False
    return (
        is_act(g, scene, in_progress.action, test.acts)
        and _generated(in_progress, test.acts)
        and _targets(g, scene, in_progress.target, test.acts)
    )


def _generated(in_progress: object, acts: s.Acts) -> bool:
    generated = getattr(in_progress, "generated", False)
    by = getattr(in_progress, "generated_by", "")
    if acts.generated is not None and acts.generated != generated:
        return False
    return not acts.generated_by or any(same(by, name) for name in acts.generated_by)


def _targets(g: Game, scene: Scene, target: str, acts: s.Acts) -> bool:
    if acts.targets is None:
        return True
    model = g.state.models.get(target)
    return model is not None and model_matches_anywhere(g, scene, model, acts.targets)


def is_act(g: Game, scene: Scene | None, action: Action, acts: s.Acts) -> bool:
    """Whether an Action matches ``acts`` by what is printed: name, icon, kind, bonus, resist stat."""
    icon = action.icon or "none"
    kinds = {
        "": True,
        "attack": action.is_attack,
        "tactical": not action.is_attack,
        "general": action.name in GENERAL,
        "not_general": action.name not in GENERAL,
        "card": action.name not in GENERAL,
    }
    return (
        (not acts.names or any(same(action.printed, name) for name in acts.names))
        and not any(same(action.printed, name) for name in acts.not_names)
        and (not acts.icons or icon in acts.icons)
        and icon not in acts.not_icons
        and kinds[acts.kind]
        and _is(acts.bonus, action.bonus)
        and (not acts.resist or action.resist == acts.resist)
    )


@_holds.register
def _(test: s.InActivation, g: Game, scene: Scene) -> bool:
    name = g.state.activating
    if not name or name not in g.state.models:
        return False
    if isinstance(test.who, s.Models):
        return model_matches_anywhere(g, scene, g.state.models[name], test.who)
    model = model_meant(g, scene, test.who)
    return model is not None and model.id == name


@_holds.register
def _(test: s.Took, g: Game, scene: Scene) -> bool:
    return any(
        is_act(g, scene, action, test.acts)
        for model in _those(g, scene, test.who)
        for action in took_since(g, model.id, test.since)
    )


@_holds.register
def _(test: s.Did, g: Game, scene: Scene) -> bool:
    for model in _those(g, scene, test.who):
        for about in done_since(g, model.id, test.what, test.since):
            if test.to is None or (
                about in g.state.models and model_matches_anywhere(g, scene, g.state.models[about], test.to)
            ):
                return True
    return False


def _those(g: Game, scene: Scene, wanted: s.Who) -> Iterator[Model]:
    if isinstance(wanted, s.Models):
        yield from matching(g, scene, wanted)
    elif (model := model_meant(g, scene, wanted)) is not None:
        yield model


@_holds.register
def _(test: s.CardIs, g: Game, scene: Scene) -> bool:
    card = scene.card
    if card is None:
        return False
    if (test.joker == "no" and card.is_joker) or (test.joker == "any" and not card.is_joker):
        return False
    if (test.joker == "red" and card != RED_JOKER) or (test.joker == "black" and card != BLACK_JOKER):
        return False
    wanted = {scene.suit if suit == "chosen" else suit for suit in test.suits}
    suit = scene.memory.joker_suit if card == RED_JOKER else card.suit
    suited = not wanted or "any" in wanted or suit in wanted or (card == RED_JOKER and not suit)
    return suited and test.least <= card.value <= test.most


@_holds.register
def _(test: s.Stands, g: Game, scene: Scene) -> bool:
    model = model_in_play(g, scene, test.who)
    if model is None or not model.on_table:
        return False
    if test.on == "centreline":
        return on_centreline(g, model)
    return on_half(g, model, model.seat if test.on == "own_half" else other(model.seat))


@_holds.register
def _(test: s.Repeated, g: Game, scene: Scene) -> bool:
    in_progress = scene.in_progress
    if in_progress is None:
        return False
    taken = took_since(g, in_progress.model, "activation")
    return sum(same(action.printed, in_progress.action.printed) for action in taken) > 1


@_holds.register
def _(test: s.DuelWas, g: Game, scene: Scene) -> bool:
    duel = scene.duel
    if duel is None:
        return False
    names = {side.stat_name for side in duel.sides}
    if test.stats and not names & set(test.stats):
        return False
    if test.opposed is not None and duel.opposed != test.opposed:
        return False
    if test.plain is not None and test.plain != all(side.plus == side.minus for side in duel.sides):
        return False
    if test.joker:
        side = duel.side_of(scene.source)
        joker = RED_JOKER if test.joker == "red" else BLACK_JOKER
        if side is None or side.flip is None or side.flip.flipped != joker:
            return False
    return _won(g, scene, test) and _cheated(g, scene, test) and _declared(g, scene, test)


def _won(g: Game, scene: Scene, test: s.DuelWas) -> bool:
    if test.won_by is None or scene.duel is None:
        return True
    model = model_meant(g, scene, test.won_by)
    side = scene.duel.side_of(model) if model is not None else None
    return side is not None and side.success


def _cheated(g: Game, scene: Scene, test: s.DuelWas) -> bool:
    if test.cheated_by is None or scene.duel is None:
        return True
    model = model_meant(g, scene, test.cheated_by)
    side = scene.duel.side_of(model) if model is not None else None
    return side is not None and side.flip is not None and side.flip.cheated


def _declared(g: Game, scene: Scene, test: s.DuelWas) -> bool:
    if test.declared_by is None or scene.duel is None:
        return True
    model = model_meant(g, scene, test.declared_by)
    side = scene.duel.side_of(model) if model is not None else None
    return side is not None and side.trigger is not None


@_holds.register
def _(test: s.Interrupted, g: Game, scene: Scene) -> bool:
    return scene.memory.interrupted


@_holds.register
def _(test: s.SharedSuit, g: Game, scene: Scene) -> bool:
    """Whether the final totals of both sides contain the suit (M3E-DUEL-09)."""
    sides = list(scene.duel.sides) if scene.duel is not None else []
    return len(sides) == 2 and bool(set(sides[0].suits) & set(sides[1].suits))


@_holds.register
def _(test: s.Segment, g: Game, scene: Scene) -> bool:
    in_progress = scene.in_progress
    if in_progress is None or in_progress.segment is None:
        return False
    enough = in_progress.segment >= ("weak", "moderate", "severe").index(test.least)
    return enough and _is(test.cheated, in_progress.cheated)
