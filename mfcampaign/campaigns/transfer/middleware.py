"""A page of an imported league that cannot be made answers with a sentence, and shows a way out."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render

from mfcampaign.campaigns.models import LeagueFile
from mfcampaign.web.refusals import problem
from mfcampaign.web.resilience.failures import BROKEN, asks_for_json, failure_of
from rules.refusal import Refusal

log = logging.getLogger(__name__)
ANSWERED = (Refusal, Http404, PermissionDenied, SuspiciousOperation, BadRequest)
"""Exceptions that have an answer of their own."""
SENTENCE = "This league was imported from a file, and what the file holds does not fit together."


class ImpossibleFactsMiddleware:
    """Turns an error of the portal on a league that was imported into a page that says so; the error is
    logged as every other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, ANSWERED) or failure_of(exception) != BROKEN:
            return None
        match = request.resolver_match
        slug = match.kwargs.get("slug") if match is not None and "events" not in match.namespaces else None
        if slug is None:
            return None
        arrival = LeagueFile.objects.filter(campaign__slug=slug).select_related("campaign").first()
        if arrival is None or arrival.campaign is None:
            return None
        log.error("imported league %s, %s", slug, request.path, exc_info=exception)
        refusal = Refusal(SENTENCE, fix="An organiser can withdraw the import.")
        if asks_for_json(request):
            return JsonResponse(problem(refusal), status=409, content_type="application/problem+json")
        organiser = arrival.campaign.organisers.filter(user=request.user.pk).exists()
        context = {
            "campaign": arrival.campaign,
            "sentence": SENTENCE,
            "may_withdraw": organiser and arrival.state != LeagueFile.State.UNDONE,
        }
        return render(request, "campaigns/transfer/impossible.html", context, status=409)
