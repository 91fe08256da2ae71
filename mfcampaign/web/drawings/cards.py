"""A picture of a Fate card, with its words in ``aria-label``."""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules.fate.cards import Card

SIZES = frozenset({"", "small", "large"})
_FRAME = (
    '<rect class="paper" x="1" y="1" width="98" height="138" rx="7" stroke-width="1.5"/>'
    '<rect class="frame" x="6" y="6" width="88" height="128" rx="4"/>'
)


def fate_card(card: object = "", size: str = "", note: str = "") -> SafeString:
    """The card as SVG: a ``Card`` or its code (``"10r"``, ``"BJ"``); an empty one shows its back.

    ``size`` is ``small``, ``large`` or empty; ``note`` is added to the spoken name ("cheated").
    ``ValueError`` for a code that is no card.
    """
    if size not in SIZES:
        raise ValueError(f"size is small, large or empty, not {size!r}")
    sized = f" fate-card-{size}" if size else ""
    if not card:
        return _svg("a card face down", f"back-side{sized}", _back())
    fate = card if isinstance(card, Card) else Card.parse(str(card))
    spoken = f"{fate.spoken}, {note}" if note else fate.spoken
    if fate.is_joker:
        colour = "black" if fate.value == 0 else "red"
        return _svg(spoken, f"{colour}{sized}", _joker(colour.upper()))
    return _svg(spoken, f"{fate.suit}{sized}", _numbered(fate))


def _svg(label: str, classes: str, body: str) -> SafeString:
    return mark_safe(
        f'<svg class="fate-card {classes}" viewBox="0 0 100 140" role="img" aria-label="{escape(label)}">'
        f"{body}</svg>"
    )


def _use(name: str, x: float, y: float, side: float, classes: str = "") -> str:
    sprite = static("icons/sprite.svg")
    dressed = f' class="{classes}"' if classes else ""
    return f'<use href="{sprite}#{name}" x="{x}" y="{y}" width="{side}" height="{side}"{dressed}/>'


def _numbered(card: Card) -> str:
    middle = 20 if card.value < 10 else 25
    corner = f'<text class="value" x="{middle}" y="36" text-anchor="middle">{card.value}</text>' + _use(
        card.suit, 12, 41, 16
    )
    return f'{_FRAME}{corner}<g transform="rotate(180 50 70)">{corner}</g>{_use(card.suit, 27, 47, 46)}'


def _joker(word: str) -> str:
    return (
        f"{_FRAME}{_use('joker', 22, 36, 56)}"
        f'<text class="word" x="50" y="112" text-anchor="middle">{word}</text>'
        '<text class="word" x="50" y="126" text-anchor="middle">JOKER</text>'
    )


def _back() -> str:
    corners = "".join(
        _use(suit, x, y, 20, "brassy")
        for suit, x, y in (("ram", 18, 20), ("mask", 62, 20), ("crow", 18, 100), ("tome", 62, 100))
    )
    return (
        '<rect class="back" x="1" y="1" width="98" height="138" rx="7" stroke-width="1.5"/>'
        '<rect class="frame" x="7" y="7" width="86" height="126" rx="4"/>'
        '<path class="frame" d="M50 14 86 70 50 126 14 70z"/>'
        '<path class="frame" d="M50 26 78 70 50 114 22 70z"/>'
        f"{_use('soulstone', 34, 54, 32, 'brassy')}{corners}"
    )
