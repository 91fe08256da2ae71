"""Every operation of the API against every kind of visitor and every scope of a token."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.api import operations
from mfcampaign.api.endpoint import ON_PAGES, REGISTERED, Endpoint
from mfcampaign.api.models import Token
from mfcampaign.campaigns.models import GameProposal
from mfcampaign.campaigns.pairing import plan as pairing_plan
from mfcampaign.crews import operations as crews
from mfcampaign.crews.models import Crew
from tests.blocks import taken_back
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.permissions.api_table import API, row_of, row_of_access
from tests.permissions.table import ACTORS, EVERYONE, SIGNED_IN
from tests.permissions.test_matrix import visitor
from tests.permissions.test_matrix import world as pages_world

pytestmark = pytest.mark.django_db
world_of_pages = pages_world
ELSEWHERE: dict[str, dict[str, str]] = {
    "restore_crew": {"crew": "deleted_crew"},
    "model": {"slug": "model"},
    "pack_card": {"slug": "model"},
    "write_pack_card": {"slug": "model"},
    "pack_upgrade": {"slug": "printed_upgrade"},
    "write_pack_upgrade": {"slug": "printed_upgrade"},
    "add_card_form": {"slug": "model"},
    "change_pack_figures": {"member": "model"},
    "remove_pack_entry": {"member": "model"},
    "restore_pack_entry": {"member": "model"},
    "restore_table": {"layout": "deleted_layout"},
    "chart_set": {"charts": "charts"},
    "chart_table": {"charts": "charts"},
    "compare_charts": {"charts": "charts"},
    "event_ladder": {"event": "ladder"},
    "event_challenges": {"event": "ladder"},
    "lift_challenge": {"event": "ladder"},
    "place_on_rung": {"event": "ladder"},
    "challenge_player": {"code": "ladder_code"},
    "answer_challenge": {"code": "ladder_code"},
    "withdraw_challenge": {"code": "ladder_code"},
}
"""Operations whose places are not those of the others of that name: a draft is for its organisers alone."""
HTTP = Client()
UNLIMITED = {"address": "100000/min", "holder": "100000/min"}


def endpoints() -> dict[str, Endpoint]:
    reverse("api:docs")  # every operation is declared now
    return {endpoint.name: endpoint for endpoint in REGISTERED.values()}


def test_every_operation_has_a_row():
    there = endpoints()
    assert len(there) > 90, "the operations were not found at all"
    without = sorted(name for name, endpoint in there.items() if row_of(endpoint) is None)
    assert without == [], "say in tests/permissions/api_table.py who may ask these"
    assert all(row_of(endpoint) for endpoint in ON_PAGES.values()), "nor who may send these forms"
    assert set(API) - set(there) == set(), "these rows speak of no operation"
    twice = sorted(name for name, row in API.items() if row == row_of_access(there[name]))
    assert twice == [], "the access of these is declared: they need no row"
    wrong = {name for name, row in API.items() if there[name].scope != row.scope}
    assert wrong == set(), "these ask another scope of a token than their rows say"


def may(endpoint: Endpoint) -> frozenset[str]:
    row = row_of(endpoint)
    assert row is not None
    return row.may


@pytest.fixture
def world(world_of_pages: dict[str, Any], settings: Any) -> dict[str, Any]:
    """The world of the pages, a token with each scope for everybody, and what else operations name."""
    settings.API_RATES = UNLIMITED
    cache.clear()
    shared_world = world_of_pages
    league = shared_world["league"]
    people = shared_world["people"]
    entries = {entry.user_id: entry for entry in league.campaign.entries.all()}
    game = league.games()[0]
    offer = GameProposal.objects.create(
        week=game.week, by=entries[people["player"].pk], to=entries[people["opponent"].pk], set_up="reuse"
    )
    week_entries = sorted(entries.values(), key=lambda entry: entry.pk)[:2]
    pair_rule = pairing_plan.rule_pair(
        league.campaign, league.organiser, "forbidden", *(entry.pk for entry in week_entries)
    )
    shared_world["tokens"] = {
        (actor, scope): operations.make_token(user, name="t", scopes=scope.split())[1]
        for actor, user in people.items()
        if user is not None
        for scope in ("read", "play", "organise", "read play organise")
    }
    own_crew = Crew.objects.get(public_id=shared_world["crew"])
    # Each request is taken back, and with it that the token was used just now.
    Token.objects.update(last_used_at=timezone.now())
    shared_world["places"] = {
        "slug": shared_world["slug"],
        "week": shared_world["week"],
        "table": shared_world["table"],
        "entry": shared_world["entry"],
        "model": shared_world["arsenal_model"],
        "number": shared_world["ruling"],
        "username": league.organiser.username,
        "offer": offer.pk,
        "crew": shared_world["crew"],
        "pack": shared_world["pack"],
        "member": 0,
        "kept": crews.keep_version(own_crew, people["player"]).pk,
        "token": shared_world["share"],
        "hook": shared_world["hook"],
        "event": shared_world["event"],
        "round": shared_world["event_number"],
        "player": 1,
        "game": 1,
        "code": shared_world["event_code"],
        "challenge": shared_world["ladder_challenge"],
        "person": shared_world["person"],
        "setup": shared_world["encounter"],
        "play": shared_world["play"],
        "clock": shared_world["table_clock"],
        "sheet": shared_world["sheet"],
        "charts": shared_world["own_charts"],
        "other": shared_world["own_charts_in_use"],
        "chart": shared_world["chart"],
        "row": shared_world["row"],
        "template": shared_world["template"],
        "file": shared_world["league_file"],
        "forecast": shared_world["forecast"],
        "rule": pair_rule.pk,
        "command": shared_world["command"],
        "asked": shared_world["asked"],
        "given": 1,
        "n": 1,
        "team": 1,
        "match": shared_world["match"],
        "kind": "model",
        "layout": shared_world["layout"],
        "version": 1,
    }
    return shared_world


def asked(world: dict[str, Any], endpoint: Endpoint, actor: str, scopes: str, method: str = "") -> int:
    """The status of one request; whatever was done is taken back."""
    places = dict(world["places"])
    places |= {place: world[name] for place, name in ELSEWHERE.get(endpoint.name, {}).items()}
    arguments = {name: value for name, value in places.items() if f":{name}>" in endpoint.path}
    path = "/api/v1/" + _filled(endpoint.path, arguments)
    body = dict(endpoint.example or {})
    if endpoint.name == "join_league":
        body["token"] = world["invitation"]
    if endpoint.name == "join_play":
        body["token"] = world["seat_link"]
    token = world["tokens"].get((actor, scopes))
    headers = {"idempotency-key": "a-key"} | ({"authorization": f"Bearer {token}"} if token else {})
    with taken_back():
        answer = HTTP.generic(
            (method or endpoint.method).upper(),
            path,
            json.dumps(body),
            content_type="application/json",
            headers=headers,
        )
    HTTP.cookies.clear()
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json", f"{endpoint.name}: {answer.content!r}"
    return answer.status_code


def _filled(path: str, places: dict[str, Any]) -> str:
    for name, value in places.items():
        for kind in ("int", "slug"):
            path = path.replace(f"<{kind}:{name}>", str(value))
    assert "<" not in path, path
    return path


@pytest.mark.slow
def test_each_asker_reaches_what_is_theirs_and_nothing_else(world):
    """What is there but not theirs answers a stranger as what never was."""
    wrong, hidden = [], 0
    for name, endpoint in endpoints().items():
        for actor in ACTORS:
            status = asked(world, endpoint, actor, "read play organise")
            let_in = status not in (401, 403, 404)
            if let_in != (actor in may(endpoint)) or status >= 500 or status in (400, 413, 415):
                wrong.append(
                    f"{name} as {actor}: {status}, expected {'in' if actor in may(endpoint) else 'out'}"
                )
            if actor == "stranger" and not let_in and "<" in endpoint.path:
                hidden += 1
                if status != 404:
                    wrong.append(f"{name} tells a stranger that it is there: {status}")
    assert not wrong, "\n".join(wrong)
    assert hidden > 100, "nothing was hidden from the stranger"


def sent(world: dict[str, Any], endpoint: Endpoint, actor: str) -> int:
    """The status of a form that a page of that visitor would send; whatever was done is taken back."""
    places = dict(world["places"])
    places |= {place: world[name] for place, name in ELSEWHERE.get(endpoint.name, {}).items()}
    address = reverse(f"act:{endpoint.name}", args=[places[name] for name in endpoint.places_of_access])
    given = {name: places[name] for name in endpoint.places} | (endpoint.example or {})
    form = {name: value for name, value in given.items() if value is not None}
    client = visitor(world, actor)
    with taken_back():
        answer = client.post(address, form)
    if answer.status_code == 302:
        assert answer["Location"].startswith("/account/login/")
        return 401
    return answer.status_code


@pytest.mark.slow
def test_a_form_lets_in_whom_its_operation_lets_in(world):
    """And strangers where it needs no account."""
    wrong = []
    for name, endpoint in ON_PAGES.items():
        expected = EVERYONE if endpoint.no_account and may(endpoint) == SIGNED_IN else may(endpoint)
        for actor in ACTORS:
            status = sent(world, endpoint, actor)
            if (status not in (401, 403, 404)) != (actor in expected) or status >= 500:
                wrong.append(f"{name} as {actor}: {status}, expected {'in' if actor in expected else 'out'}")
    assert len(ON_PAGES) > 30, "nothing was sent"
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_a_method_that_is_not_declared_does_nothing(world):
    """Of every path of the API each other method, asked by who may do the most there."""
    declared: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints().values():
        declared.setdefault(endpoint.path, {})[endpoint.method.lower()] = endpoint
    wrong = []
    for path, methods in declared.items():
        endpoint = next(iter(methods.values()))
        actor = next(a for a in ("organiser", "player", "opponent") if a in may(endpoint))
        for method in {"get", "post", "put", "patch", "delete"} - set(methods):
            status = asked(world, endpoint, actor, "read play organise", method=method)
            if status not in (404, 405):
                wrong.append(f"{method.upper()} {path}: {status}")
    assert len(declared) > 100
    assert not wrong, "\n".join(wrong)


def test_a_token_does_what_its_scopes_say_and_no_more(world):
    """Every token reads; so what is read is asked with one that is for something else."""
    wrong = []
    for name, endpoint in endpoints().items():
        actor = next(a for a in ("player", "organiser", "opponent") if a in may(endpoint))
        for scope in ("read", "play", "organise") if endpoint.scope != "read" else ("play",):
            status = asked(world, endpoint, actor, scope)
            held = endpoint.scope in (scope, "read")
            if (status == 403) == held:
                wrong.append(f"{name} with a token that may {scope}: {status}")
    assert not wrong, "\n".join(wrong)
