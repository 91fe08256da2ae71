"""The table by other measures, and what the games say of Factions and Strategies."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.queries import figures, remembered

pytestmark = pytest.mark.django_db


def test_factions_and_strategies_count_every_game_once(past):
    found = figures.figures(past.campaign)
    by_slug = {line.slug: line for line in found.factions}
    assert set(by_slug) == {past.first.faction, past.second.faction}
    first, second = by_slug[past.first.faction], by_slug[past.second.faction]
    assert (first.played, first.wins, first.draws, first.losses, first.percent) == (2, 1, 1, 0, 75)
    assert (second.played, second.wins, second.draws, second.losses, second.percent) == (2, 0, 1, 1, 25)
    assert sum(line.played for line in found.strategies) == 2
    assert sum(line.draws for line in found.strategies) == 1
    assert round(sum(line.vp * line.played for line in found.strategies)) == 4 + 2 + 3 + 3


def test_the_season_shows_them(past):
    text = Client().get(reverse("campaigns:season", args=[past.campaign.slug])).content.decode()
    assert "Factions and Strategies" in text
    assert "75 %" in text
    assert "25 %" in text


@pytest.mark.parametrize("by", figures.MEASURES)
def test_the_table_is_ordered_by_each_measure(past, by):
    remembered._shelf.clear()
    rows = figures.placed(past.campaign, by)
    held = figures._holdings(past.campaign, [line.row for line in rows])
    told = {
        "wins": lambda line: line.row.standing.wins,
        "arsenal": lambda line: line.row.standing.arsenal_value,
        "scrip": lambda line: line.row.standing.scrip,
        "rating": lambda line: held[line.row.entry.pk].rating,
        "bounties": lambda line: held[line.row.entry.pk].bounties,
    }[by]
    values = [told(line) for line in rows]
    assert values == sorted(values, reverse=True)
    assert [line.place for line in rows] == [1, 2]
    page = Client().get(reverse("campaigns:standings", args=[past.campaign.slug]) + f"?by={by}")
    names = re.findall(r'<th scope="row">.*?</th>', page.content.decode(), re.S)
    assert [line.row.entry.label in name for line, name in zip(rows, names, strict=True)] == [True, True]
    assert ("of the Crew that was hired last" in page.content.decode()) == (by == "rating")


def test_an_unknown_measure_is_the_leagues_own_order(past):
    where = reverse("campaigns:standings", args=[past.campaign.slug])
    assert 'aria-current="page">By wins<' in Client().get(where + "?by=luck").content.decode()
    assert 'aria-current="page">By Scrip<' in Client().get(where + "?by=scrip").content.decode()
