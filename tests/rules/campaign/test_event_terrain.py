"""What a Weekly Event lays on the table of an Encounter played here, and that it acts there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.campaign.charts import load_charts
from rules.campaign.charts.rows import EventPiece, WeeklyEvent
from rules.campaign.encounter import terms_of
from rules.campaign.policies import POLICIES
from rules.campaign.weekly_events import WeekEvent, by_the_players, markers_laid, pieces_laid
from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.by_hand.performing import ground_of, perform
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.ruleset import RULESETS
from rules.editions.m3e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.events.announcements import DuelBegan
from rules.game.events.table import MarkerDropped, Moved, TerrainRemoved
from rules.game.narration import Names, sentence_of
from rules.game.referee.commands import ClearPiece
from rules.game.setup.setup import EncounterSetup
from rules.game.table_access.exact_table import ExactTable, table_for
from rules.table.geometry.footprints import RoundFootprint
from tests.rules.editions.m3e.scene import A, Scene

HOUSE = load_charts(json.loads(Path("mfcampaign/catalog/data/m3e/charts/house-3e.json").read_text("utf-8")))
RULES = RULESETS["m3e"]


def house(slug: str) -> WeekEvent:
    return WeekEvent(event=next(event for event in HOUSE.weekly_events if event.slug == slug))


def own(*pieces: EventPiece, **fields) -> WeekEvent:
    row = {"slug": "own", "name": "Own", "values": (1,), "terrain": tuple(piece.name for piece in pieces)}
    return WeekEvent(event=WeeklyEvent(**(row | fields), pieces=pieces))


@pytest.mark.rule("SL-EVENT-03", "M3E-MARK-01")
def test_what_an_event_says_exactly_is_laid_and_no_more():
    fog = house("fog-off-the-marsh")
    (marsh,) = pieces_laid(fog)
    assert (marsh.name, marsh.traits, marsh.height) == ("marsh", ("concealing",), None)
    assert marsh.footprint == RoundFootprint(18, 18, 152.4), "6 inches across"
    (box,) = markers_laid(house("payroll-office"))
    assert (box.kind, box.x, box.y, box.mm, box.traits, box.seat) == ("strongbox", 18, 18, 30, (), None)
    assert markers_laid(fog) == pieces_laid(house("payroll-office")) == ()
    laid = {event.slug for event in HOUSE.weekly_events if event.pieces}
    assert laid == {"fog-off-the-marsh", "payroll-office"}, "all others leave a size or a place open"
    pegs = own(EventPiece(name="pegs"), EventPiece(name="mud", traits=("severe",)), scope="immediate")
    for none in (None, pegs):
        assert (pieces_laid(none), markers_laid(none)) == ((), ())


@pytest.mark.rule("SL-EVENT-03")
def test_what_lies_there_is_not_asked_for_and_the_rest_is():
    fog = house("fog-off-the-marsh")
    marsh = "a marsh of concealing terrain, 6 inches across, at the centre"
    assert by_the_players(fog) == f"On the table: {marsh}. {fog.event.rules}"
    assert by_the_players(fog, laid=True) == f"It lies there: {marsh}. {fog.event.rules}"
    half = own(EventPiece(name="a well"), terrain=("a well", "a fence"))
    assert by_the_players(half, laid=True) == "It lies there: a well. On the table: a fence."
    whole = own(EventPiece(name="a well"))
    assert by_the_players(whole, laid=True) == "", "nothing is left to do"
    assert terms_of(POLICIES, {}, {}, whole, laid=True).event == ""
    assert terms_of(POLICIES, {}, {}, whole).effect == "On the table: a well."
    assert by_the_players(house("runaway-train"), laid=True) == by_the_players(house("runaway-train"))


def played(week_event: WeekEvent | None) -> Play:
    setup: EncounterSetup = replace(
        skirmish("fog/7"),
        ground="exact",
        terrain=pieces_laid(week_event),
        markers=markers_laid(week_event),
    )
    play = Play(setup, RULES, table_for(setup, RULES), KeyDealer(digest("fog", "7")))
    bots = players("fog", 7)
    while not play.over:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return play


@pytest.mark.rule("SL-EVENT-03", "M3E-COVER-02", "M3E-TRAIT-04")
def test_in_a_played_encounter_the_marsh_conceals():
    def concealed(play: Play) -> int:
        return sum("Concealment" in event.why for event in play.events if isinstance(event, DuelBegan))

    assert concealed(played(house("fog-off-the-marsh"))) > 0
    assert concealed(played(None)) == 0


@pytest.mark.rule("SL-EVENT-03", "M3E-MARK-01")
def test_in_a_played_encounter_the_strongbox_lies_before_anybody_is_deployed():
    play = played(house("payroll-office"))
    kinds = [type(event) for event in play.events]
    assert kinds.index(MarkerDropped) < kinds.index(Moved)
    assert "A Strongbox Marker lies at (18, 18)." in [sentence_of(event, play.state) for event in play.events]


def scene(week_event: WeekEvent) -> Scene:
    """Its terrain on an empty table between a1 and b1."""
    there = Scene(RULES).model("a1", at=(10, 18), mv=9, health=8).model("b1", at=(26, 18))
    terrain = pieces_laid(week_event)
    there.table = ExactTable(terrain, {"a1": 1.0, "b1": 1.0}, RULES.table)
    there.g.setup = replace(there.g.setup, terrain=terrain)
    return there


@pytest.mark.rule("SL-EVENT-03", "M3E-TRAIT-08")
def test_a_hazardous_piece_hurts_who_walks_through_it():
    burnt = scene(own(EventPiece(name="embers", inches=3, traits=("hazardous",))))
    burnt.act("a1", "Walk", A.destination([19.0, 18.0]))
    assert burnt["a1"].health == 7


@pytest.mark.rule("SL-EVENT-03", "M3E-SETUP-03")
def test_the_referees_hand_lifts_the_fog():
    foggy, lift = scene(house("fog-off-the-marsh")), ClearPiece(piece="marsh")
    assert [piece.name for piece in foggy.table.as_table(foggy.g.state).pieces] == ["marsh"]
    assert lift.sentence(Names(foggy.g.state), {}) == "marsh is taken off the table."
    assert lift.problems(foggy.g.state, ground_of(foggy.g, 0)) == []
    foggy.run(lambda g: perform(g, lift, "a1"))
    assert foggy.table.as_table(foggy.g.state).pieces == ()
    assert [sentence_of(event, foggy.g.state) for event in foggy.events(TerrainRemoved)] == ["marsh is gone."]
    (again,) = lift.problems(foggy.g.state, ground_of(foggy.g, 0))
    assert (ROWS.named(again.rule), "No piece called “marsh”" in again.sentence) == ("M3E-SETUP-03", True)
