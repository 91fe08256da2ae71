"""Events of cards that move between deck, hand, Conflict, discard pile and aside (M3E-FATE)."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import field
from msgspec.structs import replace

from rules.fate.cards import Card
from rules.game.events.base import Audience, Event, Said
from rules.game.state import State


def without(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The pile without those cards, each removed once. Raise ``ValueError`` when one is not in it."""
    left = list(pile)
    for card in cards:
        left.remove(card)
    return tuple(left)


class Shuffled(Event, frozen=True):
    """The discard pile and the rest of the deck became a new deck (M3E-FATE-08, M3E-TURN-23)."""

    seat: int
    number: int
    order: tuple[Card, ...]

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(replace(crew, deck=self.order, discard=(), shuffles=self.number + 1))

    @property
    def audience(self) -> Audience:
        return "nobody"

    def shadow(self) -> Event:
        return DeckShuffled(self.seat, self.number, len(self.order))


class DeckShuffled(Said, frozen=True):
    """What both players see of a shuffle."""

    seat: int
    number: int
    cards: int


class Reshuffled(Event, frozen=True):
    """The cards of a deck were shuffled again without the discard pile, under the number of the next shuffle:
    after a consented rewind, or with cards that an effect put into it."""

    seat: int
    number: int
    order: tuple[Card, ...]

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(replace(crew, deck=self.order, shuffles=self.number + 1))

    @property
    def audience(self) -> Audience:
        return "nobody"

    def shadow(self) -> Event:
        return DeckShuffled(self.seat, self.number, len(self.order))


class DeckCut(Event, frozen=True):
    """The opponent cut: the top ``at`` cards went below the others (M3E-FATE-09)."""

    seat: int
    at: int

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(replace(crew, deck=crew.deck[self.at :] + crew.deck[: self.at]))


class Flipped(Event, frozen=True):
    """The top card of a deck was revealed for a flip (M3E-FATE-15)."""

    informs: ClassVar[bool] = True
    seat: int
    card: Card
    why: str = ""

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(
            replace(crew, deck=without(crew.deck, (self.card,)), revealed=(*crew.revealed, self.card))
        )


class FlippedFromDiscard(Event, frozen=True):
    """The top card of a discard pile was revealed for a flip instead of the deck's."""

    seat: int
    card: Card
    why: str = ""

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(
            replace(crew, discard=without(crew.discard, (self.card,)), revealed=(*crew.revealed, self.card))
        )


class PutUnder(Event, frozen=True):
    """A card of the Conflict or the discard pile went to the bottom of its owner's discard pile."""

    seat: int
    card: Card
    source: Literal["conflict", "discard"] = "conflict"

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        crew = replace(crew, **{self.source: without(getattr(crew, self.source), (self.card,))})
        return state.with_crew(replace(crew, discard=(self.card, *crew.discard)))


class Taken(Event, frozen=True):
    """One revealed card entered the Conflict, the ``rest`` of that flip the discard pile (M3E-FATE-10)."""

    seat: int
    card: Card
    rest: tuple[Card, ...] = ()

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(
            replace(
                crew,
                revealed=without(crew.revealed, (self.card, *self.rest)),
                conflict=(*crew.conflict, self.card),
                discard=crew.discard + self.rest,
            )
        )


class Cheated(Event, frozen=True):
    """A hand card replaced the one in the Conflict, which was discarded (M3E-FATE-22)."""

    informs: ClassVar[bool] = True
    seat: int
    card: Card
    instead_of: Card

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        conflict = tuple(self.card if card == self.instead_of else card for card in crew.conflict)
        return state.with_crew(
            replace(
                crew,
                hand=without(crew.hand, (self.card,)),
                conflict=conflict,
                discard=(*crew.discard, self.instead_of),
            )
        )


class CheatedUnseen(Event, frozen=True):
    """The top card of the deck, revealed just now, replaced the one in the Conflict, which was discarded."""

    informs: ClassVar[bool] = True
    seat: int
    card: Card
    instead_of: Card

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        conflict = tuple(self.card if card == self.instead_of else card for card in crew.conflict)
        return state.with_crew(
            replace(
                crew,
                revealed=without(crew.revealed, (self.card,)),
                conflict=conflict,
                discard=(*crew.discard, self.instead_of),
            )
        )


class ConflictCleared(Event, frozen=True):
    """Cards in the Conflict were discarded: their effect is resolved (M3E-FATE-10)."""

    seat: int
    cards: tuple[Card, ...]

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(
            replace(crew, conflict=without(crew.conflict, self.cards), discard=crew.discard + self.cards)
        )


class Drew(Event, frozen=True):
    """A card went from the top of the deck to the hand (M3E-FATE-05); only its owner sees it."""

    informs: ClassVar[bool] = True
    seat: int
    card: Card

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(
            replace(crew, deck=without(crew.deck, (self.card,)), hand=(*crew.hand, self.card))
        )

    @property
    def audience(self) -> Audience:
        return 0 if self.seat == 0 else 1

    def shadow(self) -> Event:
        return CardDrawn(self.seat)


