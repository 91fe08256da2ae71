"""What is kept of a league's pages is what would be made anew, whatever was done in between; and whatever
writes to a league raises its count of acts, which alone tells kept pages from stale ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.urls import reverse

from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns.models import Entry, Game
from mfcampaign.web import cache
from tests.campaigns.game_pages import plain, visitor
from tests.campaigns.seasons.machine import Season
from tests.campaigns.seasons.tally import played
from tests.campaigns.seasons.test_seasons import live

LOOKS = 5
LANDING, SOAK = 2, 150


# When the clock looks at a league next is shown on no page.
WRITE = re.compile(
    r'(?!UPDATE "campaigns_campaign" SET "look_at" = \S+ WHERE)'
    r'(?:INSERT INTO|UPDATE|DELETE FROM) "(campaigns_\w+)"'
)


@contextmanager
def written() -> Iterator[set[str]]:
    """The tables of leagues that are written to meanwhile."""
    tables: set[str] = set()

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if (write := WRITE.match(sql)) is not None:
            tables.add(write.group(1))
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield tables


class Visited(Season):
    """After each act somebody's pages are asked for as they are kept, and once more with nothing kept.
    The same few all through a season, others in the next."""

    seasons = count()

    def __init__(self) -> None:
        super().__init__()
        self.first = LOOKS * next(self.seasons)
        cache._values.clear()

    def attempt(self, act: Callable[[], Any]) -> Any:
        with self._counted():
            result = super().attempt(act)
        if result is not None:
            self.visit()
        return result

    def pass_time(self, hours: int) -> None:
        """Minutes went by, and nothing is kept for longer."""
        super().pass_time(hours)
        cache._values.clear()
        self.visit()

    def visit(self) -> None:
        if self.campaign is None or not (looks := list(self._looks())):
            return
        with time_machine.travel(self.now, tick=False):
            for number in range(LOOKS):
                who, page = looks[(self.first + number) % len(looks)]
                client = visitor(who)
                kept = client.get(page)
                others, cache._values = cache._values, type(cache._values)()
                anew = client.get(page)
                cache._values = others
                assert plain(kept.content) == plain(anew.content), (page, self.last_act())
                played["pages compared"] += kept.status_code == 200

    def tick(self) -> None:
        with self._counted():
            super().tick()

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Whatever is written to the league meanwhile is told by an act of it."""
        before = self._acts()
        with written() as tables:
            yield
        assert not tables or self._acts() > before, f"no act tells of what was written to {tables}"
        played["writes counted"] += bool(tables)

    def _acts(self) -> int:
        return self.league().acts if self.campaign is not None else 0

    def _looks(self) -> Iterator[tuple[Any, str]]:
        league = self.league()
        entries = Entry.objects.filter(campaign=league).select_related("user").order_by("pk")[:2]
        people = [self.organiser, *(entry.user for entry in entries), None]
        pages = ["home", "campaigns:leagues"]
        addresses = [reverse(name) for name in pages]
        rooms = ("league", "standings", "diary", "front", "season", "history", "playoffs", "compare")
        addresses += [reverse(f"campaigns:{name}", args=[league.slug]) for name in rooms]
        for entry in entries:
            own = [league.slug, entry.pk]
            addresses += [reverse(f"campaigns:{name}", args=own) for name in ("arsenal", "player")]
        game = Game.objects.filter(week__campaign=league).order_by("-week__number", "table").first()
        if game is not None:
            week = game.week.number
            addresses.append(reverse("campaigns:week", args=[league.slug, week]))
            table = [league.slug, week, game.table]
            addresses += [reverse(f"campaigns:{name}", args=table) for name in ("game", "aftermath")]
        # One visitor after the other at each page: what is kept for all is read by each.
        yield from ((who, page) for page in addresses for who in people)

    def last_act(self) -> str:
        act = acts_of(self.league(), organiser=True).first()
        return f"{act.kind}: {act.sentence}" if act is not None else ""


@pytest.fixture
def visited(seasons: type[Season]) -> type[Season]:
    return type("Visited", (Visited, seasons), {})


def test_kept_pages_are_those_made_anew_after_every_act(visited: Any) -> None:
    played.clear()
    live(visited, 1, LANDING, shrink=False)
    assert played["pages compared"] > 30
    assert played["writes counted"] > 10


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_kept_pages_are_those_made_anew_in_many_seasons(visited: Any, part: int) -> None:
    live(visited, 100 + part, SOAK // 4, shrink=False)
