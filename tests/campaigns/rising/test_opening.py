"""A league of Rising Names is opened and becomes a template; a league from that is one of Rising Names."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns.models import Campaign, LeagueTemplate
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.opening import templates
from rules.refusal import Refusal
from tests.campaigns.conftest import person
from tests.campaigns.rising.test_season import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(figures: None) -> Client:
    visitor = Client()
    visitor.force_login(person("mara"))
    return visitor


def sent(client: Client, **more: Any) -> Any:
    first = timezone.localdate() + dt.timedelta(days=7)
    fields = {
        "name": "Rising",
        "starts_on": first.isoformat(),
        "turnover_time": "19:00",
        "zone": "Europe/Madrid",
    }
    return client.post(reverse("campaigns:new"), fields | more)


def test_a_league_is_opened_kept_as_a_template_and_opened_again(client: Client) -> None:
    page = client.get(reverse("campaigns:new")).content.decode()
    assert "Rising Names: A Leader of one’s own" in page.replace("&#x27;", "’")
    assert sent(client, begin="preset-fourth-edition", edition="m4e", system=SYSTEM).status_code == 303
    league = Campaign.objects.get()
    assert (league.system, league.rules.weekly_events, league.rules.additional_games) == (SYSTEM, "off", 99)
    template = templates.save_template(league, person("nell"), "Rising Saturdays")
    copy = templates.keep_copy(template, person("ida"))
    assert {template.system, copy.system} == {SYSTEM}
    client.force_login(LeagueTemplate.objects.get(pk=template.pk).owner)
    key = f"template-{template.share_token}"
    answer = sent(client, name="Again", begin=key, system="shifting-loyalties")
    assert answer.status_code == 422
    assert "“Rising Saturdays” is for Rising Names." in answer.content.decode()
    assert sent(client, name="Again", begin=key).status_code == 303
    again = Campaign.objects.get(name="Again")
    assert (again.system, again.charts.kind, again.policies) == (SYSTEM, league.charts.kind, league.policies)


def test_what_the_campaign_does_not_know_is_refused(client: Client) -> None:
    answer = sent(client, begin="preset-gentle", edition="m4e", system=SYSTEM)
    assert answer.status_code == 422
    assert "settings that Rising Names does not know" in answer.content.decode()
    answer = sent(
        client, begin="preset-fourth-edition", edition="m4e", system=SYSTEM, **{"rule-weekly_cap": 3}
    )
    assert answer.status_code == 422
    assert "Rising Names has no use for" in answer.content.decode()
    assert (
        "do not play Rising Names"
        in sent(client, begin="preset-third-edition", system=SYSTEM).content.decode()
    )
    assert not Campaign.objects.exists()
    with pytest.raises(Refusal, match="has no use for"):
        opening.open_league(
            person("ida"),
            name="Rising",
            starts_on=timezone.localdate(),
            turnover_time=dt.time(19),
            zone="Europe/Madrid",
            edition="m4e",
            system=SYSTEM,
            policies={"weekly_cap": 3},
        )
