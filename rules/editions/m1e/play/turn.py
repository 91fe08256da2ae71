"""The course of a First Edition Encounter: deployment, then turns of a Draw, an Activation and a Closing
Phase (M1-TURN), until the cards end it (M1-ENC-19).

``encounter`` can start from a stored state at every ``g.boundary()``. The Draw Phase is the state's phase
``start``, the Closing Phase its phase ``end``.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.dialogue import Choice
from rules.editions.m1e.play.actions import END, ap_left, menu, take
from rules.editions.m1e.play.cards import discard, draw, flip_card, shuffle, spend_stone
from rules.editions.m1e.play.companions import granted, nominate, noticed, take_granted
from rules.editions.m1e.play.damage import activation_begins
from rules.editions.m1e.play.events import activation_phase_begins, blow, flip_for_event, name_the_wind
from rules.editions.m1e.play.ground.features import cover_the_ground, effigy_scores, place_feature
from rules.editions.m1e.play.ground.places import DeploymentSpots, points_of, take_schemes, treasure
from rules.editions.m1e.play.ground.placing import place_terrain
from rules.editions.m1e.play.hire import hire
from rules.editions.m1e.play.match import (
    BRAVE,
    FAST,
    PARALYZED,
    REACTIVATE,
    SLOW,
    STANCE,
    Match,
    reaches,
)
from rules.editions.m1e.play.morale import morale_duel, panic_of
from rules.editions.m1e.play.reactions import answer
from rules.editions.m1e.setup import SIZES, another_turn
from rules.fate.cards import FULL_DECK, RED_JOKER
from rules.game.events.announcements import Remark
from rules.game.events.cards import DeckLaid
from rules.game.events.table import Activated, ConditionSet, LastingEnded, MarkerDropped, Moved, WentUnder
from rules.game.events.turns import (
    ActivationBegan,
    ActivationEnded,
    ActiveSet,
    ClosingPhaseBegan,
    EncounterEnded,
    GroupNamed,
    InitiativeSet,
    PhaseBegan,
    Scored,
    StrategiesSet,
    TurnBegan,
    ZoneTaken,
)
from rules.game.narration import Names
from rules.game.procedure.asks import LOOK_AGAIN, Ask, Proc, one_of, yes
from rules.game.state import Model, other

TREE, TREE_TN = 2.0, 12
"""Inches around a Hanging Tree, and the Morale Duel that an activation ending there forces (M1-FEAT-08)."""


def encounter(g: Match) -> Proc[None]:
    """Play from the current state to the end of the Encounter."""
    if g.state.phase == "setup":
        yield from begin(g)
    while g.state.phase != "over":
        g.boundary()
        if g.state.phase == "start":
            yield from draw_phase(g)
        elif g.state.phase == "activation":
            yield from activation_step(g)
        else:
            yield from closing_phase(g)


# Deployment


def begin(g: Match) -> Proc[None]:
    """Set up terrain, hire Crews if they are hired here, pick sides, deploy, and shuffle both decks
    (M1-ENC-04, -09, -17, -18)."""
    setup = g.setup
    for seat in (0, 1):
        g.emit(DeckLaid(seat, FULL_DECK))
        shuffle(g, seat)
    g.emit(StrategiesSet(setup.first, setup.strategies, setup.deployment))
    first = setup.first
    yield from place_feature(g)
    yield from place_terrain(g)
    cover_the_ground(g)
    yield from hire(g)
    zones = (Choice("south", "The lower zone"), Choice("north", "The upper zone"))
    zone = yield from one_of(first, "zone", zones, rule="M1-ENC-17", text="Which side?")
    g.emit(ZoneTaken(first, zone))
    g.emit(ZoneTaken(other(first), "north" if zone == "south" else "south"))
    seats = (Choice(str(first), "You"), Choice(str(other(first)), "Your opponent"))
    who = int((yield from one_of(first, "first", seats, rule="M1-ENC-17", text="Who deploys first?")))
    for seat in (who, other(who)):
        for model in tuple(g.state.models.values()):
            if model.id in setup.buried and model.seat == seat:
                g.emit(WentUnder(model.id))
            elif model.seat == seat:
                yield from deploy(g, model)
    if "Treasure Hunt" in setup.strategies:
        g.emit(MarkerDropped(treasure(g)))
    name_the_wind(g)
    yield from take_schemes(g)
    for seat in (0, 1):
        shuffle(g, seat)
    g.emit(TurnBegan(1))


def deploy(g: Match, model: Model) -> Proc[None]:
    """Deploy the model completely in its Crew's zone, on no other base (M1-ENC-06)."""
    end = g.crew(model.seat).zone
    options = DeploymentSpots.of(g.state, g.setup.deployment, end, model, g.table)
    text = f"Where is {model.name} deployed?"
    answer = yield Ask(
        seat=model.seat, kind="deploy", options=options, rule="M1-ENC-06", text=text, about=(model.id,)
    )
    g.emit(Moved(model.id, float(answer[0]), float(answer[1]), 0.0, "deploy"))


