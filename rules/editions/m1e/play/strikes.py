"""Strikes: target, range, duel, damage (M1-CMB-01, -06, -07); cover, shots into melee, Blasts, disengaging
(M1-DMG-01 to -11, M1-CMB-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal

from rules.dialogue import Choice
from rules.editions.m1e.play.cards import BLACK, flip_card, flip_number
from rules.editions.m1e.play.damage import HitM1, deal, put
from rules.editions.m1e.play.duels import DuelM1, DuelSideM1, opposed, side_of, simple
from rules.editions.m1e.play.figures import Weapon
from rules.editions.m1e.play.flips import blast_damage, blasts_of
from rules.editions.m1e.play.ground.pieces import sees
from rules.editions.m1e.play.match import SHOWN, STANCE, Match, in_close, opponents, within
from rules.game.events.announcements import ActionEnded, Targeted
from rules.game.events.table import ConditionSet, MarkerDropped, MarkerRemoved, TerrainRemoved
from rules.game.narration import Names
from rules.game.procedure.asks import Proc, number, one_of
from rules.game.state import Marker, Model
from rules.game.table_access.exact_table import ExactTable
from rules.table.areas.routes import in_blasts
from rules.table.geometry.footprints import MM, parts
from rules.table.sight.crossing import line_through
from rules.table.sight.occlusion import frame_of

CoverM1 = Literal["", "soft", "hard"]
BASH = "Bash"


def bash(g: Match) -> Weapon:
    """The weapon that every model has without one (M1-CMB-04)."""
    return Weapon(
        name=BASH,
        kind="melee",
        inches=g.rules.bash_range,
        combat=g.rules.bash_combat,
        damage=g.rules.bash,
    )


@dataclass(frozen=True, slots=True)
class Struck:
    """The result of a Strike: whether it could be made, whether it hit, the wounds it dealt."""

    possible: bool
    hit: bool = False
    wounds: int = 0


def is_shot(g: Match, attacker: Model, weapon: Weapon) -> bool:
    """Whether the weapon is used at range; a gunfighter in melee strikes with it (M1-ABL-12)."""
    if weapon.kind == "melee":
        return False
    return not (g.figure(attacker).fights_with(weapon) and bool(opponents(g, attacker)))


def reach_of(g: Match, weapon: Weapon, shot: bool) -> float:
    """The range of a weapon in inches; a gun that a gunfighter strikes with in melee has its own
    (M1-ABL-12)."""
    return weapon.inches if shot or weapon.kind == "melee" else g.rules.gunfighter_range


def seen_targets(g: Match, attacker: Model, shot: bool) -> list[Model]:
    """The models that the attacker may declare: any other model it sees (M1-CMB-07). Distances are not
    measured before (M1-GLO-07). A model in melee fires no ranged weapon (M1-DMG-09)."""
    if shot and opponents(g, attacker):
        return []
    return [other for other in g.state.on_table() if other.id != attacker.id and sees(g, attacker, other)]


def can_aim(g: Match, attacker: Model, shot: bool) -> bool:
    """Whether the attacker may declare any model (``seen_targets``)."""
    if shot and opponents(g, attacker):
        return False
    return any(other.id != attacker.id and sees(g, attacker, other) for other in g.state.on_table())


def declare(g: Match, attacker: Model, targets: Iterable[Model], what: str) -> Proc[str]:
    """The target, declared before anything is measured (M1-CMB-06)."""
    choices = [Choice(model.id, model.name, model.id) for model in targets]
    text = f"{what}: at whom?"
    target = yield from one_of(
        attacker.player, "target", choices, rule="M1-CMB-06", text=text, about=(attacker.id,)
    )
    g.emit(Targeted(attacker.id, what, target))
    if g.doing is not None:
        g.doing.target = target
    return target


def strike(
    g: Match,
    attacker: str,
    weapon: Weapon,
    target: str,
    *,
    attack: int = 0,
    damage: int = 0,
    again: bool = False,
) -> Proc[Struck]:
    """Strike at a declared target; ``attack`` and ``damage`` are fate twists of the Action that makes it,
    ``again`` says that it has struck at the target before.

    The Strike fails without range or line of sight (M1-CMB-06).
    """
    model, aim = g.model(attacker), g.model(target)
    shot = is_shot(g, model, weapon)
    if not within(g, model, aim, reach_of(g, weapon, shot)) or not sees(g, model, aim):
        g.emit(ActionEnded(attacker, weapon.name, "out of range or sight"))
        return Struck(False)
    if not again and not (yield from passes_harmless(g, model, aim)):
        g.emit(ActionEnded(attacker, weapon.name, "it is harmless"))
        return Struck(False)
    extra = 0
    if shot:
        target = randomised(g, model, aim)
        aim = g.model(target)
        extra = melee_models_round(g, aim)
    duel, armor = yield from strike_duel(g, model, weapon, aim, shot=shot, attack=attack, extra=extra)
    if not duel.success:
        g.emit(ActionEnded(attacker, weapon.name, "missed"))
        return Struck(True)
    wounds = yield from strike_damage(g, duel, weapon, target, shot=shot, twist=damage, armor=armor)
    g.emit(ActionEnded(attacker, weapon.name, "hit"))
    return Struck(True, True, wounds)


def strike_duel(
    g: Match, model: Model, weapon: Weapon, aim: Model, *, shot: bool, attack: int = 0, extra: int = 0
) -> Proc[tuple[DuelM1, int]]:
    """Duel with Combat against Defence with all modifiers; return the duel, and the Armor that hard cover
    lends (M1-CMB-01, -02, M1-DMG-04 to -07, M1-EVT-07, -09)."""
    actor = side_of(g, model, "cb", weapon.combat)
    actor.printed, actor.weapon, actor.shot = weapon.suits, weapon.name, shot
    actor.twisted("the Action", attack)
    if weapon.paired:
        actor.twisted("paired weapons", 1)
    actor.modified("a spell", g.weapon_bonus(model, weapon.kind)[0])
    armor = 0
    if shot and not g.figure(model).has("Hunter"):
        cover = cover_of(g, model, aim)
        twists = {"": 0, "soft": 1, "hard": g.readings.hard_cover_twists}
        actor.twisted(f"{cover} cover", -twists[cover])
        armor = int(cover == "hard")
    if shot and g.happens("Foggy"):
        actor.twisted("fog", -1)
    if shot and g.happens("Heavy Snows") and not g.figure(model).has("Frozen Heart"):
        actor.modified("snow", -2)
    defender = side_of(g, aim, "df")
    if aim.has(STANCE):
        defender.twisted(STANCE, 1)
    defender.modified("models in melee", extra)
    duel = yield from opposed(g, actor, defender)
    return duel, armor


def cover_of(g: Match, model: Model, aim: Model) -> CoverM1:
    """The target's soft or hard cover: from a piece that covers or obscures, partly blocks the line,
    and is more than half as high as the target (M1-TER-06, -11, M1-GLO-06)."""
    table = g.table.as_table(g.state)
    bases = {base.name: base for base in table.bases}
    kind: CoverM1 = ""
    for piece in table.pieces:
        hard = piece.has("hard_cover")
        if not (hard or piece.has("soft_cover") or piece.has("concealing")):
            continue
        if piece.height is not None and aim.size >= 2 * piece.height:
            continue
        if line_through(frame_of(bases[model.id], bases[aim.id]), parts(piece.footprint)) is not None:
            if hard:
                return "hard"
            kind = "soft"
    return kind


def melee_models_round(g: Match, aim: Model) -> int:
    """+1 Df for each model that the target is in melee with (M1-DMG-07)."""
    return len(opponents(g, aim))


def randomised(g: Match, shooter: Model, aim: Model) -> str:
    """The model hit by a shot into melee: a card is flipped for each model there, two for one of Ht 3
    or more; the lowest is hit (M1-DMG-08, Q-39)."""
    there = [aim, *(other for other in opponents(g, aim) if other.id != shooter.id)]
    while len(there) > 1:
        lowest = {model.id: _lowest(g, shooter.player, model) for model in there}
        least = min(lowest.values())
        there = [model for model in there if lowest[model.id] == least]
    return there[0].id


def _lowest(g: Match, seat: int, model: Model) -> int:
    """The lower of the cards flipped for a model in a melee that is shot into."""
    why = f"shot into melee: {Names(g.state)(model.id)}"
    values = [g.read(flip_card(g, seat, why)).value for _ in range(2 if model.size >= 3 else 1)]
    return min(values)


def passes_harmless(g: Match, attacker: Model, aim: Model) -> Proc[bool]:
    """Let an enemy that attacks a harmless model first make a Wp → 12 duel; return whether it passed.
    Terrifying and ruthless models need not (M1-ABL-15, -16, -26)."""
    figure = g.figure(attacker)
    if not g.figure(aim).has("Harmless") or aim.has(SHOWN) or attacker.player == aim.player:
        return True
    if figure.has("Ruthless") or figure.number("Terrifying"):
        return True
    return (yield from simple(g, attacker, "wp", g.rules.harmless_tn)).success


def shows_itself(g: Match, model: str, action: str) -> None:
    """End a model's Harmless when it does anything but Walk or Pass (M1-ABL-16)."""
    if action not in ("walk", "pass") and g.figure(model).has("Harmless") and not g.model(model).has(SHOWN):
        g.emit(ConditionSet(model, SHOWN, 1))


