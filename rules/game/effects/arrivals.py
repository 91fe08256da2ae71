"""Models that leave and arrive: Bury and Unbury (M3E-BURY), Summon and model limits (M3E-SUMM), Replace: new
models in the place of old ones (M3E-REPL).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from msgspec.structs import replace as change

from rules.dialogue import Answer, Choice, Options
from rules.game.abilities.held import parts
from rules.game.effects.conditions import gain
from rules.game.effects.damage import kill
from rules.game.effects.healing import heal
from rules.game.effects.upgrades import attach, crew_may_hold, detach
from rules.game.events.announcements import Remark
from rules.game.events.table import (
    Activated,
    CameUp,
    HealthSet,
    Inherited,
    Killed,
    LeaderSet,
    LeftPlay,
    MadeTheActive,
    ModelAdded,
    TokensSet,
    WentUnder,
)
from rules.game.events.turns import PassesSet
from rules.game.league.finished_off import succeed, taken_over
from rules.game.procedure.asks import Proc, one_of, spot
from rules.game.procedure.context import Game
from rules.game.procedure.hooks import Happening
from rules.game.procedure.timing import happen
from rules.game.scripts.statcards import StatCard
from rules.game.scripts.words import ArrivesActivated
from rules.game.setup.setup import new_model
from rules.game.state import Model, State, other
from rules.game.table_access.interface import Body
from rules.game.table_access.spots import Narrowed


def bury(g: Game, model: str, by: str = "") -> Proc[None]:
    """Off the table, still in play; ignored when Buried already (M3E-BURY-01, -05)."""
    if not g.model(model).on_table:
        return
    g.emit(WentUnder(model, by))
    yield from happen(g, Happening("buried", model=g.model(model), by=g.state.models.get(by)))


def unbury(
    g: Game,
    model: str,
    near: Body | tuple[Body, ...],
    inches: float = 0.0,
    *,
    chooser: int,
    apart: float = 0.0,
) -> Proc[None]:
    """Back within ``inches`` of a body (base contact), or of any of several, ``apart`` inches from enemies,
    placed by whose effect it is; where nothing fits its owner places it in the own Deployment Zone. Nothing
    that stops moves stops it (M3E-BURY-03)."""
    held = g.model(model)
    if held.where != "buried":
        return
    bodies = near if isinstance(near, tuple) else (near,)
    options = _apart(g, g.table.contact(g.state, held, bodies, inches), held, apart)
    if next(iter(options.listed()), None) is None:
        zone = g.crew(held.seat).zone or "south"
        options = g.table.zone(g.state, g.state.deployment or "standard", zone, held)
        chooser = held.seat
    x, y = yield from spot(
        chooser, "spot", options, rule="M3E-BURY-03", text=f"Where does {held.name} come up?", about=(model,)
    )
    yield from come_up(g, model, x, y)


def come_up(g: Game, model: str, x: float, y: float) -> Proc[None]:
    """The model is Unburied there."""
    g.emit(CameUp(model, x, y))
    yield from happen(g, Happening("unburied", model=g.model(model)))


def _apart(g: Game, options: Options, model: Model, inches: float) -> Options:
    """Those places farther than ``inches`` from every enemy."""
    if not inches:
        return options

    def far_enough(answer: Answer) -> bool:
        there = replace(model, x=float(answer[0]), y=float(answer[1]))
        return not any(
            g.table.gap(there, enemy) <= inches for enemy in g.state.on_table() if enemy.seat != model.seat
        )

    return Narrowed(options, far_enough)


SUMMON_TOKEN = "summon"  # noqa: S105 - a token on a card


def within_limits(g: Game, card: str, seat: int, leaving: tuple[str, ...] = ()) -> bool:
    """Whether the Crew may hold one more of that card. ``leaving`` are the originals of a Replace."""
    return room_for(g.setup.cards, g.state, g.setup.cards[card], seat, leaving)


def room_for(
    cards: Mapping[str, StatCard], state: State, printed: StatCard, seat: int, leaving: tuple[str, ...] = ()
) -> bool:
    """Copies up to the card's limit, a Totem with its Master (M3E-SUMM-05, -06)."""
    crew = [model for model in state.crew_of(seat) if model.id not in leaving]
    if sum(cards[model.card].printed_as == printed.printed_as for model in crew) >= printed.limit:
        return False
    return not printed.totem_for or any(model.name == printed.totem_for for model in crew)


