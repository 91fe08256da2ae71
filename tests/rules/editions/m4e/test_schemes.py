"""One Scheme in hand: taken with its secret, revealed for 1 + 1, followed or abandoned, at most 6 VP."""

from __future__ import annotations

import pytest

from rules.editions.m4e.recording.edition import RECORDED
from rules.editions.m4e.recording.schemes import SCHEMES, held, offered
from rules.game.results.result import check_result
from tests.rules.editions.m4e.games import POOL, due, enter, recorded, refused, rows_due, vp
from tests.rules.editions.m4e.season import FOLLOWERS


@pytest.mark.rule("M4-SCH-01", "M4-SETUP-09")
def test_each_side_takes_one_scheme_of_the_pool_in_secret() -> None:
    record = recorded()
    assert refused(record, {"do": "schemes", "seat": 0, "schemes": list(POOL[:2])}) == "M4-SCH-01"
    assert refused(record, "schemes 0/Ensnare") == "M4-SETUP-09"
    enter(record, "schemes 0/Breakthrough", "schemes 1/Breakthrough")
    assert refused(record, "schemes 0/Take the Highground") == "M4-SCH-01", "it holds one"
    assert refused(record, "reveal 0/Take the Highground/1") == "M4-SCH-01"
    assert refused(record, "reveal 0/Breakthrough/1") == "M4-TURN-24"


@pytest.mark.rule("M4-SCH-02")
def test_what_a_scheme_notes_is_written_down_when_it_is_taken() -> None:
    record = recorded("turn 1", "hurt b2 5", pool=("Assassinate", "Grave Robbing", "Frame Job"))
    assert refused(record, "schemes 0/Assassinate") == "M4-SCH-02"
    assert refused(record, "schemes 0/Assassinate/a2") == "M4-SCH-15", "an own model"
    assert refused(record, "schemes 0/Assassinate/b3") == "M4-SCH-15", "not unique"
    assert refused(record, "schemes 0/Assassinate/b2") == "M4-SCH-15", "4 of 9 are less than half"
    assert refused(record, "schemes 0/Frame Job/b1") == "M4-SCH-19"
    assert refused(record, "schemes 0/Grave Robbing/Scheme markers") == "M4-SCH-20"
    enter(record, "schemes 0/Frame Job/a3", "schemes 1/Grave Robbing/Remains")
    assert held(record.state, 0).secret == {"of": "a3"}
    public = recorded(pool=("Public Demonstration", "Reshape the Land", "Ensnare"))
    assert refused(public, "schemes 0/Public Demonstration/b3") == "M4-SCH-24"
    assert refused(public, "schemes 0/Reshape the Land") == "M4-SCH-02"
    enter(public, "schemes 0/Public Demonstration/b1", "schemes 1/Reshape the Land/Scheme")
    noting = {name for name, terms in SCHEMES.items() if terms.notes}
    named = "Assassinate, Frame Job, Grave Robbing, Public Demonstration, Reshape the Land"
    assert noting == set(named.split(", "))


@pytest.mark.rule("M4-SCH-15", "M4-EX-23")
def test_half_of_the_health_is_not_rounded() -> None:
    record = recorded("turn 1", "hurt b2 4")
    enter(record, "schemes 0/Assassinate/b2")
    assert refused(record, "reveal 0/Assassinate/1") == "M4-SCH-15", "5 of 9"
    enter(record, "hurt b2 1", "reveal 0/Assassinate/1")
    eight = recorded("turn 1", "hurt a2 4", "schemes 1/Assassinate/a2")
    assert refused(eight, "reveal 1/Assassinate/1") == "M4-SCH-15", "4 of 8"
    enter(eight, "hurt a2 1", "reveal 1/Assassinate/1")
    assert vp(eight) == (0, 1)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Detonate Charges", marks=pytest.mark.rule("M4-SCH-17")),
        pytest.param("Harness the Leyline", marks=pytest.mark.rule("M4-SCH-21")),
        pytest.param("Leave Your Mark", marks=pytest.mark.rule("M4-SCH-22")),
        pytest.param("Public Demonstration", marks=pytest.mark.rule("M4-SCH-24")),
        pytest.param("Reshape the Land", marks=pytest.mark.rule("M4-SCH-25")),
        pytest.param("Scout the Rooftops", marks=pytest.mark.rule("M4-SCH-27")),
        pytest.param("Take the Highground", marks=pytest.mark.rule("M4-SCH-29")),
    ],
)
def test_schemes_that_are_revealed_at_the_end_of_the_turn(name: str) -> None:
    of = {"Public Demonstration": "b1", "Reshape the Land": "Remains"}.get(name, "")
    record = recorded(f"schemes 0/{name}/{of}", "turn 1", "activated a1", pool=(name,))
    assert refused(record, f"reveal 0/{name}/1") == SCHEMES[name].rule
    enter(record, "turn_ends", f"reveal 0/{name}/2")
    assert vp(record) == (2, 0)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Breakthrough", marks=pytest.mark.rule("M4-SCH-16")),
        pytest.param("Ensnare", marks=pytest.mark.rule("M4-SCH-18")),
        pytest.param("Runic Binding", marks=pytest.mark.rule("M4-SCH-26")),
        pytest.param("Search the Area", marks=pytest.mark.rule("M4-SCH-28")),
    ],
)
def test_schemes_that_are_revealed_at_the_end_of_an_enemy_activation(name: str) -> None:
    record = recorded(f"schemes 0/{name}", "turn 1", "activated a1", pool=(name,))
    assert refused(record, f"reveal 0/{name}/1") == SCHEMES[name].rule, "an own model Activates"
    ended = recorded(f"schemes 0/{name}", "turn 1", "turn_ends", pool=(name,))
    assert refused(ended, f"reveal 0/{name}/1") == SCHEMES[name].rule
    enter(record, "activated b1", f"reveal 0/{name}/1")
    assert vp(record) == (1, 0)


