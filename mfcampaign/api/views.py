"""The schema of the API as a page and as JSON."""

from __future__ import annotations

import functools
import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from mfcampaign.api import operations, problems, reference
from mfcampaign.api.schema import document


@functools.cache
def written() -> bytes:
    """The OpenAPI document as bytes: what is served, and what clients are generated from."""
    return (json.dumps(document(), indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    return HttpResponse(written(), content_type="application/vnd.oai.openapi+json")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Every operation, for reading; needs nothing from outside."""
    return render(request, "api/docs.html", {"rooms": reference.rooms(), "scopes": operations.SCOPES})


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """An address of the API that leads nowhere says so as a program reads it."""
    return problems.plain(404, "No such operation.", "All of them are in /api/v1/docs/.")
