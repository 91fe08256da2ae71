"""The frame of every page: policy, navigation, theme, health, the ledger."""

from __future__ import annotations

import datetime as dt
import time
from typing import Any
from unittest import mock

import pytest
from django import template
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.template import loader
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import mark_safe

from mfcampaign.accounts.models import User
from mfcampaign.campaigns.league.next_actions import NextAction
from mfcampaign.home import navigation, views
from mfcampaign.web import ledger
from mfcampaign.web.context import THEME_COOKIE
from mfcampaign.web.resilience import health
from rules.refusal import Total, TotalLine

pytestmark = pytest.mark.django_db

PAGES = ["/", "/about/", "/about/style/", "/about/rules/", "/account/login/", "/nowhere/"]


@pytest.mark.parametrize("path", PAGES)
def test_the_policy_allows_nothing_unsafe_and_the_page_needs_nothing(client: Client, path: str) -> None:
    answer = client.get(path)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    html = answer.content.decode()
    for forbidden in (' style="', "<style", " onclick=", " onload=", "javascript:", "<script>"):
        assert forbidden not in html
    assert '<html lang="en-GB"' in html
    assert html.count("<h1") == 1
    assert "unofficial fan project" in html


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("/", "home"),
        ("/leagues/the-long-winter/", "leagues"),
        ("/crews/", "crews"),
        ("/catalogue/models/x/", "catalogue"),
        ("/account/profile/", "you"),
        ("/about/", ""),
    ],
)
def test_the_address_tells_the_room(path: str, room: str) -> None:
    assert navigation.room_of(path) == room


def test_the_navigation_marks_where_one_is(client: Client, django_user_model: Any) -> None:
    assert '<a href="/" aria-current="true">' in client.get("/").content.decode()
    assert "aria-current" not in navigation.bar("", signed_in=False)
    assert "Sign in" in navigation.bar("", signed_in=False)
    assert "Sign in" not in navigation.bar("", signed_in=True)


def test_home_greets_a_person_with_what_is_theirs(client: Client) -> None:
    mara = User.objects.create_user("mara", display_name="Mara")
    client.force_login(mara)
    page = client.get("/").content.decode()
    assert "<h1>Mara</h1>" in page
    assert "You play in no league yet" in page
    assert "No Crew yet" in page


def test_the_light_is_kept_in_a_cookie_and_drawn_by_the_server(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": "/about/?a=b"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/about/?a=b")
    assert answer.cookies[THEME_COOKIE]["samesite"] == "Lax"
    assert 'data-theme="dark"' in client.get("/about/").content.decode()
    client.post("/theme/", {"theme": "device"})
    assert "data-theme=" not in client.get("/about/").content.decode()


