"""Passive changes by abilities, computed when needed and never stored (M3E-ABIL-01, -02, M3E-AREA-01,
-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.editions.m3e.play.abilities.choosing import (
    count,
    holds,
    is_act,
    marker_matches,
    model_matches_anywhere,
    model_meant,
    same,
)
from rules.editions.m3e.play.abilities.held import acting_parts, borne, parts
from rules.editions.m3e.play.abilities.scene import Memory, Scene
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import (
    Reduction,
    duel_modifier,
    fates,
    hit_modifier,
    names,
    reduction,
    stat_modifier,
    stone_user,
)
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide, Hit
from rules.editions.m3e.scripts.selects import Acting
from rules.editions.m3e.scripts.words import (
    AlwaysFinishedOff,
    Armor,
    Barred,
    Cannot,
    ConditionRule,
    Cost,
    CountsAs,
    DamageModifier,
    DuelModifier,
    Fate,
    FirstInitiative,
    Gives,
    GivesTN,
    HarderDuels,
    HardToKill,
    HardToWound,
    Ignores,
    Initiative,
    Insignificant,
    Manipulative,
    NoInjury,
    NotDistracting,
    Reduce,
    Ruthless,
    SparesFire,
    StatBonus,
    Stealthy,
    Terrifying,
    Unanswered,
    UsesStones,
)
from rules.editions.m3e.statcards import Action
from rules.game.state import Marker, Model, State
from rules.wording import titled


def is_hard_to_kill(g: Game, model: Model) -> bool:
    return any(True for _ in parts(g, model, HardToKill))


def is_insignificant(g: Game, model: Model) -> bool:
    """Whether Strategies and Schemes ignore the model (M3E-STRAT-02)."""
    return any(True for _ in parts(g, model, Insignificant))


def immune(g: Game, model: Model, condition: str) -> bool:
    return any(part.condition == condition for part in parts(g, model, NoInjury))


def hidden_beyond(g: Game, model: Model) -> float | None:
    """The distance in inches beyond which the model cannot be targeted; ``None`` without such an
    ability."""
    return min((part.inches for part in parts(g, model, Stealthy)), default=None)


def terror(g: Game, model: Model) -> int | None:
    """The TN of the Wp duel that an attacker must pass first; ``None`` when the model is not
    Terrifying."""
    return max((part.tn for part in parts(g, model, Terrifying)), default=None)


def is_barred(g: Game, model: Model, action: str) -> bool:
    """Whether a card forbids the model to take the Action of that name."""
    if Barred not in g.kinds and not g.state.lasting:
        return False
    return any(same(part.action, action) for part in parts(g, model, Barred))


def always_finished_off(g: Game, model: Model) -> bool:
    return any(True for _ in parts(g, model, AlwaysFinishedOff))


@stone_user
def by_ability(g: Game, model: Model) -> bool:
    return any(True for _ in parts(g, model, UsesStones))


@reduction
def armor(g: Game, hit: Hit, model: Model) -> Iterator[Reduction]:
    """The Armor of the model, copies added (M3E-ABIL-02), down to no less than 1 damage
    (M3E-DMG-08)."""
    amount = 0 if "armor" in hit.ignoring else sum(part.amount for part in parts(g, model, Armor))
    if amount:
        yield Reduction(f"Armor +{amount}", amount, 1)


@reduction
def others(g: Game, hit: Hit, model: Model) -> Iterator[Reduction]:
    """The reductions that depend on the damage's source, its Action or other models (M3E-DMG-08)."""
    for part, bearer in borne(g, model, Reduce):
        if part.named and any(same(part.named, name) for name in hit.ignoring):
            continue
        if not _damage_matches(g, hit, model, bearer, part):
            continue
        amount = 99 if part.nothing else count(g, Scene(bearer.id, it=model.id), part.amount)
        if amount:
            yield Reduction(titled(part.named) or "Its ability", amount, 0 if part.nothing else part.floor)


def _damage_matches(g: Game, hit: Hit, model: Model, bearer: Model, part: Reduce) -> bool:
    if part.sources and "any" not in part.sources and not hit.kinds & set(part.sources):
        return False
    if part.named and part.nothing and "ability" in part.sources and not same(hit.source, part.named):
        return False
    if part.acts is not None and (
        hit.in_progress is None or not is_act(g, None, hit.in_progress.action, part.acts)
    ):
        return False
    if part.by is not None:
        by = g.state.models.get(hit.by)
        return by is not None and model_matches_anywhere(g, Scene(bearer.id, it=model.id), by, part.by)
    return True


