"""Requests and errors; standard library and msgspec only."""

from __future__ import annotations

import secrets
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import msgspec


class Problem(Exception):
    """The portal said no: ``status``, a sentence, the ``rule`` behind it, how to fix it. ``missed`` is what
    an Encounter told meanwhile, where an answer came too late."""

    def __init__(self, status: int, details: dict[str, Any]) -> None:
        super().__init__(details.get("detail", ""))
        self.status, self.details = status, details
        self.rule: str = details.get("rule", "")
        self.fix: str = details.get("fix", "")
        self.missed: tuple[str, ...] = tuple(details.get("missed", ()))


class Transport:
    """Where the portal is, and who asks. Only ``http`` and ``https`` addresses."""

    def __init__(self, portal: str, token: str = "", timeout: float = 30.0) -> None:
        if urllib.parse.urlsplit(portal).scheme not in ("http", "https"):
            raise ValueError("The address of a portal begins with https://.")
        self.portal, self.token, self.timeout = portal.rstrip("/"), token, timeout

    def call(
        self,
        method: str,
        path: str,
        answer: Any,
        *,
        query: dict[str, Any],
        body: Any = None,
        key: str | None = None,
        version: int | None = None,
    ) -> Any:
        """One request. An act without a ``key`` gets a new one; pass your own to repeat it safely."""
        asked = {name: value for name, value in query.items() if value is not None}
        address = self.portal + path + (f"?{urllib.parse.urlencode(asked, doseq=True)}" if asked else "")
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key is not None:
            headers["Idempotency-Key"] = key or secrets.token_urlsafe(18)
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        content = msgspec.json.encode(body) if body is not None else None
        request = urllib.request.Request(address, content, headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as told:  # noqa: S310
                return msgspec.json.decode(told.read(), type=answer)
        except urllib.error.HTTPError as error:
            raise Problem(error.code, _details(error.read())) from None


def _details(content: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(content)
    except msgspec.DecodeError:
        found = None
    return found if isinstance(found, dict) else {"detail": content[:200].decode(errors="replace")}
