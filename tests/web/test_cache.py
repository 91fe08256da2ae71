"""The versioned cache holds frozen values only, whichever loader of the portal makes them."""

from __future__ import annotations

import ast
import dataclasses
import datetime as dt
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.scripted import play as scripted_play
from mfcampaign.events.ladder import rungs
from mfcampaign.events.loading import record
from mfcampaign.events.operations import creation, ladder, people
from mfcampaign.events.tables import players_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import recording
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.web import cache
from tests.campaigns.conftest import catalogue, figures, in_process, opened  # noqa: F401  the figures, loaded once
from tests.campaigns.game_pages import visitor
from tests.events.making import Day
from tests.play.league_game import address, users
from tests.play.playing import duel, go_on

ROOM = Path(__file__).resolve().parents[2] / "mfcampaign"


class Frozen(msgspec.Struct, frozen=True):
    inside: Any


class Open(msgspec.Struct):
    inside: Any


@dataclasses.dataclass
class Notes:
    lines: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class FrozenNotes:
    lines: Any


FROZEN = {
    "plain": ("a", 1, 1.5, None, True, b"x", dt.datetime(2026, 1, 5, tzinfo=dt.UTC), dt.timedelta(1)),
    "html": mark_safe("<p>"),
    "structs": Frozen((Frozen(1), FrozenNotes(("a",)))),
    "mapping": MappingProxyType({1: frozenset({"a"})}),
    "json": cache.frozen_json({"flips": [{"card": "9r"}]}),
    "choice": Campaign.State.RUNNING,
}
MUTABLE = {
    "list": ["a"],
    "dict": {"a": 1},
    "set": {"a"},
    "struct": Open(1),
    "dataclass": Notes(("a",)),
    "row": Campaign(name="x"),
    "queryset": Campaign.objects.all(),
    "manager": Campaign.objects,
    "sentence that is made later": gettext_lazy("yes"),
    "generator": (number for number in (1, 2)),
}


@pytest.fixture
def row() -> Campaign:
    return Campaign(pk=1, acts=3)


@pytest.fixture(autouse=True)
def empty_cache():
    cache._values.clear()
    yield
    cache._values.clear()


@pytest.mark.parametrize("what", FROZEN)
def test_a_frozen_value_is_kept(row, what):
    assert cache.cached(row, "part", lambda: FROZEN[what]) is FROZEN[what]
    assert cache.cached(row, "part", lambda: "anew") is FROZEN[what]


@pytest.mark.parametrize("what", MUTABLE)
def test_rows_and_whatever_a_reader_could_change_are_refused(row, what):
    kind = type(MUTABLE[what]).__qualname__
    for value, where in (
        (MUTABLE[what], "part"),
        (Frozen((1, MUTABLE[what])), "part.inside[1]"),
        (FrozenNotes(MappingProxyType({"a": MUTABLE[what]})), "part.lines['a']"),
    ):
        with pytest.raises(TypeError) as refused:
            cache.cached(row, "part", lambda value=value: value)
        assert str(refused.value) == f"cache: {where} is a {kind}, which is not frozen"
    assert not cache._values


def test_in_production_the_value_itself_is_looked_at_and_no_deeper(row, settings):
    settings.CHECK_CACHED_VALUES = False
    with pytest.raises(TypeError):
        cache.cached(row, "part", Campaign.objects.all)
    unwalked = Frozen(["never looked at"])
    assert cache.cached(row, "part", lambda: unwalked) is unwalked


# -- every loader of the portal -----------------------------------------------------------------------


def _names() -> set[str]:
    """What is kept by name, at every place of the portal's source that keeps something."""
    found = set()
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
                name = node.args[1]
                if node.func.id == "cached" and isinstance(name, ast.Constant):
                    found.add(str(name.value))
    return found


def _report_what_was_recorded(game: Any) -> None:
    for side in scripted_play.sides(game):
        scripted_play.submit_crew(side)
    game.refresh_from_db()
    one, _ = users(game)
    visitor(one).post(address(game), {"mode": "record"})
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    recording.enter(row, one, [{"do": "turn", "turn": 1}, {"do": "over"}], seen=row.version)
    league_play.report(row, one)


@pytest.mark.django_db
def test_every_loader_of_the_portal_keeps_frozen_values(catalogue, in_process):  # noqa: F811
    """Its pages are visited while the cache refuses what is not frozen; then nothing that the source keeps
    by name is missing."""
    league = opened(players=3)
    slug, user = league.campaign.slug, league.players[0]
    front = reverse("campaigns:league", args=[slug])
    visitor(None).get(front)  # whoever has entered is read before the first week, who has won after the last
    league.found_all()
    league.start()
    own = league.entry(0).pk
    pages = ["/", reverse("campaigns:leagues"), reverse("campaigns:game", args=[slug, 1, 1])]
    for name in ("league", "front", "standings", "diary", "history", "season", "compare", "playoffs"):
        pages.append(reverse(f"campaigns:{name}", args=[slug]))
    for name, number in (("week", 1), ("pairing_why", 1), ("arsenal", own), ("player", own)):
        pages.append(reverse(f"campaigns:{name}", args=[slug, number]))
    pages.append(reverse("campaigns:aftermath", args=[slug, 1, 1]))
    played = league.games()[0]
    _report_what_was_recorded(played)
    table = reverse("campaigns:game", args=[slug, played.week.number, played.table])
    assert visitor(users(played)[0]).get(table).status_code == 200
    host = get_user_model().objects.create_user("host", "host@example.org", "iron-harvest-moon-47")
    day = Day(host, 4)
    day.begin()
    day.round()
    day.round()
    climb = Day(host, 4, name="Long Ladder", format="ladder")
    creation.begin(climb.event, host)
    first, second, *_ = rungs(record(climb.fresh()))
    ladder.challenge(climb.event, None, second, first)
    teams = Day(host, 0, name="Teams", team_size=2)
    names = "Tower A, Tower\nTower B, Tower\nAnvil A, Anvil\nAnvil B, Anvil"
    people.add_many(teams.event, host, players_of(names, of_teams=True).players)
    teams.begin()
    for event in (day.event, climb.event, teams.event):
        pages += [reverse(f"events:{name}", args=[event.slug]) for name in ("event", "standings")]
        pages.append(reverse("events:player", args=[event.slug, 1]))
    pages.append(reverse("events:ladder", args=[climb.event.slug]))
    two = dict(enumerate((user, host)))
    watched = duel(*two.values())
    go_on(watched, two, 3)
    watched.refresh_from_db()
    for each in two.values():
        let_watch(watched, each, "live")
    pages.append(reverse("play:watch", args=[watched.watch_link]))
    for client in (visitor(user), visitor(league.organiser), visitor(None)):
        for page in pages:
            assert client.get(page).status_code in (200, 303, 404), page
    Campaign.objects.filter(slug=slug).update(state=Campaign.State.COMPLETE, acts=1000)
    visitor(None).get(front)
    assert {key[4] for key in cache._values} == _names()
    for key, value in cache._values.items():
        cache.refuse_mutable(value, key[4])
