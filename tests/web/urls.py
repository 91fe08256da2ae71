"""The portal's addresses, and four that go wrong in their own way."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import path

from mfcampaign import urls as portal
from mfcampaign.urls import handler400, handler403, handler404, handler500
from mfcampaign.web.undo import undoable
from rules.refusal import Refusal, Violation

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def refuse(request: HttpRequest) -> HttpResponse:
    raise Refusal("Guild Hound: at most <4> in a Crew.", rule="M3E-HIRE-12", fix="Remove one.")


def refuse_much(request: HttpRequest) -> HttpResponse:
    raise Refusal.of(Violation("M3E-HIRE-12", f"Reason {n}.") for n in range(9))


def forbid(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def suspect(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


def take_back(request: HttpRequest) -> HttpResponse:
    undoable(request, "Crew deleted.", "/test/restore/7/")
    return HttpResponse()


urlpatterns = [
    path("test/refuse/", refuse),
    path("test/refuse-much/", refuse_much),
    path("test/forbid/", forbid),
    path("test/suspect/", suspect),
    path("test/fail/", fail),
    path("test/undo/", take_back),
    *portal.urlpatterns,
]
