"""Forecasts: reckoned in parts by the dispatcher, each once; stopped; shown; begun from where people are."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.forecast import operations as forecasting
from mfcampaign.campaigns.forecast import rosters as starting_rosters
from mfcampaign.campaigns.forecast.queries import outlook
from mfcampaign.campaigns.models import Forecast, ForecastPart
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command
from mfcampaign.web.resilience import cost
from rules.campaign.forecast.season import simulate
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def few(monkeypatch):
    """Small forecasts: the figures are tested in the core."""
    monkeypatch.setattr(forecasting, "SEASONS", (4,))
    monkeypatch.setattr(forecasting, "WORK", 24)


def ordered(league, name="As it is", **options):
    given = {"policies": {}, "charts_id": league.campaign.charts_id, "seasons": 4, "players": 2} | options
    return forecasting.order(league.campaign, league.organiser, name=name, **given)


def test_each_part_is_reckoned_once_and_they_add_up(league, in_process, few):
    forecast = ordered(league)
    assert forecasting.parts_of(forecast) == 2
    assert not forecast.parts.exists(), "nobody's request waits for it"
    parts = Command.objects.filter(kind=forecasting.PART)
    assert parts.filter(status="waiting").count() == 1, "one stands in the queue, whatever is to come"
    dispatch.drain()
    assert parts.filter(status="done").count() == 2
    assert list(forecast.parts.values_list("number", flat=True)) == [0, 1]
    assert forecasting.simulate_part(forecast.pk, 0) is False
    chances = outlook(forecast)
    assert (chances.done, chances.wanted, chances.under_way) == (4, 4, False)
    assert [row.week for row in chances.rows] == [1, 2, 3, 4, 5, 6]
    assert all(row.scrip[0] <= row.scrip[1] <= row.scrip[2] for row in chances.rows)
    before = [part.tally for part in forecast.parts.all()]
    ForecastPart.objects.all().delete()
    assert [forecasting.simulate_part(forecast.pk, number) for number in (1, 0)] == [True, True]
    assert [part.tally for part in forecast.parts.order_by("number")] == before, (
        "the same seed, the same seasons"
    )


def test_a_stopped_forecast_reckons_no_more(league, in_process, few):
    forecast = ordered(league)
    assert forecasting.simulate_part(forecast.pk, 0) is True
    forecasting.stop(forecast, league.organiser)
    dispatch.drain()
    assert forecast.parts.count() == 1
    assert Command.objects.filter(kind=forecasting.PART).exclude(status="done").count() == 0
    with pytest.raises(Refusal, match="stopped already"):
        forecasting.stop(forecast, league.organiser)


def test_during_the_season_it_begins_from_what_people_own(league, in_process, few):
    first = league.start()
    play.live_week(first)
    weeks.reach_deadline(first, league.organiser, "Agreed.")
    league.campaign.refresh_from_db()
    assert starting_rosters.first_week(league.campaign) == 2
    forecast = ordered(league)
    entry = league.entry(0)
    owned = sorted(entry.models.filter(annihilated_week=None).values_list("slug", flat=True))
    assert sorted(model["slug"] for model in forecast.rosters[0]["models"]) == owned
    dispatch.drain()
    assert [row.week for row in outlook(forecast).rows] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("without", [1, 2])
def test_where_too_few_have_models_the_starts_are_typical(league, in_process, few, without):
    league.start()
    for number in range(without):
        league.entry(number).models.update(annihilated_week=1)
    forecast = ordered(league, players=3)
    assert [(roster["label"], bool(roster["models"])) for roster in forecast.rosters] == [("", True)] * 3
    dispatch.drain()
    assert outlook(forecast).done == 4


def test_what_cannot_be_reckoned_is_refused(league, in_process, few):
    with pytest.raises(Refusal, match="seasons"):
        ordered(league, seasons=5000)
    with pytest.raises(Refusal, match="no campaign setting"):
        ordered(league, policies={"luck": 9})
    with pytest.raises(Refusal, match="charts"):
        ordered(league, charts_id=0)
    for number in range(forecasting.MOST_OPEN):
        ordered(league, f"number {number}")
    with pytest.raises(Refusal, match="being calculated"):
        ordered(league, "one too many")


def test_an_organiser_tries_a_setting_and_sees_both_side_by_side(league, in_process, few):
    league.start()
    client = Client()
    client.force_login(league.organiser)
    address = reverse("campaigns:forecasts", args=[league.campaign.slug])
    page = client.get(address)
    assert "Simulate the season" in page.content.decode()
    usual = ordered(league)
    filled = {
        f"rule-{name}": ("on" if field.initial else "") if isinstance(field.initial, bool) else field.initial
        for name, field in page.context["rules"].fields.items()
    }
    filled = {name: value for name, value in filled.items() if value not in ("", None)}
    sent = {
        "name": "A poor week",
        "seasons": 4,
        "players": 2,
        "charts": league.campaign.charts_id,
        "key": "k",
    }
    answer = client.post(address, {**filled, **sent, "rule-weekly_cap": 2})
    assert answer.status_code == 303, (answer.context["form"].errors, answer.context["rules"].errors)
    tried = Forecast.objects.exclude(pk=usual.pk).get()
    assert tried.policies["weekly_cap"] == 2
    league.campaign.refresh_from_db()
    assert league.campaign.rules.weekly_cap == 16, "the league itself stays as it is"
    assert "0 of 4 seasons" in client.get(answer["Location"]).content.decode()
    dispatch.drain()
    both = client.get(f"{answer['Location']}?beside={usual.pk}").content.decode()
    assert both.count("4 of 4 seasons") == 2
    assert "weekly cap" in both
    assert "<td>2</td><td>16</td>" in both
    assert "line-chart" in both
    client.post(address, {**filled, **sent, "rule-weekly_cap": 2})
    assert Forecast.objects.count() == 2, "the same form sent twice is one forecast"
    under_way = ordered(league, "a long one")
    client.post(f"/do/stop-forecast/{league.campaign.slug}/", {"forecast": under_way.pk})
    under_way.refresh_from_db()
    assert under_way.stopped_at is not None


def test_one_person_has_so_many_forecasts_in_all_leagues_together(league, make_league, in_process, few):
    for number in range(forecasting.MOST_OPEN - 1):
        ordered(league, f"number {number}")
    other = make_league(name="Another league")
    other.organiser = league.organiser
    ordered(other, "the last one")
    with pytest.raises(Refusal, match="or of yours in others"):
        ordered(other, "one too many")
    dispatch.drain()
    ordered(other, "and then again")


def test_seasons_are_charged_to_who_ordered_them(league, in_process, few, monkeypatch):
    monkeypatch.setattr(cost, "HOUR_SECONDS", 0.001)
    ordered(league)
    dispatch.drain()
    with pytest.raises(Refusal, match="within one hour"):
        ordered(league, "another")
    cost.expect_share("0")


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_a_season_is_simulated_without_a_transaction(league, in_process, few, monkeypatch):
    free = []

    def watched(*given):
        free.append(not connection.in_atomic_block)
        return simulate(*given)

    monkeypatch.setattr(forecasting, "simulate", watched)
    forecast = ordered(league)
    dispatch.drain()
    assert free == [True, True]
    assert forecast.parts.count() == 2
