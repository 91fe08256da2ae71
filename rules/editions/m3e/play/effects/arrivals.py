"""Models that leave or enter play: Bury and Unbury (M3E-BURY), Summon and model limits (M3E-SUMM), Replace
(M3E-REPL), Upgrades attached and discarded."""

from __future__ import annotations

from msgspec.structs import replace
from msgspec.structs import replace as change

from rules.dialogue import Answer, Choice, Options
from rules.editions.m3e.hand import room_for
from rules.editions.m3e.play.abilities.held import parts
from rules.editions.m3e.play.effects import lasting
from rules.editions.m3e.play.effects.conditions import gain
from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.upgrades import attach, detach, may_bear
from rules.editions.m3e.play.finished_off import succeed, taken_over
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.words import ArrivesActivated, NotScoring
from rules.editions.m3e.zones import zone_named
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
from rules.game.procedure.asks import Proc, one_of, spot
from rules.game.setup.setup import new_model
from rules.game.state import Model, other
from rules.game.table_access.interface import Body, elevation_at
from rules.game.table_access.spots import Narrowed


def bury(g: Game, model: str, by: str = "") -> Proc[None]:
    """Bury the model: it leaves the table but stays in play. Nothing happens to a Buried model (M3E-BURY-01,
    -05)."""
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
    no_zone: bool = False,
) -> Proc[bool]:
    """Put the model back on the table within ``inches`` of a body or of any of several (0 is base contact),
    ``apart`` inches from enemies, placed by the player of the effect. If it fits nowhere there, or none of
    them is there, its owner places it in the own Deployment Zone, but not with ``no_zone``. Return whether
    it came up. Effects that stop moves do not apply (M3E-BURY-03)."""
    held = g.model(model)
    if held.where != "buried":
        return False
    bodies = near if isinstance(near, tuple) else (near,)
    options = _apart(g, g.table.contact(g.state, held, bodies, inches), held, apart)
    if not bodies or next(iter(options.listed()), None) is None:
        if no_zone:
            return False
        area = zone_named(g.state.deployment, g.crew(held.seat).zone or "south")
        options = g.table.zone(g.state, area, held)
        chooser = held.seat
    x, y = yield from spot(
        chooser, "spot", options, rule="M3E-BURY-03", text=f"Where does {held.name} come up?", about=(model,)
    )
    yield from come_up(g, model, x, y, elevation_at(options, x, y) or 0.0)
    return True


def come_up(g: Game, model: str, x: float, y: float, elevation: float = 0.0) -> Proc[None]:
    """Unbury the model at (x, y); what holds while it is Buried ends."""
    g.emit(CameUp(model, x, y, elevation))
    for effect in g.state.lasting:
        if effect.data.get("buried") == model:
            lasting.finish(g, effect)
    yield from happen(g, Happening("unburied", model=g.model(model)))


def _apart(g: Game, options: Options, model: Model, inches: float) -> Options:
    """The places farther than ``inches`` from every enemy."""
    if not inches:
        return options

    def far_enough(answer: Answer) -> bool:
        x, y = float(answer[0]), float(answer[1])
        there = replace(model, x=x, y=y, elevation=elevation_at(options, x, y) or 0.0)
        return not any(
            g.table.gap(there, enemy) <= inches for enemy in g.state.on_table() if enemy.seat != model.seat
        )

    return Narrowed(options, far_enough)


SUMMON_TOKEN = "summon"  # noqa: S105 - a token on a card


def within_limits(
    g: Game, card: str, seat: int, leaving: tuple[str, ...] = (), coming: tuple[str, ...] = ()
) -> bool:
    """Whether the Crew may hold one more of that card. ``leaving`` are the originals of a Replace,
    which no longer count, ``coming`` the cards that it brings besides."""
    return room_for(g.cards, g.state, g.cards[card], seat, leaving, coming)


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
    """Summon a model into the summoner's Crew, in base contact with it, or within ``inches`` of ``near`` and
    ``apart`` inches from enemies. Return its id, empty when it did not arrive (M3E-SUMM-01 to -05).

    The opposing Crew gains a Pass Token. A model without a demanded Upgrade gains a Summon token; if a
    demanded Upgrade cannot be attached the model does not arrive.
    """
    source = g.model(summoner)
    if not within_limits(g, card, source.seat) or (upgrade and not may_bear(g, upgrade, card, source.seat)):
        g.emit(Remark("The model cannot be added.", "M3E-SUMM-05"))
        return ""
    model = new_model(g.fresh_id("s"), g.cards[card], source.seat)
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
        mm=model.mm,
    )
    there = replace(model, x=x, y=y, elevation=elevation_at(options, x, y) or 0.0)
    yield from summoned_to(g, there, upgrade, summoner)
    return model.id


