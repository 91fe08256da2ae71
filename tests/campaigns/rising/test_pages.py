"""Pages on which a Leader who grows is read: the comparison, the biography, the sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.rising import growth
from rules.campaign.rising.growth import ModelGrowth
from tests.campaigns.conftest import League
from tests.campaigns.rising.test_season import Week, fresh, rising, words_on

__all__ = ["rising"]
pytestmark = pytest.mark.django_db


@pytest.mark.rule("M4-CAMP-05")
@pytest.mark.rule("M4-CAMP-23")
def test_a_leader_is_compared_and_has_a_biography(rising: Callable[..., League], client: Client) -> None:
    league = rising(2, 3)
    first = Week(league, 1)
    mine, leader = fresh(first.sides[0].entry), first.hired(leader=True)
    first.ends([], {})
    slug, gained = league.campaign.slug, growth.of(mine).advancements
    client.force_login(mine.user)

    def read(name: str, *places: int) -> str:
        page = client.get(reverse(f"campaigns:{name}", args=[slug, *places])).content.decode()
        return " ".join(page.split())

    sentence = f"Week 1: {gained[0].name} on {gained[0].action}"
    for page in (read("compare"), read("biography", leader)):
        assert "Generalist" in page
        assert "2 of 39" in page
        assert sentence in page
        assert "Df 5, Wp 5, Sp 6, Health 14" in page
    sheet = read("sheet", mine.pk)
    assert 'data-label="Health"> 14' in sheet
    assert "Bounty" not in sheet
    assert f"{growth.of(mine).leader.name}" in sheet
    game = read("game", 1, first.game.table)
    assert "built-leader" not in game
    assert reverse("campaigns:leader_card", args=[slug, mine.pk]) in game


@pytest.mark.rule("M4-CAMP-26")
def test_the_leaders_card_shows_what_injuries_made_of_it(rising: Callable[..., League]) -> None:
    league = rising(2, 3)
    mine = fresh(league.entry(0))
    leader = mine.models.owned().get(is_leader=True).pk
    card = growth.of(mine).leader
    attack = next(action for action in card.actions if action.kind == "attack")
    for slug in ("distracted-by-voices", "mangled-limb", "senseless"):
        growth.give(mine, slug, week=1, bearer=leader)
    growth.change_model(mine, leader, ModelGrowth(lucky=("martyr",), gained=("Undead",)))
    page = words_on("leader_card", mine, league.campaign.slug, mine.pk)
    assert f"Wp {card.wp - 2} ({card.wp})" in page
    assert f"Df {card.df} Wp" in page
    assert f"{attack.name} attack" in page
    assert f"Skl {int(attack.skill[0]) - 1}{attack.skill[1:]}" in page
    assert "Senseless On Activating discard a card or gain Slow." in page
    assert "Martyr Killed, friends within 6" in page
    assert "Undead By the doctor." in page
    assert growth.of(mine).leader == card, "the kept card is the printed one"


@pytest.mark.rule("M4-CAMP-26")
def test_the_crews_of_a_game_say_what_acts_at_the_table(rising: Callable[..., League]) -> None:
    league = rising(2, 3)
    mine, foe = (fresh(league.entry(seat)) for seat in (0, 1))
    leader = mine.models.owned().get(is_leader=True).pk
    for slug in ("senseless", "loose-lips"):
        growth.give(mine, slug, week=1, bearer=leader)
    growth.change_model(mine, leader, ModelGrowth(lucky=("martyr",)))
    slug, game = league.campaign.slug, league.games(1)[0]
    table = (slug, 1, game.table)
    said = (
        "Senseless On Activating discard a card or gain Slow.",
        'Loose Lips Enemies within 3" may declare Actions of its card.',
        "Martyr Killed, friends within 6",
    )
    hiring = words_on("crew", mine, *table)
    assert [each for each in said if each not in hiring] == []
    Week(league, 1, mine)
    for reader in (mine, foe):
        page = words_on("game", reader, *table)
        assert [each for each in said if each not in page] == []