def damage_twist(g: Match, duel: DuelM1, aim: Model) -> int:
    """The twist from the margin of the duel and the target's Hard to Wound (M1-DMG-01, M1-ABL-14)."""
    return g.rules.difference_twist(duel.difference) - g.figure(aim).number("Hard to Wound")


def trigger_damage(side: DuelSideM1) -> tuple[int, int]:
    """What the Trigger of a damaging Strike adds: damage, and fate twists of the flip (M1-TRG-01 to
    -03)."""
    trigger = side.trigger
    if trigger is None:
        return 0, 0
    if trigger.does == "damage_per_suit":
        return trigger.number * side.suits.count(trigger.suits[0]), 0
    if trigger.does == "damage":
        return trigger.number, 0
    return 0, trigger.number if trigger.does == "damage_twist" else 0


def strike_damage(
    g: Match, duel: DuelM1, weapon: Weapon, target: str, *, shot: bool, twist: int = 0, armor: int = 0
) -> Proc[int]:
    """Flip damage and deal it. Blasts deal a step less, without the Triggers' effects (M1-DMG-02, -11)."""
    aim, side = g.model(target), duel.actor
    more, twisted = trigger_damage(side)
    more += g.weapon_bonus(g.model(side.model), weapon.kind)[1]
    net = damage_twist(g, duel, aim) + twist + twisted
    flipped = yield from flip_number(
        g, side.seat, weapon.damage, net, f"{weapon.name} damage", about=side.model
    )
    kinds = frozenset({"ranged" if shot else "melee"})
    dealt = 0 if flipped.strength == BLACK else flipped.value + (more if flipped.value else 0)
    hit = HitM1(
        target=target,
        amount=dealt,
        by=side.model,
        source=weapon.name,
        kinds=kinds,
        magical=weapon.magical,
        armor=armor,
    )
    blasts = blasts_of(weapon.blasts, flipped.strength)
    touched = yield from place_blasts(g, side.seat, aim, blasts)
    wounds = yield from deal(g, hit)
    put(g, target, weapon.gives)
    for name in touched:
        amount = blast_damage(weapon.damage, flipped.strength)
        yield from deal(
            g,
            HitM1(
                target=name,
                amount=amount,
                by=side.model,
                source=f"{weapon.name} Blast",
                kinds=kinds | {"blast"},
                magical=weapon.magical,
            ),
        )
    return wounds


