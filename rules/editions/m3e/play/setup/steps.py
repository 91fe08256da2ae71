"""Set-up, steps C, D and I to K, with deployment as step J (M3E-SETUP). Steps A and B are agreed before
(``before.py``); E to H too when the Crews were hired before, otherwise they are played between D and I
(``hire_steps.py``)."""

from __future__ import annotations

from math import cos, pi, sin

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, OneOf, Options, Several
from rules.editions.m3e.play.abilities.held import parts
from rules.editions.m3e.play.by_hand.performing import prompt_side
from rules.editions.m3e.play.effects.markers import drop
from rules.editions.m3e.play.procedure.cards import clear, reveal, shuffle, take
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.scoring.digests import digest_of
from rules.editions.m3e.play.scoring.registry import (
    SCHEMES,
    scheme_by_number,
    strategy_in_play,
    strategy_of_suit,
)
from rules.editions.m3e.play.setup.hire_steps import hire
from rules.editions.m3e.scripts.words import Deploys
from rules.editions.m3e.setup import DEPLOYMENTS
from rules.editions.m3e.zones import zone_named
from rules.fate.cards import FULL_DECK, Card
from rules.game.events.cards import AsideReturned, CardSetAside, ConflictCleared, DeckLaid
from rules.game.events.table import Moved, WentUnder
from rules.game.events.turns import ScenarioSet, SchemesChosen, TurnBegan, ZoneTaken
from rules.game.narration import Names
from rules.game.procedure.asks import Ask, AskEach, Proc, one_of, spot
from rules.game.state import Marker, Model, Scheme, other
from rules.game.table_access.interface import elevation_at
from rules.game.table_access.spots import Narrowed
from rules.table.bases import Base
from rules.table.measuring import at_most
from rules.table.zones import Zone

__all__ = [
    "begin",
    "clear",
]


SCHEMES_IN_POOL = 5
NOBODY = "Nobody"
"""The label of an empty group."""


def begin(g: Game) -> Proc[None]:
    """Run the set-up: scenario, pool, Crews, secret Schemes, deployment, full decks, start-of-game effects;
    then Turn 1 begins."""
    for seat in (0, 1):
        yield from first_shuffle(g, seat)
    yield from step_c_scenario(g)
    yield from hire(g)
    yield from step_i_schemes(g)
    strategy = strategy_in_play(g)
    if strategy is not None:
        yield from strategy.lay(g)
    yield from lay(g)
    yield from deploy(g)
    if strategy is not None:
        yield from strategy.begin(g)
    yield from step_k_start(g)


def first_shuffle(g: Game, seat: int) -> Proc[None]:
    """Shuffle and cut a full deck of 54 cards before any flip (M3E-SETUP-04, M3E-FATE-01)."""
    if not g.crew(seat).cards:
        g.emit(DeckLaid(seat, FULL_DECK))
    yield from shuffle(g, seat)


def step_c_scenario(g: Game) -> Proc[None]:
    """Flip for Attacker and Defender (the higher card; jokers and ties again); their suits give Strategy and
    Deployment; then flip the pool. What was agreed is not flipped for (M3E-SETUP-01, -04 to -06, -15)."""
    setup = g.setup
    attacker, strategy, deployment = setup.attacker, setup.strategy, setup.deployment
    if attacker is None or not strategy or not deployment:
        cards = yield from _rivals(g)
        if attacker is None:
            attacker = int(cards[1].value > cards[0].value)
        strategy = strategy or strategy_of_suit(cards[attacker].suit)
        deployment = deployment or DEPLOYMENTS[cards[other(attacker)].suit]
    pool = setup.pool
    if not pool:
        pool = yield from _pool(g, attacker)
    g.emit(ScenarioSet(attacker, strategy, deployment, pool))


def _flip_one(g: Game, seat: int, why: str) -> Proc[Card]:
    """Flip one card for the scenario; it stays aside until step K (M3E-SETUP-15)."""
    flip = yield from reveal(g, seat, 0, 0, why)
    yield from take(g, flip)
    assert flip.card is not None
    return flip.card


def _rivals(g: Game) -> Proc[tuple[Card, Card]]:
    while True:
        cards: list[Card] = []
        for seat in (0, 1):
            while (card := (yield from _flip_one(g, seat, "scenario"))).is_joker:
                g.emit(ConflictCleared(seat, (card,)))
            cards.append(card)
        for seat, card in enumerate(cards):
            g.emit(CardSetAside(seat, card))
        if cards[0].value != cards[1].value:
            return cards[0], cards[1]


