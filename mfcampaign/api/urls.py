"""The addresses of the API, and those that the forms of pages send acts to; the operations are in the ``api``
module of each app."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path
from rest_framework.request import Request

from mfcampaign.api import views
from mfcampaign.api.discovery import declare_operations
from mfcampaign.api.endpoint import REGISTERED, Endpoint
from mfcampaign.api.pages.serving import page_acts
from mfcampaign.api.schema import described
from mfcampaign.api.serving import Address

app_name = "api"
declare_operations()


def _method(endpoint: Endpoint) -> Any:
    def answer(self: Address, request: Request, **places: Any) -> Any:
        return self.serve(endpoint, request, **places)

    answer.__name__ = endpoint.method
    return described(endpoint)(answer)


def _words_first(place: str) -> list[bool]:
    """``events/import/`` is asked before ``events/<slug:event>/``, wherever it is declared."""
    return ["<" in part for part in place.split("/")]


def _addresses() -> list[Any]:
    """One view for each address, with all its methods, named after the first of its operations."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in REGISTERED.values():
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    patterns = []
    for place, endpoints in sorted(by_path.items(), key=lambda item: _words_first(item[0])):
        name = next(iter(endpoints.values())).name
        parts: dict[str, Any] = {method: _method(endpoint) for method, endpoint in endpoints.items()}
        view: Any = type(name.title().replace("_", ""), (Address,), {**parts, "endpoints": endpoints})
        patterns.append(path(place, view.as_view(), name=name))
    return patterns


urlpatterns = [
    path("docs/", views.docs, name="docs"),
    path("openapi.json", views.openapi, name="openapi"),
    *_addresses(),
    re_path(r"^[\s\S]*$", views.nowhere, name="nowhere"),
]
page_patterns = page_acts()