def place_blasts(g: Match, seat: int, aim: Model, blasts: int) -> Proc[list[str]]:
    """Place markers of 50 mm: the first touches the target's base, each further one a placed marker, in the
    direction in degrees that the attacker says. Return the models they touch, without the target (M1-DMG-11,
    Q-16)."""
    if not blasts or not aim.on_table:
        return []
    placed: list[Marker] = []
    for count in range(blasts):
        base: Model | Marker = aim if not placed else placed[-1]
        text = f"Blast {count + 1} of {blasts}: in which direction from {aim.name}, in degrees?"
        degrees = yield from number(seat, "number", 0, 359, rule="M1-DMG-11", text=text)
        apart = (base.mm + g.rules.blast_mm) / 2 * MM
        marker = Marker(
            id=g.fresh_id("m"),
            kind="blast",
            x=base.x + apart * cos(degrees * pi / 180),
            y=base.y + apart * sin(degrees * pi / 180),
            mm=g.rules.blast_mm,
        )
        g.emit(MarkerDropped(marker))
        placed.append(marker)
    touched = [
        model.id for model in g.state.on_table() if model.id != aim.id and is_in_blasts(g, aim, placed, model)
    ]
    for marker in placed:
        g.emit(MarkerRemoved(marker.id, quiet=True))
    return touched


