"""The referee's hand in a First Edition Encounter: ``rules.game.referee.commands`` as far as it has such
things, carried out by its own procedures, and what it refuses, by its rows.

An act comes between two activations or two Actions; what goes on in the middle of one is finished first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from msgspec.structs import replace

from rules.fate.cards import Card
from rules.game.events.announcements import ActSaid, Remark
from rules.game.events.cards import Discarded
from rules.game.events.table import CameUp, ConditionSet, ModelAdded, Moved
from rules.game.first_edition.cards import (
    clear,
    discard,
    draw,
    flip,
    flip_card,
    flip_number,
    offer_cheat,
    shuffle,
)
from rules.game.first_edition.damage import HitM1, bury, deal, give, heal, kill, sacrifice
from rules.game.first_edition.ground.features import EFFIGIES
from rules.game.first_edition.match import (
    FAST,
    PANIC,
    PARALYZED,
    POISON,
    REACTIVATE,
    SLOW,
    STANCE,
    Match,
    SetupM1,
    new_model,
)
from rules.game.first_edition.movement import go
from rules.game.first_edition.scoring import WHOLE
from rules.game.procedure.asks import Proc
from rules.game.referee import commands as c
from rules.game.referee.checks import ANYWAY, answer_in, is_free, on_table, region
from rules.game.referee.facts import BY_HAND, events_of
from rules.game.referee.proposing import agreed, said
from rules.game.results.first_edition import strategies_of
from rules.game.results.result import SCORING
from rules.game.state import Model, State, other
from rules.game.table_access.interface import TableAccess
from rules.game.table_access.spots import Ending
from rules.refusal import Violation

CONDITIONS = (POISON, FAST, SLOW, PARALYZED, REACTIVATE, STANCE, PANIC)
"""What a model can be, besides its wounds (M1-MOD, M1-CMB-02, M1-MOR-05, M1R-POI)."""
MODIFIERS = (FAST, SLOW, PARALYZED, REACTIVATE)
ONCE = (*MODIFIERS, STANCE)
POSSIBLE = (
    c.Hurt,
    c.FlipDamage,
    c.Heal,
    c.Slay,
    c.Sacrifice,
    c.SetCondition,
    c.SetTokens,
    c.Put,
    c.Under,
    c.Up,
    c.DropOne,
    c.MoveMarker,
    c.TakeOff,
    c.DrawCards,
    c.DiscardCards,
    c.Mill,
    c.Shuffle,
    c.FlipOne,
    c.Stones,
    c.Point,
    c.Summon,
    c.Nickname,
    c.Activate,
)
"""No Pass Tokens, no Upgrades, nothing Replaced, nobody controlled by hand: those are the Third's."""
MOST = 99


# What cannot be done


def problems_of(state: State, setup: SetupM1, table: TableAccess, seat: int, act: c.Act) -> list[Violation]:
    """What of the act cannot be done, each command judged after the plain facts of those before it."""
    for number, command in enumerate(act.lines, 1):
        problems = list(_wrong(state, setup, table, seat, command))
        if problems:
            if len(act.lines) == 1:
                return problems
            return [replace(fault, sentence=f"{number}: {fault.sentence}") for fault in problems]
        for event in _facts(state, setup, command):
            state = event.on(state)
    return []


def _facts(state: State, setup: SetupM1, command: c.AnyCommand) -> Iterator[Any]:
    """Who is there after it: all that a later command of the same act can depend on."""
    match command:
        case c.Summon():
            yield ModelAdded(_summoned(state, setup, command, f"s{state.made + 1}"), "summoned")
        case _:
            yield from events_of(state, command)


