"""Every operation asked with what its own schema allows, by three kinds of people: none breaks, and every
answer is what the schema says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mfcampaign.api.schema import document
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.permissions.test_api_matrix import world as api_world
from tests.permissions.test_matrix import world as pages_world

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
world_of_pages, world = pages_world, api_world
ACTORS = ("player", "organiser", "stranger")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 3


@pytest.fixture
def one_connection():
    """The application is called in the test's own transaction: it must not close the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def bounded(run: Any) -> Any:
    return settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )(run)


def test_no_answer_breaks_and_each_is_as_described(world, one_connection):
    reverse("api:docs")
    schema = schemathesis.openapi.from_dict(document())
    schema.app = get_wsgi_application()
    asked: Counter[int] = Counter()
    operations = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        operations += 1
        _ask(operation, world, asked)
    assert operations > 90
    assert asked[200] + asked[201] > operations, f"hardly anything went well: {asked}"
    assert min(asked[404], asked[409], asked[422]) > 0, f"hardly anything went wrong: {asked}"


def _ask(operation: Any, world: dict[str, Any], asked: Counter[int]) -> None:
    """Some cases of one operation: each once as it was made, once with places that are there."""
    number = 0

    @bounded
    @given(case=operation.as_strategy())
    def run(case: Any) -> None:
        nonlocal number
        number += 1
        if number > 1:
            _place(case, operation, world)
        for actor in ACTORS:
            token = world["tokens"][actor, "read play organise"]
            with transaction.atomic():
                answer = case.call(headers={"Authorization": f"Bearer {token}"})
                transaction.set_rollback(True)
            asked[answer.status_code] += 1
            case.validate_response(answer, checks=CHECKS)
        cache.clear()

    run()


def _place(case: Any, operation: Any, world: dict[str, Any]) -> None:
    places = dict(world["places"])
    if operation.path.startswith("/api/v1/catalogue/"):
        places["slug"] = world["model"]
    for name in case.path_parameters or {}:
        case.path_parameters[name] = places[name]
