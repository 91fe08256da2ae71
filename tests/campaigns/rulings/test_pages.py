"""Rulings as their pages show them: form, preview, ruling, and what everybody reads."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mfcampaign.campaigns.models import Ruling
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.plans.deadlines import ahead
from mfcampaign.campaigns.rulings.requests import CorrectResult, Give, MoveDeadline
from mfcampaign.campaigns.scripted import play
from tests.campaigns.conftest import League
from tests.campaigns.rulings.scenes import check, fresh, live, purse, result_of, ruled, with_vp
from tests.markup import read_aloud

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(scope="module")
def one_week(lived: Any) -> Callable[[], League]:
    return lived(lambda league: live(league, 1), players=4)


@pytest.fixture
def season(one_week: Callable[[], League], db: None) -> League:
    return one_week()


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def url(name: str, league: League, *args: Any) -> str:
    return reverse(f"campaigns:{name}", args=[league.campaign.slug, *args])


def text_of(answer: Any) -> str:
    return read_aloud(answer.content.decode())


def hidden(answer: Any) -> dict[str, str]:
    """The hidden fields of the preview's form."""
    fields = re.findall(
        r'<input type="hidden" name="(request|seen|key)" value="([^"]*)"', answer.content.decode()
    )
    return {name: html.unescape(value) for name, value in fields}


def look_at_gift(league: League, client: Client, amount: str = "3") -> Any:
    page = url("rule_on_player", league, league.entry(0).pk)
    return client.post(page, {"kind": "scrip", "scrip-which": "give", "scrip-amount": amount})


def test_a_gift_is_looked_at_then_made_then_read_by_everyone(season):
    client = client_of(season.organiser)
    entry, before = season.entry(0), purse(season.entry(0))
    assert "Give or take Scrip" in text_of(client.get(url("rule_on_player", season, entry.pk)))
    preview = look_at_gift(season, client)
    text = text_of(preview)
    assert "Nothing has been changed yet." in text
    assert f"{entry.label}: {before} Scrip now, then {before + 3}" in text
    assert purse(entry) == before
    form = {**hidden(preview), "do": "act", "reason": "The prize for the finest scenery."}
    done = client.post(url("ruling_preview", season), form)
    assert (done.status_code, done["Location"]) == (303, url("ruling", season, 1))
    assert purse(entry) == before + 3
    everyone = text_of(Client().get(url("rulings", season)))
    assert "The prize for the finest scenery." in everyone
    assert f"3 Scrip given to {entry.label}" in everyone
    diary = text_of(Client().get(url("diary", season)))
    assert f"Ruling 1 by {season.organiser}" in diary


def test_the_same_press_twice_leads_to_the_same_ruling(season):
    client = client_of(season.organiser)
    form = {**hidden(look_at_gift(season, client)), "do": "act", "reason": "A prize."}
    first, second = (client.post(url("ruling_preview", season), form) for _ in range(2))
    assert first["Location"] == second["Location"] == url("ruling", season, 1)
    assert Ruling.objects.count() == 1


def test_without_a_reason_nothing_is_done_and_the_page_says_why(season):
    client = client_of(season.organiser)
    form = {**hidden(look_at_gift(season, client)), "do": "act", "reason": ""}
    answer = client.post(url("ruling_preview", season), form)
    assert answer.status_code == 422
    assert "This field is required." in text_of(answer)
    assert not Ruling.objects.exists()


def test_what_has_changed_in_between_is_shown_anew_and_not_done(season):
    client = client_of(season.organiser)
    form = {**hidden(look_at_gift(season, client)), "do": "act", "reason": "A prize."}
    ruled(season, Give(entry=season.entry(0).pk, what="scrip", amount=1))
    answer = client.post(url("ruling_preview", season), form)
    assert answer.status_code == 422
    assert "since you looked" in text_of(answer)
    again = {**form, **hidden(answer)}
    assert client.post(url("ruling_preview", season), again).status_code == 303


def test_who_decides_otherwise_sees_what_it_does_before_it_is_done(season):
    """A box that was ticked after the last look is no ruling yet."""
    client = client_of(season.organiser)
    due = ahead(season.campaign)[0]
    request = MoveDeadline(week=due.week, what=due.what, until=(due.at + dt.timedelta(days=1)).isoformat())
    preview = client.post(url("ruling_preview", season), {"request": ruling_operations.written(request)})
    assert "Move every later deadline by the same 1 day" in text_of(preview)
    form = {**hidden(preview), "do": "act", "reason": "Easter.", "chosen": "later"}
    answer = client.post(url("ruling_preview", season), form)
    assert answer.status_code == 422
    assert "You have decided otherwise since you looked" in text_of(answer)
    assert '<input type="hidden" name="looked" value="later">' in answer.content.decode()
    assert not Ruling.objects.exists()
    again = {**form, **hidden(answer), "looked": "later"}
    assert client.post(url("ruling_preview", season), again).status_code == 303
    assert Ruling.objects.get().request["chosen"] == ["later"]


