"""The permission check of Crews. Strangers get 404 and do not learn that a Crew exists.

A Crew begun without an account has no owner: its address is its key, and the session of the browser that
began it remembers it, so that a sign-in there takes it over.
"""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from mfcampaign.accounts.persons import Viewer
from mfcampaign.crews.models import Crew
from mfcampaign.web.resilience.rate_limit import limit_rate
from rules.refusal import Refusal

BEGUN_HERE = "crews"
MOST_IN_SESSION = 50
BEGINNINGS_AN_HOUR, CHANGES_AN_HOUR = 60, 1200
"""What one address without an account may begin and change."""


def crew_or_404(user: Viewer, public_id: str) -> Crew:
    """The person's own Crew, or one that nobody owns, to read and to change."""
    crews = Crew.objects.select_related("release", "pack")
    return get_object_or_404(crews, _open_to(user), public_id=public_id, deleted_at=None)


def deleted_or_404(user: Viewer, public_id: str) -> Crew:
    """A Crew its owner deleted, to restore."""
    return get_object_or_404(Crew, _open_to(user), public_id=public_id, deleted_at__isnull=False)


def _open_to(user: Viewer) -> Q:
    return Q(owner=None) | Q(owner_id=user.pk) if user.pk is not None else Q(owner=None)


def shared_or_404(token: str) -> Crew:
    """A Crew by its share link, to read; for everybody who has the link."""
    crews = Crew.objects.select_related("release", "pack", "owner")
    return get_object_or_404(crews, share_token=token, deleted_at=None)


def begun_here(request: HttpRequest) -> list[str]:
    """The Crews this browser began without an account, the newest first."""
    return list(request.session.get(BEGUN_HERE, []))


def remember(request: HttpRequest, crew: Crew) -> None:
    """This browser began it."""
    if crew.owner_id is None:
        ids = [crew.public_id, *(known for known in begun_here(request) if known != crew.public_id)]
        request.session[BEGUN_HERE] = ids[:MOST_IN_SESSION]


def forget(request: HttpRequest) -> None:
    request.session.pop(BEGUN_HERE, None)


def limit_beginnings(request: HttpRequest) -> None:
    """Without an account, so many new Crews an hour."""
    if not request.user.is_authenticated:
        limit_rate(request, "crew-begin", BEGINNINGS_AN_HOUR, _too_many("new Crews"))


def limit_changes(request: HttpRequest) -> None:
    """Without an account, so many changes an hour; of addresses that lead nowhere, too."""
    if not request.user.is_authenticated:
        limit_rate(request, "crew-change", CHANGES_AN_HOUR, _too_many("changes"))


def _too_many(what: str) -> Refusal:
    return Refusal(f"Those were too many {what} within an hour.", fix="Sign up, or come back in an hour.")
