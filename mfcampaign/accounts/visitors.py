"""Playing without an account: the session of a browser names a visitor, for pages of Encounters alone.

A visitor is a row among people that can never sign in: it has no password and no link. On every other page
the browser is a stranger, so no other page has to know of visitors. The first sign-in or sign-up in that
browser moves all rows of the visitor to the account and deletes the visitor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponseBase

from mfcampaign.accounts import operations
from mfcampaign.accounts.models import User
from mfcampaign.accounts.signing_in import signs_in_to
from mfcampaign.web.navigation import asked_to_sign_in
from mfcampaign.web.resilience.addresses import limited_address
from mfcampaign.web.resilience.rate_limit import SECONDS, counted
from rules.refusal import Refusal

HERE = "see this Encounter"
PLAYS_AS, LOOKED = "plays_as", "looked_at_play"
BEGINNINGS_AN_HOUR, ACTS_AN_HOUR = 30, 3000
"""Limits of one address without an account: Encounters begun, and acts in them."""

View = Callable[..., HttpResponseBase]


def visitors_too(view: View) -> View:
    """Call the view as the visitor of this browser, or as a stranger, where nobody has signed in."""

    @wraps(view)
    def known(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        _become(request)
        return view(request, *args, **kwargs)

    return known


def players_only(view: View) -> View:
    """Let signed-in people and the visitor of this browser in; ask others to sign in."""

    @signs_in_to(HERE)
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        _become(request)
        if not request.user.is_authenticated:
            return asked_to_sign_in(request)
        return view(request, *args, **kwargs)

    return guarded


def else_sign_in(view: View) -> View:
    """As ``visitors_too``, of a page: where there is nothing for whoever has not signed in, they are asked to
    do so and led back, whether there is anything for others or not."""

    @signs_in_to(HERE)
    @wraps(view)
    def known(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        _become(request)
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated and not request.user.is_visitor:
                raise
            return asked_to_sign_in(request)

    return known


def expect_visitor(request: HttpRequest) -> User:
    """The person who begins something: without a sign-in, the visitor of this browser from now on.

    Two requests of one session, also at once, find the same visitor. ``Refusal`` for too many within an hour.
    """
    if request.user.is_authenticated and not request.user.is_visitor:
        return request.user
    _limit(request, "play-begin", BEGINNINGS_AN_HOUR)
    if request.user.is_authenticated:
        return request.user
    if not request.session.session_key:
        request.session.save()
    visitor = operations.visitor_of_session(str(request.session.session_key))
    request.session[PLAYS_AS] = visitor.pk
    _set(request, visitor)
    return visitor


def remember_look(request: HttpRequest) -> None:
    """Give a stranger who looks at the form a session, so that the form sent twice begins one thing."""
    if not request.user.is_authenticated and not request.session.session_key:
        request.session[LOOKED] = True


def _become(request: HttpRequest) -> None:
    if request.user.is_authenticated or not (pk := request.session.get(PLAYS_AS)):
        return
    visitor = User.objects.filter(pk=pk, is_guest=True, is_active=True).first()
    if visitor is not None and visitor.is_visitor:
        _set(request, visitor)
        if request.method == "POST":
            _limit(request, "play-act", ACTS_AN_HOUR)


def _set(request: HttpRequest, visitor: User) -> None:
    """``_cached_user`` is what the middleware for privacy looks at."""
    request.user = visitor
    request._cached_user = visitor  # type: ignore[attr-defined]


def _limit(request: HttpRequest, what: str, most: int) -> None:
    if counted(f"rate:{what}:{limited_address(request)}", SECONDS).number > most:
        raise Refusal("That was too much within an hour.", fix="Sign up, or come back in an hour.")


@receiver(user_logged_in, dispatch_uid="accounts.hand_over_visit")
def hand_over_visit(request: HttpRequest, user: User, **_: Any) -> None:
    """Move the Encounters of this browser's visitor to the account that signs in."""
    pk = request.session.pop(PLAYS_AS, None)
    if pk:
        operations.hand_over(pk, user)