@reduction
def by_trigger(g: Game, hit: Hit, model: Model) -> Iterator[Reduction]:
    """What a Resistance Trigger subtracts when it resolves (M3E-TIME-03)."""
    in_progress = hit.in_progress
    if in_progress is not None and hit.of_action and in_progress.target == model.id:
        for amount, floor in in_progress.change.reductions:
            yield Reduction("Trigger", amount, floor)


def _dealing(g: Game, hit: Hit) -> Iterator[tuple[DamageModifier, Model, bool]]:
    """What the abilities of the dealing model and the Action itself change in that damage, with the
    model whose ability it is and whether it changes an Action's damage."""
    by, model = g.state.models.get(hit.by), g.model(hit.target)
    if by is not None and (DamageModifier in g.kinds or g.state.lasting):
        for part, bearer in borne(g, by, DamageModifier):
            if part.when == "dealing" and _fits(g, hit, part, bearer, model):
                yield part, bearer, part.acts is not None
    if by is not None and hit.in_progress is not None and hit.of_action and hit.in_progress.model == hit.by:
        for part in acting_parts(g, hit.in_progress, DamageModifier):
            if part.when == "dealing" and _meant(g, hit, part, by, model):
                yield part, by, True


def adds_to_action(g: Game, hit: Hit) -> bool:
    """Whether abilities that raise an Action's damage would raise that one's (M3E-DMG-11)."""
    return any(
        of_action and count(g, Scene(bearer.id, hit.target, in_progress=hit.in_progress), part.more) > 0
        for part, bearer, of_action in _dealing(g, hit)
    )


def _once(hit: Hit, part: DamageModifier, bearer: Model) -> bool:
    """Note that the ability raised the damage of the Action to its target; return whether it had not
    before (M3E-DMG-11)."""
    in_progress = hit.in_progress
    if in_progress is None or (in_progress.model, in_progress.target) != (hit.by, hit.target):
        return True
    first = (bearer.id, part) not in in_progress.raised
    in_progress.raised.append((bearer.id, part))
    return first


def change_hit(g: Game, hit: Hit) -> None:
    """Apply the abilities of the dealing and the suffering model: fate modifiers of the flip, added damage,
    ignored reductions (M3E-TIME-02)."""
    by, model = g.state.models.get(hit.by), g.model(hit.target)
    for part, bearer, of_action in _dealing(g, hit):
        _apply(g, hit, part, bearer, more=not (part.more and of_action) or _once(hit, part, bearer))
    if DamageModifier in g.kinds or g.state.lasting:
        for part, bearer in borne(g, model, DamageModifier):
            if part.when == "suffering" and _fits(g, hit, part, bearer, by):
                _apply(g, hit, part, bearer)
    if by is not None and (Ignores in g.kinds or g.state.lasting):
        for ignored in parts(g, by, Ignores):
            if ignored.acts is None or (
                hit.in_progress is not None and is_act(g, None, hit.in_progress.action, ignored.acts)
            ):
                hit.ignoring |= frozenset(ignored.what)
    if hit.in_progress is not None and hit.of_action and hit.in_progress.model == hit.by:
        hit.ignoring |= frozenset(hit.in_progress.action.ignoring) | hit.in_progress.ignoring


def _fits(g: Game, hit: Hit, part: DamageModifier, bearer: Model, other: Model | None) -> bool:
    scene = Scene(bearer.id, in_progress=hit.in_progress)
    if part.acts is not None and not holds(g, scene, Acting(acts=part.acts)):
        return False
    if part.sources and "any" not in part.sources and not hit.kinds & set(part.sources):
        return False
    if part.acts is None and part.when == "dealing" and not hit.kinds & {"action", "trigger", "ability"}:
        return False
    return _meant(g, hit, part, bearer, other)


def _meant(g: Game, hit: Hit, part: DamageModifier, bearer: Model, other: Model | None) -> bool:
    return part.against is None or (
        other is not None
        and model_matches_anywhere(g, Scene(bearer.id, in_progress=hit.in_progress), other, part.against)
    )


