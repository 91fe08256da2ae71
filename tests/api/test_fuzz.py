"""Every operation asked with what its own schema allows, by three kinds of people: none breaks, and every
answer is what the schema says.

The short one asks for places that are there with keys that are new, so that only queries and bodies are made
up (``examples``: Hypothesis takes as long to make one as the portal to answer it). The long one (``soak``) is
Hypothesis', makes up places and headers, too, and asks everybody.
"""

from __future__ import annotations

import copy
import json
import logging
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

from mfcampaign.audit.computing import nobody_waits
from mfcampaign.web import cache as page_cache
from tests.api.examples import MadeUp
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
LANDING, EXAMPLES = 12, int(os.environ.get("FUZZ_EXAMPLES", "40"))
"""Of each operation that takes a query or a body, in a landing and in the soak."""
BESIDE = (0.0, 0.03, 0.15)
"""How often what is made up stands beside its schema, in turn."""


@pytest.fixture
def one_connection():
    """The application is called in the test's own transaction: it must not close the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    logging.disable(logging.WARNING)  # a line for each refusal takes an eighth of the time
    yield
    logging.disable(logging.NOTSET)
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
            with transaction.atomic(), nobody_waits():
                answer = case.call(headers={"Authorization": f"Bearer {token}"})
                transaction.set_rollback(True)
            self.asked[answer.status_code] += 1
            case.validate_response(answer, checks=CHECKS)
        except (Exception, FailureGroup) as error:  # each operation that breaks is told of
            sent = f"{case.query!r} {case.body!r}"[:600]
            self.broken.setdefault(name, f"{name} as {actor}: {error!r}"[:1500] + f"\n  asked with {sent}")
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


def bounded(examples: int) -> Any:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=False,  # a soak's examples follow from its own seed
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
    """Forty queries and bodies of each operation that takes any, each by another of three people."""
    fuzz = Fuzz(known, world)
    document = placed(known, fuzz.places_of)
    fuzz.schema = schemathesis.openapi.from_dict(document)
    fuzz.schema.app = get_wsgi_application()
    operations = 0
    for operation in fuzz.operations():
        operations += 1
        _each_by_another(fuzz, operation, document)
    assert not fuzz.broken, "\n".join(fuzz.broken.values())
    assert fuzz.only or operations > 200
    assert fuzz.asked[200] + fuzz.asked[201] > 0.2 * fuzz.asked.total(), (
        f"hardly anything went well: {fuzz.asked}"
    )
    assert fuzz.only or min(fuzz.asked[s] for s in (404, 409, 422)) > 0, f"nothing went wrong: {fuzz.asked}"


def _each_by_another(fuzz: Fuzz, operation: Any, document: dict[str, Any]) -> None:
    """Organisers and players mostly: whoever is a stranger to it hardly gets beyond the door."""
    raw = operation.definition.raw
    for_organisers = {"token": ["organise"]} in raw.get("security", ())
    for number in range(LANDING if operation.body or operation.query else len(ACTORS)):
        often = 8 if for_organisers else 2
        actor = ACTORS[2 if number % 8 == 2 else int(number % often == 1)]
        chance = MadeUp(document, f"{raw['operationId']}/{number}", BESIDE[number % len(BESIDE)])
        fuzz.ask(operation, operation.Case(**_made_up(raw, chance)), actor)


def _made_up(raw: dict[str, Any], chance: MadeUp) -> dict[str, Any]:
    case: dict[str, Any] = {}
    if parameters := raw.get("parameters"):
        case["query"] = {p["name"]: chance.value(p["schema"]) for p in parameters if chance.coin()}
    if "requestBody" in raw:
        ((media, wanted),) = raw["requestBody"]["content"].items()
        case |= {"body": chance.value(wanted["schema"]), "media_type": media}
    return case


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

    @bounded(EXAMPLES if operation.body or operation.query else 2 * len(ACTORS))
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
