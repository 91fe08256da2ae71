"""What is kept of a league's pages: fresh after each act, each visitor's own, and nothing that is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import msgspec
import pytest
import time_machine
from django.db import connection
from django.db.models import Model, QuerySet
from django.template import Context, Template, TemplateSyntaxError
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns.aftermath import operations
from mfcampaign.campaigns.game.queries import GamePage
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.snapshots import EntrySnapshot
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.web import cache as page_cache
from rules.campaign.crew import CampaignCrew
from rules.fate.cards import Card
from tests.campaigns.aftermath.test_countersigning import confirmed, finish_at_the_table
from tests.campaigns.game_pages import at, plain, report_fields, reveal, visitor

pytestmark = pytest.mark.django_db

WARM = {
    "leagues": 5,
    "league": 3,
    "standings": 3,
    "diary": 3,
    "week": 3,
    "arsenal": 3,
    "other arsenal": 4,
    "table": 4,
    "aftermath": 6,
}


@pytest.fixture(autouse=True)
def empty_cache():
    page_cache._values.clear()
    yield
    page_cache._values.clear()


@pytest.fixture
def in_one_minute():
    """What is said of a moment depends on the minute: pages are compared within one."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture
def table(make_league, in_process, monkeypatch):
    """Four players; table 1 in its Aftermath, seat 0 holding 9r and 3c, which nobody else may learn;
    at table 2 one Crew is in and still hidden."""
    hands = {0: "9r 3c 4r 6m", 1: "10m 5t 7t"}
    cards = {seat: [Card.parse(code) for code in codes.split()] for seat, codes in hands.items()}
    league = make_league(players=4)
    league.found_all()
    league.start()
    game, second = league.games()
    monkeypatch.setattr(
        operations.AftermathSession,
        "draw",
        lambda session, ask: tuple(cards[session.row.side.seat].pop(0) for _ in range(ask.cards)),
    )
    reveal(game)
    sides = play.sides(game)
    visitor(sides[0].entry.user).post(at(game, "report"), report_fields(game))
    visitor(sides[1].entry.user).post(at(game, "act:confirm_report"), {"number": 1})
    play.let_draw(game)
    dispatch.drain()
    play.submit_crew(play.sides(second)[0])
    game.refresh_from_db()
    for row in (game, game.week):  # the scenario's flips are chance and public: no hand
        row.scenario["flips"] = []
        row.save(update_fields=["scenario"])
    league.campaign.refresh_from_db()
    return league, game, second


def _people(league, game, second) -> dict[str, Any]:
    mine, theirs = (side.entry.user for side in play.sides(game))
    hiding, waiting = (side.entry.user for side in play.sides(second))
    people = {"player": mine, "opponent": theirs, "hiding": hiding, "waiting": waiting}
    return people | {"organiser": league.organiser, "stranger": None}


def _pages(game, second) -> dict[str, str]:
    slug, number = game.week.campaign.slug, game.week.number
    own, other = (side.entry_id for side in play.sides(game))
    pages = {name: reverse(f"campaigns:{name}", args=[slug]) for name in ("league", "standings", "diary")}
    return pages | {
        "leagues": reverse("campaigns:leagues"),
        "week": reverse("campaigns:week", args=[slug, number]),
        "arsenal": reverse("campaigns:arsenal", args=[slug, own]),
        "other arsenal": reverse("campaigns:arsenal", args=[slug, other]),
        "table": at(game),
        "hidden table": at(second),
        "aftermath": at(game, "aftermath"),
        "followed": at(game, "aftermath") + "?seat=0",
    }


def _seen(people, pages, order=1) -> dict[tuple[str, str], tuple[int, bytes]]:
    clients = {who: visitor(user) for who, user in list(people.items())[::order]}
    return {
        (who, page): (answer.status_code, plain(answer.content))
        for page, url in pages.items()
        for who, client in clients.items()
        for answer in [client.get(url)]
    }


def test_an_act_makes_every_kept_page_fresh_and_only_an_act_does(table):
    league, game, second = table
    pages = _pages(game, second)
    me = visitor(play.sides(game)[0].entry.user)
    rename = league.campaign.entries.get(user=play.sides(game)[0].entry.user)
    names = [name for name in pages if name not in ("followed", "hidden table", "leagues")]
    for name in names:
        me.get(pages[name])
    # The control: the same change behind the league's back, its acts not counted, is not seen.
    type(rename).objects.filter(pk=rename.pk).update(crew_name="Behind the Back")
    stale = [n for n in names if "Behind the Back" not in me.get(pages[n]).content.decode().split("<main")[1]]
    assert {"league", "standings", "week", "table"} <= set(stale)
    leagues.rename_crew(rename, rename.user, "Before Everyone")
    for name in ("league", "standings", "week", "table", "diary", "arsenal"):
        page = me.get(pages[name]).content.decode()
        assert "Before Everyone" in page, f"{name} is stale"
        assert "Behind the Back" not in page.replace("Behind the Back to", ""), name


