"""The events of a command without the reactions to them. A record of a real table stores them; in play later
commands of the same act are checked against them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.game.conditions import Conditions, gained_together
from rules.game.events import Event
from rules.game.events.announcements import Remark
from rules.game.events.crews import Succeeded
from rules.game.events.table import (
    Activated,
    Attached,
    CameUp,
    CardsMet,
    ConditionSet,
    ControlSet,
    Damaged,
    Detached,
    Healed,
    Inherited,
    Killed,
    LastingBegan,
    LastingEnded,
    LeaderSet,
    LeftPlay,
    MarkerDropped,
    MarkerFaced,
    MarkerMoved,
    MarkerRemoved,
    MarkerTurned,
    ModelAdded,
    Moved,
    Nicknamed,
    SpentAction,
    TerrainRemoved,
    TokensSet,
    WentUnder,
)
from rules.game.events.turns import PassesSet, PointLost, Scored, StonesChanged
from rules.game.league.claims import used_up
from rules.game.narration import BY_HAND, Names
from rules.game.printed import PrintedModel, PrintedUpgrade, Upgrades
from rules.game.referee import commands as c
from rules.game.referee.checks import Ground, check, plain
from rules.game.referee.sentences import sentence_of_command
from rules.game.setup.setup import new_model
from rules.game.state import Heir, Lasting, Marker, Model, State, VictoryPoint, other
from rules.refusal import Violation


def events_of(state: State, command: c.AnyCommand, ground: Ground) -> list[Event]:
    """The events of a command. What only cards would decide becomes a remark."""
    return [*_facts(state, command, ground)]


def _facts(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Event]:
    match command:
        case c.Hurt():
            yield Damaged(command.model, command.amount, command.by, source="table")
        case c.Heal():
            yield Healed(command.model, command.amount)
        case c.Slay():
            yield from _killed(state, command.model, command.by)
        case c.Sacrifice():
            yield from _killed(state, command.model, command.model)
        case c.SetCondition():
            yield ConditionSet(command.model, command.condition, command.value, "table")
        case c.SetTokens():
            yield TokensSet(command.name, command.number, command.model)
        case c.Put():
            yield Moved(command.model, command.x, command.y, way=command.way)
        case c.Under():
            yield WentUnder(command.model)
        case c.Up():
            yield CameUp(command.model, command.x, command.y)
        case c.DropOne() | c.MoveMarker() | c.TurnMarker() | c.FaceMarker() | c.TakeOff():
            yield from _markers(state, command)
        case c.ClearPiece():
            yield TerrainRemoved(command.piece)
        case c.Stones():
            yield StonesChanged(command.seat, command.change, "table")
        case c.Passes():
            yield PassesSet(command.seat, command.passes, "table")
        case c.Point():
            yield point_of(state, command)
        case c.Summon():
            yield from _summoned(state, command, ground)
        case c.Replace():
            yield from _replaced(state, command, ground)
        case c.AttachUpgrade() | c.DiscardUpgrade() | c.Use():
            yield from _upgrades(state, command)
        case c.Nickname():
            yield Nicknamed(command.model, command.name.strip())
        case c.MoreActions():
            yield SpentAction(command.model, BY_HAND, -command.change, 0)
        case c.Activate():
            if command.activated and ground.table is None:
                yield from ended(state, "activation")
            yield Activated(command.model, command.activated)
        case c.Control() | c.ChangeStat() | c.GainAbility() | c.LoseAbility() | c.EndEffect():
            yield from lasting_of(state, command, ground)
        case _:
            if ground.setup is not None and ground.table is None:
                yield Remark(sentence_of_command(command, Names(state), ground.cards(state)))


def _killed(state: State, model: str, by: str) -> Iterator[Event]:
    killer = state.models.get(by)
    yield Killed(model, state.models[model], by, killer.seat if killer else None, "table")
    yield LeftPlay(model)


def _markers(
    state: State, command: c.DropOne | c.MoveMarker | c.TurnMarker | c.FaceMarker | c.TakeOff
) -> Iterator[Event]:
    match command:
        case c.DropOne():
            yield MarkerDropped(marker_of(f"m{state.made + 1}", command))
        case c.MoveMarker():
            yield MarkerMoved(command.marker, command.x, command.y)
        case c.TurnMarker():
            yield MarkerTurned(command.marker, command.seat)
        case c.FaceMarker():
            yield MarkerFaced(command.marker, command.down)
        case c.TakeOff():
            yield MarkerRemoved(command.marker)


def marker_of(name: str, command: c.DropOne) -> Marker:
    return Marker(
        id=name,
        kind=command.kind.strip().lower(),
        x=command.x,
        y=command.y,
        seat=command.seat,
        mm=command.mm,
        name=command.name,
        size=command.size,
        traits=tuple(trait.strip().lower() for trait in command.traits if trait.strip()),
        hazard=command.hazard,
        hazard_value=command.hazard_value,
    )


def point_of(state: State, command: c.Point) -> Event:
    """One VP scored, or the last one removed."""
    if command.lost:
        return PointLost(command.seat, command.source)
    step = next(step for step in c.STEPS if step == command.step)
    return Scored(VictoryPoint(state.turn, command.seat, command.source, step))


def _upgrades(state: State, command: c.AttachUpgrade | c.DiscardUpgrade | c.Use) -> Iterator[Event]:
    match command:
        case c.AttachUpgrade():
            if command.bought is not None:
                yield CardsMet((), (command.bought,))
            yield Attached(command.model, command.upgrade)
        case c.DiscardUpgrade():
            yield Detached(command.model, command.upgrade)
        case c.Use():
            yield from used_up(state.models[command.model], command.upgrade)


def problems_of(state: State, act: c.Act, ground: Ground) -> list[Violation]:
    """What is impossible in the act, each command checked after the events of those before it."""
    for number, command in enumerate(act.lines, 1):
        problems = [ground.hand.rows.cited(fault) for fault in check(state, command, ground)]
        if problems:
            if len(act.lines) == 1:
                return problems
            return [replace(fault, sentence=f"{number}: {fault.sentence}") for fault in problems]
        for event in events_of(state, command, ground):
            state = event.on(state)
    return []


def after_facts(state: State, act: c.Act, ground: Ground) -> State:
    """The state after the events of the act, without reactions to them."""
    for command in act.lines:
        for event in events_of(state, command, ground):
            state = event.on(state)
    return state


# Arrivals


def _summoned(state: State, command: c.Summon, ground: Ground) -> Iterator[Event]:
    cards, printed = ground.cards(state), command.printed
    if command.card not in cards and printed is not None:
        cards = {**cards, command.card: printed}
        yield CardsMet((printed,), ())
    model = new_model(f"s{state.made + 1}", cards[command.card], command.seat)
    yield ModelAdded(replace(model, x=command.x, y=command.y, where="table", summoned=state.turn), "summoned")
    if command.upgrade:
        if command.bought is not None:
            yield CardsMet((), (command.bought,))
        yield Attached(model.id, command.upgrade)
    rival = other(command.seat)
    yield PassesSet(rival, state.crews[rival].passes + 1, "the other Crew Summoned")
    yield from stands_for(state, [state.models[name] for name in command.given_up], model, ground)
    for name in command.given_up:
        yield from _killed(state, name, name)


def stands_for(state: State, gone: list[Model], heir: Model, ground: Ground) -> Iterator[Event]:
    """The events by which the new model stands for the Arsenal's models that were given up for it, and
    for those that they stood for (SL-SUMMON-03 to -05)."""
    if ground.setup is None or ground.setup.finish_threshold is None:
        return
    hired = ground.setup.arsenal_ids()
    heirs = {held.model: held for held in state.heirs}
    originals: list[str] = []
    names: list[str] = []
    for model in gone:
        if model.id in hired:
            originals.append(model.id)
        elif model.id in heirs:
            originals += heirs[model.id].originals
            names += heirs[model.id].names
    if originals:
        yield Succeeded(Heir(model=heir.id, originals=tuple(originals), names=(*names, heir.name)))


def _replaced(state: State, command: c.Replace, ground: Ground) -> Iterator[Event]:
    """New models with the originals' Health; the first takes Conditions, tokens and Summon Upgrades
    (M3E-REPL-01 to -07)."""
    cards, old = ground.cards(state), [state.models[name] for name in command.models]
    met = tuple(card for card in command.printed if card.slug not in cards)
    cards = {**cards, **{card.slug: card for card in met}}
    if met:
        yield CardsMet(met, ())
    seat = old[0].seat if command.seat is None else command.seat
    health = sum(model.health for model in old) + command.heals
    new = []
    for number, slug in enumerate(command.cards, 1):
        model = new_model(f"s{state.made + number}", cards[slug], seat)
        place = old[min(number, len(old)) - 1]
        there = replace(model, x=place.x, y=place.y, elevation=place.elevation, where="table")
        new.append(replace(there, health=min(health, model.most)))
    heir = new[0]
    for model in new:
        yield ModelAdded(model, "replaced")
    yield from _carried_over(old, heir, command.keep_upgrades, ground.upgrades(state), ground.hand.conditions)
    if seat == old[0].seat:
        for model in old:
            yield Inherited(model.id, heir.id)
            if model.leader:
                yield LeaderSet(model.id, False)
                yield LeaderSet(heir.id, True)
        yield from stands_for(state, old, heir, ground)
    for model in old:
        if seat != model.seat:
            yield Killed(model.id, model, source="Replace")
        yield LeftPlay(model.id, "replaced")
    if any(model.activated for model in old):
        for model in new:
            yield Activated(model.id)


def _carried_over(
    old: list[Model], heir: Model, keep_upgrades: bool, upgrades: Upgrades, known: Conditions
) -> Iterator[Event]:
    tokens: dict[str, int] = {}
    kept: list[str] = []
    for model in old:
        for key, number in model.tokens.items():
            tokens[key] = tokens.get(key, 0) + number
        for slug in model.upgrades:
            if slug not in kept and (keep_upgrades or (slug in upgrades and upgrades[slug].summon)):
                kept.append(slug)
    for key, value in gained_together((model.conditions for model in old), known).items():
        yield ConditionSet(heir.id, key, value, "Replace")
    for key, number in tokens.items():
        yield TokensSet(key, number, heir.id)
    for slug in kept:
        yield Attached(heir.id, slug)


# For a time


Lasts = c.Control | c.ChangeStat | c.GainAbility | c.LoseAbility | c.EndEffect


def lasting_of(state: State, command: Lasts, ground: Ground) -> Iterator[Event]:
    """Effects that begin and end, the same in play and in a record."""
    name = command.model
    match command:
        case c.Control(seat=seat):
            for effect in state.lasting:
                if effect.on == name and effect.control is not None:
                    yield LastingEnded(effect.key)
            own = state.models[name].seat == seat
            if not own:
                yield _began("Control", name, command.until, control=seat)
            yield ControlSet(name, None if own else seat)
        case c.ChangeStat(stat=stat, amount=amount):
            part = ground.hand.changed_stat(stat, amount)
            number = 1 + sum(effect.on == name and effect.source == BY_HAND for effect in state.lasting)
            label = f"{stat.capitalize()} {amount:+d}"
            yield _began(f"{label}#{number}", name, command.until, part=part)
        case c.GainAbility(ability=ability):
            yield from _gained(state, name, ability.strip(), command.until, ground)
        case c.LoseAbility(ability=ability):
            data: dict[str, str | int] = {"loses": ability.strip()}
            yield _began(f"No {ability.strip()}", name, command.until, data=data)
        case c.EndEffect():
            for effect in state.lasting:
                if effect.on == name and plain(effect.name) == plain(command.name):
                    yield LastingEnded(effect.key)
                    if effect.control is not None:
                        yield ControlSet(name, None)


def ended(state: State, *until: c.EndTime) -> Iterator[Event]:
    """The end of what lasts until one of those times. In play the procedures end it."""
    for effect in state.lasting:
        if effect.until in until:
            yield LastingEnded(effect.key)
            if effect.control is not None:
                yield ControlSet(effect.on, None)


def _gained(
    state: State, model: str, ability: str, until: c.EndTime, ground: Ground
) -> Iterator[LastingBegan]:
    """Every part of the ability as a card of the Encounter has it; of an unknown ability only its
    name."""
    cards: list[PrintedModel | PrintedUpgrade] = [*ground.cards(state).values()]
    cards += ground.upgrades(state).values()
    looked_up = (ground.hand.parts_of(card, ability) for card in cards)
    name, parts = next((known for known in looked_up if known[0]), ("", ()))
    if not parts:
        yield _began(ability, model, until)
        return
    for number, part in enumerate(parts, 1):
        yield _began(f"{name}#{number}" if number > 1 else name, model, until, part=part)


def _began(name: str, on: str, until: c.EndTime, **more: object) -> LastingBegan:
    fields = {"key": f"{name}:{on}:{BY_HAND}", "name": name, "on": on, "source": BY_HAND, "until": until}
    return LastingBegan(Lasting(**{**fields, **more}))  # type: ignore[arg-type]
