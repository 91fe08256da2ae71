"""Corrupted Idols (M3E-STRAT-14 to -19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot

from rules.dialogue import Choice
from rules.editions.m3e.play.actions.general import Interaction, interaction
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.effects.markers import drop
from rules.editions.m3e.play.effects.movement import move_marker
from rules.editions.m3e.play.procedure.cards import clear, reveal, take
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, reacts
from rules.editions.m3e.play.procedure.in_progress import Flip, Hit
from rules.editions.m3e.play.procedure.table_areas import centreline, completely_on_half, end_of
from rules.editions.m3e.play.scoring.places import STRATEGY, matters, strategy_markers
from rules.editions.m3e.play.scoring.registry import strategy
from rules.editions.m3e.play.scoring.wants import STEP_OF_STRATEGY, Goal, Wants, marker_goal
from rules.fate.cards import Card
from rules.game.events.announcements import Remark
from rules.game.procedure.asks import Proc, number, one_of, spot
from rules.game.state import Marker, Model, Scheme, other
from rules.game.table_access.interface import Body, elevation_at
from rules.game.table_access.spots import grid
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.geometry.plane import Point

NAME = "Corrupted Idols"
FROM_THE_END = 8.0
MOST_DAMAGE = 3
STEP = 0.05


@strategy
class CorruptedIdols(Wants):
    """A new Marker appears every Turn; each side wants them wholly on the opponent's half."""

    name, suit = NAME, "mask"

    def lay(self, g: Game) -> Proc[None]:
        yield from ()

    def begin(self, g: Game) -> Proc[None]:
        yield from ()

    def count(self, g: Game, seat: int) -> int:
        return sum(completely_on_half(g, marker, other(seat)) for marker in strategy_markers(g))

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        for marker in strategy_markers(g):
            if not completely_on_half(g, marker, other(seat)):
                yield marker_goal(marker, STEP_OF_STRATEGY, "idol")


# The new Marker of a Turn