def summon(
    g: Game,
    summoner: str,
    card: str,
    *,
    upgrade: str = "",
    near: Body | tuple[Body, ...] | None = None,
    inches: float = 0.0,
    apart: float = 0.0,
) -> Proc[str]:
    """A new model in the summoner's Crew, in base contact with it, or within ``inches`` of ``near`` and
    ``apart`` inches from enemies; its id, or nothing (M3E-SUMM-01 to -05).

    The opposing Crew gains a Pass Token. With no upgrade demanded it gains a Summon token; one that cannot be
    attached means no model.
    """
    source = g.model(summoner)
    if not within_limits(g, card, source.seat) or (upgrade and not crew_may_hold(g, upgrade, source.seat)):
        g.emit(Remark("The model cannot be added.", "M3E-SUMM-05"))
        return ""
    model = new_model(g.fresh_id("s"), g.setup.cards[card], source.seat)
    bodies = near if isinstance(near, tuple) else (near or source,)
    options = _apart(g, g.table.contact(g.state, model, bodies, inches), model, apart)
    if next(iter(options.listed()), None) is None:
        g.emit(Remark("There is no room for the model.", "M3E-SUMM-01"))
        return ""
    x, y = yield from spot(
        source.player,
        "spot",
        options,
        rule="M3E-SUMM-01",
        text=f"Where is {model.name} summoned?",
        about=(summoner,),
    )
    yield from summoned_to(g, replace(model, x=x, y=y), upgrade, summoner)
    return model.id


def summoned_to(g: Game, model: Model, upgrade: str = "", by: str = "") -> Proc[None]:
    """The model stands where it was Summoned, and what comes with that (M3E-SUMM-02 to -04)."""
    g.emit(ModelAdded(replace(model, where="table", summoned=g.state.turn), "summoned"))
    if upgrade:
        yield from attach_upgrade(g, model.id, upgrade, by)
    else:
        g.emit(TokensSet(SUMMON_TOKEN, 1, model.id))
    if any(True for _ in parts(g, g.model(model.id), ArrivesActivated)):
        g.emit(Activated(model.id))
    else:
        rival = other(model.seat)
        g.emit(PassesSet(rival, g.crew(rival).passes + 1, "the other Crew Summoned"))
    yield from happen(g, Happening("summoned", model=g.model(model.id), by=g.state.models.get(by)))


def attach_upgrade(g: Game, model: str, upgrade: str, by: str = "") -> Proc[bool]:
    """Attach it, and what reacts to that (M3E-HIRE-19, -20)."""
    if not attach(g, model, upgrade):
        return False
    facts = {"upgrade": upgrade}
    yield from happen(g, Happening("attached", model=g.model(model), by=g.state.models.get(by), facts=facts))
    return True


def discard_upgrade(g: Game, model: str, upgrade: str, by: str = "") -> Proc[bool]:
    """Discard it, and what reacts to that."""
    if not detach(g, model, upgrade):
        return False
    facts = {"upgrade": upgrade}
    yield from happen(
        g, Happening("upgrade_discarded", model=g.model(model), by=g.state.models.get(by), facts=facts)
    )
    return True


def ignored_for_own_scoring(g: Game, model: Model) -> bool:
    """In the Turn it is Summoned its own side's Strategies and Schemes ignore it (M3E-SUMM-04)."""
    return model.summoned == g.state.turn and model.summoned > 0


def replace_model(
    g: Game,
    originals: tuple[str, ...],
    cards: tuple[str, ...],
    *,
    seat: int | None = None,
    heals: int = 0,
    keep_upgrades: bool = False,
) -> Proc[tuple[str, ...]]:
    """The originals become models of ``cards``, in the Crew ``seat`` (their own); the new ids.

    Nothing happens when one cannot be placed or breaks a limit (M3E-REPL-01). ``keep_upgrades``: none is
    discarded.
    """
    old = [g.model(name) for name in originals]
    side = old[0].seat if seat is None else seat
    if not all(within_limits(g, card, side, originals) for card in cards):
        g.emit(Remark("The Replace breaks a model limit.", "M3E-REPL-01"))
        return ()
    new = yield from _step_1_place(g, old, cards, side)
    if not new:
        return ()
    yield from _step_2_health(g, old, new, heals)
    heir = yield from _step_3_carry_over(g, old, new, side, keep_upgrades)
    if side == old[0].seat:
        _step_4_inherit(g, old, heir)
        succeed(g, old, heir)
    activating = g.state.activating in originals
    spent = next((replaced for replaced in old if replaced.id == g.state.activating), old[0])
    _step_5_remove(g, old, side)
    if side != old[0].seat:
        yield from taken_over(g, old)
    for name in new:
        if g.model(name).health <= 0:
            yield from kill(g, name, source="Replace")
    _step_7_activation(g, old, new, heir, activating, spent)
    for name in new:
        if g.model(name).in_play:
            yield from happen(g, Happening("replaced", model=g.model(name), by=old[0]))
    return tuple(new)


