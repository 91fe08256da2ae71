"""What a chat shows of a shared page: its title, one sentence, and a picture that we draw.

The words of a picture travel in its address, signed, so that drawing asks no database and nobody has us draw
what no page says. A picture is drawn once and kept by its address. Without the library that turns SVG into
PNG a picture of the portal stands for all.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec
from django.conf import settings
from django.core import signing
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape
from django.views.decorators.http import require_safe

from mfcampaign.web.resilience.cost import dear

WIDTH, HEIGHT = 1200, 630
SALT = "mfcampaign.web.sharing"
MOST_FACTS, LONGEST_FACT, LONGEST_TITLE, LONGEST_ADDRESS = 4, 60, 90, 1200
TITLE_A_LINE, TITLE_LINES = 27, 3
KEPT_SECONDS = 30 * 24 * 3600
INK, BONE, SOFT, BRASS = "#1b140f", "#f3e7cd", "#cdb98f", "#cf9c3f"
ACCENTS = {
    "guild": "#f28b7e",
    "arcanists": "#84bfea",
    "neverborn": "#cba2f0",
    "resurrectionists": "#7fcfa4",
    "outcasts": "#d8ab7e",
    "bayou": "#b7cf66",
    "ten-thunders": "#f2a567",
    "explorers-society": "#74d0cb",
}
"""The colours of the Factions by candlelight (static/css/tokens.css)."""


class Picture(msgspec.Struct, frozen=True, array_like=True):
    """The words of one picture: a small line, the title, and facts below it; ``emblem`` is an icon's name."""

    kicker: str
    title: str
    facts: tuple[str, ...] = ()
    emblem: str = "crow"
    accent: str = ""


def picture_url(picture: Picture) -> str:
    """Where the picture stands; the same words have the same address."""
    body = json.dumps(msgspec.structs.astuple(picture), ensure_ascii=False)  # reads safe strings, too
    return reverse("web:picture", args=[signing.Signer(salt=SALT).sign_object(body, compress=True)])


@require_safe
def picture(request: HttpRequest, words: str) -> HttpResponse:
    """The picture of those words as PNG; 404 for words that no page said."""
    if len(words) > LONGEST_ADDRESS:
        raise Http404("No picture.")
    try:
        body = signing.Signer(salt=SALT).unsign_object(words)
        shown = msgspec.json.decode(body, type=Picture)
    except (signing.BadSignature, msgspec.MsgspecError, TypeError):
        raise Http404("No picture.") from None
    if not drawable():
        return redirect(static("icons/share.png"))
    kept, key = caches["made"], f"picture:{signing.Signer(salt=SALT).signature(body)}"
    png = kept.get(key)
    if png is None:
        with dear(request):
            png = drawn(shown)
        kept.set(key, png, KEPT_SECONDS)
    answer = HttpResponse(png, content_type="image/png")
    answer["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@cache
def drawable() -> bool:
    """Whether the library that draws is installed."""
    return find_spec("resvg_py") is not None


def drawn(shown: Picture) -> bytes:
    """The picture as PNG."""
    import resvg_py  # three megabytes that pages need not load

    fonts = Path(settings.BASE_DIR) / "static" / "fonts"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg(shown),
            skip_system_fonts=True,
            font_files=[str(fonts / f"alegreya-sans-latin-{weight}-normal.ttf") for weight in (400, 700)],
            font_family="Alegreya Sans",
        )
    )


def svg(shown: Picture) -> str:
    """The picture as SVG, with no style sheet."""
    colour = ACCENTS.get(shown.accent, BRASS)
    lines = wrapped(shown.title)
    top = 210
    title = "".join(
        f'<text x="90" y="{top + 84 * number}" font-size="78" font-weight="700" fill="{BONE}">'
        f"{escape(line)}</text>"
        for number, line in enumerate(lines)
    )
    below = top + 84 * (len(lines) - 1) + 74
    facts = "".join(
        f'<text x="90" y="{below + 50 * number}" font-size="38" fill="{SOFT}">'
        f"{escape(fact[:LONGEST_FACT])}</text>"
        for number, fact in enumerate(shown.facts[:MOST_FACTS])
        if below + 50 * number < 540
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="Alegreya Sans">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{INK}"/>'
        f'<rect width="22" height="{HEIGHT}" fill="{colour}"/>'
        f'<rect x="46" y="26" width="1128" height="578" fill="none" stroke="{BRASS}" stroke-opacity=".55" '
        'stroke-width="3"/>'
        f'<svg x="800" y="190" width="400" height="400" viewBox="0 0 24 24" color="{colour}" opacity=".2">'
        f"{_emblem(shown.emblem)}</svg>"
        f'<text x="90" y="118" font-size="38" fill="{colour}">{escape(shown.kicker[:LONGEST_FACT])}</text>'
        f"{title}{facts}"
        f'<svg x="88" y="544" width="40" height="40" viewBox="0 0 24 24" color="{BRASS}">'
        f"{_emblem('crow')}</svg>"
        f'<text x="142" y="575" font-size="32" fill="{BRASS}">Malifaux Leagues</text></svg>'
    )


def wrapped(title: str) -> list[str]:
    """The title in lines that fit; what does not is cut with an ellipsis.

    >>> wrapped("Night watch")
    ['Night watch']
    >>> wrapped("December's Acolytes against the Honeypot Casino")
    ["December's Acolytes against", 'the Honeypot Casino']
    """
    lines: list[str] = []
    for word in title[:LONGEST_TITLE].split():
        if lines and len(lines[-1]) + 1 + len(word) <= TITLE_A_LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    lines = [line if len(line) <= TITLE_A_LINE else f"{line[: TITLE_A_LINE - 1]}…" for line in lines]
    if len(lines) > TITLE_LINES:
        lines = [*lines[: TITLE_LINES - 1], f"{lines[TITLE_LINES - 1][: TITLE_A_LINE - 1]}…"]
    return lines or [""]


@cache
def _emblem(name: str) -> str:
    """The paths of an icon; none for a name that nobody drew."""
    sprite = (Path(settings.BASE_DIR) / "static" / "icons" / "sprite.svg").read_text(encoding="utf-8")
    match = re.search(
        rf'<symbol id="{re.escape(name)}" viewBox="0 0 24 24">(.*?)</symbol>', sprite, re.DOTALL
    )
    return match[1] if match else ""
