"""A Crew of the catalogue comes to the table: its figures from its cards, the rest prompted for."""

from __future__ import annotations

import pytest
from django.test import Client

from mfcampaign.catalog.queries import catalogue_for, current_release
from mfcampaign.crews import operations as crews
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.saved_crews import Saved
from rules.editions.m3e.play.setup.agreed import setup_of_crews
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import go_on, lay_down, person, set_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def crew(catalogue):  # noqa: F811
    mara = person("mara")
    crew_ = crews.create(mara, faction="guild", leader="lady-justice", size=20, name="Marshals")
    crews.add(crew_, mara, "guild-hound")
    return crew_


def test_an_own_crew_is_set_up_by_its_printed_figures_and_played(crew):
    client = Client()
    client.force_login(crew.owner)
    assert "Marshals" in client.get("/play/new/").content.decode()
    sent = {"crews": "two", "own": crew.public_id, "against": "", "opponent": "greedy", "seat": "0"}
    assert set_up(client, **sent).status_code == 302
    row = Encounter.objects.get()
    lay_down(row, {0: crew.owner})
    go_on(row, {0: crew.owner}, 25)
    row.refresh_from_db()
    leader = loading.setup_of(row).cards["lady-justice"]
    printed = catalogue_for(current_release().pk).profile("lady-justice")
    assert (leader.df, leader.wp, leader.health) == (printed.df, printed.wp, printed.health)
    assert loading.play_of(row).state.turn >= 1


def test_a_crew_that_is_not_legal_is_refused_with_the_reason(crew):
    crews.change_settings(crew, crew.owner, leader="")
    with pytest.raises(Refusal):
        setup_of_crews(Saved(crew), Saved(crew))
    client = Client()
    client.force_login(crew.owner)
    sent = {"crews": "two", "own": crew.public_id, "against": "", "opponent": "greedy", "seat": "0"}
    answer = set_up(client, **sent)
    assert answer.status_code == 422
    assert not Encounter.objects.exists()


@pytest.mark.rule("M3E-SUMM-01")
def test_whoever_a_crew_may_summon_is_in_the_encounter_too(catalogue):  # noqa: F811
    mara = person("mara")
    rats = crews.create(mara, faction="outcasts", leader="hamelin", size=20, name="Rats")
    setup = setup_of_crews(Saved(rats), Saved(rats))
    assert [hired.card for hired in setup.crews[0].models] == ["hamelin"]
    assert "malifaux-rat" in setup.cards
