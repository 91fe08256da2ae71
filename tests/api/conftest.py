"""A small league, and programs that ask for its people."""

from __future__ import annotations

import json
import secrets
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from mfcampaign.api import operations
from mfcampaign.web import cache as page_cache
from tests.campaigns.conftest import catalogue, figures, league, make_league, person  # noqa: F401  fixtures


class Program:
    """Asks with a token; ``scopes`` None: without any."""

    def __init__(self, user: Any = None, *scopes: str) -> None:
        self.user, self.http = user, Client()
        self.token = operations.make_token(user, name="Test", scopes=scopes)[1] if user is not None else ""

    def headers(self, **more: str) -> dict[str, str]:
        authorization = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return authorization | more

    def get(self, path: str, **headers: str) -> Any:
        return self.http.get(f"/api/v1/{path}", headers=self.headers(**_dashed(headers)))

    def send(self, method: str, path: str, body: Any = None, *, key: str | None = "", **headers: str) -> Any:
        """An act under a new key, under ``key``, or (``None``) without any."""
        sent = self.headers(**_dashed(headers))
        if key is not None:
            sent["idempotency-key"] = key or secrets.token_hex(8)
        content = json.dumps(body) if body is not None else ""
        return self.http.generic(
            method.upper(), f"/api/v1/{path}", content, content_type="application/json", headers=sent
        )

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        return self.send("post", path, body, **options)


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture(autouse=True)
def fresh() -> None:
    """No throttle counts on, and nothing is cached, from one test to the next."""
    cache.clear()
    page_cache._values.clear()