def test_a_forged_theme_cookie_is_not_written_into_the_page(client: Client) -> None:
    client.cookies[THEME_COOKIE] = 'x" onload="evil()'
    page = client.get("/about/").content.decode()
    assert "evil" not in page


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
def test_the_theme_leads_nowhere_else(client: Client, away: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": away}).headers["Location"] == "/"


def test_a_page_of_the_frame_asks_the_database_nothing(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        client.get("/about/")


def test_who_signs_in_at_a_closed_door_comes_back_to_it(client: Client) -> None:
    page = client.get("/leagues/the-long-winter/?a=b")
    assert page.status_code == 404
    assert 'href="/account/login/?next=/leagues/the-long-winter/%3Fa%3Db"' in page.content.decode()


def test_a_sum_below_nothing_has_a_true_minus() -> None:
    total = Total.of([TotalLine("Injuries", -3, "SL-RATING-02")])
    html = loader.render_to_string("web/total.html", {"total": total, "label": "Rating"})
    assert html.count("−3") == 3
    assert ">-3<" not in html
    assert loader.render_to_string("web/tile.html", {"label": "Won", "figure": "–"}).count("–") == 1


def test_health_is_told_without_a_session(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_BEGAN", time.monotonic())
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "up",
        "database": "up",
        "broker": answer.json()["broker"],
        "cache": answer.json()["cache"],
        "disk": answer.json()["disk"],
        "clock": {"tick": None, "sweep": None, "beat": None},
        "queue": {
            "oldest_s": None,
            "outward_s": None,
            "commands": {"waiting": 0, "running": 0, "stuck": 0},
        },
        "late": [],
    }
    assert not answer.cookies


def test_health_is_503_without_a_database(client: Client) -> None:
    with mock.patch.object(health.connection, "cursor", side_effect=DatabaseError):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, "down")


def test_a_redis_that_is_away_degrades_but_does_not_stop(client: Client, settings: Any) -> None:
    settings.CELERY_BROKER_URL = settings.CACHE_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert (answer.json()["status"], answer.json()["broker"]) == ("degraded", "down")


def test_the_cache_and_the_broker_are_told_apart(client: Client, settings: Any) -> None:
    settings.CELERY_BROKER_URL, settings.CACHE_URL = "", "redis://127.0.0.1:1/0"
    answer = client.get("/healthz").json()
    assert (answer["broker"], answer["cache"], answer["status"]) == ("absent", "down", "degraded")


def test_a_redis_that_is_there_is_up(client: Client, settings: Any, redis_url: str) -> None:
    settings.CELERY_BROKER_URL = settings.CACHE_URL = redis_url
    with mock.patch.object(health, "REDIS_TIMEOUT_S", 60):  # a busy machine is no Redis that is away
        assert client.get("/healthz").json()["broker"] == "up"


def test_a_queue_that_stands_still_is_told(client: Client) -> None:
    late = health.dispatch.queue_report() | {"oldest_s": health.LATE_QUEUE_S + 1.0}
    with mock.patch.object(health.dispatch, "queue_report", return_value=late):
        answer = client.get("/healthz").json()
    assert answer["status"] == "degraded"


def test_every_rule_of_the_ledger_can_be_opened(client: Client) -> None:
    rows = ledger.rows()
    assert len(rows) > 700
    assert rows["M3E-HIRE-12"].area == "M3E-HIRE"
    assert "Model limit" in rows["M3E-HIRE-12"].text
    overview = client.get("/about/rules/").content.decode()
    for area in ledger.areas():
        assert f"{area.topic} <span" in overview, "an area is called by what it is about"
    for area in ledger.areas()[::9]:
        page = client.get(f"/about/rules/{area.rows[0].rule}/")
        assert page.status_code == 200
        assert area.rows[-1].rule in page.content.decode()
    assert client.get("/about/rules/M3E-NOPE-01/").status_code == 404


def test_the_text_of_a_rule_is_escaped_but_for_its_marks() -> None:
    assert ledger.marked_up("**A** <b> `c`") == "<strong>A</strong> &lt;b&gt; <code>c</code>"
    cited = ledger.marked_up("Exempt (not SL-SUMMON-04, nor SL-NONE-99).")
    assert '<a href="/about/rules/SL-SUMMON-04/">Summoned models <span' in cited
    assert "nor SL-NONE-99" in cited


def test_a_deadline_on_the_home_page_is_told_in_ones_own_zone(client: Client) -> None:
    mara = User.objects.create_user("mara", display_name="Mara", timezone="Australia/Adelaide")
    client.force_login(mara)
    due = dt.datetime(2026, 7, 1, 18, 0, tzinfo=dt.UTC)
    action = NextAction(
        "The Long Winter", "the-long-winter", "Hire your Crew", "/leagues/the-long-winter/", due
    )
    with mock.patch.object(views.next_actions, "next_actions", return_value=[action]):
        page = client.get("/").content.decode()
    assert "Thursday 2 July 2026, 03:30 (Australia/Adelaide)" in page
    assert "Australia/Adelaide" in page
    assert User(timezone="Nowhere/At all").zone.key == "UTC"


# -- what a page does not make anew --------------------------------------------------------------------


def test_what_is_fixed_is_rendered_once_and_knows_nothing_of_the_page() -> None:
    page = template.engines["django"].from_string(
        "{% fixed %}{% url 'about' %}[{{ name }}]{% csrf_token %}{% endfixed %}"
    )
    assert [page.render({"name": name}) for name in ("one", "other")] == ["/about/[]", "/about/[]"]


def test_addresses_are_those_that_django_finds_for_each_argument() -> None:
    page = template.engines["django"].from_string(
        "{% url 'web:rule' rule %}{% url 'web:rule' rule=rule as kept %}{{ kept }}"
        "{% url 'none' as no %}[{{ no }}]"
    )
    for rule in ("M3E-LOS-01", "<b>", "M3E-LOS-01", mark_safe("M3E-LOS-01")):
        assert page.render({"rule": rule}) == 2 * escape(reverse("web:rule", args=[rule])) + "[]"
    missing = template.engines["django"].from_string("{% url 'none' %}")
    with pytest.raises(NoReverseMatch):
        missing.render({})


def test_a_session_that_ended_is_nobodys() -> None:
    kept = SessionStore()
    kept["seat"] = "one"
    kept.save()
    assert SessionStore(kept.session_key)["seat"] == "one"
    Session.objects.update(expire_date=timezone.now())
    for key in (kept.session_key, "unknown", None):
        ended = SessionStore(key)
        assert (dict(ended.items()), ended.session_key) == ({}, None)