@pytest.mark.parametrize(
    ("name", "of"),
    [
        pytest.param("Assassinate", "b1", marks=pytest.mark.rule("M4-SCH-15")),
        pytest.param("Frame Job", "a3", marks=pytest.mark.rule("M4-SCH-19")),
        pytest.param("Grave Robbing", "Remains", marks=pytest.mark.rule("M4-SCH-20")),
        pytest.param("Make it Look Like an Accident", "", marks=pytest.mark.rule("M4-SCH-23")),
    ],
)
def test_schemes_that_are_revealed_when_something_happens(name: str, of: str) -> None:
    record = recorded(f"schemes 0/{name}/{of}", "turn 1", "activated a1", "hurt b1 8", pool=(name,))
    enter(record, f"reveal 0/{name}/1")
    assert vp(record) == (1, 0)


@pytest.mark.rule("M4-SCH-30", "M4-SCH-04", "M4-TURN-26")
def test_when_schemes_are_revealed_and_which_vp_come_late() -> None:
    revealed = [terms.revealed for terms in SCHEMES.values()]
    assert [revealed.count(when) for when in ("end", "enemy_activation", "event")] == [7, 4, 4]
    late = {name for name, terms in SCHEMES.items() if terms.late}
    assert late == {"Assassinate", "Grave Robbing", "Make it Look Like an Accident", "Search the Area"}
    record = recorded("schemes 0/Assassinate/b2", "turn 1", "hurt b2 5")
    assert refused(record, "reveal 0/Assassinate/2") == "M4-SCH-15", "the second comes later"
    assert refused(record, "late_vp 0") == "M4-SCH-04"
    enter(record, "reveal 0/Assassinate/1")
    assert refused(record, "late_vp 0") == "M4-TURN-26"
    enter(record, "turn_ends")
    assert any("1 VP more if it is killed" in each.sentence for each in due(record))
    enter(record, "late_vp 0")
    assert vp(record) == (2, 0)
    assert refused(record, "late_vp 0") == "M4-SCH-04"
    score = record.result().seats[0].schemes[0]
    assert (score.name, score.vp) == ("Assassinate", (2,))


@pytest.mark.rule("M4-SCH-06", "M4-SCH-07", "M4-SCH-10", "M4-TURN-21", "M4-EX-22")
def test_a_scheme_is_followed_or_abandoned_as_worked() -> None:
    record = recorded("schemes 0/Breakthrough", "turn 1", "activated a1", "activated b1")
    assert refused(record, "abandon 0") == "M4-TURN-21"
    enter(record, "reveal 0/Breakthrough/2")
    assert refused(record, "schemes 0/Frame Job/a3") == "M4-SCH-06", "at the end of the Turn"
    enter(record, "turn_ends")
    assert refused(record, "abandon 0") == "M4-SCH-10", "it holds none"
    assert refused(record, "schemes 0/Ensnare") == "M4-SCH-06", "no follower"
    assert offered(record.state, 0, record.ground) == FOLLOWERS["Breakthrough"]
    assert "M4-SCH-06" in rows_due(record)
    enter(record, "schemes 0/Frame Job/a3")
    assert refused(record, "reveal 0/Frame Job/1") == "M4-SCH-07", "one in a Turn"
    enter(record, "turn 2", "turn_ends", "abandon 0")
    assert vp(record) == (2, 0)
    enter(record, "turn 3", "schemes 0/Scout the Rooftops", "activated b1", "turn_ends")
    enter(record, "reveal 0/Scout the Rooftops/1", "schemes 0/Grave Robbing/Remains", "turn 4", "turn_ends")
    assert vp(record) == (3, 0)
    assert [*record.state.crews[0].schemes][1].secret == {}, "what was noted stays unsaid"
    enter(record, "abandon 0")
    assert refused(record, "schemes 0/Leave Your Mark") == "M4-SCH-07", "the game ends"
    enter(record, {"do": "over"})
    result = record.result()
    assert [scheme.name for scheme in result.seats[0].schemes] == [
        "Breakthrough",
        "Frame Job",
        "Scout the Rooftops",
        "Grave Robbing",
    ]
    assert check_result(result, edition="m4e") == ()