def _wrong(
    state: State, setup: SetupM1, table: TableAccess, seat: int, command: c.AnyCommand
) -> Iterator[Violation]:
    if not isinstance(command, POSSIBLE):
        word = command.__struct_config__.tag
        yield Violation("", f"The First Edition has nothing that is “{word}”.", "Choose another.")
        return
    if problems := [*_wrong_models(state, command), *_wrong_numbers(command)]:
        yield from problems
        return
    match command:
        case c.Heal(model=name, amount=amount):
            model = state.models[name]
            if model.health + amount > model.most:
                sentence = f"{model.name} has suffered {model.most - model.health} wounds."
                yield Violation("M1-ACT-01", sentence, "Heal no more than that.", name)
        case c.FlipDamage() if not command.weak <= command.moderate <= command.severe:
            yield Violation("M1-DMG-02", "Weak, moderate and severe damage rise.", "Write them in order.")
        case c.SetCondition():
            yield from wrong_condition(command)
        case c.SetTokens() if not command.name.strip():
            yield Violation("M1-GLO-03", "A Counter has a name and a number.", "Write one.")
        case c.Stones() if state.crews[command.seat].stones + command.change < 0:
            yield Violation("M1-ABL-30", "There are not so many Soulstones.", "Spend fewer.")
        case c.Point():
            yield from wrong_point(setup, state, command)
        case c.Summon() if command.printed or command.bought or command.upgrade or command.given_up:
            yield Violation(
                "M1-MAG-06", "It is Summoned by its name alone.", "Name the figure and the place."
            )
        case c.Summon(card=slug) if slug not in setup.figures:
            yield Violation(
                "M1-MAG-06", f"No figure “{slug}” is known here.", "Choose one of its figures.", slug
            )
        case c.MoveMarker(marker=name) | c.TakeOff(marker=name) if name not in state.markers:
            yield Violation("M1-GLO-03", f"There is no marker {name} on the table.", "", name)
        case c.DropOne() if not command.kind.strip():
            yield Violation("M1-GLO-03", "The marker has no kind.", "Write one.")
        case c.DiscardCards():
            yield from _wrong_cards(state, seat, command)
        case c.DrawCards() | c.Mill():
            crew = state.crews[command.seat]
            if command.cards > len(crew.deck) + len(crew.discard):
                yield Violation("M1-TURN-02", "There are not so many cards in the deck.", "Name fewer.")
        case _:
            pass
    if not isinstance(command, c.Summon) or command.card in setup.figures:
        yield from _wrong_place(state, setup, table, command)


def _wrong_models(state: State, command: Any) -> Iterator[Violation]:
    name = getattr(command, "model", None)
    if name is not None and (name not in state.models or not state.models[name].in_play):
        yield Violation("M1-TURN-07", f"There is no model {name} in play.", "Choose one that is.", name)
    by = getattr(command, "by", "")
    if by and by not in state.models:
        yield Violation("M1-GLO-04", f"There is no model {by}.", "", by)


def _wrong_numbers(command: Any) -> Iterator[Violation]:
    for field in ("amount", "value", "number", "weak", "moderate", "severe", "plus", "minus", "cards"):
        value = getattr(command, field, None)
        if isinstance(value, int) and not (field == "cards") <= value <= MOST:
            yield Violation("", f"{field}: {value} is no number for that.", f"0 to {MOST}.")
    seat = getattr(command, "seat", None)
    if seat is not None and seat not in (0, 1):
        yield Violation("", f"There is no seat {seat}.", "0 or 1.")


def wrong_condition(command: c.SetCondition) -> Iterator[Violation]:
    if command.condition not in CONDITIONS:
        names = ", ".join(CONDITIONS)
        yield Violation("M1-MOD-01", f"No model can be “{command.condition}”.", f"One of {names}.")
    elif not 0 <= command.value <= (1 if command.condition in ONCE else MOST):
        yield Violation("M1R-MOD-02", "The same Modifier does not add up.", "It is there, or it is not.")


