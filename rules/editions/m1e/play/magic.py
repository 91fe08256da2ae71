"""Spells of the First Edition: casting duel, resist duel, effects; Drain Souls; Avatars (M1-MAG)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import cast

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, Options
from rules.editions.m1e.play.cards import discard, draw, flip_number, gain_stones
from rules.editions.m1e.play.companions import grant
from rules.editions.m1e.play.damage import HitM1, bury, deal, give, heal, put, sacrifice
from rules.editions.m1e.play.duels import DuelM1, DuelSideM1, in_order, panics, side_of, simple
from rules.editions.m1e.play.figures import Figure, Spell, WeaponBonus
from rules.editions.m1e.play.flips import blast_damage, blasts_of
from rules.editions.m1e.play.ground.movement import go, region
from rules.editions.m1e.play.ground.pieces import sees
from rules.editions.m1e.play.ground.pushes import push_through_floor, push_to
from rules.editions.m1e.play.ground.room import Room, has_room, make_room
from rules.editions.m1e.play.match import DRAINED, SLOW, Match, new_model, opponents, within
from rules.editions.m1e.play.morale import morale_duel
from rules.editions.m1e.play.strikes import declare, passes_harmless, place_blasts
from rules.fate.shuffle import Stream
from rules.game.events.announcements import ActionEnded
from rules.game.events.table import CameUp, LastingBegan, ModelAdded, Moved, SpentAction, TokensSet
from rules.game.procedure.asks import Ask, Proc, one_of, several, yes
from rules.game.state import Lasting, Model
from rules.game.table_access.interface import MoveRegion
from rules.game.table_access.spots import Ending
from rules.table.geometry.footprints import MM, TOUCH

CARRIED_OVER = tuple(
    "elevation where controller activated acts bonus conditions tokens once_activation once_turn".split()
)
"""What a model keeps when it is transformed (M1-MAG-07)."""


@dataclass(frozen=True, slots=True)
class Casting:
    """A spell that was cast: its caster, its casting duel, the twist of its damage flips."""

    caster: str
    spell: Spell
    duel: DuelM1
    twist: int

    @property
    def total(self) -> int:
        return self.duel.actor.total


def targets_of(g: Match, caster: Model, spell: Spell) -> list[Model]:
    """The models that the caster may declare: those it sees, in melee those it is in melee with
    (M1-DMG-09, M1-MAG-08, Q-55); for a spell on friends its own side and itself."""
    seen = [model for model in g.state.on_table() if sees(g, caster, model)]
    if spell.activates:
        able = {model.id for model in g.to_activate(caster.player)}
        return [model for model in seen if model.id in able and model.id != caster.id]
    if spell.friendly:
        return [model for model in seen if model.player == caster.player]
    close = opponents(g, caster) if g.readings.casters_in_melee == "in_it" else []
    return [model for model in seen if model.id != caster.id and (not close or model in close)]


def castable(g: Match, caster: Model, spell: Spell) -> bool:
    """Whether there is a target to declare, a known figure to summon, or room for the one it becomes,
    and whether the caster does not touch a Dead Zone. A unique model that is there is not summoned again
    (M1-FEAT-05, M1-CARD-08)."""
    if g.beside("Dead Zone", caster):
        return False
    if spell.returns:
        return bool(buried_of(g, caster))
    if slug := spell.summons or spell.becomes:
        figure = g.setup.figures.get(slug)
        if figure is None:
            return False
        return not is_there(g, caster, figure) if spell.summons else has_room(g, caster, figure)
    return bool(spell.pulse or targets_of(g, caster, spell))


def is_there(g: Match, caster: Model, figure: Figure) -> bool:
    """Whether that is a unique model that the caster's Crew has in play (M1-CARD-08)."""
    return figure.unique and any(held.card == figure.slug for held in g.state.crew_of(caster.seat))


def helped_by_nexus(g: Match, side: DuelSideM1, model: Model) -> None:
    """Apply a Nexus to a caster completely on it: a positive twist, or a Ram by the other reading of the lost
    icon (M1-FEAT-10, I-19)."""
    if not g.wholly_on("Magic Nexus", model):
        return
    if g.readings.nexus == "ram":
        side.printed = (*side.printed, "ram")
    else:
        side.twisted("Magic Nexus", 1)


