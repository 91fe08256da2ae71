"""The organiser reads one next step in each phase, calm while nothing is theirs to do."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.league.home import shared
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.scripted import play
from tests.campaigns.conftest import League


def step(league: League) -> tuple[str, str, bool, bool]:
    """Sentence, button, due, reminding."""
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    found = shared(campaign).step(campaign)
    assert found is not None
    return found.sentence, found.word, found.due, found.remind


def test_each_phase_has_one_step(league: League, in_process: None, client: Client) -> None:
    client.force_login(league.organiser)
    home = reverse("campaigns:league", args=[league.campaign.slug])
    assert step(league)[1:] == ("Close registration", True, False)
    league.start()
    sentence, word, due, remind = step(league)
    assert (sentence, word, due, remind) == ("2 things are still open", "Close week 1", False, True)
    page = client.get(home).content.decode()
    assert "Waiting for the players" in page
    assert "Nothing to do" not in page
    assert "nothing to do" not in client.get("/").content.decode()
    (game,) = league.games()
    play.play(game)
    play.finish(game)
    assert step(league) == ("Every game of week 1 is done", "Close week 1", True, False)


def test_the_step_leads_to_its_action_opened(league: League, in_process: None, client: Client) -> None:
    client.force_login(league.organiser)
    league.start()
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    found = shared(campaign).step(campaign)
    assert found is not None
    page = client.get(found.url).content.decode()
    opened = page.partition('id="action-games_due"')[2].partition(">")[0]
    assert " open" in opened
    assert " open" not in page.partition('id="action-cancel"')[2].partition(">")[0]
