"""Flips of an Aftermath, of whichever campaign: deck, hand, the questions, and the cards that answer.

A ``FlipState`` exists for one replay and is never stored. It builds the asks and refuses answers that do not
fit. ``flip`` is one flip and the decision that follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from rules.campaign.aftermath.asks import (
    KEEP,
    Answer,
    Ask,
    AskKind,
    FlipKind,
    FlipRecord,
    Option,
    Phase,
)
from rules.fate.cards import BLACK_JOKER, FULL_DECK, Card
from rules.fate.flips import bars_cheating, cards_revealed, may_take
from rules.refusal import Refusal
from rules.wording import listed

DECK = frozenset(FULL_DECK)


class FlipState:
    """Deck, hand and flips of one replay. The class variables are the campaign's
    rows: of the deck, of the decision to cheat, of a flip of several cards, of the Black Joker."""

    deck_rule: ClassVar = "SL-AFTER-02"
    cheat_rule: ClassVar = "SL-AFTER-08"
    several_rule: ClassVar = "A-48"
    joker_rule: ClassVar = "league.jokers"

    def __init__(self) -> None:
        self.phase: Phase = "hand"
        self.flips: list[FlipRecord] = []
        self.hand: list[Card] = []
        self.run = 0
        self._asked = 0
        self._shuffle = 0
        self._drawn = 0
        self._gone: set[Card] = set()

    def new_deck(self) -> None:
        """Go on with a fresh shuffle of all cards."""
        self._shuffle += 1
        self._drawn, self._gone = 0, set()

    # Asking

    def ask_player(
        self,
        kind: AskKind,
        text: str,
        rule: str,
        options: tuple[Option, ...],
        default: str,
        card: Card | None = None,
        model_id: int | None = None,
    ) -> Ask:
        return Ask(
            kind=kind,
            who="player",
            phase=self.phase,
            text=text,
            rule=rule,
            ordinal=self._next(),
            run=self.run,
            options=options,
            default=default,
            card=card,
            model_id=model_id,
        )

    def ask_system(self, kind: AskKind, text: str, rule: str, options: tuple[Option, ...] = ()) -> Ask:
        return Ask(
            kind=kind,
            who="system",
            phase=self.phase,
            text=text,
            rule=rule,
            ordinal=self._next(),
            run=self.run,
            options=options,
            default=options[0].key if options else "",
        )

    def ask_fate(
        self, kind: AskKind, text: str, rule: str, cards: int = 1, model_id: int | None = None
    ) -> Ask:
        """Ask for cards from the deck; an empty deck is first made of the discards, without the hand."""
        if len(DECK - self._gone) < cards:
            self._shuffle += 1
            self._drawn = 0
            self._gone = set(self.hand)
        return Ask(
            kind=kind,
            who="fate",
            phase=self.phase,
            text=text,
            rule=rule,
            ordinal=self._next(),
            run=self.run,
            cards=cards,
            shuffle=self._shuffle,
            position=self._drawn,
            out=tuple(card.code for card in sorted(self._gone)),
            model_id=model_id,
        )

    def _next(self) -> int:
        self._asked += 1
        return self._asked - 1

    # Being answered

    def cards(self, ask: Ask, answer: Answer) -> tuple[Card, ...]:
        """The cards of a fate answer and remove them from the deck. Raise ``Refusal`` for a card that
        is not in it."""
        flipped = answer.cards if answer.kind == "cards" else (answer.card,) if answer.card else ()
        if answer.kind not in ("card", "cards") or len(flipped) != ask.cards:
            wanted = "one card" if ask.cards == 1 else f"{ask.cards} cards"
            raise Refusal(f"{wanted.capitalize()} must be flipped here.", rule=ask.rule, fix="Flip again.")
        for card in flipped:
            if card not in DECK or card in self._gone:
                raise Refusal(
                    f"The {card.spoken} is no longer in the deck.",
                    rule=self.deck_rule,
                    fix="Enter a card that has not been drawn or flipped since the last shuffle.",
                )
            self._gone.add(card)
            self._drawn += 1
        return tuple(flipped)

    def choice(self, ask: Ask, answer: Answer) -> Option:
        """The option a player took. Raise ``Refusal`` for an unknown or unavailable one."""
        option = ask.option(answer.option) if answer.kind == "choose" else None
        if option is None:
            raise Refusal(
                f"“{answer.option}” is not among the choices.",
                rule=ask.rule,
                fix=f"Choose one of: {', '.join(o.key for o in ask.options)}.",
            )
        if option.reason:
            raise Refusal(option.reason, rule=option.rule or ask.rule)
        return option

    # Consequences

    def record(
        self,
        kind: FlipKind,
        ask: Ask,
        cards: tuple[Card, ...],
        answer: Answer,
    ) -> None:
        """Record the cards of one answer."""
        self.flips += [
            FlipRecord(
                kind=kind,
                card=card,
                source=answer.source,
                shuffle=ask.shuffle,
                position=position,
                model_id=ask.model_id,
            )
            for position, card in enumerate(cards, ask.position)
        ]

    def play(self, card: Card) -> None:
        """Replace the card that counts of the last flip by a card of the hand."""
        self.hand.remove(card)
        at = max(at for at, flip in enumerate(self.flips) if not flip.set_aside)
        self.flips[at] = replace(self.flips[at], cheated_with=card)

    def set_aside(self, cards: Sequence[Card], taken: Card) -> None:
        """Of the ``cards`` of the last flip only the one ``taken`` counts."""
        for at in range(len(self.flips) - len(cards), len(self.flips)):
            self.flips[at] = replace(self.flips[at], set_aside=self.flips[at].card != taken)

    def note(self, sentence: str, rule: str, model_id: int | None = None) -> None:
        """Say something that nothing follows from."""
        raise NotImplementedError

    # Looking

    def unseen(self) -> tuple[Card, ...]:
        left = DECK - self._gone or DECK - set(self.hand)
        return tuple(sorted(left))


CheatableFlip = Literal["barter", "reward", "injury", "lucky_miss", "advance", "doctor"]
FLIP_ASKS: dict[CheatableFlip, AskKind] = {
    "barter": "barter_flip",
    "reward": "reward_flip",
    "injury": "injury_flip",
    "lucky_miss": "lucky_miss_flip",
    "advance": "advance_flip",
    "doctor": "doctor_flip",
}
CHEAT_ASKS: dict[CheatableFlip, AskKind] = {
    "barter": "barter_cheat",
    "reward": "reward_cheat",
    "injury": "injury_cheat",
    "lucky_miss": "lucky_miss_cheat",
    "advance": "advance_cheat",
    "doctor": "doctor_cheat",
}


def flip(
    state: FlipState,
    kind: CheatableFlip,
    text: str,
    rule: str,
    model_id: int | None = None,
    *,
    cheatable: bool = True,
    modifier: int = 0,
    worth: Callable[[Card], int] = lambda _card: 0,
) -> Generator[Ask, Answer, Card]:
    """Flip, let the owner keep or cheat, and return the card that counts.

    The decision is final before any other flip. The Black Joker cannot be cheated. With a
    fate ``modifier`` left over more cards are flipped: the owner takes one of them where it is positive, the
    lowest where it is negative, and then cannot cheat (A-48). A card of the highest ``worth`` is taken by
    default.
    """
    ask = state.ask_fate(FLIP_ASKS[kind], text, rule, cards_revealed(modifier), model_id)
    answer = yield ask
    cards = state.cards(ask, answer)
    state.record(kind, ask, cards, answer)
    lawful = may_take(cards, modifier)
    usual = max(lawful, key=worth)
    barred = bars_cheating(lawful[0], max(modifier, 0), max(-modifier, 0))
    held = state.hand if cheatable and not barred else []
    if cheatable and state.hand and lawful[0] == BLACK_JOKER:
        state.note("The Black Joker cannot be cheated.", state.joker_rule, model_id)
    if len(lawful) == 1 and not held:
        state.set_aside(cards, usual)
        return usual
    if len(lawful) == 1:
        taking, question = [Option(KEEP, f"Keep the {usual.spoken}")], "Keep it or cheat?"
    else:
        taking = [Option(card.code, f"Take the {card.spoken}") for card in lawful]
        question = "Take one or cheat?" if held else "Which one counts?"
    cheating = [Option(card.code, f"Cheat with the {card.spoken}") for card in held]
    flipped = listed([f"the {card.spoken}" for card in cards])
    ask = state.ask_player(
        CHEAT_ASKS[kind],
        f"Flipped: {flipped}. {question}",
        state.cheat_rule if len(cards) == 1 else state.several_rule,
        (*taking, *cheating),
        taking[0].key if len(lawful) == 1 else usual.code,
        usual if len(lawful) == 1 else None,
        model_id,
    )
    chosen = state.choice(ask, (yield ask)).key
    taken = usual if chosen == KEEP else Card.parse(chosen)
    state.set_aside(cards, taken if taken in lawful else usual)
    if taken not in lawful:
        state.play(taken)
    return taken
