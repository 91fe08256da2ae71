"""Actions of the First Edition and their cost: AP of an activation, (0) Actions, extra Strikes and Casts, the
menu, and each Action (M1-ACT, M1-CMB-02 to -04, M1-MAG-02, -03, M1-MOVE-01 to -06, Q-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.dialogue import Choice
from rules.editions.m1e.play.cards import discard, spend_stone
from rules.editions.m1e.play.damage import TREASURE, drop_treasure, healing_flip
from rules.editions.m1e.play.events import interacts_of, use_feature
from rules.editions.m1e.play.figures import EXTRA, Weapon
from rules.editions.m1e.play.ground.movement import charge, charging_weapons, walk
from rules.editions.m1e.play.ground.places import sabotage, to_sabotage
from rules.editions.m1e.play.magic import (
    can_manifest,
    cast_spell,
    castable,
    drain_souls,
    manifest,
    targets_of,
)
from rules.editions.m1e.play.match import (
    FAST,
    FELL_BACK,
    PANIC,
    PARALYZED,
    SLOW,
    STANCE,
    Doing,
    Match,
    opponents,
)
from rules.editions.m1e.play.morale import terrified, terrified_to_charge
from rules.editions.m1e.play.strikes import (
    bash,
    breakable,
    can_aim,
    declare,
    is_shot,
    seen_targets,
    shows_itself,
    strike,
    strike_terrain,
)
from rules.game.events.announcements import ActionDeclared, ActionEnded
from rules.game.events.table import ConditionSet, MarkerRemoved, SpentAction, TokensSet, UsedOnce
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Model

LAST_AP = 1
"""The AP of the Action that a model takes which is slow to die (M1-ABL-28)."""
ALL = "all"
"""The use that is recorded when an (all) Action has taken the whole activation."""
END = Choice("end", "End the activation")


class ActionOffer(Struct, frozen=True, kw_only=True):
    """An Action that a model may take now. It costs ``ap`` general AP; with ``extra`` it is one of the
    Strikes or Casts that a talent adds; ``zero`` uses the (0) Action."""

    key: str
    label: str
    action: str
    ap: int = 0
    extra: str = ""
    zero: bool = False
    what: str = ""


def general_ap(g: Match, model: Model) -> int:
    """The general AP of an activation: the card's number or the ruleset's, one more if Fast, one less
    if Slow (M1-MOD-01, -02, Q-13)."""
    printed = g.figure(model).ap or g.rules.general_ap
    return max(0, printed + model.has(FAST) - model.has(SLOW))


def ap_left(g: Match, model: Model) -> int:
    """The general AP that the model may still spend: one of a model that is slow to die and takes its last
    Action (M1-ABL-28)."""
    return LAST_AP if model.id in g.postponed else max(0, general_ap(g, model) - model.acts)


def extras_left(g: Match, model: Model, kind: str) -> int:
    """The Strikes or Casts outside the general AP that are left (M1-ABL-05, -06, -20, -23)."""
    figure = g.figure(model)
    given = sum(number for name, (of, number) in EXTRA.items() if of == kind and figure.has(name))
    return given - model.once_activation.get(kind, 0)


def menu(g: Match, model: Model) -> list[ActionOffer]:
    """Everything the model can do now: (1) Actions where it is slow to die and being killed (M1-ABL-28)."""
    last = model.id in g.postponed
    used_up = not last and model.once_activation.get(ALL)
    if model.has(PARALYZED) or not model.on_table or used_up:
        return []
    left = ap_left(g, model)
    offers = [*_strikes(g, model, left, not last), *_spells(g, model, left, not last)]
    offers += [
        ActionOffer(key=action, label=label, action=action, ap=g.rules.price(action))
        for action, label, possible in GENERAL
        if g.rules.price(action) <= left and possible(g, model)
    ]
    return [*offers, *_interacts(g, model, left)]


def _strikes(g: Match, model: Model, left: int, extra: bool) -> Iterator[ActionOffer]:
    """A Strike for each weapon, with and without Focus; as an extra Strike while a talent has one
    left."""
    aims: dict[bool, bool] = {}
    for weapon in (*g.figure(model).weapons, bash(g)):
        shot = is_shot(g, model, weapon)
        if g.rules.price("strike") <= left:
            for piece in breakable(g, model, weapon):
                key = f"break:{weapon.name}:{piece}"
                label = f"{weapon.name} at {piece}"
                yield ActionOffer(key=key, label=label, action="break", ap=g.rules.price("strike"), what=key)
        if shot not in aims:
            aims[shot] = can_aim(g, model, shot)
        if not aims[shot]:
            continue
        kind = "ranged" if shot else "melee"
        price = g.rules.price("strike")
        if extra and extras_left(g, model, kind) > 0:
            yield _strike(weapon, "strike", "", 0, kind)
        elif price <= left:
            yield _strike(weapon, "strike", "", price)
        if g.rules.price("focus") <= left and weapon.name != bash(g).name:
            yield _strike(weapon, "focus", "Focus: ", g.rules.price("focus"))
        if g.crew(model.player).hand:
            if not shot and g.figure(model).has("Flurry") and g.rules.price("flurry") <= left:
                yield _strike(weapon, "flurry", "Flurry: ", g.rules.price("flurry"))
            rapid = g.figure(model).talent("Rapid Fire")
            if shot and rapid and rapid.of in ("", weapon.name) and g.rules.price("rapid_fire") <= left:
                yield _strike(weapon, "rapid_fire", "Rapid Fire: ", g.rules.price("rapid_fire"))


def _strike(weapon: Weapon, action: str, label: str, ap: int, extra: str = "") -> ActionOffer:
    key = f"{action}:{weapon.name}"
    return ActionOffer(
        key=key, label=f"{label}{weapon.name}", action=action, ap=ap, extra=extra, what=weapon.name
    )


def _spells(g: Match, model: Model, left: int, extra: bool) -> Iterator[ActionOffer]:
    """Each spell at its AP: a (0) spell as the (0) Action, an (all) spell as the whole activation, a
    (1) spell also channelled (M1-MAG-02, -03, Q-14)."""
    for spell in g.spells(model):
        if not castable(g, model, spell):
            continue
        key = f"cast:{spell.name}"
        if spell.whole:
            untouched = not (model.acts or model.bonus or model.once_activation)
            if extra and untouched and (price := general_ap(g, model)):
                yield ActionOffer(
                    key=key, label=spell.name, action="cast", ap=price, extra=ALL, what=spell.name
                )
            continue
        if spell.cost == 0:
            if not model.bonus and extra:
                yield ActionOffer(key=key, label=spell.name, action="cast", zero=True, what=spell.name)
        elif extra and spell.cost == 1 and extras_left(g, model, "cast") > 0:
            yield ActionOffer(key=key, label=spell.name, action="cast", extra="cast", what=spell.name)
        elif spell.cost <= left:
            yield ActionOffer(key=key, label=spell.name, action="cast", ap=spell.cost, what=spell.name)
        price = spell.cost + g.rules.price("channel")
        if spell.cost == 1 and price <= left:
            key = f"channel:{spell.name}"
            yield ActionOffer(
                key=key, label=f"Channel: {spell.name}", action="channel", ap=price, what=spell.name
            )


def _interacts(g: Match, model: Model, left: int) -> Iterator[ActionOffer]:
    """What a (1) Interact can do: pick up, drop or pass on the treasure, use features, sabotage chosen
    elements (M1-ACT-02, M1-STR-05, M1-SCH-09)."""
    if left < 1:
        return
    for piece in to_sabotage(g, model):
        label = f"Interact: sabotage {piece}"
        yield ActionOffer(key=f"sabotage:{piece}", label=label, action="sabotage", ap=1, what=piece)
    for feature in interacts_of(g, model):
        label = f"Interact: {feature}"
        yield ActionOffer(key=f"feature:{feature}", label=label, action="feature", ap=1, what=feature)
    for marker in g.state.markers.values():
        if marker.kind == TREASURE and g.table.touching(model, marker):
            yield ActionOffer(
                key=f"take:{marker.id}", label="Pick up the treasure", action="interact", ap=1, what=marker.id
            )
    if model.tokens.get(TREASURE):
        yield ActionOffer(key="drop", label="Drop the treasure", action="interact", ap=1)
        for other in g.state.on_table():
            if other.seat == model.seat and g.table.touching(model, other):
                label = f"Pass the treasure to {other.name}"
                yield ActionOffer(key=f"pass:{other.id}", label=label, action="interact", ap=1, what=other.id)


def _can_charge(g: Match, model: Model) -> bool:
    """Whether the model can Charge: it sees a target and is in melee with nobody (M1-MOVE-02, Q-22),
    and there is no rain or snow (M1-EVT-09, -12)."""
    if opponents(g, model) or g.figure(model).melee_reach is None or model.tokens.get(TREASURE):
        return False
    if g.happens("Torrential Rains"):
        return False
    if g.happens("Heavy Snows") and not g.figure(model).has("Frozen Heart"):
        return False
    return any(other.player != model.player for other in seen_targets(g, model, shot=False))


def _can_heal(g: Match, model: Model) -> bool:
    return g.uses_stones(model) and model.health < model.most


def _is_first(g: Match, model: Model) -> bool:
    """Whether the model has taken no Action yet (M1-CMB-02)."""
    return not model.acts and not model.has(STANCE) and not model.once_activation


def _always(g: Match, model: Model) -> bool:
    return True


GENERAL: tuple[tuple[str, str, Callable[[Match, Model], bool]], ...] = (
    ("walk", "Walk", _always),
    ("charge", "Charge", _can_charge),
    ("defensive_stance", "Defensive Stance", _is_first),
    ("heal", "Heal", _can_heal),
    ("scavenge", "Scavenge", lambda g, model: g.figure(model).is_a("Scavenger")),
    ("drain_souls", "Drain Souls", lambda g, model: g.figure(model).station == "Master"),
    ("jump", "Jump", lambda g, model: not model.tokens.get(TREASURE)),
    ("manifest", "Manifest", can_manifest),
    ("pass", "Pass", _always),
)


def take(g: Match, name: str, offer: ActionOffer, *, paid: bool = True) -> Proc[None]:
    """Take one Action: pay its price, resolve it, and take Morale Duels for terrifying enemies where it
    starts and ends (M1-MOR-03)."""
    g.emit(ActionDeclared(name, offer.label))
    if paid:
        g.emit(SpentAction(name, offer.label, offer.ap, int(offer.zero)))
        if offer.extra:
            g.emit(UsedOnce(name, offer.extra))
    shows_itself(g, name, offer.action)
    before, g.doing = g.doing, Doing(name, offer.action, offer.label, offer.what)
    if (yield from terrified(g, name)):
        yield from _carry_out(g, name, offer)
        if g.model(name).on_table and not g.ended == name:
            yield from terrified(g, name)
    g.doing = before


def _carry_out(g: Match, name: str, offer: ActionOffer) -> Proc[None]:
    model, action = g.model(name), offer.action
    if action in ("strike", "focus", "flurry", "rapid_fire"):
        yield from _strike_with(g, name, action, _weapon(g, name, offer.what))
    elif action == "break":
        _, weapon, piece = offer.what.split(":", 2)
        yield from strike_terrain(g, name, _weapon(g, name, weapon), piece)
    elif action in ("cast", "channel"):
        spell = next(spell for spell in g.spells(model) if spell.name == offer.what)
        yield from cast_spell(g, name, spell, channelled=action == "channel")
    elif action == "walk":
        yield from walk(g, name, g.movement(model, "wk"))
    elif action == "jump":
        yield from walk(g, name, g.movement(model, "wk") * g.rules.jump_share, "jump")
    elif action == "charge":
        yield from _charge(g, name)
    elif action == "defensive_stance":
        g.emit(ConditionSet(name, STANCE, 1))
    elif action == "heal":
        spend_stone(g, model, "heal")
        yield from healing_flip(g, name)
    elif action == "scavenge":
        g.emit(TokensSet("scrap", model.tokens.get("scrap", 0) + 1, name))
    elif action == "drain_souls":
        yield from drain_souls(g, name)
    elif action == "manifest":
        yield from manifest(g, name)
    elif action == "sabotage":
        sabotage(g, name, offer.what)
    elif action == "feature":
        yield from use_feature(g, name, offer.what)
    elif action == "interact":
        _treasure(g, name, offer)


def targets_of_offer(g: Match, model: Model, offer: ActionOffer) -> list[Model] | None:
    """Whom the Action may be declared at; ``None`` where it is declared at nobody. Nothing is measured
    (M1-GLO-07)."""
    if offer.action in ("strike", "focus", "flurry", "rapid_fire"):
        return seen_targets(g, model, is_shot(g, model, _weapon(g, model.id, offer.what)))
    if offer.action == "charge":
        return [other for other in seen_targets(g, model, shot=False) if other.player != model.player]
    if offer.action in ("cast", "channel"):
        spell = next(spell for spell in g.spells(model) if spell.name == offer.what)
        return targets_of(g, model, spell) if spell.aims else None
    return None


def _weapon(g: Match, name: str, weapon: str) -> Weapon:
    return bash(g) if weapon == bash(g).name else g.figure(name).weapon(weapon)


def _strike_with(g: Match, name: str, action: str, weapon: Weapon) -> Proc[None]:
    """Strike once; Focus gives `+` on both flips (M1-CMB-03). A flurry or rapid fire is up to three Strikes
    at one model for a hand card (M1-ABL-10, -24)."""
    model = g.model(name)
    several = action in ("flurry", "rapid_fire")
    rule = "M1-ABL-10" if action == "flurry" else "M1-ABL-24"
    if several:
        yield from discard(g, model.player, 1, 1, rule=rule, text="Discard which card?")
    shot = is_shot(g, model, weapon)
    target = yield from declare(g, model, seen_targets(g, model, shot), weapon.name)
    focus = int(action == "focus")
    most = g.rules.strikes_of_a_flurry if several else 1
    for count in range(most):
        if not (g.model(name).on_table and g.model(target).on_table) or g.ended == name:
            return
        if count:
            text = f"Strike {count + 1} of up to {most} at {g.model(target).name}?"
            if not (yield from yes(model.player, "use", rule=rule, text=text, about=(name, target))):
                return
        struck = yield from strike(g, name, weapon, target, attack=focus, damage=focus, again=count > 0)
        if not struck.possible:
            return


def _charge(g: Match, name: str) -> Proc[None]:
    """Charge straight at a target, then Strike in melee with `+` on the damage flip (M1-MOVE-02 to -05,
    Q-01)."""
    model = g.model(name)
    enemies = [other for other in seen_targets(g, model, shot=False) if other.player != model.player]
    target = yield from declare(g, model, enemies, "Charge")
    if not (yield from terrified_to_charge(g, name, target)):
        return
    if not (yield from charge(g, name, target, g.movement(model, "cg"))) or not g.model(name).on_table:
        g.emit(ActionEnded(name, "Charge", "the target is out of reach"))
        return
    if not (yield from terrified(g, name)):
        return
    for _ in range(g.readings.charge_strikes):
        weapons = charging_weapons(g, g.model(name), g.model(target))
        if not weapons or not (g.model(name).on_table and g.model(target).on_table):
            return
        choices = [Choice(weapon.name, weapon.name) for weapon in weapons]
        key = yield from one_of(
            model.player,
            "attack",
            choices,
            rule="M1-MOVE-04",
            text="Strike with?",
            about=(name,),
            forced=True,
        )
        yield from strike(g, name, g.figure(name).weapon(key), target, damage=1)


def _treasure(g: Match, name: str, offer: ActionOffer) -> None:
    """Pick up the treasure, drop it, or pass it to a friendly model in base contact (M1-STR-05)."""
    if offer.key == "drop":
        drop_treasure(g, g.model(name))
    elif offer.key.startswith("take:"):
        g.emit(MarkerRemoved(offer.what, name))
        g.emit(TokensSet(TREASURE, 1, name))
    else:
        g.emit(TokensSet(TREASURE, 0, name))
        g.emit(TokensSet(TREASURE, 1, offer.what))


def one_action(g: Match, name: str) -> Proc[None]:
    """Let a model that is slow to die take its one (1) Action (M1-ABL-28, M1R-DIE-02)."""
    model = g.model(name)
    ready = menu(g, model)
    if not ready or model.conditions.get(PANIC) == FELL_BACK:
        return
    key = yield from one_of(
        model.player,
        "action",
        (*(Choice(offer.key, offer.label) for offer in ready), END),
        rule="M1-ABL-28",
        text=f"{model.name} is slow to die: which last Action?",
        about=(name,),
    )
    if key != END.key:
        yield from take(g, name, next(offer for offer in ready if offer.key == key), paid=False)
