"""Abilities that react to a moment (M3E-ABIL-03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.dialogue import Choice
from rules.game.abilities.costs import pay, payable
from rules.game.abilities.execution import Scene, execute
from rules.game.abilities.restrictions import of_side
from rules.game.events.table import UsedOnce
from rules.game.procedure.asks import Proc, one_of
from rules.game.procedure.cards import check_hands
from rules.game.procedure.context import Game
from rules.game.procedure.hooks import Happening, reacts
from rules.game.procedure.hooks import Reaction as Ready
from rules.game.procedure.reach import in_aura
from rules.game.scripts.words import Ability, Reaction
from rules.game.state import Model

WITHOUT_MODEL = ("start_phase", "end_phase", "game_begins", "turn_ends", "initiative_known")


@dataclass(frozen=True, slots=True)
class Borne:
    """One ability that answers, and who bears it."""

    bearer: Model
    ability: Ability
    part: Reaction


@reacts
def of_abilities(g: Game, happening: Happening) -> Iterator[Ready]:
    """The reactions printed on the cards of models in play. Several auras of one name that would affect the
    same model are one reaction (M3E-AREA-02)."""
    if happening.moment not in g.moments:
        return
    by_key: dict[str, list[Borne]] = {}
    for bearer in g.state.models.values():
        if not bearer.in_play:
            continue
        for ability in g.abilities(bearer):
            for number, part in enumerate(ability.parts):
                if isinstance(part, Reaction) and _answers(g, happening, bearer, part):
                    if _free(bearer, ability, part):
                        key = _key(happening, bearer, ability, part, number)
                        by_key.setdefault(key, []).append(Borne(bearer, ability, part))
    for key, borne in by_key.items():
        yield _ready(g, happening, key, borne)


def _key(happening: Happening, bearer: Model, ability: Ability, part: Reaction, number: int) -> str:
    """Where the bearer itself changes, every bearer reacts; otherwise the affected model does, once a name
    (M3E-AREA-02, -03). A second copy on one model is the same ability (M3E-ABIL-02)."""
    about = happening.model.id if happening.model else ""
    shared = part.about == "others" and part.inches and not _changes_itself(part)
    return f"{ability.name}:{number}:{about if shared else bearer.id}"


def _answers(g: Game, happening: Happening, bearer: Model, part: Reaction) -> bool:
    """Whether this is the ability's moment: its own, somebody's near enough, or the whole table's."""
    if part.moment != happening.moment or (part.optional and not payable(g, bearer, part.cost)):
        return False
    about = happening.model
    if about is None:
        return (
            part.moment in WITHOUT_MODEL
            or happening.seat is None
            or of_side(bearer.seat, happening.seat, part.side)
        )
    if part.about == "self":
        return about.id == bearer.id
    return (
        about.id != bearer.id
        and bearer.on_table
        and of_side(bearer.seat, about.seat, part.side)
        and (not part.inches or in_aura(g, bearer, about, part.inches))
    )


def _free(bearer: Model, ability: Ability, part: Reaction) -> bool:
    """Whether its once per Activation or Turn is still to be had (M3E-ONCE-01)."""
    if part.once == "turn":
        return ability.name not in bearer.once_turn
    return part.once != "activation" or ability.name not in bearer.once_activation


def _changes_itself(part: Reaction) -> bool:
    return any(getattr(effect, "whom", "self") == "self" for effect in part.effects)


def _ready(g: Game, happening: Happening, key: str, borne: list[Borne]) -> Ready:
    first = borne[0]

    def resolve() -> Proc[None]:
        chosen = yield from _which(happening, borne)
        yield from _react(g, happening, chosen.bearer, chosen.ability, chosen.part)

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
    )


def _which(happening: Happening, bearers: list[Borne]) -> Proc[Borne]:
    """Of auras of one name the affected model's controller picks the one that counts (M3E-AREA-02)."""
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
        g.emit(UsedOnce(bearer.id, ability.name, part.once))
    if not (yield from pay(g, bearer, part.cost)):
        return
    about = happening.model.id if happening.model else ""
    cause = happening.by.id if happening.by else ""
    in_progress = g.in_progress[-1] if g.in_progress else None
    scene = Scene(bearer.id, about, cause, in_progress=in_progress, label=ability.name)
    yield from execute(g, part.effects, scene)
    yield from check_hands(g)
