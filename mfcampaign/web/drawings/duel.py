"""A picture of a result: two plates in the colours of the Factions, the wider one for the higher score."""

from __future__ import annotations

from typing import Final

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT, SLANT = 320, 72, 16
NARROWEST: Final = 0.26


def duel(factions: tuple[str, str], vp: tuple[int, int], label: str) -> SafeString:
    """``label`` is the result in words, for screen readers."""
    total = sum(vp)
    share = vp[0] / total if total else 0.5
    middle = WIDTH * min(max(share, NARROWEST), 1 - NARROWEST)
    left = f"0,0 {middle + SLANT:.0f},0 {middle - SLANT:.0f},{HEIGHT} 0,{HEIGHT}"
    right = f"{middle + SLANT + 4:.0f},0 {WIDTH},0 {WIDTH},{HEIGHT} {middle - SLANT + 4:.0f},{HEIGHT}"
    sprite = static("icons/sprite.svg")
    plates = "".join(
        f'<g class="of-{escape(faction)}"><polygon class="duel-plate" points="{points}"/>'
        f'<svg class="duel-sigil" x="{sigil}" y="16" width="40" height="40">'
        f'<use href="{sprite}#faction-{escape(faction)}"/></svg>'
        f'<text class="duel-vp" x="{figure}" y="49">{scored}</text></g>'
        for faction, points, scored, sigil, figure in (
            (factions[0], left, vp[0], 8, 62),
            (factions[1], right, vp[1], WIDTH - 48, WIDTH - 62),
        )
    )
    return mark_safe(
        f'<svg class="duel" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"{plates}</svg>"
    )
