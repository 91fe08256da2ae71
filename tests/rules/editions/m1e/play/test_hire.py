"""First Edition Crews hired in the Encounter: handed in with their figures, in secret until both have."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.editions.m1e.examples import CREWS, FIGURES, encounter_of
from rules.editions.m1e.play.hire import HiringM1, figured
from rules.editions.m1e.play.match import NOBODY, EncounterSetupM1, HireM1
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.simulation.simulate import play_one, players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.events.crews import CrewHired
from rules.game.examples import terrain
from rules.game.table_access.exact_table import ExactTable
from rules.game.view import view
from rules.refusal import Refusal

PRACTICE = tuple(figured(crew, FIGURES).file for crew in CREWS)
WATCH, GRAVES = (msgspec.to_builtins(file) for file in PRACTICE[:2])


def to_hire(soulstones: int = 35, **more: Any) -> EncounterSetupM1:
    hire = HireM1(soulstones=soulstones, offered=PRACTICE)
    return replace(encounter_of("hired"), crews=NOBODY, figures={}, hire=hire, event="", **more)


def begun(**more: Any) -> PlayM1:
    return PlayM1(to_hire(**more), KeyDealer(digest("hired")))


def without(crew: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {**crew, **changed}


@pytest.mark.rule("M1-ENC-09", "M1-ENC-16")
def test_both_hand_a_crew_in_and_then_both_are_told() -> None:
    play = begun()
    assert play.setup.title == "A Scrap of 35 Soulstones"
    assert [(ask.seat, ask.kind, ask.rule) for ask in play.asks] == [
        (0, "hire", "M1-ENC-09"),
        (1, "hire", "M1-ENC-09"),
    ]
    assert play.answer(1, GRAVES) == ()
    assert view(play.state, play.asks, 0)["models"] == view(play.state, play.asks, 1)["models"] == []
    play.answer(0, WATCH)
    assert [(event.seat, event.name) for event in play.events if isinstance(event, CrewHired)] == [
        (0, "The Watch"),
        (1, "The Opened Graves"),
    ]
    ready = PlayM1(replace(encounter_of("hired"), crews=CREWS[:2]), KeyDealer(digest("hired")))
    assert play.state.models == ready.state.models
    assert [crew.stones for crew in play.state.crews] == [crew.stones for crew in ready.state.crews]
    assert [crew.faction for crew in play.state.crews] == ["guild", "resurrectionists"]
    assert play.setup.title == "The Watch against The Opened Graves"
    assert play.asks[0].kind == "zone"


@pytest.mark.rule("M1-ENC-01", "M1-ENC-09", "M1-ENC-14")
@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ({"leader": "nobody"}, "M1-CARD-09"),
        (without(WATCH, members=["watchman"] * 4), "M1-ENC-09"),
        (without(WATCH, leader="watchman"), "M1-ENC-01"),
        (without(WATCH, faction="outcasts"), "M1-ENC-14"),
        (without(WATCH, figures=WATCH["figures"] * 20), "M1-ENC-09"),
    ],
)
def test_a_crew_that_breaks_a_rule_is_refused_by_its_row(answer: dict[str, Any], rule: str) -> None:
    play = begun()
    with pytest.raises(Refusal) as no:
        play.answer(0, answer)
    assert no.value.rule == rule
    assert len(play.asks) == 2


@pytest.mark.rule("M1-ENC-01", "M1-ENC-02")
@pytest.mark.parametrize(("size", "soulstones"), [("scrap", 1), ("scrap", 8), ("scrap", 45), ("brawl", 70)])
def test_some_crew_is_offered_for_each_size(size: str, soulstones: int) -> None:
    options = HiringM1(kind=size, soulstones=soulstones, offered=PRACTICE)
    offered = list(options.listed())
    assert len(offered) == len(PRACTICE)
    assert (WATCH in offered) == options.contains(WATCH) == (soulstones > 8)


@pytest.mark.rule("M1-ENC-11")
def test_a_brawl_of_one_master_has_the_stones_of_the_other() -> None:
    """Six Watchmen, two Bailiffs, two Lamplighters cost the 30 and the 10; a Bloodhound is too many."""
    options = HiringM1(kind="brawl", soulstones=30, offered=PRACTICE)
    forty = ["watchman"] * 6 + ["bailiff"] * 2 + ["lamplighter"] * 2
    assert options.contains(without(WATCH, members=forty))
    refused = options.refused(without(WATCH, members=[*forty, "bloodhound"]))
    assert refused is not None
    assert refused.rule == "M1-ENC-02"


def test_one_figure_that_both_know_otherwise_has_a_name_of_its_own() -> None:
    """Of both Opened Graves the second has a stronger Avatar and a stronger Sexton, whom it summons."""
    stronger = {"avatar-of-the-graves", "sexton"}
    figures = [
        without(figure, wd=12) if figure["slug"] in stronger else figure for figure in GRAVES["figures"]
    ]
    play = begun()
    play.answer(0, GRAVES)
    play.answer(1, without(GRAVES, figures=figures))
    own = play.setup.figures
    assert (own["sexton"].wd, own["sexton-2"].wd) == (6, 12)
    doctor = own[play.state.models["b1"].card]
    assert own[doctor.avatar].wd == 12
    assert {spell.summons for spell in doctor.spells} >= {"sexton-2"}


@pytest.mark.rule("M1-GLO-08")
def test_a_table_among_terrain_knows_how_far_the_hired_reach() -> None:
    play = begun(terrain=terrain())
    assert isinstance(play.table, ExactTable)
    assert play.table.reaches == {}
    play.answer(0, WATCH)
    play.answer(1, GRAVES)
    assert play.table.reaches["captain-of-the-watch"] == 2.0


@pytest.mark.parametrize("number", [0, 2])
def test_bots_hire_and_play_it_to_its_end(number: int) -> None:
    run = play_one(to_hire(turns=2, schemes=2), players("hired", number), digest("hired", str(number)))
    assert run.violations == ()


def test_chance_takes_one_of_those_offered() -> None:
    options = begun().asks[0].options
    stream = Stream(digest("chance"))
    assert {options.sample(stream)["name"] for _ in range(60)} == {file.name for file in PRACTICE}
