"""The portal with one more address, ``/constant``: an empty answer through the whole middleware.

It is the yardstick of the page benchmark and exists nowhere else.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from mfcampaign.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [path("constant", constant), *urlpatterns]
