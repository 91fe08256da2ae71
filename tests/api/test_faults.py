"""A sample of the acts of programs, killed at each boundary of their statements; ``make soak`` kills whatever
any test does (tests/faults.py)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F

from mfcampaign.api.endpoint import Endpoint
from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import Account
from tests import faults
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.permissions.test_api_matrix import ELSEWHERE, HTTP, _filled, endpoints, may
from tests.permissions.test_api_matrix import world as api_world
from tests.permissions.test_matrix import world as pages_world

pytestmark = [pytest.mark.django_db, pytest.mark.both]
world_of_pages, world = pages_world, api_world
EACH = 6
"""Of the acts in their order every sixth."""


def send(world: dict[str, Any], endpoint: Endpoint) -> int:
    actor = next(each for each in ("player", "organiser", "opponent", "stranger") if each in may(endpoint))
    places = world["places"] | {
        place: world[name] for place, name in ELSEWHERE.get(endpoint.name, {}).items()
    }
    arguments = {name: value for name, value in places.items() if f":{name}>" in endpoint.path}
    token = world["tokens"][actor, "read play organise"]
    answer = HTTP.generic(
        endpoint.method.upper(),
        "/api/v1/" + _filled(endpoint.path, arguments),
        json.dumps(endpoint.example or {}),
        content_type="application/json",
        headers={"idempotency-key": "a-key", "authorization": f"Bearer {token}"},
    )
    HTTP.cookies.clear()
    return answer.status_code


@pytest.mark.slow
def test_an_act_that_is_killed_leaves_nothing_or_all_and_is_done_when_sent_again(world):
    acts = [endpoint for endpoint in endpoints().values() if endpoint.acts][::EACH]
    outcomes = {act.name: faults.attack(act.name, lambda act=act: send(world, act)) for act in acts}
    assert [fault for outcome in outcomes.values() for fault in outcome.faults] == []
    done = [outcome.boundaries for outcome in outcomes.values() if outcome.succeeds]
    assert len(done) >= 12, outcomes
    assert sum(done) >= 60, outcomes


def test_two_transactions_where_there_should_be_one_are_found_out(world):
    """The negative control: killed between the two, one half stays, and sent again it is done twice."""

    def in_two() -> int:
        for _ in range(2):
            with transaction.atomic():
                number = Act.objects.filter(aggregate="a:1").count()
                Act.objects.create(aggregate="a:1", ordinal=number + 1, kind="a.half")
        return 200

    outcome = faults.attack("in two", in_two)
    assert outcome.succeeds
    assert "sent again" in outcome.faults[0]
    assert "{'audit_act'" in outcome.faults[0]


def test_scrip_that_comes_from_nowhere_is_found_out(world):
    purse = Account.objects.filter(kind="purse").first()

    def gift() -> int:
        Account.objects.filter(pk=purse.pk).update(balance=F("balance") + 1)
        Act.objects.create(aggregate="a:1", ordinal=Act.objects.count(), kind="a.gift")
        return 200

    assert any("sum" in fault for fault in faults.attack("gift", gift).faults)


def test_the_plugin_attacks_each_act_once_and_counts_it_by_its_name(world):
    plugin, act = faults.Faults(), endpoints()["new_crew"]
    plugin.pytest_configure()
    try:
        assert [send(world, act) for _ in range(2)] == [201, 201]
    finally:
        plugin.pytest_unconfigure()
    assert list(plugin.attacked) == ["POST api/v1/crews/"]
    assert plugin.attacked.total() >= 2