def _step_1_place(g: Game, old: list[Model], cards: tuple[str, ...], side: int) -> Proc[list[str]]:
    """Each in base contact with any original (M3E-REPL-01). One lone original's own place is as good: the new
    base touches what it stands on."""
    new: list[str] = []
    for card in cards:
        model = new_model(g.fresh_id("s"), g.setup.cards[card], side)
        options = g.table.contact(g.state, model, tuple(old))
        if next(iter(options.listed()), None) is None:
            for name in new:
                g.emit(LeftPlay(name, "the Replace was cancelled"))
            g.emit(Remark("A model has no room: the Replace is cancelled.", "M3E-REPL-01"))
            return []
        x, y = yield from spot(
            side,
            "spot",
            options,
            rule="M3E-REPL-01",
            text=f"Where does {model.name} stand?",
            about=(old[0].id,),
        )
        g.emit(ModelAdded(change(model, x=x, y=y, where="table", health=0), "replaced"))
        new.append(model.id)
    return new


def _step_2_health(g: Game, old: list[Model], new: list[str], heals: int) -> Proc[None]:
    """The sum of the originals' Health, at most its own maximum; then the heals granted (M3E-REPL-02)."""
    total = sum(model.health for model in old)
    for name in new:
        g.emit(HealthSet(name, min(total, g.model(name).most), "Replace"))
        if heals:
            yield from heal(g, name, heals, dying=True)


def _step_3_carry_over(
    g: Game, old: list[Model], new: list[str], side: int, keep_upgrades: bool
) -> Proc[str]:
    """One new model gains all Conditions, at their values, and the tokens; Summon Upgrades move where they
    may be attached, others are discarded (M3E-REPL-03, M3E-COND-03)."""
    choices = [Choice(name, g.model(name).name, name) for name in new]
    heir = yield from one_of(
        side, "model", choices, rule="M3E-REPL-03", text="Which takes Conditions and tokens?", noted=g.emit
    )
    conditions: dict[str, int] = {}
    for model in old:
        for key, value in model.conditions.items():
            conditions[key] = max(value, conditions.get(key, 0))
    for key, value in conditions.items():
        yield from gain(g, heir, key, value, "Replace")
    for model in old:
        for key, number in model.tokens.items():
            g.emit(TokensSet(key, number + g.model(heir).tokens.get(key, 0), heir))
        for upgrade in model.upgrades:
            detach(g, model.id, upgrade)
            card = g.setup.upgrades.get(upgrade)
            if keep_upgrades or (card is not None and card.summon):
                attach(g, heir, upgrade)
    return heir


def _step_4_inherit(g: Game, old: list[Model], heir: str) -> None:
    """Within a Crew the heir takes what was aimed at the originals (M3E-REPL-04)."""
    for model in old:
        g.emit(Inherited(model.id, heir))
        if model.leader:
            g.emit(LeaderSet(model.id, False))
            g.emit(LeaderSet(heir, True))


def _step_5_remove(g: Game, old: list[Model], side: int) -> None:
    """The originals leave; in another Crew they count as killed, without any effect (M3E-REPL-05, -08)."""
    for model in old:
        if side != model.seat and g.policies.replaced_counts_as_kill:
            g.emit(Killed(model.id, model, source="Replace"))
        g.emit(LeftPlay(model.id, "replaced"))


def _step_7_activation(
    g: Game, old: list[Model], new: list[str], heir: str, activating: bool, spent: Model
) -> None:
    """Had one Activated, all new ones have; during an original's Activation one goes on with it (-07)."""
    if activating and g.model(heir).in_play:
        g.emit(MadeTheActive(heir))
        g.emit(Activated(heir, False, spent.acts, spent.bonus))
    done = any(model.activated for model in old)
    for name in new:
        if done and g.model(name).in_play and not (activating and name == heir):
            g.emit(Activated(name))
