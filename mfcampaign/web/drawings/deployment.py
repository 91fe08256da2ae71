"""A small picture of an Encounter's Deployment: both zones and the line between them."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from mfcampaign.web.drawings.core import drawing
from rules.editions.m1e import zones as zones_m1
from rules.editions.m2e import zones as zones_m2
from rules.table import zones
from rules.table.board import Table
from rules.table.pictures.drawing import circle, line, picture
from rules.table.pictures.layers import zone_layer, zones_layer
from rules.table.zones import Zone

WORDS = {
    ("m3e", "standard"): "within 8 inches of two opposite edges",
    ("m3e", "corner"): "within 12 inches of two opposite corners",
    ("m3e", "flank"): "two opposite quarters, within 9 inches of their edges",
    ("m3e", "wedge"): "two wedges from opposite edges, their tips 12 inches in",
    ("m2e", "standard"): "within 6 inches of two opposite edges",
    ("m2e", "corner"): "within 12 inches of two opposite corners",
    ("m2e", "flank"): "two opposite quarters, within 9 inches of their edges",
    ("m2e", "close"): "within 12 inches of two opposite edges",
    ("m1e", "standard"): "within 6 inches of two opposite edges",
    ("m1e", "diagonal"): "two bands 8 inches deep along a strip of 20 inches about the diagonal",
    ("m1e", "corners"): "squares of 8 inches in two opposite corners",
}


@lru_cache(maxsize=32)
def deployment_map(name: str, edition: str = "m3e") -> SafeString:
    """The Deployment called ``name`` in ``edition`` (m3e, m2e, m1e) as SVG; else an empty table."""
    slug = name.lower()
    words = WORDS.get((edition, slug), "no drawing")
    layers = _layers(slug, edition) if (edition, slug) in WORDS else ()
    svg = picture(Table(), *layers, title=f"{name} Deployment: {words}", desc=words)
    return format_html('<div class="deployment">{}</div>', drawing(svg))


def deployment_words(name: str, edition: str = "m3e") -> str:
    """The zones in words; empty for an unknown Deployment."""
    return WORDS.get((edition, name.lower()), "")


def _layers(slug: str, edition: str) -> tuple[str, ...]:
    centre = circle(*zones.centre_point(), 0.8, "centre-point")
    if edition == "m3e":
        return zones_layer(slug), centre  # type: ignore[arg-type]
    if edition == "m2e":
        south, north = zones_m2.zones_of(slug)  # type: ignore[arg-type]
        between = line(*zones_m2.centre_line(slug), "centre-line")  # type: ignore[arg-type]
    else:
        south, north = (Zone(area) for area in zones_m1.zones(slug))  # type: ignore[arg-type]
        between = line(*zones_m1.centre_line(slug), "centre-line")  # type: ignore[arg-type]
    return zone_layer(south, "zone-south"), zone_layer(north, "zone-north"), between, centre
