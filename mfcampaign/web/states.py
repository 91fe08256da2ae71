"""Labels of states: one word, one colour and one sign for each, the same on every page."""

from __future__ import annotations

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from mfcampaign.web.drawings.icons import icon

TONES = frozenset({"", "good", "warn", "danger", "info"})
# state: (tone, drawing)
_LOOKS = {
    "waiting": ("warn", "hourglass"),
    "running": ("info", "turning"),
    "done": ("good", "check"),
    "stuck": ("danger", "stop"),
    "rejected": ("danger", "cross"),
    "draft": ("", "edit"),
    "submitted": ("good", "lock"),
    "open": ("info", "clock"),
    "closed": ("", "lock"),
    "legal": ("good", "check"),
    "illegal": ("danger", "cross"),
    "unverified": ("warn", "warning"),
    "confirmed": ("good", "check"),
    "disputed": ("danger", "warning"),
    "complete": ("good", "check"),
    "cancelled": ("danger", "cross"),
}
# Said otherwise than it is called.
_WORDS = {"submitted": "finished"}


def pill(state: str, label: str = "", tone: str = "") -> SafeString:
    """``{% state "running" "Drawing the injuries" %}``; an unknown state is a plain pill of its word.

    ``tone`` (good, warn, danger, info) overrides. Never colour alone: the word is always shown.
    """
    if tone not in TONES:
        raise ValueError(f"a tone is one of {sorted(TONES - {''})}, not {tone!r}")
    usual, drawing = _LOOKS.get(state, ("", ""))
    toned = f" tone-{tone or usual}" if tone or usual else ""
    sign = icon(drawing) if drawing else ""
    word = escape(label or _WORDS.get(state) or state.replace("_", " "))
    return mark_safe(f'<span class="pill state-{escape(state)}{toned}">{sign}{word}</span>')