ANY = 99


def _apply(g: Game, hit: Hit, part: DamageModifier, bearer: Model, *, more: bool = True) -> None:
    hit.plus += part.plus
    hit.minus += part.minus
    memory = hit.in_progress.memory if hit.in_progress is not None else Memory()
    scene = Scene(bearer.id, hit.target, in_progress=hit.in_progress, memory=memory)
    hit.ignores_minus += ANY if part.ignores_minus == "all" else count(g, scene, part.ignores_minus)
    # What raises the damage to the target raises no blast's (M3E-AREA-07).
    if more and (part.when == "suffering" or "blast" not in hit.kinds or "blast" in part.sources):
        hit.more += count(g, scene, part.more)
    hit.irreducible = hit.irreducible or part.irreducible
    hit.minus_is_plus = hit.minus_is_plus or part.minus_is_plus
    hit.ignoring |= frozenset(part.ignoring)
    if part.cheatable is False:
        hit.barred = True
    elif part.cheatable:
        hit.despite_minus = True


def ignores(g: Game, model: Model, what: str, in_progress: ActionInProgress | None = None) -> bool:
    """Whether the model ignores ``what``, always or with the Action in progress."""
    return what in all_ignored(g, model, in_progress)


def all_ignored(g: Game, model: Model, in_progress: ActionInProgress | None = None) -> set[str]:
    """Everything the model ignores, always or with the Action in progress."""
    what: set[str] = set()
    action = None
    if in_progress is not None:
        action = in_progress.action
        what.update(action.ignoring, in_progress.ignoring)
        for part in acting_parts(g, in_progress, Ignores):
            if part.of is None:
                what.update(part.what)
    for part in parts(g, model, Ignores):
        if part.of is None and part.markers is None:
            if part.acts is None or (action is not None and is_act(g, None, action, part.acts)):
                what.update(part.what)
    return what


def _spared_by_action(g: Game, in_progress: ActionInProgress, of: Model) -> bool:
    """Whether a part of the Action going on ignores that model for Friendly Fire."""
    scene = Scene(in_progress.model, in_progress.target, in_progress=in_progress)
    return any(
        "friendly_fire" in part.what and (part.of is None or model_matches_anywhere(g, scene, of, part.of))
        for part in acting_parts(g, in_progress, Ignores)
    )


def ignores_with(g: Game, model: Model, what: str, action: Action | None, of: Model | None = None) -> bool:
    """The same before the Action is taken; ``of`` is the model whose ability or terrain would be
    ignored."""
    if action is not None and what in action.ignoring:
        return True
    if Ignores not in g.kinds and not g.state.lasting:
        return False
    return any(
        what in part.what
        and part.markers is None
        and (part.acts is None or (action is not None and is_act(g, None, action, part.acts)))
        and (
            part.of is None
            or (of is not None and model_matches_anywhere(g, Scene(bearer.id, it=model.id), of, part.of))
        )
        for part, bearer in borne(g, model, Ignores)
    )


def forbids(
    g: Game,
    model: Model,
    what: str,
    *,
    action: Action | None = None,
    against: Model | None = None,
    key: str = "",
    origin: str = "",
) -> Iterator[Cannot]:
    """The parts of abilities that forbid ``what`` to the model, each with the price that lifts it, if
    any. ``key`` is a Condition or token, ``origin`` the Action that generated this one."""
    if Cannot not in g.kinds and not g.state.lasting:
        return
    for part, bearer in borne(g, model, Cannot):
        if part.what != what or (what == "target" and not bearer.in_play):
            continue
        if part.acts is not None and (action is None or not is_act(g, None, action, part.acts)):
            continue
        if part.acts is not None and part.acts.kind == "card":
            if action is None or all(action.printed != own.printed for own in g.card(model).actions):
                continue
        if part.acts is not None and part.acts.generated_by:
            if not any(same(origin, name) for name in part.acts.generated_by):
                continue
        if part.conditions and key.partition(":")[0] not in part.conditions:
            continue
        if part.tokens and key not in part.tokens:
            continue
        if part.against is not None and (
            against is None
            or not model_matches_anywhere(g, Scene(bearer.id, it=model.id), against, part.against)
        ):
            continue
        yield part


