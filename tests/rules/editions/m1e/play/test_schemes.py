"""Schemes taken in an Encounter played here: chosen in secret, announced or not, scored as they come true."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.actions import menu, take
from rules.editions.m1e.play.damage import HitM1, deal, kill
from rules.editions.m1e.play.ground.places import points_of, schemes_offered, take_schemes, to_sabotage
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.scoring import FACTIONS, SCHEME
from rules.editions.m1e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.events.turns import SchemeRevealed
from rules.game.state import Scheme
from rules.game.table_access.exact_table import ExactTable
from rules.game.view import heard_by, view
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import Scene, figure

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


@pytest.mark.rule("M1-GLO-01", "M1-SCH-03")
def test_a_buried_model_fulfils_no_scheme() -> None:
    buried = holding(facing(), 0, bodyguard(announced=True)).change("a1", where="buried")
    assert paid(buried, 0, "Bodyguard") == 0


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


# Schemes for terrain

WELL = Piece("well", RoundFootprint(20.0, 30.0, 50), ("impassable",), 2)
GROVE = Piece("grove", rectangle(8, 28, 6, 6), ("severe",))
CIRCLE = Piece("circle", RoundFootprint(30.0, 26.0, 150))
BENCH = Piece("bench", rectangle(17, 17, 2, 2))
SHRINE = Piece("shrine", RoundFootprint(10.0, 6.0, 50))
EDGE = 25 / 25.4 + 15 / 25.4
"""From the middle of the well to that of a base that touches it."""


def among(faction: str = "Arcanists") -> Scene:
    """a1 a Master and a2 in the south; b1 in the north. Well and shrine are elements, the others areas."""
    table = ExactTable((WELL, GROVE, CIRCLE, BENCH, SHRINE), {}, M1E.table)
    at = Scene([(MASTER, 5, 5), (MAN, 7, 5)], [(MASTER, 33, 34)], table=table)
    at.match.setup = replace(at.match.setup, schemes=2, elements=("well", "shrine"))
    for seat in (0, 1):
        crew = replace(at.match.state.crews[seat], faction=faction, zone=("south", "north")[seat])
        at.match.state = at.match.state.with_crew(crew)
    return at


def sabotage(*, announced: bool = False) -> Scheme:
    return Scheme(name="Sabotage: well", secret={"of": "well"}, revealed=announced)


def at_the_well(**more) -> Scene:
    """a2 touches the well, which its side chose."""
    return holding(among(), 0, sabotage(**more)).change("a2", x=20.0, y=30.0 - EDGE).begin("a2")


def interact(at: Scene) -> None:
    offer = next(offer for offer in menu(at.match, at["a2"]) if offer.action == "sabotage")
    assert (offer.key, offer.ap) == ("sabotage:well", 1)
    at.run(take(at.match, "a2", offer))


@pytest.mark.rule("M1-SCH-09", "M1-SCH-10", "M1-TER-02")
def test_terrain_is_chosen_on_the_enemys_half() -> None:
    """The well, the grove and the circle for the south; the shrine for the north; the bench is on the
    line."""
    south, north = (
        {key for key in schemes_offered(among().match, seat) if key.startswith(("Sabotage", "Stake"))}
        for seat in (0, 1)
    )
    claims = {f"Stake a Claim:{name}" for name in ("well", "grove", "circle")}
    assert south == {"Sabotage:well", *claims}
    assert north == {"Sabotage:shrine", "Stake a Claim:shrine"}
    assert "Sabotage:well" not in schemes_offered(among("guild").match, 0)
    assert "Stake a Claim:well" in schemes_offered(among("guild").match, 0)


def test_every_scheme_of_the_edition_is_taken_in_play() -> None:
    offered = {
        key.partition(":")[0] for faction in FACTIONS for key in schemes_offered(among(faction).match, 0)
    }
    assert offered == set(SCHEME)


@pytest.mark.rule("M1-SCH-09")
def test_a_deployment_decides_whose_half_it_is() -> None:
    at = among()
    at.match.setup = replace(at.match.setup, deployment="corners")
    offered = schemes_offered(at.match, 0)
    assert "Stake a Claim:circle" in offered
    assert "Stake a Claim:shrine" not in offered


def test_the_ground_between_the_terrain_is_no_piece_to_choose() -> None:
    table = ExactTable((Piece("Bog", rectangle(0, 20, 36, 16), ("severe",), known_as="Bog"),), {}, M1E.table)
    at = among()
    at.match.table = table
    assert not any(key.startswith("Stake") for key in schemes_offered(at.match, 0))


@pytest.mark.rule("M1-SCH-09", "M1-ACT-02")
def test_a_sabotage_is_an_interact_in_base_contact_that_reveals_it() -> None:
    at = at_the_well()
    assert paid(at, 0, "Sabotage") == 0
    interact(at)
    assert [event.scheme.name for event in at.all_of(SchemeRevealed)] == ["Sabotage: well"]
    assert at["a2"].acts == 1
    assert paid(at, 0, "Sabotage") == 2
    assert paid(at, 1, "Sabotage") == 0
    assert to_sabotage(at.match, at["a2"]) == []


@pytest.mark.rule("M1-SCH-01", "M1-SCH-09")
def test_announced_before_it_pays_no_more_and_is_revealed_once() -> None:
    at = at_the_well(announced=True)
    interact(at)
    assert at.all_of(SchemeRevealed) == []
    assert paid(at, 0, "Sabotage") == 2


@pytest.mark.rule("M1-SCH-09")
def test_only_who_touches_the_chosen_element_interacts_with_it() -> None:
    at = at_the_well()
    assert to_sabotage(at.match, at["a2"]) == ["well"]
    assert to_sabotage(at.change("a2", y=29.9 - EDGE).match, at["a2"]) == []
    assert to_sabotage(at.change("b1", x=20.0, y=30.0 + EDGE).match, at["b1"]) == []
    other = holding(at, 0, Scheme(name="Stake a Claim: well", secret={"of": "well"}))
    assert to_sabotage(other.change("a2", y=30.0 - EDGE).match, other["a2"]) == []


@pytest.mark.rule("M1-SCH-09")
def test_the_model_that_did_it_has_to_live_and_no_other_can_do_it_again() -> None:
    at = at_the_well()
    interact(at)
    at.run(kill(at.match, "a2", outright=True))
    assert not at["a2"].in_play
    assert paid(at, 0, "Sabotage") == 0
    at.change("a1", x=20.0, y=30.0 - EDGE)
    assert to_sabotage(at.match, at["a1"]) == []


def claim(at: Scene, name: str, *, announced: bool = False) -> int:
    held = Scheme(name=f"Stake a Claim: {name}", secret={"of": name}, revealed=announced)
    return paid(holding(at, 0, held), 0, "Stake a Claim")


@pytest.mark.rule("M1-SCH-10", "M1-SCH-01")
def test_an_element_is_claimed_within_two_inches_of_it() -> None:
    near = 30.0 - EDGE - 2.0
    assert claim(among().change("a2", x=20.0, y=near), "well") == 1
    assert claim(among().change("a2", x=20.0, y=near), "well", announced=True) == 2
    assert claim(among().change("a2", x=20.0, y=near - 0.1), "well") == 0
    contested = among().change("a2", x=20.0, y=near).change("b1", x=20.0, y=30.0 + EDGE + 2.0)
    assert claim(contested, "well") == 0
    assert claim(among(), "well") == 0, "nobody is there"


@pytest.mark.rule("M1-SCH-10")
@pytest.mark.parametrize(
    ("area", "inside", "partly"), [("grove", (10, 30), (8, 30)), ("circle", (30, 26), (30, 23.5))]
)
def test_an_area_is_claimed_completely_within_it(
    area: str, inside: tuple[float, float], partly: tuple[float, float]
) -> None:
    within, half = ({"x": float(x), "y": float(y)} for x, y in (inside, partly))
    assert claim(among().change("a2", **within), area) == 1
    assert claim(among().change("a2", **half), area) == 0
    assert claim(among().change("a2", **within).change("b1", **half), area) == 1
    beside = {"x": within["x"] + 1.5, "y": within["y"]}
    assert claim(among().change("a2", **within).change("b1", **beside), area) == 0


@pytest.mark.rule("M1-SCH-12")
def test_insignificant_models_neither_claim_nor_contest() -> None:
    small = figure("small", characteristics=("Insignificant",))
    at = among()
    at.match.setup = replace(at.match.setup, figures={**at.match.setup.figures, "small": small})
    alone = at.change("a2", card="small", x=10.0, y=30.0)
    assert claim(alone, "grove") == 0
    contested = among()
    contested.match.setup = at.match.setup
    contested.change("a2", x=10.0, y=30.0).change("b1", card="small", x=12.0, y=32.0)
    assert claim(contested, "grove") == 1


def test_terrain_that_is_destroyed_is_no_longer_claimed() -> None:
    at = among().change("a2", x=10.0, y=30.0)
    assert claim(at, "grove") == 1
    at.match.state = replace(at.match.state, terrain_gone=("grove",))
    assert claim(at, "grove") == 0
