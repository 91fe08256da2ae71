"""The access to acts, and decorators for views, that need a sign-in or a password. Others are sent to
the sign-in, with its purpose, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.web.navigation import asked_to_sign_in

View = Callable[..., HttpResponseBase]
Any_view = TypeVar("Any_view", bound=Callable[..., Any])
PURPOSE = "signs_in_to"


def signed_in(user: Viewer) -> Person:
    """The access to what everybody with an account may do; 404 for strangers."""
    if not user.is_authenticated:
        raise Http404
    return user


def sign_in_to(act: str) -> Callable[[View], View]:
    """Let signed-in people in. Ask others to sign in to do that ("open a league")."""

    def guarding(view: View) -> View:
        @signs_in_to(act)
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return asked_to_sign_in(request)
            return view(request, *args, **kwargs)

        return guarded

    return guarding


def signs_in_to(act: str) -> Callable[[Any_view], Any_view]:
    """The purpose of a sign-in that the view itself requires in some cases."""

    def noting(view: Any_view) -> Any_view:
        setattr(view, PURPOSE, act)
        return view

    return noting


def account_holders_only(view: View) -> View:
    """A guest has no password to change or to protect by a second factor: they claim the account first."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "is_guest", False):
            return redirect("accounts:claim")
        return view(request, *args, **kwargs)

    return guarded


def act_at(address: str) -> str:
    """The purpose of a sign-in that leads to ``address``; empty where its view names none."""
    try:
        view = resolve(urlsplit(address).path).func
    except (Resolver404, ValueError):
        return ""
    return getattr(view, PURPOSE, "")