# Draw Phase


def hand_size(g: Match) -> int:
    """The size of a hand (M1-ENC-01, -02)."""
    return SIZES[g.setup.size].hand


def draw_phase(g: Match) -> Proc[None]:
    """Let the players, in the last turn's activation order, discard cards, then draw or discard to the hand
    size; in the first turn they only draw. Effects at the start of the Activation Phase follow, in that order
    still, then the flip for initiative (M1-TURN-01 to -05). Cards' effects at the end of the Draw Phase come
    between (M1-TURN-03)."""
    for seat in g.seats():
        if g.state.turn > 1:
            hand = len(g.crew(seat).hand)
            yield from discard(g, seat, 0, hand, rule="M1-TURN-03", text="Discard any cards before drawing.")
        over = len(g.crew(seat).hand) - hand_size(g)
        if over > 0:
            text = f"Discard down to {hand_size(g)} cards."
            yield from discard(g, seat, over, over, rule="M1-TURN-03", text=text)
        draw(g, seat, max(0, -over))
    yield from answer(g, "draw")
    yield from activation_phase_begins(g)
    yield from initiative(g)
    g.emit(PhaseBegan("activation", g.state.initiative))


def initiative(g: Match) -> Proc[None]:
    """Flip one card each; ties flip again. From the lowest upward a player may buy another flip with a
    Soulstone; a new tie starts again (M1-TURN-05, -06, Q-25)."""
    while True:
        values = [g.read(flip_card(g, seat, "initiative")).value for seat in (0, 1)]
        if values[0] == values[1]:
            continue
        if (yield from _reflips(g, values)):
            g.emit(InitiativeSet(int(values[1] > values[0])))
            return


def _reflips(g: Match, values: list[int]) -> Proc[bool]:
    """Whether the order is settled; ``False`` after another tie."""
    declined: set[int] = set()
    while len(declined) < 2:
        order = sorted((0, 1), key=lambda seat: values[seat])
        seat = next(seat for seat in order if seat not in declined)
        text = f"{values[seat]} against {values[other(seat)]}. Flip again for a Soulstone?"
        if not _may_reflip(g, seat) or not (yield from yes(seat, "stone", rule="M1-TURN-06", text=text)):
            declined.add(seat)
            continue
        spender = next(model for model in g.state.crew_of(seat) if g.uses_stones(model))
        spend_stone(g, spender, "initiative")
        values[seat] = g.read(flip_card(g, seat, "initiative")).value
        if values[0] == values[1]:
            return False
        declined.clear()
    return True


def _may_reflip(g: Match, seat: int) -> bool:
    """Whether the Crew has a Soulstone and a model that may use it (M1-ABL-30)."""
    return any(g.uses_stones(model) for model in g.state.crew_of(seat))


# Activation Phase


def activation_step(g: Match) -> Proc[None]:
    """Activate one model, or one group in turn with the other player's; who was granted an activation comes
    first (M1-TURN-07, M1R-COMP-03 to -05, M1R-SIM-01)."""
    group = _left_of_group(g)
    if not group:
        name = take_granted(g) or (yield from _picked(g))
        if name:
            group = yield from nominate(g, name)
            if len(group) > 1:
                g.emit(GroupNamed(tuple(group)))
            group = yield from noticed(g, group)
    if group:
        yield from activate(g, (yield from _whose_turn(g, group)))
    if not _left_of_group(g) and not granted(g):
        _next_side(g)


def _left_of_group(g: Match) -> list[str]:
    """The models of the group that have not activated yet."""
    return [name for name in g.state.chain if g.model(name).in_play and not g.model(name).activated]


def _picked(g: Match) -> Proc[str]:
    """The model that the Active player picks; empty when there is none (M1-TURN-07)."""
    ready = g.to_activate(g.first)
    if not ready:
        return ""
    choices = [Choice(model.id, model.name, model.id) for model in ready]
    return (yield from one_of(g.first, "activate", choices, rule="M1-TURN-07", text="Which model Activates?"))


def _whose_turn(g: Match, group: list[str]) -> Proc[str]:
    """The next model of a group: any, or by the other reading in the order named (Q-29)."""
    if g.readings.group_order == "acting_first":
        group = group[:1]
    choices = [Choice(name, g.model(name).name, name) for name in group]
    text = "Which of the group comes next?"
    return (
        yield from one_of(
            g.model(group[0]).player, "order", choices, rule="M1R-COMP-04", text=text, forced=True
        )
    )


