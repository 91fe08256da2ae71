"""What this edition's part of the recorder's page shows, for the seats that a person writes for."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from rules.editions.m4e.recording import activations as turns
from rules.editions.m4e.recording import schemes as s
from rules.editions.m4e.recording import strategies as st
from rules.editions.m4e.recording import tokens as t
from rules.editions.m4e.recording.crews import KINDS, kept
from rules.editions.m4e.recording.due import may_take_command
from rules.game.narration import Names
from rules.game.referee.ground import Ground
from rules.game.state import Model, State
from rules.wording import titled

Choices = tuple[tuple[str, str], ...]


class OfferedScheme(Struct, frozen=True):
    """A Scheme that may be taken now: what scores, and what is to be noted (``models``, else a text)."""

    name: str
    first: str
    more: str
    when: str
    asked: str
    models: Choices


class HeldScheme(Struct, frozen=True):
    """The hidden Scheme, for its owner alone: for which VP it may be revealed ``now``, or why not."""

    name: str
    noted: str
    first: str
    more: str
    when: str
    now: tuple[int, ...]
    why_not: str


class SideShown(Struct, frozen=True, kw_only=True):
    """One side; ``held``, ``offered`` and ``may_come`` (the Schemes that it may come to hold) are empty for
    whoever must not know them."""

    held: HeldScheme | None
    offered: tuple[OfferedScheme, ...]
    may_come: tuple[str, ...]
    revealed: tuple[tuple[str, int], ...]
    late: str
    may_abandon: bool
    may_pass: bool
    bonus: str
    strategy_vp: int
    scheme_vp: int
    commanders: Choices
    kept: tuple[tuple[str, str, int], ...]


class ModelShown(Struct, frozen=True):
    """A model: Actions left while it Activates, its tokens as (name, side, words)."""

    left: int | None
    signature: bool
    tokens: tuple[tuple[str, int, str], ...]
    drains: bool


class RecorderShown(Struct, frozen=True, kw_only=True):
    """``ends``: the End Phase may begin; ``asks``: what is counted now, empty for nothing; ``tokens`` are all
    that there are."""

    ends: bool
    asks: str
    may_choose_initiative: bool
    sides: tuple[SideShown, SideShown]
    models: dict[str, ModelShown]
    tokens: Choices


ALL_TOKENS = tuple((name, titled(name)) for name in t.TOKENS)


def shown(state: State, ground: Ground, own: Collection[int]) -> RecorderShown:
    """The page's part for whoever writes for the seats ``own``."""
    strategy = st.STRATEGIES.get(state.strategy)
    counts = bool(state.strategy) and state.phase == "end" and st.counts_of(state, state.turn) is None
    return RecorderShown(
        ends=state.turn >= 1 and state.phase in ("start", "activation"),
        asks=(strategy.count if strategy is not None else state.strategy) if counts else "",
        may_choose_initiative=state.phase == "start" and state.turn > 1,
        sides=(_side(state, 0, ground, own), _side(state, 1, ground, own)),
        models={model.id: _model(model, state, ground) for model in state.models.values() if model.in_play},
        tokens=ALL_TOKENS,
    )


def _side(state: State, seat: int, ground: Ground, own: Collection[int]) -> SideShown:
    mine = seat in own and state.phase != "over"
    strategy = st.STRATEGIES.get(state.strategy)
    bonus = st.Bonus(seat=seat).problems(state, ground) if state.strategy else [None]
    held = s.held(state, seat)
    takes = mine and held is None and not [*s.why_none(state, seat)]
    next_seat = turns.next_to_act(state)
    return SideShown(
        held=_held(state, seat, ground) if mine and held is not None else None,
        offered=tuple(_offered(state, seat, name, ground) for name in s.offered(state, seat, ground))
        if takes
        else (),
        may_come=s.may_come(state, seat, ground) if mine else (),
        revealed=tuple((name, s.scheme_vp(state, seat, name)) for name in s.was_revealed(state, seat)),
        late=s.late_of(state, seat) if state.phase == "end" else "",
        may_abandon=mine and held is not None and state.phase == "end",
        may_pass=not turns.Pass(seat=seat).problems(state, ground) and next_seat in (None, seat),
        bonus=strategy.bonus_words if strategy is not None and not bonus else "",
        strategy_vp=st.strategy_vp(state, seat),
        scheme_vp=s.scheme_vp(state, seat),
        commanders=_named(may_take_command(state, seat, ground), state),
        kept=tuple((what, words, kept(state, what, seat)) for what, words in KINDS.items()),
    )


def _named(models: list[Model], state: State) -> Choices:
    names = Names(state)
    return tuple((model.id, names(model.id)) for model in models)


def _offered(state: State, seat: int, name: str, ground: Ground) -> OfferedScheme:
    terms = s.SCHEMES.get(name)
    if terms is None:
        return OfferedScheme(name, "", "", "", "what it has to note, if anything", ())
    models = [model for model in state.on_table() if s.may_note(name, model, seat, ground, state)]
    of_models = terms.notes not in ("", "marker", "other_marker")
    choices = _named(models, state) if of_models else ()
    return OfferedScheme(name, terms.first, terms.more, s.WHEN[terms.revealed], s.ASKED[terms.notes], choices)


def _held(state: State, seat: int, ground: Ground) -> HeldScheme:
    scheme = s.held(state, seat)
    assert scheme is not None
    terms, of = s.SCHEMES.get(scheme.name), scheme.secret.get(s.OF, "")
    noted = Names(state)(of) if of in state.models else of
    why = {vp: s.RevealM4(seat=seat, scheme=scheme.name, vp=vp).problems(state, ground) for vp in (0, 1, 2)}
    return HeldScheme(
        name=scheme.name,
        noted=noted,
        first=terms.first if terms is not None else "",
        more=terms.more if terms is not None else "",
        when=s.WHEN[terms.revealed] if terms is not None else "",
        now=tuple(vp for vp, faults in why.items() if not faults),
        why_not=why[1][0].sentence if why[1] else "",
    )


def _model(model: Model, state: State, ground: Ground) -> ModelShown:
    acting = state.activating == model.id
    names = Names(state)
    tokens = [(t.name_in(key), int(key.partition(":")[2] or 0)) for key in model.conditions if ":" in key]
    return ModelShown(
        left=turns.left_of(model, state, ground) if acting else None,
        signature=acting and not [*turns.why_no_signature(model, state, ground)],
        tokens=tuple((name, side, f"{titled(name)} ({names.side(side)})") for name, side in tokens),
        drains=state.crews[model.seat].stones > 0 and not turns.is_peon(model, state, ground),
    )
