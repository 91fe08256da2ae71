"""What the rules ask for now: reminders of the phase, from what both players may know (M4-TURN)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.crews.catalogue import HENCHMAN
from rules.editions.m4e.recording import activations as turns
from rules.editions.m4e.recording import schemes as s
from rules.editions.m4e.recording import strategies as st
from rules.editions.m4e.recording import tokens as t
from rules.editions.m4e.recording.crews import kept
from rules.editions.m4e.recording.readings import readings_of
from rules.editions.m4e.scoring import SCORING
from rules.game.narration import Names
from rules.game.recording.edition import Due
from rules.game.referee.ground import Ground
from rules.game.state import Model, State, other
from rules.wording import counted, titled


def due(state: State, ground: Ground) -> tuple[Due, ...]:
    """The reminders in the order of the rules."""
    if state.phase == "over":
        return ()
    if state.turn == 0:
        return tuple(_before(state))
    by_phase = {"start": _start, "activation": _activation, "end": _end}
    return (*_always(state, ground), *by_phase[state.phase](state, ground))


def _first_initiative(state: State) -> tuple[int, int]:
    return state.initiative, other(state.initiative)


def _always(state: State, ground: Ground) -> Iterator[Due]:
    for model in state.on_table():
        if model.most and model.health == 0:
            yield Due(
                f"{Names(state)(model.id)} is at 0 Health: killed, unless something heals it now.",
                "M4-KILL-01",
            )
    for seat in (0, 1):
        if not any(True for _ in state.crew_of(seat)) and any(m.seat == seat for m in state.models.values()):
            goes_on = readings_of(ground.setup).wiped_out == "play_on"
            after = "the other Crew plays on and scores alone" if goes_on else "the game ends"
            yield Due(f"{Names(state).side(seat)} has no model left: {after}.", "M4-END-03")
    yield from _after_kills(state)


def _after_kills(state: State) -> Iterator[Due]:
    """What a kill of this Turn makes on the table, while no other has been entered since."""
    kill = state.kills[-1] if state.kills else None
    if kill is None or kill.turn != state.turn or state.phase == "end":
        return
    name = Names(state)(kill.victim)
    if state.strategy == "Recover Evidence" and kill.by_seat == other(kill.seat):
        side = Names(state).side(other(kill.seat))
        yield Due(f"{name} was killed: {side} makes a Strategy marker within 3 inches.", "M4-STR-22")
    if state.notes.get("bearer killed") == kill.victim:
        sentence = f"{name} bore an Explosive token: the killer makes a neutral marker within 1 inch."
        yield Due(sentence, "M4-STR-18")


def _before(state: State) -> Iterator[Due]:
    strategy = st.STRATEGIES.get(state.strategy)
    if strategy is not None:
        yield Due(f"{state.strategy}: {strategy.set_up}.", strategy.set_up_rule)
    if state.strategy:
        side = Names(state).side(state.attacker)
        yield Due(f"{side} attacks and takes a Deployment Zone.", "M4-SETUP-01")
    for seat in (0, 1):
        if not state.crews[seat].schemes:
            sentence = f"{Names(state).side(seat)} takes one Scheme of the pool in secret, after deployment."
            yield Due(sentence, "M4-SETUP-09")


def _start(state: State, ground: Ground) -> Iterator[Due]:
    names = Names(state)
    if state.notes.get(turns.KNOWN) == str(state.turn):
        yield Due(f"{names.side(state.initiative)} has initiative.", "M4-TURN-03")
    elif (seat := turns.chooser(state)) is not None:
        yield Due(f"{names.side(seat)} chooses who has initiative.", "M4-TURN-03")
    else:
        yield Due(f"Nobody Activated: {names.side(state.initiative)} keeps initiative.", "M4-TURN-07")
    yield Due("Both may discard cards of their hands.", "M4-TURN-04")
    limits = [kept(state, "hand", seat) for seat in (0, 1)]
    if limits[0] == limits[1]:
        yield Due(f"Both draw up to {limits[0]} cards.", "M4-TURN-05")
    else:
        both = ", ".join(f"{names.side(seat)} up to {limit}" for seat, limit in enumerate(limits))
        yield Due(f"Both draw: {both} cards.", "M4-TURN-05")
    for seat in _first_initiative(state):
        if may_take_command(state, seat, ground):
            sentence = f"{names.side(seat)} has no Master: a Henchman may drain a stone for three Actions."
            yield Due(sentence, "M4-ACT-04")


def may_take_command(state: State, seat: int, ground: Ground) -> list[Model]:
    """The models of the Crew that may take command now (M4-ACT-04)."""
    if turns.has_master(state, seat, ground) or f"{turns.COMMAND} {seat}" in state.notes:
        return []
    if not state.crews[seat].stones or state.phase != "start" or state.turn < 1:
        return []
    return [model for model in state.crew_of(seat) if HENCHMAN in turns.printed(model, state, ground)[1]]


def _activation(state: State, ground: Ground) -> Iterator[Due]:
    seat = turns.next_to_act(state)
    if seat is None:
        yield Due("All have Activated: the Turn ends.", "M4-TURN-08")
        return
    names = Names(state)
    mine, theirs = turns.unactivated(state, seat), turns.unactivated(state, other(seat))
    may = mine <= theirs and state.notes.get(turns.PASSED) != str(other(seat))
    sentence = f"{names.side(seat)} is next: {counted(mine, 'model')} to Activate, the other side {theirs}."
    yield Due(f"{sentence} It may pass." if may else sentence, "M4-TURN-11" if may else "M4-TURN-09")


def _end(state: State, ground: Ground) -> Iterator[Due]:
    names = Names(state)
    yield from _hurting(state)
    strategy = st.STRATEGIES.get(state.strategy)
    if state.strategy and st.counts_of(state, state.turn) is None:
        what = f": {strategy.count}" if strategy is not None else ""
        more = f" ({strategy.bonus_words})" if strategy is not None and st.doubled(state) else ""
        yield Due(f"Count {state.strategy}{what}{more}.", "M4-STR-02")
    elif strategy is not None and strategy.then:
        movers = " and ".join(names.side(seat) for seat in st.trailing(state, ground)) or "nobody"
        if strategy.then_rule == "M4-STR-23":
            yield Due(f"{state.strategy}: {strategy.then}.", strategy.then_rule)
        else:
            yield Due(f"{movers} {strategy.then}.", "M4-STR-05")
    late = [
        Due(f"{names.side(seat)}: {name}, 1 VP more if {s.SCHEMES[name].more}.", "M4-TURN-26")
        for seat in _first_initiative(state)
        if (name := s.late_of(state, seat)) in s.SCHEMES
    ]
    reveals = [
        Due(f"{names.side(seat)} may reveal its Scheme, or else abandon it.", "M4-TURN-20")
        for seat in _first_initiative(state)
        if s.held(state, seat) is not None and state.turn not in s.was_revealed(state, seat).values()
    ]
    before = readings_of(ground.setup).late_vp == "before"
    yield from (*late, *reveals) if before else (*reveals, *late)
    for seat in _first_initiative(state):
        left = s.left_in(state, seat)
        if left is not None and not [*s.why_none(state, seat)]:
            sentence = f"{names.side(seat)} takes a Scheme that follows {left[0]}, in secret."
            yield Due(sentence, "M4-SCH-06")
    if state.turn >= SCORING.turns:
        yield Due("After this Turn the game ends.", "M4-TURN-22")


HARM = {
    "burning": "1 damage to it and to models in contact that are enemies of the token",
    "poison": "1 damage, which nothing reduces",
    "flicker": "it is killed",
}


def _hurting(state: State) -> Iterator[Due]:
    """The damage of tokens, of the side with initiative first."""
    names, due_now = Names(state), state.notes.get(turns.DUE, "").split()
    for seat in _first_initiative(state):
        for model in state.crew_of(seat):
            for name in t.HURTING:
                if t.bears(model, name) and (name != t.AFTER_DAMAGE or model.id in due_now):
                    row = t.TOKENS[name].rule
                    yield Due(f"{names(model.id)}, {titled(name)}: {HARM[name]}.", row)
