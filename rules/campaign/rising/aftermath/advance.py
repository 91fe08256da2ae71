"""Phase 4: experience, and an advancement for each box that has one (M4-CAMP-21 to -24).

Each box: choose a table of its tier or a lower one and who advances, flip where the table wants it, take one
of what is offered. What may not be taken is listed with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.aftermath.asks import CREW, PASS, Answer, Option, Steps
from rules.campaign.aftermath.flips import flip
from rules.campaign.rising.aftermath.facts import Advanced, ExperienceGained, MadeUp
from rules.campaign.rising.aftermath.state import RisingState
from rules.campaign.rising.arsenal import Advancement, GrownModel
from rules.campaign.rising.charts import Modification, NamedAbility, PrintedAction, Talent
from rules.campaign.rising.charts import Totem as TotemRow
from rules.campaign.rising.experience import BOXES, Box, reached, track
from rules.campaign.rising.leader import LeaderCard, bare, why_no_source
from rules.fate.cards import Card
from rules.plain_numbers import whole
from rules.refusal import Refusal
from rules.wording import counted

Who = Literal["leader", "totem"]
THIRD_TRIGGER = 2
"""Scrip for a further trigger on an Action that has two (M4-CAMP-23)."""
HIGHEST_BY_JOKER = 10


class Table(Struct, frozen=True):
    """A table of advancements: its tier, and whether only the Leader may take from it."""

    slug: str
    name: str
    tier: int
    leader_only: bool = False


TABLES: Sequence[Table] = (
    Table("attack", "Attack modification", 1),
    Table("tactical", "Tactical modification", 1),
    Table("action", "Action", 2),
    Table("ability", "Ability", 2),
    Table("totem", "Totem", 3, leader_only=True),
    Table("summoning", "Summons", 3),
    Table("crew-card", "Crew card effect", 4, leader_only=True),
)

UNFLIPPED = ("summoning", "crew-card")
"""The tables that are taken from without a flip."""


class Offer(Struct, frozen=True, kw_only=True):
    """Something that a box may bring; ``targets`` are the Actions that a modification may be on, ``price`` is
    the Scrip for it on the cheapest. With ``asks`` the player names something in words."""

    key: str
    name: str
    text: str = ""
    reason: str = ""
    targets: tuple[str, ...] = ()
    price: int = 0
    asks: str = ""
    action: PrintedAction | None = None
    ability: NamedAbility | None = None
    modification: Modification | None = None
    totem: TotemRow | None = None


def advance(state: RisingState) -> Steps:
    state.phase = "advance"
    before, gained = state.arsenal.experience, state.context.experience
    state.arsenal = replace(state.arsenal, experience=before + gained.amount)
    sentence = f"{CREW}’s Leader gains {gained.amount} experience: {before + gained.amount} of {BOXES}."
    state.effects.append(ExperienceGained(sentence=sentence, rule="M4-CAMP-21", total=gained))
    owed = tuple(box for box in track(state.policies) if box.number in state.arsenal.owed_boxes)
    if owed:
        numbers = tuple(box.number for box in owed)
        state.arsenal = replace(state.arsenal, owed_boxes=())
        sentence = f"A ruling found {counted(len(owed), 'advancement')} due to {CREW}."
        state.effects.append(MadeUp(sentence=sentence, rule="M4-CAMP-22", boxes=numbers))
    for box in (*owed, *reached(before, gained.amount, state.policies)):
        yield from advancement(state, box)


def advancement(state: RisingState, box: Box) -> Steps:
    """One box; there is no going back to it (M4-CAMP-22)."""
    options = tuple(
        Option(f"{who}:{table.slug}", _titled(state, table, who), reason=why_no_table(state, table, who, box))
        for table in TABLES
        for who in recipients(state, table)
    )
    usual = next(option.key for option in options if option.legal)
    ask = state.ask_player(
        "advance_table", f"Box {box.number}: tier {box.tier} or lower.", "M4-CAMP-23", options, usual
    )
    who, slug = state.choice(ask, (yield ask)).key.split(":")
    table = next(each for each in TABLES if each.slug == slug)
    recipient: Who = "totem" if who == "totem" else "leader"
    card = None
    if table.slug not in UNFLIPPED:
        state.advancing = (recipient, table.slug)
        sentence = f"{table.name}, box {box.number}."
        card = yield from flip(state, "advance", sentence, "M4-CAMP-23")
    cheated = bool(card and state.flips[-1].cheated_with)
    yield from take(state, table, recipient, [*offers_of(state, table, recipient, card, cheated)])


def recipients(state: RisingState, table: Table) -> tuple[Who, ...]:
    """The Leader, and a Totem in its stead (M4-CAMP-24)."""
    return ("leader",) if table.leader_only or state.totem_card is None else ("leader", "totem")


def why_no_table(state: RisingState, table: Table, who: Who, box: Box) -> str:
    if table.tier > box.tier:
        return f"Tier {table.tier}; this box allows {box.tier} at most."
    if table.slug == "totem" and state.arsenal.totem is not None:
        return "The Arsenal has a Totem."
    if table.slug == "summoning" and any(each.table == "summoning" for each in state.arsenal.advancements):
        return "A Summons is gained once."
    if table.slug in ("attack", "tactical") and not _actions(_card(state, who), table.slug):
        return f"There is no {table.slug} Action to modify."
    return ""


def offers_of(
    state: RisingState, table: Table, who: Who, card: Card | None, cheated: bool
) -> Iterator[Offer]:
    """What may be taken of a table after its flip."""
    charts, held = state.charts, _card(state, who)
    if table.slug in ("attack", "tactical") and card is not None:
        for row in charts.modifications(table.slug == "attack", card):
            yield _modification(row, held, table.slug, state.scrip)
    elif table.slug in ("action", "ability") and card is not None:
        if card.is_joker and not cheated:
            yield from _of_any_model(state, table.slug, held)
        else:
            rows = charts.actions if table.slug == "action" else charts.abilities
            yield from (_talent(row, held) for row in charts.talents(rows, card))
    elif table.slug == "totem" and card is not None:
        yield from _totem(state, charts.totem(card))
    elif table.slug == "summoning":
        yield from (_talent(row, held) for row in charts.summonings)
    elif table.slug == "crew-card":
        yield from _crew_effects(state)


def fits(row: Modification, action: PrintedAction) -> bool:
    """Whether a modification may be on that Action (M4-CAMP-23): a trigger that it has not, a Skl of those
    that are raised, a signature mark that it lacks.

    >>> row = Modification(slug="s", name="S", value="7", kind="skill", least=(4,), to=5, resist=("Df", "Wp"))
    >>> [
    ...     fits(row, PrintedAction(name="a", kind="attack", skill=skill, resist="Df"))
    ...     for skill in ("4", "4C", "5")
    ... ]
    [True, True, False]
    """
    if row.kind == "trigger":
        return row.name not in action.triggers
    if row.kind == "signature":
        return not action.signature
    return _skill(action) in row.least and (not row.resist or action.resist in row.resist)


def modified(row: Modification, action: PrintedAction) -> PrintedAction:
    """The Action with the modification on it."""
    if row.kind == "trigger":
        return replace(action, triggers=(*action.triggers, row.name))
    if row.kind == "signature":
        return replace(action, signature=True)
    return replace(action, skill=f"{row.to}{action.skill.lstrip('0123456789')}")


def _skill(action: PrintedAction) -> int | None:
    """Its Skl without suit and modifier; ``None`` where none is printed."""
    return whole(action.skill[: len(action.skill) - len(action.skill.lstrip("0123456789"))])


def price(row: Modification, action: PrintedAction) -> int:
    """The Scrip for a further trigger: 2 from the third on (M4-CAMP-23)."""
    return THIRD_TRIGGER if row.kind == "trigger" and len(action.triggers) >= 2 else 0


def _modification(row: Modification, held: LeaderCard, kind: str, scrip: int) -> Offer:
    fitting = [action for action in _actions(held, kind) if fits(row, action)]
    fitting.sort(key=partial(price, row))
    paid = tuple(action.name for action in fitting if price(row, action) <= scrip)
    reason = (
        "" if paid else f"A third trigger costs {THIRD_TRIGGER} Scrip." if fitting else "No Action takes it."
    )
    least = price(row, fitting[0]) if fitting else 0
    return Offer(
        key=row.slug,
        name=row.name,
        text=row.text,
        reason=reason,
        targets=paid,
        price=least,
        modification=row,
    )


def _talent(row: Talent, held: LeaderCard) -> Offer:
    names = {*(action.name for action in held.actions), *(ability.name for ability in held.abilities)}
    return Offer(
        key=row.slug,
        name=row.name,
        text=row.action.text if row.action else row.text,
        reason="It is on the card already." if row.name in names else "",
        asks=row.choose,
        action=row.action,
        ability=None if row.action else NamedAbility(row.name, row.text),
    )


def _of_any_model(state: RisingState, kind: str, held: LeaderCard) -> Iterator[Offer]:
    """A flipped joker: any of a model with one of the Keywords that costs 10 at most (M4-CAMP-23)."""
    names = {*(action.name for action in held.actions), *(ability.name for ability in held.abilities)}
    for source in state.context.sources:
        if why_no_source(source) or (source.cost or 0) > HIGHEST_BY_JOKER:
            continue
        printed: Iterable[tuple[str, PrintedAction | None]] = (
            [(action.name, bare(action)) for action in source.actions]
            if kind == "action"
            else [(name, None) for name in source.abilities if name not in source.hires]
        )
        for name, action in printed:
            yield Offer(
                key=f"{source.slug}:{name}",
                name=f"{name}, of {source.name}",
                reason="It is on the card already." if name in names else "",
                action=action,
                ability=None if action else NamedAbility(name),
            )


def _totem(state: RisingState, row: TotemRow) -> Iterator[Offer]:
    if row.value != "RJ":
        yield Offer(key=row.slug, name=row.name, totem=row)
        return
    for action in state.context.master_actions:
        chosen = replace(row, actions=(bare(action),))
        yield Offer(key=f"{row.slug}:{action.name}", name=f"{row.name} with {action.name}", totem=chosen)


def _crew_effects(state: RisingState) -> Iterator[Offer]:
    """One effect of a crew card of a Master with one of the Keywords, or one of those to start with
    (M4-CAMP-23). Where the effects of a card are not known, the player names one."""
    has = {each.name for each in state.arsenal.advancements if each.recipient == "crew"}
    for card in state.context.crew_cards:
        for effect in card.effects or ("",):
            name = f"{effect} of {card.name}" if effect else f"An effect of {card.name}"
            yield Offer(
                key=f"{card.slug}:{effect}",
                name=name,
                reason="The crew card has it." if effect and name in has else "",
                asks="" if effect else "effect",
            )
    for row in state.charts.crew_effects:
        reason = "The crew card has it." if row.name in has else ""
        yield Offer(key=row.slug, name=row.name, text=row.text, reason=reason, asks=row.choose)


def take(state: RisingState, table: Table, who: Who, offered: Sequence[Offer]) -> Steps:
    """Ask for one of the offers, and for the Action that a modification goes on."""
    options = tuple(
        Option(offer.key, offer.name, price=offer.price or None, reason=offer.reason, asks=offer.asks)
        for offer in offered
    )
    # Nobody pays by default.
    free = (each for each in offered if not (each.reason or each.asks or each.price))
    usual = next((each.key for each in free), PASS)
    ask = state.ask_player(
        "advance_take", f"{table.name}: take one.", "M4-CAMP-23", (*options, Option(PASS, "Take none")), usual
    )
    answer = yield ask
    key = state.choice(ask, answer).key
    if key == PASS:
        state.note(f"{CREW} takes none of what the flip offered.", "M4-CAMP-23")
        return
    offer = next(each for each in offered if each.key == key)
    target = ""
    if offer.modification is not None:
        target = offer.targets[0]
        if len(offer.targets) > 1:
            prices = {each.name: price(offer.modification, each) for each in _card(state, who).actions}
            targets = tuple(Option(name, name, price=prices[name] or None) for name in offer.targets)
            ask = state.ask_player(
                "advance_action", f"{offer.name}: on which Action?", "M4-CAMP-23", targets, targets[0].key
            )
            target = state.choice(ask, (yield ask)).key
    apply(state, table, who, offer, target, named(offer, answer))


def named(offer: Offer, answer: Answer) -> str:
    """What the player named with it. Raise ``Refusal`` where a name is wanted and none is there."""
    words = answer.words.strip()
    if offer.asks and not words:
        raise Refusal(f"{offer.name} wants its {offer.asks} named.", rule="M4-CAMP-23", fix="Name it.")
    return words if offer.asks else ""


def apply(state: RisingState, table: Table, who: Who, offer: Offer, target: str, words: str) -> None:
    """Write an advancement down on the card and in the Arsenal."""
    card, paid, was = _card(state, who), 0, None
    if offer.modification is not None:
        row = offer.modification
        action = was = next(each for each in card.actions if each.name == target)
        paid = price(row, action)
        state.earn(-paid)
        changed = tuple(modified(row, each) if each is action else each for each in card.actions)
        _set_card(state, who, replace(card, actions=changed))
    elif offer.totem is not None:
        state.totem_card = totem_card(offer.totem, card.keywords)
        model = GrownModel(
            id=state.next_id(), titles=(offer.totem.slug,), name=offer.totem.name, role="totem"
        )
        state.arsenal = replace(state.arsenal, models=(*state.arsenal.models, model))
    elif offer.action is not None and table.slug != "crew-card":
        _set_card(state, who, replace(card, actions=(*card.actions, offer.action)))
    elif offer.ability is not None and table.slug != "crew-card":
        _set_card(state, who, replace(card, abilities=(*card.abilities, offer.ability)))
    recipient: Literal["leader", "totem", "crew"] = "crew" if table.slug == "crew-card" else who
    came = offer.action or offer.ability
    gained = Advancement(
        recipient=recipient,
        table=table.slug,
        slug=offer.key,
        name=offer.name,
        action=target,
        words=words,
        added=came.name if came and recipient != "crew" else "",
        before=was,
    )
    state.arsenal = replace(state.arsenal, advancements=(*state.arsenal.advancements, gained))
    of = {"crew": "the crew card", "leader": state.card.name, "totem": "the Totem"}[recipient]
    on = f" on {target}" if target else ""
    price_words = f" for {paid} Scrip" if paid else ""
    state.effects.append(
        Advanced(
            sentence=f"{CREW} advances: {offer.name}{on} for {of}{price_words}.",
            rule="M4-CAMP-23",
            advancement=gained,
            price=paid,
        )
    )


def totem_card(row: TotemRow, keywords: tuple[str, ...]) -> LeaderCard:
    """The card of a Totem: its row, with the Leader's Keywords. Size and base are the player's choice."""
    return LeaderCard(
        name=row.name,
        keywords=keywords,
        df=row.df,
        wp=row.wp,
        sp=row.sp,
        sz=1,
        health=row.health,
        base_mm=30,
        characteristics=("Totem",),
        actions=row.actions,
        abilities=row.abilities,
    )


def _titled(state: RisingState, table: Table, who: Who) -> str:
    both = len(recipients(state, table)) > 1
    return f"{table.name} for {_card(state, who).name}" if both else table.name


def _card(state: RisingState, who: Who) -> LeaderCard:
    return state.totem_card if who == "totem" and state.totem_card is not None else state.card


def _set_card(state: RisingState, who: Who, card: LeaderCard) -> None:
    if who == "totem":
        state.totem_card = card
    else:
        state.card = card


def _actions(card: LeaderCard, kind: str) -> tuple[PrintedAction, ...]:
    return tuple(action for action in card.actions if action.kind == kind)
