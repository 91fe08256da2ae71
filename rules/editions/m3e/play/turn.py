"""The course of an Encounter: set-up, then Turns of three Phases until it is over (M3E-TURN).

``encounter`` is the outermost loop. It can start from a stored state at every ``g.boundary()``: before
set-up, at each Start Phase, before each Activation, at each End Phase. Checkpoints are taken there. The
functions below it are the Phases and their lettered steps: Start (M3E-TURN-02 to -10), Activation (-11 to
-17), End (-18 to -23) with Burning and Poison (M3E-COND-15 to -17).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.dialogue import Choice
from rules.editions.m3e.play import content  # noqa: F401 - registers abilities, Strategies, Schemes, general Actions
from rules.editions.m3e.play.abilities.passive import initiative_more, initiative_plus
from rules.editions.m3e.play.actions.available import END, Menu, menu
from rules.editions.m3e.play.actions.take import take_action
from rules.editions.m3e.play.effects import lasting
from rules.editions.m3e.play.effects.conditions import (
    action_limit,
    burn,
    change_condition,
    condition_of,
    end,
    expire,
)
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.league.claims import claims
from rules.editions.m3e.play.league.withdrawal import goes_on, offer_withdrawal
from rules.editions.m3e.play.procedure.cards import (
    check_hands,
    clear,
    discard,
    draw,
    offer_cheat,
    reveal,
    shuffle,
    take,
)
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, most_cards, reacts
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Flip, Hit
from rules.editions.m3e.play.procedure.timing import happen, whole
from rules.editions.m3e.play.scoring.score import score_game_end, score_turn
from rules.editions.m3e.play.setup.steps import begin
from rules.game.events.turns import (
    ActivationBegan,
    ActivationEnded,
    ActiveSet,
    EncounterEnded,
    InitiativeSet,
    PassesSet,
    PhaseBegan,
    SidePassed,
    StonesChanged,
    TurnBegan,
)
from rules.game.procedure.asks import LOOK_AGAIN, Ask, Proc, one_of, yes
from rules.game.state import other


def encounter(g: Game) -> Proc[None]:
    """Play from the current state to the end of the Encounter."""
    if g.state.phase == "setup":
        yield from begin(g)
    while g.state.phase != "over":
        g.boundary()
        if g.state.phase == "start":
            yield from start_phase(g)
        elif g.state.phase == "activation":
            yield from activation_step(g)
        else:
            yield from end_phase(g)


def start_phase(g: Game) -> Proc[None]:
    yield from step_a_discard(g)
    yield from step_b_draw(g)
    yield from step_c_initiative(g)
    if not (yield from goes_on(g)):
        yield from step_c_game_end(g)
        return
    yield from whole(g, lambda: happen(g, Happening("start_phase")))
    step_e_passes(g)
    g.emit(PhaseBegan("activation", g.state.initiative))


def step_a_discard(g: Game) -> Proc[None]:
    """Let each player discard any hand cards (M3E-TURN-02)."""
    for seat in g.seats():
        hand = len(g.crew(seat).hand)
        yield from discard(
            g, seat, 0, hand, rule="M3E-TURN-02", text="Discard any cards before drawing.", instructed=False
        )


def step_b_draw(g: Game) -> Proc[None]:
    """Each player draws up to the maximum hand, may spend a Soulstone for two more cards, and discards down
    to the maximum (M3E-TURN-03)."""
    for seat in g.seats():
        yield from draw(g, seat, max(0, most_cards(g, seat) - len(g.crew(seat).hand)))
    for seat in g.seats():
        if g.crew(seat).stones > 0:
            text = f"Use a Soulstone to draw {g.rules.stone_draw} cards?"
            if (yield from yes(seat, "draw", rule="M3E-TURN-03", text=text)):
                g.emit(StonesChanged(seat, -1, "draw"))
                yield from draw(g, seat, g.rules.stone_draw)
    yield from check_hands(g)


def step_c_initiative(g: Game) -> Proc[None]:
    """Both players flip, may cheat and may add Pass Tokens; the higher total decides who has Initiative
    (M3E-TURN-04 to -06)."""
    while True:
        flips = yield from _initiative_flips(g)
        totals = [_total(g, flip) for flip in flips]
        if totals[0] != totals[1]:
            break
        for flip in flips:
            clear(g, flip)
    winner = int(totals[1] > totals[0])
    yield from offer_withdrawal(g, winner)
    seats = (Choice(str(winner), "You"), Choice(str(other(winner)), "Your opponent"))
    chosen = yield from one_of(winner, "initiative", seats, rule="M3E-TURN-04", text="Who has Initiative?")
    g.emit(InitiativeSet(int(chosen)))
    for seat in (0, 1):
        if g.crew(seat).passes:
            g.emit(PassesSet(seat, 0, "Initiative is settled"))
    facts = {"flips": flips}
    yield from whole(g, lambda: happen(g, Happening("initiative_known", facts=facts)))
    for flip in flips:
        clear(g, flip)


def _value(flip: Flip) -> int:
    assert flip.card is not None
    return flip.card.value


def _total(g: Game, flip: Flip) -> int:
    """Pass Tokens are added (M3E-TURN-05), and what abilities say."""
    return _value(flip) + g.crew(flip.seat).passes + initiative_more(g, flip.seat)


def _initiative_flips(g: Game) -> Proc[list[Flip]]:
    """Flip for both players and return the flips. The lower flip may cheat first; on a tie the player with
    Initiative does. This is no duel: a Red Joker does not bar cheating (M3E-TURN-06)."""
    flips: list[Flip] = []
    g.for_initiative = flips
    for seat in g.seats():
        flip = yield from reveal(g, seat, initiative_plus(g, seat), 0, "initiative")
        yield from take(g, flip)
        flips.append(flip)
    for flip in sorted(flips, key=lambda flip: (_value(flip), flip.seat != g.state.initiative)):
        rival = next(each for each in flips if each.seat != flip.seat)
        text = f"{_total(g, flip)} for Initiative against {_total(g, rival)}. Cheat?"
        yield from offer_cheat(g, flip, text=text)
    g.for_initiative = []
    return sorted(flips, key=lambda flip: flip.seat)


def step_e_passes(g: Game) -> None:
    """Give the smaller Crew the difference in Pass Tokens, in addition to those from effects of the Start
    Phase (M3E-TURN-09, -10)."""
    by_crew = g.policies.pass_count == "crew"  # noqa: S105 - a policy's value
    sizes = [0, 0]
    for model in g.state.models.values():
        if model.in_play:
            sizes[model.seat if by_crew else model.player] += 1
    if sizes[0] != sizes[1]:
        smaller = int(sizes[1] < sizes[0])
        passes = g.crew(smaller).passes + abs(sizes[0] - sizes[1])
        g.emit(PassesSet(smaller, passes, "the smaller Crew"))


def activation_step(g: Game) -> Proc[None]:
    """Carry out steps A to D of one Activation; start at step C when a chain names the next model."""
    name = _chained(g)
    if not name:
        if (yield from step_a_pass(g)):
            step_d_next(g)
            return
        name = yield from step_b_pick(g)
    if name:
        yield from step_c_activate(g, name)
    if not _chained(g):
        step_d_next(g)


def _chained(g: Game) -> str:
    """The id of the next model of the chain that can still Activate; empty when there is none
    (M3E-TURN-16)."""
    if g.state.in_a_row == 0:
        return ""
    ready = (name for name in g.state.chain if g.model(name).in_play and not g.model(name).activated)
    return next(ready, "")


def step_a_pass(g: Game) -> Proc[bool]:
    """Offer the Active player to discard a Pass Token instead of Activating; return whether that was done
    (M3E-TURN-11)."""
    seat = g.first
    passes = g.crew(seat).passes
    if not passes or not g.to_activate(seat):
        return False
    if (yield from yes(seat, "pass", rule="M3E-TURN-11", text=f"Pass? You have {passes}.")):
        g.emit(SidePassed(seat, passes - 1))
        if "pass_token_used" in g.moments:
            yield from whole(g, lambda: happen(g, Happening("pass_token_used", seat=seat)))
        return True
    return False


def step_b_pick(g: Game) -> Proc[str]:
    """Let the Active player choose a model that has not Activated; return its id, or that of another which an
    effect makes Activate instead, empty when there is none (M3E-TURN-12)."""
    ready = g.to_activate(g.first)
    if not ready:
        return ""
    name = yield from one_of(
        g.first,
        "activate",
        [Choice(model.id, model.name, model.id) for model in ready],
        rule="M3E-TURN-12",
        text="Which model Activates?",
    )
    if "picked" not in g.moments:
        return name
    picked = Happening("picked", model=g.model(name), facts={"activates": name})
    yield from whole(g, lambda: happen(g, picked))
    activates: str = picked.facts["activates"]
    return activates if g.model(activates).in_play else ""


def step_c_activate(g: Game, name: str) -> Proc[None]:
    """Activate the model: effects at the start of the Activation, Actions, effects at its end
    (M3E-TURN-13)."""
    g.activities.clear()
    g.ended = ""
    lasting.expire(g, "next_activation", name)
    g.emit(ActivationBegan(name))
    yield from whole(g, lambda: happen(g, Happening("activation_begins", model=g.model(name))))
    yield from _actions(g)
    name = g.state.activating
    if g.model(name).in_play:
        yield from whole(g, lambda: happen(g, Happening("activation_ends", model=g.model(name))))
    if g.model(name).in_play:
        yield from whole(g, lambda: expire(g, name))
    lasting.expire(g, "activation")
    done = g.model(name)
    g.emit(ActivationEnded(name))
    if done.in_play:
        yield from whole(g, lambda: happen(g, Happening("activated", model=done)))
    yield from check_hands(g)


def _actions(g: Game) -> Proc[None]:
    """Let the model take Actions one after the other while its limits allow (M3E-TURN-14, -15). After a
    Replace during the Activation the new model continues it (M3E-REPL-06)."""
    while True:
        model = g.model(g.state.activating)
        if not model.in_play or g.ended == model.id:
            return
        spent = not model.on_table or model.acts >= action_limit(g, model)
        if spent and next(menu(g, model), None) is None:
            return
        offered = Menu(g, model)
        key = yield Ask(
            seat=model.player,
            kind="action",
            options=offered,
            rule="M3E-TURN-14",
            text=f"{model.name}: which Action?",
            about=(model.id,),
        )
        if key == END.key:
            return
        if key == LOOK_AGAIN:
            continue
        action = offered.action(key)
        assert action is not None
        yield from take_action(g, ActionInProgress(model.id, action))


def step_d_next(g: Game) -> None:
    """Make the opponent Active while any model has not Activated; otherwise the End Phase begins
    (M3E-TURN-17)."""
    if any(g.to_activate(seat) for seat in (0, 1)):
        g.emit(ActiveSet(other(g.first)))
    else:
        g.emit(PhaseBegan("end"))


def end_phase(g: Game) -> Proc[None]:
    yield from step_a_effects(g)
    yield from whole(g, lambda: score_turn(g))
    yield from check_hands(g)
    if g.state.turn >= (g.setup.turns or g.rules.turns):
        yield from step_c_game_end(g)
        return
    for seat in g.seats():
        yield from shuffle(g, seat)
    lasting.expire(g, "turn")
    g.emit(TurnBegan(g.state.turn + 1))


def step_a_effects(g: Game) -> Proc[None]:
    """End the effects that last until the End Phase, then resolve effects of the End Phase and the Conditions
    that end in it (M3E-TURN-18, M3E-COND-08)."""
    lasting.expire(g, "end_phase")
    in_play = frozenset(name for name, model in g.state.models.items() if model.in_play)
    yield from whole(g, lambda: happen(g, Happening("end_phase", facts={"in_play": in_play})))


def step_c_game_end(g: Game) -> Proc[None]:
    """After the last Turn kill Buried models, score end-of-game VP and end the Encounter (M3E-TURN-22,
    M3E-BURY-04, -06)."""
    if g.policies.buried_at_end == "kill_then_score":
        yield from _kill_buried(g)
    yield from whole(g, lambda: score_game_end(g))
    if g.policies.buried_at_end == "score_then_kill":
        yield from _kill_buried(g)
    yield from claims(g)
    g.emit(EncounterEnded())


def _kill_buried(g: Game) -> Proc[None]:
    for name, model in tuple(g.state.models.items()):
        if model.where == "buried":
            yield from whole(g, partial(_killed, g, name))


def _killed(g: Game, name: str) -> Proc[None]:
    yield from kill(g, name, source="Buried at the end", instant=True)


@reacts("end_phase")
def burning_and_poison(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    """A reaction for each model with Burning or Poison: it suffers damage that no model deals
    (M3E-KILL-04). Burning stays, Poison drops by 1. A Condition that a Replace carried over in this Phase
    does not resolve (M3E-REPL-03)."""
    here = happening.facts.get("in_play", g.state.models)
    for model in g.state.models.values():
        if model.in_play and model.id in here:
            for name in ("burning", "poison"):
                if model.has(name):
                    yield PendingReaction(
                        f"{name}:{model.id}",
                        model.player,
                        f"{model.name}: {name.capitalize()}",
                        partial(suffer, g, model.id, name),
                        model.id,
                        rule=condition_of(name).rule,
                    )


@reacts("end_phase")
def ending_conditions(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    """The end of each Adversary, Shielded and Injured, before or after the other reactions of the
    model's player (M3E-COND-06, -08, -09). A Condition that a Replace carried over in this Phase stays
    (M3E-REPL-03)."""
    here = happening.facts.get("in_play", g.state.models)
    for model in g.state.models.values():
        if model.in_play and model.id in here:
            for key in sorted(model.conditions):
                condition = condition_of(key)
                if condition.ends == "end_phase":
                    yield PendingReaction(
                        f"end {key}:{model.id}",
                        model.player,
                        f"{model.name}: {condition.name.capitalize()} ends",
                        partial(end, g, model.id, key),
                        model.id,
                        rule=condition.rule,
                        only_ends=True,
                    )


def suffer(g: Game, model: str, name: str) -> Proc[None]:
    """Deal the damage of the Condition's current value; then Poison drops by 1 (M3E-COND-17)."""
    amount = burn(g.model(model).conditions.get(name, 0), g.policies.every_three)
    yield from damage(g, Hit(model, amount, source=name.capitalize(), kinds=frozenset({name, "condition"})))
    if name == "poison" and g.model(model).in_play:
        yield from change_condition(g, model, name, -1)
