"""What the next flips may bring, counted exactly over the unseen cards, and what each card of the hand would
(M4-CAMP-19, -23, -25, -26). The counting is ``rules.campaign.aftermath.odds``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from rules.campaign.aftermath.asks import Ask
from rules.campaign.aftermath.odds import OfferOdds, Offers, Risk, Risks, ToFlip, likeliest
from rules.campaign.rising.aftermath.advance import (
    HIGHEST_BY_JOKER,
    TABLES,
    UNFLIPPED,
    Offer,
    Table,
    Who,
    offers_of,
)
from rules.campaign.rising.aftermath.barter import always, first_price, owns_a_weapon
from rules.campaign.rising.aftermath.doctor import WORDS, treatment
from rules.campaign.rising.aftermath.injuries import applies, to_flip
from rules.campaign.rising.aftermath.state import RisingState
from rules.campaign.rising.arsenal import MOST_INJURIES, GrownModel
from rules.campaign.rising.charts import Equipment
from rules.fate.cards import FULL_DECK, RED_JOKER, Card

FATES = (
    "annihilated",
    "recovers",
    "traitor",
    "worse",
    "injury",
    "another",
    "nothing",
    "undead",
    "construct",
    "unhurt",
    "healed",
    "lucky_miss",
    "lucky",
)
"""What may come of a flip for a model, the worst first; the doctor's are those of ``Treatment``."""
OF_VALUE = {card.value: card for card in FULL_DECK}
"""One card of each value: for an advancement no suit counts."""
KEPT = "The chance of each, uncheated; beside it the chance with a card of your hand kept for it"
Outcome = tuple[str, str]


def offers(state: RisingState, ask: Ask) -> Iterator[Offers]:
    """What the Barter to come offers, or the flip for an advancement: by table until one is chosen."""
    if ask.kind in ("draw_hand", "barter_flip", "barter_cheat"):
        yield from _barter(state, ask)
    elif ask.kind == "advance_table":
        for option in ask.options:
            who, slug = option.key.split(":")
            if option.legal and slug not in UNFLIPPED:
                yield from _advancement(state, ask, who, slug, option.label)
    elif ask.kind in ("advance_flip", "advance_cheat") and state.advancing is not None:
        yield from _advancement(state, ask, *state.advancing, "What this flip may bring")


def _to_flip(state: RisingState, ask: Ask) -> ToFlip:
    """One flip to come, or none where its card lies on the table."""
    return ToFlip(state.unseen(), state.hand, int(ask.card is None), ask.card)


# -- Barter ---------------------------------------------------------------------------------------------


def _barter(state: RisingState, ask: Ask) -> Iterator[Offers]:
    flipped = sum(flip.kind == "barter" for flip in state.flips) - (ask.kind == "barter_cheat")
    to_flip, charts = _to_flip(state, ask), state.charts
    if flipped:
        rows = [*always(state), *charts.thirsting]
        second = partial(_second, state)
        odds = [_of_piece(state, to_flip, row, second, second) for row in rows]
    else:
        first = partial(_first, state)
        odds = [_of_piece(state, to_flip, row, first, charts.bought_with) for row in charts.equipment]
        odds += _behind_the_red_joker(state, to_flip)
    title = "What the second chart may offer" if flipped else "What this Barter may bring"
    yield Offers(title, KEPT, "M4-CAMP-19", to_flip.flips, likeliest(odds, state.scrip))


Pieces = Callable[[Card], tuple[Equipment, ...]]


def _of_piece(
    state: RisingState, to_flip: ToFlip, row: Equipment, flipped: Pieces, cheated: Pieces
) -> OfferOdds:
    def offers_it(pieces: Pieces, card: Card) -> bool:
        return row in pieces(card)

    return to_flip.offer(
        row.slug,
        row.name,
        first_price(state, row),
        partial(offers_it, flipped),
        partial(offers_it, cheated),
    )


