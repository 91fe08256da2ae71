"""The pages of set-ups: without an account, without scripts."""

import re
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.setups import access, operations, queries
from mfcampaign.setups.models import SetUp
from rules.game.setup.drawn import Wanted
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


def flip(client: Client, **given: object):
    """The form as it was shown, with ``given`` filled in, sent."""
    edition = given.get("edition", "m3e")
    page = client.get(f"/setups/new/?edition={edition}").content.decode()
    sent = {
        name: re.search(rf'name="{name}" value="([^"]+)"', page)[1]
        for name in ("edition", "code", "promised")
    }
    sent |= {"season": "gg0", "format": "scrap", "size": 35, "each": "one", "count": 1, **given}
    return client.post("/setups/new/", sent), sent


def test_a_stranger_draws_an_encounter_and_shares_it(shop):
    answer, sent = flip(shop, season="gg4", size=50)
    assert answer.status_code == 303
    page = Client().get(answer["Location"])
    text = page.content.decode()
    assert "Gaining Grounds 4" in text
    assert "50 Soulstones" in text
    assert "same cards fell" in text
    assert sent["promised"] in text
    assert text.count('class="scheme-number"') == 5
    assert 'class="deployment"' in text
    assert f"/s/{sent['code']}/" in text
    assert "Draw it again" not in text, "only its maker may"
    assert Client().get(f"/s/{sent['code']}/")["Location"] == answer["Location"]


def test_its_maker_draws_again_and_everybody_sees_what_stood(shop):
    answer, _ = flip(shop, cards="9m 4c 1r 2r 3r 4r 5r")
    where = answer["Location"]
    card = shop.get(where).content.decode()
    assert "Corrupted Idols" in card
    record = f"/play/new/record/?edition=m3e&amp;drawn={where.split('/')[2]}"
    assert f'href="{record}"' in card, "it can be recorded"
    stranger = Client()
    again = {"seen": 1, "reason": "We flipped for the wrong season.", "word": ""}
    draw_again = reverse("act:draw_set_up_again", args=[where.split("/")[2]])
    assert stranger.post(draw_again, again)["Location"].startswith("/account/login/")
    assert shop.post(draw_again, again).status_code == 303
    twice = shop.post(draw_again, again, follow=True).content.decode()
    assert "That was done already" in twice
    text = stranger.get(where).content.decode()
    assert "Other drawings" in text
    assert "We flipped for the wrong season." in text
    assert "Corrupted Idols" in stranger.get(f"{where}?drawing=1").content.decode()
    assert "somebody without an account" in text
    assert shop.post(reverse("act:lock_set_up", args=[where.split("/")[2]])).status_code == 303
    assert "locked" in stranger.get(where).content.decode()
    assert ">Lock</button" not in shop.get(where).content.decode()


def test_sending_a_code_that_one_has_read_makes_nobody_its_maker(shop):
    answer, sent = flip(shop)
    thief = Client()
    assert thief.post("/setups/new/", sent)["Location"] == answer["Location"]
    lock = reverse("act:lock_set_up", args=[sent["code"]])
    assert thief.post(lock)["Location"].startswith("/account/login/")
    assert "Draw it again" in shop.get(answer["Location"]).content.decode()


def test_what_is_wrong_is_told_and_kept(shop):
    answer, _ = flip(shop, cards="9m 4c")
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "ran out" in text
    assert "9m 4c</textarea>" in text
    answer, _ = flip(shop, cards="9m 4c", each="table", count=3)
    assert "one Encounter at a time" in answer.content.decode()
    answer, _ = flip(shop, edition="m1e", format="scrap", size=60)
    assert "1 to 45 Soulstones" in answer.content.decode()
    assert not SetUp.objects.exists()


def test_the_first_edition_says_its_strategies_feature_and_event(shop):
    answer, _ = flip(shop, edition="m1e", feature="on", event="on", cards="11t BJ 1m 13c 9r 8r 2r 1r")
    text = Client().get(answer["Location"]).content.decode()
    for words in (
        "Treasure Hunt",
        "Reconnoiter",
        "the first player chooses",
        "Bog",
        "Alone in the Dark",
        "Scrap",
    ):
        assert words in text


def test_each_table_has_a_sheet_of_its_own(shop):
    answer, _ = flip(shop, each="table", count=3, called="Thursday")
    text = shop.get(answer["Location"]).content.decode()
    assert [f"Table {n}" in text for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert "Thursday" in shop.get("/setups/").content.decode()
    assert "Thursday" not in Client().get("/setups/").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_a_card_is_read_in_so_many_queries(shop, count, django_assert_num_queries):
    row = operations.draw(None, Wanted(season="gg0"), each="table", count=count)
    for number in range(1, count):
        operations.draw_again(row, None, "Once more.", seen=number)
    with django_assert_num_queries(2):
        shop.get(row.get_absolute_url())


def test_each_earlier_drawing_has_its_own_address(shop):
    """Twenty drawings of 128 tables were one page of 25 MB, each deck dealt again to check it."""
    row = operations.draw(None, Wanted(season="gg0"), each="table", count=3)
    for number in (1, 2):
        operations.draw_again(row, None, f"Once more after {number}.", seen=number)
    with mock.patch.object(queries, "by_fate", wraps=queries.by_fate) as dealt:
        page = shop.get(row.get_absolute_url()).content.decode()
        assert dealt.call_count == 3, "what stands is checked, no other"
        earlier = shop.get(row.get_absolute_url() + "?drawing=2").content.decode()
    assert [f"?drawing={n}" in page for n in (1, 2, 3)] == [True, True, False]
    assert "Once more after 1." in page
    assert "This is drawing 2, which was replaced." in earlier
    assert "This is drawing" not in page
    answer = shop.get(f"/api/v1/setups/{row.code}/").json()
    assert [(d["number"], d["agrees"], len(d["sheets"])) for d in answer["before"]] == [
        (2, True, 3),
        (1, True, 3),
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_is_read_in_so_many_queries(catalogue, count, django_assert_num_queries):
    mara = person("mara")
    for _ in range(count):
        operations.draw(mara, Wanted(season="gg0"))
    client = Client()
    client.force_login(mara)
    client.get("/about/")
    with django_assert_num_queries(4):
        client.get("/setups/")


def test_one_address_cannot_draw_without_end(shop, monkeypatch):
    monkeypatch.setattr(access, "MOST_AN_HOUR", 2)
    assert [flip(shop)[0].status_code for _ in range(3)] == [303, 303, 422]
    assert SetUp.objects.count() == 2


def test_the_same_cards_lay_the_same_table(shop):
    row = operations.draw(None, Wanted(season="gg0"), cards="9m 4c 1r 2r 3r 4r 5r")
    text = shop.get(row.get_absolute_url()).content.decode()
    assert "/tables/generate/?word=9m-4c-1r-2r-3r-4r-5r&amp;deployment=corner" in text
    by_fate = operations.draw(None, Wanted(season="gg0"))
    (sheet,) = queries.card(by_fate).now.sheets
    assert sheet.table.startswith(f"word={sheet.key[:12]}&deployment={sheet.sheet.deployment.lower()}")
    older = operations.draw(None, Wanted(edition="m1e", size=35, format="brawl"))
    assert "deployment=any" in queries.card(older).now.sheets[0].table
