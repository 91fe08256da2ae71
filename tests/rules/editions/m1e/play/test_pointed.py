"""What a tap on the table proposes in the First Edition: each proposal is legal, a sure one is done, and each
Action costs its price."""

from __future__ import annotations

from collections.abc import Generator
from math import cos, hypot, radians, sin
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.editions.m1e.play.actions import menu
from rules.editions.m1e.play.damage import kill
from rules.editions.m1e.play.figures import Figure, ReactionM1, Spell, Talent
from rules.editions.m1e.play.ground.pieces import of_first_edition
from rules.editions.m1e.play.match import FELL_BACK, MUST_FALL_BACK, PANIC, POISON
from rules.editions.m1e.play.pointed import listed, pointed
from rules.editions.m1e.play.turn import activate, activation_step
from rules.editions.m1e.readings import M1E
from rules.game.events.cards import Flipped
from rules.game.events.table import Moved, SpentAction
from rules.game.narration import Names
from rules.game.pointing import LEEWAY, Proposal
from rules.game.procedure.asks import Ask
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import GUN, SWORD, Scene, figure, least_answer

BOLT = Spell(name="Bolt", cc=10, inches=10, resist="df", damage=(1, 3, 5))
CURSE = Spell(name="Curse", cc=10, inches=10, resist="df", cost=0, damage=(1, 1, 1))
MAN = figure(weapons=(SWORD, GUN), spells=(BOLT, CURSE))
LONG = figure("pike", weapons=(replace(SWORD, inches=3),))
UNARMED = figure("page", weapons=())
GHAST = figure("ghast", weapons=(replace(SWORD, inches=3),), talents=[Talent("Terrifying", 12)])
DYING = figure("dying", weapons=(SWORD, GUN), spells=(BOLT, CURSE), talents=["Slow to Die"])
FIRE = Piece("fire", rectangle(12, 4, 2, 12), ("hazardous",), 0, hazard="burning")
ROCK = Piece("rock", rectangle(9, 12, 4, 2), ("impassable", "blocking"), 5)


class Open:
    """A procedure that stands at a question."""

    def __init__(self, at: Scene, procedure: Generator[Any, Any, Any]) -> None:
        self.at, self.procedure = at, procedure
        self.ask: Ask | None = next(procedure)

    def answered(self, proposal: Proposal) -> list[tuple[str, Any]]:
        """Give the answers as the questions come, whatever else is asked in the least way, to the next
        Action or the end; return those that were not asked for, or are no legal place."""
        left = list(proposal.answers)
        while self.ask is not None:
            ask = self.ask
            if left and left[0][0] == ask.kind and ask.options.contains(left[0][1]):
                value = left.pop(0)[1]
            elif ask.kind in ("action", "activate"):
                break
            else:
                value = least_answer(ask)
            try:
                self.ask = self.procedure.send(value)
            except StopIteration:
                self.ask = None
        return left

    def at_ground(self, x: float, y: float, actor: str = "a1") -> Proposal:
        assert self.ask is not None
        (one,) = pointed(self.at.match, self.ask, actor, None, (x, y))
        return one

    def proposals(self, x: float, y: float, actor: str = "a1") -> list[Proposal]:
        """All that the model may be told to do: at the ground at that place, at each model, from the list."""
        g, ask = self.at.match, self.ask
        assert ask is not None
        at = [None, *g.state.on_table()]
        return [*listed(g, ask, actor), *(one for each in at for one in pointed(g, ask, actor, each, (x, y)))]


def scene(who: Figure = MAN, foe: Figure = MAN, apart: float = 12.0, *pieces: Piece, **more: Any) -> Scene:
    """a1 at (10, 10), b1 so far to its right, among these pieces."""
    table = ExactTable(tuple(of_first_edition(piece) for piece in pieces), {}, M1E.table)
    return Scene([(who, 10, 10)], [(foe, 10 + apart, 10)], table=table, **more)


def acting(at: Scene, acts: int = 0) -> Open:
    """a1 is asked for an Action in its activation, after so many."""
    opened = Open(at, activate(at.match, "a1"))
    for _ in range(acts):
        opened.answered(Proposal((("action", "pass"),), "Pass"))
    at.match.fresh.clear()
    return opened


def dying(at: Scene, **fields: Any) -> Open:
    """a1 is killed and asked for its last Action."""
    return Open(at.change("a1", health=0, **fields), kill(at.match, "a1", by="b1"))


def spent(at: Scene) -> list[tuple[int, int]]:
    return [(event.acts, event.bonus) for event in at.all_of(SpentAction)]


@pytest.mark.rule("M1-ABL-28", "M1-MOVE-01")
def test_the_last_action_of_the_slow_to_die_is_one_walk() -> None:
    far = dying(scene(DYING)).at_ground(10, 16.5)
    assert (far.sure, [kind for kind, _ in far.answers]) == (False, ["action", "destination"])
    last = dying(scene(DYING), acts=2)
    near = last.at_ground(10, 13)
    assert last.answered(near) == []
    assert last.at.all_of(Moved)[-1].y == 13
    assert spent(last.at) == []