def _first(state: RisingState, card: Card) -> tuple[Equipment, ...]:
    """What a flipped card offers at once: the Red Joker opens the second chart, unless a weapon of it is
    owned."""
    if card == RED_JOKER and not (owns_a_weapon(state) and state.policies.thirst_owned == "as_13"):
        return always(state)
    return state.charts.bought_with(card)


def _second(state: RisingState, card: Card) -> tuple[Equipment, ...]:
    return (*always(state), *state.charts.bought_with(card, thirsting=True))


def _behind_the_red_joker(state: RisingState, to_flip: ToFlip) -> Iterator[OfferOdds]:
    """The second chart: the Red Joker, then one of the cards left."""
    others = [card for card in to_flip.unseen if card != RED_JOKER]
    if not to_flip.flips or RED_JOKER not in to_flip.unseen or not others or owns_a_weapon(state):
        return
    ways = len(to_flip.unseen) * len(others)
    for row in state.charts.thirsting:
        matching = sum(row in state.charts.bought_with(card, thirsting=True) for card in others)
        yield OfferOdds(row.slug, row.name, first_price(state, row), matching, ways, 1, matching / ways)


# -- advancement ----------------------------------------------------------------------------------------


def _advancement(state: RisingState, ask: Ask, who: str, slug: str, title: str) -> Iterator[Offers]:
    table = next(each for each in TABLES if each.slug == slug)
    recipient: Who = "totem" if who == "totem" else "leader"
    to_flip = _to_flip(state, ask)

    @cache
    def brought(value: int, cheated: bool) -> dict[str, tuple[str, int | None]]:
        card = OF_VALUE[value]
        held = offers_of(state, table, recipient, card, cheated)
        return dict(
            _as_row(table, card, cheated, offer)
            for offer in held
            if not offer.reason or offer.price > state.scrip
        )

    names: dict[str, tuple[str, int | None]] = {}
    for card in to_flip.unseen:
        names |= brought(card.value, False)
    for card in to_flip.hand:
        names |= brought(card.value, True)

    def brings(key: str, cheated: bool, card: Card) -> bool:
        return key in brought(card.value, cheated)

    odds = [
        to_flip.offer(key, name, price, partial(brings, key, False), partial(brings, key, True))
        for key, (name, price) in names.items()
    ]
    yield Offers(title, KEPT, "M4-CAMP-23", to_flip.flips, likeliest(odds, state.scrip))


def _as_row(table: Table, card: Card, cheated: bool, offer: Offer) -> tuple[str, tuple[str, int | None]]:
    """An offer as one row: all that a flipped joker of tier 2 brings together, and all forms of a Totem."""
    if offer.totem is not None:
        return offer.totem.slug, (offer.totem.name, None)
    if table.tier == 2 and card.is_joker and not cheated:
        sentence = f"Any {table.name} of a model with a Keyword that costs {HIGHEST_BY_JOKER} at most"
        return "", (sentence, None)
    return offer.key, (offer.name, offer.price or None)


# -- doctor, Injuries, Lucky Miss -------------------------------------------------------------------------


def risks(state: RisingState, ask: Ask | None) -> Iterator[Risks]:
    """What a try of the doctor may do, a Lucky Miss bring, and the Injury flips to come."""
    if ask is None or state.phase == "lock":
        return
    if ask.kind == "doctor":
        yield Risks("The doctor", "M4-CAMP-25", (("A try", _doctor(state)),))
    elif ask.kind in ("doctor_flip", "lucky_miss_flip") or (
        ask.kind == "injury_flip" and state.phase == "doctor"
    ):
        rule = "M4-CAMP-25" if state.phase == "doctor" else "M4-CAMP-26"
        yield Risks("This flip", rule, ((_model_of(state, ask).name, flip_risks(state, ask)),))
    waiting = [] if state.policies.no_injuries or state.retired else [*to_flip(state)]
    if ask.kind == "injury_flip" and state.phase == "injury" and ask.model_id is not None:
        waiting.insert(0, ask.model_id)
    models = [state.model(model_id) for model_id in waiting if state.has(model_id)]
    if models:
        risks = tuple((model.name, _injury(state, model, must_hurt=False)) for model in models)
        yield Risks("Injury flips to come", "M4-CAMP-26", risks)


