"""What a person may be called on the pages: seen by others, so nothing that deceives the eye."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError

SHORTEST, LONGEST = 2, 40
# Cc control, Cf format (bidi marks, zero width), Cs surrogate, Co private, Zl/Zp line separators
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_display_name(value: str) -> str:
    """The name in NFC with single spaces; ``ValidationError`` when it is not 2–40 honest characters.

    >>> clean_display_name("  Mara   Voss ")
    'Mara Voss'
    """
    # Spaces go first: a tab at the end is a slip of the hand, a tab inside a name is not.
    composed = unicodedata.normalize("NFC", value.strip())
    if any(unicodedata.category(char) in _FORBIDDEN for char in composed):
        raise ValidationError("A name has no control, invisible or direction-changing characters.")
    name = " ".join(composed.split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(f"A name has {SHORTEST} to {LONGEST} characters; this one has {len(name)}.")
    if not any(char.isalnum() for char in name):
        raise ValidationError("A name has at least one letter or digit.")
    return name
