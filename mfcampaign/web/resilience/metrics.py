"""``GET /metrics`` for Prometheus: the figures of the watchdog, and the duration of requests.

With ``PROMETHEUS_MULTIPROC_DIR`` (a folder that is empty at the start) requests are counted over all web
processes, otherwise each process reports its own. docs/dashboards has a dashboard and alerting rules.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from mfcampaign.dispatch import queries as dispatch
from mfcampaign.dispatch import trace
from mfcampaign.web.resilience import health
from mfcampaign.web.resilience.failures import Busy, failure_of
from mfcampaign.web.resilience.failures import answer as refused
from mfcampaign.web.resilience.waiting import queued_behind_lock

KNOWN_ID = re.compile(r"[\w.-]{8,64}")
_requests = CollectorRegistry()
ANSWERS = Counter("portal_answers_total", "Answers by status.", ["status"], registry=_requests)
SECONDS = Histogram(
    "portal_request_seconds",
    "How long requests took, by the name of their address.",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=_requests,
)


def count_request(request: HttpRequest, status: int, seconds: float) -> None:
    match = request.resolver_match
    ANSWERS.labels(status=str(status)).inc()
    SECONDS.labels(view=match.view_name if match is not None and match.view_name else "none").observe(seconds)


class RequestMiddleware:
    """Gives each request an id (its proxy's ``X-Request-ID``, if that is one), tells it back, and counts."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("x-request-id", "")
        known = given if KNOWN_ID.fullmatch(given) else secrets.token_hex(8)
        before = trace.request_id.set(known)
        began = time.perf_counter()
        try:
            behind = queued_behind_lock(request)
            answer = refused(request, failure_of(Busy())) if behind else self.get_response(request)
        finally:
            trace.request_id.reset(before)
        answer["X-Request-ID"] = known
        count_request(request, answer.status_code, time.perf_counter() - began)
        return answer


class Watched(Collector):
    """The figures of ``health.report`` as metrics."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        report = health.report()
        yield GaugeMetricFamily("portal_up", "1 while the database answers.", report["database"] == "up")
        yield _by("portal_well", "1 while the part is up or not configured.", "part", _well(report))
        yield _by(
            "portal_clock_age_seconds", "Since the part last came round.", "part", report.get("clock", {})
        )
        queue = report.get("queue", {})
        yield _by(
            "portal_oldest_seconds",
            "How long the oldest has been waiting; 0 when none waits.",
            "queue",
            {"commands": queue.get("oldest_s") or 0, "outward": queue.get("outward_s") or 0},
        )
        yield _by("portal_commands", "Commands that have not ended.", "status", queue.get("commands", {}))
        if report["database"] == "up":
            held = {kind: milliseconds / 1000 for kind, milliseconds in dispatch.longest_holds().items()}
            yield _by(
                "portal_command_held_seconds",
                "The longest that a command held its locks, of the latest, by kind.",
                "kind",
                held,
            )
        disk = report.get("disk", {})
        if "free_bytes" in disk:
            yield GaugeMetricFamily("portal_disk_free_bytes", "Where uploads are kept.", disk["free_bytes"])


def _well(report: dict[str, Any]) -> dict[str, int]:
    states = {"broker": report.get("broker", "down"), "cache": report.get("cache", "down")}
    states["disk"] = report.get("disk", {}).get("state", "down")
    states["clock"] = "down" if report.get("late") else "up"
    return {part: int(state in health.WELL) for part, state in states.items()}


def _by(name: str, words: str, label: str, values: dict[str, Any]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, words, labels=[label])
    for key, value in values.items():
        if value is not None:
            family.add_metric([key], value)
    return family


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For operators; 404 for everybody else."""
    if not health.asked_by_operator(request):
        raise Http404
    registry = CollectorRegistry()
    registry.register(Watched())
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)
        return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
    body = generate_latest(registry) + generate_latest(_requests)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)
