"""Set-up, steps A to H: what is agreed and hired before the first flip."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList, Member
from rules.editions.m3e.examples.encounters import skirmish, skirmish_among_terrain
from rules.editions.m3e.play.setup.before import ready, step_h_reveal
from rules.game.setup.setup import CrewSetup, Hired
from rules.refusal import Refusal
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import water

MODELS = Catalogue(
    [
        Profile("dashel", "Dashel Barker", "", ("guild",), ("Guard",), "Master", 15),
        Profile("hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=4),
        Profile("ronin", "Ronin", "", ("outcasts",), ("Mercenary",), "Minion", 6),
    ],
    edition="m3e",
)


def refused(setup):
    with pytest.raises(Refusal) as refusal:
        ready(setup)
    return str(refusal.value)


@pytest.mark.rule("M3E-SETUP-17", "M3E-HIRE-22")
def test_the_hired_crew_steps_on_the_table_with_the_stones_left():
    crew = CrewList("guild", "dashel", size=14, members=(Member("hound"), Member("hound")))
    revealed = step_h_reveal("Guard", crew, MODELS)
    assert [(hired.card, hired.leader) for hired in revealed.models] == [
        ("dashel", True),
        ("hound", False),
        ("hound", False),
    ]
    assert revealed.stones == 8
    rich = step_h_reveal("Guard", CrewList("guild", "dashel", members=(Member("hound"),)), MODELS)
    assert rich.stones == 10


@pytest.mark.rule("M3E-SETUP-01", "M3E-HIRE-06")
def test_a_crew_that_breaks_hiring_is_refused_with_every_reason():
    crew = CrewList("guild", "dashel", size=3, members=(Member("ronin"), Member("hound"), Member("hound")))
    with pytest.raises(Refusal) as refusal:
        step_h_reveal("Guard", crew, MODELS)
    assert {broken.rule for broken in refusal.value.violations} == {"M3E-HIRE-03", "M3E-HIRE-06"}


@pytest.mark.rule("M3E-SETUP-03")
def test_terrain_lies_on_the_table_each_piece_under_its_own_name():
    among = skirmish_among_terrain("ready")
    assert ready(among) is among
    twice = replace(among, terrain=(*among.terrain, among.terrain[0]))
    assert "M3E-SETUP-03" in refused(twice)
    over = replace(among, terrain=(water("sea", rectangle(30, 30, 10, 10)),))
    assert "sea is not wholly on the table" in refused(over)
    assert "A plain has no terrain" in refused(replace(among, ground="open"))


@pytest.mark.rule("M3E-SETUP-05", "M3E-SETUP-06", "M3E-SETUP-15")
def test_what_is_agreed_instead_of_flipped_exists():
    fine = skirmish("ready")
    agreed = replace(fine, strategy="Reckoning", deployment="Flank", pool=("Assassinate", "Outflank"))
    assert ready(fine) is fine
    assert ready(agreed) is agreed
    assert "no Strategy “Golf”" in refused(replace(fine, strategy="Golf"))
    assert "no Deployment “Round”" in refused(replace(fine, deployment="Round"))
    assert "no Scheme “Sleep”" in refused(replace(fine, pool=("Sleep",)))
    assert "twice" in refused(replace(fine, pool=("Outflank", "Outflank")))


@pytest.mark.rule("M3E-HIRE-01")
def test_each_crew_has_one_leader_who_may_lead_and_cards_that_are_known():
    fine = skirmish("ready")

    def with_crew(*models):
        return replace(fine, crews=(CrewSetup(name="December", models=models), fine.crews[1]))

    assert "0 Leaders" in refused(with_crew(Hired(card="misaki")))
    assert "cannot lead" in refused(with_crew(Hired(card="ice-gamin", leader=True)))
    leader = Hired(card="rasputina", leader=True)
    assert "no figures are known of nobody" in refused(with_crew(leader, Hired(card="nobody")))
    assert "no Upgrade hat" in refused(with_crew(replace(leader, upgrades=("hat",))))