def summoned_to(g: Game, model: Model, upgrade: str = "", by: str = "") -> Proc[None]:
    """Apply what follows once the Summoned model is on the table: token or Upgrade, Pass Token, reactions
    (M3E-SUMM-02 to -04)."""
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


HAD = "had the Upgrade "
"""The name of the note, kept for the Turn, that a model discarded an Upgrade."""


def attach_upgrade(g: Game, model: str, upgrade: str, by: str = "") -> Proc[bool]:
    """Attach the Upgrade and resolve the reactions; return whether it was attached (M3E-HIRE-19, -20)."""
    if not attach(g, model, upgrade):
        return False
    facts = {"upgrade": upgrade}
    yield from happen(g, Happening("attached", model=g.model(model), by=g.state.models.get(by), facts=facts))
    return True


def discard_upgrade(g: Game, model: str, upgrade: str, by: str = "") -> Proc[bool]:
    """Discard the Upgrade and resolve the reactions; return whether the model had it."""
    if not detach(g, model, upgrade):
        return False
    if "attached" in g.moments:
        lasting.begin(g, f"{HAD}{upgrade}", model, until="turn", data={"had": upgrade})
    facts = {"upgrade": upgrade}
    yield from happen(
        g, Happening("upgrade_discarded", model=g.model(model), by=g.state.models.get(by), facts=facts)
    )
    return True


def ignored_for_own_scoring(g: Game, model: Model) -> bool:
    """Whether the Strategies and Schemes of its own side ignore the model: in the Turn it was Summoned
    (M3E-SUMM-04), or by an ability."""
    if model.summoned == g.state.turn and model.summoned > 0:
        return True
    return any(True for _ in parts(g, model, NotScoring))


def replace_model(
    g: Game,
    originals: tuple[str, ...],
    cards: tuple[str, ...],
    *,
    seat: int | None = None,
    heals: int = 0,
    by: str = "",
    keep_upgrades: bool = False,
) -> Proc[tuple[str, ...]]:
    """Replace the originals by models of ``cards`` in the Crew of ``seat`` (by default their own); return the
    new ids. Each new model heals ``heals`` by the effect of the model ``by``.

    Nothing happens when a model cannot be placed or breaks a limit (M3E-REPL-01). With ``keep_upgrades`` no
    Upgrade is discarded. Of several new models the player chooses one to take Conditions, tokens and
    Upgrades, one that stands for the originals, and one that continues an Activation (M3E-REPL-03, -04, -06).
    """
    old = [g.model(name) for name in originals]
    side = old[0].seat if seat is None else seat
    if not all(within_limits(g, card, side, originals, cards[:n]) for n, card in enumerate(cards)):
        g.emit(Remark("The Replace breaks a model limit.", "M3E-REPL-01"))
        return ()
    new = yield from _step_1_place(g, old, cards, side)
    if not new:
        return ()
    yield from _step_2_health(g, old, new, heals, by)
    yield from _step_3_carry_over(g, old, new, side, keep_upgrades)
    if side == old[0].seat:
        heir = yield from _step_4_inherit(g, old, new)
        succeed(g, old, heir)
        for in_progress in g.in_progress:
            in_progress.follow(originals, g.model(heir))
    activating = g.state.activating in originals
    spent = next((replaced for replaced in old if replaced.id == g.state.activating), old[0])
    _step_5_remove(g, old, side)
    if side != old[0].seat:
        yield from taken_over(g, old)
    for name in new:
        if g.model(name).health <= 0:
            yield from kill(g, name, source="Replace")
    yield from _step_7_activation(g, old, new, spent if activating else None)
    for name in new:
        if g.model(name).in_play:
            yield from happen(g, Happening("replaced", model=g.model(name), by=old[0]))
    return tuple(new)


