"""The portal with one more address, ``/constant``: an empty answer through the whole middleware.

It is the yardstick of the page benchmark and exists nowhere else.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

from mfcampaign import urls
from mfcampaign.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns: list[URLPattern | URLResolver] = [path("constant", constant), *urls.urlpatterns]
