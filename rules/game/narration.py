"""Sentences for events: the log as people read it.

``sentence_of`` gives a sentence for an event, or nothing for one that another covers. Names of models and
Crews come from a state (any later one will do: models are never forgotten).

>>> from rules import duel_of_two
>>> play = duel_of_two()
>>> [sentence_of(event, play.state) for event in play.events[-1:]]
['Frontier’s deck is shuffled (54 cards).']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from rules.crews.catalogue import faction_name
from rules.fate.cards import Card
from rules.game.events import Event, announcements, cards, crews, table, turns
from rules.game.state import Model, State
from rules.wording import counted, listed, titled

Narrator = Callable[[Any, "Names"], str]
NARRATORS: dict[type[Event], Narrator] = {}
PHASES = {
    "start": "The Start Phase begins.",
    "activation": "The Activation Phase begins.",
    "end": "The End Phase begins.",
}
WAYS = {
    "walk": "walks",
    "push": "is Pushed",
    "place": "is Placed",
    "charge": "charges",
    "deploy": "is deployed",
    "fall": "falls",
    "fall back": "falls back",
    "jump": "jumps",
}


FACE_DOWN = ", face down"


class Names:
    """Display names of models, markers and seats, taken from a state."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __call__(self, model: str) -> str:
        """A model's name: its nickname, its name in its Arsenal, or its printed name; with its mark on the
        table where several share it."""
        held = self.state.models.get(model)
        if held is None:
            return model or "nobody"
        if nickname := self.state.nicknames.get(model):
            return f"{held.name} “{nickname}”"
        by_arsenal = self.state.called
        called = by_arsenal.get(model, held.name)
        for name, other in self.state.models.items():
            if name != model and by_arsenal.get(name, other.name) == called:
                return f"{called} ({model.upper()})"
        return called

    def with_display_names(self, text: str, models: Iterable[str]) -> str:
        """``text`` with the printed names of ``models`` replaced by their display names."""
        for model in models:
            held = self.state.models.get(model)
            called = self(model)
            if held is not None and called != held.name and called not in text:
                text = re.sub(rf"{re.escape(held.name)}(?! [(“\d])", called, text, count=1)
        return text

    def named(self, text: str) -> str:
        """``text`` with the ids of models replaced by their display names."""
        return re.sub(r"\w+", lambda word: self(word[0]) if word[0] in self.state.models else word[0], text)

    def marker(self, name: str) -> str:
        """How a sentence begins with a marker: its kind, its mark, and whether it lies face down."""
        held = self.state.markers.get(name)
        if held is None:
            return f"The marker {name.upper()}"
        down = FACE_DOWN if name in self.state.face_down else ""
        return f"The {held.name or f'{titled(held.kind)} Marker'} {name.upper()}{down}"

    def side(self, seat: int) -> str:
        return self.state.crews[seat].name or f"Seat {seat}"

    def sides(self, seat: int) -> str:
        return f"{self.side(seat)}’s"


def sentence_of(event: Event, state: State) -> str:
    """The sentence for an event; empty when the event has none."""
    narrator = NARRATORS.get(type(event))
    return narrator(event, Names(state)) if narrator else ""


def sentences_of(events: Iterable[Event], state: State) -> list[str]:
    """The sentences of a log in order, without empty ones."""
    return [sentence for event in events if (sentence := sentence_of(event, state))]


def _lying(names: Names, marker: str) -> str:
    return names.marker(marker).removesuffix(FACE_DOWN)


def _upgrade(names: Names, slug: str) -> str:
    """The name of a card that came into the Encounter; a card of the set-up is called by its slug."""
    card = names.state.upgrades.get(slug)
    return card.name if card is not None else titled(slug.replace("-", " "))


def spoken(cards: Iterable[Card]) -> str:
    return ", ".join(card.spoken for card in cards)


def _register(kind: type[Event], sentence: Narrator) -> None:
    NARRATORS[kind] = sentence


def _bearing(n: Names, on: str) -> str:
    """Which model or marker has a lasting effect, if any, as a tail."""
    if on and on not in n.state.models:
        return f" on {_lying(n, on).replace('The ', 'the ', 1)}"
    return f" on {n(on)}" if on else ""


def _effect_ended(e: table.LastingEnded, n: Names) -> str:
    """An effect that was begun by hand ends; nothing else says so in a record."""
    name, on, source = e.key.rsplit(":", 2) if e.key.count(":") > 1 else ("", "", "")
    return f"{name.partition('#')[0]} ends on {n(on)}." if source == BY_HAND else ""