@pytest.mark.rule("M4-SCH-06")
def test_a_follower_may_be_written_down_late_but_not_once_models_activate() -> None:
    record = recorded("schemes 1/Take the Highground", "turn 1", "turn_ends", "abandon 1", "turn 2")
    enter(record, "activated a1")
    assert refused(record, "schemes 1/Ensnare") == "M4-SCH-06"


@pytest.mark.rule("M4-SCH-09", "M4-TURN-21", "M4-TURN-25", "M4-EX-21")
def test_six_vp_of_schemes_are_the_most() -> None:
    chain = ("Take the Highground", "Ensnare", "Reshape the Land", "Search the Area")
    record = recorded(f"schemes 1/{chain[0]}")
    for turn, (name, value) in enumerate(zip(chain, (2, 2, 1, 1), strict=True), 1):
        if turn == 4:
            enter(record, {"do": "score", "seat": 1, "source": "Reshape the Land", "step": "end"})
            enter(record, {"do": "score", "seat": 1, "source": "Reshape the Land", "lost": True})
        of = "Remains" if name == "Reshape the Land" else ""
        if turn > 1:
            enter(record, f"schemes 1/{name}/{of}")
        enter(record, f"turn {turn}", "activated a1")
        if SCHEMES[name].revealed == "end":
            enter(record, "turn_ends", f"reveal 1/{name}/{value}")
        else:
            enter(record, f"reveal 1/{name}/{value}", "turn_ends")
        assert vp(record)[1] == (2, 4, 5, 6)[turn - 1]
    enter(record, "late_vp 1")
    assert vp(record)[1] == 6, "the second point is lost"
    assert record.events[-1].rule == "M4-SCH-09"
    full = recorded("schemes 1/Take the Highground", "turn 1")
    for name in "AB":
        point = {"do": "score", "seat": 1, "source": name, "step": "end"}
        enter(full, point, point)
    enter(full, "turn_ends", "reveal 1/Take the Highground/2")
    assert vp(full)[1] == 6
    assert refused(full, "schemes 1/Ensnare") == "M4-TURN-21", "nobody takes another"


@pytest.mark.rule("M4-SCH-05", "M4-SCH-11")
def test_the_same_scheme_is_never_revealed_twice_by_one_crew() -> None:
    record = recorded("schemes 0/Breakthrough", "schemes 1/Breakthrough", "turn 1", "activated a1")
    enter(record, "activated b1", "reveal 0/Breakthrough/1", "turn_ends", "schemes 0/Frame Job/a3")
    enter(record, "turn 2", "activated b1", "activated a1", "reveal 1/Breakthrough/1", "turn_ends")
    enter(record, "abandon 0")
    assert "Breakthrough" not in offered(record.state, 0, record.ground)
    unknown = recorded("schemes 0/One", "turn 1", "reveal 0/One/1", "turn_ends", pool=(), schemes=())
    assert refused(unknown, "schemes 0/One") == "M4-SCH-05"
    enter(unknown, "schemes 0/Two")


@pytest.mark.rule("M4-SCH-13")
def test_a_scheme_that_scores_nothing_is_not_revealed_unless_that_is_the_reading() -> None:
    record = recorded("schemes 0/Take the Highground", "turn 1", "turn_ends")
    assert refused(record, "reveal 0/Take the Highground/0") == "M4-SCH-13"
    other = recorded("schemes 0/Take the Highground", policies={"empty_reveal": "allowed"})
    enter(other, "turn 1", "turn_ends", "reveal 0/Take the Highground/0", "schemes 0/Ensnare")
    assert vp(other) == (0, 0)


@pytest.mark.rule("M4-SCH-14", "M4-SCH-33")
def test_a_scheme_whose_moment_is_over_and_one_whose_model_is_gone() -> None:
    for policies in ({}, {"event_reveal": "later"}):
        record = recorded("schemes 0/Assassinate/b2", "turn 1", "slay b2 a1", "turn 2", policies=policies)
        if policies:
            enter(record, "reveal 0/Assassinate/1")
        else:
            assert refused(record, "reveal 0/Assassinate/1") == "M4-SCH-14"
    record = recorded("schemes 0/Frame Job/a3", "turn 1", "slay a3 b1", pool=("Frame Job",))
    assert refused(record, "reveal 0/Frame Job/1") == "M4-SCH-33"
    heir = recorded("schemes 0/Frame Job/a3", "turn 1", pool=("Frame Job",))
    enter(heir, {"do": "replace", "models": ["a3"], "cards": ["wretch"]})
    assert held(heir.state, 0).secret == {"of": "s1"}
    enter(heir, "reveal 0/Frame Job/1")


@pytest.mark.rule("M4-SCH-12")
def test_every_scheme_of_the_season_is_known_with_its_row() -> None:
    """Whom a Scheme ignores the players see: the record asks for VP, not for models."""
    assert SCHEMES.keys() == FOLLOWERS.keys()
    assert len({terms.rule for terms in SCHEMES.values()}) == 15
    for name, terms in SCHEMES.items():
        assert RECORDED.rows_of(name) == (terms.rule,)
    record = recorded("schemes 0/Breakthrough", "turn 1", "activated a1", "activated b1", "slay b1")
    enter(record, "reveal 0/Breakthrough/1")
