"""An organiser reminds those who are waited for: once a day each, by the channels they left open."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.notices.models import Notice
from tests.campaigns.conftest import League


def test_each_player_is_reminded_once_a_day(league: League, in_process: None, client: Client) -> None:
    league.start()
    client.force_login(league.organiser)
    address = reverse("act:remind_players", args=[league.campaign.slug])
    page = client.get(reverse("campaigns:organise", args=[league.campaign.slug])).content.decode()
    assert f'action="{address}"' in page
    told = client.post(address, follow=True).content.decode()
    reminders = Notice.objects.filter(key__startswith="remind:")
    assert "Reminded: " in told
    assert {notice.user for notice in reminders} == set(league.players)
    assert all("reminds you: Hire your Crew" in notice.subject for notice in reminders)
    again = client.post(address, follow=True).content.decode()
    assert "Everybody waited for was reminded today." in again
    assert reminders.count() == len(league.players)
    act = Act.objects.get(kind="league.reminded")
    assert act.audience == Act.Audience.ORGANISERS


def test_a_player_reminds_nobody(league: League, in_process: None, client: Client) -> None:
    league.start()
    client.force_login(league.players[0])
    answer = client.post(reverse("act:remind_players", args=[league.campaign.slug]))
    assert answer.status_code == 404
    assert not Notice.objects.filter(key__startswith="remind:").exists()
