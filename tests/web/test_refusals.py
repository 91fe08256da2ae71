"""A refusal reaches whoever asked in the form they can read, and never as a broken page."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.web.urls")]

HERE = "http://testserver/about/?from=here"


def test_htmx_gets_a_fragment_for_the_messages(client: Client) -> None:
    answer = client.post("/test/refuse/", headers={"hx-request": "true"})
    assert answer.status_code == 409
    assert answer.headers["HX-Retarget"] == "#messages"
    assert answer.headers["HX-Reswap"].startswith("innerHTML")
    text = answer.content.decode()
    assert "<html" not in text
    assert "at most &lt;4&gt; in a Crew." in text
    assert "Remove one." in text
    assert 'href="/about/rules/M3E-HIRE-12/"' in text


def test_a_form_post_goes_back_to_its_page_with_the_reason(client: Client) -> None:
    answer = client.post("/test/refuse/", headers={"referer": HERE})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/about/?from=here")
    page = client.get("/about/").content.decode()
    assert "at most &lt;4&gt; in a Crew." in page
    assert "Remove one." in page
    assert 'href="/about/rules/M3E-HIRE-12/"' in page
    assert "at most &lt;4&gt;" not in client.get("/about/").content.decode(), "said once"


def test_many_reasons_are_counted_not_poured_out(client: Client) -> None:
    client.post("/test/refuse-much/", headers={"referer": HERE})
    page = client.get("/about/").content.decode()
    assert page.count("Reason ") == 6
    assert "and 3 more reasons" in page


@pytest.mark.parametrize(
    "referer",
    [
        "",
        "https://evil.example/about/",
        "http://testserver.evil.example/",
        "javascript:alert(1)",
        "//evil.example/x",
    ],
)
def test_a_page_of_another_site_is_not_gone_back_to(client: Client, referer: str) -> None:
    answer = client.post("/test/refuse/", headers={"referer": referer})
    assert answer.status_code == 409
    assert b"Not allowed" in answer.content
    assert b"at most &lt;4&gt; in a Crew." in answer.content


def test_a_referer_of_two_slashes_stays_on_this_site(client: Client) -> None:
    answer = client.post("/test/refuse/", headers={"referer": "http://testserver//evil.example/x"})
    assert answer.headers["Location"] == "/evil.example/x"


def test_a_refused_reading_is_a_page_and_no_circle(client: Client) -> None:
    answer = client.get("/test/refuse/", headers={"referer": "http://testserver/test/refuse/"})
    assert answer.status_code == 409
    assert b"Not allowed" in answer.content


@pytest.mark.parametrize("how", ["accept", "body"])
def test_a_program_gets_problem_details_with_rule_ids(client: Client, how: str) -> None:
    if how == "accept":
        answer = client.post("/test/refuse-much/", headers={"accept": "application/json"})
    else:
        answer = client.post("/test/refuse-much/", {"a": 1}, content_type="application/json")
    assert answer.status_code == 409
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["status"], problem["rule"], len(problem["violations"])) == (409, "M3E-HIRE-12", 9)
    assert problem["violations"][8]["sentence"] == "Reason 8."


@pytest.mark.parametrize(
    ("path", "status"), [("forbid", 403), ("suspect", 400), ("nowhere", 404), ("fail", 500)]
)
def test_each_wrong_turn_has_a_page_of_ours(path: str, status: int) -> None:
    client = Client(raise_request_exception=False)
    answer = client.get(f"/test/{path}/")
    assert answer.status_code == status
    assert b"Malifaux Leagues" in answer.content
    assert b"<h1>" in answer.content
    assert b"on purpose" not in answer.content
    problem = client.get(f"/test/{path}/", headers={"accept": "application/json"})
    assert problem.status_code == status
    assert problem.json()["status"] == status


def test_a_stale_form_is_told_kindly() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert b"This form has expired" in answer.content


def test_what_was_done_can_be_taken_back_from_its_message(client: Client) -> None:
    client.get("/test/undo/")
    page = client.get("/about/").content.decode()
    assert 'action="/test/restore/7/"' in page
    assert "Undo" in page


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"hx-request": "true", "sec-fetch-mode": "cors"}, 200),
        ({"hx-request": "true"}, 409),
        ({"sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-mode": "cors", "accept": "application/json"}, 409),
        ({}, 409),
    ],
)
def test_a_browser_that_shows_a_refusal_hears_of_no_error(
    client: Client, headers: dict[str, str], status: int
) -> None:
    answer = client.post("/test/refuse/", headers=headers)
    assert answer.status_code == status
    assert answer.get("Portal-Status") == ("409" if status == 200 else None)


def test_the_address_of_a_button_says_what_it_is(client: Client) -> None:
    """Opened from the address bar, as of an invitation that was just made: no empty page."""
    answer = client.get("/theme/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "belongs to a button on another page" in answer.content.decode()
    assert client.head("/theme/").content == b""
