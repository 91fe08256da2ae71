"""Mails: one for all that is due, to confirmed addresses, until taken; one click ends them."""

from __future__ import annotations

import datetime as dt
from smtplib import SMTPServerDisconnected

import pytest
import time_machine
from django.core import mail as post_office
from django.test import Client
from django.utils import timezone

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices import mail_messages
from mfcampaign.notices.models import Mail, Notice
from mfcampaign.notices.operations import mails, notification, notify
from tests.campaigns.conftest import person
from tests.notices.conftest import confirmed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mara():
    return confirmed(person("mara"))


def tell(user, key="act:1", subject="Week 2 opens", **more):
    return notify([user], kind="news", subject=subject, url="/leagues/x/", key=key, **more)


def go_out(seconds=30):
    with time_machine.travel(timezone.now() + dt.timedelta(seconds=seconds), tick=True):
        mails.gather(timezone.now())
    with time_machine.travel(timezone.now() + dt.timedelta(seconds=seconds + 10), tick=True):
        dispatch.sweep()


def test_what_is_due_goes_in_one_mail_as_text_and_html(mara, make_league):
    campaign = make_league(players=0, name="Night & Fog").campaign
    tell(mara, campaign=campaign, subject="Vesper <b> & Sons meet you")
    tell(mara, "act:2", "Hires close", campaign=campaign)
    go_out()
    (sent,) = post_office.outbox
    assert sent.to == ["mara@example.org"]
    assert sent.subject == "[Night & Fog] Vesper <b> & Sons meet you (and 1 more)"
    assert "* Vesper <b> & Sons meet you\n  http://localhost:8000/leagues/x/" in sent.body
    html = sent.alternatives[0].content
    assert "Vesper &lt;b&gt; &amp; Sons meet you" in html
    assert "Hires close" in html
    assert Mail.objects.get().sent_at is not None
    go_out(600)
    assert len(post_office.outbox) == 1, "nothing goes twice"


def test_what_was_read_or_done_before_is_not_mailed(mara):
    tell(mara)
    notification.read(mara)
    go_out()
    assert post_office.outbox == []


def test_a_digest_waits_for_its_morning(mara):
    notification.choose_rhythm(mara, "daily")
    with time_machine.travel("2026-06-01T12:00+00:00", tick=True):
        tell(mara)
        go_out()
        assert post_office.outbox == []
    with time_machine.travel("2026-06-02T08:00+00:00", tick=True):
        go_out()
        assert len(post_office.outbox) == 1


def test_nobody_is_written_to_at_an_address_that_may_be_a_strangers():
    unproved = person("vesper")
    tell(unproved)
    go_out()
    assert (post_office.outbox, Mail.objects.count(), Notice.objects.count()) == ([], 0, 1)


def test_a_server_that_is_away_is_tried_again_at_a_growing_pace(mara, monkeypatch):
    tries = []

    def away(self, *args):
        tries.append(self)
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", away)
    tell(mara)
    mails.gather(timezone.now())
    mail = Mail.objects.get()
    pauses = []
    for _ in range(mails.ATTEMPTS - 1):
        with pytest.raises(dispatch.RetryLater) as later:
            mails.send(mail.pk)
        pauses.append(later.value.after)
    assert pauses == sorted(set(pauses)), "each pause is longer than the one before"
    mails.send(mail.pk)
    mail.refresh_from_db()
    assert mail.given_up_at is not None
    assert "gone" in mail.error
    mails.send(mail.pk)
    assert len(tries) == mails.ATTEMPTS, "given up is given up"


def test_one_click_ends_the_mails_without_a_session_and_a_look_does_not(mara):
    tell(mara)
    go_out()
    (sent,) = post_office.outbox
    address = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = address.removeprefix("http://localhost:8000")
    client = Client(enforce_csrf_checks=True)
    assert "Unsubscribe?" in client.get(path).content.decode()
    tell(mara, "act:2")
    assert Notice.objects.latest("pk").mail_due_at is not None, "only asked so far"
    done = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert "gets no more mails" in done.content.decode()
    go_out()
    assert len(post_office.outbox) == 1
    tell(mara, "act:3")
    assert Notice.objects.latest("pk").mail_due_at is None
    mara.refresh_from_db()
    assert mara.unread_notices == 3, "the portal itself goes on telling"


def test_a_forged_way_out_leads_nowhere(mara):
    path = mail_messages.unsubscribe_url(mara).removeprefix("http://localhost:8000")
    forged = path[:-3] + ("xx/" if not path.endswith("xx/") else "yy/")
    assert Client().post(forged).status_code == 404
    assert Client().post("/notices/unsubscribe/1/").status_code == 404


def test_a_name_cannot_put_a_header_into_a_mail(mara):
    tell(mara, subject="Hello\r\nBcc: everybody@example.org")
    go_out()
    (sent,) = post_office.outbox
    assert sent.subject == "Hello Bcc: everybody@example.org"
    assert "bcc" not in {name.lower() for name, _ in sent.message().items()}


def test_a_name_is_text_in_every_part_of_a_mail(mara):
    hostile = "<img src=x onerror=alert(1)> {{ 7|add:7 }} <a href='https://evil.example'>Week 2</a>"
    mara.display_name = "<b>Mara</b>"
    mara.save()
    tell(mara, subject=hostile)
    go_out()
    (sent,) = post_office.outbox
    (html,) = [part.content for part in sent.alternatives if part.mimetype == "text/html"]
    assert "<img" not in html
    assert "<b>Mara" not in html
    assert "evil.example'>" not in html
    assert "&lt;img src=x" in html
    assert hostile in sent.body


def test_the_page_of_written_mails_is_for_debugging_only(mara, settings):
    tell(mara)
    go_out()
    client = Client()
    client.force_login(mara)
    assert client.get("/notices/written/").status_code == 404
    settings.DEBUG = True
    assert "Week 2 opens" in client.get("/notices/written/").content.decode()
