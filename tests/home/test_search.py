"""The search over everything: what it finds, what it never shows, and what it costs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from mfcampaign.crews import operations as crews
from mfcampaign.events.operations import people
from tests.campaigns.conftest import catalogue, figures, in_process, league, make_league  # noqa: F401
from tests.events.making import Day
from tests.markup import read_aloud
from tests.play.playing import person

pytestmark = pytest.mark.django_db


def found(query: str, user: Any = None) -> str:
    """What the page says, without its tags."""
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get("/search/", {"q": query, "edition": "m3e"})
    assert answer.status_code == 200
    return read_aloud(answer.content.decode())


@pytest.mark.usefixtures("catalogue")
def test_figures_rules_and_pages_are_found_without_an_account() -> None:
    assert "Guild Hound" in found("guild hou")
    assert re.search(r"Keywords\s+Marshal", found("marsh"))
    assert "M3E-HIRE-12" in found("m3e-hire-12")
    assert "Can I see it?" in found("line of sight")
    assert "Nothing found" in found("zzzz nobody")
    assert "Two letters at least" in found("g")


def test_a_league_shows_to_those_who_may_know_of_it(league: Any) -> None:  # noqa: F811
    campaign = league.campaign
    campaign.name = "The Hidden Quarry"
    campaign.save()
    entry = campaign.entries.select_related("user").first()
    stranger = person("stranger")
    for listed, knows in ((True, True), (False, False)):
        type(campaign).objects.filter(pk=campaign.pk).update(listed=listed)
        for user in (None, stranger):
            shown = found("hidden quarry", user)
            assert ("The Hidden Quarry" in shown) == knows
            assert ("Players" in found(entry.label, user)) == knows
        assert "The Hidden Quarry" in found("hidden quarry", entry.user)


def test_whoever_hides_their_games_is_found_by_nobody_else(league: Any) -> None:  # noqa: F811
    type(league.campaign).objects.filter(pk=league.campaign.pk).update(listed=True)
    entry = league.campaign.entries.select_related("user").first()
    day, mara = Day(person("host")), person("mara")
    people.sign_up(day.event, mara, name="Mara the Unseen", user=mara)
    stranger = person("stranger")
    for who, name in ((entry.user, entry.label), (mara, "Mara the Unseen")):
        assert "Players" in found(name, stranger)
        type(who).objects.filter(pk=who.pk).update(past_open=False)
        assert "Players" not in found(name, stranger)
        assert "Players" in found(name, who), "oneself finds oneself"


@pytest.mark.usefixtures("catalogue")
def test_ones_own_crews_are_found_by_oneself_alone() -> None:
    mara = person("mara")
    crews.create(mara, faction="guild", leader="lady-justice", name="Evening Watch")
    crews.create(AnonymousUser(), faction="guild", leader="lady-justice", name="Evening Watch")
    assert "Your Crews" in found("evening watch", mara)
    assert "Nothing found" in found("evening watch", person("stranger"))
    assert "Nothing found" in found("evening watch")


@pytest.mark.usefixtures("catalogue")
def test_the_number_of_questions_is_fixed() -> None:
    mara, client = person("mara"), Client()
    client.force_login(mara)
    client.get("/search/?q=guild")
    counts = []
    for many in (1, 5):
        for number in range(many):
            day = Day(person(f"host {many} {number}"), players=3)
            people.sign_up(day.event, person(f"guild {many} {number}"), name=f"Guild {many} {number}")
        with CaptureQueriesContext(connection) as asked:
            client.get("/search/?q=guild")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 14
