"""Names that people give to leagues, Crews and models: read by others, so nothing that deceives the eye."""

from __future__ import annotations

import unicodedata

from django import forms

# Cc control, Cf format (marks of direction, zero width), Cs surrogate, Co private, Zl/Zp line separators
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


class NameField(forms.CharField):
    """A line of honest characters with single spaces."""

    def clean(self, value: object) -> str:
        text = unicodedata.normalize("NFC", str(super().clean(value)))
        if any(unicodedata.category(char) in _FORBIDDEN for char in text):
            raise forms.ValidationError("A name has no control, invisible or direction-changing characters.")
        return " ".join(text.split())
