"""Schemes taken in an Encounter played here: chosen in secret, announced or not, scored as they come true."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.events.turns import SchemeRevealed
from rules.game.examples.first_edition import encounter_of
from rules.game.first_edition.damage import HitM1, deal
from rules.game.first_edition.places import points_of, schemes_offered, take_schemes
from rules.game.first_edition.play import PlayM1
from rules.game.simulation.first_edition import players
from rules.game.state import Scheme
from rules.game.view import heard_by, view
from tests.rules.game.first_edition.scenes import Scene, figure

MAN = figure()
MASTER = figure("master", station="Master", wd=4)


def facing(faction: str = "", **strategies) -> Scene:
    """a1 a Master, a2; b1 a Master, b2."""
    at = Scene([(MASTER, 5, 5), (MAN, 7, 5)], [(MASTER, 30, 30), (MAN, 28, 30)])
    at.match.setup = replace(at.match.setup, schemes=2)
    for seat in (0, 1):
        crew = replace(at.match.state.crews[seat], faction=faction, zone=("south", "north")[seat])
        at.match.state = at.match.state.with_crew(crew)
    return at


def holding(at: Scene, seat: int, *schemes: Scheme) -> Scene:
    at.match.state = at.match.state.with_crew(replace(at.match.state.crews[seat], schemes=schemes))
    return at


def paid(at: Scene, seat: int, name: str) -> int:
    return sum(score.seat == seat and score.source.startswith(name) for score in points_of(at.match))


def bodyguard(*, announced: bool = False) -> Scheme:
    return Scheme(name="Bodyguard: Master (A1)", secret={"of": "a1"}, revealed=announced)


@pytest.mark.rule("M1-ENC-08", "M1-SCH-02", "M1-SCH-07", "M1-SCH-08", "M1-SCH-09", "M1-SCH-11")
def test_which_schemes_a_side_may_take() -> None:
    common = {"Breakthrough", "Eye for an Eye", "Hold Out"}
    assert {key for key in schemes_offered(facing().match, 0) if ":" not in key} == common
    assert "Bodyguard:a1" in schemes_offered(facing().match, 0)
    assert "Kidnap:b1" in schemes_offered(facing("neverborn").match, 0)
    assert "Raid!" in schemes_offered(facing("guild").match, 0)
    assert "Thwart" in schemes_offered(facing("outcasts").match, 0)
    assert "Army of the Dead" in schemes_offered(facing("resurrectionists").match, 0)


@pytest.mark.rule("M1-ENC-08", "M1-ENC-18")
def test_both_choose_in_secret_and_may_announce() -> None:
    setup = replace(encounter_of("a prompt"), schemes=2)
    play, bots = PlayM1(setup, KeyDealer(digest("schemes"))), players("schemes", 2)
    while play.asks[0].kind != "schemes":
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    assert [ask.seat for ask in play.asks] == [0, 1]
    play.answer(0, ["Hold Out"])
    assert not any(crew.schemes for crew in play.state.crews)
    play.answer(1, ["Breakthrough"])
    for seat in (0, 1):
        seen = view(play.state, play.asks, seat)["crews"]
        assert seen[seat]["own_schemes"]
        assert seen[1 - seat]["schemes"] == []
    assert "SchemesChosen" not in {type(event).__name__ for event in heard_by(play.events, None)}
    first = play.asks[0].seat
    play.answer(first, [play.state.crews[first].schemes[0].name])
    assert view(play.state, play.asks, 1 - first)["crews"][first]["schemes"]
    play.answer(1 - first, [])
    assert play.state.turn == 1


def test_without_schemes_nobody_is_asked() -> None:
    at = facing()
    at.match.setup = replace(at.match.setup, schemes=0)
    assert at.run(take_schemes(at.match)) is None
    assert at.asked == []


@pytest.mark.rule("M1-SCH-01", "M1-SCH-03")
def test_a_bodyguard_pays_while_alive_and_more_announced() -> None:
    assert paid(holding(facing(), 0, bodyguard()), 0, "Bodyguard") == 1
    assert paid(holding(facing(), 0, bodyguard(announced=True)), 0, "Bodyguard") == 2
    dead = holding(facing(), 0, bodyguard(announced=True)).change("a1", where="gone")
    assert paid(dead, 0, "Bodyguard") == 0


@pytest.mark.rule("M1-SCH-11")
def test_a_thwart_that_was_kept_secret_counts_for_nothing() -> None:
    for announced, worth in ((False, 0), (True, 2)):
        at = holding(facing("outcasts"), 0, Scheme(name="Thwart", revealed=announced))
        assert paid(at, 0, "Thwart") == worth


@pytest.mark.rule("M1-SCH-01", "M1-SCH-07")
def test_a_kidnap_scores_at_once_in_melee_alone() -> None:
    for kind, worth in (("melee", 2), ("ranged", 0)):
        kidnap = Scheme(name="Kidnap: Master (B1)", secret={"of": "b1"})
        at = holding(facing("neverborn"), 0, kidnap)
        hit = HitM1(target="b1", amount=9, by="a2", kinds=frozenset({kind}))
        at.run(deal(at.match, hit))
        assert not at["b1"].in_play
        assert at.match.state.vp(0) == worth
        assert bool(at.all_of(SchemeRevealed)) == bool(worth)
        assert paid(at, 0, "Kidnap") == 0, "it is not scored again at the end"


@pytest.mark.rule("M1-SCH-04", "M1-SCH-05", "M1-SCH-06")
def test_schemes_that_counts_tell() -> None:
    at = holding(facing(), 0, Scheme(name="Hold Out"), Scheme(name="Eye for an Eye", revealed=True))
    assert paid(at, 0, "Hold Out") == 1
    assert paid(at, 0, "Eye for an Eye") == 2
    assert paid(at.change("b2", x=7.0, y=3.0), 0, "Hold Out") == 0
    through = holding(facing(), 0, Scheme(name="Breakthrough")).change("a2", x=20.0, y=33.0)
    through.change("b1", x=18.0, y=18.0).change("b2", x=20.0, y=18.0)
    assert paid(through, 0, "Breakthrough") == 1
