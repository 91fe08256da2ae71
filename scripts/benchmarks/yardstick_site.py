"""The portal with two more addresses: ``/yardstick``, the page that others are measured by, and ``/act``,
which does one act in the demo's league. They exist for the benchmarks alone.

The yardstick is what a plain Django page costs: a person who is signed in, the base template, five queries of
the ORM for twenty whole rows each, and a table of each; nothing is kept.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template import engines
from django.urls import URLPattern, URLResolver, path

from mfcampaign import urls
from mfcampaign.audit.models import Act
from mfcampaign.campaigns.aftermath import operations
from mfcampaign.campaigns.models import ArsenalModel, GameSide, Transfer
from mfcampaign.campaigns.scripted import demo
from mfcampaign.notices.models import Notice
from mfcampaign.urls import handler400, handler403, handler404, handler429, handler500
from rules.refusal import Refusal

__all__ = ["handler400", "handler403", "handler404", "handler429", "handler500"]

PROCESSOR_MS = "X-Processor-Ms"
ROWS = 20
YARDSTICK = engines["django"].from_string("""{% extends "base.html" %}
{% block title %}Yardstick{% endblock %}
{% block content %}<h1>Yardstick</h1>
<table><tr><th>Act</th><th>By</th><th>Said</th><th>At</th></tr>
{% for row in acts %}
<tr><td>{{ row.ordinal }}</td><td>{{ row.actor_id }}</td><td>{{ row.sentence }}</td>
<td>{{ row.created_at }}</td></tr>
{% endfor %}</table>
<table><tr><th>Model</th><th>Cost</th><th>Hired in week</th><th>Annihilated</th></tr>
{% for row in models %}
<tr><td>{{ row.name }}</td><td>{{ row.cost }}</td><td>{{ row.hired_week }}</td>
<td>{{ row.annihilated_why }}</td></tr>
{% endfor %}</table>
<table><tr><th>Game</th><th>Seat</th><th>Entry</th><th>Crew handed in</th></tr>
{% for row in sides %}
<tr><td>{{ row.game_id }}</td><td>{{ row.seat }}</td><td>{{ row.entry_id }}</td>
<td>{{ row.crew_submitted_at }}</td></tr>
{% endfor %}</table>
<table><tr><th>Scrip</th><th>Reason</th><th>Week</th><th>At</th></tr>
{% for row in transfers %}
<tr><td>{{ row.amount }}</td><td>{{ row.get_reason_display }}</td><td>{{ row.week }}</td>
<td>{{ row.created_at }}</td></tr>
{% endfor %}</table>
<table><tr><th>Notice</th><th>Kind</th><th>To</th><th>At</th></tr>
{% for row in notices %}
<tr><td>{{ row.text }}</td><td>{{ row.kind }}</td><td>{{ row.user_id }}</td>
<td>{{ row.created_at }}</td></tr>
{% endfor %}</table>
{% endblock %}""")


def yardstick(request: HttpRequest) -> HttpResponse:
    context = {
        "acts": Act.objects.order_by("pk")[:ROWS],
        "models": ArsenalModel.objects.order_by("pk")[:ROWS],
        "sides": GameSide.objects.order_by("pk")[:ROWS],
        "transfers": Transfer.objects.order_by("pk")[:ROWS],
        "notices": Notice.objects.order_by("pk")[:ROWS],
    }
    return HttpResponse(YARDSTICK.render(context, request))


def act(request: HttpRequest) -> HttpResponse:
    """The demo's first player says where their cards come from: from the other place each time."""
    row = demo.waiting_aftermath()
    assert row is not None, "the demo's first player is in an Aftermath"
    with contextlib.suppress(Refusal):  # of two at once the second finds it changed already
        operations.flip_source(row, row.side.entry.user, "entered" if row.flips == "fate" else "fate")
    return HttpResponse("ok")


class ProcessorTimeMiddleware:
    """Tells in a header the milliseconds of processor time that this process took for an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.process_time()
        answer = self.get_response(request)
        answer[PROCESSOR_MS] = f"{1000 * (time.process_time() - began):.3f}"
        return answer


urlpatterns: list[URLPattern | URLResolver] = [
    path("yardstick", yardstick),
    path("act", act),
    *urls.urlpatterns,
]
