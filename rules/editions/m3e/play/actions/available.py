"""The Actions a model may take now and their targets (M3E-ACT-17, -18), and the menu of an Activation
(M3E-TURN-14, M3E-ACT-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, OneOf, Options
from rules.editions.m3e.play.abilities.arrival_words import declared_word, nameable
from rules.editions.m3e.play.abilities.choosing import count, is_act, matching, matching_markers
from rules.editions.m3e.play.abilities.costs import payable
from rules.editions.m3e.play.abilities.held import borne, parts
from rules.editions.m3e.play.abilities.passive import cannot, hidden_beyond, ignores_with, is_barred, prices
from rules.editions.m3e.play.abilities.restrictions import marker_meets, may_declare, meets
from rules.editions.m3e.play.abilities.scene import Scene
from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.effects.conditions import action_limit
from rules.editions.m3e.play.effects.markers import IMMUNE
from rules.editions.m3e.play.procedure.activity import took_since
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import melee_ranges
from rules.editions.m3e.play.procedure.in_progress import UNBOUND, ActionInProgress, Bound
from rules.editions.m3e.play.procedure.reach import is_engaged
from rules.editions.m3e.scripts.words import (
    ActionModifier,
    Cost,
    DrawsFrom,
    MoreBonus,
    NoLimit,
    NoTarget,
    ReachModifier,
    Restriction,
    TargetIs,
    TreatAsBonus,
)
from rules.editions.m3e.statcards import Action
from rules.fate.shuffle import Stream
from rules.game.state import Marker, Model, State
from rules.game.table_access.interface import Body
from rules.table.geometry.footprints import TOUCH


def targets_a_model(action: Action) -> bool:
    return action.is_attack or action.targets in ("model", "buried")


def legal_targets(
    g: Game, model: Model, action: Action, only: str = "", bound: Bound = UNBOUND
) -> list[Model]:
    """The models that the Action may target: in range and sight, meeting its restrictions, never the
    model itself with an Attack (M3E-ACT-18). Buried models are targets only of Actions that name them, which
    then ignore position (M3E-BURY-02)."""
    return list(_targets(g, model, action, only, bound))


def _targets(g: Game, model: Model, action: Action, only: str, bound: Bound = UNBOUND) -> Iterator[Model]:
    if not model.on_table:
        return
    targeting = _targeting(action)
    wanted = {"buried"} if action.targets == "buried" else {"table"}
    if _targets_buried(g, model, action):
        wanted.add("buried")
    more = longer(g, model, action)
    for target in g.state.models.values():
        if target.where not in wanted or (only and target.id != only):
            continue
        if not bound.allows(target.id):
            continue
        if target.on_table and not (
            (target.id != model.id or not action.is_attack or action.can_target_self)
            and in_range(g, model, target, action, bound, more)
            and not _hidden(g, model, target, action)
        ):
            continue
        if action.once == "target" and f"{action.printed}>{target.id}" in model.once_activation:
            continue
        if cannot(g, target, "be_targeted", action=action, against=model, origin=bound.generated_by):
            continue
        if cannot(g, model, "target", action=action, against=target):
            continue
        if not payable(g, model, prices(g, model, "target", action=action, against=target)):
            continue
        if meets(g, model, targeting, target):
            yield target


def _targets_buried(g: Game, model: Model, action: Action) -> bool:
    """Whether a part of the Action or of its model lets it target Buried models too (M3E-BURY-02)."""
    own = (part for part in action.parts if isinstance(part, ActionModifier))
    if any(part.target_buried for part in own):
        return True
    if ActionModifier not in g.kinds and not g.state.lasting:
        return False
    borne_by = parts(g, model, ActionModifier)
    return any(part.target_buried and is_act(g, None, action, part.acts) for part in borne_by)


def _targeting(action: Action) -> tuple[Restriction, ...]:
    return tuple(
        restriction
        for restriction in action.restrictions
        if not (isinstance(restriction, TargetIs) and restriction.marker)
    )


def in_range(
    g: Game,
    model: Model,
    target: Model | Marker,
    action: Action,
    bound: Bound = UNBOUND,
    more: float | None = None,
    free: bool = False,
) -> bool:
    """Whether the body is within range (0 is base contact) and, where the Action needs it, in line of
    sight; both may be drawn from another body or ignored. ``more`` inches are added to the printed range;
    ``None`` adds what abilities give. ``free``: drawn from bodies without a price only."""
    ignored = bound.ignoring | frozenset(action.ignoring)
    anywhere = "range" in ignored
    reach = action.reach + (longer(g, model, action) if more is None else more) + TOUCH
    seen = needs_sight(g, model, action, ignored)

    def reached(source: Body) -> bool:
        return (anywhere or g.table.gap(source, target) <= reach) and (
            not seen or source.id == target.id or g.table.sees(g.state, source, target)
        )

    return reached(model) or any(map(reached, drawn_from(g, model, action, free=free)))


def needs_sight(g: Game, model: Model, action: Action, ignored: frozenset[str]) -> bool:
    """Whether what the Action reaches must be in line of sight (M3E-ACT-18)."""
    return action.needs_sight and "sight" not in ignored and not ignores_with(g, model, "sight", action)


def places_in_range(
    g: Game,
    in_progress: ActionInProgress,
    mm: float,
    *,
    apart: Iterable[tuple[Body, float]] = (),
    state: State | None = None,
) -> Options:
    """Where the Action may lay a marker: in its range with what abilities add at no cost, and in line of
    sight unless it ignores that (M3E-ACT-18, M3E-AREA-10)."""
    actor, action = g.state.models[in_progress.model], in_progress.action
    ignored = in_progress.ignoring | frozenset(action.ignoring)
    reach = action.reach + longer(g, actor, action, paid=False)
    seen = needs_sight(g, actor, action, ignored)
    return g.table.spots(state or g.state, actor, reach, mm, apart=apart, seen=seen)


def longer(g: Game, model: Model, action: Action, *, paid: bool = True) -> float:
    """The inches that abilities add to the range; without ``paid`` only those that cost nothing."""
    if ReachModifier not in g.kinds and not g.state.lasting:
        return 0.0
    return sum(
        count(g, Scene(bearer.id, it=model.id), part.inches)
        for part, bearer in borne(g, model, ReachModifier)
        if part.inches
        and is_act(g, None, action, part.acts)
        and (not part.cost or (paid and payable(g, model, part.cost)))
    )


def price_of_range(g: Game, model: Model, target: Model, action: Action, bound: Bound) -> tuple[Cost, ...]:
    """The costs of reaching a target beyond the range that costs nothing."""
    if ReachModifier not in g.kinds and not g.state.lasting:
        return ()
    costs = [
        part.cost
        for part in parts(g, model, ReachModifier)
        if part.cost and is_act(g, None, action, part.acts)
    ]
    free = longer(g, model, action, paid=False)
    if not costs or in_range(g, model, target, action, bound, more=free):
        return ()
    return tuple(cost for part in costs for cost in part)


def drawn_from(g: Game, model: Model, action: Action, *, free: bool = False) -> Iterator[Body]:
    """Other models and markers from which the Action may draw range and sight, by abilities or by what it
    says itself."""
    own = [(part, model) for part in action.parts if isinstance(part, DrawsFrom)]
    if not own and DrawsFrom not in g.kinds and not g.state.lasting:
        return
    for part, bearer in (*own, *borne(g, model, DrawsFrom)):
        if not is_act(g, None, action, part.acts) or part.sight_only:
            continue
        if free and (part.no_triggers or part.total):
            continue
        scene = Scene(bearer.id, it=model.id)
        if part.models is not None:
            yield from matching(g, scene, part.models)
        if part.markers is not None:
            yield from matching_markers(g, scene, part.markers)


def price_of_drawing(
    g: Game, model: Model, target: Model | Marker, action: Action, bound: Bound
) -> DrawsFrom | None:
    """The part at whose price the Action reaches the target; ``None`` when it does without."""
    if DrawsFrom not in g.kinds or in_range(g, model, target, action, bound, free=True):
        return None
    priced = (part for part in parts(g, model, DrawsFrom) if part.no_triggers or part.total)
    return next((part for part in priced if is_act(g, None, action, part.acts)), None)


def _hidden(g: Game, model: Model, target: Model, action: Action) -> bool:
    beyond = hidden_beyond(g, target) if target.seat != model.seat else None
    if beyond is None or ignores_with(g, model, "stealth", action, target):
        return False
    return g.table.gap(model, target) > beyond + TOUCH


def legal_markers(g: Game, model: Model, action: Action, bound: Bound = UNBOUND) -> list[Marker]:
    """The markers that the Action may target; Strategy Markers cannot be targeted (M3E-MARK-12)."""
    return [
        marker
        for marker in g.state.markers.values()
        if marker.kind != IMMUNE
        and bound.allows(marker.id)
        and marker_meets(g, model, action.restrictions, marker)
        and in_range(g, model, marker, action, bound)
    ]


def can_be_taken(g: Game, model: Model, action: Action, only: str = "", bound: Bound = UNBOUND) -> bool:
    """Whether the Action, once declared, would not fail for lack of a cost or target (M3E-ACT-25);
    Actions that would fail are not offered.

    Engaged models take no missile Actions (M3E-ENG-03).
    """
    if not model.on_table:
        return False
    engaged = action.icon == "missile" and is_engaged(g, model, bound.apart_from)
    if engaged and not _shoots_engaged(g, model, action, bound):
        return False
    if not _has_uses(g, model, action):
        return False
    if is_barred(g, model, action.printed) or cannot(
        g, model, "act", action=action, origin=bound.generated_by
    ):
        return False
    if not payable(g, model, prices(g, model, "act", action=action)):
        return False
    if not may_declare(g, model, action.restrictions, targets=targets_a_model(action)):
        return False
    if action.cost:
        declared = ActionInProgress(model.id, action)
        if not payable(g, model, action.cost, Scene(model.id, in_progress=declared)):
            return False
    general = GENERAL.get(action.name)
    if general is not None and general.action is action:
        return general.available(g, model)
    if action.counted_tn is not None and not targets_a_model(action):
        word = declared_word(action)
        if word is not None and not nameable(g, word, Scene(model.id)):
            return False
    if action.targets == "either":
        return bool(legal_targets(g, model, action, only, bound) or legal_markers(g, model, action, bound))
    if targets_a_model(action):
        return next(_targets(g, model, action, only, bound), None) is not None
    if action.targets == "marker":
        return may_lack_target(g, model, action) or bool(legal_markers(g, model, action, bound))
    return True


def may_lack_target(g: Game, model: Model, action: Action) -> bool:
    """Whether an ability lets the Action be taken without the Marker that it targets."""
    if NoTarget not in g.kinds:
        return False
    return any(is_act(g, None, action, part.acts) for part in parts(g, model, NoTarget))


def _shoots_engaged(g: Game, model: Model, action: Action, bound: Bound) -> bool:
    return "engagement" in bound.ignoring or ignores_with(g, model, "engagement", action)


def _has_uses(g: Game, model: Model, action: Action) -> bool:
    """Whether the Action's use per Activation or Turn is still available (M3E-ONCE-01), or is not
    limited."""
    if action.once in ("", "target") or not g.has_used(model, action.printed, action.once):
        return True
    if NoLimit not in g.kinds and not g.state.lasting:
        return False
    return any(is_act(g, None, action, part.acts) for part in parts(g, model, NoLimit))


END = Choice("end", "End the Activation")


def affordable(g: Game, model: Model, action: Action, limit: int | None = None) -> bool:
    """Whether the Action Limit allows it. A bonus Action costs none of the limit but is limited to one
    per Activation; a Stunned model pays the limit for it too (M3E-ACT-03, M3E-COND-13). ``limit`` is the
    model's Action Limit, if known."""
    bonus = is_bonus(g, model, action)
    if bonus and model.bonus and not _one_more(g, model, action):
        bonus = False
        if action.bonus:
            return False
    free = bonus and not model.has("stunned")
    if free or model.acts < (action_limit(g, model) if limit is None else limit):
        return True
    return price_of_bonus(g, model, action) is not None


