"""The persons that operations, queries and views are given, as types; other apps import them from here.

``Person`` is somebody with an account or a guest link. ``Viewer`` looks, and may be a stranger. ``Actor``
acts: a person, a stranger where an act is open to all, or ``None`` for the portal itself.
"""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from mfcampaign.accounts.models import User as Person

__all__ = ["Actor", "Person", "PersonRequest", "PortalRequest", "Viewer"]

Viewer: TypeAlias = Person | AnonymousUser
Actor: TypeAlias = Viewer | None


class PortalRequest(HttpRequest):
    """A request as the portal's middleware leaves it."""

    user: Viewer
    htmx: HtmxDetails


class PersonRequest(PortalRequest):
    """A request of somebody who is signed in: what ``login_required`` lets through."""

    user: Person