def activate(g: Match, name: str) -> Proc[None]:
    """Activate the model: start effects, Actions, end. A Paralyzed model forfeits it, which is no activation
    (M1R-PAR-01 to -03)."""
    g.ended = ""
    if g.model(name).has(PARALYZED):
        g.emit(Remark(f"{Names(g.state)(name)} is Paralyzed and forfeits its activation.", "M1R-PAR-01"))
        g.emit(ConditionSet(name, PARALYZED, 0, "forfeits its activation"))
        g.emit(Activated(name))
        return
    g.emit(ActivationBegan(name))
    yield from activation_begins(g, name)
    if g.model(name).on_table and (yield from panic_of(g, name)):
        yield from _actions(g, name)
    if g.beside("Hanging Tree", g.model(name), TREE):
        yield from morale_duel(g, name, TREE_TN)
    yield from blow(g, name)
    _end_of_activation(g, name)


def _actions(g: Match, name: str) -> Proc[None]:
    while g.is_acting(name) and g.model(name).on_table:
        ready = menu(g, g.model(name))
        if not ready:
            return
        key = yield from one_of(
            g.model(name).player,
            "action",
            (*(Choice(offer.key, offer.label) for offer in ready), END),
            rule="M1-TURN-07",
            text=f"{g.model(name).name}: which Action? {ap_left(g, g.model(name))} AP left.",
            about=(name,),
        )
        if key == END.key:
            return
        if key == LOOK_AGAIN:
            continue
        yield from take(g, name, next(offer for offer in ready if offer.key == key))


def _end_of_activation(g: Match, name: str) -> None:
    """End Fast and Slow (M1-MOD-01, -02); a model that may Reactivate can be picked again (M1-MOD-04)."""
    model = g.model(name)
    again = model.in_play and model.has(REACTIVATE)
    if model.in_play:
        for modifier in (FAST, SLOW, REACTIVATE):
            if model.has(modifier):
                g.emit(ConditionSet(name, modifier, 0))
        forget_fear(g, [name])
    g.emit(ActivationEnded(name))
    if again:
        g.emit(Activated(name, False))


def forget_fear(g: Match, names: Iterable[str]) -> None:
    """Remove passed Morale Duels against enemies whose reach the model is not in (M1-MOR-04, Q-21)."""
    for name in names:
        model = g.model(name)
        for condition in model.conditions:
            if condition.startswith(f"{BRAVE}:"):
                enemy = g.state.models[condition.partition(":")[2]]
                if not enemy.on_table or not reaches(g, enemy, model):
                    g.emit(ConditionSet(name, condition, 0))


def _next_side(g: Match) -> None:
    """Give the turn to the opponent while a model can be activated; otherwise the Closing Phase begins
    (M1-TURN-07, -08)."""
    seat = g.first
    if g.to_activate(other(seat)):
        g.emit(ActiveSet(other(seat)))
    elif g.to_activate(seat):
        g.emit(ActiveSet(seat))
    else:
        g.emit(ClosingPhaseBegan())


# Closing Phase


def closing_phase(g: Match) -> Proc[None]:
    """What lasts until now ends; discards are shuffled into the decks; cards' effects at its end; then cards
    say whether the special
    event comes and another turn is played, and whoever flipped shuffles again (M1-TURN-09, M1-EVT-01,
    M1-ENC-19)."""
    for model in tuple(g.state.models.values()):
        if model.in_play and model.has(STANCE):
            g.emit(ConditionSet(model.id, STANCE, 0))
    for effect in g.state.lasting:
        g.emit(LastingEnded(effect.key))
    turn = g.state.turn
    for seat in g.seats():
        shuffle(g, seat)
    yield from answer(g, "closing")
    flip_for_event(g)
    if goes_on(g, turn):
        for seat in g.seats():
            if g.crew(seat).discard:
                shuffle(g, seat)
        g.emit(TurnBegan(turn + 1))
        return
    for score in (*points_of(g), *effigy_scores(g)):
        g.emit(Scored(score))
    g.emit(EncounterEnded())


def goes_on(g: Match, turn: int) -> bool:
    """Whether another turn follows: always up to the fifth, then by a card of 10 or more
    (M1-ENC-19)."""
    if g.setup.turns is not None and turn >= g.setup.turns:
        return False
    card = None if turn <= g.rules.certain_turns else flip_card(g, g.first, "another turn")
    if card == RED_JOKER and not g.readings.red_joker_goes_on:
        return False
    return another_turn(turn, card)