def cannot(
    g: Game,
    model: Model,
    what: str,
    *,
    action: Action | None = None,
    against: Model | None = None,
    key: str = "",
    origin: str = "",
) -> bool:
    """Whether ``what`` is forbidden to the model and no price lifts that."""
    said = forbids(g, model, what, action=action, against=against, key=key, origin=origin)
    return any(not part.unless and not part.optional for part in said)


def removable(g: Game, markers: Iterable[Marker], by: Model | None) -> list[Marker]:
    """Those of the markers that effects of the model may remove: the others say that they cannot be removed,
    or an ability forbids it (M3E-MARK-04)."""
    if Cannot not in g.kinds and not g.state.lasting:
        return list(markers)
    action = g.in_progress[-1].action if g.in_progress else None
    fixed = {
        effect.on
        for effect in g.state.lasting
        if isinstance(part := effect.part, Cannot)
        and part.what == "be_removed"
        and not (part.but_by is not None and action is not None and is_act(g, None, action, part.but_by))
    }
    barred = [
        (part.markers, Scene(bearer.id))
        for part, bearer in (borne(g, by, Cannot) if by is not None else ())
        if part.what == "remove_markers"
    ]
    return [
        marker
        for marker in markers
        if marker.id not in fixed
        and not any(wanted is None or marker_matches(g, scene, marker, wanted) for wanted, scene in barred)
    ]


def may_refuse(g: Game, model: Model, what: str, against: Model | None) -> bool:
    """Whether the model's player may refuse ``what`` this time."""
    return any(part.optional for part in forbids(g, model, what, against=against))


def prices(
    g: Game, model: Model, what: str, *, action: Action | None = None, against: Model | None = None
) -> tuple[Cost, ...]:
    """The costs that the model's player pays to be allowed ``what``."""
    return tuple(
        cost for part in forbids(g, model, what, action=action, against=against) for cost in part.unless
    )


def heals_instead(g: Game, model: Model, kinds: frozenset[str]) -> bool:
    """Whether damage of one of those kinds, Conditions included, heals the model instead."""
    return any(part.heals and part.condition in kinds for part in parts(g, model, ConditionRule))


def spares_fire(g: Game, model: Model, shooter: Model, in_progress: ActionInProgress) -> bool:
    """Whether the shooter's Action ignores the model for Friendly Fire (M3E-ENG-04): by an ability of
    the friendly model, of the Action or of the shooter."""
    if ignores_with(g, shooter, "friendly_fire", in_progress.action, model):
        return True
    if _spared_by_action(g, in_progress, model):
        return True
    return (
        in_progress.action.is_attack
        and model.seat == shooter.seat
        and any(
            part.by is None or model_matches_anywhere(g, Scene(bearer.id, it=model.id), shooter, part.by)
            for part, bearer in borne(g, model, SparesFire)
        )
    )


def given(g: Game, model: Model, what: str, icon: str = "") -> bool:
    """Whether an ability gives the model Cover or Concealment (M3E-COVER-01, -02)."""
    return any(part.what == what and part.icon in ("", icon) for part in parts(g, model, Gives))


@hit_modifier
def hard_to_wound(g: Game, hit: Hit, model: Model) -> tuple[int, int]:
    if "hard_to_wound" in hit.ignoring:
        return 0, 0
    return 0, int(any(True for _ in parts(g, model, HardToWound)))


@hit_modifier
def cover(g: Game, hit: Hit, model: Model) -> tuple[int, int]:
    """The fate modifiers of Cover: minus on damage flips of a missile Action that targets the model
    (M3E-COVER-01)."""
    in_progress = hit.in_progress
    if in_progress is None or in_progress.action.icon != "missile" or in_progress.target != model.id:
        return 0, 0
    if not hit.of_action:
        return 0, 0
    return 0, int(has_cover(g, g.state.models[in_progress.model], model, in_progress))


def has_cover(g: Game, attacker: Model, model: Model, in_progress: ActionInProgress) -> bool:
    """Whether the model has Cover, from terrain or an ability, that the Action does not ignore
    (M3E-COVER-01)."""
    if not model.on_table or _unhindered(g, attacker, model, "cover", in_progress):
        return False
    if given(g, model, "no_cover"):
        return False
    return g.table.cover(g.state, attacker, model) or given(g, model, "cover", "missile")


