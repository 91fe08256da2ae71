"""Weekly Events in a league of Rising Names: drawn by the sealed fate or chosen, shown, paid; off by
default; a chart of one's own in their place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath
from mfcampaign.campaigns.rising import growth
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import weekly_event
from mfcampaign.catalog.models import ChartSet
from rules.game.results.result import EncounterResult, SeatResult
from tests.campaigns.conftest import League

pytestmark = [pytest.mark.django_db, pytest.mark.rule("M4-CAMP-30")]
BALLADS = "a-ballad-singer-in-town"


@pytest.fixture
def begun(make_league: Callable[..., League]) -> Callable[..., League]:
    def league(**settings: Any) -> League:
        made = make_league(players=2, edition="m4e", system="rising-names", weeks_total=3, **settings)
        made.found_all("a")
        made.start()
        return made

    return league


def lived(league: League) -> list[Aftermath]:
    """The first game, drawn without VP, and its Aftermaths."""
    (game,) = league.games(1)
    for side in play.sides(game):
        play.submit_crew(side)
    first, second = play.sides(game)
    report = EncounterResult(seats=(SeatResult(), SeatResult()), ended_turn=4)
    results.report(first, first.entry.user, report)
    results.confirm(second, second.entry.user)
    rows = play.aftermaths(game)
    for row in rows:
        play.finish_aftermath(row)
    return rows


@pytest.mark.switch("weekly_events", "off")
def test_nothing_is_drawn_unless_the_league_wants_it(begun: Callable[..., League]) -> None:
    league = begun()
    assert league.campaign.rules.weekly_events == "off"
    assert loading.event_of(league.week(1)) is None
    assert [growth.of(row.side.entry).experience for row in lived(league)] == [1, 1]


@pytest.mark.switch("weekly_events", "drawn")
def test_the_event_is_drawn_changed_shown_paid_and_travels(
    begun: Callable[..., League], client: Client
) -> None:
    league = begun(policies={"weekly_events": "drawn"})
    drawn = loading.event_of(league.week(1))
    assert drawn is not None
    rows = {row.slug: row for row in loading.charts(league.campaign).weekly_events}
    assert drawn.gains == rows[drawn.event.slug].gains
    assert drawn.flips[-1].card.value in rows[drawn.event.slug].values
    weekly_event.choose_event(league.week(1), league.organiser, BALLADS, "We voted.")
    client.force_login(league.players[0])
    page = client.get(reverse("campaigns:week", args=[league.campaign.slug, 1])).content.decode()
    assert "A Ballad Singer in Town" in page
    assert "Each Crew: 1 more experience." in page
    own, _ = lived(league)
    assert growth.of(own.side.entry).experience == 2, "played, and the ballads"
    total = next(each.total for each in replay.view(own).effects if type(each).__name__ == "ExperienceGained")
    assert [(line.label, line.amount) for line in total.lines] == [
        ("played the game", 1),
        ("A Ballad Singer in Town", 1),
    ]
    assert balances.verify(league.campaign) == []
    content = write(league.campaign, phrase="a phrase for the road")
    again = transfer.import_league(read(content).opened("a phrase for the road"), league.organiser)
    assert loading.event_of(again.weeks.get(number=1)) == loading.event_of(league.week(1))


@pytest.mark.switch("weekly_events", "drawn")
def test_a_group_plays_its_own_chart_of_events(make_league: Callable[..., League], client: Client) -> None:
    league = make_league(players=2, edition="m4e", system="rising-names", policies={"weekly_events": "drawn"})
    client.force_login(league.organiser)
    slug, house = league.campaign.slug, league.campaign.charts
    page = client.get(reverse("campaigns:chart", args=[slug, house.pk, "weekly-events"])).content.decode()
    assert "House rule" in page
    assert "Each Crew: 1 more experience." in page
    body = {**house.body, "name": "Ours"}
    boom = {
        "slug": "boom",
        "name": "Boom",
        "values": list(range(1, 14)),
        "gains": [{"kind": "scrip", "amount": 3}],
    }
    upload = reverse("campaigns:charts_upload", args=[slug])

    def sent(rows: list[dict[str, Any]]) -> Any:
        content = json.dumps({**body, "weekly_events": rows}).encode()
        file = SimpleUploadedFile("ours.json", content, "application/json")
        return client.post(upload, {"file": file})

    refused = sent([{**boom, "values": [1]}])
    assert refused.status_code == 422
    assert "Weekly Events: 0 rows for 2; one is wanted." in refused.content.decode()
    assert sent([boom]).status_code == 303
    ours = ChartSet.objects.get(campaign_id=league.campaign.pk)
    client.post(reverse("act:use_charts", args=[slug]), {"charts": ours.pk})
    league.found_all("a")
    league.start()
    assert [row.slug for row in loading.charts(league.week(1).campaign).weekly_events] == ["boom"]
    lived(league)
    paid = league.campaign.transfers.filter(reason="payday").values_list("amount", flat=True)
    assert set(paid) == {3}


def test_a_chart_without_events_says_so(make_league: Callable[..., League]) -> None:
    league = make_league(players=2, edition="m4e", system="rising-names", policies={"weekly_events": "drawn"})
    charts = league.campaign.charts
    ChartSet.objects.filter(pk=charts.pk).update(body={**charts.body, "weekly_events": []})
    league.found_all("a")
    league.start()
    assert loading.event_of(league.week(1)) is None
    assert Act.objects.filter(sentence__contains="the league’s charts have none").exists()
