"""Painted models and attendance: house rules that an organiser pays by, once a week to each player."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import GiveAward, Undo
from mfcampaign.campaigns.week import operations as week
from rules.campaign.policies import policies_from
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rulings.scenes import live, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.rule("A-46")]


def running(make_league: Any, **policies: int) -> League:
    league: League = make_league(players=3, policies=policies)
    league.found_all()
    league.start()
    return league


@pytest.mark.switch("painted_scrip", 2)
@pytest.mark.switch("attendance_scrip", 1)
def test_an_award_is_given_once_a_week_and_undone_by_a_ruling(make_league, in_process, client):
    league = running(make_league, painted_scrip=2, attendance_scrip=1)
    entries = [league.entry(number) for number in range(3)]
    before = [balances.balance(entry) for entry in entries]
    painted = GiveAward(what="painted", entries=(entries[0].pk, entries[1].pk))
    given = ruled(league, painted)
    assert [balances.balance(entry) for entry in entries] == [before[0] + 2, before[1] + 2, before[2]]
    assert balances.earned_in_week(entries[0], 1) == 0, "it counts towards no week's maximum"
    with pytest.raises(Refusal, match="this week already"):
        ruling_operations.preview(league.campaign, league.organiser, painted)
    ruled(league, GiveAward(what="attendance", entries=(entries[0].pk,)))
    assert balances.balance(entries[0]) == before[0] + 3
    client.force_login(league.players[0])
    scrip = client.get(
        reverse("campaigns:scrip", args=[league.campaign.slug, entries[0].pk])
    ).content.decode()
    assert "Painted models, week 1" in scrip
    assert "Attendance, week 1" in scrip
    diary = client.get(reverse("campaigns:diary", args=[league.campaign.slug])).content.decode()
    assert f"Painted models, week 1: {entries[0].label}, {entries[1].label}" in diary
    undone = ruled(league, Undo(ruling=given.number))
    assert [balances.balance(entry) for entry in entries] == [before[0] + 1, before[1], before[2]]
    again = ruled(league, painted)
    assert balances.balance(entries[1]) == before[1] + 2
    with pytest.raises(Refusal, match="had it anew since"):
        ruling_operations.preview(league.campaign, league.organiser, Undo(ruling=undone.number))
    ruled(league, Undo(ruling=again.number))
    ruled(league, Undo(ruling=undone.number))
    assert [balances.balance(entry) for entry in entries] == [before[0] + 3, before[1] + 2, before[2]]
    with pytest.raises(Refusal, match="this week already"):
        ruling_operations.preview(league.campaign, league.organiser, painted)
    live(league, 1)
    week.reach_deadline(league.week(1))
    ruled(league, GiveAward(what="painted", entries=(entries[0].pk,)))


@pytest.mark.switch("painted_scrip", 0)
@pytest.mark.switch("attendance_scrip", 0)
@pytest.mark.parametrize("what", ["painted", "attendance"])
def test_a_league_without_the_house_rule_gives_none(make_league, what, client):
    league = running(make_league)
    with pytest.raises(Refusal, match="gives no Scrip"):
        ruling_operations.preview(
            league.campaign, league.organiser, GiveAward(what=what, entries=(league.entry(0).pk,))
        )
    client.force_login(league.organiser)
    console = client.get(reverse("campaigns:organise", args=[league.campaign.slug])).content.decode()
    assert "Give an award" not in console


def test_nobody_gives_an_award_to_themselves_nor_to_who_does_not_play(make_league):
    league = running(make_league, painted_scrip=1)
    opening.add_organiser(league.campaign, league.organiser, league.players[0])
    for entries, why in (
        ((league.entry(0).pk,), "about yourself"),
        ((), "Choose who"),
        ((0,), "not in this league"),
    ):
        with pytest.raises(Refusal, match=why):
            ruling_operations.preview(
                league.campaign, league.players[0], GiveAward(what="painted", entries=entries)
            )


def test_an_organiser_previews_and_gives_it_on_the_page(make_league, client):
    league = running(make_league, attendance_scrip=1)
    client.force_login(league.organiser)
    act = reverse("campaigns:organiser_action", args=[league.campaign.slug, "award"])
    sent = {"award-what": "attendance", "award-entries": [league.entry(1).pk]}
    assert client.post(act, {"award-what": "attendance"}).status_code == 422
    assert client.post(act, sent | {"award-what": "painted"}).status_code == 422
    shown = client.post(act, sent).content.decode()
    assert "Attendance, week 1: 1 Scrip for" in shown


def test_a_figure_above_six_is_none():
    with pytest.raises(Refusal, match="painted_scrip"):
        policies_from({"painted_scrip": 7})
