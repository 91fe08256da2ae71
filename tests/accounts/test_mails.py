"""No page waits for the mail server, and nothing is undone by it."""

from __future__ import annotations

import datetime as dt
import re
import socket
import time
from typing import Any

import pytest
import time_machine
from allauth.account.adapter import DefaultAccountAdapter
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from django.utils import timezone

from mfcampaign.accounts.mails import TOPIC
from mfcampaign.accounts.models import User
from mfcampaign.accounts.ways_in.adapter import AccountAdapter
from mfcampaign.accounts.ways_in.browsers import browser_named
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Outbox
from tests.accounts.mails import posted

pytestmark = pytest.mark.django_db

WORDS = dict.fromkeys(("password1", "password2"), "lantern-oil-and-rain-9")
SIGN_UP = {"username": "vesper", "email": "vesper@example.org"} | WORDS


class Refusing(BaseEmailBackend):
    """A mail server that is not there."""

    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError("nobody listens")


@pytest.fixture
def refusing(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"


def changes(client: Client, mara: User, password: str) -> list[tuple[str, int]]:
    """The status of each request that has a mail written."""
    asked = [
        ("/account/signup/", SIGN_UP),
        ("/account/password/reset/", {"email": "mara@example.org"}),
        ("/account/password/reset/", {"email": "nobody@example.org"}),
    ]
    answers = [(path, Client().post(path, form).status_code) for path, form in asked]
    client.force_login(mara)
    client.post("/account/reauthenticate/", {"password": password})
    own = [
        ("/account/email/", {"action_add": "", "email": "mara@elsewhere.example"}),
        ("/account/password/change/", {"oldpassword": password} | WORDS),
    ]
    answers += [(path, client.post(path, form).status_code) for path, form in own]
    confirmation = {"confirmation": WORDS["password1"]}
    return [*answers, ("/account/leave/", client.post("/account/leave/", confirmation).status_code)]


def test_a_mail_server_that_refuses_fails_no_request(
    client: Client, mara: User, password: str, refusing: None
) -> None:
    answers = changes(client, mara, password)
    assert {status for _, status in answers} == {302}, answers
    assert User.objects.get(username="vesper").email == "vesper@example.org"
    waiting = Outbox.objects.filter(topic=TOPIC, delivered_at=None)
    to = sorted(row.payload["to"] for row in waiting)
    assert len(to) == len(answers)
    assert {"vesper@example.org", "nobody@example.org", "mara@elsewhere.example"} <= set(to)


def test_sent_within_the_request_it_would_fail(
    client: Client, refusing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the adapter as allauth has it."""
    monkeypatch.setattr(AccountAdapter, "send_mail", DefaultAccountAdapter.send_mail)
    with pytest.raises(ConnectionRefusedError):
        client.post("/account/password/reset/", {"email": "nobody@example.org"})


def test_what_is_not_taken_is_tried_again_later_and_for_a_day(
    client: Client, mara: User, settings: Any, refusing: None
) -> None:
    began = timezone.now()
    with time_machine.travel(began, tick=False) as clock:
        client.post("/account/password/reset/", {"email": "mara@example.org"})
        row = Outbox.objects.get(topic=TOPIC)
        pauses = []
        for _ in range(4):
            dispatch.deliver(row.pk)
            row.refresh_from_db()
            pauses.append(round((row.due_at - timezone.now()).total_seconds()))
            clock.move_to(row.due_at)
        assert pauses == [60, 60, 120, 240]
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        dispatch.deliver(row.pk)
        assert [sent.to for sent in mail.outbox] == [["mara@example.org"]]
        row.refresh_from_db()
        assert row.payload == {}, "the link stands in no row any more"
        settings.EMAIL_BACKEND = f"{__name__}.Refusing"
        client.post("/account/password/reset/", {"email": "mara@example.org"})
        row = Outbox.objects.get(topic=TOPIC, delivered_at=None)
        clock.shift(dt.timedelta(hours=25))
        dispatch.deliver(row.pk)
        row.refresh_from_db()
        assert (row.payload, row.delivered_at is None) == ({}, False), "given up"


def test_a_link_that_was_sent_later_still_opens(client: Client, mara: User) -> None:
    client.post("/account/password/reset/", {"email": "mara@example.org"})
    assert mail.outbox == []
    path = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", str(posted()[0].body))
    assert path is not None
    assert client.get(path[1], follow=True).status_code == 200


def test_a_mail_server_that_hangs_holds_no_request(client: Client, mara: User, settings: Any) -> None:
    """A server that takes the connection and says nothing, for longer than anybody waits."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 3
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", silent.getsockname()[1]
        began = time.monotonic()
        assert client.post("/account/password/reset/", {"email": "mara@example.org"}).status_code == 302
        assert silent_since(silent), "nobody connected yet"
        row = Outbox.objects.get(topic=TOPIC)
        sending = time.monotonic()
        dispatch.deliver(row.pk)
        assert time.monotonic() - sending > 2, "the negative control: whoever sends does wait"
    row.refresh_from_db()
    assert row.delivered_at is None
    assert row.due_at is not None
    assert time.monotonic() - began < 60


def silent_since(server: socket.socket) -> bool:
    """Whether no client has come."""
    server.settimeout(0.2)
    try:
        server.accept()[0].close()
    except TimeoutError:
        return True
    return False


HOSTILE = (
    "Firefox/1 All is well, confirm at https://evil.example/mara",
    "Chrome/1\x85\x85The portal has moved: https://evil.example\x9b",
    "<a href='https://evil.example'>Safari/1</a>",
    "{{ password }} %s " + "A" * 100_000,
    "https://evil.example",
    "",
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("user_agent", HOSTILE, ids=range(len(HOSTILE)))
def test_what_a_browser_calls_itself_writes_no_line_of_a_mail(
    client: Client, mara: User, password: str, user_agent: str
) -> None:
    client.post("/account/login/", {"login": "mara", "password": password})
    passwords = {"oldpassword": password} | WORDS
    client.post("/account/password/change/", passwords, HTTP_USER_AGENT=user_agent)
    body = str(posted().pop().body)
    line = next(line for line in body.split("\n") if line.startswith("with "))
    assert line in ("with Firefox", "with Chrome", "with a browser that we do not know")
    assert "evil" not in body
    assert len(body) < 1000


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/139.0.0.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8.14.1", "a browser that we do not know"),
    ],
)
def test_a_mail_names_the_browser_as_its_owner_would(user_agent: str, words: str) -> None:
    assert browser_named(user_agent) == words
