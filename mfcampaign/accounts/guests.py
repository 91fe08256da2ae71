"""What a guest is sent away from: pages that need a password of one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

View = Callable[..., HttpResponseBase]


def account_holders_only(view: View) -> View:
    """A guest has no password to change or to guard by a second step: they claim the account first."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "is_guest", False):
            return redirect("accounts:claim")
        return view(request, *args, **kwargs)

    return guarded
