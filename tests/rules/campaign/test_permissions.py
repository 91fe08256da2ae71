"""Hires that a card allows in Third Edition: permissions of models and Upgrades (SL-START-06, -10)."""

import pytest
from msgspec.structs import replace

from rules.campaign.arsenal import Arsenal, OwnedUpgrade
from rules.campaign.crew import CampaignCrew, CrewModel, check_hired_crew
from rules.campaign.hires import HireWindow, check_hire, hire_price
from rules.campaign.policies import POLICIES
from rules.campaign.start import StartList, check_start, start_candidates
from rules.crews.catalogue import Catalogue, UpgradeProfile
from rules.crews.permissions import HiringTerms, Permission
from tests.rules.campaign.league import CATALOGUE, model

BANDITS = HiringTerms(opens=(Permission(scope="leads", words=(("Bandit",),)),))
ONE_BANDIT = HiringTerms(opens=(Permission(words=(("Bandit",),), limit=1, surcharge=2),))
OPEN = Catalogue(
    [
        replace(profile, hiring=BANDITS) if profile.slug == "captain" else profile
        for profile in CATALOGUE.profiles()
    ],
    [*CATALOGUE.upgrades(), UpgradeProfile("pardon", "Pardon", ("guild",), 1, hiring=ONE_BANDIT)],
    edition="m3e",
)


def broken(start: StartList, catalogue: Catalogue = OPEN) -> set[str]:
    return {violation.rule for violation in check_start(start, catalogue).violations}


@pytest.mark.rule("SL-START-06", "SL-START-07", "SL-3E-15")
def test_a_leader_lets_in_models_of_another_faction_for_one_more():
    start = StartList("guild", "captain", ("bandit",))
    assert broken(start, CATALOGUE) == {"M3E-HIRE-06"}
    report = check_start(start, OPEN)
    assert report.legal
    assert [(line.amount, line.rule) for line in report.total.lines][1:] == [
        (4, "SL-START-07"),
        (1, "SL-3E-15"),
    ]
    assert broken(StartList("guild", "deputy", ("captain", "bandit"))) == {"M3E-HIRE-06"}, "it has to lead"
    offered = {c.slug: c for c in start_candidates(StartList("guild", "captain"), OPEN)}
    assert offered["bandit"].legal


@pytest.mark.rule("SL-START-10")
def test_the_upgrade_of_the_start_opens_its_hires_in_the_same_purchase_and_no_more_of_them():
    with_pardon = StartList("guild", "deputy", ("bandit",), "pardon")
    report = check_start(with_pardon, OPEN)
    assert report.legal
    assert 2 in [line.amount for line in report.total.lines], "its own surcharge"
    assert broken(replace(with_pardon, models=("bandit", "bandit"))) == {"SL-START-06", "SL-3E-18"}


@pytest.mark.rule("SL-HIRE-03", "SL-HIRE-04")
def test_weekly_hires_go_by_the_leader_of_the_week():
    bandit = OPEN.profile("bandit")
    led = Arsenal(faction="guild", models=(model(1, "captain", is_leader=True),), scrip=9)
    window = HireWindow(arsenal=led, week=2, weeks=6, hired_models=1)
    assert check_hire("bandit", window, OPEN).legal
    assert hire_price(bandit, window, OPEN).amount == 5
    other = replace(window.arsenal, models=(model(2, "deputy", is_leader=True),))
    rules = {
        violation.rule for violation in check_hire("bandit", replace(window, arsenal=other), OPEN).violations
    }
    assert "M3E-HIRE-06" in rules


@pytest.mark.rule("SL-LEADER-05", "SL-LEADER-06")
def test_what_a_lost_leader_had_opened_stays_in_the_crews_and_no_more_is_bought():
    owned = Arsenal(faction="guild", models=(model(2, "deputy", is_leader=True), model(3, "bandit")), scrip=9)
    crew = CampaignCrew(2, (CrewModel(2), CrewModel(3)))
    assert check_hired_crew(crew, owned, 30, OPEN, POLICIES).legal
    window = HireWindow(arsenal=owned, week=2, weeks=6)
    assert {violation.rule for violation in check_hire("bandit", window, OPEN).violations} >= {"M3E-HIRE-06"}


@pytest.mark.rule("A-50", "SL-LEADER-05", "M2-HIRE-53")
@pytest.mark.switch("let_in_by_upgrade", "owned")
@pytest.mark.switch("let_in_by_upgrade", "attached")
def test_whom_an_upgrade_alone_lets_in_needs_it_in_the_crew_or_not():
    """A Bandit whom the Pardon lets in; without the Pardon in the Arsenal it came under another Leader."""

    def rules(attached: bool, reading: str, owned: bool = True) -> set[str]:
        pardon = OwnedUpgrade(id=10, slug="pardon", name="Pardon", kind="ordinary")
        models = (model(1, "deputy", is_leader=True), model(2, "bandit"))
        held = Arsenal(faction="guild", models=models, upgrades=(pardon,) if owned else ())
        crew = CampaignCrew(1, (CrewModel(1, (10,) if attached else ()), CrewModel(2)))
        policies = replace(POLICIES, let_in_by_upgrade=reading)
        return {v.rule for v in check_hired_crew(crew, held, 50, OPEN, policies).violations}

    assert rules(False, "owned") == set()
    assert rules(False, "attached") == {"A-50"}
    assert rules(True, "attached") == set()
    assert rules(False, "attached", owned=False) == set()
