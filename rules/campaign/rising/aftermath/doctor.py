"""Phase 5: the back-alley doctor, 1 Scrip a try (M4-CAMP-25)."""

from __future__ import annotations

from itertools import chain, repeat
from typing import Literal

from msgspec.structs import replace

from rules.campaign.aftermath.asks import PASS, Option, Steps
from rules.campaign.aftermath.flips import flip
from rules.campaign.rising.aftermath.facts import InjuryTreated
from rules.campaign.rising.aftermath.injuries import injury, lucky_miss
from rules.campaign.rising.aftermath.state import RisingState
from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card

FEE = 1
Treatment = Literal["worse", "nothing", "another", "undead", "construct", "healed", "lucky"]
LEFT = {"undead": "Undead", "construct": "Construct"}
WORDS: dict[Treatment, str] = {
    "worse": "it goes wrong, and another Injury follows",
    "nothing": "nothing changes",
    "another": "it is healed, and another Injury follows",
    "undead": "it is healed; the patient counts as Undead",
    "construct": "it is healed; the patient counts as a Construct",
    "healed": "it is healed",
    "lucky": "it is healed, and a Lucky Miss follows",
}


def treatment(card: Card, cheated: bool) -> Treatment:
    """What a card does to the Injury (M4-CAMP-25).

    >>> [treatment(Card.parse(code), False) for code in ("BJ", "8r", "9c", "11t", "13m", "RJ")]
    ['worse', 'nothing', 'another', 'construct', 'healed', 'lucky']
    """
    if card == BLACK_JOKER:
        return "worse"
    if card == RED_JOKER:
        return "healed" if cheated else "lucky"
    by_value: dict[int, Treatment] = {9: "another", 10: "undead", 11: "construct"}
    return by_value.get(card.value, "healed" if card.value > 11 else "nothing")


def doctor(state: RisingState) -> Steps:
    """Ask as long as there are Injuries and Scrip; the first treatments may be for nothing (M4-CAMP-30)."""
    state.phase = "doctor"
    for free in chain(repeat(True, state.context.by_event("doctor")), repeat(False)):
        fee = 0 if free else FEE
        if fee > state.scrip or state.retired:
            return
        options = tuple(
            Option(f"{model.id}/{held.slug}", f"{model.name}: {held.name}", price=fee)
            for model in state.arsenal.models
            for held in model.injuries
        )
        if not options:
            return
        sentence = f"Pay the doctor {FEE} Scrip for a try (you hold {state.scrip}), or go on."
        if free:
            sentence = f"{state.context.event}: the doctor asks nothing for a try. See him, or go on."
        ask = state.ask_player(
            "doctor",
            sentence,
            "M4-CAMP-25",
            (*options, Option(PASS, "No doctor")),
            PASS,
        )
        chosen = state.choice(ask, (yield ask)).key
        if chosen == PASS:
            return
        model_id, slug = chosen.split("/", 1)
        yield from treat(state, int(model_id), slug, fee)


def treat(state: RisingState, model_id: int, slug: str, fee: int) -> Steps:
    model = state.model(model_id)
    state.earn(-fee)
    card = yield from flip(state, "doctor", f"The doctor looks at {model.name}.", "M4-CAMP-25", model_id)
    result = treatment(card, bool(state.flips[-1].cheated_with))
    healed = result not in ("worse", "nothing")
    state.effects.append(
        InjuryTreated(
            sentence=f"{model.name} sees the doctor: {WORDS[result]}.",
            subject=model.name,
            rule="M4-CAMP-25",
            model_id=model_id,
            slug=slug,
            healed=healed,
            characteristic=LEFT.get(result, ""),
            price=fee,
        )
    )
    if healed:
        state.heal(model_id, slug)
    if (gained := LEFT.get(result)) and gained not in state.model(model_id).gained:
        patient = state.model(model_id)
        state.change(replace(patient, gained=(*patient.gained, gained)))
    if result in ("worse", "another"):
        yield from injury(state, model_id, must_hurt=True)
    elif result == "lucky":
        yield from lucky_miss(state, model_id, doctor=True)
