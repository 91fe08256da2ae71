"""Who took an Arsenal over, and what rulings gave: a game names who played it, a table who plays on."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.history.biographies import history
from mfcampaign.campaigns.history.front_page import headline
from mfcampaign.campaigns.history.record import record
from mfcampaign.campaigns.rulings.requests import Give, ReplacePlayer, SetPlaying
from tests.campaigns.rulings.scenes import ruled


def test_a_game_names_who_played_it_and_the_table_who_plays_on(past):
    get_user_model().objects.create_user("newcomer", "new@example.org", "iron-harvest-moon-47")
    before, other = past.second.label, past.first
    ruled(past.league, ReplacePlayer(entry=past.second.pk, username="newcomer", crew_name="The Heirs"))
    there = record(past.campaign)
    first, *_ = there.games
    assert headline(first) == f"{other.label} beat {before} 4 to 2"
    assert {side.label for game in there.games for side in game.sides} == {other.label, before}
    assert there.people[past.second.pk].label == "The Heirs"
    assert [rival.person.label for rival in history(there, other.pk).rivals] == [before]
    page = Client().get(reverse("campaigns:player", args=[past.campaign.slug, other.pk])).content.decode()
    assert before in page
    assert "The Heirs" not in page
    ruled(past.league, SetPlaying(entry=past.second.pk, playing=False))
    table = Client().get(reverse("campaigns:standings", args=[past.campaign.slug])).content.decode()
    assert "The Heirs" in table
    assert ">retired<" in table


def test_scrip_that_a_ruling_gave_is_told_apart_from_what_was_earned(past):
    earned = record(past.campaign).earned.get(past.first.pk, 0)
    ruled(past.league, Give(entry=past.first.pk, what="scrip", amount=3))
    there = record(past.campaign)
    assert (there.ruled.get(past.first.pk), there.earned.get(past.first.pk, 0)) == (3, earned)
    assert history(there, past.first.pk).ruled == 3
    page = Client().get(reverse("campaigns:player", args=[past.campaign.slug, past.first.pk]))
    assert "Scrip by rulings" in page.content.decode()
