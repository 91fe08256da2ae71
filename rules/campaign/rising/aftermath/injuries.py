"""Phase 6: a flip for each model that was killed; three Injuries annihilate (M4-CAMP-26). And what the game
did to the Injuries that were carried into it."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from rules.campaign.aftermath.asks import CREW, KEEP, Answer, Ask, OpponentEarns, Option, Steps
from rules.campaign.aftermath.flips import flip
from rules.campaign.rising.aftermath.facts import (
    EquipmentSpares,
    InjuryEnds,
    InjurySuffered,
    LuckyMissGained,
    MadeUp,
    ModelBetrays,
    ModelCopied,
)
from rules.campaign.rising.aftermath.state import RisingState
from rules.campaign.rising.arsenal import MOST_INJURIES, GrownModel, HeldEquipment
from rules.campaign.rising.charts import Again, Injury
from rules.fate.cards import RED_JOKER
from rules.wording import counted

SPARE = "spare"
"""The answer that annihilates a piece instead."""


def injuries_of_before(state: RisingState) -> None:
    """Those that end with the game for which their bearer was hired, or in which it was killed."""
    rows = {row.slug: row for row in state.charts.injuries}
    met = {"hired": state.context.hired, "killed": state.context.killed}
    for model in state.arsenal.models:
        for held in model.injuries:
            row = rows.get(held.slug)
            if row is None or model.id not in met.get(row.ends, ()):
                continue
            state.heal(model.id, row.slug)
            state.effects.append(
                InjuryEnds(
                    sentence=f"{model.name} has {row.name} no more: it was {row.ends}.",
                    subject=model.name,
                    rule="M4-CAMP-26",
                    model_id=model.id,
                    slug=row.slug,
                    name=row.name,
                )
            )
            if row.opponent_scrip:
                state.effects.append(
                    OpponentEarns(
                        sentence=f"The opponent earns {row.opponent_scrip} Scrip by {row.name}.",
                        subject="The opponent",
                        rule="M4-CAMP-26",
                        amount=row.opponent_scrip,
                        model_id=model.id,
                    )
                )


def injuries(state: RisingState) -> Steps:
    """One flip a killed model that is no Peon, in the order that the player chooses."""
    state.phase = "injury"
    if state.policies.no_injuries:
        state.note("This league flips no Injuries for killed models.", "M4-CAMP-29")
        return
    owed = tuple(model_id for model_id in state.arsenal.owed_injuries if state.has(model_id))
    state.waiting = waiting = to_flip(state)
    if owed:
        state.arsenal = replace(state.arsenal, owed_injuries=())
        sentence = f"A ruling found {counted(len(owed), 'Injury flip')} due to {CREW}."
        state.effects.append(MadeUp(sentence=sentence, rule="M4-CAMP-26", models=owed))
    while waiting and not state.retired:
        chosen = waiting[0]
        if len(waiting) > 1:
            options = tuple(Option(str(each), state.model(each).name) for each in waiting)
            ask = state.ask_player(
                "injury_choose", "Whose Injury is flipped next?", "M4-CAMP-26", options, options[0].key
            )
            chosen = int(state.choice(ask, (yield ask)).key)
        waiting.remove(chosen)
        yield from injury(state, chosen)
    three_are_too_many(state)


def to_flip(state: RisingState) -> list[int]:
    """The models whose Injury is still flipped for (ids), what a ruling found due first."""
    if state.waiting is not None:
        return state.waiting
    fell = dict.fromkeys((*state.arsenal.owed_injuries, *state.context.killed))
    return [model_id for model_id in fell if state.has(model_id) and not state.model(model_id).is_peon]


def three_are_too_many(state: RisingState) -> None:
    """The end of the phase (M4-CAMP-26). The Leader who recovers keeps the two of before (M4-CAMP-20)."""
    for model in state.arsenal.models:
        if len(model.injuries) < MOST_INJURIES or state.retired:
            continue
        recovers = model.role == "leader" and not model.copied and not state.arsenal.recovered
        state.annihilate(model.id, f"{len(model.injuries)} Injuries")
        if recovers:
            state.change(replace(model, injuries=model.injuries[: MOST_INJURIES - 1]))


def applies(model: GrownModel, when: Again) -> bool:
    """Whether a result that is flipped again in that case is, for this model."""
    master = model.role == "leader"
    return {
        "leader": model.role == "leader",
        "master": master,
        "totem": model.role == "totem",
        "insignificant": model.insignificant,
        "no_triggers": not model.triggers,
        "no_attacks": not model.attacks,
        "no_signature": not model.signature,
    }[when]


def injury(state: RisingState, model_id: int, *, must_hurt: bool = False) -> Steps:
    """Flip until a result stands. ``must_hurt``: jokers and what leaves no Injury do not (M4-CAMP-25)."""
    model = state.model(model_id)
    row, flipped_red = yield from _standing(state, model, must_hurt)
    if row.effect == "annihilated":
        state.annihilate(model_id, row.name)
    elif row.effect == "traitor":
        sentence = f"{model.name} changes sides: the opponent may take it for nothing."
        state.effects.append(
            ModelBetrays(
                sentence=sentence,
                subject=model.name,
                rule="M4-CAMP-26",
                model_id=model_id,
                equipment=state.pieces_of(model_id),
            )
        )
        held = state.pieces_of(model_id)
        kept = tuple(piece for piece in state.arsenal.equipment if piece.id not in held or piece.free)
        state.arsenal = replace(state.arsenal, equipment=kept)
        state.lose(model, f"{model.name} is gone with what it carried.")
    elif row.effect == "lucky_miss":
        if flipped_red:
            yield from lucky_miss(state, model_id, doctor=must_hurt)
        else:
            state.note(f"{model.name}: a close call, no Injury.", "M4-CAMP-26", model_id)
    elif row.effect == "none":
        state.note(f"{model.name}: just a flesh wound.", "M4-CAMP-26", model_id)
    elif any(held.slug == row.slug for held in model.injuries):
        state.note(f"{model.name} has {row.name} already: no Injury.", "M4-CAMP-26", model_id)
    else:
        yield from suffer(state, model_id, row, doctor=must_hurt)


def suffer(state: RisingState, model_id: int, row: Injury, *, doctor: bool) -> Steps:
    """Attach the Injury, unless a piece that the model had in this game is annihilated instead."""
    model = state.model(model_id)
    if (piece := sparing(state, model_id)) is not None:
        options = (
            Option(KEEP, f"{model.name} suffers {row.name}"),
            Option(SPARE, f"Annihilate {piece.name}"),
        )
        text = f"{row.name} for {model.name}, or {piece.name} instead?"
        ask = state.ask_player("injury_spare", text, "M4-CAMP-26", options, KEEP, model_id=model_id)
        if state.choice(ask, (yield ask)).key == SPARE:
            kept = tuple(each for each in state.arsenal.equipment if each.id != piece.id or each.free)
            state.arsenal = replace(state.arsenal, equipment=kept)
            state.effects.append(
                EquipmentSpares(
                    sentence=f"{model.name} is spared {row.name} by {piece.name}.",
                    subject=model.name,
                    rule="M4-CAMP-26",
                    model_id=model_id,
                    piece=piece.id,
                    slug=piece.slug,
                    name=piece.name,
                )
            )
            return
    state.effects.append(
        InjurySuffered(
            sentence=f"{model.name} suffers {row.name}.",
            subject=model.name,
            rule="M4-CAMP-26",
            model_id=model_id,
            slug=row.slug,
            name=row.name,
            doctor=doctor,
        )
    )
    state.attach(model_id, row.slug, row.name)
    if state.policies.three_injuries == "at_once":
        three_are_too_many(state)


def sparing(state: RisingState, model_id: int) -> HeldEquipment | None:
    """What the model had in this game that may be annihilated instead of an Injury, and is there still."""
    pieces = (*state.charts.equipment, *state.charts.thirsting)
    sparing = {row.slug for row in pieces if row.spares}
    used = {each.piece for each in state.effects if isinstance(each, EquipmentSpares)}
    borne = {*state.pieces_of(model_id)} - used
    fitting = (each for each in state.arsenal.equipment if each.id in borne and each.slug in sparing)
    return next(fitting, None)


def _standing(
    state: RisingState, model: GrownModel, must_hurt: bool
) -> Generator[Ask, Answer, tuple[Injury, bool]]:
    while True:
        sentence = f"The Injury of {model.name}."
        card = yield from flip(state, "injury", sentence, "M4-CAMP-26", model.id)
        row = state.charts.injury(card)
        if any(applies(model, when) for when in row.again):
            state.note(f"{row.name} is not for {model.name}: flip again.", "M4-CAMP-26", model.id)
            continue
        held = any(each.slug == row.slug for each in model.injuries)
        if must_hurt and (row.effect != "injury" or held):
            state.note(f"{row.name} leaves no Injury: flip again.", "M4-CAMP-25", model.id)
            continue
        return row, card == RED_JOKER and not state.flips[-1].cheated_with


def lucky_miss(state: RisingState, model_id: int, *, doctor: bool = False) -> Steps:
    """What a flipped Red Joker leads to (M4-CAMP-26); none of it changes the rating."""
    model = state.model(model_id)
    while True:
        sentence = f"A Lucky Miss for {model.name}."
        card = yield from flip(state, "lucky_miss", sentence, "M4-CAMP-26", model_id)
        row = state.charts.lucky_miss(card)
        if not any(applies(model, when) for when in row.again):
            break
        state.note(f"{row.name} is not for {model.name}: flip again.", "M4-CAMP-26", model_id)
    if row.effect == "gained":
        state.effects.append(
            LuckyMissGained(
                sentence=f"{model.name} gains {row.name}.",
                subject=model.name,
                rule="M4-CAMP-26",
                model_id=model_id,
                slug=row.slug,
                name=row.name,
                doctor=doctor,
            )
        )
        state.change(replace(model, lucky=(*model.lucky, row.slug)))
        return
    pieces = state.pieces_of(model_id)
    state.effects.append(
        ModelCopied(
            sentence=f"{model.name} has a double, which joins the Arsenal.",
            subject=model.name,
            rule="M4-CAMP-26",
            model_id=model_id,
            equipment=pieces,
        )
    )
    copy = replace(model, id=state.next_id(), copied=True)
    state.arsenal = replace(state.arsenal, models=(*state.arsenal.models, copy))
    for piece in state.context.arsenal.equipment:
        if piece.id in pieces:
            again = replace(piece, id=state.next_id(), free=False)
            state.arsenal = replace(state.arsenal, equipment=(*state.arsenal.equipment, again))
