"""The portal's addresses, some that go wrong in their own way, and one whose operation needs computing."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

from mfcampaign import urls as portal
from mfcampaign.audit.computing import computed
from mfcampaign.dispatch.models import Command
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


LATER = {
    "refuse": Refusal("Guild Hound: at most <4> in a Crew."),
    "nowhere": Http404(),
    "fail": RuntimeError("on purpose"),
}


def compute(request: HttpRequest, end: str) -> HttpResponse:
    """What an operation does that is not marked by ``computes``; it ends well, or as ``LATER`` says."""
    tried.append(end)
    with transaction.atomic():
        Command.objects.create(kind="test", natural_key="once")
        number = computed(abs, -8)
        if end in LATER:
            raise LATER[end]
    return HttpResponse(f"It came to {number}.")


tried: list[str] = []
"""Each time that ``compute`` was begun."""

urlpatterns = [
    path("test/compute/<str:end>/", compute),
    path("test/refuse/", refuse),
    path("test/refuse-much/", refuse_much),
    path("test/forbid/", forbid),
    path("test/suspect/", suspect),
    path("test/fail/", fail),
    path("test/undo/", take_back),
    *portal.urlpatterns,
]
