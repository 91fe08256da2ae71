"""The preview of a page in a chat: its title, one sentence, and a picture.

The words of a picture are in its address, signed, so that drawing needs no database and nobody can have other
words drawn. A picture is drawn once and cached by its address. Without the library that renders SVG as PNG,
one picture of the portal serves for all.
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

from mfcampaign.web.resilience.cost import expensive
from rules import budget

WIDTH, HEIGHT = 1200, 630
SALT = "mfcampaign.web.sharing"
MOST_FACTS, LONGEST_FACT, LONGEST_TITLE, LONGEST_ADDRESS = 4, 60, 90, 1200
TITLE_A_LINE, TITLE_LINES = 27, 3
BESIDE_A_LINE, FACT_A_LINE = 22, 40
KEPT_SECONDS = 30 * 24 * 3600
INK, BONE, SOFT, BRASS, PAPER = "#1b140f", "#f3e7cd", "#cdb98f", "#cf9c3f", "#fbf6ea"
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
    """The address of the picture; the same words have the same address."""
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
        with expensive(request):
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
    return as_png(svg(shown))


def as_png(drawing: str) -> bytes:
    """A drawing that needs no style sheet, as PNG."""
    import resvg_py  # three megabytes that pages need not load

    budget.begin("a picture")

    fonts = Path(settings.BASE_DIR) / "static" / "fonts"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing,
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


def beside_table(shown: Picture, table: str) -> str:
    """A drawing of a table (rules/table/pictures) with the words of the picture beside it, as SVG. The facts
    are sentences, and are broken into lines."""
    board = table.replace("<svg ", '<svg x="24" y="24" width="582" height="582" ', 1)
    title = wrapped(shown.title, BESIDE_A_LINE, TITLE_LINES)
    top, words = 150, ""
    for line in title:
        words += (
            f'<text x="650" y="{top}" font-size="50" font-weight="700" fill="{BONE}">{escape(line)}</text>'
        )
        top += 56
    top += 6
    for fact in shown.facts:
        for line in wrapped(fact, FACT_A_LINE, 3):
            if top < 540:
                words += f'<text x="650" y="{top}" font-size="30" fill="{SOFT}">{escape(line)}</text>'
                top += 38
        top += 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="Alegreya Sans"><style>{_look_of_tables()}</style>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{INK}"/>'
        f'<rect x="12" y="12" width="606" height="606" fill="{PAPER}" stroke="{BRASS}" stroke-width="3"/>'
        f"{board}"
        f'<text x="650" y="84" font-size="32" fill="{BRASS}">{escape(shown.kicker[:LONGEST_FACT])}</text>'
        f"{words}"
        f'<svg x="648" y="562" width="36" height="36" viewBox="0 0 24 24" color="{BRASS}">'
        f"{_emblem('crow')}</svg>"
        f'<text x="696" y="590" font-size="28" fill="{BRASS}">Malifaux Leagues</text></svg>'
    )


@cache
def _look_of_tables() -> str:
    """The sheet of tables by daylight, for what knows neither layers nor variables."""
    sheet = (Path(settings.BASE_DIR) / "static" / "css" / "pictures.css").read_text(encoding="utf-8")
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    rules = sheet[sheet.index("{") + 1 : sheet.index("@media")].rstrip().removesuffix("}")
    plain = re.sub(r"var\(--[a-z-]+, ([^(),]+)\)", r"\1", rules)
    kept = (rule for rule in re.findall(r"[^{}]+\{[^{}]*\}", plain) if ":" not in rule.partition("{")[0])
    return re.sub(r"font-family: [^;]+;", "", " ".join(" ".join(kept).split()))


def wrapped(title: str, a_line: int = TITLE_A_LINE, most: int = TITLE_LINES) -> list[str]:
    """The title in lines that fit; what does not is cut with an ellipsis.

    >>> wrapped("Night watch")
    ['Night watch']
    >>> wrapped("December's Acolytes against the Honeypot Casino")
    ["December's Acolytes against", 'the Honeypot Casino']
    """
    lines: list[str] = []
    for word in title[: a_line * (most + 1)].split():
        if lines and len(lines[-1]) + 1 + len(word) <= a_line:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    lines = [line if len(line) <= a_line else f"{line[: a_line - 1]}…" for line in lines]
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: a_line - 1]}…"]
    return lines or [""]


@cache
def _emblem(name: str) -> str:
    """The paths of an icon; none for a name that nobody drew."""
    sprite = (Path(settings.BASE_DIR) / "static" / "icons" / "sprite.svg").read_text(encoding="utf-8")
    match = re.search(
        rf'<symbol id="{re.escape(name)}" viewBox="0 0 24 24">(.*?)</symbol>', sprite, re.DOTALL
    )
    return match[1] if match else ""