def _one_more(g: Game, model: Model, action: Action) -> bool:
    """Whether an ability allows a second bonus Action and this is not the one already taken."""
    if not action.bonus or MoreBonus not in g.kinds or not any(True for _ in parts(g, model, MoreBonus)):
        return False
    taken = [one.printed for one in took_since(g, model.id, "activation") if is_bonus(g, model, one)]
    return model.bonus < 2 and action.printed not in taken


def is_bonus(g: Game, model: Model, action: Action) -> bool:
    """Whether it is a bonus Action, as printed or by an ability without a further cost
    (M3E-ACT-03)."""
    if action.bonus:
        return True
    if TreatAsBonus not in g.kinds and not g.state.lasting:
        return False
    return any(not part.cost and is_act(g, None, action, part.acts) for part in parts(g, model, TreatAsBonus))


def price_of_bonus(g: Game, model: Model, action: Action) -> tuple[Cost, ...] | None:
    """The cost at which an ability lets the model take the Action as a bonus Action now; ``None`` when it has
    none, cannot pay it, or would gain nothing (M3E-ACT-03, M3E-COND-13)."""
    if TreatAsBonus not in g.kinds and not g.state.lasting:
        return None
    if model.bonus or model.has("stunned") or is_bonus(g, model, action):
        return None
    prices_of = (
        part.cost
        for part in parts(g, model, TreatAsBonus)
        if part.cost and is_act(g, None, action, part.acts)
    )
    return next((cost for cost in prices_of if payable(g, model, cost)), None)