def _unhindered(g: Game, attacker: Model, model: Model, what: str, in_progress: ActionInProgress) -> bool:
    """Whether the attacker ignores the Cover or Concealment of everybody, or of that model."""
    return ignores(g, attacker, what, in_progress) or ignores_with(
        g, attacker, what, in_progress.action, model
    )


SOLID = frozenset({"blocking", "climbable", "impassable"})


def ground_for(g: Game, model: Model, what: str) -> State:
    """The state without the terrain Markers whose severe or hazardous ground, or whose Concealment, does not
    affect the model; solid ones stay (M3E-MARK-03)."""
    if Ignores not in g.kinds and not g.state.lasting:
        return g.state
    held = [
        (part.markers, Scene(bearer.id, it=model.id))
        for part, bearer in borne(g, model, Ignores)
        if part.markers is not None and what in part.what
    ]
    if not held:
        return g.state
    affecting = {
        marker.id: marker
        for marker in g.state.markers.values()
        if not marker.traits
        or SOLID & set(marker.traits)
        or not any(marker_matches(g, scene, marker, wanted) for wanted, scene in held)
    }
    return replace(g.state, markers=affecting)


def is_concealed(g: Game, attacker: Model, model: Model, in_progress: ActionInProgress) -> bool:
    """Whether the model has Concealment, from terrain or an ability, that the Action does not ignore
    (M3E-COVER-02)."""
    if not model.on_table or _unhindered(g, attacker, model, "concealment", in_progress):
        return False
    if given(g, model, "no_concealment"):
        return False
    ground = ground_for(g, attacker, "concealment")
    return g.table.concealed(ground, attacker, model) or given(g, model, "concealment")


@stat_modifier
def bonuses(g: Game, model: Model, name: str) -> int:
    return sum(
        count(g, Scene(bearer.id, it=model.id), part.amount)
        for part, bearer in borne(g, model, StatBonus)
        if part.stat == name and (not part.while_has or model.has(part.while_has))
    )


