"""The navigation bar, whose entries ``mfcampaign.home`` registers; the page from which a request came; the
sign-in that leads back; addresses that mean an edition of the game, and the edition used last."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from mfcampaign.web.drawings.icons import icon
from rules.edition import Edition, edition_of, editions, is_known


class Room(Struct, frozen=True):
    """One entry of the navigation; ``door`` is the name of its URL."""

    name: str
    label: str
    door: str
    drawing: str


def navigation(rooms: Iterable[Room], here: str) -> SafeString:
    """The bar of ``rooms``, with the one called ``here`` marked as the present page's."""
    links = "".join(
        f'<a href="{reverse(room.door)}"{_mark(room, here)}>{icon(room.drawing)}<span>{room.label}</span></a>'
        for room in rooms
    )
    return mark_safe(f'<nav class="tabbar" aria-label="Main">{links}</nav>')


def _mark(room: Room, here: str) -> str:
    return ' aria-current="true"' if room.name == here else ""


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


def asked_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in, and from there to the requested page, or to that of the form that was sent."""
    # Needs the apps; what makes data files imports addresses without them.
    from django.contrib.auth.views import redirect_to_login  # noqa: TID251

    safe = request.method in ("GET", "HEAD")
    return redirect_to_login((not safe and previous_page(request)) or request.get_full_path())


def edition_query(code: str) -> str:
    """What an address needs to mean that edition, whatever was used last; nothing for none.

    >>> edition_query("m2e"), edition_query("")
    ('?edition=m2e', '')
    """
    return f"?edition={code}" if code else ""


EDITION = "edition"
"""What an address, a form and the cookie call the edition of the game."""


def edition_named(request: HttpRequest) -> str:
    """The code that the address or the form names; empty for none that is known."""
    sent = request.POST if request.method == "POST" else request.GET
    code = sent.get(EDITION, "")
    return code if is_known(code) else ""


def edition_for(request: HttpRequest, fits: Callable[[Edition], bool] = lambda edition: True) -> Edition:
    """The edition that a page is for: the one that is named; else the one that this browser used last, else
    the newest, of those that fit. Where none does, the newest of all."""
    if code := edition_named(request):
        return edition_of(code)
    last = request.COOKIES.get(EDITION, "")
    fitting = [edition for edition in editions() if fits(edition)] or list(editions())
    return next((edition for edition in fitting if edition.code == last), fitting[0])