def _pool(g: Game, attacker: int) -> Proc[tuple[str, ...]]:
    """Flip five Schemes by value; jokers and repeated values again (M3E-SETUP-15)."""
    schemes: list[str] = []
    while len(schemes) < min(SCHEMES_IN_POOL, len(SCHEMES)):
        card = yield from _flip_one(g, attacker, "scheme")
        name = "" if card.is_joker else scheme_by_number(card.value)
        if name and name not in schemes:
            schemes.append(name)
            g.emit(CardSetAside(attacker, card))
        else:
            g.emit(ConflictCleared(attacker, (card,)))
    return tuple(schemes)


def step_i_schemes(g: Game) -> Proc[None]:
    """Let each player secretly pick two Schemes of the pool and write down what they require
    (M3E-SETUP-18)."""
    pool = [Choice(name, name) for name in g.state.pool]
    count = min(g.rules.schemes_each, len(pool))
    if not count:
        return
    asks = tuple(
        Ask(
            seat=seat,
            kind="schemes",
            options=Several(tuple(pool), count, count),
            rule="M3E-SETUP-18",
            text=f"{_aim(g)}Choose {count} Schemes.",
        )
        for seat in (0, 1)
    )
    answers = yield AskEach(asks)
    for seat in (0, 1):
        g.emit(SchemesChosen(seat, tuple(Scheme(name=str(name)) for name in answers[seat])))
    yield from _secrets(g, count)


def _aim(g: Game) -> str:
    """The Strategy with what it scores."""
    digest = digest_of(g.state.strategy)
    return f"{g.state.strategy}: {digest} " if digest else ""


def _secrets(g: Game, count: int) -> Proc[None]:
    """Ask both players for each of their Schemes, also those that require nothing: the question would reveal
    which Scheme it is."""
    written: dict[int, list[Scheme]] = {0: [], 1: []}
    for number in range(count):
        asks = tuple(_secret_ask(g, seat, number) for seat in (0, 1))
        answers = yield AskEach(asks)
        for seat in (0, 1):
            held = g.crew(seat).schemes[number]
            written[seat].append(Scheme(name=held.name, secret=_as_secret(str(answers[seat]))))
    for seat in (0, 1):
        g.emit(SchemesChosen(seat, tuple(written[seat])))


def _secret_ask(g: Game, seat: int, number: int) -> Ask:
    return secret_of(g, seat, g.crew(seat).schemes[number].name)


def secret_of(g: Game, seat: int, scheme: str) -> Ask:
    """What that player writes down for the Scheme."""
    secrets = SCHEMES[scheme].secrets(g, seat) if scheme in SCHEMES else ()
    choices = tuple(secrets) or (Choice("", "Nothing to write down"),)
    return Ask(
        seat=seat,
        kind="secret",
        options=OneOf(choices),
        rule="M3E-SETUP-18",
        text=f"{scheme}: what do you write down? {digest_of(scheme)}".strip(),
    )


def _as_secret(key: str) -> dict[str, str]:
    """``"model=b2"`` or ``"friend=a1 enemy=b2"`` as a dict of names and ids."""
    return dict(part.split("=", 1) for part in key.split() if "=" in part)


def step_k_start(g: Game) -> Proc[None]:
    """Shuffle and cut all 54 cards, resolve start-of-game effects in the Attacker's order, and begin Turn 1
    without another shuffle (M3E-SETUP-20)."""
    for seat in (0, 1):
        g.emit(AsideReturned(seat))
    for seat in g.seats():
        yield from shuffle(g, seat)
    yield from happen(g, Happening("game_begins"))
    if g.setup.terms is not None and g.setup.terms.effect:
        text = f"{g.setup.terms.event}. {g.setup.terms.effect}"
        yield from prompt_side(g, g.seats()[0], text, rule="SL-EVENT-03")
    g.emit(TurnBegan(1))


def lay(g: Game) -> Proc[None]:
    """Lay the markers of the set-up, on top of whatever is there."""
    for marker in g.setup.markers:
        yield from drop(
            g,
            marker.kind,
            marker.x,
            marker.y,
            seat=marker.seat,
            mm=marker.mm,
            name=marker.name,
            traits=marker.traits,
            hazard=marker.hazard,
            hazard_value=marker.hazard_value,
            size=marker.size,
            elevation=g.table.level(g.state, marker),
        )


ENDS = {"south": "north", "north": "south"}


