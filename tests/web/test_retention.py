"""What nobody needs any more leaves the database with the ticks."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from mfcampaign.api import handlers as api
from mfcampaign.api.models import Answer
from mfcampaign.api.operations import KEPT
from mfcampaign.web import handlers as web
from tests.play.playing import person

pytestmark = pytest.mark.django_db


def test_ended_sessions_leave_and_running_ones_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    for number in range(5):
        Session.objects.create(session_key=f"ended-{number}", session_data="", expire_date=now)
    Session.objects.create(session_key="running", session_data="", expire_date=now + dt.timedelta(days=1))
    monkeypatch.setattr(web, "SESSIONS_AT_ONCE", 3)
    later = now + dt.timedelta(seconds=1)
    assert web.forget_sessions(later), "there are more"
    assert not web.forget_sessions(later)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["running"]


def test_answers_stay_as_long_as_a_key_may_be_repeated() -> None:
    user, now = person("one"), timezone.now()
    for key, age in (("old", KEPT), ("new", KEPT - dt.timedelta(hours=1))):
        row = Answer.objects.create(user=user, key=key, fingerprint="x", status=200)
        Answer.objects.filter(pk=row.pk).update(created_at=now - age)
    assert not api.forget_answers(now + dt.timedelta(seconds=1))
    assert list(Answer.objects.values_list("key", flat=True)) == ["new"]
