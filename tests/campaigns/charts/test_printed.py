"""Charts that are uploaded whole: their pages, what an upload refuses, what its use would change."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from mfcampaign.catalog import operations as catalog
from mfcampaign.catalog.models import ChartSet
from rules.refusal import Refusal
from tests.campaigns.conftest import League

pytestmark = pytest.mark.django_db


def _file(body: dict[str, Any]) -> SimpleUploadedFile:
    return SimpleUploadedFile("ours.json", json.dumps(body).encode(), "application/json")


def test_charts_of_rising_names_are_read_replaced_and_compared(
    make_league: Callable[..., League], client: Client
) -> None:
    league = make_league(players=2, edition="m4e", system="rising-names")
    slug, house = league.campaign.slug, league.campaign.charts
    client.force_login(league.organiser)
    page = client.get(reverse("campaigns:charts", args=[slug])).content.decode()
    assert "Those that thirst" in page
    assert "82 rows" in page
    assert "Bounties" not in page
    assert "Copy to edit" not in page
    barter = client.get(reverse("campaigns:chart", args=[slug, house.pk, "equipment"])).content.decode()
    assert "Lucky Gremlin Foot" in barter
    assert "Skl 5+, Rst Df, Dmg 2" in barter
    assert client.get(reverse("campaigns:chart", args=[slug, house.pk, "bounties"])).status_code == 404

    body = {**house.body, "name": "Ours"}
    upload = reverse("campaigns:charts_upload", args=[slug])
    gap = {**body, "injuries": [row for row in body["injuries"] if row["slug"] != "black-mailed"]}
    refused = client.post(upload, {"file": _file(gap)})
    assert refused.status_code == 422
    assert "Injuries: 0 rows for the 12 of Crows; one is wanted." in refused.content.decode()
    long = client.post(upload, {"file": _file({**body, "name": "x" * 81})})
    assert "longer than 80 characters" in long.content.decode()

    body["equipment"] = [{**row, "cost": 4} if row["slug"] == "pistol" else row for row in body["equipment"]]
    assert client.post(upload, {"file": _file(body)}).status_code == 303
    ours = ChartSet.objects.get(campaign_id=league.campaign.pk)
    changes = client.get(reverse("campaigns:chart_use", args=[slug, ours.pk])).content.decode()
    assert "Pistol: scrip 1 → 4." in changes
    client.post(reverse("act:use_charts", args=[slug]), {"charts": ours.pk})
    league.campaign.refresh_from_db()
    assert league.campaign.charts_id == ours.pk
    with pytest.raises(Refusal, match="not edited row by row"):
        catalog.fork_charts(ours, league.campaign.pk, league.organiser, "Again")
