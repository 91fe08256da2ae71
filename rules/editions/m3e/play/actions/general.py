"""The general Actions every model has: Assist (M3E-ACT-12), Charge (-14, -26), Concentrate (-11), Disengage
(-08 to -10), Interact (-04 to -07), Slam (-15) and Walk (-13). Each is registered with ``@general``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import cast

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, Options
from rules.editions.m3e.play.abilities.choosing import bodies_of, count, is_act
from rules.editions.m3e.play.abilities.choosing import inches as inches_now
from rules.editions.m3e.play.abilities.held import borne, parts
from rules.editions.m3e.play.abilities.manner import left_of, manner_of
from rules.editions.m3e.play.abilities.passive import ground_for, removable
from rules.editions.m3e.play.abilities.scene import Scene
from rules.editions.m3e.play.actions.available import can_be_taken, copies_of
from rules.editions.m3e.play.actions.registry import general
from rules.editions.m3e.play.actions.take import ANY, Wanted, generate, take_action
from rules.editions.m3e.play.effects.conditions import change_condition, gain
from rules.editions.m3e.play.effects.markers import IMMUNE, drop_touching, remove
from rules.editions.m3e.play.effects.movement import let_fall, move, move_marker, move_within, places_of_move
from rules.editions.m3e.play.procedure.cards import flip_number
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.procedure.reach import engagement_range, engagers, is_engaged
from rules.editions.m3e.scripts.selects import Acts
from rules.editions.m3e.scripts.words import (
    ActionModifier,
    ChargeWith,
    Deploys,
    InsteadOfMoving,
    InteractsFor,
    PartingBlow,
)
from rules.editions.m3e.statcards import Action
from rules.game.events.announcements import Targeted
from rules.game.events.table import ControlSet, TerrainRemoved, UsedOnce
from rules.game.procedure.asks import Proc, one_of, spot, yes
from rules.game.state import Model, other
from rules.game.table_access.interface import Body, MoveRegion, elevation_at
from rules.game.table_access.spots import Narrowed
from rules.table.geometry.footprints import MM, TOUCH
from rules.wording import titled

LOWERS = ("burning", "distracted", "injured")


def helped(g: Game, model: Model) -> list[Model]:
    """Other friendly models within 2" and sight that have a Condition which Assist can lower."""
    return [
        friend
        for friend in g.state.on_table()
        if friend.seat == model.seat
        and friend.id != model.id
        and any(friend.has(name) for name in LOWERS)
        and g.table.gap(model, friend) <= g.rules.assist_range + TOUCH
        and g.table.sees(g.state, model, friend)
    ]


