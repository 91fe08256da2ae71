"""Types of the persons that operations, queries, views and endpoints take.

``Person`` has an account or a guest link. ``Viewer`` reads, and may be a stranger. ``Actor`` acts: a person,
a stranger where an act is open to all, or ``None`` for the portal itself.
"""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from mfcampaign.accounts.models import User as Person
from mfcampaign.api.calls import Call

__all__ = ["Actor", "Person", "PersonCall", "PersonRequest", "PortalCall", "PortalRequest", "Viewer"]

Viewer: TypeAlias = Person | AnonymousUser
Actor: TypeAlias = Viewer | None


class PortalRequest(HttpRequest):
    """A request as the portal's middleware leaves it."""

    user: Viewer
    htmx: HtmxDetails


class PersonRequest(PortalRequest):
    """A request of somebody who is signed in: what ``signing_in.sign_in_to`` lets through."""

    user: Person


class PortalCall(Call):
    """A request to the API as an endpoint sees it that answers strangers, too."""

    user: Viewer


class PersonCall(PortalCall):
    """A request to the API of somebody with an account: every endpoint that is not ``open``."""

    user: Person
