"""Every operation asked with what its own schema allows, by three kinds of people: none breaks, and every
answer is what the schema says.

The short one asks what comes with each run: places that are there, keys that are new, so that only queries
and bodies are made up. The long one (``soak``) makes up places and headers, too, and asks everybody.
"""

from __future__ import annotations

import copy
import json
import os
import secrets
from collections import Counter
from collections.abc import Iterator
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
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mfcampaign.web import cache as page_cache
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.permissions.test_api_matrix import ELSEWHERE
from tests.permissions.test_api_matrix import world as api_world
from tests.permissions.test_matrix import world as pages_world

pytestmark = [pytest.mark.django_db]
world_of_pages, world = pages_world, api_world
ACTORS = ("organiser", "player", "stranger")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FEW, MANY = 3, int(os.environ.get("FUZZ_EXAMPLES", "40"))


@pytest.fixture
def one_connection():
    """The application is called in the test's own transaction: it must not close the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """The document as it is served."""
    reverse("api:docs")
    from mfcampaign.api.views import written

    description: dict[str, Any] = json.loads(written())
    return description


class Fuzz:
    """What was asked and how it went; ``broken`` says by operation what must not be."""

    def __init__(self, document: dict[str, Any], world: dict[str, Any]) -> None:
        self.schema = schemathesis.openapi.from_dict(document)
        self.schema.app = get_wsgi_application()
        self.world = world
        self.only = os.environ.get("FUZZ_ONLY", "").split()
        self.asked: Counter[int] = Counter()
        self.broken: dict[str, str] = {}

    def operations(self) -> Iterator[Any]:
        for result in self.schema.get_all_operations():
            operation = result.ok()
            if not self.only or operation.definition.raw["operationId"] in self.only:
                yield operation

    def ask(self, operation: Any, case: Any, actor: str) -> None:
        """One request with the actor's token; whatever was done is taken back."""
        token = self.world["tokens"][actor, "read play organise"]
        case.headers = dict(case.headers or {})
        case.headers.setdefault("Idempotency-Key", secrets.token_hex(8))
        case.headers.setdefault("Accept-Encoding", "identity")  # the client under it unpacks nothing
        name = operation.definition.raw["operationId"]
        try:
            with transaction.atomic():
                answer = case.call(headers={"Authorization": f"Bearer {token}"})
                transaction.set_rollback(True)
            self.asked[answer.status_code] += 1
            case.validate_response(answer, checks=CHECKS)
        except (Exception, FailureGroup) as error:  # each operation that breaks is told of
            self.broken.setdefault(name, f"{name} as {actor}: {error!r}"[:1500])
        finally:
            cache.clear()
            page_cache._values.clear()

    def places_of(self, path: str, name: str) -> dict[str, Any]:
        changed = {place: self.world[word] for place, word in ELSEWHERE.get(name, {}).items()}
        return {
            place: value
            for place, value in (self.world["places"] | changed).items()
            if f"{{{place}}}" in path
        }


def bounded(examples: int, *, fresh: bool = False) -> Any:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=not fresh,  # a soak's examples follow from its own seed
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def placed(document: dict[str, Any], fuzz_places: Any) -> dict[str, Any]:
    """The document with addresses that are there and without headers: nothing is made up for them."""
    split = copy.deepcopy({name: value for name, value in document.items() if name != "paths"})
    split["paths"] = {}
    for path, operations in document["paths"].items():
        for verb, operation in operations.items():
            here = path
            for name, value in fuzz_places(path, operation["operationId"]).items():
                here = here.replace(f"{{{name}}}", str(value))
            assert "{" not in here, here
            in_query = [p for p in operation.get("parameters", ()) if p["in"] == "query"]
            split["paths"].setdefault(here, {})[verb] = operation | {"parameters": in_query}
    return split


@pytest.mark.slow
def test_no_answer_breaks_and_each_is_as_described(world, one_connection, known):
    """Three cases of each operation, each by another of three people."""
    fuzz = Fuzz(known, world)
    fuzz.schema = schemathesis.openapi.from_dict(placed(known, fuzz.places_of))
    fuzz.schema.app = get_wsgi_application()
    operations = 0
    for operation in fuzz.operations():
        operations += 1
        _each_by_another(fuzz, operation)
    assert not fuzz.broken, "\n".join(fuzz.broken.values())
    assert operations > 200
    assert fuzz.asked[200] + fuzz.asked[201] > 0.7 * operations, f"hardly anything went well: {fuzz.asked}"
    assert min(fuzz.asked[404], fuzz.asked[409], fuzz.asked[422]) > 0, f"nothing went wrong: {fuzz.asked}"


def _each_by_another(fuzz: Fuzz, operation: Any) -> None:
    if operation.body or operation.query:
        number = 0

        @bounded(FEW)
        @given(case=operation.as_strategy())
        def run(case: Any) -> None:
            nonlocal number
            fuzz.ask(operation, case, ACTORS[number % len(ACTORS)])
            number += 1

        run()
        return
    for actor in ACTORS:
        fuzz.ask(operation, operation.Case(), actor)


@pytest.mark.soak
def test_no_answer_breaks_at_length(world, one_connection, known):
    """Many cases of each operation with places and headers made up half of the time, each by everybody."""
    fuzz = Fuzz(known, world)
    for operation in fuzz.operations():
        _by_everybody(fuzz, operation)
    assert not fuzz.broken, "\n".join(fuzz.broken.values())
    assert fuzz.only or fuzz.asked[412] > 0, f"no version was held against: {fuzz.asked}"


def _by_everybody(fuzz: Fuzz, operation: Any) -> None:
    name = operation.definition.raw["operationId"]
    there = fuzz.places_of(operation.path, name)
    number = 0

    @bounded(MANY if operation.body or operation.query else 2 * FEW, fresh=True)
    @given(case=operation.as_strategy())
    def run(case: Any) -> None:
        nonlocal number
        number += 1
        if number % 4:
            case.path_parameters = dict(there)
        if number % 2 and case.headers:
            case.headers = {}
        for actor in ACTORS:
            fuzz.ask(operation, case, actor)

    run()