@reacts("initiative_known")
def every_turn(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    if g.state.strategy == NAME:
        flips: list[Flip] = happening.facts["flips"]
        seat = g.state.initiative
        yield PendingReaction(
            "idols", seat, NAME, lambda: new_idol(g, seat, flips[seat]), rule="M3E-STRAT-14"
        )


def new_idol(g: Game, seat: int, flip: Flip) -> Proc[None]:
    """Put a Marker on the centreline where the suit of that player's initiative card says; a Joker is flipped
    again (M3E-STRAT-14, -15)."""
    card = flip.card if g.policies.idol_card == "conflict" else flip.flipped
    assert card is not None
    suit = card.suit if not card.is_joker else (yield from _again(g, seat))
    along = yield from _place_of(g, seat, suit)
    places = free_places(g, along)
    if not places:
        g.emit(Remark("There is no room for the Strategy Marker.", "M3E-STRAT-16"))
        return
    choices = [Choice(f"{x:g},{y:g}", f"({x:g}, {y:g})") for x, y in places]
    key = yield from one_of(
        seat, "spot", choices, rule="M3E-STRAT-16", text="Where does the Strategy Marker lie?", noted=g.emit
    )
    x, y = places[[choice.key for choice in choices].index(key)]
    lying = Marker(id="", kind=STRATEGY, x=x, y=y, mm=g.rules.marker_mm)
    yield from drop(g, STRATEGY, x, y, seat=None, name=NAME, elevation=g.table.level(g.state, lying))


def _again(g: Game, seat: int) -> Proc[str]:
    while True:
        flip = yield from reveal(g, seat, 0, 0, "the Strategy Marker")
        yield from take(g, flip)
        card: Card | None = flip.card
        assert card is not None
        clear(g, flip)
        if not card.is_joker:
            return card.suit


def _place_of(g: Game, seat: int, suit: str) -> Proc[float]:
    """How far along the centreline the place is, in inches from its left end as that player sees
    it."""
    size = _length(g)
    if suit == "ram":
        return _from_south(g, seat, size / 2)
    if suit == "mask":
        return _from_south(g, seat, FROM_THE_END)
    if suit == "tome":
        return _from_south(g, seat, size - FROM_THE_END)
    ends = (Choice("left", "The left end"), Choice("right", "The right end"))
    end = yield from one_of(
        seat, "spot", ends, rule="M3E-STRAT-14", text="At which end of the centreline does the Marker lie?"
    )
    return _inward(g, _from_south(g, seat, 0.0 if end == "left" else size))


def _length(g: Game) -> float:
    (ax, ay), (bx, by) = centreline(g)
    return hypot(bx - ax, by - ay)


def _from_south(g: Game, seat: int, along: float) -> float:
    """The same place in inches from the left end as the player in the south sees it."""
    return along if end_of(g, seat) == "south" else _length(g) - along


def at(g: Game, along: float) -> Point:
    """The place that many inches along the centreline, on the grid."""
    (ax, ay), (bx, by) = centreline(g)
    share = along / _length(g)
    x, y = grid(ax + (bx - ax) * share, ay + (by - ay) * share)
    return x, y


def _on_table(g: Game, place: Point) -> bool:
    own = g.rules.marker_mm / 2 * MM - TOUCH
    return own <= place[0] <= g.table.width - own and own <= place[1] <= g.table.depth - own


def _inward(g: Game, along: float) -> float:
    """The place moved from an end of the line toward the middle until the base is on the table
    (M3E-STRAT-15)."""
    middle = _length(g) / 2
    off, on = along, middle
    for _ in range(32):
        half = (off + on) / 2
        off, on = (off, half) if _on_table(g, at(g, half)) else (half, on)
    return on


def free_places(g: Game, along: float) -> list[Point]:
    """The place itself when nothing is in the way; otherwise the nearest places on the centreline to
    either side, touching what is there but not overlapping it (M3E-STRAT-16)."""
    if not blockers(g, at(g, along)):
        return [at(g, along)]
    places: list[Point] = []
    for name in blockers(g, at(g, along)):
        for way in (-1.0, 1.0):
            place = _beside(g, along, way, name)
            if place is not None and not blockers(g, place) and place not in places:
                places.append(place)
    return places


def _beside(g: Game, along: float, way: float, name: str) -> Point | None:
    """The nearest place in that direction along the line that does not overlap ``name``; ``None`` off
    the table."""
    far = along
    while name in blockers(g, at(g, far)):
        far += way * STEP
        if not 0.0 <= far <= _length(g):
            return None
    near = far - way * STEP
    for _ in range(16):
        half = (near + far) / 2
        near, far = (half, far) if name in blockers(g, at(g, half)) else (near, half)
    return at(g, far) if _on_table(g, at(g, far)) else None


def blockers(g: Game, place: Point) -> tuple[str, ...]:
    """What a Strategy Marker there would overlap: other ones, models, Impassable terrain."""
    new = Marker(id="idol", kind=STRATEGY, x=place[0], y=place[1], mm=g.rules.marker_mm)
    bodies: list[Body] = [*strategy_markers(g), *g.state.on_table()]
    blocking = [
        body.id
        for body in bodies
        if hypot(body.x - new.x, body.y - new.y) < (body.mm + new.mm) / 2 * MM - TOUCH
    ]
    terrain = g.table.terrain_at(g.state, new, trait="impassable", overlapping=True)
    return tuple(dict.fromkeys([*blocking, *terrain]))


# Moving a Marker


@interaction
def bleed(g: Game, model: Model) -> Iterator[Interaction]:
    """Offer to suffer damage to move a Marker in base contact (M3E-STRAT-17, -18)."""
    if g.state.strategy != NAME or not matters(g, model, model.seat):
        return
    for marker in strategy_markers(g):
        if g.table.touching(marker, model):
            yield Interaction(
                f"idol:{marker.id}",
                f"Move Strategy Marker {marker.id.upper()}",
                _bleeding(g, marker.id, model.id),
            )


def _bleeding(g: Game, marker: str, name: str) -> Callable[[], Proc[None]]:
    def perform() -> Proc[None]:
        model = g.model(name)
        may_die = model.player == model.seat and g.policies.idol_suicide
        amount = yield from number(
            model.player,
            "number",
            0,
            min(MOST_DAMAGE, model.health if may_die else model.health - 1),
            rule="M3E-STRAT-17",
            text="How much damage does it suffer?",
        )
        hit = Hit(name, amount, by=name, source="idol", irreducible=True)
        suffered = yield from damage(g, hit)
        if suffered:
            yield from _redrop(g, marker, suffered, name)

    return perform


def _redrop(g: Game, marker: str, inches: int, name: str) -> Proc[None]:
    """Drop the Marker within that many inches of where it was, touching no model and no Impassable terrain;
    the base that is tested is slightly larger than the Marker."""
    held = g.state.markers[marker]
    apart = [(model, 0.002) for model in g.state.on_table()]
    options = g.table.spots(g.state, held, inches - 0.002, held.mm + 0.1, apart=apart)
    if next(iter(options.listed()), None) is None:
        return
    x, y = yield from spot(
        g.model(name).player,
        "spot",
        options,
        rule="M3E-STRAT-17",
        text="Where does the Marker go?",
        about=(name,),
    )
    yield from move_marker(g, marker, x, y, name, placed=True, level=elevation_at(options, x, y))
