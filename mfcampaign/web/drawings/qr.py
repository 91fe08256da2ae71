"""Addresses as QR codes, drawn in SVG."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(url: str) -> SafeString:
    """The address as a QR code: dark on white in both lights, so that every camera reads it."""
    drawing = segno.make(url, error="m").svg_inline(omitsize=True, border=2, svgclass=None, lineclass=None)
    return mark_safe(drawing)  # segno's own drawing; the address is in it as dots
