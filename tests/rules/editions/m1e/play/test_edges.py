"""First Edition procedures at their edges: who is gone, stands there or has stood up already."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m1e.play.damage import (
    activation_begins,
    black_blood,
    bury,
    kidnapped,
    kill,
    put,
    suffer_poison,
)
from rules.editions.m1e.play.figures import Talent
from rules.editions.m1e.play.flips import damage_of
from rules.editions.m1e.play.ground.movement import charge, fall, go
from rules.editions.m1e.play.ground.room import may_stand
from rules.editions.m1e.play.magic import Nearer, bring_nearer
from rules.editions.m1e.play.match import BRAVE
from rules.editions.m1e.play.morale import terrified_to_charge
from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card
from rules.fate.shuffle import Stream, digest
from rules.game.events.table import ConditionSet, Damaged, Healed, Killed, Moved, WentUnder
from rules.game.events.turns import Scored
from rules.game.state import Scheme
from rules.game.table_access.spots import Ending
from tests.rules.editions.m1e.play.scenes import Scene, figure

MAN = figure()
GHAST = figure("ghast", talents=[Talent("Terrifying", 12)])


def pair(one=MAN, two=MAN, apart: float = 4.0, **more) -> Scene:
    return Scene([(one, 10, 10), (MAN, 30, 30)], [(two, 10 + apart, 10)], **more)


@pytest.mark.rule("M1-GLO-04")
def test_who_is_gone_is_not_killed_again_nor_buried_nor_given_anything() -> None:
    at = pair().change("a1", where="gone")
    at.run(kill(at.match, "a1"))
    bury(at.match, "a1")
    put(at.match, "a1", [("poison", 2), ("fast", 1)])
    at.run(fall(at.match, "a1", 9.0))
    assert at.all_of(Killed) == at.all_of(WentUnder) == at.all_of(ConditionSet) == at.all_of(Damaged) == []


@pytest.mark.rule("M1R-POI-02", "M1-ABL-25")
def test_poison_that_kills_leaves_nothing_to_regenerate_and_none_is_no_wound() -> None:
    troll = figure("troll", wd=6, talents=[Talent("Regeneration", 2)])
    at = pair(troll).change("a1", health=1, conditions={"poison": 2})
    at.run(activation_begins(at.match, "a1"), order="poison")
    assert not at["a1"].in_play
    assert at.all_of(Healed) == []
    later = pair(troll).change("a1", health=1, conditions={"poison": 2})
    later.run(activation_begins(later.match, "a1"), order="regeneration")
    assert later["a1"].health == 1, "two healed, two suffered"
    well = pair()
    well.run(suffer_poison(well.match, "a1"))
    assert well.all_of(Damaged) == []


@pytest.mark.rule("M1-SCH-07")
def test_only_the_other_side_kidnaps_and_only_whom_its_scheme_names() -> None:
    def scored(by: str, of: str = "b1") -> int:
        at = pair()
        crew = replace(at.match.crew(0), schemes=(Scheme(name="Kidnap: Man", secret={"of": of}),))
        at.match.state = at.match.state.with_crew(crew)
        kidnapped(at.match, at["b1"], by)
        return len(at.all_of(Scored))

    assert scored("a1") > 0
    assert scored("b1") == scored("") == scored("z9") == scored("a1", of="a2") == 0


@pytest.mark.rule("M1-ABL-03")
def test_black_blood_spares_neverborn_and_who_is_far() -> None:
    bleeder = figure("bleeder", talents=["Black Blood"])
    for foe, apart, left in ((MAN, 2.0, 5), (MAN, 4.0, 6), (figure("imp", faction="Neverborn"), 2.0, 6)):
        at = pair(bleeder, foe, apart)
        at.run(black_blood(at.match, at["a1"]))
        assert at["b1"].health == left
    plain = pair(MAN, MAN, 2.0)
    plain.run(black_blood(plain.match, plain["a1"]))
    assert plain.all_of(Damaged) == []


# Moves


@pytest.mark.rule("M1-MOVE-01", "M1-MOVE-03")
def test_who_stands_there_already_does_not_move() -> None:
    at = pair()
    assert at.run(go(at.match, "a1", Ending(10.0, 10.0), "walk")) is False
    near = pair(apart=2.0)
    assert near.run(charge(near.match, "a1", "b1", 6.0)) is True
    assert at.all_of(Moved) == near.all_of(Moved) == []


@pytest.mark.rule("M1-MOVE-11")
def test_a_fall_hurts_by_every_three_inches_until_it_kills() -> None:
    at = pair(decks=("10r 10c 10m", ""))
    at.run(fall(at.match, "a1", 6.0))
    assert (len(at.all_of(Damaged)), at["a1"].in_play) == (2, False), "four, and four more"
    low = pair()
    low.run(fall(low.match, "a1", 2.0))
    assert low["a1"].health == 6


@pytest.mark.rule("M1R-TOW-01", "M1R-PUSH-01")
def test_toward_is_straight_or_by_the_other_reading_any_way_that_ends_nearer() -> None:
    straight = pair(apart=6.0)
    straight.run(bring_nearer(straight.match, "a1", "b1", 3.0), destination=[[13.0, 10.0]])
    assert straight["b1"].x == 13.0
    assert not straight.asked[0].options.contains([14.0, 12.0])
    nearer = pair(apart=6.0, toward="nearer")
    nearer.run(bring_nearer(nearer.match, "a1", "b1", 3.0), destination=[[14.0, 12.0]])
    options = nearer.asked[0].options
    assert isinstance(options, Nearer)
    assert not options.contains([17.0, 10.0])
    assert all(options.contains(options.sample(Stream(digest(str(n))))) for n in range(5))
    gone = pair().change("b1", where="buried")
    gone.run(bring_nearer(gone.match, "a1", "b1", 3.0))
    assert gone.asked == []


@pytest.mark.rule("M1-MAG-06")
def test_nobody_stands_over_the_edge_or_on_another() -> None:
    at = pair()
    assert may_stand(at.match, at["a1"], [5.0, 5.0], {"b1": [14.0, 10.0]})
    assert not may_stand(at.match, at["a1"], [0.2, 5.0], {})
    assert not may_stand(at.match, at["a1"], [5.0, 35.9], {})
    assert not may_stand(at.match, at["a1"], [13.0, 10.0], {"b1": [14.0, 10.0]})


# Fear and cards


@pytest.mark.rule("M1-ABL-29", "M1-MOR-04")
def test_nobody_stands_up_to_a_friend_or_twice_to_the_same() -> None:
    friend = Scene([(MAN, 10, 10), (GHAST, 14, 10)], [(MAN, 30, 30)])
    assert friend.run(terrified_to_charge(friend.match, "a1", "a2")) is True
    stood = pair(MAN, GHAST).change("a1", conditions={f"{BRAVE}:b1": 1})
    assert stood.run(terrified_to_charge(stood.match, "a1", "b1")) is True
    calm = pair(figure("golem", characteristics=("Construct",)), GHAST)
    assert calm.run(terrified_to_charge(calm.match, "a1", "b1")) is True
    assert friend.asked == stood.asked == calm.asked == []
    afraid = pair(MAN, GHAST, decks=("2c", ""))
    assert afraid.run(terrified_to_charge(afraid.match, "a1", "b1")) is False


@pytest.mark.rule("M1-DMG-02", "M1-GLO-12")
def test_the_red_joker_adds_the_next_card_and_the_black_nothing() -> None:
    five = Card.parse("5c")
    assert damage_of((1, 2, 4), [RED_JOKER, five]) == 4 + damage_of((1, 2, 4), [five])
    assert damage_of((1, 2, 4), [RED_JOKER, BLACK_JOKER]) == 4
    assert damage_of((1, 2, 4), [RED_JOKER]) == 4
    assert damage_of((1, 2, 4), [BLACK_JOKER]) == 0
