"""The demo command on an installation without anything: it brings the figures along, or leaves nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath
from mfcampaign.campaigns.scripted import demo
from mfcampaign.catalog.models import Pack, Release
from mfcampaign.events import demo as event_demo
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db


def first_step() -> Any:
    """The first thing that the demo needs figures for: costs of the house over them."""
    return demo._pack(demo._person(demo.ORGANISER))


def test_an_empty_catalogue_is_filled_before_the_first_step(monkeypatch):
    monkeypatch.setattr(demo, "make", first_step)
    monkeypatch.setattr(demo, "make_second", lambda: None)
    monkeypatch.setattr(demo, "make_newest", lambda: None)
    monkeypatch.setattr(demo, "make_rising", lambda: None)
    monkeypatch.setattr(event_demo, "make", lambda organiser, names: None)
    assert not Release.objects.exists()
    call_command("demo", verbosity=0)
    assert Release.objects.exists()
    assert Pack.objects.get().entries.count() == len(demo.HOUSE_COSTS)


def test_a_demo_that_cannot_be_played_to_its_end_leaves_nothing_behind(monkeypatch):
    def stops_halfway() -> None:
        first_step()
        raise Refusal("The figures have no such model.")

    monkeypatch.setattr(demo, "make", stops_halfway)
    with pytest.raises(Refusal):
        call_command("demo", verbosity=0)
    assert not Pack.objects.exists()
    assert not Release.objects.exists()
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize(("make", "edition"), [(demo.make_second, "m2e"), (demo.make_newest, "m4e")])
def test_a_small_demo_league_is_in_its_second_week(figures, db, in_process, make, edition):
    campaign = make()
    assert campaign.edition == edition
    assert [week.state for week in campaign.weeks.order_by("number")] == ["closed", "new_hires"]
    figures_of = loading.catalogue(campaign)
    for entry in campaign.entries.select_related("campaign"):
        arsenal = loading.arsenal(entry)
        assert arsenal.models
        assert all(figures_of.has_profile(model.slug) for model in arsenal.models)
    assert balances.verify(campaign) == []


@pytest.mark.soak
def test_in_the_third_week_of_six_an_advancement_waits(figures, db, in_process):
    campaign = demo.make_rising()
    assert campaign.entries.count() == 6
    assert [week.state for week in campaign.weeks.order_by("number")] == ["closed", "closed", "games_open"]
    open_now = Aftermath.objects.filter(side__game__week__campaign=campaign, state="open")
    waiting = [replay.view(row).ask for row in open_now.select_related("side__game__week__campaign")]
    assert [ask.kind for ask in waiting if ask and ask.who == "player"][:1] == ["advance_table"]
    assert balances.verify(campaign) == []