def _a(noun: str) -> str:
    return f"{'An' if noun[:1] in 'AEIOU' else 'A'} {noun}"


def _by(n: Names, by: str) -> str:
    return f" by {n(by)}" if by else ""


BY_HAND = "by hand"
"""The source of what players do by hand."""
WHERE = {"hand": " into the hand", "top": " on top of the deck", "bottom": " at the bottom of the deck"}


def _arranged(e: cards.DeckArranged | cards.DeckChanged, n: Names, top: int, bottom: int) -> str:
    under = f", {bottom} at the bottom" if bottom else ""
    return f"{n.side(e.by)} arranges {n.sides(e.seat)} deck: {top} on top{under}."


def _total(e: announcements.TotalAnnounced, n: Names) -> str:
    if e.step != "final":
        return ""
    suits = "".join(suit[0].upper() for suit in e.suits)
    return f"{n(e.model)}: final total {e.total}{' ' + suits if suits else ''}."


def _duel(e: announcements.DuelBegan, n: Names) -> str:
    against = f" against {n(e.resister)} ({e.resist})" if e.resister else ""
    tn = f", TN {e.tn}" if e.tn is not None else ""
    why = f" [{', '.join(e.why)}]" if e.why else ""
    return f"{n(e.model)} duels with {e.stat}{against}{tn}.{why}"


STEPS = {"proposed": "wishes to do", "begun": "does", "objected": "objects to"}


def _act(e: announcements.ActSaid, n: Names) -> str:
    if e.step == "done":
        return ""
    what = f"“{e.name}”" if e.name else "something by hand"
    lines = f": {' '.join(e.lines)}" if e.lines else "."
    return f"{n.side(e.seat)} {STEPS[e.step]} {what}{lines}"


# How an Action of the First Edition ended, where the outcome is not a reason for failure.
ENDINGS = {"hit": "hits", "missed": "misses", "cast": "is cast", "not cast": "is not cast"}


def _ended(e: announcements.ActionEnded, n: Names) -> str:
    if e.outcome == "succeeded":
        return ""
    return f"{e.action} {ENDINGS[e.outcome]}." if e.outcome in ENDINGS else f"{e.action} fails: {e.outcome}."


def _condition(e: table.ConditionSet, n: Names) -> str:
    if e.condition.partition(":")[0] in FEARS:
        return _fear(e, n)
    if e.value:
        return f"{n(e.model)}: {condition_words(e.condition, e.value, n)}."
    return f"{n(e.model)}: {condition_name(e.condition, n)} ends."


def condition_name(condition: str, n: Names) -> str:
    """The name of a Condition, with whose it is where a seat follows it."""
    name, _, whose = condition.partition(":")
    if whose in ("0", "1"):
        return f"{titled(name)} ({n.side(int(whose))})"
    return titled(condition.replace(":", " "))


# Facts that the First Edition's procedures store as Conditions although players do not call them that. A key
# without a sentence is already described by another event.
FEARS: dict[str, tuple[str, ...]] = {
    "brave": ("{model} may be frightened by {whom} again.", "{model} stands up to {whom}."),
    "cause": ("", ""),
    "falling back": (
        "{model} rallies.",
        "{model} is falling back.",
        "{model} is afraid: it falls back in its next activation.",
    ),
    "harmless no more": ("", "{model} is harmless no more."),
}


def _fear(e: table.ConditionSet, n: Names) -> str:
    kind, _, whom = e.condition.partition(":")
    words = FEARS[kind]
    return words[min(e.value, len(words) - 1)].format(model=n(e.model), whom=n(whom))


def condition_words(condition: str, value: int, n: Names) -> str:
    """A Condition as it is written beside its model; empty for facts that only the procedures use."""
    kind, _, whom = condition.partition(":")
    if kind in FEARS:
        known = {"brave": f"Stands up to {n(whom)}", "falling back": "Falling Back", "cause": ""}
        return known.get(kind, "Harmless no more")
    name = condition_name(condition, n)
    return name if name.endswith(")") else f"{name} {value}"


def conditions_in_words(model: Model, n: Names) -> list[str]:
    """The Conditions of a model as they are written beside it."""
    words = (condition_words(condition, value, n) for condition, value in model.conditions.items())
    return [each for each in words if each]


def _tokens(e: table.TokensSet, n: Names) -> str:
    who = n(e.model) if e.model else n.side(e.seat or 0)
    if e.name == "treasure":
        return f"{who} carries the treasure." if e.number else f"{who} carries the treasure no more."
    if e.name == "drained":
        return f"{who}: all but Masters have {e.number} Wp less."
    return f"{who}: {counted(e.number, f'{titled(e.name)} Token')}."


