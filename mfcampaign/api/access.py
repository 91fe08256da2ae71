"""API tokens of the caller. The fetch is the permission check."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from mfcampaign.api.models import Token
from mfcampaign.audit.actors import Viewer


def own_token(user: Viewer, pk: int) -> Token:
    """A token of this person that is not revoked; 404 otherwise."""
    if not user.is_authenticated:
        raise Http404
    return get_object_or_404(Token.objects.select_related("user"), pk=pk, user=user, revoked_at=None)


def own_tokens(user: Viewer) -> QuerySet[Token]:
    """The tokens of this person that are not revoked, the newest first."""
    return Token.objects.filter(user_id=user.pk or 0, revoked_at=None)