@pytest.mark.rule("M1-ABL-28", "M1-CMB-02")
def test_what_the_slow_to_die_may_still_do_is_listed_whatever_its_activation_spent() -> None:
    for acts, once in ((0, {}), (2, {}), (2, {"all": 1})):
        opened = dying(scene(DYING, apart=2), acts=acts, once_activation=once)
        ask = opened.ask
        assert ask is not None
        offered = {choice.key for choice in ask.options.choices}  # type: ignore[attr-defined]
        assert {one.answers[0][1] for one in opened.proposals(10, 12)} == offered - {"end", "jump"}
        assert [offer.key for offer in menu(opened.at.match, opened.at["a1"])] == [
            choice.key
            for choice in ask.options.choices[:-1]  # type: ignore[attr-defined]
        ]


@pytest.mark.rule("M1-CMB-05")
def test_a_walk_that_an_enemy_may_stop_is_not_sure() -> None:
    out = acting(scene(apart=2, decks=("1r", "13r"))).at_ground(10, 14)
    assert (out.words, out.sure) == ("Walk to there, perhaps past Disengaging Strikes", False)
    opened = acting(scene(apart=2, decks=("1r", "13r")))
    assert opened.answered(out) == []
    assert opened.at.all_of(Moved) == [], "a Strike stopped it"
    within = acting(scene(apart=2)).at_ground(10.2, 10.4)
    assert (within.words, within.sure) == (out.words, False), "where the melee range ends is not said"


@pytest.mark.rule("M1-TER-08")
def test_a_walk_through_fire_is_not_sure() -> None:
    burnt = acting(scene(MAN, MAN, 12, FIRE)).at_ground(13, 10)
    assert (burnt.words, burnt.sure) == ("Walk to there, which does harm", False)


@pytest.mark.rule("M1-CMB-05", "M1-GLO-07")
@pytest.mark.parametrize(("foe", "sure"), [(LONG, False), (UNARMED, True)])
@pytest.mark.parametrize("at", [(14.0, 13.8), (30.0, 30.0)])
def test_two_walks_are_sure_if_no_enemy_could_stop_the_second(
    foe: Figure, sure: bool, at: tuple[float, float]
) -> None:
    two = acting(scene(LONG, foe).change("b1", x=at[0], y=at[1])).at_ground(16, 10)
    assert (len(two.answers), two.sure) == (4, sure)
    assert two.words == f"Walk twice, to there{'' if sure else ', perhaps past Disengaging Strikes'}"


@pytest.mark.rule("M1-GLO-07")
@pytest.mark.parametrize("foe", [MAN, LONG, GHAST])
@pytest.mark.parametrize("apart", [2.0, 6.0])
def test_no_place_says_where_a_melee_range_begins_or_ends(foe: Figure, apart: float) -> None:
    """Each place takes the same Walks as beside somebody unarmed, and as many Walks are worded alike."""
    opened, beside = acting(scene(foe=foe, apart=apart)), acting(scene(foe=UNARMED, apart=apart))
    said = set()
    for turn in range(0, 24, 2):
        for inches in (0.5, 3.8, 5.0, 7.5):
            place = _away(turn, inches)
            one, other = opened.at_ground(*place), beside.at_ground(*place)
            assert one.answers == other.answers
            if "toward" not in one.words:
                said.add((len(one.answers), one.words, one.sure))
    assert len(said) == 2


def _away(turn: int, inches: float) -> tuple[float, float]:
    return 10 + inches * cos(radians(15 * turn)), 10 + inches * sin(radians(15 * turn))


@pytest.mark.rule("M1-MOR-03")
def test_who_faces_the_terrifying_does_nothing_surely() -> None:
    opened = acting(scene(foe=GHAST, apart=3.5, decks=("9r 9c", "")))
    ways = opened.proposals(10.2, 10.2)
    assert len(ways) > 6
    assert all(one.words.endswith(", after a Morale Duel") and not one.sure for one in ways)


@pytest.mark.rule("M1-MOR-03")
def test_a_walk_to_the_terrifying_is_not_sure() -> None:
    for x, y in ((13, 10), (10, 13)):
        walk = acting(scene(foe=GHAST, apart=7)).at_ground(x, y)
        assert (walk.words, walk.sure) == ("Walk to there, perhaps into a Morale Duel", False)


def charges(opened: Open) -> list[Proposal]:
    return [one for one in opened.proposals(10, 11) if ("action", "charge") in one.answers]


