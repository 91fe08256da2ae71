"""The portal's icons as inline SVG: each tag points into one cached sprite (``static/icons/sprite.svg``).

An icon beside a word is hidden from screen readers; an icon without a word takes a ``label``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules.plain_numbers import whole

SUITS = {"r": "ram", "m": "mask", "c": "crow", "t": "tome"}
SUIT_NAMES = frozenset(SUITS.values())
_JOKERS = {"rj": "red", "red_joker": "red", "bj": "black", "black_joker": "black"}


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Every drawing in the sprite, in its order."""
    sprite = Path(settings.BASE_DIR) / "static" / "icons" / "sprite.svg"
    return tuple(re.findall(r'<symbol id="([^"]+)"', sprite.read_text(encoding="utf-8")))


@lru_cache(maxsize=1024)
def icon(name: str, label: str = "", classes: str = "") -> SafeString:
    """``{% icon "ram" %}`` beside a word, ``{% icon "ram" "Ram" %}`` alone.

    ``KeyError`` for a name that nobody drew: an empty square helps no one.
    """
    if name not in names():
        raise KeyError(f"no icon is called {name!r}: see the gallery at /about/style/")
    extra = f" {escape(classes)}" if classes else ""
    voice = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return mark_safe(
        f'<svg class="icon{extra}" {voice} focusable="false">'
        f'<use href="{static("icons/sprite.svg")}#{name}"/></svg>'
    )


@lru_cache(maxsize=256)
def suit(card: object) -> SafeString:
    """A suit, or a card's value and suit, with words for those who cannot see it.

    Takes a ``Card``, its code (``"10r"``, ``"RJ"``), a suit's name (``"ram"``) or letter; anything
    else comes back as text.
    """
    code = str(card).strip().lower()
    name = SUITS.get(code, code.removesuffix("s"))
    if name in SUIT_NAMES:
        return _suit_icon(name)
    if code in _JOKERS:
        colour = _JOKERS[code]
        return icon("joker", f"{colour.capitalize()} Joker", f"joker joker-{colour}")
    if whole(code[:-1]) is not None and code[-1] in SUITS:
        return mark_safe(f'<span class="card-code">{code[:-1]}{_suit_icon(SUITS[code[-1]])}</span>')
    return mark_safe(escape(card))


@lru_cache(maxsize=64)
def faction(slug: str, label: str = "") -> SafeString:
    """The sigil of a faction in its own colour, a plain one where none is drawn; ``label`` where there is no
    name beside it."""
    return icon(sigil(slug), label, f"sigil of-{slug}")


def sigil(slug: str) -> str:
    """The name of a faction's drawing."""
    return f"faction-{slug}" if f"faction-{slug}" in names() else "crew"


def _suit_icon(name: str) -> SafeString:
    return icon(name, name.capitalize(), f"suit suit-{name}")
