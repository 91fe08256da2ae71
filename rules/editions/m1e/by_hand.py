"""The referee's hand in a First Edition Encounter: the commands of ``rules.game.referee.commands`` that the
edition has, carried out by its own procedures and refused by its own rows.

An act comes between two activations or two Actions; an Action in progress is finished first. Beside a real
table the engine has neither places nor cards: ``table`` is ``None``, nothing is measured, and what only cards
would decide becomes a remark.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

from msgspec.structs import replace

from rules.dialogue import Choice, Options
from rules.editions.m1e.play.cards import (
    choice_of,
    clear,
    discard,
    draw,
    flip,
    flip_card,
    flip_number,
    offer_cheat,
    shuffle,
)
from rules.editions.m1e.play.damage import HitM1, bury, deal, give, heal, kill, sacrifice
from rules.editions.m1e.play.duels import DuelSideM1, opposed, side_of, simple
from rules.editions.m1e.play.ground.features import EFFIGIES
from rules.editions.m1e.play.ground.movement import go, manner
from rules.editions.m1e.play.match import (
    FAST,
    PANIC,
    PARALYZED,
    POISON,
    REACTIVATE,
    SLOW,
    STANCE,
    EncounterSetupM1,
    Match,
    new_model,
)
from rules.editions.m1e.result import strategies_of
from rules.editions.m1e.rows import ROWS
from rules.editions.m1e.scoring import SCORING, WHOLE
from rules.fate.cards import Card
from rules.game.events.announcements import ActSaid, Remark
from rules.game.events.cards import Discarded, HandReturned, Reshuffled
from rules.game.events.table import CameUp, ConditionSet, LeftPlay, ModelAdded, Moved
from rules.game.narration import BY_HAND, Names
from rules.game.procedure.asks import Proc, one_of, several
from rules.game.referee import commands as c
from rules.game.referee.command import Command
from rules.game.referee.ground import ANYWAY, Ground, answer_in, is_free, on_table
from rules.game.referee.hand import PlayersApply
from rules.game.referee.proposing import agreed, said
from rules.game.state import Model, State, other
from rules.game.table_access.interface import TableAccess
from rules.game.table_access.spots import Ending
from rules.refusal import Violation

CONDITIONS = (POISON, FAST, SLOW, PARALYZED, REACTIVATE, STANCE, PANIC)
"""The states of a model besides its wounds (M1-MOD, M1-CMB-02, M1-MOR-05, M1R-POI)."""
MODIFIERS = (FAST, SLOW, PARALYZED, REACTIVATE)
ONCE = (*MODIFIERS, STANCE)
LACKS = (
    c.TurnMarker,
    c.FaceMarker,
    c.ClearPiece,
    c.Passes,
    c.Replace,
    c.AttachUpgrade,
    c.DiscardUpgrade,
    c.Use,
    c.Control,
    c.ChangeStat,
    c.GainAbility,
    c.LoseAbility,
    c.EndEffect,
    c.MoreActions,
)
"""Commands the edition lacks: Pass Tokens, Upgrades, Replace and control by hand belong to the Third."""
POSSIBLE = tuple(kind for kind in c.BY_WORD.values() if kind not in LACKS)
FLIPS = c.FlipDamage | c.FlipOne | c.DuelByHand
"""The commands that use cards of a deck here."""
STATS = {"df": "Df", "wp": "Wp", "ca": "Ca", "cb": "Cb", "wk": "Wk", "cg": "Cg", "ht": "Ht"}
"""The stats of a duel as cards print them (M1-CARD-09, -11)."""
MOST = 99
GROUND = Ground(PlayersApply({}, SCORING, ROWS))
"""Its rows are checked here; the common events need no more."""


# Checks


def problems_of(
    state: State, setup: EncounterSetupM1, table: TableAccess | None, seat: int | None, act: c.Act
) -> list[Violation]:
    """What is impossible in the act, each command checked after the events of those before it."""
    for number, command in enumerate(act.lines, 1):
        problems = list(wrong(state, setup, table, seat, command))
        if problems:
            if len(act.lines) == 1:
                return problems
            return [replace(fault, sentence=f"{number}: {fault.sentence}") for fault in problems]
        state = c.fold(state, facts_of(state, setup, command))
    return []


def facts_of(state: State, setup: EncounterSetupM1, command: Command) -> Iterator[Any]:
    """The events of the command: what a record stores, and what later commands of the same act depend
    on."""
    match command:
        case c.Summon():
            yield ModelAdded(_summoned(state, setup, command, f"s{state.made + 1}"), "summoned")
        case c.Sacrifice():
            yield LeftPlay(command.model, "sacrificed")
        case _ if isinstance(command, c.CardCommand):
            yield Remark(command.sentence(Names(state), {}))
        case _:
            yield from command.events(state, GROUND)


def wrong(
    state: State, setup: EncounterSetupM1, table: TableAccess | None, seat: int | None, command: Command
) -> Iterator[Violation]:
    """What makes the command impossible for the player in ``seat``, if anything."""
    if isinstance(command, LACKS):
        word = command.__struct_config__.tag
        yield Violation("", f"The First Edition has nothing that is “{word}”.", "Choose another.")
        return
    if table is None and isinstance(command, FLIPS):
        fix = "Flip there, and write down what came of it."
        yield Violation("M1-DUEL-03", "The cards lie on your table.", fix)
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
        case c.DuelByHand():
            yield from _wrong_duel(setup, state, command)
        case c.DiscardCards(named=named) if named and command.seat != seat:
            yield Violation("M1-TURN-03", "Only its owner knows that hand.", "Say how many cards.")
        case _ if isinstance(command, c.CardCommand) and table is not None:
            yield from _wrong_cards(state, command)
        case _:
            pass
    if not isinstance(command, c.Summon) or command.card in setup.figures:
        yield from _wrong_place(state, setup, table, command)


def _wrong_models(state: State, command: Command) -> Iterator[Violation]:
    named = command.models_named()
    if getattr(command, "model", None) == "":
        named.insert(0, "")
    for name in named:
        if name not in state.models or not state.models[name].in_play:
            yield Violation("M1-TURN-07", f"There is no model {name} in play.", "Choose one that is.", name)
    by = getattr(command, "by", "")
    if isinstance(by, str) and by and by not in state.models:
        yield Violation("M1-GLO-04", f"There is no model {by}.", "", by)


def _wrong_numbers(command: Command) -> Iterator[Violation]:
    yield from command.out_of_bounds()
    if isinstance(command, c.DuelByHand) and command.tn is not None and not 0 <= command.tn <= MOST:
        yield Violation("", f"tn: {command.tn} is no number for that.", f"0 to {MOST}.")


def wrong_condition(command: c.SetCondition) -> Iterator[Violation]:
    if command.condition not in CONDITIONS:
        names = ", ".join(CONDITIONS)
        yield Violation("M1-MOD-01", f"No model can be “{command.condition}”.", f"One of {names}.")
    elif not 0 <= command.value <= (1 if command.condition in ONCE else MOST):
        yield Violation("M1R-MOD-02", "The same Modifier does not add up.", "It is there, or it is not.")


def wrong_point(setup: EncounterSetupM1, state: State, entry: c.Point) -> Iterator[Violation]:
    """Check the most that a Strategy or Scheme is worth, and that VP which are removed were scored."""
    own = [score for score in state.scores if (score.seat, score.source) == (entry.seat, entry.source)]
    if entry.lost:
        if not own:
            yield Violation("M1-ENC-20", f"{entry.source} has scored nothing.", "")
        return
    strategy = strategies_of(setup, state)[entry.seat]
    schemes = {scheme.name for scheme in state.crews[entry.seat].schemes}
    if entry.step not in c.STEPS:
        fix = f"One of {', '.join(c.STEPS)}."
        yield Violation("M1-ENC-20", f"{entry.step} is no way to score.", fix)
    if entry.source == setup.feature == EFFIGIES:
        if any(score.source == EFFIGIES for score in state.scores):
            yield Violation("M1-FEAT-11", "The Effigies are worth one Victory Point in all.", "")
        return
    if entry.source != strategy and entry.source not in schemes:
        yield Violation(
            "M1-ENC-20", f"That side has no Strategy or Scheme “{entry.source}”.", "Choose its own."
        )
    elif len(own) >= (WHOLE if entry.source == strategy else SCORING.scheme):
        yield Violation("M1-ENC-20", f"{entry.source} has scored all it can.", "")


def _wrong_cards(state: State, command: Command) -> Iterator[Violation]:
    """Check that the cards exist (M1-TURN-02, -03)."""
    crew = state.crews[getattr(command, "seat", 0)]
    match command:
        case c.DiscardCards(named=named) if named:
            if not c.all_held(named, crew.hand):
                yield Violation("M1-TURN-03", "That card is not in your hand.", "Choose cards of your hand.")
        case c.DiscardCards(cards=cards) | c.PutBack(cards=cards) if cards > len(crew.hand):
            yield Violation("M1-TURN-03", "There are not so many cards in the hand.", "Name fewer.")
        case c.Look(source="deck", cards=cards) if cards > len(crew.deck):
            yield Violation("M1-TURN-02", "There are not so many cards in the deck.", "Name fewer.")
        case c.DrawCards(cards=cards) | c.Mill(cards=cards) if cards > len(crew.deck) + len(crew.discard):
            yield Violation("M1-TURN-02", "There are not so many cards in the deck.", "Name fewer.")


def _wrong_duel(setup: EncounterSetupM1, state: State, command: c.DuelByHand) -> Iterator[Violation]:
    sides = [(command.model, command.stat)]
    if command.against:
        sides.append((command.against, command.resist))
    for name, stat in sides:
        held = state.models[name]
        if stat not in STATS:
            yield Violation("M1-CARD-09", f"No model has “{stat}”.", f"One of {', '.join(STATS)}.", name)
        elif stat == "cb" and not setup.figures[held.card].weapons:
            yield Violation("M1-CARD-11", f"{held.name} has no weapon.", "Choose another stat.", name)
    if command.against == command.model:
        yield Violation("M1-OPP-01", "Nobody duels with itself.", "Name another model.", command.model)
    elif not command.against and command.tn is None:
        yield Violation("M1-DUEL-01", "Against what is the duel?", "Name a TN or another model.")


def _wrong_place(
    state: State, setup: EncounterSetupM1, table: TableAccess | None, command: Command
) -> Iterator[Violation]:
    """Check that the place is on the table and, unless ``anyway``, where the rules allow it. Beside a real
    table an arriving model has a place that nobody enters."""
    somewhere = table is None and isinstance(command, c.Up | c.Summon)
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
    if not somewhere and not on_table(x, y, body.mm):
        yield Violation("M1-MOVE-01", "That is not wholly on the table.", "Move it inward.", body.id)
    elif isinstance(command, c.Up) and body.where != "buried":
        yield Violation("M1R-BURY-07", f"{body.name} is not buried.", "", body.id)
    elif isinstance(command, c.Put) and command.way != "table" and not body.on_table:
        yield Violation("M1-MOVE-01", "It is not on the table.", "Bring it back first.", body.id)
    elif table is None or command.anyway or (isinstance(command, c.Put) and command.way == "table"):
        return
    elif isinstance(command, c.Put):
        if answer_in(_region(state, setup, command, table), x, y) is None:
            yield Violation(MOVES[command.way], f"{body.name} may not end there.", ANYWAY, body.id)
    elif not is_free(state, body, x, y):
        yield Violation("M1R-SPI-09", "Another base is there.", ANYWAY, body.id)


def _region(state: State, setup: EncounterSetupM1, command: c.Put, table: TableAccess) -> Options:
    """Where that move may end; it is made as its model moves by itself (M1R-SPI-06)."""
    model = state.models[command.model]
    figure = setup.figures[model.card]
    return command.region(state, table, manner(figure, model, figure.cg))


MOVES = {"move": "M1-MOVE-01", "push": "M1-MOVE-08", "place": "M1R-PUSH-01"}
"""The row that forbids such a move to end there."""


# Execution


def by_hand(g: Match, seat: int, act: c.Act) -> Proc[bool]:
    """Carry out the act line by line, after the other seat's consent where it may object; return whether it
    was done."""
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


def _perform(g: Match, command: Command) -> Proc[None]:
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
        case _ if isinstance(command, c.CardCommand):
            yield from _cards(g, command)
        case _:
            yield from command.perform(g, GROUND)


def _summoned(state: State, setup: EncounterSetupM1, command: c.Summon, name: str) -> Model:
    model = new_model(name, setup.figures[command.card], command.seat)
    return replace(model, x=command.x, y=command.y, where="table", summoned=state.turn)


def _damage_flip(g: Match, command: c.FlipDamage) -> Proc[None]:
    """Let the other side flip; it may cheat."""
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
    """Move, push or place the model within its region, with the consequences. With ``anyway``, or without a
    kind of move, the model is only set there."""
    held = g.model(command.model)
    there = replace(held, x=command.x, y=command.y)
    level = g.table.level(g.state, there, held.elevation)
    if command.way == "table":
        g.emit(Moved(held.id, command.x, command.y, level, "table", command.by))
        return
    options = _region(g.state, g.setup, command, g.table)
    answer = answer_in(options, command.x, command.y)
    end = Ending(command.x, command.y, level) if answer is None else cast(Any, options).end(answer)
    yield from go(g, held.id, end, command.way, free=True)


def _cards(g: Match, command: c.CardCommand) -> Proc[None]:
    """Let the owner of the cards choose among them; only the player who looks sees cards that are
    looked at."""
    match command:
        case c.DuelByHand():
            yield from _duel(g, command)
        case c.PutBack():
            yield from _put_back(g, command)
        case c.DrawCards(seat=seat):
            draw(g, seat, command.cards)
        case c.DiscardCards(seat=seat) if command.named:
            g.emit(Discarded(seat, tuple(map(Card.parse, command.named)), False))
        case c.DiscardCards(seat=seat):
            text = "Discard, by hand."
            yield from discard(g, seat, command.cards, command.cards, rule="M1-TURN-03", text=text)
        case c.Mill(seat=seat):
            for _ in range(command.cards):
                flip_card(g, seat, BY_HAND)
        case c.Shuffle(seat=seat):
            shuffle(g, seat)
        case c.FlipOne(seat=seat):
            why = command.why or BY_HAND
            fate = yield from flip(g, seat, command.plus - command.minus, why)
            if command.cheatable:
                yield from offer_cheat(g, fate, f"Cheat the flip? ({why})")
            clear(g, seat, fate.card)
        case _:
            yield from command.perform(g, GROUND)


def _put_back(g: Match, command: c.PutBack) -> Proc[None]:
    """Put hand cards on the deck or under it in the owner's order, or reshuffle the deck."""
    seat, number = command.seat, command.cards
    choices = [choice_of(card) for card in g.crew(seat).hand]
    text = "Back to the deck: which cards of your hand?"
    codes = yield from several(seat, "cards", choices, number, number, ordered=True, text=text)
    to: Literal["top", "bottom"] = "bottom" if command.to == "bottom" else "top"
    g.emit(HandReturned(seat, tuple(map(Card.parse, codes)), to))
    if command.to == "shuffled":
        crew = g.crew(seat)
        g.emit(Reshuffled(seat, crew.shuffles, g.dealer.order(seat, crew.shuffles, crew.deck)))


def _duel(g: Match, command: c.DuelByHand) -> Proc[None]:
    """Resolve a duel with all modifiers; the players decide what follows (M1-DUEL-01, M1-OPP-01)."""
    side = yield from _duelling(g, g.model(command.model), command.stat)
    if not command.against:
        yield from simple(g, g.model(command.model), command.stat, command.tn or 0, side=side)
        return
    target = yield from _duelling(g, g.model(command.against), command.resist)
    yield from opposed(g, side, target)


def _duelling(g: Match, model: Model, stat: str) -> Proc[DuelSideM1]:
    """The model's side with that stat; for Combat its player chooses the weapon (M1-CARD-11)."""
    if stat != "cb":
        return side_of(g, model, stat)
    weapons = {weapon.name: weapon for weapon in g.figure(model).weapons}
    choices = [Choice(name, name) for name in weapons]
    text = "With which weapon?"
    name = yield from one_of(
        model.player, "attack", choices, rule="M1-CARD-11", text=text, about=(model.id,), forced=True
    )
    side = side_of(g, model, "cb", weapons[name].combat)
    side.printed, side.weapon = weapons[name].suits, name
    return side
