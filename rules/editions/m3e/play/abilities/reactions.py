"""Abilities that react to a moment (M3E-ABIL-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.choosing import (
    holds,
    is_upgrade,
    marker_matches,
    model_matches_anywhere,
    plain,
)
from rules.editions.m3e.play.abilities.costs import pay, payable
from rules.editions.m3e.play.abilities.execution import Memory, Scene, execute
from rules.editions.m3e.play.abilities.held import opened
from rules.editions.m3e.play.abilities.passive import all_ignored, is_unanswered
from rules.editions.m3e.play.procedure.cards import check_hands
from rules.editions.m3e.play.procedure.context import Game, adds
from rules.editions.m3e.play.procedure.hooks import Happening, reacts
from rules.editions.m3e.play.procedure.hooks import PendingReaction as Ready
from rules.editions.m3e.play.procedure.reach import in_aura, of_side
from rules.editions.m3e.scripts.selects import Acting, Models
from rules.editions.m3e.scripts.words import (
    Ability,
    ActivateNext,
    ChangeHeal,
    ChangeHit,
    Effect,
    Either,
    If,
    May,
    Prompted,
    Reaction,
    Replace,
)
from rules.game.events.table import LastingEnded
from rules.game.procedure.asks import Proc, one_of
from rules.game.state import Lasting, Model

WITHOUT_MODEL = ("start_phase", "end_phase", "game_begins", "turn_ends", "initiative_known")


class Borne(Struct, frozen=True):
    """One ability that reacts, with the model that has it."""

    bearer: Model
    ability: Ability
    part: Reaction


@reacts()
def of_abilities(g: Game, happening: Happening) -> Iterator[Ready]:
    """The reactions printed on the cards of models in play. Several auras of one name that would affect
    the same model are one reaction (M3E-AREA-02)."""
    if happening.moment not in g.moments:
        return
    about = happening.model
    deaf = about is not None and is_unanswered(g, about, happening.moment)
    by_key: dict[str, list[Borne]] = {}
    slugs = g.reacting.get(happening.moment, frozenset())
    for bearer in g.state.models.values():
        if (bearer.card not in slugs and slugs.isdisjoint(bearer.upgrades)) or not bearer.in_play:
            continue
        if deaf and about is not None and bearer.seat != about.seat:
            continue
        for ability, number, held in g.reactions_of(bearer, happening.moment):
            for part in opened(g, held, bearer, bearer, Reaction):
                if _answers(g, happening, bearer, part, ability.name) and _free(g, bearer, ability, part):
                    key = _key(happening, bearer, ability, part, number)
                    by_key.setdefault(key, []).append(Borne(bearer, ability, part))
    yield from _lasting(g, happening)
    for key, borne in by_key.items():
        yield _ready(g, happening, key, borne)


def may_react(g: Game, happening: Happening, seat: int) -> bool:
    """Whether an ability of that player's models names this moment and its model. Its tests and its cost are
    not looked at: they may depend on what only the player knows."""
    if happening.moment not in g.moments:
        return False
    lasting = ((g.state.models.get(one.on or one.source), one.part) for one in g.state.lasting)
    printed = (
        (bearer, part)
        for bearer in g.state.models.values()
        for _, _, held in (g.reactions_of(bearer, happening.moment) if bearer.in_play else ())
        for part in opened(g, held, bearer, bearer, Reaction)
    )
    return any(
        bearer is not None
        and bearer.player == seat
        and isinstance(part, Reaction)
        and part.moment == happening.moment
        and _is_about(g, happening, bearer, part)
        for bearer, part in chain(lasting, printed)
    )


def _lasting(g: Game, happening: Happening) -> Iterator[Ready]:
    """Reactions that an effect granted, and effects that were postponed to this moment."""
    for effect in g.state.lasting:
        part, bearer = effect.part, g.state.models.get(effect.on or effect.source)
        if bearer is None or not isinstance(part, Reaction):
            continue
        if effect.data.get("later"):
            if part.moment == happening.moment and (
                happening.model is None or happening.model.id == effect.on
            ):
                yield _comes_now(g, effect, bearer, part)
        elif "buried" in effect.data:
            if _waits_below(g, happening, effect, part):
                yield _while_buried(g, happening, effect, bearer, part)
        elif bearer.in_play and _answers(g, happening, bearer, part, effect.name):
            ability = Ability(name=effect.name, parts=(part,))
            if _free(g, bearer, ability, part):
                key = _key(happening, bearer, ability, part, 0)
                yield _ready(g, happening, key, [Borne(bearer, ability, part)])


def _comes_now(g: Game, effect: Lasting, bearer: Model, part: Reaction) -> Ready:
    """The reaction that resolves a postponed effect once and then ends it."""

    def resolve() -> Proc[None]:
        g.emit(LastingEnded(effect.key))
        name = effect.name.partition(", later")[0]
        scene = Scene(
            effect.source or bearer.id,
            bearer.id,
            it=bearer.id,
            it_marker=str(effect.data.get("marker", "")),
            label=name,
            by_trigger=bool(effect.data.get("by_trigger")),
        )
        yield from execute(g, part.effects, scene)

    return Ready(
        f"later:{effect.key}",
        bearer.player,
        f"{bearer.name}: {effect.name.partition('#')[0]}",
        resolve,
        bearer.id,
        rule="M3E-TIME-08",
    )


def _waits_below(g: Game, happening: Happening, effect: Lasting, part: Reaction) -> bool:
    """Whether it is the moment of an effect that holds as long as its model stays Buried."""
    if part.moment != happening.moment or happening.model is None or happening.model.id != effect.on:
        return False
    return g.state.models[str(effect.data["buried"])].where == "buried"


def _while_buried(g: Game, happening: Happening, effect: Lasting, bearer: Model, part: Reaction) -> Ready:
    """The reaction that resolves such an effect."""
    below, name = str(effect.data["buried"]), effect.name.partition("#")[0]

    def resolve() -> Proc[None]:
        scene = Scene(effect.source, below, it=below, label=name, happening=happening)
        yield from execute(g, part.effects, scene)

    return Ready(
        f"buried:{effect.key}",
        g.state.models[effect.source].player,
        f"{bearer.name}: {name}",
        resolve,
        bearer.id,
        rule="M3E-BURY-03",
    )


def _scene(g: Game, happening: Happening, bearer: Model, label: str) -> Scene:
    """The scene in which the ability's effects and tests are evaluated."""
    about = happening.model.id if happening.model else ""
    facts = happening.facts
    in_progress = facts.get("in_progress") or (g.in_progress[-1] if g.in_progress else None)
    flip = next((flip for flip in facts.get("flips", ()) if flip.seat == bearer.player), None)
    hit = facts.get("hit")
    if hit is not None and hit.in_progress is not None:
        in_progress = hit.in_progress
    return Scene(
        bearer.id,
        about,
        happening.by.id if happening.by else "",
        in_progress=in_progress,
        duel=facts["duel"] if "duel" in facts else in_progress.duel if in_progress is not None else None,
        label=label,
        it=about,
        it_marker=facts["marker"].id if "marker" in facts else "",
        happening=happening,
        memory=Memory(card=flip.card if flip is not None else None),
    )