@duel_modifier
def modifiers(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Apply fate modifiers, numbers and suits that abilities give to the model's duels and the Action to its
    own."""
    model = g.model(side.model)
    for part, bearer in borne(g, model, DuelModifier):
        if _applies(g, duel, side, part, bearer):
            _modify(g, duel, side, part, bearer)
    if duel.in_progress is not None:
        for part in acting_parts(g, duel.in_progress, DuelModifier):
            of_resister = part.when == "resisting"
            if of_resister == (side is duel.resister) and _applies(g, duel, side, part, model):
                _modify(g, duel, side, part, model)


def _applies(g: Game, duel: DuelInProgress, side: DuelSide, part: DuelModifier, bearer: Model) -> bool:
    acts = duel.in_progress is not None and side is duel.actor
    attacks = acts and duel.opposed
    roles = {
        "any": True,
        "attacking": attacks,
        "acting": acts,
        "resisting": side is duel.resister,
    }
    if not roles[part.when] or part.icon not in ("", duel.icon):
        return False
    if part.stats and side.stat_name not in part.stats:
        return False
    if part.by is not None:
        by = g.state.models.get(duel.by)
        if by is None or not model_matches_anywhere(g, Scene(bearer.id, it=side.model), by, part.by):
            return False
    if part.opposed is not None and part.opposed != duel.opposed:
        return False
    if part.acts is not None:
        if not holds(g, Scene(bearer.id, in_progress=duel.in_progress), Acting(acts=part.acts)):
            return False
    rival = _rival(g, duel, side)
    if part.exposed and (rival is None or _is_sheltered(g, duel, side, rival)):
        return False
    if part.against is None:
        return True
    scene = Scene(bearer.id, it=side.model, in_progress=duel.in_progress, duel=duel)
    return rival is not None and model_matches_anywhere(g, scene, rival, part.against)


def _is_sheltered(g: Game, duel: DuelInProgress, side: DuelSide, rival: Model) -> bool:
    """Whether the rival has Cover or Concealment against that side's Action."""
    if duel.in_progress is None:
        return False
    own = g.model(side.model)
    return has_cover(g, own, rival, duel.in_progress) or is_concealed(g, own, rival, duel.in_progress)


def _rival(g: Game, duel: DuelInProgress, side: DuelSide) -> Model | None:
    rival = duel.against(side)
    if rival is not None:
        return g.model(rival.model)
    if side is duel.actor and duel.in_progress is not None and duel.in_progress.target_model is not None:
        return g.model(duel.in_progress.target)
    return None


def _modify(g: Game, duel: DuelInProgress, side: DuelSide, part: DuelModifier, bearer: Model) -> None:
    rival = _rival(g, duel, side)
    scene = Scene(
        bearer.id,
        rival.id if rival is not None else "",
        it=side.model,
        in_progress=duel.in_progress,
        duel=duel,
    )
    side.no_minus = side.no_minus or part.no_minus
    if part.plus or part.minus:
        side.modify("ability", part.plus, part.minus)
    total = count(g, scene, part.total)
    if total:
        side.extra += total
        side.why.append("ability")
    side.added += part.suits


def is_unanswered(g: Game, model: Model, moment: str) -> bool:
    """Whether enemy models do not react to that moment of the model."""
    return Unanswered in g.kinds and any(moment in part.moments for part in parts(g, model, Unanswered))


def given_tn(g: Game, model: Model) -> int | None:
    """The TN that Attack Actions without one have against the model; ``None`` when they have none."""
    return max((part.tn for part in parts(g, model, GivesTN)), default=None) if GivesTN in g.kinds else None


def distracts(g: Game, model: Model) -> bool:
    """Whether Distracted hinders who targets the model with an attack Action."""
    return not any(True for _ in parts(g, model, NotDistracting))


def harder(g: Game, model: Model) -> int:
    """By how much the TN of the simple duels is higher that the model generates."""
    if HarderDuels not in g.kinds:
        return 0
    return sum(count(g, Scene(bearer.id), part.amount) for part, bearer in borne(g, model, HarderDuels))


def is_ruthless(g: Game, model: Model) -> bool:
    """Whether the model ignores Terrifying and Manipulative."""
    return any(True for _ in parts(g, model, Ruthless)) and not ignores(g, model, "ruthless")


def initiative_plus(g: Game, seat: int) -> int:
    """The plus that abilities give to the player's Initiative flip, some in the first Turn only."""
    crew = tuple(g.state.crew_of(seat))
    plus = [part.plus for model in crew for part in parts(g, model, Initiative)]
    if g.state.turn == 1:
        plus += [part.plus for model in crew for part in parts(g, model, FirstInitiative)]
    return max(plus, default=0)


def initiative_more(g: Game, seat: int) -> int:
    """What abilities add to the player's Initiative flip."""
    crew = g.state.crew_of(seat)
    return max((part.more for model in crew for part in parts(g, model, Initiative)), default=0)


@duel_modifier
def manipulative(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Give minus to an enemy's Action that targets a Manipulative model which has not Activated this Turn."""
    if duel.in_progress is None or side is not duel.actor or duel.in_progress.target_model is None:
        return
    actor, target = g.model(side.model), g.model(duel.in_progress.target_model.id)
    if actor.seat == target.seat or target.activated or is_ruthless(g, actor):
        return
    if ignores(g, actor, "manipulative", duel.in_progress) or not duel.opposed:
        return
    if any(True for _ in parts(g, target, Manipulative)):
        side.modify("Manipulative", minus=1)


@names
def counted_as(g: Game, model: Model) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What abilities make the model count as, and what instead of."""
    for part, bearer in borne(g, model, CountsAs):
        leader = model_meant(g, Scene(bearer.id), "leader") if part.leaders_keywords else None
        yield part.words + (g.card(leader).keywords if leader is not None else ()), part.instead_of


@fates
def of_its_flips(g: Game, model: Model, duel: DuelInProgress | None) -> Iterator[Fate]:
    """The model's own rules, and in an opposed duel with an enemy those that the enemy's abilities
    impose on it."""
    yield from (part for part in parts(g, model, Fate) if not part.of_opponent)
    side = duel.side_of(model) if duel is not None else None
    rival = duel.against(side) if duel is not None and side is not None else None
    if rival is not None and g.model(rival.model).seat != model.seat:
        yield from (part for part in parts(g, g.model(rival.model), Fate) if part.of_opponent)