def cast_spell(g: Match, name: str, spell: Spell, *, channelled: bool = False) -> Proc[bool]:
    """Declare, cast, resist, effects (M1-MAG-09); return whether the casting succeeded. ``channelled`` gives
    `+` on the casting and the damage flips (M1-MAG-03)."""
    caster, target = g.model(name), ""
    if spell.aims:
        target = yield from declare(g, caster, targets_of(g, caster, spell), spell.name)
        aim = g.model(target)
        if not within(g, caster, aim, spell.inches) or not sees(g, caster, aim):
            g.emit(ActionEnded(name, spell.name, "out of range or sight"))
            return False
        if spell.is_attack and not (yield from passes_harmless(g, caster, aim)):
            g.emit(ActionEnded(name, spell.name, "it is harmless"))
            return False
    side = side_of(g, caster, "ca")
    side.twisted("Channel", int(channelled))
    helped_by_nexus(g, side, caster)
    duel = yield from simple(g, caster, "ca", spell.cc, spell.suits, side)
    if not duel.success or not g.model(name).on_table:
        g.emit(ActionEnded(name, spell.name, "not cast"))
        return False
    casting = Casting(name, spell, duel, int(channelled))
    if spell.summons:
        yield from summon(g, name, spell.summons)
    elif spell.becomes:
        room = yield from make_room(g, name, g.setup.figures[spell.becomes])
        if room is None:
            g.emit(ActionEnded(name, spell.name, "there is no room"))
            return False
        transform(g, name, spell.becomes, room)
    elif spell.returns:
        yield from return_buried(g, name)
    elif spell.pulse:
        yield from pulse(g, casting)
    else:
        yield from affect(g, casting, target)
    g.emit(ActionEnded(name, spell.name, "cast"))
    return True


def pulse(g: Match, casting: Casting) -> Proc[None]:
    """Affect every model within the spell's inches except the caster at once; they resist in order
    (M1-DMG-12, M1-DUEL-02)."""
    caster, spell = g.model(casting.caster), casting.spell
    inside = [
        model
        for model in g.state.on_table()
        if model.id != caster.id
        and g.in_circle(caster, model, spell.pulse)
        and (not spell.friendly or model.player == caster.player)
    ]
    for name in (yield from in_order(g, inside, f"{spell.name}: who comes first?")):
        if g.model(name).on_table:
            yield from affect(g, casting, name)


def affect(g: Match, casting: Casting, target: str) -> Proc[None]:
    """Resolve the resist duel, then the spell's effect on one model (M1-MAG-08 to -11)."""
    spell, aim = casting.spell, g.model(target)
    if spell.morale and g.figure(aim).has("Immune to Influence"):
        return
    twist = casting.twist
    if spell.resist:
        resisted = yield from resists(g, casting, aim)
        if resisted is None:
            return
        twist += g.rules.difference_twist(max(0, casting.total - resisted))
        yield from surge(g, casting)
    if not g.model(target).on_table:
        return
    yield from work(g, casting, target, twist)


def resists(g: Match, casting: Casting, aim: Model) -> Proc[int | None]:
    """The resist total, ``None`` when the spell was resisted: the resist total must exceed the casting
    total. A friendly model may let the spell work (M1-MAG-10, -11, M1-MOR-07, M1-EVT-05, M1-FEAT-10)."""
    side = side_of(g, aim, casting.spell.resist)
    if casting.spell.resist == "wp" and g.happens("Disturbing Whispers"):
        side.modified("whispers", -1)
    helped_by_nexus(g, side, aim)
    panics(g, side, casting.caster)
    duel = yield from simple(g, aim, casting.spell.resist, casting.total + 1, side=side)
    if not duel.success:
        return duel.actor.total
    if aim.player == g.model(casting.caster).player:
        text = f"Let {casting.spell.name} work on {aim.name}?"
        if (yield from yes(aim.player, "relent", rule="M1-MAG-11", text=text, about=(aim.id,))):
            return casting.total
    return None


def surge(g: Match, casting: Casting) -> Proc[None]:
    """Discard a card and draw one, when the defender lost its resist duel (M1-TRG-04)."""
    side = casting.duel.actor
    if side.trigger is None or side.trigger.does != "redraw" or not g.crew(side.seat).hand:
        return
    yield from discard(g, side.seat, 1, 1, rule="M1-TRG-04", text="Surge: discard which card?")
    draw(g, side.seat, 1)