def is_in_blasts(g: Match, aim: Model, placed: Sequence[Marker], model: Model) -> bool:
    """Whether a Blast touches the model and a route leads there from the target, no higher than 3";
    from one Blast to the next where they touch (M1-DMG-11, M1R-BLAST-01, -02)."""
    if not any(within(g, marker, model, 0.0) for marker in placed):
        return False
    table = g.table
    if not isinstance(table, ExactTable) or not table.standing(g.state):
        return True
    blasts = [table.base(marker) for marker in placed]
    return in_blasts(table.as_table(g.state), table.base(aim), blasts, table.base(model))


def breakable(g: Match, model: Model, weapon: Weapon) -> tuple[str, ...]:
    """The breakable terrain within range and sight of the weapon; of one that is used at range none
    while the model is in melee (M1-TER-04, M1-CMB-06, M1-DMG-09)."""
    shot = is_shot(g, model, weapon)
    if shot and opponents(g, model):
        return ()
    return g.table.terrain_near(g.state, model, reach_of(g, weapon, shot), "destructible", seen=True)


def strike_terrain(g: Match, name: str, weapon: Weapon, piece: str) -> Proc[bool]:
    """Hit a piece of terrain without a duel; the damage flip may be cheated, and damage above its hardness
    destroys it (M1-TER-04). Return whether it was destroyed."""
    model = g.model(name)
    g.emit(Targeted(name, weapon.name, piece))
    flipped = yield from flip_number(
        g, model.player, weapon.damage, 0, f"{weapon.name} against {piece}", about=name
    )
    hardness = dict(g.rules.hardness)[g.setup.materials.get(piece, "stone")]
    if flipped.value <= hardness:
        g.emit(ActionEnded(name, weapon.name, f"{piece} holds"))
        return False
    g.emit(TerrainRemoved(piece, name))
    return True


def disengaging_strikes(g: Match, model: str, leaving: Iterable[Model]) -> Proc[bool]:
    """Let each enemy whose melee range the model leaves strike with its best weapon in reach: a hit deals no
    damage but stops the move before it begins (M1-CMB-05). Who cannot bring itself to attack the harmless
    does not strike (M1-ABL-15). Return whether the model may go."""
    for enemy in leaving:
        reaching = [
            weapon
            for weapon, inches in in_close(g, g.model(enemy.id))
            if within(g, g.model(enemy.id), g.model(model), inches)
        ]
        best = max(reaching, key=lambda weapon: weapon.combat, default=None)
        if best is None:
            continue
        g.emit(Targeted(enemy.id, "Disengaging Strike", model))
        if not (yield from passes_harmless(g, g.model(enemy.id), g.model(model))):
            continue
        duel, _ = yield from strike_duel(g, g.model(enemy.id), best, g.model(model), shot=False)
        if duel.success:
            return False
    return True
