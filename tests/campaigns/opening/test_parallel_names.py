"""One name taken by several at the same moment: everybody gets an answer, and nobody the database's words."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, connections
from django.test import Client

from mfcampaign.accounts.forms import SignUpForm
from mfcampaign.accounts.models import HeldName, User
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.events.models import Event
from mfcampaign.events.operations.creation import create_event
from mfcampaign.web import names
from tests.workers.portal import PATIENCE

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

AT_ONCE = 6
WORDS = dict.fromkeys(("password1", "password2"), "lantern-oil-and-rain-9")


def side_by_side(act: Callable[[int], Any]) -> list[Any]:
    """What ``act(number)`` gives, or raises, in so many threads with connections of their own."""
    answers: list[Any] = [None] * AT_ONCE

    def one(number: int) -> None:
        try:
            answers[number] = act(number)
        except Exception as error:  # told of by the test
            answers[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return answers


@pytest.fixture
def people() -> list[User]:
    return [get_user_model().objects.create_user(f"keeper-{number}") for number in range(AT_ONCE)]


@pytest.fixture
def meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has read which slug is free before anybody takes it. SQLite lets one in at a time."""
    if connection.vendor == "sqlite":
        return
    barrier, seen, free = threading.Barrier(AT_ONCE), threading.local(), names.free_slug

    def read_together(*args: Any, **options: Any) -> str:
        slug = free(*args, **options)
        if options["listed"] and not getattr(seen, "met", False):
            seen.met = True
            barrier.wait(PATIENCE)
        return slug

    monkeypatch.setattr(names, "free_slug", read_together)


def opened(person: User) -> str:
    starts = {"starts_on": dt.date(2026, 1, 5), "turnover_time": dt.time(19), "zone": "Europe/London"}
    return operations.open_league(person, name="The same", **starts).slug  # type: ignore[arg-type]


def slugs_of(stem: str) -> list[str]:
    return sorted([stem, *(f"{stem}-{number}" for number in range(2, AT_ONCE + 1))])


def test_leagues_of_one_name_have_an_address_each(catalogue: None, people: list[User], meet: None) -> None:
    assert sorted(map(str, side_by_side(lambda number: opened(people[number])))) == slugs_of("the-same")


def test_without_another_try_the_database_would_say_no(
    catalogue: None, people: list[User], meet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one writer at a time is SQLite's way")
    once = lambda model, name, save, **kind: save(names.free_slug(model, name, **kind))  # noqa: E731
    monkeypatch.setattr(operations, "with_free_slug", once)
    answers = side_by_side(lambda number: opened(people[number]))
    assert sum(isinstance(answer, IntegrityError) for answer in answers) == AT_ONCE - 1


def test_events_of_one_name_have_an_address_each(catalogue: None, people: list[User], meet: None) -> None:
    moment = dt.datetime(2026, 5, 2, 9, tzinfo=dt.UTC)

    def announced(number: int) -> str:
        return create_event(people[number], name="Shop Cup", starts_at=moment).slug

    assert sorted(map(str, side_by_side(announced))) == slugs_of("shop-cup")
    assert Event.objects.count() == AT_ONCE


def test_one_file_comes_in_for_everybody(league: Any, people: list[User], meet: None) -> None:
    content = write(league.campaign, phrase="a lamp in the quarry")
    stem = league.campaign.slug
    arrived = side_by_side(
        lambda number: transfer.import_league(read(content).opened("a lamp in the quarry"), people[number])
    )
    slugs = [str(getattr(answer, "slug", answer)) for answer in arrived]
    assert sorted(slugs) == [f"{stem}-{number}" for number in range(2, AT_ONCE + 2)]
    assert Campaign.objects.count() == AT_ONCE + 1


def test_one_of_those_who_take_a_username_has_it_and_the_others_hear_that_it_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    barrier, save = threading.Barrier(AT_ONCE), SignUpForm.save

    def meet_and_save(form: Any, request: Any) -> Any:
        barrier.wait(PATIENCE)  # all of them found it free
        return save(form, request)

    monkeypatch.setattr(SignUpForm, "save", meet_and_save)

    def sign_up(number: int) -> tuple[int, str]:
        form = {"username": "vesper", "email": f"vesper{number}@example.org"} | WORDS
        client = Client(raise_request_exception=False, headers={"accept": "text/html"})
        answer = client.post("/account/signup/", form)
        return answer.status_code, answer.content.decode()

    answers = side_by_side(sign_up)
    assert sorted(status for status, _ in answers) == [302, *[409] * (AT_ONCE - 1)], answers
    assert all("This username is taken" in page for status, page in answers if status == 409)
    assert User.objects.filter(username="vesper").count() == HeldName.objects.count() == 1


def test_a_row_that_another_took_is_a_conflict_and_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(*_: Any, **__: Any) -> None:
        User.objects.create(username="twice")
        User.objects.create(username="twice")

    monkeypatch.setattr("mfcampaign.web.views.render", twice)
    client = Client(raise_request_exception=False)
    page = client.get("/about/", headers={"accept": "text/html"})
    program = client.get("/about/", headers={"accept": "application/json"})
    assert (page.status_code, program.status_code) == (409, 409)
    assert "at this moment" in page.content.decode()
    assert program["Content-Type"] == "application/problem+json"