@pytest.mark.rule("M1-ABL-29", "M1-MOVE-02", "M1-TER-08")
@pytest.mark.parametrize(
    ("foe", "pieces", "words", "sure"),
    [
        (MAN, (), "Charge", True),
        (GHAST, (), "Charge, after a Morale Duel", False),
        (MAN, (FIRE,), "Charge, with harm on the way", False),
        (GHAST, (FIRE,), "Charge, after a Morale Duel, with harm on the way", False),
    ],
)
def test_a_charge_says_what_may_come_of_it_and_not_whether_it_arrives(
    foe: Figure, pieces: tuple[Piece, ...], words: str, sure: bool
) -> None:
    for apart in (6, 16):
        opened = acting(scene(MAN, foe, apart, *pieces))
        g = opened.at.match
        listed_one, tapped = charges(opened)
        assert (tapped.words, tapped.sure, listed_one.sure) == (words, sure, sure)
        assert listed_one.words == words.replace("Charge", f"Charge at {Names(g.state)('b1')}", 1)


@pytest.mark.rule("M1-MOR-02", "M1-MOR-08", "M1-TURN-07")
@pytest.mark.parametrize("panic", [FELL_BACK, MUST_FALL_BACK])
def test_the_panicked_are_proposed_nothing_before_they_activate(panic: int) -> None:
    at = scene().change("a1", conditions={PANIC: panic})
    opened = Open(at, activation_step(at.match))
    assert opened.proposals(10, 12) == []


@pytest.mark.rule("M1R-SIM-01", "M1R-POI-02")
def test_what_comes_with_an_activation_may_leave_no_action() -> None:
    def walk(health: int, poison: int, **does: Any) -> Proposal:
        chill = ReactionM1(name="Chill", when="activates", inches=6, **does)
        at = scene(foe=figure("cold", weapons=(), reactions=(chill,)), apart=5)
        at.change("a1", health=health, conditions={POISON: poison} if poison else {})
        return Open(at, activation_step(at.match)).at_ground(10, 12)

    assert walk(1, 0, heals=1).sure
    assert walk(2, 1, heals=1).sure
    assert walk(1, 1, heals=1).words == "Walk to there, after Poison"
    chilled = walk(1, 0, wounds=1)
    assert (chilled.words, chilled.sure) == ("Walk to there, after Chill", False)
    assert walk(1, 0, wounds=1, whom="own").sure, "it concerns its own side"


@pytest.mark.rule("M1-TURN-07")
def test_who_activates_and_what_it_does_are_said_at_once() -> None:
    at = scene()
    opened = Open(at, activation_step(at.match))
    one = opened.at_ground(10, 16)
    assert [kind for kind, _ in one.answers] == ["activate", *["action", "destination"] * 2]
    assert opened.answered(one) == []
    assert hypot(at["a1"].x - 10, at["a1"].y - 16) < 0.02
    assert spent(at) == [(1, 0), (1, 0)]


figures = st.builds(
    lambda talents, reach, spells: figure(
        weapons=(replace(SWORD, inches=reach), GUN), spells=spells, talents=talents
    ),
    st.sampled_from([(), ("Slow to Die",), ("Fly",), ("Scout",), (Talent("Terrifying", 12),)]),
    st.sampled_from([1.0, 3.0]),
    st.sampled_from([(), (BOLT, CURSE)]),
)


@settings(max_examples=100)
@given(
    who=figures,
    foe=figures,
    apart=st.sampled_from([1.3, 2.5, 4.5, 9.0]),
    pieces=st.sampled_from([(), (FIRE,), (ROCK,), (FIRE, ROCK)]),
    moment=st.sampled_from(["acts", "activates", "dies"]),
    acts=st.integers(0, 2),
    turn=st.integers(0, 23),
    inches=st.floats(0.5, 9.0),
    data=st.data(),
)
def test_what_is_proposed_is_legal_and_what_is_sure_is_done(
    who: Figure,
    foe: Figure,
    apart: float,
    pieces: tuple[Piece, ...],
    moment: str,
    acts: int,
    turn: int,
    inches: float,
    data: st.DataObject,
) -> None:
    if moment == "dies":
        who = replace(who, talents=(Talent("Slow to Die"),))

    def opened() -> Open:
        at = scene(who, foe, apart, *pieces)
        if moment == "acts":
            return acting(at, acts)
        return dying(at, acts=acts) if moment == "dies" else Open(at, activation_step(at.match))

    x, y = _away(turn, inches)
    first = opened()
    ways = first.proposals(x, y) if first.ask is not None else []
    assume(ways)
    one = data.draw(st.sampled_from(ways))
    held = opened()
    at = held.at
    prices = {offer.key: (offer.ap, int(offer.zero)) for offer in menu(at.match, at["a1"])}
    walks = [way for kind, way in one.answers if kind == "destination"]
    left = held.answered(one)
    assert len(left) < len(one.answers), "it begins"
    if one.sure:
        assert left == []
        keys = [value for kind, value in one.answers if kind == "action"]
        assert spent(at) == ([] if moment == "dies" else [prices[key] for key in keys])
    if one.sure and walks:
        moved = at.all_of(Moved)[len(walks) - 1]
        assert hypot(moved.x - x, moved.y - y) <= LEEWAY + 0.001
        assert at.all_of(Flipped) == [], "nothing could stop or hurt it"