def _strategies(e: turns.StrategiesSet, n: Names) -> str:
    each = ", ".join(f"{strategy} for {n.side(seat)}" for seat, strategy in enumerate(e.strategies))
    return f"{n.side(e.first)} picks sides. {e.deployment.capitalize()} Deployment; {each}."


def _killed(e: table.Killed, n: Names) -> str:
    return f"{n(e.model)} is killed{_by(n, e.by)}{f' ({e.source})' if e.source and not e.by else ''}."


def _stones(e: turns.StonesChanged, n: Names) -> str:
    what = f"spends {-e.change}" if e.change < 0 else f"gains {e.change}"
    use = f" ({e.use})" if e.use else ""
    return f"{n.side(e.seat)} {what} Soulstone{'' if abs(e.change) == 1 else 's'}{use}."


def _score(e: turns.Scored, n: Names) -> str:
    return f"{n.side(e.score.seat)} scores 1 VP from {e.score.source} ({e.score.step})."


def _fell(e: crews.Fell, n: Names) -> str:
    flip = f" ({e.fall.flip})" if e.fall.flip else ""
    return f"{n(e.fall.model)}: {'Finished Off' if e.fall.finished_off else 'not Finished Off'}{flip}."


def _claimed(e: crews.Claimed, n: Names) -> str:
    side = n.side(e.claim.seat)
    if e.claim.kind == "used_up":
        return f"{n(e.claim.model)} uses up {titled(e.claim.what.replace('-', ' '))}: it leaves the Arsenal."
    return (
        f"{side} ticks a portion of its Bounty." if e.claim.kind == "portion" else f"{side} gains an award."
    )


def _hired(e: crews.CrewHired, n: Names) -> str:
    names = ", ".join(n(model.id) for model in e.models)
    return f"{e.name} is revealed: {names}; {counted(e.stones, 'Soulstone')} left."


def _place(x: float, y: float) -> str:
    return f"({round(x, 1):g}, {round(y, 1):g})"