def _step_1_place(g: Game, old: list[Model], cards: tuple[str, ...], side: int) -> Proc[list[str]]:
    """Place each new model in base contact with any original (M3E-REPL-01); return the ids. One new model may
    take the exact place of a single original."""
    new: list[str] = []
    for card in cards:
        model = new_model(g.fresh_id("s"), g.cards[card], side)
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
            mm=model.mm,
        )
        level = elevation_at(options, x, y) or 0.0
        g.emit(ModelAdded(change(model, x=x, y=y, elevation=level, where="table", health=0), "replaced"))
        new.append(model.id)
    return new


def _one_of_new(g: Game, new: list[str], rule: str, text: str) -> Proc[str]:
    """The new model that the player chooses; a single one is not asked about."""
    choices = [Choice(name, g.model(name).name, name) for name in new]
    return (yield from one_of(g.model(new[0]).seat, "model", choices, rule=rule, text=text, forced=True))


def _step_2_health(g: Game, old: list[Model], new: list[str], heals: int, by: str) -> Proc[None]:
    """Give each new model the sum of the originals' Health, up to its maximum, then the heals granted
    (M3E-REPL-02)."""
    total = sum(model.health for model in old)
    for name in new:
        g.emit(HealthSet(name, min(total, g.model(name).most), "Replace"))
        if heals:
            yield from heal(g, name, heals, by, dying=True)


def _step_3_carry_over(
    g: Game, old: list[Model], new: list[str], side: int, keep_upgrades: bool
) -> Proc[None]:
    """Give one new model all Conditions at their values and all tokens. Upgrades of Summoned models move if
    they may be attached; others are discarded (M3E-REPL-03). Gained from several originals, Conditions add
    up or cancel as always (M3E-COND-01, -03)."""
    choices = [Choice(name, g.model(name).name, name) for name in new]
    heir = yield from one_of(
        side, "model", choices, rule="M3E-REPL-03", text="Which takes Conditions and tokens?", noted=g.emit
    )
    for model in old:
        for key, value in model.conditions.items():
            yield from gain(g, heir, key, value, "Replace")
    for model in old:
        for key, number in model.tokens.items():
            g.emit(TokensSet(key, number + g.model(heir).tokens.get(key, 0), heir))
        for upgrade in model.upgrades:
            detach(g, model.id, upgrade)
            card = g.upgrades.get(upgrade)
            if keep_upgrades or (card is not None and card.summon):
                attach(g, heir, upgrade)


def _step_4_inherit(g: Game, old: list[Model], new: list[str]) -> Proc[str]:
    """Make one new model the target of everything that was aimed at the originals, within one Crew
    (M3E-REPL-04); return it. The player is asked even when nothing was aimed at them: the question would
    reveal the opponent's secret Scheme."""
    heir = yield from _one_of_new(g, new, "M3E-REPL-04", "Which stands for the model Replaced?")
    for model in old:
        g.emit(Inherited(model.id, heir))
        g.heirs[model.id] = heir
        if model.leader:
            g.emit(LeaderSet(model.id, False))
            g.emit(LeaderSet(heir, True))
    return heir


def _step_5_remove(g: Game, old: list[Model], side: int) -> None:
    """Remove the originals. When the new models joined another Crew, policy ``replaced_counts_as_kill`` says
    whether the originals count as killed; nothing reacts to it (M3E-REPL-05, -08)."""
    for model in old:
        if side != model.seat and g.policies.replaced_counts_as_kill:
            g.emit(Killed(model.id, model, source="Replace"))
        g.emit(LeftPlay(model.id, "replaced"))


def _step_7_activation(g: Game, old: list[Model], new: list[str], spent: Model | None) -> Proc[None]:
    """Mark the new models as Activated if an original had Activated; let one of them continue the Activation
    of ``spent``, the original that was Activating (M3E-REPL-06)."""
    left = [name for name in new if g.model(name).in_play]
    if spent is not None and left:
        active = yield from _one_of_new(g, left, "M3E-REPL-06", "Which continues the Activation?")
        g.emit(MadeTheActive(active))
        g.emit(Activated(active, False, spent.acts, spent.bonus))
        left.remove(active)
    if any(model.activated for model in old):
        for name in left:
            g.emit(Activated(name))