def copies_of(g: Game, model: Model) -> Iterator[Action]:
    """Copies of the model's Actions that an ability lets it take with another icon."""
    if ReachModifier not in g.kinds and not g.state.lasting:
        return
    for part in parts(g, model, ReachModifier):
        if part.as_icon:
            for action in g.actions(model):
                if is_act(g, None, action, part.acts):
                    name = f"{action.name} ({part.as_icon})"
                    yield replace(action, icon=part.as_icon, reach=part.as_inches, name=name)


@melee_ranges
def _melee_ranges(g: Game, model: Model) -> Iterator[float]:
    """The ranges of its melee Actions with what abilities add at no cost (M3E-ENG-01)."""
    for action in (*g.actions(model), *copies_of(g, model)):
        if action.icon == "melee":
            yield action.reach + longer(g, model, action, paid=False)


def menu(g: Game, model: Model, name: str = "") -> Iterator[Action]:
    """Every Action that the model may declare now, its card's first; with ``name`` only those of that
    name. A Buried model takes none (M3E-BURY-01)."""
    if not model.on_table:
        return
    limit = action_limit(g, model)
    general = (one.action for one in GENERAL.values())
    for action in (*g.actions(model), *general, *copies_of(g, model)):
        if (
            name in ("", action.name)
            and affordable(g, model, action, limit)
            and can_be_taken(g, model, action)
        ):
            yield action


class Menu(Options, frozen=True, dict=True):
    """The Actions that the model may declare now, or the end of its Activation. ``contains`` computes one
    Action instead of the whole menu and caches it."""

    g: Game
    model: Model

    def contains(self, answer: Answer) -> bool:
        return answer == END.key or (isinstance(answer, str) and self.action(answer) is not None)

    def action(self, name: str) -> Action | None:
        """The Action of that name if it may be declared."""
        last: tuple[str, Action | None] | None = self.__dict__.get("last")
        if last is None or last[0] != name:
            last = self.__dict__["last"] = (name, next(menu(self.g, self.model, name), None))
        return last[1]

    def written_out(self) -> OneOf:
        return OneOf((*(Choice(action.name, action.name) for action in menu(self.g, self.model)), END))

    def listed(self) -> Iterator[Answer]:
        return self.written_out().listed()

    def sample(self, stream: Stream) -> Answer:
        return self.written_out().sample(stream)