_register(cards.DeckShuffled, lambda e, n: f"{n.sides(e.seat)} deck is shuffled ({e.cards} cards).")
_register(cards.Shuffled, lambda e, n: f"{n.sides(e.seat)} deck is shuffled ({len(e.order)} cards).")
_register(cards.Reshuffled, lambda e, n: f"{n.sides(e.seat)} unseen cards lie anew.")
_register(cards.DeckCut, lambda e, n: f"{n.sides(e.seat)} deck is cut at {e.at}.")
_register(
    cards.Flipped, lambda e, n: f"{n.side(e.seat)} flips the {e.card.spoken}{f' ({e.why})' if e.why else ''}."
)
_register(cards.Taken, lambda e, n: f"{n.side(e.seat)} takes the {e.card.spoken}." if e.rest else "")
_register(
    cards.Cheated, lambda e, n: f"{n.side(e.seat)} cheats: {e.card.spoken} for the {e.instead_of.spoken}."
)
_register(
    cards.CheatedUnseen,
    lambda e, n: f"{n.side(e.seat)} cheats with the top card: {e.card.spoken} for the {e.instead_of.spoken}.",
)
_register(
    cards.FlippedFromDiscard,
    lambda e, n: f"{n.side(e.seat)} flips the {e.card.spoken} from the discard pile.",
)
_register(cards.PutUnder, lambda e, n: f"The {e.card.spoken} goes under {n.sides(e.seat)} discard pile.")
_register(cards.Drew, lambda e, n: f"{n.side(e.seat)} draws the {e.card.spoken}.")
_register(cards.CardDrawn, lambda e, n: f"{n.side(e.seat)} draws a card.")
_register(cards.Discarded, lambda e, n: f"{n.side(e.seat)} discards {spoken(e.cards)}.")
_register(cards.CardsShown, lambda e, n: f"{n.side(e.seat)} reveals {spoken(e.cards)} ({e.source}).")
_register(
    cards.CardsLookedAt,
    lambda e, n: f"{n.side(e.by)} looks at {spoken(e.cards)} ({n.sides(e.seat)} {e.source}).",
)
_register(cards.DeckArranged, lambda e, n: _arranged(e, n, len(e.top), len(e.bottom)))
_register(cards.DeckChanged, lambda e, n: _arranged(e, n, e.top, e.bottom))
_register(cards.Milled, lambda e, n: f"{spoken(e.cards)} of {n.sides(e.seat)} deck: discarded.")
_register(
    cards.CardsTaken,
    lambda e, n: f"{n.side(e.seat)} takes {spoken(e.cards)} from the discard pile{WHERE[e.to]}.",
)
_register(cards.HandReturned, lambda e, n: f"{n.side(e.seat)} puts {spoken(e.cards)}{WHERE[e.to]}.")
_register(
    cards.CardsReturned,
    lambda e, n: f"{n.side(e.seat)} puts {e.cards} card{'s' if e.cards != 1 else ''}{WHERE[e.to]}.",
)
_register(cards.LookedAt, lambda e, n: f"{n.side(e.by)} looks at {e.number} of {n.sides(e.seat)} cards.")
_register(cards.JokerNamed, lambda e, n: f"The Red Joker is a {e.suit.capitalize()}.")
_register(crews.FactionDeclared, lambda e, n: f"{n.side(e.seat)} declares the {faction_name(e.faction)}.")
_register(crews.LeaderDeclared, lambda e, n: f"{e.name} leads {n.side(e.seat)}.")
_register(
    crews.MastersAnnounced,
    lambda e, n: f"{n.side(e.seat)} announces {', '.join(e.names) or 'no additional Master'}.",
)
_register(crews.CrewHired, _hired)
_register(
    table.MarkerDropped,
    lambda e, n: f"{_a(titled(e.marker.kind))} Marker lies at {_place(e.marker.x, e.marker.y)}.",
)
_register(table.MarkerMoved, lambda e, n: f"{_lying(n, e.marker)} moves to {_place(e.x, e.y)}.")
_register(
    table.MarkerTurned,
    lambda e, n: f"{_lying(n, e.marker)} is {'neutral' if e.seat is None else n.sides(e.seat)} now.",
)
_register(table.MarkerRemoved, lambda e, n: "" if e.quiet else f"{_lying(n, e.marker)} is removed.")
_register(table.MarkerFaced, lambda e, n: f"{_lying(n, e.marker)} lies face {'down' if e.down else 'up'}.")
_register(table.Nicknamed, lambda e, n: f"{n(e.model)} is called that from now on." if e.name else "")
_register(table.TerrainPlaced, lambda e, n: f"{n.side(e.seat)} sets up {e.piece.name}.")
_register(
    table.TerrainRemoved,
    lambda e, n: f"{e.piece} is destroyed{_by(n, e.by)}." if e.by else f"{e.piece} is gone.",
)
_register(table.ModelAdded, lambda e, n: f"{e.model.name} joins {n.side(e.model.seat)} ({e.how}).")
_register(table.Moved, lambda e, n: f"{n(e.model)} {WAYS.get(e.way, 'moves')} to {_place(e.x, e.y)}.")
_register(
    table.Damaged,
    lambda e, n: f"{n(e.model)} suffers {e.amount} damage{f' ({e.source})' if e.source else ''}.",
)
_register(table.Healed, lambda e, n: f"{n(e.model)} heals {e.amount}.")
_register(table.HealthSet, lambda e, n: f"{n(e.model)} has {e.health} Health ({e.why}).")
_register(table.HealthKnown, lambda e, n: f"{n(e.model)} can take {e.most} damage in all, as its card says.")
_register(table.Killed, _killed)
_register(table.LeftPlay, lambda e, n: "" if e.why == "killed" else f"{n(e.model)} leaves play ({e.why}).")
_register(table.ConditionSet, _condition)
_register(table.TokensSet, _tokens)
_register(table.Attached, lambda e, n: f"{_upgrade(n, e.upgrade)} is attached to {n(e.model)}.")
_register(table.Detached, lambda e, n: f"{_upgrade(n, e.upgrade)} leaves {n(e.model)}.")
_register(table.WentUnder, lambda e, n: f"{n(e.model)} is Buried{_by(n, e.by)}.")
_register(table.CameUp, lambda e, n: f"{n(e.model)} is Unburied at {_place(e.x, e.y)}.")
_register(
    table.ControlSet,
    lambda e, n: f"{n(e.model)} is controlled by {n.side(e.seat) if e.seat is not None else 'its own side'}.",
)
_register(table.LeaderSet, lambda e, n: f"{n(e.model)} is Leader." if e.leader else "")
_register(
    table.LastingBegan,
    lambda e, n: f"{e.effect.name.partition('#')[0]} begins{_bearing(n, e.effect.on)}.",
)
_register(table.LastingEnded, _effect_ended)
_register(crews.Fell, _fell)
_register(
    crews.Withdrew, lambda e, n: f"{n.side(e.seat)} withdraws strategically: its models leave the table."
)
_register(crews.Claimed, _claimed)
_register(
    announcements.ActionDeclared,
    lambda e, n: f"{n(e.model)} declares {e.action}{' (generated)' if e.generated else ''}.",
)
_register(announcements.ActionEnded, _ended)
_register(announcements.OnlyChoice, lambda e, n: f"{e.text} {e.answer}, the only choice.")
_register(announcements.Targeted, lambda e, n: f"{e.action} targets {n(e.target)}.")
_register(announcements.DuelBegan, _duel)
_register(announcements.TotalAnnounced, _total)
_register(announcements.Relented, lambda e, n: f"{n(e.model)} relents.")
_register(announcements.TriggerDeclared, lambda e, n: f"{n(e.model)} declares {e.trigger}.")
_register(announcements.DuelEnded, lambda e, n: f"{n(e.model)} {'succeeds' if e.success else 'fails'}.")
_register(announcements.DamageReduced, lambda e, n: f"{e.by}: damage {e.before} becomes {e.after}.")
_register(announcements.NumberFlipped, lambda e, n: f"{e.number} ({e.why}).")
_register(
    announcements.CardEntered,
    lambda e, n: f"{n.side(e.seat)} flipped the {e.card.spoken}{f' ({e.why})' if e.why else ''}.",
)
_register(announcements.Remark, lambda e, n: e.text)
_register(announcements.ActSaid, _act)
_register(
    announcements.TableWord, lambda e, n: f"{n(e.model) if e.model else 'By hand'}: {e.outcome or e.text}"
)
_register(
    turns.ScenarioSet,
    lambda e, n: (
        ("" if e.attacker is None else f"{n.side(e.attacker)} attacks; ")
        + f"{e.strategy}, {e.deployment}. Schemes: {', '.join(e.pool)}."
    ),
)
_register(turns.StrategiesSet, _strategies)
_register(turns.ZoneTaken, lambda e, n: f"{n.side(e.seat)} deploys in the {e.zone}.")
_register(
    turns.SchemesChosen,
    lambda e, n: f"{n.side(e.seat)} chooses {', '.join(s.name for s in e.schemes if not s.revealed)}.",
)
_register(turns.ChoiceMade, lambda e, n: f"{n.side(e.seat)} has chosen {e.what.capitalize()}.")
_register(turns.SchemeRevealed, lambda e, n: f"{n.side(e.seat)} reveals {e.scheme.name}.")
_register(turns.SchemeAbandoned, lambda e, n: f"{n.side(e.seat)} abandons {e.scheme}.")
_register(turns.Scored, _score)
_register(turns.PointLost, lambda e, n: f"{n.side(e.seat)} loses 1 VP from {e.source}.")
_register(turns.TurnBegan, lambda e, n: f"Turn {e.turn} begins.")
_register(turns.PhaseBegan, lambda e, n: PHASES.get(e.phase, ""))
_register(turns.ClosingPhaseBegan, lambda e, n: "The Closing Phase begins.")
_register(turns.InitiativeSet, lambda e, n: f"{n.side(e.seat)} has Initiative.")
_register(
    turns.PassesSet,
    lambda e, n: f"{n.side(e.seat)} has {counted(e.passes, 'Pass Token')}{f' ({e.why})' if e.why else ''}.",
)
_register(turns.StonesChanged, _stones)
_register(turns.SidePassed, lambda e, n: f"{n.side(e.seat)} passes.")
_register(turns.ActivationBegan, lambda e, n: f"{n(e.model)} Activates.")
_register(turns.ActivationEnded, lambda e, n: f"{n(e.model)} has Activated.")
_register(turns.Chained, lambda e, n: f"{', then '.join(map(n, (e.model, *e.then)))} Activates next.")
_register(turns.GroupNamed, lambda e, n: f"{listed(map(n, e.models))} activate as one group.")
_register(turns.EncounterEnded, lambda e, n: "The Encounter is over.")

# Events without a sentence: another event describes them, or players need not read them.
SILENT: tuple[type[Event], ...] = (
    cards.AsideReturned,
    cards.CardSetAside,
    cards.CheatDeclined,
    cards.ConflictCleared,
    cards.DeckLaid,
    table.Activated,
    table.CardsMet,
    table.Inherited,
    table.MadeTheActive,
    table.SpentAction,
    table.UsedOnce,
    turns.ActiveSet,
    turns.Noted,
    crews.Succeeded,
)