@general(Action(name="Assist"), lambda g, model: bool(helped(g, model)))
def assist(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Lower Burning, Distracted or Injured by a 1/2/3 flip."""
    model = g.model(in_progress.model)
    choices = [
        Choice(f"{ally.id}:{name}", f"{ally.name}: {name.capitalize()}", ally.id)
        for ally in helped(g, model)
        for name in LOWERS
        if ally.has(name)
    ]
    key = yield from one_of(
        model.player,
        "condition",
        choices,
        rule="M3E-ACT-12",
        text="Assist whom with what?",
        about=(model.id,),
        noted=g.emit,
    )
    target, _, condition = key.partition(":")
    number = yield from flip_number(g, model.player, g.rules.assist, why="Assist", model=model)
    yield from change_condition(g, target, condition, -number.value)


def _charges_engaged(g: Game, model: Model) -> bool:
    """Whether an ability lets it Charge while engaged."""
    return any(part.even_engaged and "Charge" in part.acts.names for part in parts(g, model, ActionModifier))


CHARGE = Action(name="Charge", once="activation")


@general(
    CHARGE,
    lambda g, model: not is_engaged(g, model) or _charges_engaged(g, model),
)
def charge(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Push up to Mv, also 0", then take a melee Action outside the Action Limit (M3E-MOVE-01)."""
    model = g.model(in_progress.model)
    if not (yield from _moves_otherwise(g, in_progress)):
        inches = charge_inches(g, model)
        yield from move(g, model.id, inches, "charge", by=model.id, text="Charge where?")
    shoots = any(part.icon == "missile" for part in parts(g, model, ChargeWith))
    generate(
        g,
        model.id,
        icon="" if shoots else "melee",
        bonus_too=g.policies.charge_allows_bonus,
        wanted=Wanted(acts=Acts(icons=("melee", "missile"))) if shoots else ANY,
    )


def charge_inches(g: Game, model: Model) -> float:
    """How far its Charge goes: its Mv, and what abilities add."""
    return stat(g, model, "mv") + sum(
        count(g, Scene(model.id), part.inches)
        for part in parts(g, model, ActionModifier)
        if is_act(g, None, CHARGE, part.acts)
    )


@general(Action(name="Concentrate", once="activation"), lambda g, model: True)
def concentrate(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Gain Focused +1, up to its cap (M3E-COND-20)."""
    yield from gain(g, in_progress.model, "focused", 1, in_progress.model)


DISENGAGE = "Disengage"


@general(Action(name=DISENGAGE), is_engaged)
def disengage(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Let one engaging enemy attack the model; then Push it up to Mv less the distance lost to that
    attack."""
    model = g.model(in_progress.model)
    g.emit(UsedOnce(model.id, DISENGAGE))
    enemies = engagers(g, model)
    attack = yield from _parting_attack(g, model, enemies)
    inches = stat(g, g.model(model.id), "mv")
    if attack is not None and attack.succeeded and attack.duel is not None:
        inches -= yield from _lost(g, attack, len(enemies) - 1, model)
    if g.model(model.id).on_table:
        yield from move(g, model.id, max(0, inches), "push", by=model.id, text="Push where?")


def _parting_attack(g: Game, model: Model, enemies: tuple[Model, ...]) -> Proc[ActionInProgress | None]:
    """Let the opponent pick one engaging model and a melee Action, or none. The attack declares no Triggers
    and has no effect of its own (M3E-ACT-08, -09, M3E-TRIG-04). The opponent is the enemy Crew's player, also
    of a model that this player controls (M3E-CTRL-03)."""
    ready = {
        f"{enemy.id}:{action.name}": (enemy, action)
        for enemy in enemies
        for action in (*g.actions(enemy), *copies_of(g, enemy))
        if action.icon == "melee" and action.is_attack and can_be_taken(g, enemy, action, model.id)
    }
    if not ready:
        return None
    choices = [
        Choice(key, f"{enemy.name}: {action.name}", enemy.id) for key, (enemy, action) in ready.items()
    ]
    choices.append(Choice("none", "Let it go"))
    key = yield from one_of(
        other(model.seat),
        "attack",
        choices,
        rule="M3E-ACT-08",
        text=f"{model.name} disengages: attack?",
        about=(model.id,),
    )
    if key == "none":
        return None
    enemy, action = ready[key]
    blow = False
    if any(True for _ in parts(g, enemy, PartingBlow)):
        text = f"{action.name}: its effects, instead of a shorter Push?"
        blow = yield from yes(enemy.player, "use", rule="M3E-ABIL-01", text=text, about=(enemy.id,))
    attack = ActionInProgress(
        enemy.id,
        action,
        generated=True,
        generated_by=DISENGAGE,
        no_triggers=not blow,
        no_effect=not blow,
        only_target=model.id,
    )
    yield from take_action(g, attack)
    return None if blow else attack


def _lost(g: Game, attack: ActionInProgress, others: int, model: Model) -> Proc[int]:
    """The inches lost: 2/4/6 by the attack's accuracy, with plus for each other engaging enemy
    (M3E-ACT-09, -10)."""
    assert attack.duel is not None
    accuracy = g.rules.accuracy_of(max(0, attack.duel.difference))
    by_attacker = g.policies.disengage_flip == "attacker"
    flipper = g.model(attack.model) if by_attacker else model
    number = yield from flip_number(
        g,
        flipper.player,
        g.rules.disengage,
        plus=max(0, accuracy) + others,
        minus=max(0, -accuracy),
        why=DISENGAGE,
        model=flipper,
    )
    return number.value


SCHEME = "scheme"


@dataclass(frozen=True, slots=True)
class Interaction:
    """One option of an Interact. ``ignores`` are enemies whose engagement does not prevent it
    (M3E-SCHEME-15)."""

    key: str
    label: str
    perform: Callable[[], Proc[None]]
    ignores: tuple[str, ...] = ()


Source = Callable[[Game, Model], Iterable[Interaction]]
INTERACTIONS: list[Source] = []


def interaction(source: Source) -> Source:
    """Register a source of Interact options of a Strategy, Scheme or card (M3E-ACT-07)."""
    INTERACTIONS.append(source)
    return source


def may_interact_freely(g: Game, model: Model) -> list[ActionModifier]:
    """The parts that let the model Interact while engaged or after Disengage."""
    return [part for part in parts(g, model, ActionModifier) if is_act(g, None, INTERACT, part.acts)]


def hindered(g: Game, model: Model) -> bool:
    """Whether the model is engaged and no ability lets it Interact (M3E-ACT-04)."""
    return bool(engagers(g, g.model(model.id))) and not any(
        part.even_engaged for part in may_interact_freely(g, model)
    )


def offered(g: Game, model: Model) -> Iterator[Interaction]:
    """What the model could do by Interact now, for the Crew that ``model`` says; who engages it does not
    change. Not in an Activation in which it Disengaged, nor in the Turn it was Summoned (M3E-ACT-04,
    M3E-SUMM-04)."""
    freely = may_interact_freely(g, model)
    if model.summoned and model.summoned == g.state.turn:
        return
    if DISENGAGE in model.once_activation and not any(part.after_disengage for part in freely):
        return
    if g.state.turn == 1 and any(part.no_interact for part in parts(g, model, Deploys)):
        return
    unhindered = any(part.even_engaged for part in freely)
    engaging = set() if unhindered else {enemy.id for enemy in engagers(g, g.model(model.id))}
    for source in INTERACTIONS:
        for choice in source(g, model):
            if engaging <= set(choice.ignores):
                yield choice


def interacts_for(g: Game, model: Model) -> Model | None:
    """The model for whose Crew that one Interacts by an ability, and whose side decides how (M3E-CTRL-02)."""
    return next((bearer for _, bearer in borne(g, model, InteractsFor)), None)


INTERACT = Action(name="Interact")


@general(INTERACT, lambda g, model: next(offered(g, model), None) is not None)
def interact(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Let the model do one of the things offered. A single option is asked about too: a secret Scheme may add
    another, and skipping the question would reveal that it did not. An ability may let another model control
    it, for whose Crew it is then taken (M3E-CTRL-02)."""
    model = g.model(in_progress.model)
    whose = interacts_for(g, model)
    if whose is None:
        yield from _interact(g, model)
        return
    taken_over = whose.player != model.player
    if taken_over:
        g.emit(ControlSet(model.id, whose.player))
    yield from _interact(g, replace(g.model(model.id), seat=whose.seat))
    if taken_over and g.model(model.id).in_play:
        g.emit(ControlSet(model.id, model.controller))


def _interact(g: Game, model: Model) -> Proc[None]:
    options = list(offered(g, model))
    if not options:
        return
    choices = [Choice(one.key, one.label) for one in options]
    key = yield from one_of(
        model.player,
        "interact",
        choices,
        rule="M3E-ACT-04",
        text="Interact how?",
        about=(model.id,),
    )
    yield from next(one for one in options if one.key == key).perform()


def friendly_apart(g: Game, model: Model) -> tuple[tuple[Body, float], ...]:
    """The friendly Scheme Markers from which a new one must be more than 4" away, with that distance: those
    of the model's Crew or of its controller, by policy ``interact_apart`` (M3E-ACT-05, M3E-CTRL-05)."""
    seat = model.seat if g.policies.interact_apart == "crew" else model.player
    return tuple(
        (marker, g.rules.scheme_marker_apart + 0.002)
        for marker in g.state.markers.values()
        if marker.kind == SCHEME and marker.seat == seat
    )


@interaction
def drop_scheme_marker(g: Game, model: Model) -> Iterator[Interaction]:
    """Offer to drop a Scheme Marker in base contact, with no other friendly one within 4" (M3E-ACT-05). It is
    friendly to the side that controls the model (M3E-MARK-05)."""
    if hindered(g, model):
        return
    options = g.table.spots(g.state, model, 0.0, g.rules.marker_mm, apart=friendly_apart(g, model))
    if next(iter(options.listed()), None) is not None:

        def perform() -> Proc[None]:
            yield from drop_touching(
                g, SCHEME, g.model(model.id), seat=model.player, apart=friendly_apart(g, model)
            )

        yield Interaction("drop", "Drop a Scheme Marker", perform)


@interaction
def remove_scheme_markers(g: Game, model: Model) -> Iterator[Interaction]:
    """Offer to remove all Scheme Markers in base contact, whichever side they are friendly to
    (M3E-ACT-06)."""
    if hindered(g, model):
        return
    touched = [
        marker
        for marker in g.state.markers.values()
        if marker.kind == SCHEME and g.table.touching(marker, model)
    ]
    if markers := removable(g, touched, model):

        def perform() -> Proc[None]:
            for marker in markers:
                yield from remove(g, marker.id, model.id)

        yield Interaction("remove", "Remove the Scheme Markers it touches", perform)


def within_reach(g: Game, model: Model) -> list[Choice]:
    """Impassable Markers and Destructible terrain within 1" and line of sight (M3E-ACT-15, -18);
    Strategy Markers are immune (M3E-MARK-12)."""
    markers = [
        Choice(marker.id, f"{marker.name or titled(marker.kind)} Marker", marker.id)
        for marker in g.state.markers.values()
        if ("impassable" in marker.traits or "destructible" in marker.traits)
        and marker.kind != IMMUNE
        and g.table.gap(model, marker) <= g.rules.slam_range + TOUCH
        and g.table.sees(g.state, model, marker)
        and ("destructible" not in marker.traits or removable(g, [marker], model))
    ]
    pieces = g.table.terrain_near(g.state, model, g.rules.slam_range, "destructible", seen=True)
    return markers + [Choice(f"terrain:{piece}", piece) for piece in pieces]


@general(Action(name="Slam"), lambda g, model: bool(within_reach(g, model)))
def slam(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Remove a Destructible target, or Place another target within 1" of the model. What stood on it falls
    (M3E-ACT-15, M3E-MOVE-06)."""
    model = g.model(in_progress.model)
    key = yield from one_of(
        model.player,
        "marker",
        within_reach(g, model),
        rule="M3E-ACT-15",
        text="Slam what?",
        about=(model.id,),
        noted=g.emit,
    )
    g.emit(Targeted(model.id, "Slam", key))
    if key.startswith("terrain:"):
        g.emit(TerrainRemoved(key.removeprefix("terrain:"), model.id))
        yield from let_fall(g, model.id)
        return
    marker = g.state.markers[key]
    if "destructible" in marker.traits:
        yield from remove(g, key, model.id)
        yield from let_fall(g, model.id)
        return
    rest = {name: lying for name, lying in g.state.markers.items() if name != key}
    lifted = replace(g.state, markers=rest)
    options = g.table.spots(
        lifted, model, g.rules.slam_range, marker.mm, apart=[(body, 0.0) for body in g.state.on_table()]
    )
    x, y = yield from spot(
        model.player,
        "spot",
        options,
        rule="M3E-ACT-15",
        text="Where does the marker go?",
        about=(model.id,),
        mm=marker.mm,
    )
    yield from move_marker(g, key, x, y, model.id, placed=True, level=elevation_at(options, x, y))
    yield from let_fall(g, model.id)


def _moves_otherwise(g: Game, in_progress: ActionInProgress) -> Proc[bool]:
    """Offer the moves by which abilities replace the Action's own move; return whether one was made. A Walk
    leaves no enemy's engagement range by them either, unless they say so (M3E-ACT-13, M3E-ENG-03)."""
    model, name = g.model(in_progress.model), in_progress.action.name
    scene = Scene(model.id, in_progress=in_progress, label=name)
    ways = [part for part in parts(g, model, InsteadOfMoving) if name in part.names]
    for part in ways:
        inches = left_of(g, model, inches_now(g, scene, part.inches), model)
        contact = [] if part.contact is None else bodies_of(g, scene, part.contact)
        if part.contact is not None:
            options = g.table.contact(g.state, model, [body for body in contact if body.id != model.id])
            if part.inches:
                options = Narrowed(options, partial(_within, model, inches))
        else:
            if part.kind == "place" and g.rules.table.place_within == "gap":
                inches = max(0.0, inches - model.mm * MM)  # Completely within (M3E-MEAS-04).
            ground = ground_for(g, model, "severe")
            options = g.table.reach(ground, model, inches, part.kind, manner=manner_of(g, model))
        if name == "Walk" and not part.even_engaged and not manner_of(g, model).unbound:
            options = Narrowed(options, partial(_stays_engaged, g, model, options, ranges(g, model)[0]))
        if (part.contact is not None and not contact) or next(iter(options.listed()), None) is None:
            continue
        text = f"{name}: {WAYS[part.kind]} {model.name} instead?"
        if (yield from yes(model.player, "use", rule="M3E-ABIL-01", text=text, about=(model.id,))):
            return (yield from move_within(g, model.id, options, part.kind, by=model.id))
    return False


WAYS = {"place": "Place", "push": "Push", "move": "move"}


def _stays_engaged(
    g: Game, model: Model, options: Options, bound: Iterable[tuple[Model, float]], answer: Answer
) -> bool:
    end = cast(MoveRegion, options).end(answer)
    level = model.elevation if end.elevation is None else end.elevation
    there = replace(model, x=end.x, y=end.y, elevation=level)
    return all(g.table.gap(there, enemy) <= reach + TOUCH for enemy, reach in bound)


def _within(model: Model, inches: float, answer: Answer) -> bool:
    return hypot(float(answer[0]) - model.x, float(answer[1]) - model.y) <= inches + TOUCH


def ranges(g: Game, model: Model) -> tuple[list[tuple[Model, float]], list[tuple[Model, float]]]:
    """The enemies whose engagement ranges a Walk may not leave, with the ranges in inches: those that
    engage the model now, and those it may come to be engaged by on the way (M3E-ENG-03, -07)."""
    now = engagers(g, model)
    bound = [(enemy, engagement_range(g, enemy) or 0.0) for enemy in now]
    if g.rules.table.walk_may_not_leave == "began_in":
        return bound, []
    held = {enemy.id for enemy in now}
    others = [
        (enemy, engagement_range(g, enemy) or 0.0)
        for enemy in g.state.on_table()
        if enemy.seat != model.seat and enemy.id not in held and engagement_range(g, enemy) is not None
    ]
    return bound, others


@general(Action(name="Walk"), lambda g, model: True)
def walk(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Move up to Mv, also 0" (M3E-MOVE-01), without leaving an enemy's engagement range."""
    model = g.model(in_progress.model)
    if (yield from _moves_otherwise(g, in_progress)):
        return
    bound, traps = ranges(g, model)
    yield from move(
        g, model.id, stat(g, model, "mv"), "walk", by=model.id, bound=bound, traps=traps, text="Walk where?"
    )


def places_of_walk(g: Game, held: Model) -> Options:
    """Where a Walk may take the model from where ``held`` stands."""
    bound, traps = ranges(g, held)
    return places_of_move(g, held, stat(g, held, "mv"), "walk", by=held.id, bound=bound, traps=traps)
