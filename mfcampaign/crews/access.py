"""Who may see a Crew: fetching it is the check. Strangers learn nothing, not even that it exists."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404

from mfcampaign.crews.models import Crew


def crew_or_404(user: object, public_id: str) -> Crew:
    """The person's own Crew, to read and to change."""
    if isinstance(user, AnonymousUser):
        raise Http404
    crews = Crew.objects.select_related("release", "pack")
    return get_object_or_404(crews, public_id=public_id, owner=user, deleted_at=None)


def deleted_or_404(user: object, public_id: str) -> Crew:
    """A Crew its owner deleted, to restore."""
    if isinstance(user, AnonymousUser):
        raise Http404
    return get_object_or_404(Crew, public_id=public_id, owner=user, deleted_at__isnull=False)


def shared_or_404(token: str) -> Crew:
    """A Crew by its share link, to read; whoever holds the link."""
    crews = Crew.objects.select_related("release", "pack", "owner")
    return get_object_or_404(crews, share_token=token, deleted_at=None)