def wrong_point(setup: SetupM1, state: State, entry: c.Point) -> Iterator[Violation]:
    """The most that a Strategy or a Scheme is worth; what was never scored cannot be taken away."""
    own = [score for score in state.scores if (score.seat, score.source) == (entry.seat, entry.source)]
    if entry.lost:
        if not own:
            yield Violation("M1-ENC-20", f"{entry.source} has scored nothing.", "")
        return
    strategy = strategies_of(setup, state)[entry.seat]
    schemes = {scheme.name for scheme in state.crews[entry.seat].schemes}
    if entry.source == setup.feature == EFFIGIES:
        if any(score.source == EFFIGIES for score in state.scores):
            yield Violation("M1-FEAT-11", "The Effigies are worth one Victory Point in all.", "")
        return
    if entry.source != strategy and entry.source not in schemes:
        yield Violation(
            "M1-ENC-20", f"That side has no Strategy or Scheme “{entry.source}”.", "Choose its own."
        )
    elif len(own) >= (WHOLE if entry.source == strategy else SCORING["m1e"].scheme):
        yield Violation("M1-ENC-20", f"{entry.source} has scored all it can.", "")


def _wrong_cards(state: State, seat: int, command: c.DiscardCards) -> Iterator[Violation]:
    held = [card.code for card in state.crews[command.seat].hand]
    if command.named and command.seat != seat:
        yield Violation("M1-TURN-03", "Only its owner knows that hand.", "Say how many cards.")
    elif len(set(command.named)) < len(command.named) or not set(command.named) <= set(held):
        yield Violation("M1-TURN-03", "That card is not in your hand.", "Choose cards of your hand.")
    elif not command.named and command.cards > len(held):
        yield Violation("M1-TURN-03", "There are not so many cards in the hand.", "Name fewer.")


def _wrong_place(
    state: State, setup: SetupM1, table: TableAccess, command: c.AnyCommand
) -> Iterator[Violation]:
    """On the table always; where its rules let it be, unless ``anyway``."""
    if isinstance(command, c.Put | c.Up):
        body = state.models[command.model]
    elif isinstance(command, c.Summon):
        body = new_model("", setup.figures[command.card], command.seat)
    elif isinstance(command, c.DropOne | c.MoveMarker):
        held = state.markers.get(getattr(command, "marker", ""))
        mm = command.mm if isinstance(command, c.DropOne) else held.mm if held is not None else 30.0
        if not on_table(command.x, command.y, mm):
            yield Violation("M1-GLO-03", "That is not wholly on the table.", "Move it inward.")
        return
    else:
        return
    x, y = float(command.x), float(command.y)
    if not on_table(x, y, body.mm):
        yield Violation("M1-MOVE-01", "That is not wholly on the table.", "Move it inward.", body.id)
    elif isinstance(command, c.Up) and body.where != "buried":
        yield Violation("M1R-BURY-07", f"{body.name} is not buried.", "", body.id)
    elif isinstance(command, c.Put) and command.way != "table" and not body.on_table:
        yield Violation("M1-MOVE-01", "It is not on the table.", "Bring it back first.", body.id)
    elif command.anyway or (isinstance(command, c.Put) and command.way == "table"):
        return
    elif isinstance(command, c.Put):
        if answer_in(region(state, command, table), x, y) is None:
            yield Violation(ROWS[command.way], f"{body.name} may not end there.", ANYWAY, body.id)
    elif not is_free(state, body, x, y):
        yield Violation("M1R-SPI-09", "Another base is there.", ANYWAY, body.id)


ROWS = {"move": "M1-MOVE-01", "push": "M1-MOVE-08", "place": "M1R-PUSH-01"}
"""The row that bars the end of such a move."""


# Carried out


def by_hand(g: Match, seat: int, act: c.Act) -> Proc[bool]:
    """The act, whether it was done: asked about where the other seat may object, then line by line."""
    if act.asked and not (yield from agreed(g, seat, act, g.setup.figures)):
        return False
    g.emit(said(g, seat, act, "begun", g.setup.figures))
    for command in act.lines:
        if problems := problems_of(g.state, g.setup, g.table, seat, c.Act(lines=(command,))):
            g.emit(Remark(f"Not done: {problems[0].sentence}", problems[0].rule))
        else:
            yield from _perform(g, command)
    g.emit(ActSaid(seat, act.name, (), "done"))
    return True


