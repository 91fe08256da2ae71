"""Settings that no printed row of the text decides: who is a Peon, which Factions, whether models die."""

from __future__ import annotations

import pytest

from rules.campaign.aftermath.asks import InjuryAttached, ModelAnnihilated
from rules.campaign.arsenal import campaign_station, injury_limit, skill_limit
from rules.campaign.charts import load_charts
from rules.campaign.policies import POLICIES, Policies, declarable, policies_as_dict, policies_from
from rules.campaign.start import StartList, check_start, start_catalogue
from rules.editions.m3e.factions import FACTIONS
from tests.rules.campaign.league import CATALOGUE, house_charts, house_document, injury, model
from tests.rules.campaign.scene import early

LEADER = model(1, "captain", is_leader=True)


@pytest.mark.rule("SL-3E-01")
@pytest.mark.switch("peon_mapping", "list")
@pytest.mark.switch("peons", ["guild-hound"])
@pytest.mark.switch("peons", [])
def test_a_league_may_list_its_peons():
    listed = Policies(peon_mapping="list", peons=("guild-hound",))
    assert campaign_station("Minion", False, listed, "guild-hound") == "Peon"
    assert campaign_station("Minion", True, listed, "guardsman") == "Minion", (
        "Insignificant does not count then"
    )
    assert (skill_limit("Minion", False, listed, "guild-hound"), injury_limit("Minion", False, listed)) == (
        0,
        2,
    )
    assert campaign_station("Minion", False, Policies(peon_mapping="list"), "guild-hound") == "Minion"
    assert campaign_station("Minion", False, Policies(peons=("guild-hound",)), "guild-hound") == "Minion"
    owned = model(2, "guardsman")
    assert owned.skill_limit(Policies(peon_mapping="list", peons=(owned.slug,))) == 0
    assert owned.injury_limit(Policies(peon_mapping="list", peons=(owned.slug,))) == 1
    assert policies_from(policies_as_dict(listed)) == listed


@pytest.mark.rule("SL-3E-01")
@pytest.mark.switch("peon_mapping", "insignificant_or_no_station")
@pytest.mark.switch("peon_mapping", "none")
def test_insignificant_models_are_peons_unless_nobody_is():
    assert campaign_station("Minion", True) == "Peon"
    assert campaign_station("", False) == "Peon"
    assert campaign_station("Minion", True, Policies(peon_mapping="none")) == "Minion"


@pytest.mark.rule("SL-3E-23", "SL-START-01")
@pytest.mark.switch("factions", "3e")
@pytest.mark.switch("factions", "2e")
def test_the_factions_of_an_edition():
    assert declarable(POLICIES, "m3e") == FACTIONS
    before = declarable(Policies(factions="2e"), "m3e")
    assert FACTIONS.keys() - before.keys() == {"explorers-society"}
    assert before["bayou"] == "Bayou", "the Gremlins are there under the name that the catalogue has"


def struck(code, *, policies, models=None):
    scene = early(2, policies=policies, **({"models": models} if models else {}))
    return scene.flip("injury", code).last()


@pytest.mark.rule("SL-ANNIH-01", "SL-INJURY-11")
@pytest.mark.switch("annihilation", "on")
@pytest.mark.switch("annihilation", "off")
def test_in_a_gentle_league_nobody_is_annihilated():
    gentle = Policies(annihilation="off")
    assert isinstance(struck("BJ", policies=Policies()), ModelAnnihilated)
    lives = struck("BJ", policies=gentle)
    assert lives.sentence == "Guardsman would be Annihilated, but lives on: Black Joker."
    full = (LEADER, model(2, "guardsman", injuries=(injury(31, "fragile"), injury(32, "shaky-nerves"))))
    assert isinstance(struck("5r", policies=Policies(), models=full), ModelAnnihilated)
    lives = struck("5r", policies=gentle, models=full)
    assert not isinstance(lives, ModelAnnihilated | InjuryAttached), "at its number it takes no more"
    assert "lives on: Hearing Voices would be more than it can have" in lives.sentence


@pytest.mark.rule("SL-ANNIH-01")
def test_in_a_gentle_league_an_old_injury_does_not_end_its_bearer_and_the_opponent_gains_nothing():
    def after_a_game(policies):
        document = house_document()
        ends = dict(document["injuries"][0], annihilates="after_next_game", opponent_scrip=2)
        charts = load_charts(document | {"injuries": [ends, *document["injuries"][1:]]})
        models = (LEADER, model(2, "guardsman", injuries=(injury(31, ends["slug"]),)))
        scene = early(policies=policies, models=models, charts=charts, participants=(2,))
        return [type(effect).__name__ for effect in scene.effects()]

    assert after_a_game(Policies()) == ["ModelAnnihilated", "OpponentEarns"]
    assert after_a_game(Policies(annihilation="off")) == []


@pytest.mark.rule("SL-START-08", "A-01")
@pytest.mark.switch("start_upgrade_kinds", "non_campaign")
@pytest.mark.switch("start_upgrade_kinds", "equipment_too")
def test_the_starting_upgrade_may_be_equipment_of_the_charts_where_the_league_says_so():
    start = StartList("guild", "captain", (), "helmet")
    usual = start_catalogue(CATALOGUE, house_charts())
    assert "M3E-HIRE-16" in {v.rule for v in check_start(start, usual).violations}
    rules = Policies(start_upgrade_kinds="equipment_too")
    sold = start_catalogue(CATALOGUE, house_charts(), rules)
    report = check_start(start, sold, rules)
    assert report.legal
    assert report.total.amount == 8 + house_charts().upgrade("helmet").ss_cost
    skill = next(row.slug for row in house_charts().upgrades if row.category == "skill")
    assert not sold.has_upgrade(skill), "a Skill needs a game behind it"
    assert sold.upgrade("coat") == CATALOGUE.upgrade("coat")
