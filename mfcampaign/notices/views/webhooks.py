"""Pages of a league's webhooks, for its organisers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.notices import queries
from mfcampaign.notices.access import webhook_of
from mfcampaign.notices.forms import WebhookForm
from mfcampaign.notices.models import Webhook
from mfcampaign.notices.operations import webhooks as webhook_operations
from mfcampaign.notices.routing import TOPICS
from rules.refusal import Refusal

A_PAGE = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: PersonRequest, slug: str) -> HttpResponse:
    """The page of a league's webhooks, with the form for a new one."""
    visit = access.organiser(request.user, slug)
    form = WebhookForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        if (added := _added(visit, request, form)) is not None:
            messages.success(request, f"“{added.name}” is added. Send it a test.")
            if added.kind != Webhook.Kind.SIGNED:
                return redirect("notices:webhook", slug, added.pk)
            secret, form = added.secret, WebhookForm()
    context = _frame(visit) | {
        "hooks": queries.webhooks(visit.campaign),
        "form": form,
        "secret": secret,
        "topics": TOPICS,
    }
    return render(request, "notices/webhooks.html", context, status=422 if form.errors else 200)


def _added(visit: access.LeagueVisit, request: PersonRequest, form: WebhookForm) -> Webhook | None:
    """The new webhook; ``None`` with the reason in the form when its address is internal."""
    try:
        return webhook_operations.add(visit.campaign, request.user, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error("url", refusal.sentence)
        return None


def _frame(visit: access.LeagueVisit) -> dict[str, Any]:
    """The context of the frame of a league's pages."""
    return {
        "campaign": visit.campaign,
        "visit": visit,
        "entry": visit.entry,
        "tab": "organise",
        "here": "Webhooks",
        "cached_as": "",
        "cached_by": "",
    }


@never_cache
@require_safe
def webhook(request: HttpRequest, slug: str, hook: int) -> HttpResponse:
    """One webhook and the log of its deliveries, the newest first."""
    visit = access.organiser(request.user, slug)
    row = webhook_of(visit, hook)
    page = Paginator(queries.deliveries(row), A_PAGE).get_page(request.GET.get("page"))
    context = _frame(visit) | {
        "hook": row,
        "page": page,
        "topics": [TOPICS[topic] for topic in row.topics if topic in TOPICS],
        "failures": webhook_operations.FAILURES,
    }
    return render(request, "notices/webhook.html", context)
