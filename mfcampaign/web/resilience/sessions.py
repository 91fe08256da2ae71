"""Django's database sessions, read by a query that is compiled once."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from mfcampaign.web.resilience.prepared import prepared


class SessionStore(DatabaseStore):
    """Each page of somebody signed in begins with this one query."""

    def load(self) -> dict[str, Any]:
        rows = _kept(self.session_key) if self.session_key else []
        if not rows or rows[0].expire_date <= timezone.now():
            self._session_key = None
            return {}
        decoded: dict[str, Any] = self.decode(rows[0].session_data)
        return decoded


@prepared
def _kept(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)
