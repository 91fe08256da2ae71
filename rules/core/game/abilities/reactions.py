"""Abilities that react to a moment (M3E-ABIL-03)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game.abilities.carry import Scene, carry_out
from rules.core.game.abilities.costs import pay, payable
from rules.core.game.abilities.restrictions import of_side
from rules.core.game.abilities.words import Ability, Reaction
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.effects.areas import in_aura
from rules.core.game.events.models import UsedOnce
from rules.core.game.hooks import Happening, reacts
from rules.core.game.hooks import Reaction as Ready
from rules.core.game.state import Model

WITHOUT_MODEL = ("start_phase", "end_phase", "game_begins", "turn_ends", "initiative_known")


@reacts
def of_abilities(g: Game, happening: Happening) -> Iterator[Ready]:
    """The reactions printed on the cards of models in play, and on the card of the one the moment is
    about."""
    if happening.moment not in g.moments:
        return
    bearers = [model for model in g.state.models.values() if model.in_play]
    for bearer in bearers:
        seen: set[str] = set()
        for ability in g.abilities(bearer):
            for number, part in enumerate(ability.parts):
                if isinstance(part, Reaction) and f"{ability.name}:{number}" not in seen:
                    seen.add(f"{ability.name}:{number}")
                    if _answers(g, happening, bearer, part) and _free(bearer, ability, part):
                        yield _ready(g, happening, bearer, ability, part, number)


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


def _ready(
    g: Game, happening: Happening, bearer: Model, ability: Ability, part: Reaction, number: int
) -> Ready:
    """Where the bearer itself changes every bearer reacts; otherwise auras of one name affect a model once
    (M3E-AREA-02, -03)."""
    about = happening.model.id if happening.model else ""
    shared = part.about == "others" and part.inches and not _changes_itself(part)
    key = f"{ability.name}:{number}:{about}" if shared else f"{ability.name}:{number}:{bearer.id}"

    def resolve() -> Proc[None]:
        yield from _react(g, happening, bearer, ability, part)

    def postpone() -> Proc[None]:
        g.after_current(resolve)
        yield from ()

    return Ready(
        key, bearer.player, f"{bearer.name}: {ability.name}", postpone if part.after_current else resolve,
        bearer.id, mandatory=not part.optional, rule="M3E-ABIL-01",
    )  # fmt: skip


def _react(g: Game, happening: Happening, bearer: Model, ability: Ability, part: Reaction) -> Proc[None]:
    if part.once:
        g.emit(UsedOnce(bearer.id, ability.name, part.once))
    if not (yield from pay(g, bearer, part.cost)):
        return
    about = happening.model.id if happening.model else ""
    cause = happening.by.id if happening.by else ""
    deed = g.deeds[-1] if g.deeds else None
    scene = Scene(bearer.id, about, cause, deed=deed, label=ability.name)
    yield from carry_out(g, part.effects, scene)
