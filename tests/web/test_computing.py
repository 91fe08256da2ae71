"""A view whose operation needs something computed is done again with it, and answers as each view does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from mfcampaign.audit.computing import NotComputed
from mfcampaign.campaigns.transfer.middleware import ImpossibleFactsMiddleware
from mfcampaign.dispatch.models import Command
from mfcampaign.web import middleware
from tests.web.urls import tried

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.web.urls")]

HERE = "http://testserver/about/?from=here"


@pytest.fixture(autouse=True)
def _tried() -> Iterator[None]:
    tried.clear()
    yield
    tried.clear()


def written() -> list[str]:
    return list(Command.objects.values_list("natural_key", flat=True))


def test_a_view_that_needs_something_computed_answers_and_has_done_it_once(client: Client) -> None:
    answer = client.post("/test/compute/well/")
    assert (answer.status_code, answer.content) == (200, b"It came to 8.")
    assert (written(), len(tried)) == (["once"], 2), "begun, rolled back, and done with what was computed"


def test_without_the_middleware_it_would_fail(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: the middleware knows of no computing."""
    monkeypatch.setattr(middleware, "NotComputed", KeyError)
    with pytest.raises(NotComputed):
        client.post("/test/compute/well/")
    assert (written(), len(tried)) == ([], 1)


def test_a_refusal_of_the_second_try_is_the_usual_answer(client: Client) -> None:
    answer = client.post("/test/compute/refuse/", headers={"referer": HERE})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/about/?from=here")
    assert "at most &lt;4&gt; in a Crew." in client.get("/about/").content.decode()
    assert client.post("/test/compute/refuse/", headers={"hx-request": "true"}).status_code == 409
    assert (written(), len(tried)) == ([], 4)


def test_what_else_the_second_try_raises_is_answered_and_logged_as_itself(caplog: Any) -> None:
    client = Client(raise_request_exception=False)
    assert client.post("/test/compute/nowhere/").status_code == 404
    assert client.post("/test/compute/fail/").status_code == 500
    faults = [record.exc_info[0] for record in caplog.records if record.exc_info]
    assert faults == [RuntimeError]


def test_no_other_middleware_takes_it_for_a_fault(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Exception] = []
    monkeypatch.setattr(
        ImpossibleFactsMiddleware,
        "process_exception",
        lambda self, request, exception: heard.append(exception),
    )
    assert client.post("/test/compute/well/").status_code == 200
    assert heard == []
