"""The referee's hand at a played table: the engine's own effects carry out the commands, so that reductions,
limits and reactions apply. Several commands form one act, to which the other seat may object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.editions.m3e.hand import BARE, ground_with
from rules.editions.m3e.play.duels.steps import end_duel, resolve_duel, side_for, simple_duel
from rules.editions.m3e.play.effects.arrivals import (
    attach_upgrade,
    bury,
    come_up,
    discard_upgrade,
    replace_model,
    summoned_to,
)
from rules.editions.m3e.play.effects.conditions import gain, set_tokens
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.markers import drop, remove
from rules.editions.m3e.play.effects.movement import cannot_be_moved, go, let_fall, may_move, move_marker
from rules.editions.m3e.play.procedure import cards as fate
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import DuelInProgress, Hit
from rules.editions.m3e.play.procedure.timing import whole
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.editions.m3e.stored import STORED
from rules.fate.shuffle import Stream
from rules.game.events.announcements import ActSaid, Remark, TableWord
from rules.game.events.cards import Reshuffled
from rules.game.events.table import Moved
from rules.game.narration import BY_HAND, Names
from rules.game.printed import PrintedModel, PrintedUpgrade
from rules.game.procedure.asks import Ask, Proc
from rules.game.referee import commands as c
from rules.game.referee.arrivals import stands_for
from rules.game.referee.command import Command
from rules.game.referee.ground import Ground, answer_in
from rules.game.referee.open_question import Follows
from rules.game.referee.proposing import agreed, said
from rules.game.setup.setup import new_model
from rules.game.state import Model, State
from rules.game.table_access.spots import Ending
from rules.refusal import Violation


class Commands(Follows, frozen=True):
    """Acts (or lists of commands) whose commands are possible one after the other from ``state``."""

    state: State
    ground: Ground = BARE

    def after(self, now: State) -> Options:
        return replace(self, state=now)

    def contains(self, answer: Answer) -> bool:
        try:
            act = STORED.act(answer)
        except (msgspec.ValidationError, TypeError):
            return False
        return not act.problems(self.state, self.ground)

    def problems(self, answer: Answer) -> list[Violation]:
        """Why that is no answer. Raise ``msgspec.ValidationError`` for data that is no act."""
        return STORED.act(answer).problems(self.state, self.ground)

    def listed(self) -> Iterator[Answer]:
        yield []

    def sample(self, stream: Stream) -> Answer:
        return []

    def shown(self) -> dict[str, Any]:
        return {"options": "Commands", "words": sorted(c.BY_WORD)}


def ground_of(g: Game, seat: int) -> Ground:
    return ground_with(g.setup, g.table, seat)


def _meet(g: Game, cards: Iterable[PrintedModel], upgrades: Iterable[PrintedUpgrade] = ()) -> None:
    """Add the cards that a command brings; acts of the edition are read with its own cards."""
    g.meet(cast(Iterable[StatCard], cards), cast(Iterable[UpgradeCard], upgrades))


def perform(g: Game, command: Command, by: str, seat: int = 0) -> Proc[None]:
    """Carry out the command by the engine's procedures, where its events are not all of it; ``by`` is the
    model whose effect the players apply."""
    match command:
        case c.Hurt():
            by = command.by or by
            hit = Hit(command.model, command.amount, by=by, source=BY_HAND, irreducible=not command.reducible)
            yield from damage(g, hit)
        case c.FlipDamage():
            yield from _damage_flip(g, command, command.by or by)
        case c.Heal():
            yield from heal(g, command.model, command.amount, by)
        case c.SetCondition() if command.value > g.model(command.model).conditions.get(command.condition, 0):
            more = command.value - g.model(command.model).conditions.get(command.condition, 0)
            yield from gain(g, command.model, command.condition, more, by)
        case c.SetTokens():
            yield from set_tokens(g, command.model, command.name, command.number)
        case c.Slay():
            yield from kill(g, command.model, by=command.by or by, source=BY_HAND, instant=True)
        case c.Sacrifice():
            yield from kill(g, command.model, by=command.model, source=BY_HAND, instant=True)
        case c.Put():
            yield from _put(g, command, command.by or by)
        case c.Under():
            yield from bury(g, command.model, by)
        case c.Up():
            there = replace(g.model(command.model), x=command.x, y=command.y)
            level = g.table.level(g.state, there)
            yield from come_up(g, command.model, command.x, command.y, level)
        case c.DropOne() | c.MoveMarker() | c.TakeOff():
            yield from _markers(g, command, by)
        case c.Summon():
            yield from _summon(g, command, by)
        case c.Replace():
            _meet(g, command.printed)
            yield from replace_model(
                g,
                command.models,
                command.cards,
                seat=command.seat,
                heals=command.heals,
                keep_upgrades=command.keep_upgrades,
            )
        case c.AttachUpgrade():
            _meet(g, (), (command.bought,) if command.bought else ())
            yield from attach_upgrade(g, command.model, command.upgrade, by)
        case c.DiscardUpgrade():
            yield from discard_upgrade(g, command.model, command.upgrade, by)
        case _ if isinstance(command, c.CardCommand):
            yield from _cards(g, command, seat)
        case _:
            yield from command.perform(g, ground_of(g, seat))


def _damage_flip(g: Game, command: c.FlipDamage, by: str) -> Proc[None]:
    hit = Hit(
        command.model,
        (command.weak, command.moderate, command.severe),
        by=by,
        source=BY_HAND,
        plus=command.plus,
        minus=command.minus,
        irreducible=not command.reducible,
    )
    yield from damage(g, hit)


def _put(g: Game, command: c.Put, by: str) -> Proc[None]:
    """Move, Push or Place the model within its region, with the consequences. With ``anyway``, or without a
    kind of move, the model is only set there."""
    held = g.model(command.model)
    there = replace(held, x=command.x, y=command.y)
    level = g.table.level(g.state, there, held.elevation)
    if command.way == "table":
        g.emit(Moved(held.id, command.x, command.y, level, "table", by))
        return
    if not command.anyway and cannot_be_moved(g, held, g.state.models.get(by)):
        g.emit(Remark(f"{held.name} cannot be moved.", "M3E-COND-12"))
        return
    if not (yield from may_move(g, held, command.way, by)):
        return
    options = command.region(g.state, g.table)
    answer = answer_in(options, command.x, command.y)
    if answer is None:
        g.emit(Remark(f"{Names(g.state)(held.id)} is put there anyway.", "M3E-MOVE-01"))
        yield from go(g, held.id, Ending(command.x, command.y, level), command.way, by=by)
        return
    yield from go(g, held.id, cast(Any, options).end(answer), command.way, by=by)


def _markers(g: Game, command: c.DropOne | c.MoveMarker | c.TakeOff, by: str) -> Proc[None]:
    match command:
        case c.DropOne():
            marker = command.marker("")
            yield from drop(
                g,
                marker.kind,
                marker.x,
                marker.y,
                seat=marker.seat,
                by=by,
                mm=marker.mm,
                name=marker.name,
                traits=marker.traits,
                hazard=marker.hazard,
                hazard_value=marker.hazard_value,
                size=marker.size,
                elevation=g.table.level(g.state, marker),
            )
        case c.MoveMarker():
            mover = command.by or by
            yield from move_marker(g, command.marker, command.x, command.y, mover, placed=command.placed)
            yield from let_fall(g, mover)
        case c.TakeOff():
            yield from remove(g, command.marker, by)
            yield from let_fall(g, by)


def _summon(g: Game, command: c.Summon, by: str) -> Proc[None]:
    """Summon the model. Models given up for it get their heir before they leave, so that they owe no flip
    (SL-SUMMON-03)."""
    _meet(g, (command.printed,) if command.printed else (), (command.bought,) if command.bought else ())
    model = new_model(g.fresh_id("s"), g.cards[command.card], command.seat)
    placed = replace(model, x=command.x, y=command.y)
    placed = replace(placed, elevation=g.table.level(g.state, placed))
    yield from summoned_to(g, placed, command.upgrade, command.by or by)
    gone = [g.model(name) for name in command.given_up if g.model(name).in_play]
    for event in stands_for(g.state, gone, model, ground_of(g, command.seat)):
        g.emit(event)
    for name in command.given_up:
        if g.model(name).in_play:
            yield from kill(g, name, by=name, source=BY_HAND, instant=True)


def _cards(g: Game, command: c.CardCommand, seat: int) -> Proc[None]:
    """Let the owner of the cards choose among them; only the player who looks sees cards that are
    looked at."""
    match command:
        case c.DrawCards():
            yield from fate.draw(g, command.seat, command.cards)
        case c.DiscardCards():
            if command.named:
                yield from fate.discard_these(g, command.seat, command.named)
            else:
                text = f"Discard {command.cards} card{'' if command.cards == 1 else 's'}."
                yield from fate.discard(
                    g, command.seat, command.cards, command.cards, rule="M3E-FATE-11", text=text
                )
        case c.Mill():
            yield from fate.mill(g, command.seat, command.cards)
        case c.PutBack():
            to = "top" if command.to == "shuffled" else command.to
            yield from fate.return_to_deck(
                g, command.seat, command.cards, command.cards, to, "Back to the deck"
            )
            if command.to == "shuffled":
                crew = g.crew(command.seat)
                order = g.dealer.order(command.seat, crew.shuffles, crew.deck)
                g.emit(Reshuffled(command.seat, crew.shuffles, order))
        case c.Shuffle():
            yield from fate.shuffle(g, command.seat)
        case c.FlipOne():
            flip = yield from fate.reveal(
                g, command.seat, command.plus, command.minus, command.why or BY_HAND
            )
            if not flip.revealed:
                return
            yield from fate.take(g, flip)
            if command.cheatable:
                text = f"Cheat the flip? ({command.why or BY_HAND})"
                yield from fate.offer_cheat(g, flip, text=text)
            fate.clear(g, flip)
        case c.DuelByHand():
            yield from _duel(g, command)
        case _:
            yield from command.perform(g, ground_of(g, seat))


def _duel(g: Game, command: c.DuelByHand) -> Proc[None]:
    model, stat, resist = g.model(command.model), cast(c.Stat, command.stat), cast(c.Stat, command.resist)
    if not command.against:
        yield from simple_duel(g, model, stat, command.tn or 0)
        return
    resister = side_for(g, g.model(command.against), resist)
    duel = DuelInProgress(side_for(g, model, stat), resister, command.tn)
    yield from resolve_duel(g, duel)
    end_duel(g, duel)


# Acts


def by_hand(g: Game, seat: int, act: c.Act) -> Proc[bool]:
    """Carry out an act between the questions of a procedure; return whether it was done. Actions in progress
    neither delay the act nor contain it."""
    if act.asked and not (yield from agreed(g, seat, act, g.cards)):
        return False
    in_progress, busy = g.in_progress, g.busy
    g.in_progress, g.busy = [], 0
    g.emit(said(g, seat, act, "begun", g.cards))
    yield from carry_out(g, seat, act, "", apart=True)
    if not in_progress and not busy and g.state.phase == "activation":
        yield from fate.check_hands(g)
    g.emit(ActSaid(seat, act.name, (), "done"))
    g.in_progress, g.busy = in_progress, busy
    return True


def carry_out(g: Game, seat: int, act: c.Act, by: str, *, apart: bool = False) -> Proc[None]:
    """Carry out the commands one after the other; a command that an earlier one made impossible is skipped,
    with a remark (M3E-ACT-21)."""
    for command in act.lines:
        problems = command.problems(g.state, ground_of(g, seat))
        if problems:
            g.emit(Remark(f"Not done: {problems[0].sentence}", ROWS.named(problems[0].rule)))
        elif apart:
            yield from whole(g, partial(perform, g, command, by, seat))
        else:
            yield from perform(g, command, by, seat)


def prompt_players(g: Game, source: Model, text: str, about: tuple[str, ...] = ()) -> Proc[None]:
    """Ask the source's player to apply the sentence."""
    yield from prompt_side(g, source.player, text, source=source.id, about=about)


def prompt_side(
    g: Game, seat: int, text: str, *, source: str = "", about: tuple[str, ...] = (), rule: str = ""
) -> Proc[None]:
    """Ask that player to apply the sentence; each command is carried out and logged. If the other seat
    objects to the act the question is put again."""
    g.emit(TableWord(source, text))
    while True:
        answer = yield Ask(
            seat=seat,
            kind="apply",
            options=Commands(g.state, ground_of(g, seat)),
            text=text,
            rule=rule,
            about=tuple(name for name in about if name),
        )
        act = STORED.act(answer)
        if not act.lines or not act.asked or (yield from agreed(g, seat, act, g.cards)):
            break
    if act.name or act.asked:
        g.emit(said(g, seat, act, "begun", g.cards))
    yield from carry_out(g, seat, act, source)
    g.emit(TableWord(source, text, "applied" if act.lines else "nothing to apply"))
