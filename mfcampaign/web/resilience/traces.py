"""Traces: the duration of each step of a request, sent to a collector (``OTEL_EXPORTER_OTLP_ENDPOINT``), also
in the worker that the request woke. No trace contains what identifies people or grants access.

The packages are an extra (``traces``); nothing here is imported without the setting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

from mfcampaign.web.resilience.logs import masked

# All else (addresses of people, browsers, headers, arguments) stays here.
HANDED_ON = frozenset(
    {
        *("http.method", "http.request.method", "http.scheme", "url.scheme", "http.flavor"),
        *("http.route", "http.target", "url.path", "http.url", "url.full"),
        *("http.status_code", "http.response.status_code", "error.type"),
        *("celery.action", "celery.task_name", "celery.state", "messaging.message.id"),
        *("exception.type", "exception.message", "exception.stacktrace"),
    }
)


class MaskingExporter(SpanExporter):
    """Hands on what may be told, each text without bearer addresses."""

    def __init__(self, collector: SpanExporter) -> None:
        self.collector = collector

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self.collector.export([_without_secrets(span) for span in spans])

    def shutdown(self) -> None:
        self.collector.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self.collector.force_flush(timeout_millis)


def _without_secrets(span: ReadableSpan) -> ReadableSpan:
    events = [Event(event.name, _handed_on(event.attributes), event.timestamp) for event in span.events]
    return ReadableSpan(
        name=masked(span.name),
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=_handed_on(span.attributes),
        events=events,
        kind=span.kind,
        status=type(span.status)(span.status.status_code, masked(span.status.description or "") or None),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _handed_on(attributes: Mapping[str, Any] | None) -> dict[str, Any]:
    return {
        name: masked(value) if isinstance(value, str) else value
        for name, value in (attributes or {}).items()
        if name in HANDED_ON
    }


def begin(collector: SpanExporter | None = None) -> TracerProvider:
    """Trace every request and task of this process; before the first request, for Django's middleware grows
    by one. Where the collector is, and with which headers, the environment says (``OTEL_…``)."""
    if collector is None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        collector = OTLPSpanExporter()
    provider = TracerProvider(resource=Resource.create({"service.name": "mfcampaign"}))
    provider.add_span_processor(BatchSpanProcessor(MaskingExporter(collector)))
    # Signs of life of the balancer would be most of what is told.
    DjangoInstrumentor().instrument(tracer_provider=provider, excluded_urls="healthz,metrics,static/")
    CeleryInstrumentor().instrument(tracer_provider=provider)
    return provider
