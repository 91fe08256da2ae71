"""Damage and wounds of the First Edition in the order of the rulings of 2013: total damage, damage reduction,
wounds, wound reduction, suffering, consequences (M1R-DMG-01). Also killing, healing, Poison and Action
Modifiers."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from rules.dialogue import Choice
from rules.editions.m1e.play.cards import clear as discard_cards
from rules.editions.m1e.play.cards import flip, flip_number, spend_stone
from rules.editions.m1e.play.figures import Figure
from rules.editions.m1e.play.flips import halved, healed_by
from rules.editions.m1e.play.match import FAST, PARALYZED, POISON, REACTIVATE, SLOW, Match, within
from rules.editions.m1e.readings import STANDARD, ReadingsM1
from rules.editions.m1e.scoring import SCHEME
from rules.game.events.announcements import DamageReduced
from rules.game.events.table import (
    Activated,
    ConditionSet,
    Damaged,
    Healed,
    Killed,
    LeftPlay,
    MarkerDropped,
    TokensSet,
    UsedOnce,
    WentUnder,
)
from rules.game.events.turns import SchemeRevealed, Scored
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Marker, Model, VictoryPoint

TREASURE = "treasure"
KIDNAP = "Kidnap"
OPPOSITE = {FAST: SLOW, SLOW: FAST, PARALYZED: REACTIVATE, REACTIVATE: PARALYZED}
"""The Action Modifiers that cancel each other (M1-MOD-05)."""
# Talents that reduce damage of a kind to no less than 1 (M1-ABL-02, -04, -08, -18).
REDUCTIONS = (("Armor", ""), ("Bulletproof", "ranged"), ("Evasive", "blast"), ("Magic Resistant", "spell"))
STACKING = ("Armor", "Evasive")
"""Of these the ones that add up on one card; others of one name do not (M1-GLO-11)."""


class HitM1(Struct, frozen=True, kw_only=True):
    """Damage to one model. ``kinds``: melee, ranged, blast, spell, fall, hazard. ``armor`` is the Armor that
    cover lends it. With ``wounds`` the effect inflicts wounds and begins at step 3 (M1R-DMG-02)."""

    target: str
    amount: int
    by: str = ""
    source: str = ""
    kinds: frozenset[str] = frozenset()
    magical: bool = False
    armor: int = 0
    wounds: bool = False


def reduced(
    figure: Figure, amount: int, hit: HitM1, readings: ReadingsM1 = STANDARD.readings
) -> tuple[int, str]:
    """The damage after reductions, and what reduced it. A Spirit halves damage that is not magical;
    then Armor and similar talents are subtracted together, to no less than 1 (M1R-SPI-03, -04, M1-ABL-02).

    >>> ghost = Figure(slug="g", name="G", faction="Guild", characteristics=("Spirit",))
    >>> reduced(ghost, 4, HitM1(target="a1", amount=4, armor=1))
    (1, 'Spirit, Armor')
    """
    if amount <= 0:
        return 0, ""
    by: list[str] = []
    if figure.is_a("Spirit") and not hit.magical and hit.kinds != {"fall"}:
        amount = halved(amount, readings)
        by.append("Spirit")
    taken = 0
    for name, kind in REDUCTIONS:
        number = figure.stacked(name) if name in STACKING else figure.number(name)
        number += hit.armor if name == "Armor" else 0
        kind = readings.evasive if name == "Evasive" else kind
        if number and (not kind or kind in hit.kinds):
            taken += number
            by.append(name)
    return (max(1, amount - taken) if amount else 0), ", ".join(by)


def deal(g: Match, hit: HitM1) -> Proc[int]:
    """Resolve the six steps of damage; return the wounds suffered (M1R-DMG-01). Buried models suffer nothing
    new, but still the Poison they had before (M1R-BURY-05)."""
    model = g.model(hit.target)
    if not model.in_play or hit.target in g.dying or (model.where == "buried" and not hit.wounds):
        return 0
    figure, amount = g.figure(model), max(0, hit.amount)
    if not hit.wounds:
        left, by = reduced(figure, amount, hit, g.readings)
        if left != amount:
            g.emit(DamageReduced(model.id, amount, left, by))
        prevented = yield from prevent(g, model, left)
        amount = max(0, left - prevented)
    amount = held_back(figure, model, amount)
    if amount <= 0:
        return 0
    g.emit(Damaged(model.id, amount, hit.by, hit.source))
    suffered = model.health - g.model(model.id).health
    if "melee" in hit.kinds and suffered:
        # A model at 0 wounds dies after this; nothing else affects it meanwhile (M1R-DIE-01).
        falls = g.model(model.id).health == 0
        g.dying |= {model.id} if falls else set()
        yield from black_blood(g, g.model(model.id))
        g.dying -= {model.id} if falls else set()
    if g.model(model.id).health == 0 and g.model(model.id).in_play:
        yield from kill(g, model.id, by=hit.by, source=hit.source)
        if "melee" in hit.kinds and not g.model(model.id).in_play:
            kidnapped(g, model, hit.by)
    return suffered


def kidnapped(g: Match, victim: Model, by: str) -> None:
    """Score the Scheme of a player who chose that model, when the other side kills it in melee (M1-SCH-01,
    -07)."""
    if by not in g.state.models or g.model(by).seat == victim.seat:
        return
    seat = g.model(by).seat
    for scheme in g.crew(seat).schemes:
        if scheme.name.startswith(f"{KIDNAP}: ") and scheme.secret.get("of") == victim.id:
            g.emit(SchemeRevealed(seat, scheme))
            for _ in range(SCHEME[KIDNAP].worth):
                g.emit(Scored(VictoryPoint(max(1, g.state.turn), seat, scheme.name, "end")))


def held_back(figure: Figure, model: Model, amount: int) -> int:
    """Apply wound reduction: one source does not take a model that is hard to kill and has 2 wounds or more
    left below 1 (M1-ABL-13)."""
    if figure.has("Hard to Kill") and model.health >= 2:
        return min(amount, model.health - 1)
    return amount


def prevent(g: Match, model: Model, amount: int) -> Proc[int]:
    """Offer the prevention flip for a Soulstone (M1-DMG-03, M1-ABL-30, Q-15)."""
    if amount <= 0 or not g.uses_stones(model):
        return 0
    text = f"{model.name} would suffer {amount}. Prevent some for a Soulstone?"
    if not (yield from yes(model.player, "stone", rule="M1-DMG-03", text=text, about=(model.id,))):
        return 0
    spend_stone(g, model, "prevention")
    number = yield from flip_number(
        g, model.player, g.rules.prevention, 0, "prevention", cheatable=False, about=model.id
    )
    return number.value


def black_blood(g: Match, model: Model) -> Proc[None]:
    """Deal 1 wound to all models within 1" except Neverborn when the model was wounded in melee
    (M1-ABL-03)."""
    if not g.figure(model).has("Black Blood"):
        return
    near = [
        other.id
        for other in g.state.on_table()
        if other.id != model.id
        and g.figure(other).faction.lower() != "neverborn"
        and within(g, model, other, g.rules.black_blood_range)
    ]
    for name in near:
        yield from deal(g, HitM1(target=name, amount=1, by=model.id, source="Black Blood", wounds=True))


# Leaving the game


def kill(
    g: Match, name: str, *, by: str = "", source: str = "", counters: bool = True, outright: bool = False
) -> Proc[None]:
    """Kill a model at 0 wounds, or ``outright``. A model that is slow to die takes one more Action and lives
    if it then has wounds again; otherwise effects of its death resolve, its Counter is dropped, and it is
    removed (M1-GLO-04, M1-ABL-28, M1R-DIE-01, -02)."""
    if name in g.dying or name in g.postponed:
        return
    if g.figure(name).has("Slow to Die") and g.model(name).on_table:
        g.postponed.add(name)
        yield from g.last_action(g, name)
        g.postponed.discard(name)
        if g.model(name).health > 0 and not outright:
            return
    model = g.model(name)
    if not model.in_play:
        return
    if model.where == "buried" and not g.readings.buried_are_killed:
        leave(g, name, "sacrificed")
        return
    g.dying.add(name)
    by_seat = g.model(by).seat if by in g.state.models else None
    g.emit(Killed(name, model, by, by_seat, source))
    drop_treasure(g, model)
    if counters and model.on_table and g.figure(model).leaves:
        drop_counter(g, model, g.figure(model).leaves)
    leave(g, name, "killed")
    g.dying.discard(name)


def leave(g: Match, name: str, why: str) -> None:
    """Remove the model from the game; a Totem leaves with its Master (M1-ENC-15, M1-GLO-10)."""
    model, figure = g.model(name), g.figure(name)
    g.emit(LeftPlay(name, why))
    if g.state.activating == name:
        g.ended = name
    if figure.station == "Master":
        names = {g.setup.figures[slug].name for slug in (model.card, *model.upgrades)}
        for other in tuple(g.state.crew_of(model.seat)):
            if g.figure(other).station == "Totem" and g.figure(other).linked in names:
                drop_treasure(g, other)
                g.emit(LeftPlay(other.id, "its Master left"))


def sacrifice(g: Match, name: str) -> None:
    """Remove the model without a Counter (M1-GLO-10)."""
    drop_treasure(g, g.model(name))
    leave(g, name, "sacrificed")


def drop_counter(g: Match, model: Model, kind: str) -> None:
    """Drop a Counter of 30 mm where the model is, on the highest surface under it (M1-GLO-03)."""
    marker = Marker(
        id=g.fresh_id("m"),
        kind=kind,
        x=model.x,
        y=model.y,
        mm=g.rules.counter_mm,
        elevation=model.elevation,
    )
    level = g.table.level(g.state, marker, model.elevation)
    g.emit(MarkerDropped(replace(marker, elevation=level), model.id))


def drop_treasure(g: Match, model: Model) -> None:
    """Drop the treasure where its bearer was killed (M1-STR-05)."""
    if model.tokens.get(TREASURE) and model.on_table:
        drop_counter(g, model, TREASURE)
        g.emit(TokensSet(TREASURE, 0, model.id))


# Buried


def bury(g: Match, name: str, by: str = "") -> None:
    """Bury the model: it leaves the table but stays in the game. Its activation ends at once; so does that of
    a model named in a group that has not spent AP (M1R-BURY-02 to -04). The treasure stays on the table."""
    model = g.model(name)
    if not model.on_table:
        return
    drop_treasure(g, model)
    g.emit(WentUnder(name, by))
    if g.state.activating == name:
        g.ended = g.ended if g.readings.buried_goes_on else name
    elif name in g.state.chain and not model.acts:
        g.emit(Activated(name))


# Healing and Poison


def heal(g: Match, name: str, amount: int, by: str = "") -> int:
    """Heal that many wounds; return how many were healed. A dying model heals none (M1R-DIE-01)."""
    model = g.model(name)
    gained = 0 if name in g.dying or not model.in_play else min(amount, model.most - model.health)
    if gained > 0:
        g.emit(Healed(name, gained, by))
    return max(0, gained)


def healing_flip(g: Match, name: str) -> Proc[int]:
    """Flip for healing: up to three wounds, all of them with the Red Joker (M1-ACT-01)."""
    model = g.model(name)
    healing = yield from flip(g, model.player, 0, "healing")
    amount = healed_by(g.read(healing.card), model.most - model.health, g.rules)
    discard_cards(g, model.player, healing.card)
    return heal(g, name, amount)


def poison(g: Match, name: str, number: int) -> None:
    """Raise the Poison tokens to that number; tokens are not added (M1R-POI-01, M1-ABL-22)."""
    if number > g.model(name).conditions.get(POISON, 0):
        g.emit(ConditionSet(name, POISON, number))


def suffer_poison(g: Match, name: str) -> Proc[None]:
    """Deal one wound for each Poison token at an activation, then remove one token (M1R-POI-02)."""
    tokens = g.model(name).conditions.get(POISON, 0)
    if not tokens:
        return
    yield from deal(g, HitM1(target=name, amount=tokens, source="Poison", wounds=True))
    if g.model(name).in_play:
        g.emit(ConditionSet(name, POISON, tokens - 1))


def activation_begins(g: Match, name: str) -> Proc[None]:
    """Resolve Poison and Regeneration in the order that the active player chooses (Q-09, Q-23)."""
    waiting = []
    if g.model(name).has(POISON):
        waiting.append("poison")
    if g.figure(name).number("Regeneration"):
        waiting.append("regeneration")
    if len(waiting) == 2:
        choices = [Choice(key, key.capitalize()) for key in waiting]
        text = f"{g.model(name).name}: what comes first?"
        first = yield from one_of(g.first, "order", choices, rule="M1-ABL-25", text=text, about=(name,))
        waiting.sort(key=lambda key: key != first)
    for key in waiting:
        if not g.model(name).in_play:
            return
        if key == "poison":
            yield from suffer_poison(g, name)
        else:
            heal(g, name, g.figure(name).number("Regeneration"))


# Action Modifiers


def give(g: Match, name: str, modifier: str) -> None:
    """Make a model Fast, Slow, Paralyzed or able to Reactivate. An immune model does not get the Modifier;
    the same Modifier replaces itself; opposites cancel each other (M1-MOD-01 to -05, M1R-MOD-01, -02)."""
    model = g.model(name)
    if g.figure(model).has(f"Immune to {modifier.capitalize()}"):
        return
    opposite = OPPOSITE[modifier]
    if model.has(opposite):
        g.emit(ConditionSet(name, opposite, 0, f"cancelled by {modifier}"))
        return
    if modifier == REACTIVATE:
        if model.once_turn.get(REACTIVATE):
            return
        g.emit(UsedOnce(name, REACTIVATE, "turn"))
        if model.activated:
            g.emit(Activated(name, False))
            return
    g.emit(ConditionSet(name, modifier, 1))


def put(g: Match, name: str, gifts: Iterable[tuple[str, int]]) -> None:
    """Apply what a weapon or spell gives: Poison with its number, and Action Modifiers."""
    for gift, number in gifts:
        if not g.model(name).in_play:
            return
        if gift == POISON:
            poison(g, name, number)
        else:
            give(g, name, gift)
