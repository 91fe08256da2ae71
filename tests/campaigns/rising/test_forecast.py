"""The forecast of a league whose Leaders grow: from what its players own, beside a setting that is tried."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.forecast import operations as forecasting
from mfcampaign.campaigns.forecast.queries import outlook
from mfcampaign.campaigns.models import Forecast
from mfcampaign.dispatch import operations as dispatch
from tests.campaigns.conftest import League

pytestmark = pytest.mark.django_db


@pytest.mark.rule("M4-CAMP-29")
def test_an_organiser_sees_what_a_house_rule_would_change(
    make_league: Callable[..., League], in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasting, "SEASONS", (2,))
    league = make_league(players=2, edition="m4e", system="rising-names", weeks_total=4)
    client = Client()
    client.force_login(league.organiser)
    given = {"charts_id": league.campaign.charts_id, "seasons": 2, "players": 3}
    typical = forecasting.order(
        league.campaign, league.organiser, name="Before the start", policies={}, **given
    )
    league.found_all("a")
    league.start()
    address = reverse("campaigns:forecasts", args=[league.campaign.slug])
    page = client.get(address)
    asked = page.context["rules"].fields
    assert "extra_scrip" in asked
    assert "master_scrip" not in asked, "settings of another campaign"
    initial = {f"rule-{name}": field.initial for name, field in asked.items()}
    filled = {
        name: value for name, value in initial.items() if value is not False and value not in ("", None)
    }
    sent = {"seasons": 2, "players": 2, "charts": given["charts_id"]}
    for name, extra in (("As it is", 0), ("Rich", 9)):
        answer = client.post(
            address, {**filled, **sent, "name": name, "key": name, "rule-extra_scrip": extra}
        )
        assert answer.status_code == 303, answer.context["rules"].errors
    dispatch.drain()
    usual, rich = Forecast.objects.exclude(pk=typical.pk).order_by("pk")
    both = client.get(f"{answer['Location']}?beside={usual.pk}").content.decode()
    assert "extra scrip" in both
    assert both.count("2 of 2 seasons") == 2
    for words in ("Advancements", "Crews ended", "Rating", "Who leads at the end"):
        assert both.count(words) >= 2, words
    assert "Master" not in both
    seen = client.get(f"/api/v1/leagues/{league.campaign.slug}/forecasts/{usual.pk}/").json()
    assert (seen["done"], seen["never"]) == (2, None), "no Master is hired"
    # With 9 Scrip more each Payday everybody hires the dearest earlier.
    poorer, richer = (sum(sum(row.value) for row in outlook(each).rows) for each in (usual, rich))
    assert richer > poorer
    assert {lead.label for lead in outlook(usual).leads} == {league.entry(n).label for n in (0, 1)}
    before = outlook(typical)
    assert (before.done, before.leads, len(before.rows)) == (2, (), 4)
