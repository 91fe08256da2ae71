"""Authentication of API requests: a token in the ``Authorization`` header, or a browser's session with its
CSRF token."""

from __future__ import annotations

from typing import Any

from rest_framework import authentication, exceptions
from rest_framework.request import Request

from mfcampaign.api.models import Token
from mfcampaign.api.operations import PREFIX, digest, used


class BearerToken(authentication.BaseAuthentication):
    """``Authorization: Bearer mfl_…``. A token that is unknown or revoked is refused, never ignored."""

    def authenticate(self, request: Request) -> tuple[Any, Token] | None:
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if not kind:
            return None
        if kind.lower() != "bearer" or not secret.startswith(PREFIX) or len(secret) > 100:
            raise exceptions.AuthenticationFailed("Sign in with “Authorization: Bearer <token>”.")
        tokens = Token.objects.select_related("user")
        token = tokens.filter(token_hash=digest(secret), revoked_at=None).first()
        if token is None or not token.user.is_active:
            raise exceptions.AuthenticationFailed("This token is not known, or was revoked.")
        used(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class BrowserSession(authentication.SessionAuthentication):
    """A signed-in browser; what changes something needs the ``X-CSRFToken`` header."""

    def enforce_csrf(self, request: Request) -> None:
        # The framework's own request would parse the body to look for a token in it.
        super().enforce_csrf(request._request)  # type: ignore[arg-type]  # Django's own check runs on it