def _key(happening: Happening, bearer: Model, ability: Ability, part: Reaction, number: int) -> str:
    """The key of the reaction. If the ability changes the model that has it, each such model reacts;
    otherwise the affected model reacts once for each name (M3E-AREA-02, -03). A second copy on one model is
    the same ability (M3E-ABIL-02)."""
    about = happening.model.id if happening.model else ""
    shared = part.about != "self" and part.inches and not _changes_itself(part.effects)
    return f"{ability.name}:{number}:{about if shared else bearer.id}"


def _answers(g: Game, happening: Happening, bearer: Model, part: Reaction, name: str) -> bool:
    """Whether the ability reacts to this moment: it names the moment and its model, its tests hold,
    and an optional cost can be paid."""
    if part.moment != happening.moment:
        return False
    if _lowers_irreducible(happening, part):
        return False
    if not _is_about(g, happening, bearer, part) or (name.startswith("Demise") and _is_silent(g, bearer)):
        return False
    scene = _scene(g, happening, bearer, name)
    if part.optional and not payable(g, bearer, part.cost, scene):
        return False
    return (
        (
            part.models is None
            or (scene.target != "" and _matches_if_any(g, scene, happening.model, part.models))
        )
        and (part.by is None or _matches_if_any(g, scene, happening.by, part.by))
        and _is_of(g, scene, happening, part)
        and all(holds(g, scene, test) for test in part.where)
    )


def _lowers_irreducible(happening: Happening, part: Reaction) -> bool:
    """Whether the reaction lowers damage that cannot be lowered (M3E-DMG-09)."""
    hit = happening.facts.get("hit")
    if hit is None or not hit.irreducible:
        return False
    return any(isinstance(word, ChangeHit) and bool(word.reduce) for word in part.effects)


def _is_silent(g: Game, model: Model) -> bool:
    """Whether the model's Demise abilities do nothing."""
    return model.id in g.silent or "demise" in all_ignored(g, model)


def _matches_if_any(g: Game, scene: Scene, model: Model | None, wanted: Models) -> bool:
    return model is not None and model_matches_anywhere(g, scene, model, wanted)


def _is_about(g: Game, happening: Happening, bearer: Model, part: Reaction) -> bool:
    about = happening.model
    if about is None:
        return (
            part.moment in WITHOUT_MODEL
            or happening.seat is None
            or of_side(bearer.seat, happening.seat, part.side)
        )
    if part.about == "self":
        return about.id == bearer.id
    if about.id == bearer.id:
        return part.about == "any" and part.side != "enemy"
    return (
        bearer.on_table
        and of_side(bearer.seat, about.seat, part.side)
        and (not part.inches or in_aura(g, bearer, about, part.inches))
    )


