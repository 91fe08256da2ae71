"""The portal with two more addresses: ``/constant``, an empty answer through the whole middleware, and
``/act``, which does one act in the demo's league.

They are the yardstick of the page benchmark and its acts, and exist nowhere else.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

from mfcampaign import urls
from mfcampaign.campaigns.aftermath import operations
from mfcampaign.campaigns.scripted import demo
from mfcampaign.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def act(request: HttpRequest) -> HttpResponse:
    """The demo's first player says where their cards come from: from the other place each time."""
    row = demo.waiting_aftermath()
    assert row is not None, "the demo's first player is in an Aftermath"
    operations.flip_source(row, row.side.entry.user, "entered" if row.flips == "fate" else "fate")
    return HttpResponse("ok")


urlpatterns: list[URLPattern | URLResolver] = [
    path("constant", constant),
    path("act", act),
    *urls.urlpatterns,
]