def test_what_is_kept_for_one_is_never_shown_to_another(table):
    """Whoever comes first, each gets the bytes of a visit with an empty cache."""
    league, game, second = table
    people, pages = _people(league, game, second), _pages(game, second)
    alone = {}
    for who, user in people.items():
        for page, url in pages.items():
            page_cache._values.clear()
            answer = visitor(user).get(url)
            alone[who, page] = (answer.status_code, plain(answer.content))
    page_cache._values.clear()
    assert _seen(people, pages) == alone
    assert _seen(people, pages, -1) == alone
    page_cache._values.clear()
    assert _seen(people, pages, -1) == alone
    differ = [page for page in pages if alone["player", page] != alone["opponent", page]]
    assert {"league", "standings", "week", "arsenal", "table"} <= set(differ), (
        "viewers do see different pages"
    )


def test_a_hand_and_a_hidden_crew_are_not_cached(table):
    league, game, second = table
    people, pages = _people(league, game, second), _pages(game, second)
    crew_page = at(second, "crew")
    _seen(people, pages | {"crew": crew_page})
    reached = list(_reached(page_cache._values.values()))
    html = "".join(str(value) for value in reached if isinstance(value, str))
    assert "9 of Rams" in visitor(people["player"]).get(pages["aftermath"]).content.decode()
    for canary in ("9 of Rams", "3 of Crows"):
        assert canary not in html
    assert not [row for row in reached if isinstance(row, Model | QuerySet)], "no row of any kind"
    assert "csrfmiddlewaretoken" not in html
    assert "4 of Rams" not in html, "not even an Aftermath's open cards: they are read each time"
    assert any(isinstance(value, EntrySnapshot) for value in reached), "there was something to find"
    hidden = play.sides(second)[0]
    assert hidden.crew
    assert not [value for value in reached if isinstance(value, dict | CampaignCrew)]
    shown = [v for v in reached if isinstance(v, GamePage) and v.game.pk == second.pk]
    assert shown
    assert all(side.crew is None for page in shown for side in page.sides)


def _reached(values: Iterable[Any]) -> Iterable[Any]:
    """Everything that can be got at from ``values``: rows and their loaded relations, structs, containers."""
    todo, met = list(values), set()
    while todo:
        value = todo.pop()
        if id(value) in met:
            continue
        met.add(id(value))
        yield value
        if isinstance(value, Mapping):
            todo += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            todo += value
        elif isinstance(value, msgspec.Struct):
            todo += [getattr(value, name) for name in value.__struct_fields__]
        elif isinstance(value, Model):
            todo += [
                value._state.fields_cache,
                getattr(value, "_prefetched_objects_cache", {}),
                value.__dict__,
            ]
        elif hasattr(value, "_result_cache"):
            todo += value._result_cache or []
        elif hasattr(value, "object_list"):
            todo.append(value.object_list)


@pytest.mark.parametrize("page", WARM)
def test_kept_pages_ask_few_questions(table, page):
    _, game, second = table
    me, url = visitor(play.sides(game)[0].entry.user), _pages(game, second)[page]
    me.get(url)
    with CaptureQueriesContext(connection) as seen:
        assert me.get(url).status_code == 200
    assert len(seen) == WARM[page]


def test_what_is_kept_of_an_encounter_follows_its_aftermaths_act_by_act(
    league, in_process, in_one_minute, monkeypatch
):
    """Whose turn it is, cards from the table that wait, the end of each Aftermath, what both brought."""
    game = confirmed(league)
    people = [side.entry.user for side in play.sides(game)]
    pages = [at(game), reverse("campaigns:league", args=[league.campaign.slug])]
    words: set[str] = set()

    def look() -> None:
        for person, url in product(people, pages):
            kept = plain(visitor(person).get(url).content)
            others, page_cache._values = page_cache._values, type(page_cache._values)()
            assert kept == plain(visitor(person).get(url).content), url
            page_cache._values = others
            words.update(word for word in TOLD if word.encode() in kept)

    def seen_after(act: Any) -> Any:
        def act_and_look(*args: Any, **more: Any) -> None:
            act(*args, **more)
            look()

        return act_and_look

    for name in ("flip_source", "enter_cards"):
        monkeypatch.setattr(operations, name, seen_after(getattr(operations, name)))
    first, second = play.aftermaths(game)
    operations.flip_source(first, people[0], "entered")
    finish_at_the_table(first)
    play.finish_aftermath(second)
    look()
    assert words == set(TOLD)


TOLD = (
    *("Continue your Aftermath", "Your Aftermath is done", "under way", "Cards from the table"),
    *("Gains and losses", "Countersign the cards"),
)


# -- the tag ------------------------------------------------------------------------------------------------


def _made(inside: str, key: str = '"part" viewer', **context: Any) -> str:
    text = "{% load leagues %}{% cached campaign " + key + " %}" + inside + "{% endcached %}"
    return Template(text).render(Context(context))


