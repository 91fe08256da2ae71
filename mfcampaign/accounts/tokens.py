"""The page of a person's API tokens."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import account_holders_only, sign_in_to
from mfcampaign.api import access, operations


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
@sign_in_to("make API tokens")
@account_holders_only
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("secret")
def tokens(request: PersonRequest) -> HttpResponse:
    """The person's tokens; a new one is shown once."""
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        secret = _create(request, form)
        form = TokenForm()
    rows = access.own_tokens(request.user)
    context: dict[str, Any] = {"form": form, "secret": secret, "rows": rows}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@reauthentication_required(app="allauth.account")
def _create(request: PersonRequest, form: TokenForm) -> str:
    """The secret of the new token. The password was entered just before: a token outlives the session."""
    token, secret = operations.make_token(request.user, **form.cleaned_data)
    messages.success(request, f"“{token.name}” is created.")
    return secret


@sign_in_to("revoke API tokens")
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """End a token."""
    own = access.own_token(request.user, token)
    operations.revoke_token(own, request.user)
    messages.success(request, f"“{own.name}” no longer works.")
    return redirect("api_tokens:tokens")
