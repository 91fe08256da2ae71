"""``/robots.txt``: what a crawler may read of all addresses, and what a messenger that shows a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import get_resolver

from tests.permissions.table import EVERYONE, PUBLIC_OF_LISTED, ROWS

Rules = list[tuple[bool, str]]
# Known by their link alone, or about one person.
OWN = {"campaigns:player", "events:player"}
BY_LINK = (
    *("share", "seat_link", "watched_play", "event_code", "invitation", "template", "sheet_token", "guest"),
    *("calendar", "way_out", "uid", "confirm_key", "open_crew", "table_clock"),
)
# Codes without end, parts of pages, and what is no page.
ENDLESS = (
    *("setups:card", "setups:short", "setups:score", "tables:table", "tables:short", "tables:file"),
    *("tables:generate", "crews:compare", "crews:import", "play:abilities", "play:terrain", "play:outbox"),
    *("worker", "robots_txt", "security_txt", "healthz", "metrics", "web:offline", "api:docs", "api:openapi"),
    "events:join",
    "search",
)


def groups() -> dict[str, Rules]:
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    found: dict[str, Rules] = {}
    named: list[str] = []
    before = ""
    for line in answer.content.decode().splitlines():
        kind, _, value = line.partition("#")[0].partition(": ")
        if kind == "User-agent":
            named = [*(named if before == kind else []), value]
            found.setdefault(value, [])
        elif kind in ("Allow", "Disallow"):
            for agent in named:
                found[agent].append((kind == "Allow", value))
        before = kind or before
    return found


def allowed(rules: Rules, path: str) -> bool:
    """RFC 9309: the longest rule that fits, Allow where two are as long; without any it is allowed."""
    fitting = [(len(value), allow) for allow, value in rules if _pattern(value).match(path)]
    return max(fitting, default=(0, True))[1]


def _pattern(value: str) -> re.Pattern[str]:
    return re.compile(re.escape(value).replace(r"\*", ".*").replace(r"\$", "$"))


def addresses() -> dict[str, str]:
    """Name → an address."""
    return dict(_addresses(get_resolver().url_patterns, "/", ""))


def _addresses(patterns: Any, before: str, namespace: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        path = before + re.sub(r"<[^>]+>", "7", str(pattern.pattern).lstrip("^"))
        if hasattr(pattern, "url_patterns"):
            inner = ":".join(filter(None, (namespace, pattern.namespace)))
            yield from _addresses(pattern.url_patterns, path, inner)
        else:
            yield ":".join(filter(None, (namespace, pattern.name))), path


def test_what_everybody_may_read_is_crawled_and_what_a_link_opens_is_not() -> None:
    rules, where = groups()["*"], addresses()
    read, hidden = set(), set()
    for row in ROWS:
        if row.method != "get" or row.may != EVERYONE:
            continue  # what else there is answers a crawler with nothing
        own = row.name in OWN or set(row.args) & set(BY_LINK) or row.name.startswith("account")
        (hidden if own or row.name in ENDLESS else read).add(row.name)
    read |= {f"campaigns:{name}" for name in PUBLIC_OF_LISTED} - OWN
    assert len(read) > 35
    assert len(hidden) > 30
    assert {name for name in read if not allowed(rules, where[name])} == set()
    assert {name for name in {*hidden, *OWN} if allowed(rules, where[name])} == set()


def test_searches_of_several_fields_are_left_out_and_editions_are_not() -> None:
    rules = groups()["*"]
    assert allowed(rules, "/catalogue/?edition=m3e")
    assert allowed(rules, "/crews/new/?edition=m3e")
    assert not allowed(rules, "/catalogue/?edition=m3e&faction=guild&q=a")


def test_a_messenger_shows_what_somebody_posted_and_no_account() -> None:
    where, found = addresses(), groups()
    for agent in ("Twitterbot", "facebookexternalhit"):
        for name in ("crews:share", "play:watch", "setups:short", "campaigns:join", "events:event", "home"):
            assert allowed(found[agent], where[name]), name
        for name in ("account_login", "notices:unsubscribe", "people:past", "api:docs"):
            assert not allowed(found[agent], where[name]), name
