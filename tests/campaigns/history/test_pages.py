"""The pages of the past as people see them, and their tables as files."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mfcampaign.campaigns.history import spreadsheets as sheets
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.week import operations as week
from mfcampaign.web import cache as page_cache
from rules.fate.cards import Card
from rules.fate.league import card_of, fate_of
from tests.campaigns.conftest import person
from tests.campaigns.history.conftest import play_for
from tests.markup import flat, read_aloud

pytestmark = pytest.mark.django_db


def visitor(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def at(past, name, *args):
    return reverse(f"campaigns:{name}", args=[past.campaign.slug, *args])


def plain(answer):
    return read_aloud(answer.content.decode())


def test_history_draws_every_course_and_says_it_in_a_table(past):
    page = visitor().get(at(past, "history")).content.decode()
    assert page.count('class="line-chart"') == 5
    label = re.search(r'aria-label="([^"]*: start 0, 1 4, 2 7)"', page)
    assert label, "the line of Victory Points says its figures"
    assert past.first.label in label.group(1)
    table = page[page.index('id="chart-vp"') : page.index('id="chart-rating"')]
    assert re.search(r'<td class="num">0</td><td class="num">4</td><td class="num">7</td>', flat(table))


def test_a_biography_reads_like_a_life(past):
    page = plain(visitor(past.first.user).get(at(past, "biography", past.fallen)))
    assert "lost 2–4 against" in page
    assert "Killed and Finished Off" in page
    assert visitor().get(at(past, "biography", past.fallen)).status_code == 404, "Arsenals are for members"


def test_a_crew_has_one_story_of_all_its_models(past):
    page = plain(visitor(past.first.user).get(at(past, "story", past.second.pk)))
    assert "Week 1: Lost 2–4 against" in page
    assert "killed and Finished Off by" in page
    assert page.count("Hired for") == past.second.models.count()
    assert visitor().get(at(past, "story", past.second.pk)).status_code == 404, "Arsenals are for members"


def test_a_players_page_counts_each_opponent(past):
    page = plain(visitor().get(at(past, "player", past.first.pk)))
    assert "won 4–2 against" in page
    assert "drew 3–3 against" in page
    assert visitor().get(at(past, "player", 999_999)).status_code == 404


def test_two_arsenals_stand_side_by_side_as_asked(past):
    client = visitor(past.first.user)
    answer = client.get(at(past, "compare"), {"with": [past.second.pk, past.first.pk, "x", "999999", "²"]})
    assert [person.entry for person, _, _, _ in answer.context["columns"]] == [past.second.pk, past.first.pk]
    page = plain(answer)
    for entry in (past.first, past.second):
        assert entry.models.filter(annihilated_week=None).first().name in page
    assert len(client.get(at(past, "compare")).context["columns"]) == 2


def test_the_season_says_so_far_until_it_is_over(past):
    assert "Awards, if it ended now" in plain(visitor().get(at(past, "season")))
    for number in range(2, past.campaign.weeks_total + 1):
        current = past.league.week(number)
        if current.state == "new_hires":
            week.close_hires(current, past.league.organiser, "Agreed.")
        for game in past.league.games(number):
            if game.state == "scheduled":
                play_for(game, (1, 1))
        week.reach_deadline(past.league.week(number), past.league.organiser, "Agreed.")
    assert past.campaign.state == "complete"
    page = plain(visitor().get(at(past, "season")))
    assert "Awards Champion" in page
    assert "Final standings" in page
    assert "so far" not in page


def test_the_front_page_is_what_one_shows_a_friend(past):
    page = plain(visitor().get(at(past, "front")))
    for part in ("Last week", "Arsenal of the week", "Awards, if it ended now", "Games to play", "Standings"):
        assert part in page, part
    drawn = visitor().get(at(past, "front")).content.decode()
    assert f'aria-label="Table 1: {past.first.label} beat {past.second.label} 4 to 2"' in drawn
    assert "og:image" in drawn


@pytest.mark.parametrize(
    ("name", "warm"), [("front", 3), ("history", 3), ("season", 3), ("player", 4), ("biography", 3)]
)
def test_the_past_is_read_once_for_each_state_of_the_league(past, name, warm):
    args = {"player": [past.first.pk], "biography": [past.fallen]}.get(name, [])
    client = visitor(past.second.user)

    def queries():
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert client.get(at_name).status_code == 200
        return len(seen)

    at_name = at(past, name, *args)
    cold = queries()
    assert cold <= 3 + 15 + 4 * (name == "front"), "whatever the number of players"
    assert queries() == warm, "session, person, league; of a player, whether their past is open"
    leagues.rename_crew(past.first, past.first.user, "Other Name")
    assert "Other Name" in client.get(at(past, "history")).content.decode(), "fresh after an act"


# -- files ------------------------------------------------------------------------------------------


def rows(answer):
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_every_table_is_a_stream_that_agrees_with_the_league(past):
    client = visitor(past.first.user)
    answers = {what: client.get(at(past, "csv", what)) for what in sheets.SHEETS}
    for what, answer in answers.items():
        assert answer.streaming, what
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert f"{past.campaign.slug}-m3e-{what}.csv" in answer.headers["Content-Disposition"]
    table = {what: rows(answer) for what, answer in answers.items()}
    assert [(r["won"], r["drawn"], r["vp"]) for r in table["standings"]] == [("1", "1", "7"), ("0", "1", "5")]
    first = [r for r in table["ledger"] if r["player"] == past.first.label]
    assert int(first[-1]["balance"]) == balances.balance(past.first)
    assert sum(int(r["scrip"]) for r in first) == balances.balance(past.first)
    assert [r["vp"] for r in table["encounters"]] in (["4", "2", "3", "3"],)
    assert {r["models_killed"] for r in table["encounters"]} == {"0", "1"}
    models = [r for r in table["arsenals"] if r["kind"] == "model"]
    assert len(models) == past.first.models.count() + past.second.models.count()
    assert {r["week"] for r in table["flips"]} == {"1"}, "the cards of an open week are nobody's to read"
    assert any(r["of"] == "aftermath" and r["cards"] for r in table["flips"])
    checked = [agrees(past, row) for row in table["flips"] if row["source"] == "fate"]
    assert checked
    assert all(checked), "each card lies where its key lays it"
    assert [int(r["number"]) for r in table["diary"]] == sorted(int(r["number"]) for r in table["diary"])


def agrees(past, row) -> bool:
    """Whether the cards of a row are in the deck that its key and the revealed seed lay."""
    seed = bytes(past.campaign.weeks.get(number=row["seed_of_week"]).fate_seed)
    purpose, *rest = row["deck"].split("/")
    deck = fate_of(seed, purpose, *rest)
    cards = [Card.parse(code) for code in row["cards"].split()]
    if purpose in ("scenario", "event", "contest"):
        return [deck.draw(int(row["number"]) - 1)] == cards
    laid = [card_of(face) for face in deck.shuffle(0).cards]
    return all(card in laid for card in cards) and (row["number"] != "0" or laid[: len(cards)] == cards)


def test_members_tables_are_for_members_and_organisers_acts_for_organisers(past):
    for what, sheet in sheets.SHEETS.items():
        for user in (None, person(f"stranger-{what}")):
            answer = visitor(user).get(at(past, "csv", what))
            assert answer.status_code == (404 if sheet.members_only else 200), what
    assert visitor(past.first.user).get(at(past, "csv", "secrets")).status_code == 404
    leagues.invite(past.campaign, past.league.organiser)

    def kinds(user):
        page_cache._values.clear()
        return {r["kind"] for r in rows(visitor(user).get(at(past, "csv", "diary")))}

    assert "league.invited" in kinds(past.league.organiser)
    assert "league.invited" not in kinds(past.first.user)
    Campaign.objects.update(listed=False)
    assert visitor().get(at(past, "csv", "standings")).status_code == 404


def test_a_name_that_is_a_formula_arrives_disarmed(past):
    evil = '=HYPERLINK("http://evil.example","x")'
    leagues.rename_crew(past.first, past.first.user, evil)
    client = visitor(past.first.user)
    for what in ("standings", "ledger", "encounters", "arsenals"):
        names = {r["player"] for r in rows(client.get(at(past, "csv", what)))}
        assert f"'{evil}" in names, what
        assert evil not in names, what
    standings = rows(client.get(at(past, "csv", "standings")))
    assert {r["vp_difference"] for r in standings} == {"2", "-2"}, "negative numbers stay numbers"
