"""Every address against every kind of visitor. A new address without a row fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from mfcampaign.accounts.operations import create_guest
from mfcampaign.api import operations as api
from mfcampaign.api.endpoint import ON_PAGES, REGISTERED
from mfcampaign.campaigns.arsenal import operations as arsenals
from mfcampaign.campaigns.models import Campaign, Forecast, JoinRequest, LeagueFile
from mfcampaign.campaigns.opening import operations, templates
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import Give
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog.operations import packs
from mfcampaign.crews import operations as crews
from mfcampaign.dispatch.models import Command
from mfcampaign.notices.mail_messages import SALT
from mfcampaign.notices.models import ChatDoor, Notice, Webhook
from mfcampaign.notices.operations import calendars, notify
from mfcampaign.play.operations import creation, table_clocks
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.setups.operations import draw
from mfcampaign.tables import operations as tables
from mfcampaign.web.drawings.sharing import Picture, picture_url
from rules.game.results.overtime import TimePenalty
from rules.game.setup.drawn import Wanted
from rules.table.sheet import Sheet
from tests.blocks import taken_back
from tests.campaigns.conftest import League, catalogue, figures, make_league, person  # noqa: F401  fixtures
from tests.events.making import running_event
from tests.permissions.table import ACTORS, OWN_ACCOUNT, PUBLIC_OF_LISTED, ROWS, SIGNED_IN_OF_LISTED, Row
from tests.play.playing import SMALL, duel

pytestmark = pytest.mark.django_db


def names_of(patterns: list[Any], space: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from names_of(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern):
            assert pattern.name, f"{pattern.pattern} has no name"
            yield f"{space}{pattern.name}"


def test_every_address_has_a_row():
    known = {row.name for row in ROWS} | set(OWN_ACCOUNT)
    there = set(names_of(get_resolver().url_patterns))
    there -= {f"api:{endpoint.name}" for endpoint in REGISTERED.values()} | {"api:nowhere"}
    there -= {f"act:{name}" for name in ON_PAGES}  # test_api_matrix sends these forms
    assert len(there) > 60, "the addresses were not found at all"
    assert there - known == set(), "say in tests/permissions/table.py who may reach these"
    assert known - there == set(), "these rows speak of no address"


@pytest.fixture
def world(make_league: Any) -> dict[str, Any]:  # noqa: F811
    """An unlisted league of four with a game in every need, and what else addresses name."""
    league: League = make_league(players=4, listed=False)
    league.found_all()
    week = league.start()
    game = league.games()[0]
    play.play(game)
    own, other = play.sides(game)
    elsewhere = play.sides(league.games()[1])[0]
    staff = person("staff")
    staff.is_staff = True
    staff.save()
    people = {
        "anonymous": None,
        "stranger": person("stranger"),
        "member": elsewhere.entry.user,
        "opponent": other.entry.user,
        "player": own.entry.user,
        "organiser": league.organiser,
        "staff": staff,
    }
    crew = crews.create(people["player"], faction="guild", leader="lady-justice", size=50)
    gone = crews.create(people["player"], faction="guild", leader="lady-justice", size=50)
    crews.delete(gone, people["player"])
    open_crew = crews.create(AnonymousUser(), faction="guild", leader="lady-justice")
    away = tables.keep(people["player"], Sheet(), title="The old square")
    tables.remove(away, people["player"])
    reason = "A prize of the evening."
    ruling = ruling_operations.rule(
        league.campaign, league.organiser, Give(entry=elsewhere.entry_id, what="scrip", amount=1), reason
    )
    pack = packs.create_pack(league.organiser, "Private")
    packs.set_figures(pack, league.organiser, "guild-hound", {"cost": 4})
    used_charts = drafts.fork_charts(league.campaign.charts, league.campaign.pk, league.organiser, "In use")
    settings.use_charts(league.campaign, league.organiser, used_charts.pk)
    own_charts = drafts.fork_charts(used_charts, league.campaign.pk, league.organiser, "Ours")
    template = templates.save_template(league.campaign, league.organiser, "Ours")
    _guest, token = create_guest("Robin", league.organiser)
    hook = Webhook.objects.create(
        campaign=league.campaign, name="Club", kind="signed", url="https://x.example"
    )
    (notice,) = notify([people["player"]], kind="news", subject="A week opens", url="/about/", key="k")
    played = duel(people["player"], people["opponent"])
    for name in ("player", "opponent"):
        let_watch(played, people[name], "live")
    waiting = creation.create(league.organiser, SMALL)
    return {
        **running_event(league.organiser),
        "play": played.public_id,
        "moment": 0,
        "table_clock": table_clocks.start("A table", "/about/", ("One", "Two"), 30, TimePenalty()).code,
        "picture": picture_url(Picture("A Crew", "Night watch")).split("/")[-1].removesuffix(".png"),
        "watched_play": played.watch_link,
        "seat_link": waiting.seats.get(user=None).invitation,
        "people": people,
        "match": 1,
        "person": people["player"].pk,
        "league": league,
        "slug": league.campaign.slug,
        "week": week.number,
        "table": game.table,
        "entry": own.entry_id,
        "arsenal_model": own.entry.models.first().pk,
        "sheet_token": arsenals.share_sheet(own.entry, people["player"]),
        "command": Command.objects.filter(campaign_id=league.campaign.pk).latest("pk").pk,
        "charts": league.campaign.charts_id,
        "own_charts": own_charts.pk,
        "own_charts_in_use": used_charts.pk,
        "beginning": "preset-gentle",
        "template": template.share_token,
        "chart": "barter",
        "row": 1,
        "organiser_action": "retire",
        "ruling": ruling.number,
        "invitation": operations.invite(league.campaign, league.organiser),
        "model": "guild-hound",
        "upgrade": "ancient-pact",
        "kind": "model",
        "printed_upgrade": "expert-marksman",
        "pack": pack.pk,
        "thing": "ability",
        "thing_number": 99,
        "crew": crew.public_id,
        "open_crew": open_crew.public_id,
        "deleted_crew": gone.public_id,
        "share": crew.share_token,
        "encounter": draw(people["player"], Wanted(season="gg4")).code,
        "older_encounter": draw(people["player"], Wanted(edition="m1e", size=35, format="brawl")).code,
        "layout": tables.keep(people["player"], Sheet(), title="The square").code,
        "deleted_layout": away.code,
        "guest": token,
        "door": ChatDoor.objects.create(campaign=league.campaign, public_key="0" * 64).pk,
        "asked": JoinRequest.objects.create(campaign=league.campaign, user=staff, faction="guild").pk,
        "forecast": Forecast.objects.create(
            campaign=league.campaign,
            name="Dry",
            players=2,
            weeks=6,
            charts_id=league.campaign.charts_id,
            seasons=40,
            chunk=40,
            seed=b"0" * 32,
        ).pk,
        "league_file": LeagueFile.objects.create(
            owner=league.organiser, name="Elsewhere", state="done", campaign=league.campaign
        ).pk,
        "rule": "M3E-HIRE-12",
        "step": 1,
        "sheet": "standings",
        "notice": Notice.objects.get(key=notice.key).pk,
        "way_out": signing.dumps(people["player"].pk, salt=SALT),
        "calendar": calendars.make(people["player"], league.campaign),
        "hook": hook.pk,
        "verb": "off",
        "api_token": api.make_token(people["player"], name="Bot", scopes=["play"])[0].pk,
        "uid": "x",
        "reset_key": "y",
        "confirm_key": "z",
    }


def visitor(world: dict[str, Any], actor: str) -> Client:
    """A new browser with the session of that person, who signed in once; the caller undoes the visit."""
    doors: dict[str, Client] = world.setdefault("doors", {})
    if actor not in doors:
        doors[actor] = Client()
        if (user := world["people"][actor]) is not None:
            doors[actor].force_login(user)
    client = Client()
    client.cookies.load({name: cookie.value for name, cookie in doors[actor].cookies.items()})
    return client


def reached(world: dict[str, Any], row: Row, actor: str) -> tuple[bool, int]:
    """Whether the visitor got past the door, and the status; whatever was done is taken back."""
    client = visitor(world, actor)
    address = reverse(row.name, args=[world[name] for name in row.args])
    with taken_back():
        answer = getattr(client, row.method)(address)
    to_login = answer.status_code == 302 and "/account/login/" in answer["Location"]
    return answer.status_code not in (403, 404) and not to_login, answer.status_code


@pytest.mark.slow
def test_each_visitor_reaches_what_is_theirs_and_nothing_else(world):
    wrong = []
    for row in ROWS:
        for actor in ACTORS:
            may, status = reached(world, row, actor)
            if may != (actor in row.may) or status >= 500:
                wrong.append(
                    f"{row.name} as {actor}: {status}, expected {'in' if actor in row.may else 'out'}"
                )
    assert not wrong, "\n".join(wrong)


METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
UNUSED = ("put", "patch", "delete")
"""No page of ours knows these. Those of allauth for a lost password show their form for some of them."""


def _by_every_method(world: dict[str, Any], actors: tuple[str, ...]) -> list[str]:
    """What went wrong: who may not reach an address reaches it by no method; nothing is put or deleted."""
    wrong = []
    for row in ROWS:
        for actor in actors:
            for method in METHODS:
                may, status = reached(world, replace(row, method=method), actor)
                refused = not may or status == 405
                if status >= 500:
                    wrong.append(f"{method.upper()} {row.name} as {actor} breaks: {status}")
                elif actor not in row.may and not refused:
                    wrong.append(f"{method.upper()} {row.name} as {actor}: {status}, expected out")
                elif method in UNUSED and 200 <= status < 300 and not row.name.startswith("account_"):
                    wrong.append(f"{method.upper()} {row.name} as {actor}: {status}, of no page's methods")
    return wrong


@pytest.mark.slow
def test_no_method_is_a_way_around(world):
    wrong = _by_every_method(world, ("stranger",))
    assert not wrong, "\n".join(wrong)


@pytest.mark.soak
def test_no_method_is_a_way_around_for_anybody(world):
    wrong = _by_every_method(world, ACTORS)
    assert not wrong, "\n".join(wrong)


def test_whoever_may_not_know_is_told_nothing(world):
    """A foreign league, Crew or pack answers as one that never was: 404, or the sign-in page."""
    for row in ROWS:
        if not row.args or "stranger" in row.may:
            continue
        _, status = reached(world, row, "stranger")
        assert status == 404, f"{row.name} answers a stranger with {status}"


def test_a_listed_league_shows_its_open_pages_to_everyone_and_no_more(world):
    Campaign.objects.update(listed=True)
    for row in ROWS:
        if not row.name.startswith("campaigns:") or "slug" not in row.args:
            continue
        name = row.name.removeprefix("campaigns:")
        open_to_all = name in PUBLIC_OF_LISTED
        for actor, shown in (
            ("anonymous", open_to_all),
            ("stranger", open_to_all or name in SIGNED_IN_OF_LISTED),
        ):
            may, status = reached(world, row, actor)
            assert may == shown, f"{row.name} of a listed league answers {actor} with {status}"


@pytest.mark.parametrize("name", OWN_ACCOUNT)
def test_account_pages_are_for_the_signed_in(name):
    answer = Client().get(reverse(name))
    assert answer.status_code in (302, 403, 404, 405)
    if answer.status_code == 302:
        assert "/account/" in answer["Location"]