def _is_of(g: Game, scene: Scene, happening: Happening, part: Reaction) -> bool:
    """Whether the Action, Condition, marker, damage or duel of the moment matches the reaction."""
    facts = happening.facts
    if part.acts is not None and not holds(g, scene, Acting(acts=part.acts)):
        return False
    condition = facts.get("condition", "")
    if part.conditions and not {condition, condition.partition(":")[0]} & set(part.conditions):
        return False
    if part.markers is not None:
        marker = facts.get("marker")
        if marker is None or not marker_matches(g, scene, marker, part.markers):
            return False
    if part.tokens and facts.get("token") not in part.tokens:
        return False
    hit = facts.get("hit")
    if not _is_named(g, happening, part):
        return False
    if part.sources and "any" not in part.sources:
        named = {hit.source.casefold()} if hit is not None else set()
        if hit is None or not (hit.kinds | named) & set(part.sources):
            return False
    side = facts.get("side")
    return not part.stats or (side is not None and side.stat_name in part.stats)


def _had(g: Game, happening: Happening) -> bool:
    """Whether the model already discarded that Upgrade in this Turn."""
    about, upgrade = happening.model, happening.facts.get("upgrade")
    return any(
        held.data.get("had") == upgrade and about is not None and held.on == about.id
        for held in g.state.lasting
    )


def _is_named(g: Game, happening: Happening, part: Reaction) -> bool:
    """Whether the ability or Action behind the moment, or the Upgrade, matches by its name, whatever its
    value and type."""
    facts = happening.facts
    behind = facts.get("hit") or facts.get("healing")
    source = plain(behind.source) if behind is not None else ""
    if part.named and not any(source.startswith(plain(name)) for name in part.named):
        return False
    if any(source.startswith(plain(name)) for name in part.not_named):
        return False
    if part.first and _had(g, happening):
        return False
    return not part.upgrade or is_upgrade(g, facts.get("upgrade", ""), part.upgrade)


def _free(g: Game, bearer: Model, ability: Ability, part: Reaction) -> bool:
    """Whether the reaction's limited use is still available (M3E-ONCE-01)."""
    return not part.once or not g.has_used(bearer, ability.name, part.once)


def _changes_itself(effects: Iterable[Effect]) -> bool:
    """Whether any of the effects, those inside choices and tests included, changes the model that has
    the ability."""
    for effect in effects:
        match effect:
            case ChangeHeal():
                continue
            case If() | May():
                changes = _changes_itself((*effect.effects, *effect.otherwise))
            case Either():
                changes = _changes_itself(chain.from_iterable(effect.branches))
            case _:
                changes = getattr(effect, "whom", "self") == "self"
        if changes:
            return True
    return False


def _ready(g: Game, happening: Happening, key: str, borne: list[Borne]) -> Ready:
    first = borne[0]

    def resolve() -> Proc[None]:
        chosen = yield from _which(happening, borne)
        yield from _react(g, happening, chosen.bearer, chosen.ability, chosen.part)
        if adds(chosen.ability.name):
            for copy in borne:
                if copy is not chosen and copy.bearer.id == chosen.bearer.id:
                    yield from _react(g, happening, copy.bearer, copy.ability, copy.part)

    def postpone() -> Proc[None]:
        g.after_current(resolve)
        yield from ()

    return Ready(
        key,
        first.bearer.player,
        f"{first.bearer.name}: {first.ability.name}",
        postpone if first.part.after_current else resolve,
        first.bearer.id,
        mandatory=not first.part.optional,
        rule="M3E-ABIL-01",
        replaces=_replaced(happening, first),
        again=len(borne) == 1 and _asks_again(first.part),
    )


def _asks_again(part: Reaction) -> bool:
    """Whether the reaction costs nothing, and each of its effects is left by an answer of its own."""
    return not (part.cost or part.once) and all(
        isinstance(effect, Prompted) or (isinstance(effect, ActivateNext) and not effect.must)
        for effect in part.effects
    )


def _replaced(happening: Happening, borne: Borne) -> str:
    """The model that the reaction Replaces, empty when it Replaces none (M3E-REPL-07)."""
    about = happening.model.id if happening.model is not None else ""
    of = {"self": borne.bearer.id, "target": about, "it": about}
    return next((of.get(word.whom, "") for word in borne.part.effects if isinstance(word, Replace)), "")


def _which(happening: Happening, bearers: list[Borne]) -> Proc[Borne]:
    """The aura that counts; among auras of one name the affected model's controller chooses
    (M3E-AREA-02)."""
    different: dict[str, Borne] = {}
    for borne in bearers:
        different.setdefault(borne.bearer.id, borne)
    if len(different) == 1 or happening.model is None:
        return bearers[0]
    name = yield from one_of(
        happening.model.player,
        "model",
        [Choice(key, b.bearer.name, key) for key, b in different.items()],
        rule="M3E-AREA-02",
        text=f"Whose {bearers[0].ability.name}?",
        about=(happening.model.id,),
    )
    return different[name]


def _react(g: Game, happening: Happening, bearer: Model, ability: Ability, part: Reaction) -> Proc[None]:
    if part.once:
        g.use(bearer.id, ability.name, part.once)
    scene = _scene(g, happening, bearer, ability.name)
    if not (yield from pay(g, bearer, part.cost, scene)):
        return
    yield from execute(g, part.effects, scene)
    yield from check_hands(g)
