"""Charts on the pages of a league: read by all, edited by the organisers, never behind anybody's back."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.settings import operations
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog.charts.chart import CHARTS, flat_rows
from mfcampaign.catalog.models import ChartSet
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(league):
    client = Client()
    client.force_login(league.organiser)
    return client


def at(league, name, *args):
    return reverse(f"campaigns:{name}", args=[league.campaign.slug, *args])


def seen(client, url):
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def act(client, league, name, /, **fields):
    return client.post(reverse(f"act:{name}", args=[league.campaign.slug]), fields)


def own(league, name="Ours"):
    return drafts.fork_charts(league.campaign.charts, league.campaign.pk, league.organiser, name)


def test_everyone_reads_the_charts_of_a_listed_league(league):
    house = league.campaign.charts_id
    page = seen(Client(), at(league, "charts"))
    assert "House charts, Third Edition" in page
    assert "Copy to edit" not in page
    for slug, table in CHARTS.items():
        page = seen(Client(), at(league, "chart", house, slug))
        assert table.title in page
        rows = flat_rows(league.campaign.charts.body, table)
        assert page.count('<tr id="row-') == len(rows)
        if rows:
            assert "public figures" in page or ">house<" in page
        assert "Edit row" not in page
    page = seen(Client(), at(league, "chart", house, "barter"))
    assert 'id="row-2"' in page
    assert 'href="#row-2"' in page
    assert "Coffee" in page
    assert Client().get(at(league, "chart", house, "moons")).status_code == 404


def test_what_one_downloads_is_what_one_reads(league):
    house = league.campaign.charts_id
    answer = Client().get(at(league, "charts_json", house))
    assert json.loads(answer.content) == league.campaign.charts.body
    assert f'filename="m3e-charts-{house}.json"' in answer["Content-Disposition"]
    answer = Client().get(at(league, "chart_csv", house, "barter"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="m3e-barter.csv"' in answer["Content-Disposition"]
    assert answer.content.decode().splitlines()[0].startswith("\ufeffupgrade,values,campaign_cost")


def test_an_organiser_forks_edits_compares_and_uses(league, organiser):
    house = league.campaign.charts_id
    answer = act(organiser, league, "fork_charts", charts=house, name="Ours")
    ours = ChartSet.objects.get(name="Ours")
    assert answer["Location"] == at(league, "chart_set", ours.pk)
    page = seen(organiser, at(league, "chart_set", ours.pk))
    assert f"copied from {league.campaign.charts}" in page
    assert f"by {league.organiser}" in flat(page)
    row = at(league, "chart_row", ours.pk, "barter", 2)
    page = seen(organiser, row)
    assert 'name="cell-campaign_cost"' in page
    wrong = {"stands": ours.sha256, "cell-upgrade": "coffee", "cell-values": "14", "cell-campaign_cost": "x"}
    answer = organiser.post(row, wrong)
    assert answer.status_code == 422
    for fault in ("Entry 1: at most 13 is expected.", "A whole number is expected."):
        assert fault in answer.content.decode()
    answer = organiser.post(row, wrong | {"cell-values": "1-2", "cell-campaign_cost": "7"})
    assert answer["Location"].endswith("#row-2")
    ours.refresh_from_db()
    edited = flat_rows(ours.body, CHARTS["barter"])[1]
    assert (edited["values"], edited["campaign_cost"], edited["source"]) == ([1, 2], 7, "organiser")
    page = seen(organiser, at(league, "charts_compare", ours.pk, house))
    assert "Coffee: cards 1 → 1, 2; Scrip 1 → 7." in page
    page = seen(organiser, at(league, "chart_use", ours.pk))
    assert "Coffee: cards 1 → 1, 2; Scrip 1 → 7." in page
    assert "Use them now" in page
    act(organiser, league, "use_charts", charts=ours.pk)
    assert Campaign.objects.get().charts_id == ours.pk


def test_a_draft_may_have_gaps_but_says_so_and_cannot_be_used(league, organiser):
    ours = own(league)
    where = at(league, "chart_row_out", ours.pk, "lucky-miss", 1)
    page = seen(organiser, where)
    assert "is gone." in page
    assert "To fix then" in page
    assert '<aside class="edition" aria-label="Edition">Third Edition</aside>' in page
    sent = dict(re.findall(r'name="(charts|chart|row|stands)" value="(.*?)"', page))
    answer = act(organiser, league, "remove_chart_row", **sent)
    assert answer["Location"] == at(league, "chart", ours.pk, "lucky-miss")
    page = seen(organiser, at(league, "chart_set", ours.pk))
    assert "To fix before it can be used" in page
    assert "no row for the values 1, 2, 3" in page
    page = seen(organiser, at(league, "chart_use", ours.pk))
    assert "Use them now" not in page
    act(organiser, league, "use_charts", charts=ours.pk)
    assert Campaign.objects.get().charts_id == league.campaign.charts_id


def test_a_row_is_added_where_none_was(league, organiser):
    ours = own(league)
    page = seen(organiser, at(league, "chart", ours.pk, "avatars"))
    assert "No rows" in page
    new = at(league, "chart_row_new", ours.pk, "avatars")
    organiser.post(new, {"stands": ours.sha256, "cell-master": "any", "cell-upgrade": "coffee"})
    ours.refresh_from_db()
    row = {"master": "any", "upgrade": "coffee", "faction": "", "source": "organiser"}
    assert ours.body["avatars"] == [row]


def test_drafts_are_the_organisers_own(league, organiser):
    ours = own(league)
    reader = Client()
    reader.force_login(league.players[0])
    for name, args in (
        ("chart_set", ()),
        ("chart", ("barter",)),
        ("charts_json", ()),
        ("chart_csv", ("barter",)),
    ):
        assert reader.get(at(league, name, ours.pk, *args)).status_code == 404
    assert "Ours" not in seen(reader, at(league, "charts"))
    operations.use_charts(league.campaign, league.organiser, ours.pk)
    assert "Ours, version 1" in seen(reader, at(league, "charts"))
    assert reader.get(at(league, "chart_row", ours.pk, "barter", 1)).status_code == 404


def test_everybodys_charts_are_not_edited(league, organiser):
    house = league.campaign.charts_id
    row = at(league, "chart_row", house, "barter", 1)
    assert organiser.post(row, {"cell-values": "1"}).status_code == 404
    for url in (row, at(league, "chart_row_out", house, "barter", 1)):
        assert organiser.get(url).status_code == 404
    out = act(organiser, league, "remove_chart_row", charts=house, chart="barter", row=1)
    assert out.status_code == 404


def test_a_csv_file_takes_the_place_of_a_chart_or_says_all_that_is_wrong(league, organiser):
    ours = own(league)
    where = at(league, "chart_upload", ours.pk, "barter")
    bad = b"upgrade,values,campaign_cost\ncoffee,1,2\ntea,99,x\nrope,1,-1\n"
    answer = organiser.post(where, {"file": SimpleUploadedFile("mine.csv", bad)})
    assert answer.status_code == 422
    page = answer.content.decode()
    for fault in (
        "3 things to fix",
        "barter.csv line 3, values: entry 1: at most 13 is expected.",
        "barter.csv line 3, campaign_cost: a whole number is expected.",
        "barter.csv line 4, campaign_cost: at least 0 is expected.",
    ):
        assert fault in page
    good = organiser.get(at(league, "chart_csv", ours.pk, "barter")).content.replace(
        b"coffee,1,1", b"coffee,1,5"
    )
    organiser.post(where, {"file": SimpleUploadedFile("mine.csv", good)})
    ours.refresh_from_db()
    assert flat_rows(ours.body, CHARTS["barter"])[1]["campaign_cost"] == 5
    assert len(ours.body["barter"]) == 56


def test_a_json_file_is_checked_whole_and_is_a_version_of_its_own(league, organiser):
    where = at(league, "charts_upload")
    body = json.loads(json.dumps(league.campaign.charts.body)) | {"name": "From a file", "version": 7}
    answer = organiser.post(where, {"file": SimpleUploadedFile("c.json", b'{"name": 1,\n"barter": [,]}')})
    assert "Line 2" in answer.content.decode()
    answer = organiser.post(where, {"file": SimpleUploadedFile("c.json", json.dumps(body).encode())})
    chart_set = ChartSet.objects.get(name="From a file")
    assert answer["Location"] == at(league, "chart_set", chart_set.pk)
    assert (chart_set.frozen_at, Campaign.objects.get().charts_id) == (None, league.campaign.charts_id)


def test_in_a_running_league_the_page_says_when(league, organiser):
    league.start()
    ours = own(league)
    page = seen(organiser, at(league, "chart_use", ours.pk))
    assert "from the next week" in page
    act(organiser, league, "use_charts", charts=ours.pk)
    page = seen(Client(), at(league, "charts"))
    assert "Ours, version 1 from the next week on" in page
    act(organiser, league, "use_charts", charts=league.campaign.charts_id)
    assert Campaign.objects.get().next_charts_id is None


def test_reading_charts_takes_a_fixed_number_of_queries(league, django_assert_max_num_queries):
    own(league)
    for name, args in (("charts", ()), ("chart", (league.campaign.charts_id, "barter"))):
        with django_assert_max_num_queries(5):
            Client().get(at(league, name, *args))
