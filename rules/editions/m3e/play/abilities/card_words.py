"""Handlers of the words about cards: look at and arrange a deck, flip, set aside, take back (M3E-FATE)."""

from __future__ import annotations

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.choosing import model_in_play, whole_number
from rules.editions.m3e.play.abilities.execution import Scene, executes, this_model
from rules.editions.m3e.play.abilities.health_words import seats_of
from rules.editions.m3e.play.procedure.cards import (
    Arrangement,
    arrange,
    choice_of,
    clear,
    mill,
    offer_cheat,
    return_to_deck,
    reveal,
    shuffle,
    take,
    take_from_discard,
)
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.scripts import words
from rules.editions.m3e.scripts.selects import Suit
from rules.fate.cards import RED_JOKER, Card
from rules.game.events.cards import CardSetAside, CardsLookedAt, CardsShown, JokerNamed
from rules.game.procedure.asks import Proc, one_of
from rules.game.state import Model

SUITS = ("ram", "mask", "crow", "tome")


def _suits(scene: Scene, suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """The suits that the word names; empty when any suit will do."""
    meant = tuple(scene.suit if suit == "chosen" else suit for suit in suits)
    return () if "any" in meant else meant


@executes(words.ArrangeCards)
def do_arrange(g: Game, word: words.ArrangeCards, scene: Scene) -> Proc[int | None]:
    """Let a player arrange the top cards; return how many were looked at (M3E-FATE-14)."""
    owner = model_in_play(g, scene, word.deck) or this_model(g, scene)
    looker = model_in_play(g, scene, word.chooser) or this_model(g, scene)
    cards = yield from whole_number(g, scene, word.cards)
    most = yield from whole_number(g, scene, word.discard)
    how = Arrangement(
        most_discarded=most,
        least_discarded=most if word.must_discard else 0,
        suits=_suits(scene, word.suits),
        aside=(yield from whole_number(g, scene, word.aside)),
        drawn=(yield from whole_number(g, scene, word.draw)),
        most_under=(yield from whole_number(g, scene, word.bottom)),
        reorder=word.reorder,
        shown=word.reveal,
    )
    pile = len(g.crew(owner.player).discard)
    looked = yield from arrange(g, owner.player, looker.player, cards, how, scene.label)
    gone = g.crew(owner.player).discard[pile:]
    if gone:
        scene.memory.card = gone[-1]
    scene.memory.x = len(gone)
    return looked


@executes(words.TakeFromDiscard)
def do_take_from_discard(g: Game, word: words.TakeFromDiscard, scene: Scene) -> Proc[int | None]:
    owner = model_in_play(g, scene, word.whom) or this_model(g, scene)
    cards = yield from whole_number(g, scene, word.cards)
    return (
        yield from take_from_discard(
            g,
            owner.player,
            cards,
            any_card=word.any,
            suits=_suits(scene, word.suits),
            to=word.to,
            why=scene.label,
        )
    )


@executes(words.HandToDeck)
def do_hand_to_deck(g: Game, word: words.HandToDeck, scene: Scene) -> Proc[int | None]:
    owner = model_in_play(g, scene, word.whom) or this_model(g, scene)
    cards = yield from whole_number(g, scene, word.cards)
    least = 0 if word.optional else cards
    return (yield from return_to_deck(g, owner.player, least, cards, word.to, scene.label))


@executes(words.ShuffleDiscard)
def do_shuffle(g: Game, word: words.ShuffleDiscard, scene: Scene) -> Proc[int | None]:
    """Shuffle the discard piles into the decks; return how many cards that were (M3E-FATE-08)."""
    owner = model_in_play(g, scene, word.whom) or this_model(g, scene)
    cards = 0
    for seat in seats_of(g, scene, word.player) or [owner.player]:
        cards += len(g.crew(seat).discard)
        yield from shuffle(g, seat)
    return cards


@executes(words.FlipCard)
def do_flip_card(g: Game, word: words.FlipCard, scene: Scene) -> Proc[int | None]:
    """Flip, reveal or discard a card that later effects may ask about; a flip may be cheated (M3E-FATE-15,
    -22). The owner of a Red Joker names its suit where the word says so (M3E-FATE-03)."""
    owner = model_in_play(g, scene, word.whom) or this_model(g, scene)
    cards = yield from _next_card(g, word, scene, owner)
    scene.memory.joker_suit = ""
    if word.names_suit and scene.memory.card == RED_JOKER:
        text = f"{scene.label}: which suit is the Red Joker?"
        suits = [Choice(suit, suit.capitalize()) for suit in SUITS]
        suit = yield from one_of(owner.player, "suit", suits, rule="M3E-FATE-03", text=text)
        g.emit(JokerNamed(owner.player, suit))
        scene.memory.joker_suit = suit
    return cards


def _next_card(g: Game, word: words.FlipCard, scene: Scene, owner: Model) -> Proc[int]:
    """Flip, reveal or discard the card; return how many there were."""
    seat = owner.player
    if word.how == "discarded":
        codes = scene.happening.facts.get("cards", ()) if scene.happening is not None else ()
        if not codes:
            return 0
        choices = [choice_of(Card.parse(code)) for code in codes]
        text = f"{scene.label}: by which of the discarded cards?"
        scene.memory.card = Card.parse(
            (yield from one_of(seat, "cards", choices, rule="M3E-FATE-13", text=text))
        )
        return 1
    if word.how == "flip":
        flip = yield from reveal(g, seat, 0, 0, scene.label)
        yield from take(g, flip)
        if word.cheatable:
            yield from offer_cheat(g, flip, owner, text=f"{scene.label}: cheat?")
        scene.memory.card = flip.card
        clear(g, flip)
        return 1
    if word.how == "reveal":
        top = g.crew(seat).deck[:1]
        if not top:
            return 0
        g.emit(CardsShown(seat, top, "deck"))
        scene.memory.card = top[0]
        return 1
    gone = yield from mill(g, seat)
    scene.memory.card = gone[0] if gone else None
    return len(gone)


@executes(words.ChooseSuit)
def do_choose_suit(g: Game, word: words.ChooseSuit, scene: Scene) -> Proc[int | None]:
    chooser = model_in_play(g, scene, word.chooser) or this_model(g, scene)
    if word.of_card and scene.card != RED_JOKER:
        held = scene.card.suit if scene.card is not None else ""
        scene.memory.suit = held if held in SUITS else ""  # the Black Joker has none
        return int(bool(scene.memory.suit))
    choices = [Choice(suit, suit.capitalize()) for suit in SUITS]
    scene.memory.suit = yield from one_of(
        chooser.player, "suit", choices, rule="M3E-ABIL-01", text=f"{scene.label}: which suit?"
    )
    return 1


@executes(words.LookAt)
def do_look(g: Game, word: words.LookAt, scene: Scene) -> Proc[int | None]:
    """Show cards to a player; they return to their place in the same order (M3E-FATE-14)."""
    target, source = model_in_play(g, scene, word.whom) or this_model(g, scene), this_model(g, scene)
    crew = g.crew(target.player)
    number = yield from whole_number(g, scene, word.cards)
    cards = crew.hand if word.source == "hand" else crew.deck[:number]
    if cards and word.both:
        g.emit(CardsShown(crew.seat, cards, word.source))
    elif cards:
        g.emit(CardsLookedAt(crew.seat, cards, source.player, word.source))
    return len(cards)


@executes(words.SetAside)
def do_set_aside(g: Game, word: words.SetAside, scene: Scene) -> Proc[int | None]:
    target = model_in_play(g, scene, word.whom) or this_model(g, scene)
    pile = g.crew(target.player).discard
    if pile:
        g.emit(CardSetAside(target.player, pile[-1], "discard"))
    yield from ()
    return int(bool(pile))
