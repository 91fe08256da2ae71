"""Kills, Summons, Replace, Upgrades, Soulstones and what a Crew keeps count of (M4-KILL, -SUMM, -REPL, -UPG,
-STONE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rules.crews.catalogue import MASTER
from rules.editions.m4e.recording.activations import is_peon
from rules.editions.m4e.recording.readings import readings_of
from rules.editions.m4e.recording.strategies import CARD
from rules.editions.m4e.recording.tokens import TOKENS, bears, gained
from rules.game.events import Event
from rules.game.events.announcements import Remark
from rules.game.events.table import Activated, Attached, ConditionSet, Inherited, MadeTheActive, TokensSet
from rules.game.events.turns import Noted, PassesSet, StonesChanged
from rules.game.log import fold
from rules.game.narration import Names
from rules.game.printed import PrintedModel
from rules.game.referee.command import Command, Fact
from rules.game.referee.commands import AttachUpgrade, Replace, Sacrifice, Slay, Summon
from rules.game.referee.ground import Ground
from rules.game.state import State
from rules.refusal import Violation

SCHEME_MARKERS, REMAINS, POWER, HAND = "Scheme markers", "Remains", "power bar", "hand limit"
KINDS = {
    "scheme": SCHEME_MARKERS,
    "remains": REMAINS,
    "strategy": "Strategy markers",
    "card": CARD,
    "power": POWER,
    "hand": HAND,
}
"""What a Crew keeps count of, by the word of the entry."""
MOST_MARKERS, HAND_LIMIT = 5, 7
BOUNDS = {"scheme": (0, MOST_MARKERS), "remains": (0, MOST_MARKERS), "hand": (HAND_LIMIT, 12)}
ROWS = {"scheme": "M4-MARK-08", "remains": "M4-MARK-08", "hand": "M4-FATE-05"}


def kept(state: State, what: str, seat: int) -> int:
    """How many the Crew has of that word of ``KINDS``."""
    usual = HAND_LIMIT if what == "hand" else 0
    return int(state.notes.get(f"{KINDS[what]} {seat}", usual))


class Kept(Fact, frozen=True, tag="kept"):
    """The Crew has so many markers, so much on its power bar, or so large a hand (M4-MARK-08, M4-UPG-06,
    M4-FATE-05)."""

    about = ("kept", "seat", "what")
    seat: int
    what: str
    number: Annotated[int, Meta(ge=0, le=40)]

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if self.what not in KINDS:
            yield Violation("", f"Nobody counts {self.what}.", f"One of {', '.join(KINDS)}.")
            return
        least, most = BOUNDS.get(self.what, (0, 40))
        if not least <= self.number <= most:
            sentence = f"{KINDS[self.what]}: {self.number}; {least} to {most} are possible."
            fix = "Remove one first." if self.number > most and self.what in ("scheme", "remains") else ""
            yield Violation(ROWS.get(self.what, "M4-UPG-06"), sentence, fix)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Remark(f"{Names(state).side(self.seat)}: {KINDS[self.what]} {self.number}.")
        yield Noted(f"{KINDS[self.what]} {self.seat}", str(self.number))


class Drain(Command, frozen=True, tag="drain"):
    """The model drains a Soulstone of its Crew's pool."""

    model: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        model = state.models[self.model]
        if is_peon(model, state, ground):
            yield Violation("M4-STONE-04", f"{model.name} is a Peon: it drains none.", "", model.id)
        if not state.crews[model.seat].stones:
            yield Violation("M4-STONE-02", "There is no Soulstone to drain.", "", model.id)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield StonesChanged(state.models[self.model].seat, -1, "drained", self.model)


# -- kills ------------------------------------------------------------------------------------------------


def after_kill(state: State, entry: Slay | Sacrifice, ground: Ground) -> Iterator[Event]:
    """The stone that the OWNER infuses, and the Remains of the killed model's Crew, whoever killed it
    (M4-KILL-02, -04 to -06)."""
    model = state.models[entry.model]
    yield Noted("bearer killed", model.id if bears(model, "explosive") else "")
    if is_peon(model, state, ground):
        return
    if not bears(model, "summon"):
        yield StonesChanged(model.seat, 1, "one of its own was killed", model.id)
    yield Noted(f"{REMAINS} {model.seat}", str(min(MOST_MARKERS, kept(state, "remains", model.seat) + 1)))


# -- who joins --------------------------------------------------------------------------------------------


