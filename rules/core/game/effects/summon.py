"""Summoning and model limits (M3E-SUMM)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.game.asks import Proc, spot
from rules.core.game.context import Game
from rules.core.game.events.models import Attached, ModelAdded, TokensSet
from rules.core.game.events.talk import Remark
from rules.core.game.events.turns import PassesSet
from rules.core.game.ground import Body
from rules.core.game.hooks import Happening
from rules.core.game.setup import new_model
from rules.core.game.state import Model, other
from rules.core.game.timing import happen

SUMMON_TOKEN = "summon"  # noqa: S105 - a token on a card


def within_limits(g: Game, card: str, seat: int, leaving: tuple[str, ...] = ()) -> bool:
    """Whether the Crew may hold one more of that card: copies up to its limit, a Totem with its Master
    (M3E-SUMM-05, -06). ``leaving`` are the originals of a Replace."""
    printed = g.setup.cards[card]
    crew = [model for model in g.state.crew_of(seat) if model.id not in leaving]
    if sum(g.card(model).printed_as == printed.printed_as for model in crew) >= printed.limit:
        return False
    return not printed.totem_for or any(model.name == printed.totem_for for model in crew)


def summon(g: Game, summoner: str, card: str, *, upgrade: str = "", near: Body | None = None) -> Proc[str]:
    """A new model in the summoner's Crew, in base contact; its id, or nothing (M3E-SUMM-01 to -05).

    The opposing Crew gains a Pass Token. With no upgrade demanded it gains a Summon token; one that cannot be
    attached means no model.
    """
    source = g.model(summoner)
    if not within_limits(g, card, source.seat) or not _attachable(g, upgrade, source.seat):
        g.emit(Remark("The model cannot be added.", "M3E-SUMM-05"))
        return ""
    model = new_model(g.fresh_id("s"), g.setup.cards[card], source.seat)
    options = g.ground.contact(g.state, model, (near or source,))
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
    placed = replace(model, x=x, y=y, where="table", summoned=g.state.turn)
    g.emit(ModelAdded(placed, "summoned"))
    if upgrade:
        g.emit(Attached(model.id, upgrade))
    else:
        g.emit(TokensSet(SUMMON_TOKEN, 1, model.id))
    rival = other(source.seat)
    g.emit(PassesSet(rival, g.crew(rival).passes + 1, "the other Crew Summoned"))
    yield from happen(g, Happening("summoned", model=g.model(model.id), by=source))
    return model.id


def _attachable(g: Game, upgrade: str, seat: int) -> bool:
    """Whether the Crew may hold one more copy of the Upgrade (M3E-SUMM-03, M3E-HIRE-19)."""
    if not upgrade:
        return True
    if upgrade not in g.setup.upgrades:
        return False
    held = sum(model.upgrades.count(upgrade) for model in g.state.crew_of(seat))
    return held < g.setup.upgrades[upgrade].copies


def ignored_for_own_scoring(g: Game, model: Model) -> bool:
    """In the Turn it is Summoned its own side's Strategies and Schemes ignore it (M3E-SUMM-04)."""
    return model.summoned == g.state.turn and model.summoned > 0
