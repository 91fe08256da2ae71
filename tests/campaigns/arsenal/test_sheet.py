"""The Arsenal sheet: what it shows, who may read it, its link."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import ArsenalUpgrade, Entry
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


def at(league, name, *args):
    return reverse(f"campaigns:{name}", args=[league.campaign.slug, league.entry(0).pk, *args])


def test_the_sheet_holds_everything_owned_and_nothing_of_an_older_roster(league, client):
    entry = league.entry(0)
    leader = entry.models.get(is_leader=True)
    common = {"entry": entry, "ss_cost": 0, "gained_week": 1, "gained_how": "barter"}
    ArsenalUpgrade.objects.create(kind="skill", slug="s", name="Sharp Eye", bearer=leader, **common)
    ArsenalUpgrade.objects.create(kind="equipment", slug="e", name="Brass Lantern", **common)
    ArsenalUpgrade.objects.create(kind="equipment", slug="o", name="Older Lantern", roster=9, **common)
    client.force_login(league.players[1])
    page = client.get(at(league, "sheet")).content.decode()
    for expected in ("Sharp Eye", "Brass Lantern", leader.name, "(Leader)", "None under way."):
        assert expected in page
    assert "Older Lantern" not in page
    assert "A link to this sheet" not in page


def test_strangers_read_it_by_the_owners_link_alone(league, client):
    client.force_login(league.players[0])
    share = reverse("act:share_sheet", args=[league.campaign.slug])
    sheet = f"http://testserver{at(league, 'sheet')}"
    page = client.post(share, headers={"referer": sheet}, follow=True).content.decode()
    token = Entry.objects.get(pk=league.entry(0).pk).sheet_token
    assert token in page
    client.logout()
    shared = client.get(reverse("campaigns:sheet_shared", args=[token]))
    assert league.entry(0).label in shared.content.decode()
    assert shared["X-Robots-Tag"] == "noindex"
    arsenal.share_sheet(league.entry(0), league.players[0])
    assert client.get(reverse("campaigns:sheet_shared", args=[token])).status_code == 404
    client.force_login(league.players[0])
    unshare = reverse("act:unshare_sheet", args=[league.campaign.slug])
    page = client.post(unshare, headers={"referer": sheet}, follow=True).content.decode()
    assert "The link no longer works." in page
    assert Entry.objects.get(pk=league.entry(0).pk).sheet_token == ""
    assert client.get(reverse("campaigns:sheet_shared", args=["x"])).status_code == 404
    client.force_login(person("stranger"))
    assert client.get(share).status_code == 405
    assert client.post(share).status_code == 404
