"""The page a request came from."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def previous_page(request: HttpRequest) -> str:
    """The path of the referring page of this very site, else empty."""
    referer = request.headers.get("referer", "")
    if not url_has_allowed_host_and_scheme(
        referer, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return ""
    parts = urlsplit(referer)
    # A path of two slashes would be read as another host.
    path = "/" + parts.path.lstrip("/")
    return f"{path}?{parts.query}" if parts.query else path
