"""A league of which every table has rows, its file changed field by field, and all of its pages."""

from __future__ import annotations

import contextlib
import copy
import datetime as dt
import hashlib
import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from django.test import Client
from django.urls import Resolver404, resolve

from mfcampaign.accounts.models import User
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.game import additional
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.pairing import plan
from mfcampaign.campaigns.restart import barter
from mfcampaign.campaigns.rulings.plans.deadlines import ahead
from mfcampaign.campaigns.rulings.requests import CorrectResult, MoveDeadline
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer.middleware import SENTENCE
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import canonical, write
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.dispatch import operations as dispatch
from tests.campaigns.aftermath.test_countersigning import finish_at_the_table
from tests.campaigns.rulings.scenes import result_of, ruled, with_vp

PHRASE = "the willow by the old mill"
LINK = re.compile(rb'(?:href|hx-get)="(/leagues/[^"#]*)')
OF_EACH = 3
"""Pages of one kind that are looked at."""


def live(league: Any) -> None:
    """One week over with a ruling, a late joiner, and in the second something of everything."""
    first = league.week(1)
    games = league.games(1)
    for game in games:
        for side in play.sides(game):
            play.submit_crew(side)
        play.report(game)
        play.confirm(game)
        play.settle()
    one, two = play.aftermaths(games[0])
    aftermath.flip_source(one, one.side.entry.user, "entered")
    finish_at_the_table(one)
    play.finish_aftermath(two)
    for game in games[1:]:
        play.let_draw(game)
        play.finish(game)
    weeks.reach_deadline(first, league.organiser, "Agreed.")
    ruled(league, CorrectResult(encounter=games[0].pk, result=with_vp(result_of(games[0]), 0, 4)))
    second = league.week(2)
    events.flip_again(second, league.organiser, "Nobody could play it.", seen=1)
    late = league.join("late", "guild")
    late = Entry.objects.select_related("user", "campaign").get(pk=late.pk)
    play.found_arsenal(late, taste="late")
    for part in play.parts(second):
        if part.entry_id != late.pk:
            play.hire(part)
    barter.begin(late, late.user)
    dispatch.drain()
    if league.week(2).state == "new_hires":
        weeks.close_hires(second, league.organiser, "Agreed.")
    dispatch.drain()
    second = league.week(2)
    tables = league.games(2)
    for side in play.sides(tables[0]):
        play.submit_crew(side)
    play.report(tables[0])
    play.submit_crew(play.sides(tables[1])[0])
    entries = [league.entry(n) for n in range(4)]
    plan.set_order(league.campaign, league.organiser, ["club", "company"])
    plan.rule_pair(league.campaign, league.organiser, "forbidden", entries[0].pk, entries[1].pk)
    plan.describe(entries[0], entries[0].user, club="Tower", company="van", place="")
    plan.say_when(entries[0], entries[0].user, 3, away=False, evenings=["mon"])
    additional.propose(entries[0], entries[0].user, entries[2], "new")
    until = second.games_close_at + dt.timedelta(hours=3)
    ruled(league, MoveDeadline(week=2, what="games", until=until.isoformat()))
    until = ahead(league.campaign)[-1].at + dt.timedelta(days=1)
    ruled(league, MoveDeadline(week=league.campaign.weeks_total, what="games", until=until.isoformat()))
    league.join("builder", "bayou")
    dispatch.drain()


def opened(league: Campaign) -> list[dict[str, Any]]:
    """The lines of the league's file with nothing hidden, as a hand with the pass-phrase can write them."""
    content = write(league, phrase=PHRASE)
    document = read(content).opened(PHRASE)
    lines = [json.loads(line) for line in content.splitlines()]
    body = []
    for line in lines:
        if line["is"] == "sealed":
            continue
        if line["is"] in document.rows:
            line = document.rows[line["is"]][line["n"] - 1] | line
        body.append(msgspec.to_builtins(line))
    body[0]["sealed"] = "nothing"
    return body


def file_of(lines: list[dict[str, Any]]) -> bytes:
    """The file with a checksum that fits."""
    text = b"".join(canonical(line) + b"\n" for line in lines[:-1])
    return text + canonical(lines[-1] | {"sha256": hashlib.sha256(text).hexdigest()}) + b"\n"


Path = tuple[Any, ...]


def places(lines: list[dict[str, Any]]) -> dict[str, tuple[int, Path]]:
    """One place of each shape: ``table.column.key[]`` → line and path, the last that holds most."""
    found: dict[str, tuple[int, Path]] = {}
    for number, line in enumerate(lines[:-1]):
        for name, value in line.items():
            if name not in ("is", "n"):
                _walk(f"{line['is']}.{name}", number, (name,), value, found)
    return found


def _walk(shape: str, number: int, path: Path, value: Any, found: dict[str, tuple[int, Path]]) -> None:
    if value not in (None, [], {}, ""):
        found[shape] = (number, path)
    else:
        found.setdefault(shape, (number, path))
    if shape.startswith(("charts.body.", "league.pack.entries[].body")):
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            word = name if not name.isdigit() else "#"
            _walk(f"{shape}.{word}", number, (*path, name), inner, found)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            _walk(f"{shape}[]", number, (*path, place), inner, found)


def others(value: Any) -> Iterator[Any]:
    """Other values of the same kind, and of another."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, -1, 32_000)
    elif isinstance(value, str):
        yield from ("", "Nowhere/Never", value[:-1] + ("a" if value[-1:] != "a" else "b"))
    elif isinstance(value, list):
        yield from ([], [*value, *value], value[1:])
    elif isinstance(value, dict):
        yield {}
        yield from ({k: v for k, v in value.items() if k != name} for name in list(value)[:6])
    yield from (None, 7, "x", [1], {"x": 1})


def changed(lines: list[dict[str, Any]], place: tuple[int, Path], value: Any) -> bytes:
    number, path = place
    copied = copy.copy(lines)
    copied[number] = target = copy.deepcopy(lines[number])
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return file_of(copied)


def at(lines: list[dict[str, Any]], place: tuple[int, Path]) -> Any:
    value: Any = lines[place[0]]
    for step in place[1]:
        value = value[step]
    return value


def broken_pages(league: Campaign, *people: User | None) -> dict[str, str]:
    """Pages that answer with an error of the portal: home, the list, and those of the league, from link to
    link."""
    broken: dict[str, str] = {}
    start = f"/leagues/{league.slug}/"
    for person in people:
        client = Client(raise_request_exception=False)
        if person is not None:
            client.force_login(person)
        ahead, seen = [start, "/", "/leagues/"], {start, "/", "/leagues/"}
        kinds: Counter[str] = Counter()
        while ahead:
            address = ahead.pop(0)
            answer = client.get(address)
            content = b"".join(answer) if answer.streaming else answer.content
            if answer.status_code >= 500 or SENTENCE.encode() in content:
                error = answer.exc_info[1] if getattr(answer, "exc_info", None) else ""
                broken[f"{person} {address}"] = f"{type(error).__name__}: {error}"[:160]
            for link in LINK.findall(content):
                link = html.unescape(link.decode())
                if not link.startswith(start) or link in seen:
                    continue
                seen.add(link)
                with contextlib.suppress(Resolver404):
                    kind = resolve(link.partition("?")[0]).view_name
                    kinds[kind] += 1
                    if kinds[kind] <= OF_EACH:
                        ahead.append(link)
    return broken