def work(g: Match, casting: Casting, target: str, twist: int) -> Proc[None]:
    """Apply the spell: damage, healing, what it gives, the Morale Duel it forces."""
    spell, seat = casting.spell, casting.duel.actor.seat
    if spell.damage is not None:
        aim = g.model(target)
        net = twist - g.figure(aim).number("Hard to Wound")
        flipped = yield from flip_number(
            g, seat, spell.damage, net, f"{spell.name} damage", about=casting.caster
        )
        hit = partial(HitM1, by=casting.caster, magical=True)
        blasts = blasts_of(spell.blasts, flipped.strength)
        touched = yield from place_blasts(g, seat, aim, blasts)
        spelled = frozenset({"spell", "pulse"} if spell.pulse else {"spell"})
        yield from deal(g, hit(target=target, amount=flipped.value, source=spell.name, kinds=spelled))
        for name in touched:
            amount = blast_damage(spell.damage, flipped.strength)
            kinds = spelled | {"blast"}
            yield from deal(g, hit(target=name, amount=amount, source=f"{spell.name} Blast", kinds=kinds))
    if spell.aura:
        begin_aura(g, casting, target)
    if spell.pulls:
        yield from bring_nearer(g, casting.caster, target, spell.pulls)
    if spell.pushes_to:
        yield from push_to(g, casting.caster, target, spell)
    if spell.through_floor:
        yield from push_through_floor(g, target)
    if spell.weapon_bonus is not None:
        begin_bonus(g, casting, target, spell.weapon_bonus)
    if spell.activates:
        grant(g, target, casting.caster, spell.name)
    if spell.buries:
        bury(g, target, casting.caster)
    if spell.heals:
        heal(g, target, spell.heals, casting.caster)
    put(g, target, spell.gives)
    if spell.morale and g.model(target).on_table:
        yield from morale_duel(g, target, spell.morale, casting.caster)


def begin_aura(g: Match, casting: Casting, target: str) -> None:
    """Begin an aura around the target that moves with it and lasts until the Closing Phase (M1-DMG-10)."""
    spell = casting.spell
    stat, amount = spell.aura_changes
    data: dict[str, str | int] = {"inches": f"{spell.aura:g}", "stat": stat, "amount": amount}
    data["whom"] = "own" if spell.friendly else "all"
    key = f"{spell.name}:{target}:{casting.caster}"
    g.emit(LastingBegan(Lasting(key=key, name=spell.name, on=target, source=casting.caster, data=data)))


def begin_bonus(g: Match, casting: Casting, target: str, bonus: WeaponBonus) -> None:
    """Begin the bonus on the target's weapons of a kind; it lasts until the Closing Phase (M1-TURN-09)."""
    data: dict[str, str | int] = {"weapon": bonus.kind, "combat": bonus.combat, "damage": bonus.damage}
    name = casting.spell.name
    g.emit(
        LastingBegan(Lasting(key=f"{name}:{target}", name=name, on=target, source=casting.caster, data=data))
    )


def bring_nearer(g: Match, caster: str, target: str, inches: float) -> Proc[None]:
    """Push the target toward the caster. The rulings leave open what "toward" means: straight at the caster,
    at most into base contact; by the other reading any way that ends nearer (M1R-TOW-01, M1R-PUSH-01, Q-46).
    """
    model, source = g.model(target), g.model(caster)
    if not model.on_table or not source.on_table:
        return
    straight = g.readings.toward == "straight"
    options = region(g, model, inches, "push", source if straight else None)
    if not straight:
        options = Nearer(options, (source.x, source.y), hypot(source.x - model.x, source.y - model.y))
    answer = yield Ask(
        seat=source.player,
        kind="destination",
        options=options,
        rule="M1R-TOW-01",
        text=f"How far is {model.name} pulled?",
        about=(target,),
        inches=inches,
    )
    yield from go(g, target, cast(MoveRegion, options).end(answer), "push", free=True)


class Nearer(Options, frozen=True):
    """The places of a move that are nearer to a point than the ``far`` inches at which it begins, and its
    start."""

    way: Options
    point: tuple[float, float]
    far: float

    def _comes_nearer(self, answer: Answer) -> bool:
        end = cast(MoveRegion, self.way).end(answer)
        return hypot(end.x - self.point[0], end.y - self.point[1]) <= self.far + TOUCH

    def contains(self, answer: Answer) -> bool:
        return self.way.contains(answer) and self._comes_nearer(answer)

    def end(self, answer: Answer) -> Ending:
        return cast(MoveRegion, self.way).end(answer)

    def listed(self) -> Iterator[Answer]:
        return (answer for answer in self.way.listed() if self._comes_nearer(answer))

    def sample(self, stream: Stream) -> Answer:
        for _ in range(20):
            if self.contains(answer := self.way.sample(stream)):
                return answer
        return next(self.listed())


def summon(g: Match, name: str, slug: str) -> Proc[None]:
    """Summon a model completely within 6" of the summoner; it is Slow in that turn (M1-MAG-06)."""
    summoner, figure = g.model(name), g.setup.figures[slug]
    place = yield from place_near(g, summoner, figure.mm, f"Where does {figure.name} come?", "M1-MAG-06")
    if place is None:
        return
    model = new_model(g.fresh_id(f"{'ab'[summoner.seat]}s"), figure, summoner.seat)
    g.emit(ModelAdded(model, "summoned"))
    g.emit(Moved(model.id, *place, "place"))
    give(g, model.id, SLOW)


