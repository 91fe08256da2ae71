"""Asking to join a league without an invitation."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.models import Entry, JoinRequest
from mfcampaign.campaigns.opening import join_requests
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.notices.models import Notice
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


def told(user) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("subject", flat=True))


def visit(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_who_asks_is_told_of_and_let_in_or_not(make_league):
    league = make_league(players=2)
    sam = person("sam")
    request = join_requests.ask(league.campaign, sam, faction="guild", words="Mondays.")
    assert told(league.organiser)[-1] == f"{sam} asks to join {league.campaign.name}."
    again = join_requests.ask(league.campaign, sam, faction="neverborn", crew_name="Night Watch")
    assert (again.pk, JoinRequest.objects.count()) == (request.pk, 1), "asking again changes what was asked"
    entry = join_requests.accept(again, league.organiser)
    assert (entry.user, entry.faction, entry.label) == (sam, "neverborn", "Night Watch")
    assert f"You are in {league.campaign.name}." in told(sam)
    with pytest.raises(Refusal, match="accepted"):
        join_requests.decline(again, league.organiser)
    with pytest.raises(Refusal, match="already"):
        join_requests.ask(league.campaign, sam, faction="guild")


def test_who_is_declined_may_ask_again_and_take_it_back(make_league):
    league = make_league(players=2)
    sam = person("sam")
    join_requests.decline(join_requests.ask(league.campaign, sam, faction="guild"), league.organiser)
    assert "have no place for you" in told(sam)[-1]
    join_requests.ask(league.campaign, sam, faction="guild")
    join_requests.withdraw(league.campaign, sam)
    assert not Entry.objects.filter(user=sam).exists()
    with pytest.raises(Refusal, match="not asked"):
        join_requests.withdraw(league.campaign, sam)


def test_nobody_fills_an_inbox_by_asking_and_taking_it_back(make_league):
    league = make_league(players=2)
    sam = person("sam")
    before = len(told(league.organiser))
    for _ in range(join_requests.MOST_OF_ONE):
        join_requests.ask(league.campaign, sam, faction="guild")
        join_requests.withdraw(league.campaign, sam)
    with pytest.raises(Refusal, match="often enough"):
        join_requests.ask(league.campaign, sam, faction="guild")
    assert len(told(league.organiser)) == before + join_requests.MOST_OF_ONE


@pytest.mark.rule("SL-START-01")
def test_what_could_not_join_cannot_ask(make_league):
    league = make_league(players=2)
    sam = person("sam")
    with pytest.raises(Refusal) as refused:
        join_requests.ask(league.campaign, sam, faction="dead-mans-hand")
    assert refused.value.rule == "SL-START-01"
    with pytest.raises(Refusal, match="plays in this league as"):
        join_requests.ask(league.campaign, sam, faction="guild", crew_name=league.entry(0).label)
    leagues.cancel(league.campaign, league.organiser, "Nobody came.")
    with pytest.raises(Refusal, match="has ended"):
        join_requests.ask(league.campaign, sam, faction="guild")


def test_a_stranger_asks_on_the_page_and_the_organiser_answers_on_the_players_page(make_league):
    league = make_league(players=2)
    slug, sam = league.campaign.slug, person("sam")
    stranger, organiser = visit(sam), visit(league.organiser)
    ask = reverse("campaigns:ask", args=[slug])
    assert ask in stranger.get(reverse("campaigns:league", args=[slug])).content.decode()
    assert Client().get(ask).status_code == 302, "who asks signs in first"
    assert stranger.post(ask, {"faction": "guild", "words": "Mondays <3"}).status_code == 303
    assert "have not answered yet" in stranger.get(ask).content.decode()
    page = organiser.get(reverse("campaigns:members", args=[slug])).content.decode()
    assert "Mondays &lt;3" in page
    request = JoinRequest.objects.get()
    answer, sent = reverse("act:accept_join_request", args=[slug]), {"asked": request.pk}
    assert stranger.post(answer, sent).status_code == 404
    assert organiser.post(answer, sent).status_code == 303
    assert league.campaign.entries.filter(user=sam).exists()
    members = reverse("campaigns:members", args=[slug])
    assert "Asking to join" not in organiser.get(members).content.decode()
