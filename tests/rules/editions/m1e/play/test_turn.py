"""The turn of the First Edition: phases, initiative, groups, the closing, length; deployment, Strategies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.actions import menu, one_action
from rules.editions.m1e.play.companions import nominate
from rules.editions.m1e.play.damage import drop_treasure, give
from rules.editions.m1e.play.figures import Figure, Spell, Talent
from rules.editions.m1e.play.ground.places import counts_of, points_of, quarter_of, take_schemes, treasure
from rules.editions.m1e.play.match import CrewM1, EncounterSetupM1, Match
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.play.turn import (
    activate,
    activation_step,
    begin,
    closing_phase,
    draw_phase,
    goes_on,
    hand_size,
    initiative,
)
from rules.editions.m1e.readings import M1E, STANDARD
from rules.editions.m1e.simulation.simulate import players
from rules.fate.cards import Card
from rules.fate.dealer import KeyDealer, StackedDealer
from rules.fate.shuffle import digest
from rules.game.events.cards import Flipped, Shuffled
from rules.game.events.turns import InitiativeSet
from rules.game.log import fold, follow
from rules.game.state import Marker
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.open_field import OpenField
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, flat_building
from tests.rules.editions.m1e.play.scenes import Scene, figure

MAN = figure()
MASTER = figure("chief", station="Master")


def two(**more: Any) -> Scene:
    return Scene([(MASTER, 10, 10), (MAN, 12, 10)], [(MASTER, 30, 30), (MAN, 28, 30)], **more)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())


# Draw Phase


@pytest.mark.rule("M1-TURN-01", "M1-TURN-02", "M1-TURN-03", "M1-ENC-01")
def test_the_first_turn_only_draws() -> None:
    at = two(decks=("1r 2r 3r 4r 5r 6r 9t", "1c 2c 3c 4c 5c 6c 8t"))
    at.run(draw_phase(at.match))
    assert "cards" not in at.kinds()
    assert [len(crew.hand) for crew in at.match.state.crews] == [6, 6]
    assert at.match.state.phase == "activation"
    assert at.match.state.initiative == 0


@pytest.mark.rule("M1-TURN-02", "M1-TURN-03")
def test_later_turns_discard_any_and_fill_up_in_the_order_of_the_turn_before() -> None:
    at = two(hands=("1r 2r", "9t 10t"))
    at.match.state = replace(at.match.state, turn=2, active=None, initiative=1)
    at.run(draw_phase(at.match), cards=[["9t"], ["1r", "2r"]])
    assert [(ask.seat, ask.rule) for ask in at.asked] == [(1, "M1-TURN-03"), (0, "M1-TURN-03")]
    assert [len(crew.hand) for crew in at.match.state.crews] == [6, 6]


@pytest.mark.rule("M1-TURN-03")
def test_who_holds_too_many_discards_down() -> None:
    at = two(hands=("1r 2r 3r 4r 5r 6r 7r 8r", ""))
    at.match.state = replace(at.match.state, turn=2)
    at.run(draw_phase(at.match), cards=[[], ["1r", "2r"]])
    assert len(at.match.crew(0).hand) == 6


@pytest.mark.rule("M1-ENC-02")
def test_a_brawl_has_seven_cards() -> None:
    at = two()
    at.match.setup = replace(at.setup, size="brawl")
    assert hand_size(at.match) == 7


@pytest.mark.rule("M1-TURN-05")
def test_the_higher_card_and_ties_again() -> None:
    at = two(decks=("9r 2r", "9c 12c"))
    at.run(initiative(at.match))
    assert at.all_of(InitiativeSet)[0].seat == 1
    assert at.asked == []


@pytest.mark.rule("M1-TURN-06", "M1-ABL-30", "Q-25")
def test_from_the_lowest_a_stone_buys_another_flip() -> None:
    at = two(decks=("3r 9r", "5c 12c"), stones=(2, 2))
    at.run(initiative(at.match), stone=["yes", "yes", "no", "no"])
    assert [ask.seat for ask in at.asked] == [0, 1, 0, 1]
    assert at.all_of(InitiativeSet)[0].seat == 1
    assert [crew.stones for crew in at.match.state.crews] == [1, 1]


@pytest.mark.rule("M1-TURN-06")
def test_a_tie_by_a_reflip_begins_anew() -> None:
    at = two(decks=("3r 5t 13r", "5c 2c"), stones=(1, 0))
    at.run(initiative(at.match), stone="yes")
    assert at.all_of(InitiativeSet)[0].seat == 0
    assert [len(crew.discard) for crew in at.match.state.crews] == [3, 2]


@pytest.mark.rule("M1-ABL-30")
def test_who_has_nobody_that_uses_stones_is_not_asked() -> None:
    at = Scene([(MAN, 5, 5)], [(MAN, 30, 30)], decks=("3r", "5c"), stones=(3, 3))
    at.run(initiative(at.match))
    assert at.asked == []


# Activation Phase


def step(at: Scene, **answers: Any) -> None:
    at.run(activation_step(at.match), **answers)


@pytest.mark.rule("M1-TURN-07", "M1-TURN-08")
def test_players_alternate_until_nobody_is_left() -> None:
    at = Scene([(MAN, 5, 5), (MAN, 7, 5), (MAN, 9, 5)], [(MAN, 30, 30)])
    order = []
    while at.match.state.phase == "activation":
        order.append(at.match.first)
        step(at)
    assert order == [0, 1, 0, 0]
    assert at.match.state.phase == "end"


COMPANY = figure("mate", talents=[Talent("Companion", of="Mate")])


@pytest.mark.rule("M1-ABL-07", "M1R-COMP-01", "M1R-COMP-02", "M1R-COMP-03", "M1R-COMP-06")
def test_a_chain_of_companions_is_named_as_one() -> None:
    at = Scene([(COMPANY, 5 + 6 * n, 5) for n in range(4)] + [(MAN, 7, 5)], [(MAN, 30, 30)])
    group = at.run(nominate(at.match, "a1"), group=["a2", "a3", "a4"])
    assert group == ["a1", "a2", "a3", "a4"], "the ends are 18 inches apart"
    first = {choice.key for choice in at.asked[0].options.choices}  # type: ignore[attr-defined]
    assert first == {"none", "a2"}, "a3 has no link yet, a5 is no mate"


@pytest.mark.rule("M1R-COMP-01")
def test_a_pair_is_within_six_inches_and_one_has_the_talent() -> None:
    at = Scene([(COMPANY, 5, 5), (COMPANY, 12.2, 5)], [(MAN, 30, 30)])
    assert at.run(nominate(at.match, "a1")) == ["a1"]
    dog = figure("dog", talents=[Talent("Companion", of="Man")])
    other = Scene([(MAN, 5, 5), (dog, 7, 5), (dog, 9, 5)])
    assert other.run(nominate(other.match, "a1"), group=["a2", "a3"]) == ["a1", "a2", "a3"]


@pytest.mark.rule("M1R-COMP-06")
def test_the_order_of_naming_does_not_matter() -> None:
    at = Scene([(COMPANY, 5 + 6 * n, 5) for n in range(4)])
    assert set(at.run(nominate(at.match, "a3"), group=["a4", "a2", "a1"])) == {"a1", "a2", "a3", "a4"}


@pytest.mark.rule("M1R-COMP-04", "M1R-SIM-01", "Q-29")
def test_a_group_activates_whole_in_any_order() -> None:
    at = Scene([(COMPANY, 5, 5), (COMPANY, 7, 5), (MAN, 20, 5)], [(MAN, 30, 30)])
    step(at, activate="a1", group="a2", order="a2")
    assert at.match.state.chain == ("a1",), "named, and still to be completed"
    assert at["a2"].activated
    assert at.match.first == 0
    step(at)
    assert at["a1"].activated
    assert at.match.first == 1, "then it is the opponent's turn"


@pytest.mark.rule("Q-29")
def test_by_the_other_reading_the_acting_model_is_first() -> None:
    at = Scene([(COMPANY, 5, 5), (COMPANY, 7, 5)], [(MAN, 30, 30)], group_order="acting_first")
    step(at, activate="a2", group="a1")
    assert at["a2"].activated
    assert not at["a1"].activated


@pytest.mark.rule("M1R-PAR-01", "M1R-PAR-03", "M1-MOD-03")
def test_a_paralyzed_model_forfeits_and_does_not_activate() -> None:
    at = Scene([(MAN, 5, 5)], [(MAN, 30, 30)]).change("a1", conditions={"paralyzed": 1, "poison": 2})
    step(at, activate="a1")
    assert at["a1"].conditions == {"poison": 2}, "no wounds, no token removed"
    assert at["a1"].health == 6
    assert at["a1"].activated


@pytest.mark.rule("M1R-PAR-02")
def test_in_a_chain_it_is_skipped_unless_it_was_freed_before() -> None:
    freer = figure(
        "mate",
        talents=[Talent("Companion", of="Mate")],
        spells=(Spell(name="Free", cc=5, inches=6, gives=(("reactivate", 1),), friendly=True),),
    )
    at = Scene([(freer, 5, 5), (freer, 7, 5)], [(MAN, 30, 30)], decks=("9r", ""))
    at.change("a2", conditions={"paralyzed": 1})
    step(at, activate="a1", group="a2", order="a1", action=["cast:Free", "end"], target="a2")
    assert at["a2"].conditions == {}, "Reactivate cancels Paralyzed"
    at.asked.clear()
    step(at)
    assert at.kinds() == ["action"], "it acts after all"
    held = Scene([(freer, 5, 5), (freer, 7, 5)], [(MAN, 30, 30)])
    held.change("a2", conditions={"paralyzed": 1})
    step(held, activate="a1", group="a2", order="a2")
    assert held.kinds() == ["activate", "group", "order"]
    assert held["a2"].conditions == {}


@pytest.mark.rule("M1-MOD-01", "M1-MOD-02")
@pytest.mark.parametrize("modifier", ["fast", "slow"])
def test_fast_and_slow_last_one_activation(modifier: str) -> None:
    at = Scene([(MAN, 5, 5)]).change("a1", conditions={modifier: 1})
    at.run(activate(at.match, "a1"))
    assert at["a1"].conditions == {}


@pytest.mark.rule("M1-MOD-04")
def test_who_reactivates_can_be_picked_again() -> None:
    at = Scene([(MAN, 5, 5)], [(MAN, 30, 30)]).change("a1", conditions={"reactivate": 1})
    step(at, activate="a1")
    assert not at["a1"].activated
    step(at)
    step(at, activate="a1")
    assert at["a1"].activated
    assert at.match.state.phase == "end"


@pytest.mark.rule("M1R-COMP-05")
def test_an_activation_that_an_effect_grants_may_chain() -> None:
    at = Scene([(COMPANY, 5, 5), (COMPANY, 7, 5)], [(MAN, 30, 30)])
    at.change("a1", activated=True)
    give(at.match, "a1", "reactivate")
    step(at, activate="a1", group="a2", order="a1")
    assert at["a1"].activated
    assert at.match.state.chain == ("a2",)


@pytest.mark.rule("M1R-POI-02", "Q-23")
def test_poison_comes_at_each_ones_own_activation() -> None:
    at = Scene([(COMPANY, 5, 5), (COMPANY, 7, 5)], [(MAN, 30, 30)])
    at.change("a1", conditions={"poison": 1}).change("a2", conditions={"poison": 1})
    step(at, activate="a1", group="a2", order="a1")
    assert [at[name].health for name in ("a1", "a2")] == [5, 6]


@pytest.mark.rule("M1R-POI-02", "M1-GLO-04")
def test_who_dies_at_the_start_does_not_act() -> None:
    at = Scene([(MAN, 5, 5)]).change("a1", conditions={"poison": 9})
    at.run(activate(at.match, "a1"))
    assert at["a1"].where == "gone"
    assert at.asked == []


# Closing Phase and length


@pytest.mark.rule("M1-TURN-09", "M1-CMB-02")
def test_discards_are_shuffled_and_the_stance_ends() -> None:
    at = two().change("a1", conditions={"defensive stance": 1})
    crew = at.match.crew(0)
    at.match.state = at.match.state.with_crew(replace(crew, deck=crew.deck[10:], discard=crew.deck[:10]))
    at.run(closing_phase(at.match))
    assert (len(at.match.crew(0).deck), at.match.crew(0).discard) == (54, ())
    assert at["a1"].conditions == {}
    assert (at.match.state.turn, at.match.state.phase) == (2, "start")


@pytest.mark.rule("M1-TURN-09", "M1-EVT-01", "M1-ENC-19")
def test_cards_that_end_the_phase_come_from_shuffled_decks_and_go_back() -> None:
    """Discards are shuffled, then the event is flipped for, then who has discards shuffles again."""
    at = two()
    at.match.setup = replace(at.match.setup, event="Foggy")
    crew = at.match.crew(0)
    at.match.state = at.match.state.with_crew(replace(crew, deck=crew.deck[10:], discard=crew.deck[:10]))
    at.run(closing_phase(at.match))
    dealt = [
        (type(event).__name__, event.seat) for event in at.events if isinstance(event, Shuffled | Flipped)
    ]
    assert dealt == [("Shuffled", 0), ("Shuffled", 1), ("Flipped", 0), ("Shuffled", 0)]
    assert at.match.crew(0).discard == ()


@pytest.mark.rule("M1-ENC-19", "Q-07")
@pytest.mark.parametrize(
    ("turn", "card", "on"),
    [(5, "1r", True), (6, "9r", False), (6, "10r", True), (9, "RJ", True), (6, "BJ", False)],
)
def test_from_the_sixth_turn_a_card_decides(turn: int, card: str, on: bool) -> None:
    at = two(decks=(card, ""))
    assert goes_on(at.match, turn) is on
    assert len(at.match.crew(0).discard) == int(turn > 5)


# Deployment and the end


def played(**more: Any) -> Match:
    crews = (CrewM1(name="A", models=("man", "man")), CrewM1(name="B", models=("man",)))
    setup = EncounterSetupM1(encounter="x", crews=crews, figures={"man": MAN}, **more)
    return Match(setup, STANDARD, OpenField(), StackedDealer({}), setup.first_state(), one_action)


@pytest.mark.rule("M1-ENC-06", "M1-ENC-17", "M1-ENC-18")
@pytest.mark.parametrize("deployment", ["standard", "corners", "diagonal"])
def test_sides_deployment_and_decks_anew(deployment: str) -> None:
    match = played(first=1, deployment=deployment)
    at = Scene([])
    at.match = match
    at.run(begin(match), zone="north", first="0")
    assert [(ask.seat, ask.kind) for ask in at.asked] == [
        (1, "zone"),
        (1, "first"),
        (0, "deploy"),
        (0, "deploy"),
        (1, "deploy"),
    ]
    assert [crew.zone for crew in match.state.crews] == ["south", "north"]
    assert [crew.shuffles for crew in match.state.crews] == [2, 2]
    assert not at.asked[2].options.contains([18.0, 18.0])
    assert all(model.on_table for model in match.state.models.values())
    assert (match.state.turn, match.state.phase) == (1, "start")


@pytest.mark.rule("M1R-BURY-01")
def test_models_may_start_buried() -> None:
    match = played(buried=("a2",))
    at = Scene([])
    at.match = match
    at.run(begin(match))
    assert [at[name].where for name in ("a1", "a2", "b1")] == ["table", "buried", "table"]


@pytest.mark.rule("M1-STR-05")
def test_the_treasure_lies_in_the_middle_where_somebody_hunts_it() -> None:
    for strategies, markers in ((("Treasure Hunt", "Slaughter"), 1), (("Slaughter", "Slaughter"), 0)):
        match = played(strategies=strategies)
        at = Scene([])
        at.match = match
        at.run(begin(match))
        assert [(m.kind, m.x, m.y, m.mm) for m in match.state.markers.values()] == [
            ("treasure", 18.0, 18.0, 30.0)
        ] * markers


HOUSE = flat_building("house", rectangle(15, 15, 6, 6), 3)
ROCK = Piece("rock", rectangle(15, 15, 6, 6), ("impassable", "blocking"), 3)


@pytest.mark.rule("M1-STR-05")
@pytest.mark.parametrize("piece", [HOUSE, ROCK], ids=lambda piece: piece.name)
def test_the_treasure_lies_on_the_roof_or_beside_the_rock_and_can_be_picked_up(piece: Piece) -> None:
    at = Scene([(MAN, 18, 18)], [(MAN, 30, 30)], table=ExactTable((piece,), {}, M1E.table))
    lies = treasure(at.match)
    roof = piece is HOUSE
    assert (lies.elevation, (lies.x, lies.y) == (18.0, 18.0)) == (3.0 if roof else 0.0, roof)
    if not roof:
        assert max(abs(lies.x - 18), abs(lies.y - 18)) == pytest.approx(3 + 15 / 25.4, abs=0.3)
    at.match.state = replace(at.match.state, markers={"m1": replace(lies, id="m1")})
    at.change("a1", x=lies.x, y=lies.y, elevation=lies.elevation)
    at.begin("a1")
    assert "take:m1" in [offer.key for offer in menu(at.match, at["a1"])]


@pytest.mark.rule("M1-STR-05", "M1-GLO-03")
def test_what_falls_on_a_roof_lies_there_and_can_be_picked_up() -> None:
    at = Scene([(MAN, 18, 18)], [(MAN, 30, 30)], table=ExactTable((HOUSE,), {}, M1E.table))
    at.change("a1", elevation=3.0, tokens={"treasure": 1}).begin("a1")
    drop_treasure(at.match, at["a1"])
    (marker,) = at.match.state.markers.values()
    assert marker.elevation == 3.0
    assert f"take:{marker.id}" in [offer.key for offer in menu(at.match, at["a1"])]


def ended(
    strategy: str, own: list[tuple[Figure, float, float]], enemies: list[tuple[Figure, float, float]]
) -> Scene:
    at = Scene(own, enemies)
    at.match.setup = replace(at.setup, strategies=(strategy, "Reconnoiter"))
    for seat, zone in enumerate(("south", "north")):
        at.match.state = at.match.state.with_crew(replace(at.match.crew(seat), zone=zone))
    return at


def paid(at: Scene) -> int:
    return sum(score.seat == 0 for score in points_of(at.match))


SMALL = figure("small", characteristics=("Insignificant",))


@pytest.mark.rule("M1-STR-01", "Q-27")
def test_assassinate_as_it_stands() -> None:
    assert paid(ended("Assassinate", [(MASTER, 5, 5)], [(MAN, 30, 30)])) == 4
    assert paid(ended("Assassinate", [(MAN, 5, 5)], [(MAN, 30, 30)])) == 2
    assert paid(ended("Assassinate", [(MASTER, 5, 5)], [(MASTER, 30, 30)])) == 0


@pytest.mark.rule("M1-STR-02", "Q-27")
def test_claim_jump_as_it_stands() -> None:
    assert paid(ended("Claim Jump", [(MAN, 18, 18)], [(MAN, 30, 30)])) == 4
    assert paid(ended("Claim Jump", [(MAN, 18, 18), (MAN, 20, 18)], [(MAN, 16, 18)])) == 2
    assert paid(ended("Claim Jump", [(SMALL, 18, 18)], [(MAN, 30, 30)])) == 0
    assert paid(ended("Claim Jump", [(MAN, 20.4, 18)], [(MAN, 30, 30)])) == 2, "only in part inside"


@pytest.mark.rule("M1-STR-03")
def test_reconnoiter_as_it_stands() -> None:
    corners = [(MAN, 5.0, 5.0), (MAN, 30.0, 5.0), (MAN, 5.0, 30.0)]
    at = ended("Reconnoiter", corners, [(MAN, 33, 33)])
    assert paid(at) == 2
    assert quarter_of(at["a1"], 36, 36) == 0
    assert paid(ended("Reconnoiter", [*corners, (MAN, 30, 30)], [(MAN, 33, 33)])) == 4
    assert paid(ended("Reconnoiter", [*corners, (MAN, 18, 30)], [(MAN, 33, 33)])) == 2, "on the line"
    assert paid(ended("Reconnoiter", [*corners, (SMALL, 30, 30)], [(MAN, 33, 33)])) == 2


@pytest.mark.rule("M1-STR-04")
def test_slaughter_as_it_stands() -> None:
    assert paid(ended("Slaughter", [(MAN, 5, 5)], [])) == 4
    assert paid(ended("Slaughter", [(MAN, 5, 5)], [(MASTER, 30, 30), (SMALL, 28, 30)])) == 2
    assert paid(ended("Slaughter", [(MAN, 5, 5)], [(MASTER, 30, 30), (MAN, 28, 30)])) == 0


@pytest.mark.rule("M1-STR-07", "Q-40")
def test_treasure_hunt_as_it_stands() -> None:
    at = ended("Treasure Hunt", [(MAN, 5, 3)], [(MAN, 30, 30)])
    assert paid(at) == 0
    at.change("a1", tokens={"treasure": 1})
    assert paid(at) == 4
    lying = ended("Treasure Hunt", [(MAN, 5, 3)], [(MAN, 30, 30)])
    marker = Marker(id="m1", kind="treasure", x=10.0, y=5.0)
    lying.match.state = replace(lying.match.state, markers={"m1": marker})
    assert paid(lying) == 2
    lying.match.state = replace(lying.match.state, markers={"m1": replace(marker, y=6.0)})
    assert paid(lying) == 0, "not completely in the zone"
    small = ended("Treasure Hunt", [(SMALL, 5, 3)], [(MAN, 30, 30)]).change("a1", tokens={"treasure": 1})
    assert paid(small) == 2, "the treasure is in the zone, and nobody who counts carries it"
    small.change("a1", y=8.0)
    assert paid(small) == 0


@pytest.mark.rule("Q-63", "M1-GLO-01", "M1R-BURY-05")
@pytest.mark.parametrize(("left", "points"), [(False, 4), (True, 2)])
def test_is_a_buried_master_left(left: bool, points: int) -> None:
    at = ended("Slaughter", [(MAN, 5, 5)], [(MASTER, 30, 30)]).change("b1", where="buried")
    at.match.rules = at.match.rules.with_readings({"buried_are_left": left})
    assert paid(at) == points
    assert counts_of(at.match, 1).masters == int(left)


@pytest.mark.rule("M1-GLO-01", "M1R-BURY-05", "M1-CARD-03")
def test_the_buried_and_the_insignificant_are_not_counted() -> None:
    at = ended("Slaughter", [(MAN, 5, 5), (MAN, 7, 5), (SMALL, 9, 5)], []).change("a2", where="buried")
    counts = counts_of(at.match, 0)
    assert (counts.models, counts.insignificant, counts.home) == (1, 1, 1)


# Whole Encounters


def test_both_logs_give_the_same_encounter() -> None:
    setup, dealer = encounter_of("practice"), KeyDealer(digest("two logs"))
    play = PlayM1(setup, dealer)
    bots = players("two logs", 1)
    for _ in range(60):
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    again = follow(PlayM1(setup, dealer), play.decisions)
    assert again.hash == play.hash
    assert again.state == fold(play.since.state, play.events) == play.state


def test_simulate_plays_the_first_edition(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "--edition", "m1e", "--encounters", "1", "--json")
    summary = json.loads(capsys.readouterr().out)
    assert (summary["encounters"], summary["violations"]) == (1, [])
    with pytest.raises(CommandError):
        call_command("simulate", "--edition", "m1e", "--catalogue", "somewhere")


@pytest.mark.rule("M1-ENC-08", "M1-SCH-04")
def test_a_scheme_is_chosen_by_its_aim_and_an_action_by_the_ap_that_are_left() -> None:
    match = played(strategies=("Slaughter", "Slaughter"), schemes=2)
    first = next(take_schemes(match)).asks[0]
    labels = {choice.key: choice.label for choice in first.options.choices}
    assert labels["Breakthrough"] == (
        "Breakthrough (1 VP). More of one’s own models than of the enemy’s in the enemy’s zone."
    )
    man = Scene([(MAN, 10, 10)], [(MAN, 30, 30)])

    man.run(activate(man.match, "a1"))
    assert [ask.text for ask in man.asked if ask.kind == "action"] == ["Man: which Action? 2 AP left."]
