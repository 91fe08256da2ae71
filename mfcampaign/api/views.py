"""The description of the API for people and for programs, and the page of one's tokens."""

from __future__ import annotations

import functools
import json
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts.guests import account_holders_only
from mfcampaign.api import access, operations, problems, reference
from mfcampaign.api.models import Token
from mfcampaign.api.schema import document


@functools.cache
def written() -> bytes:
    """The document as it is served and as it lies in ``docs/openapi.json``."""
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
    return problems.plain(404, "No operation stands here.", "All of them are in /api/v1/docs/.")


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(label="Name", max_length=60, help_text="For yourself, such as “Score bot”.")
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=[(name, words) for name, words in operations.SCOPES.items() if name != "read"],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text="Every token reads what you may read.",
    )


@never_cache
@login_required
@account_holders_only
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("secret")
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens; a new one is shown this once."""
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        made, secret = operations.make_token(request.user, **form.cleaned_data)
        form = TokenForm()
        messages.success(request, f"“{made.name}” is made.")
    rows = Token.objects.filter(user_id=request.user.pk or 0, revoked_at=None)
    context: dict[str, Any] = {"form": form, "secret": secret, "rows": rows}
    return render(request, "api/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """End a token."""
    found = access.own_token(request.user, token)
    operations.revoke_token(found, request.user)
    messages.success(request, f"“{found.name}” opens nothing any more.")
    return redirect("api_tokens:tokens")