def transform(g: Match, name: str, slug: str, room: Room) -> None:
    """Give the model another figure's statistics where there is room. It keeps its spells, has suffered as
    many wounds as before, and has at least one left (M1-MAG-07, Q-26)."""
    model, figure = g.model(name), g.setup.figures[slug]
    changed = replace(
        new_model(name, figure, model.seat),
        **{field: getattr(model, field) for field in CARRIED_OVER},
        health=max(1, figure.wd - (model.most - model.health)),
        upgrades=(*model.upgrades, model.card),
        x=room.at[0],
        y=room.at[1],
    )
    g.emit(ModelAdded(changed, "transformed"))
    for held, place in room.shifted.items():
        g.emit(Moved(held, place[0], place[1], g.model(held).elevation, "push"))


# Avatars


def avatar_of(g: Match, model: Model) -> Figure | None:
    """The figure that the model can still manifest as; ``None`` for none."""
    slug = g.figure(model).avatar
    return g.setup.figures.get(slug) if slug else None


def can_manifest(g: Match, model: Model) -> bool:
    """Whether there is an Avatar and room for it (M1R-AV-03)."""
    avatar = avatar_of(g, model)
    return avatar is not None and has_room(g, model, avatar)


def manifest(g: Match, name: str) -> Proc[None]:
    """Turn the Master into its Avatar where it stands; without room nothing happens and nothing is paid
    (M1R-AV-01 to -03)."""
    avatar = avatar_of(g, g.model(name))
    assert avatar is not None
    room = yield from make_room(g, name, avatar)
    if room is None:
        g.emit(SpentAction(name, "Manifest", -g.rules.price("manifest"), 0))
        g.emit(ActionEnded(name, "Manifest", "there is no room"))
        return
    transform(g, name, avatar.slug, room)


def buried_of(g: Match, caster: Model) -> list[Model]:
    """The buried models of the caster's side, whoever buried them (M1R-BURY-07)."""
    return [
        model
        for model in g.state.models.values()
        if model.where == "buried" and model.player == caster.player
    ]


def return_buried(g: Match, name: str) -> Proc[None]:
    """Put one of them back on the table completely within 6", like a summoned model but not Slow
    (M1R-BURY-07)."""
    caster = g.model(name)
    choices = [Choice(model.id, model.name, model.id) for model in buried_of(g, caster)]
    text = "Who comes back?"
    chosen = yield from one_of(
        caster.player, "branch", choices, rule="M1R-BURY-07", text=text, about=(name,), forced=True
    )
    model = g.model(chosen)
    place = yield from place_near(g, caster, model.mm, f"Where does {model.name} come up?", "M1R-BURY-07")
    if place is not None:
        g.emit(CameUp(chosen, *place))


def place_near(
    g: Match, source: Model, mm: float, text: str, rule: str
) -> Proc[tuple[float, float, float] | None]:
    """A free place completely within 6", chosen by the player, with its elevation; ``None`` when there
    is none (M1-MAG-06)."""
    others = [(model, 0.0) for model in g.state.on_table()]
    near = g.rules.summon_range - mm * MM
    options = g.table.spots(g.state, source, near, mm, apart=others)
    if next(iter(options.listed()), None) is None:
        return None
    answer = yield Ask(
        seat=source.player, kind="spot", options=options, rule=rule, text=text, about=(source.id,), mm=mm
    )
    end = cast(MoveRegion, options).end(answer)
    return end.x, end.y, source.elevation if end.elevation is None else end.elevation


def drain_souls(g: Match, name: str) -> Proc[None]:
    """Sacrifice up to three own models within 6", seen or not, for one Soulstone each; from then on all but
    Masters have less Wp (M1-MAG-04, -05, Q-04, Q-17)."""
    master = g.model(name)
    near = [
        model
        for model in g.state.on_table()
        if model.player == master.player
        and model.id != name
        and not g.figure(model).is_a("Insignificant")
        and g.figure(model).station != "Master"
        and within(g, master, model, g.rules.drain_range)
    ]
    choices = [Choice(model.id, model.name, model.id) for model in near]
    text = "Drain Souls: sacrifice whom?"
    names = yield from several(
        master.player, "model", choices, 0, g.rules.drain_most, rule="M1-MAG-04", text=text, about=(name,)
    )
    for victim in names:
        sacrifice(g, victim)
        gain_stones(g, master, 1, "Drain Souls")
    if names:
        less = len(names) if g.readings.drain_wp == "per_model" else 1
        held = g.crew(master.seat).tokens.get(DRAINED, 0)
        g.emit(TokensSet(DRAINED, held + less, seat=master.seat))