def _perform(g: Match, command: c.AnyCommand) -> Proc[None]:
    match command:
        case c.Hurt(model=name, amount=amount, by=by):
            yield from deal(
                g, HitM1(target=name, amount=amount, by=by, source=BY_HAND, wounds=not command.reducible)
            )
        case c.FlipDamage():
            yield from _damage_flip(g, command)
        case c.Heal():
            heal(g, command.model, command.amount)
        case c.Slay():
            yield from kill(g, command.model, by=command.by, source=BY_HAND, outright=True)
        case c.Sacrifice():
            sacrifice(g, command.model)
        case c.SetCondition(model=name, condition=condition) if condition in MODIFIERS and command.value:
            give(g, name, condition)
        case c.SetCondition(model=name, condition=condition):
            g.emit(ConditionSet(name, condition, command.value, BY_HAND))
        case c.Put():
            yield from _put(g, command)
        case c.Under():
            bury(g, command.model)
        case c.Up():
            g.emit(CameUp(command.model, command.x, command.y))
        case c.Summon():
            model = _summoned(g.state, g.setup, command, g.fresh_id("s"))
            g.emit(ModelAdded(replace(model, elevation=g.table.level(g.state, model)), "summoned"))
            give(g, model.id, SLOW)
        case c.Activate() if command.activated and command.model == g.state.activating:
            g.ended = command.model
        case c.DrawCards() | c.DiscardCards() | c.Mill() | c.Shuffle() | c.FlipOne():
            yield from _cards(g, command)
        case _:
            for event in events_of(g.state, command):
                g.emit(event)


def _summoned(state: State, setup: SetupM1, command: c.Summon, name: str) -> Model:
    model = new_model(name, setup.figures[command.card], command.seat)
    return replace(model, x=command.x, y=command.y, where="table", summoned=state.turn)


def _damage_flip(g: Match, command: c.FlipDamage) -> Proc[None]:
    """The other side flips, which may cheat it."""
    seat = other(g.model(command.model).player)
    profile = (command.weak, command.moderate, command.severe)
    flipped = yield from flip_number(
        g, seat, profile, command.plus - command.minus, BY_HAND, about=command.model
    )
    yield from deal(
        g,
        HitM1(
            target=command.model,
            amount=flipped.value,
            by=command.by,
            source=BY_HAND,
            wounds=not command.reducible,
        ),
    )


def _put(g: Match, command: c.Put) -> Proc[None]:
    """Moved, pushed or placed within the region, with what follows from that; put anyway, or by no way of the
    rules, it is simply there."""
    held = g.model(command.model)
    there = replace(held, x=command.x, y=command.y)
    level = g.table.level(g.state, there, held.elevation)
    if command.way == "table":
        g.emit(Moved(held.id, command.x, command.y, level, "table", command.by))
        return
    options = region(g.state, command, g.table)
    answer = answer_in(options, command.x, command.y)
    end = Ending(command.x, command.y, level) if answer is None else cast(Any, options).end(answer)
    yield from go(g, held.id, end, command.way, free=True)


def _cards(g: Match, command: c.DrawCards | c.DiscardCards | c.Mill | c.Shuffle | c.FlipOne) -> Proc[None]:
    """Whose cards they are chooses among them."""
    seat = command.seat
    match command:
        case c.DrawCards():
            draw(g, seat, command.cards)
        case c.DiscardCards() if command.named:
            g.emit(Discarded(seat, tuple(map(Card.parse, command.named)), False))
        case c.DiscardCards():
            text = "Discard, by hand."
            yield from discard(g, seat, command.cards, command.cards, rule="M1-TURN-03", text=text)
        case c.Mill():
            for _ in range(command.cards):
                flip_card(g, seat, BY_HAND)
        case c.Shuffle():
            shuffle(g, seat)
        case c.FlipOne():
            why = command.why or BY_HAND
            fate = yield from flip(g, seat, command.plus - command.minus, why)
            if command.cheatable:
                yield from offer_cheat(g, fate, f"Cheat the flip? ({why})")
            clear(g, seat, fate.card)