def test_the_tag_makes_a_part_once_for_each_state_and_viewer(league):
    campaign = league.campaign
    assert _made("{{ word }}", campaign=campaign, viewer=(1, False), word="one") == "one"
    assert _made("{{ word }}", campaign=campaign, viewer=(1, False), word="two") == "one"
    assert _made("{{ word }}", campaign=campaign, viewer=(1, True), word="three") == "three"
    assert _made("{{ word }}", '"part" viewer 2', campaign=campaign, viewer=(1, False), word="four") == "four"
    campaign.acts += 1
    assert _made("{{ word }}", campaign=campaign, viewer=(1, False), word="five") == "five"


def test_the_tag_tells_time_zones_apart_and_keeps_nothing_without_a_name(league, settings):
    from django.utils import timezone

    campaign = league.campaign
    for zone, word in (("Europe/Madrid", "here"), ("Asia/Tokyo", "there")):
        with timezone.override(zone):
            assert _made("{{ word }}", campaign=campaign, viewer=(1, False), word=word) == word
    for word in ("one", "two"):
        assert _made("{{ word }}", "name viewer", campaign=campaign, viewer=(), name="", word=word) == word


def test_the_tag_refuses_forms_and_nobody(league):
    with pytest.raises(ValueError, match="form"):
        _made('<input name="csrfmiddlewaretoken">', campaign=league.campaign, viewer=(1, False))
    with pytest.raises(TypeError, match="who looks"):
        _made("x", campaign=league.campaign, viewer="")
    with pytest.raises(TemplateSyntaxError):
        Template('{% load leagues %}{% cached campaign "part" %}{% endcached %}')


def test_what_is_kept_belongs_to_one_minute_html_and_what_it_was_made_from(league, monkeypatch):
    now = [600.0]
    monkeypatch.setattr(page_cache.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(page_cache, "SECONDS", 60.0)
    first = Campaign.objects.get(pk=league.campaign.pk)
    assert page_cache.cached(first, "x", lambda: "old") == "old"
    now[0] = 659.9
    assert page_cache.cached(Campaign.objects.get(pk=first.pk), "x", lambda: "new") == "old"
    now[0] = (
        660.1  # this request began a minute ago: what it makes of the old is not kept for the next minute
    )
    assert page_cache.cached(first, "html", lambda: "of the old") == "of the old"
    fresh = Campaign.objects.get(pk=first.pk)
    assert page_cache.cached(fresh, "html", lambda: "of the new") == "of the new"
    assert page_cache.cached(fresh, "x", lambda: "new") == "new"


def test_the_cache_has_room_for_so_much(league):
    for number in range(page_cache.MOST_VALUES + 10):
        page_cache.cached(league.campaign, "x", lambda number=number: number, number)
    assert len(page_cache._values) == page_cache.MOST_VALUES
    assert page_cache.cached(league.campaign, "x", lambda: "anew", 0) == "anew"


def test_that_there_is_nothing_is_kept(league):
    found = iter((None, "too late"))
    for _ in range(2):
        assert page_cache.cached(league.campaign, "x", lambda: next(found)) is None


def test_what_somebody_writes_into_an_address_pushes_nothing_out(league, client, in_one_minute):
    league.start()
    client.force_login(league.players[0])
    one, other = league.campaign.entries.values_list("pk", flat=True)[:2]
    diary, compare = (reverse(f"campaigns:{n}", args=[league.campaign.slug]) for n in ("diary", "compare"))
    for address in (diary, f"{diary}?page=1", compare):
        client.get(address)
    kept = set(page_cache._values)
    made_up = ("page=10", "page=1&x=1", "page=²", "week=99999999999999999999")
    several = (f"with={one}&with={other}", f"with={other}&with={one}", f"with={other}")
    for address in (*(f"{diary}?{each}" for each in made_up), *(f"{compare}?{each}" for each in several)):
        assert client.get(address).status_code == 200
    assert set(page_cache._values) == kept


def test_the_odds_escape_the_names_of_a_house_chart():
    from mfcampaign.web.drawings import odds
    from rules.campaign.aftermath.odds import OfferOdds, RewardOdds, Risk

    held = OfferOdds("a", "<b>", 5, 2, 50, cheats=((Card.parse("9r"), 1.0),))
    markup = odds.lines([held, OfferOdds("b", "Plain", 1, 3, 50)], 4)
    assert "&lt;b&gt;" in markup
    assert "<b>" not in markup
    assert len(re.findall("too expensive now", markup)) == markup.count('<li class="soft">') == 1
    assert markup.count("with the 9 of Rams") == 1
    assert "2 in 50" in markup
    assert "<b>" not in odds.risk_lines([Risk("unhurt", "<b>", 3, 50)])
    assert "<b>" not in odds.reward_lines([RewardOdds("Chart", "<b>", "<b>", 3, 50)])
