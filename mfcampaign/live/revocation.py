"""Ends the right to listen: open streams of a session, person or link are closed, and its tickets become
invalid."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete

from mfcampaign.live import tickets
from mfcampaign.live.frames import wake
from mfcampaign.live.models import Ended
from mfcampaign.live.wire import ENDED

KEPT = 2 * tickets.SECONDS * 1000


def end(holder: str) -> None:
    """Close the streams of a session, person or link. Part of the act that ends it."""
    moment = tickets.now()
    Ended.objects.update_or_create(holder=holder, defaults={"at": moment})
    Ended.objects.filter(at__lt=moment - KEPT).delete()
    wake(ENDED)


def end_person(pk: int) -> None:
    """Make people who lost a role ask for new tickets, which are issued by their new role."""
    end(tickets.person_holder(pk))


def watch_sessions() -> None:
    post_delete.connect(_session_gone, sender=Session, dispatch_uid="live sessions")


def _session_gone(sender: type[Session], instance: Session, **_more: Any) -> None:
    """Signed out, or under a new key after signing in or a change of password."""
    end(tickets.session_holder(instance.session_key))
