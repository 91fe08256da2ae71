"""The action by which an organiser reminds the players who are waited for."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.notices.operations.detection import remind_waited_for


@require_POST
def remind(request: PersonRequest, slug: str) -> HttpResponse:
    """One notice a day for each player; the organisers' diary lists who was reminded."""
    standing = access.organiser(request.user, slug)
    names = remind_waited_for(standing.campaign, request.user, timezone.now())
    messages.success(request, f"Reminded: {', '.join(names)}.")
    return redirect("campaigns:organise", slug)
