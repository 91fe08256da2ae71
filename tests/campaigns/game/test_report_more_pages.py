"""The report's rarer lines through the page: Bounties, successors, cheated flips, and reading them back."""

from __future__ import annotations

import time

import pytest

from mfcampaign.campaigns.models import Game
from mfcampaign.campaigns.scripted import play
from tests.campaigns.arsenal.test_bounties import give
from tests.campaigns.game_pages import HTMX, at, count_an_act, first_model, report_fields, reveal, visitor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(league, in_process) -> Game:
    league.start()
    game_ = league.games()[0]
    reveal(game_)
    return game_


@pytest.mark.rule("SL-BOUNTY-05")
def test_portions_are_ticked_in_the_report_and_shown_to_both_as_they_happen(game):
    first, second = play.sides(game)
    give(first.entry)
    count_an_act(game)
    me, them = visitor(first.entry.user), visitor(second.entry.user)
    for page in (me, them):
        body = page.get(at(game)).content.decode()
        assert "Hunt Them Down" in body
        assert "0 of 2" in body
    form = me.get(at(game, "report")).content.decode()
    assert "Bounty: Hunt Them Down" in form
    ticked = {"s0-bounty": "hunt-them-down", "s0-tick-part-1": "1"}
    live = me.post(
        at(game, "report"), report_fields(game, do="look", **ticked), headers=HTMX
    ).content.decode()
    assert "Hunt Them Down: 1 of 2" in live
    assert me.post(at(game, "report"), report_fields(game, **ticked)).status_code == 303
    assert game.reports.get().result["seats"][0]["bounty_ticks"] == ["part-1"]
    assert "Hunt Them Down: kill an enemy Leader" in them.get(at(game)).content.decode()
    again = me.get(at(game, "report"))
    assert again.context["form"]["s0-tick-part-1"].value() == 1, "a report is changed, not written anew"


@pytest.mark.rule("SL-BOUNTY-05", "SL-BOUNTY-03")
def test_more_than_a_game_can_bring_is_not_offered_and_ticks_of_another_bounty_are_refused(game):
    first, _second = play.sides(game)
    give(first.entry)
    me = visitor(first.entry.user)
    many = me.post(
        at(game, "report"), report_fields(game, **{"s0-bounty": "hunt-them-down", "s0-tick-part-1": "2"})
    )
    assert many.status_code == 422, "an enemy Leader dies once a game"
    other = me.post(
        at(game, "report"), report_fields(game, **{"s0-bounty": "hit-list", "s0-tick-part-1": "1"})
    )
    assert other.status_code == 422
    assert "/rules/SL-BOUNTY-03/" in other.content.decode()
    assert not game.reports.exists()


@pytest.mark.parametrize("ticks", ["1000000000", "9" * 5000, "²"])
def test_a_number_of_ticks_that_nobody_offered_is_refused_at_once(game, ticks):
    first, _second = play.sides(game)
    give(first.entry)
    sent = report_fields(game, do="look", **{"s0-bounty": "hunt-them-down", "s0-tick-part-1": ticks})
    began = time.thread_time()
    live = visitor(first.entry.user).post(at(game, "report"), sent, headers=HTMX)
    assert live.status_code == 200
    assert time.thread_time() - began < 2, "a list of a thousand million ticks was made"


@pytest.mark.rule("SL-FINISH-05", "SL-SUMMON-04", "SL-3E-12")
def test_a_cheated_flip_and_a_chain_of_replaces_are_written_and_read_back(game):
    first, second = play.sides(game)
    model = first_model(game, 0)
    other = game.reveal["seats"][0]["members"][1]
    fields = report_fields(game) | {
        f"s0-card-{model}": "9r 2c",
        "s0-heir-0-originals": [str(other["id"])],
        "s0-heir-0-names": "Rotten Belle > Flesh Construct",
        "s0-heir-0-fate": "flip",
        "s0-heir-0-card": "12t",
    }
    me = visitor(first.entry.user)
    page = me.post(at(game, "report"), fields)
    assert page.status_code == 303, page.content.decode()[:2000]
    seat = game.reports.get().result["seats"][0]
    (casualty,) = seat["casualties"]
    assert (casualty["finished_off"], casualty["flip"], casualty["cheated_from"]) == (False, "2c", "9r")
    (heir,) = seat["successors"]
    assert (heir["originals"], heir["names"], heir["finished_off"]) == (
        [other["id"]],
        ["Rotten Belle", "Flesh Construct"],
        True,
    )
    read = visitor(second.entry.user).get(at(game)).content.decode()
    assert f"Rotten Belle then Flesh Construct stood for {other['name']} and was Finished Off." in read
    assert "cheated with" in read
    form = me.get(at(game, "report")).context["form"]
    assert form[f"s0-card-{model}"].value() == "9r 2c"
    assert form["s0-heir-0-names"].value() == "Rotten Belle > Flesh Construct"


@pytest.mark.rule("SL-FINISH-07", "SL-FINISH-08", "SL-3E-11", "A-08", "SL-SUMMON-03")
@pytest.mark.parametrize(
    ("fate", "card", "how", "owes"),
    [
        ("automatic", "", "automatic", True),
        ("buried", "9r", "buried", True),
        ("buried", "2c", "buried", False),
        ("sacrificed", "", "sacrificed", False),
    ],
)
def test_each_way_to_fall(game, fate, card, how, owes):
    first, _ = play.sides(game)
    model = first_model(game, 0)
    fields = report_fields(game) | {f"s0-fate-{model}": fate, f"s0-card-{model}": card}
    assert visitor(first.entry.user).post(at(game, "report"), fields).status_code == 303
    (casualty,) = game.reports.get().result["seats"][0]["casualties"]
    assert (casualty["how"], casualty["finished_off"]) == (how, owes)


def test_what_cannot_be_read_or_be_comes_back(game):
    first, _ = play.sides(game)
    model = first_model(game, 0)
    me = visitor(first.entry.user)
    for wrong, fault in (
        ({f"s0-card-{model}": "9r 2c 3m"}, "cheated as 9r 2c"),
        ({f"s0-card-{model}": "BJ 9r"}, "/rules/A-08/"),
        ({"s0-heir-0-names": "Somebody"}, "/rules/SL-SUMMON-04/"),
        ({"s0-heir-0-names": "X", "s0-heir-0-originals": [str(model)]}, "/rules/SL-SUMMON-03/"),
    ):
        page = me.post(at(game, "report"), report_fields(game) | wrong)
        assert page.status_code == 422
        assert fault in page.content.decode(), fault
    assert not game.reports.exists()