def flip_risks(state: RisingState, ask: Ask) -> tuple[Risk, ...]:
    """What the flip that is asked for now may do to its model."""
    if ask.model_id is None:
        return ()
    match ask.kind:
        case "doctor_flip":
            return _doctor(state)
        case "injury_flip":
            return _injury(state, _model_of(state, ask), must_hurt=state.phase == "doctor")
        case "lucky_miss_flip":
            return _counted(state, partial(_lucky_miss, state, _model_of(state, ask)))
    return ()


def _model_of(state: RisingState, ask: Ask) -> GrownModel:
    assert ask.model_id is not None
    return state.model(ask.model_id)


def _doctor(state: RisingState) -> tuple[Risk, ...]:
    def treated(card: Card, cheated: bool) -> Outcome:
        result = treatment(card, cheated)
        return result, WORDS[result][0].upper() + WORDS[result][1:]

    return _counted(state, treated)


def _injury(state: RisingState, model: GrownModel, *, must_hurt: bool) -> tuple[Risk, ...]:
    return _counted(state, partial(outcome, state, model, must_hurt))


def outcome(
    state: RisingState, model: GrownModel, must_hurt: bool, card: Card, cheated: bool
) -> Outcome | None:
    """What a card does to a model, without doing it; ``None`` where it is flipped again. A third Injury is
    annihilated at the end (M4-CAMP-26)."""
    row = state.charts.injury(card)
    held = any(each.slug == row.slug for each in model.injuries)
    if any(applies(model, when) for when in row.again) or (must_hurt and (row.effect != "injury" or held)):
        return None
    recovers = model.role == "leader" and not model.copied and not state.arsenal.recovered
    lost = "recovers" if recovers else "annihilated"
    if row.effect == "lucky_miss":
        return ("unhurt" if cheated else "lucky_miss"), row.name
    if row.effect == "annihilated":
        return lost, row.name
    if row.effect == "traitor":
        return "traitor", row.name
    if row.effect == "none":
        return "unhurt", row.name
    if held:
        return "unhurt", f"{row.name} again"
    if len(model.injuries) == MOST_INJURIES - 1:
        return lost, f"{row.name}, the third Injury"
    return "injury", row.name


def _lucky_miss(state: RisingState, model: GrownModel, card: Card, cheated: bool) -> Outcome | None:
    row = state.charts.lucky_miss(card)
    return None if any(applies(model, when) for when in row.again) else ("lucky_miss", row.name)


def _counted(state: RisingState, result: Callable[[Card, bool], Outcome | None]) -> tuple[Risk, ...]:
    """The results of the unseen cards that end the flip, the worst first, and the held cards of each."""
    ending = [each for card in state.unseen() if (each := result(card, False)) is not None]
    if not ending:  # the discards are shuffled in
        rest = [card for card in FULL_DECK if card not in state.hand]
        ending = [each for card in rest if (each := result(card, False)) is not None]
    held = [(card, result(card, True)) for card in state.hand]
    outcomes = {*ending, *(each for _, each in held if each is not None)}
    order = sorted(outcomes, key=lambda each: (FATES.index(each[0]), -ending.count(each), each[1]))
    return tuple(
        Risk(fate, name, ending.count((fate, name)), len(ending), _cheats(held, (fate, name)))
        for fate, name in order
    )


def _cheats(held: list[tuple[Card, Outcome | None]], wanted: Outcome) -> tuple[Card, ...]:
    return tuple(card for card, brought in held if brought == wanted)