class CardDrawn(Said, frozen=True):
    """What the opponent sees of a draw."""

    seat: int


class Discarded(Event, frozen=True):
    """Hand cards were discarded in this order, shown to both players (M3E-FATE-11, -12).

    ``instructed`` is true when an effect instructed a player or model to discard (M3E-FATE-13).
    """

    informs: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]
    instructed: bool = field(default=True, name="told")

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(
            replace(crew, hand=without(crew.hand, self.cards), discard=crew.discard + self.cards)
        )


class CardSetAside(Event, frozen=True):
    """A card left the game, face up (M3E-FATE-04); ``source`` names the pile it came from."""

    seat: int
    card: Card
    source: str = "conflict"

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        pile = without(getattr(crew, self.source), (self.card,))
        return state.with_crew(replace(crew, **{self.source: pile}, aside=(*crew.aside, self.card)))


class AsideReturned(Event, frozen=True):
    """Cards set aside during set-up join the discard pile before the decks are shuffled (M3E-SETUP-20)."""

    seat: int

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(replace(crew, aside=(), discard=crew.discard + crew.aside))


class CardsShown(Said, frozen=True):
    """Cards were revealed to both (M3E-FATE-14); they stay where they are."""

    informs: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]
    source: str = "hand"


class CardsLookedAt(Said, frozen=True):
    """Cards were shown to one player only (M3E-FATE-14)."""

    informs: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]
    by: int
    source: str = "hand"

    @property
    def audience(self) -> Audience:
        return 0 if self.by == 0 else 1

    def shadow(self) -> Event:
        return LookedAt(self.seat, len(self.cards), self.by)


class LookedAt(Said, frozen=True):
    """What the other player sees of a look."""

    seat: int
    number: int
    by: int


class JokerNamed(Said, frozen=True):
    """The Red Joker's owner picked the suit it counts as (M3E-FATE-03)."""

    seat: int
    suit: str


class CheatDeclined(Said, frozen=True):
    """The one chance to cheat was declined (M3E-FATE-26)."""

    seat: int


class DeckLaid(Event, frozen=True):
    """A full deck joined the Encounter, not shuffled yet (M3E-FATE-01)."""

    seat: int
    cards: tuple[Card, ...]

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], discard=self.cards))


class DeckArranged(Event, frozen=True):
    """A player arranged the cards looked at: ``top`` in that order on the deck, ``bottom`` below it; only
    that player sees them (M3E-FATE-14)."""

    informs: ClassVar[bool] = True
    seat: int
    by: int
    top: tuple[Card, ...] = ()
    bottom: tuple[Card, ...] = ()

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        rest = without(crew.deck, self.top + self.bottom)
        return state.with_crew(replace(crew, deck=self.top + rest + self.bottom))

    @property
    def audience(self) -> Audience:
        return 0 if self.by == 0 else 1

    def shadow(self) -> Event:
        return DeckChanged(self.seat, self.by, len(self.top), len(self.bottom))


class DeckChanged(Said, frozen=True):
    """What the other player sees of an arranged deck: the number of cards on top and at the bottom."""

    seat: int
    by: int
    top: int
    bottom: int


class Milled(Event, frozen=True):
    """Cards of the deck were discarded, face up, in that order (M3E-FATE-11)."""

    informs: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(
            replace(crew, deck=without(crew.deck, self.cards), discard=crew.discard + self.cards)
        )


class CardsTaken(Event, frozen=True):
    """Cards of the discard pile, known to both players, went to the hand, or to the ``top`` or ``bottom`` of
    the deck."""

    seat: int
    cards: tuple[Card, ...]
    to: Literal["hand", "top", "bottom"] = "hand"

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        crew = replace(crew, discard=without(crew.discard, self.cards))
        if self.to == "hand":
            return state.with_crew(replace(crew, hand=crew.hand + self.cards))
        deck = self.cards + crew.deck if self.to == "top" else crew.deck + self.cards
        return state.with_crew(replace(crew, deck=deck))


class HandReturned(Event, frozen=True):
    """Hand cards went on top of the deck or under it; the opponent sees how many."""

    seat: int
    cards: tuple[Card, ...]
    to: Literal["top", "bottom"] = "top"

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        crew = replace(crew, hand=without(crew.hand, self.cards))
        deck = self.cards + crew.deck if self.to == "top" else crew.deck + self.cards
        return state.with_crew(replace(crew, deck=deck))

    @property
    def audience(self) -> Audience:
        return 0 if self.seat == 0 else 1

    def shadow(self) -> Event:
        return CardsReturned(self.seat, len(self.cards), self.to)


class CardsReturned(Said, frozen=True):
    """What the opponent sees of hand cards that went back to the deck."""

    seat: int
    cards: int
    to: str