def test_a_voided_game_shows_what_it_gives_back_and_is_undone_by_a_button(season):
    client = client_of(season.organiser)
    game = season.games(1)[0]
    page = url("rule_on_game", season, 1, game.table)
    preview = client.post(page, {"do": "void"})
    assert "is void and counts for nothing" in text_of(preview)
    form = {**hidden(preview), "do": "act", "reason": "Played with the wrong Crews."}
    client.post(url("ruling_preview", season), form)
    assert fresh(game).state == "void"
    read = text_of(client.get(url("ruling", season, 1)))
    assert "Undo this ruling" in read
    undo = client.post(url("ruling", season, 1))
    client.post(url("ruling_preview", season), {**hidden(undo), "do": "act", "reason": "They were right."})
    assert fresh(game).state == "closed"
    assert "undone by ruling 2" in text_of(Client().get(url("ruling", season, 1)))
    check(season)


def test_an_impossible_result_comes_back_with_its_rule(season):
    client = client_of(season.organiser)
    game = season.games(1)[0]
    page = url("rule_on_game", season, 1, game.table)
    answer = client.post(page, {"do": "result", "ended": "1", "s0-strategy": ["2", "3"]})
    assert answer.status_code == 422
    assert "M3E-TURN-22" in answer.content.decode()


def test_a_party_finds_the_desk_locked(season):
    player = season.players[0]
    leagues.add_organiser(season.campaign, season.organiser, player)
    client = client_of(player)
    own = next(g for g in season.games(1) if g.sides.filter(entry__user=player).exists())
    answer = text_of(client.get(url("rule_on_game", season, 1, own.table)))
    assert "another organiser rules on it" in answer
    assert "Void the game" not in answer
    assert "another organiser rules on it" in text_of(
        client.get(url("rule_on_player", season, season.entry(0).pk))
    )
    refused = client.post(url("rule_on_game", season, 1, own.table), {"do": "void"}, follow=True)
    assert "another organiser rules on it" in text_of(refused)
    assert not Ruling.objects.exists()


def test_a_forged_wish_is_a_sentence_and_changes_nothing(season):
    client = client_of(season.organiser)
    for request in ("", "{}", '{"type":"Give","entry":1}', '{"type":"Give","entry":1,"what":"scrip","x":1}'):
        answer = client.post(
            url("ruling_preview", season), {"request": request, "do": "act", "reason": "Because."}
        )
        assert answer.status_code == 409
        assert "could not be read" in text_of(answer)
    assert not Ruling.objects.exists()


def test_the_list_of_rulings_asks_the_same_number_of_queries_whatever_its_length(season):
    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert Client().get(url("rulings", season)).status_code == 200
        return len(queries)

    request = Give(entry=season.entry(0).pk, what="scrip", amount=1)
    ruling_operations.rule(season.campaign, season.organiser, request, "One.")
    one = asked()
    for reason in ("Two.", "Three."):
        ruling_operations.rule(season.campaign, season.organiser, request, reason)
    assert asked() == one


def test_the_owner_of_a_debt_reads_of_it_beside_the_purse(season):
    entry = season.entry(0)
    ruled(season, Give(entry=entry.pk, what="scrip", amount=-(purse(entry) + 4)))
    text = text_of(client_of(entry.user).get(url("scrip", season, entry.pk)))
    assert "Whatever comes in next pays the 4 Scrip first." in text


def test_pages_of_games_and_arsenals_lead_to_the_rulings(season):
    client = client_of(season.organiser)
    game = season.games(1)[0]
    side = play.sides(game)[0]
    for page in (url("game", season, 1, game.table), url("arsenal", season, side.entry_id)):
        assert url("new_ruling", season)[: -len("new/")] in client.get(page).content.decode()
        assert "rulings/new" in client.get(page).content.decode()
    assert url("rulings", season) in Client().get(url("diary", season)).content.decode()


def test_the_table_of_a_corrected_game_says_that_a_ruling_changed_it(season):
    game = season.games(1)[0]
    seat = Client()
    sentence = "A ruling changed the result since."
    assert sentence not in text_of(seat.get(url("game", season, 1, game.table)))
    ruled(season, CorrectResult(encounter=game.pk, result=with_vp(result_of(game), 1, 4)))
    page = seat.get(url("game", season, 1, game.table))
    assert sentence in text_of(page)
    assert url("rulings", season) in page.content.decode()
