"""E-mail text: each mail as text and as HTML, with the signed link that ends all mails.

The frame is ``templates/notices/mail.txt`` and ``mail.html``. The sentences in it are those of the notices:
of acts (``act.say`` in the operations of leagues and events) and of a person's next actions
(``campaigns/league/next_actions.py``).
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.notices.models import Notice

SALT = "notices.unsubscribe"


class Message(Struct, frozen=True):
    """One mail as written; ``unsubscribe_url`` is the address that ends them all with one request."""

    subject: str
    text: str
    html: str
    unsubscribe_url: str


def absolute(path: str) -> str:
    """A path of this site as an absolute address."""
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def unsubscribe_url(user: Viewer) -> str:
    return absolute(reverse("notices:unsubscribe", args=[signing.dumps(user.pk, salt=SALT)]))


def person_of_token(token: str) -> int | None:
    """The id of the person of this token; ``None`` for an invalid one."""
    try:
        user_id = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return user_id if isinstance(user_id, int) else None


def message_about(user: Person, leagues: list[tuple[Any, list[Notice]]]) -> Message:
    """One mail about notices grouped by league (``None``: of no league)."""
    notices = [notice for _, of_league in leagues for notice in of_league]
    unsubscribe = unsubscribe_url(user)
    context = {
        "user": user,
        "leagues": leagues,
        "site": settings.SITE_URL.rstrip("/"),
        "unsubscribe_url": unsubscribe,
        "settings_url": absolute(reverse("notices:settings")),
    }
    with timezone.override(user.zone):
        text = render_to_string("notices/mail.txt", context)
        html = render_to_string("notices/mail.html", context)
    return Message(_subject(leagues, notices), text, html, unsubscribe)


def _subject(leagues: list[tuple[Any, list[Notice]]], notices: list[Notice]) -> str:
    names = [campaign.name for campaign, _ in leagues if campaign is not None]
    where = f"[{names[0]}] " if len(names) == 1 else ""
    more = f" (and {len(notices) - 1} more)" if len(notices) > 1 else ""
    # A header is one line, whatever a name holds.
    return " ".join(f"{where}{notices[0].subject}{more}".split())
