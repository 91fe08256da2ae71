"""The campaign's rules on the whole catalogue: every Henchman can start, every week can hire."""

import json
import time
from pathlib import Path

import pytest

from mfcampaign.catalog.cards import card_from, profile_of, upgrade_from, upgrade_profile_of
from rules.campaign.arsenal import OwnedModel, arsenal_value
from rules.campaign.crew import CampaignCrew, CrewModel, check_hired_crew
from rules.campaign.hires import HireWindow, check_hire, forced_hire, hire_candidates
from rules.campaign.start import StartList, check_start, start_candidates, start_leaders
from rules.crews.catalogue import MASTER, Catalogue
from rules.editions.m3e.factions import FACTIONS
from tests.rules.campaign.league import arsenal

DATA = Path(__file__).parents[3] / "mfcampaign" / "catalog" / "data" / "m3e"


def rows(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


CATALOGUE = Catalogue(
    [profile_of(card_from(row)) for row in rows("models")],
    [upgrade_profile_of(upgrade_from(row)) for row in rows("upgrades")],
    edition="m3e",
)


def filled(faction, leader):
    """A legal start: the dearest affordable candidate again and again."""
    start = StartList(faction, leader)
    while legal := [c for c in start_candidates(start, CATALOGUE) if c.legal]:
        dearest = max(legal, key=lambda c: c.price.amount)
        start = StartList(faction, leader, (*start.models, dearest.slug))
    return start


def owned(start):
    models = []
    for number, slug in enumerate((start.leader, *start.models), 1):
        card = CATALOGUE.profile(slug)
        models.append(
            OwnedModel(
                id=number,
                slug=slug,
                name=card.full_name,
                station=card.station,
                cost=card.cost,
                is_leader=number == 1,
                insignificant=card.insignificant,
                words=card.keywords,
            )
        )
    return tuple(models)


@pytest.mark.rule("SL-START-06", "SL-3E-23", "SL-3E-17")
@pytest.mark.parametrize("faction", sorted(FACTIONS))
def test_every_faction_starts_plays_and_hires(faction):
    leaders = [leader for leader in start_leaders(faction, CATALOGUE) if leader.legal]
    if not leaders:
        assert faction == "explorers-society"  # no public source has their costs: an organiser enters them
        return
    for leader in leaders[:3]:
        start = filled(faction, leader.slug)
        report = check_start(start, CATALOGUE)
        assert report.legal
        assert 30 <= report.total.amount <= 35
        models = owned(start)
        assert not [m for m in models if CATALOGUE.profile(m.slug).is_totem or m.station == MASTER]
        everyone = CampaignCrew(1, tuple(CrewModel(m.id) for m in models))
        size = arsenal_value(models).amount + 5
        crew = check_hired_crew(everyone, arsenal(*models, faction=faction), size, CATALOGUE)
        assert crew.total.amount == report.total.amount
        assert crew.legal
        window = HireWindow(arsenal=arsenal(*models, faction=faction, scrip=7), week=2, weeks=6)
        assert forced_hire(window, CATALOGUE).state == "owed"


def test_the_whole_shop_is_priced_in_good_time():
    start = filled("guild", start_leaders("guild", CATALOGUE)[0].slug)
    window = HireWindow(arsenal=arsenal(*owned(start), scrip=9), week=2, weeks=6)
    began = time.process_time()
    candidates = hire_candidates(window, CATALOGUE)
    took = time.process_time() - began
    assert len(candidates) == len(list(CATALOGUE.profiles())) > 600
    assert took < 2, f"{took:.2f} s"
    for candidate in candidates[::25]:
        assert candidate.legal == check_hire(candidate.slug, window, CATALOGUE).legal


@pytest.mark.rule("SL-ANNIH-02")
def test_an_annihilated_model_can_be_hired_again():
    start = filled("guild", start_leaders("guild", CATALOGUE)[0].slug)
    single = next(slug for slug in start.models if CATALOGUE.profile(slug).limit == 1)
    held = arsenal(*owned(start), scrip=20)
    assert "SL-3E-18" in {
        v.rule for v in check_hire(single, HireWindow(arsenal=held, week=2, weeks=6), CATALOGUE).violations
    }
    left = arsenal(*(m for m in held.models if m.slug != single), scrip=20)
    assert check_hire(single, HireWindow(arsenal=left, week=2, weeks=6), CATALOGUE).legal
