"""Phase 3: one Barter flip, any number of pieces (M4-CAMP-19)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.campaign.aftermath.asks import CREW, PASS, Option, Steps
from rules.campaign.aftermath.flips import flip
from rules.campaign.rising.aftermath.facts import EquipmentBought
from rules.campaign.rising.aftermath.state import RisingState
from rules.campaign.rising.arsenal import HeldEquipment
from rules.campaign.rising.charts import Equipment
from rules.fate.cards import RED_JOKER


def barter(state: RisingState) -> Steps:
    state.phase = "barter"
    card = yield from flip(state, "barter", "The Barter flip.", "M4-CAMP-19")
    if card == RED_JOKER and not state.flips[-1].cheated_with:
        if not owns_a_weapon(state):
            yield from thirst(state)
            return
        sentence = f"{CREW} owns a weapon of the second chart already: the Red Joker "
        counts = state.policies.thirst_owned == "as_13"
        state.note(f"{sentence}{'counts as 13' if counts else 'offers nothing of its own'}.", "M4-CAMP-19")
        if not counts:
            yield from buy(state, always(state))
            return
    yield from buy(state, state.charts.bought_with(card))


def thirst(state: RisingState) -> Steps:
    """The second flip behind a flipped Red Joker; a joker there brings the Mark, free and mandatory."""
    card = yield from flip(state, "barter", "The second chart: which weapon is for sale?", "M4-CAMP-19")
    offers = state.charts.bought_with(card, thirsting=True)
    if card.is_joker:
        for row in offers:
            gain(state, row, 0)
        offers = ()
    yield from buy(state, (*always(state), *offers))


def always(state: RisingState) -> tuple[Equipment, ...]:
    return tuple(row for row in state.charts.equipment if row.value == 0)


def owns_a_weapon(state: RisingState) -> bool:
    """Whether a weapon of the second chart is owned; the Mark is none."""
    weapons = {row.slug for row in state.charts.thirsting if not row.joker}
    return any(piece.slug in weapons for piece in state.arsenal.equipment)


def buy(state: RisingState, offers: Sequence[Equipment]) -> Steps:
    """Ask until the player passes, or nothing can be paid. The week's event may make the first piece cheaper
    (M4-CAMP-30)."""
    weapons = {row.slug for row in state.charts.thirsting}
    less = state.context.by_event("price")
    while True:
        options = tuple(
            Option(
                row.slug,
                row.name,
                price=max(0, row.cost - less),
                reason=_why_not(state, row, max(0, row.cost - less), row.slug in weapons),
                rule="M4-CAMP-19",
            )
            for row in offers
        )
        if not any(option.legal for option in options):
            state.note(f"Nothing more can be bought with {state.scrip} Scrip.", "M4-CAMP-19")
            return
        cheaper = f" {state.context.event}: the first piece costs {less} less." if less else ""
        ask = state.ask_player(
            "barter_buy",
            f"Buy for Scrip (you hold {state.scrip}) or go on.{cheaper}",
            "M4-CAMP-19",
            (*options, Option(PASS, "Buy nothing more")),
            PASS,
        )
        option = state.choice(ask, (yield ask))
        if option.key == PASS:
            return
        gain(state, state.charts.piece(option.key), option.price or 0)
        less = 0


def gain(state: RisingState, row: Equipment, price: int) -> None:
    piece = HeldEquipment(state.next_id(), row.slug, row.name)
    state.arsenal = replace(state.arsenal, equipment=(*state.arsenal.equipment, piece))
    state.earn(-price)
    forced = f"has to take {row.name}" if row.joker else f"takes {row.name} for nothing"
    paid = f"buys {row.name} for {price} Scrip" if price else forced
    state.effects.append(
        EquipmentBought(
            sentence=f"{CREW} {paid}.", rule="M4-CAMP-19", slug=row.slug, name=row.name, price=price
        )
    )


def _why_not(state: RisingState, row: Equipment, price: int, weapon: bool) -> str:
    if price > state.scrip:
        return f"{row.name} costs {price} Scrip; you hold {state.scrip}."
    if weapon and owns_a_weapon(state):
        return f"{row.name}: the Arsenal holds one of the second chart already."
    return ""