def over_the_limit(
    state: State,
    card: PrintedModel,
    seat: int,
    ground: Ground,
    leaving: tuple[str, ...] = (),
    coming: tuple[str, ...] = (),
) -> Iterator[Violation]:
    """Why the Crew holds no further model of that card (M4-SUMM-05)."""
    cards = ground.cards(state)
    crew = [
        cards[model.card] for model in state.crew_of(seat) if model.id not in leaving and model.card in cards
    ]
    copies = sum(held.name == card.name and held.title == card.title for held in crew)
    copies += sum(slug == card.slug for slug in coming)
    if copies >= card.limit:
        sentence = f"The Crew has {copies} {card.name}; at most {card.limit} at a time."
        yield Violation("M4-SUMM-05", sentence, "It is not added: leave it out.", card.slug)
    if card.totem_for and not any(held.station == MASTER and held.name == card.totem_for for held in crew):
        sentence = f"{card.name} comes only while {card.totem_for} is in play."
        yield Violation("M4-SUMM-05", sentence, "It is not added: leave it out.", card.slug)


def why_not_summon(state: State, entry: Summon, ground: Ground) -> Iterator[Violation]:
    card = ground.cards(state).get(entry.card) or entry.printed
    if card is not None and not entry.anyway:
        yield from over_the_limit(state, card, entry.seat, ground, entry.given_up)


def summoned(state: State, entry: Summon, ground: Ground) -> Iterator[Event]:
    """The model joins, with Summon and Slow unless it is a Peon; the opponent gains nothing (M4-SUMM-02,
    -03)."""
    before = set(state.models)
    done = [event for event in entry.events(state, ground) if not isinstance(event, PassesSet)]
    state = fold(state, done)
    yield from done
    (new,) = state.models.keys() - before
    if not is_peon(state.models[new], state, ground):
        for name in ("summon", "slow"):
            yield from gained(state, new, name, entry.seat, ground)


def why_not_replace(state: State, entry: Replace, ground: Ground) -> Iterator[Violation]:
    """A new model over the limit is killed: it is left out of the entry (M4-REPL-01)."""
    cards = {**{card.slug: card for card in entry.printed}, **ground.cards(state)}
    models = [state.models[name] for name in entry.models if name in state.models]
    seat = entry.seat if entry.seat is not None else (models[0].seat if models else 0)
    for place, slug in enumerate(entry.cards):
        if slug in cards:
            for fault in over_the_limit(state, cards[slug], seat, ground, entry.models, entry.cards[:place]):
                yield replace(fault, rule="M4-REPL-01")


def replaced(state: State, entry: Replace, ground: Ground) -> Iterator[Event]:
    """New models with the originals' Health. By the reading the first takes over tokens, Upgrades, whether it
    has Activated and what a Scheme noted; there is neither a stone nor Remains (M4-REPL-02, -04)."""
    takes_over = readings_of(ground.setup).replaced == "takes_over"
    old = [state.models[name] for name in entry.models]
    before = set(state.models)
    carried = ConditionSet if takes_over else (ConditionSet, TokensSet, Attached, Activated, Inherited)
    events = [
        event
        for event in replace(entry, keep_upgrades=takes_over).events(state, ground)
        if not isinstance(event, carried)
    ]
    yield from events
    state = fold(state, events)
    if takes_over:
        heir = min(state.models.keys() - before, key=list(state.models).index)
        if len(entry.cards) > 1:
            what = "tokens, Upgrades and what a Scheme noted"
            yield Remark(f"{Names(state)(heir)}, named first, takes over {what}.", "M4-REPL-04")
        if state.activating in entry.models:
            yield MadeTheActive(heir)
        for model in old:
            for key in model.conditions:
                name, _, side = key.partition(":")
                if name in TOKENS:
                    taken = [*gained(state, heir, name, int(side), ground)]
                    yield from taken
                    state = fold(state, taken)


def why_not_attach(state: State, entry: AttachUpgrade, ground: Ground) -> Iterator[Violation]:
    """Peons bear none; Restricted ones ask for more (M4-UPG-02)."""
    bearer = state.models[entry.model]
    card = ground.upgrades(state).get(entry.upgrade) or entry.bought
    printed_card = ground.cards(state).get(bearer.card)
    if is_peon(bearer, state, ground):
        yield Violation("M4-UPG-02", f"{bearer.name} is a Peon: it bears no Upgrade.", "", bearer.id)
    if card is not None and printed_card is not None and not card.fits(printed_card):
        sentence = f"{card.name} is Restricted ({', '.join(card.restricted)})."
        yield Violation("M4-UPG-02", sentence, "Choose another model.", bearer.id)