def deploy(g: Game) -> Proc[None]:
    """Deploy: the Attacker picks a zone and splits the Crew; the Defender says which group comes first and
    deploys everything; the Attacker deploys the rest."""
    attacker = g.state.attacker
    defender = other(attacker)
    if not g.crew(attacker).zone:
        end = str((yield zone_of(attacker)))
        g.emit(ZoneTaken(attacker, end))
        g.emit(ZoneTaken(defender, ENDS[end]))
    waiting = [model.id for model in g.state.models.values() if model.where == "reserve"]
    own = [name for name in waiting if g.model(name).seat == attacker]
    group = []
    if own:
        group = yield group_of(g, attacker, own)
    first, second = [str(name) for name in group], [name for name in own if name not in group]
    if own:
        groups = (Choice("first", _named(g, first)), Choice("second", _named(g, second)))
        key = yield from one_of(
            defender,
            "first",
            groups,
            rule="M3E-SETUP-19",
            text="Which group does the Attacker deploy first?",
        )
        if key == "second":
            first, second = second, first
    for names in (first, [name for name in waiting if g.model(name).seat == defender], second):
        for name in names:
            yield from deploy_one(g, name)


ZONES = (Choice("south", "South"), Choice("north", "North"))


def zone_of(attacker: int) -> Ask:
    """Which end of the table the Attacker takes (M3E-SETUP-19)."""
    text = "Which Deployment Zone?"
    return Ask(seat=attacker, kind="zone", options=OneOf(ZONES), rule="M3E-SETUP-19", text=text)


def group_of(g: Game, attacker: int, own: list[str]) -> Ask:
    """Which of them the Attacker deploys first, or last (M3E-SETUP-19)."""
    choices = tuple(Choice(name, g.model(name).name, name) for name in own)
    return Ask(
        seat=attacker,
        kind="group",
        options=Several(choices, 0, len(own)),
        rule="M3E-SETUP-19",
        text="Which models form the first group?",
    )


def _named(g: Game, names: list[str]) -> str:
    """The names of a group, as the Defender sees it. A group may be empty."""
    return ", ".join(map(Names(g.state), names)) or NOBODY


def deploy_one(g: Game, name: str) -> Proc[None]:
    """Deploy a model completely within its own zone, or where an ability allows it."""
    model = g.model(name)
    options = g.table.zone(g.state, zone_named(g.state.deployment, g.crew(model.seat).zone), model)
    for part in parts(g, model, Deploys):
        if part.buried:
            g.emit(WentUnder(name))
            return
        options = _elsewhere(g, model, options, part)
    x, y = yield from spot(
        model.seat,
        "deploy",
        options,
        rule="M3E-SETUP-19",
        text=f"Where is {model.name} deployed?",
        about=(name,),
    )
    g.emit(Moved(name, x, y, elevation_at(options, x, y) or 0.0, "deploy"))
    yield from happen(g, Happening("deployed", model=g.model(name)))


def _elsewhere(g: Game, model: Model, own_zone: Options, part: Deploys) -> Options:
    """The places outside the zone that an ability allows: anywhere but within some inches of the enemy zone
    or of enemy models, or within some inches of the zone (M3E-MEAS-03)."""
    crew = g.crew(model.seat)
    centre = Marker(id="", kind="centre", x=g.table.width / 2, y=g.table.depth / 2)
    everywhere = g.table.contact(g.state, model, (centre,), g.table.width + g.table.depth)
    own = zone_named(g.state.deployment, crew.zone)
    enemy = zone_named(g.state.deployment, ENDS[crew.zone])

    def allowed(answer: Answer) -> bool:
        if own_zone.contains(answer):
            return True
        x, y = float(answer[0]), float(answer[1])
        there = replace(model, x=x, y=y, where="table")
        foes = [held for held in g.state.on_table() if held.seat != model.seat]
        if part.beyond_models and any(at_most(g.table.gap(there, held), part.beyond_models) for held in foes):
            return False
        if part.beyond_zone and enemy.within(Base("", x, y, model.mm), part.beyond_zone):
            return False
        return part.anywhere or _near_zone(own, x, y, part.farther, model.mm)

    step = 3
    marks = [
        (float(x), float(y))
        for x in range(step, int(g.table.width), step)
        for y in range(step, int(g.table.depth), step)
    ]
    return Narrowed(everywhere, allowed, tuple(marks))


def _near_zone(area: Zone, x: float, y: float, inches: float, mm: float) -> bool:
    """Whether the base is in the zone or within that many inches of it."""
    if area.apart(x, y) > inches:
        return False
    turns = [(cos(pi * turn / 8), sin(pi * turn / 8)) for turn in range(16)]
    steps = [inches * share / 4 for share in range(1, 5)]
    shifts = [(0.0, 0.0), *((ux * far, uy * far) for ux, uy in turns for far in steps)]
    return any(area.holds(Base("", x + dx, y + dy, mm)) for dx, dy in shifts)
