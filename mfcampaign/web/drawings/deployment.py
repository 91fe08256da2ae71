"""The table of an Encounter from above: both Deployment Zones and the line between them, to scale."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules.core.table import zones, zones_m1
from rules.core.table.plane import Point
from rules.core.table.shapes import Outline

SIDE = 36
WORDS = {
    ("m3e", "standard"): "within 8 inches of two opposite edges",
    ("m3e", "corner"): "within 12 inches of two opposite corners",
    ("m3e", "flank"): "two opposite quarters, within 9 inches of their edges",
    ("m3e", "wedge"): "two wedges from opposite edges, their tips 12 inches in",
    ("m1e", "standard"): "within 6 inches of two opposite edges",
    ("m1e", "diagonal"): "two bands 8 inches deep along a strip of 20 inches about the diagonal",
    ("m1e", "corners"): "squares of 8 inches in two opposite corners",
}


@lru_cache(maxsize=16)
def deployment_map(name: str, edition: str = "m3e") -> SafeString:
    """The Deployment called ``name`` in ``edition`` (m3e, m1e) as SVG; an unknown one is an empty table."""
    slug = name.lower()
    words = WORDS.get((edition, slug), "no drawing")
    inside = _inside(slug, edition) if (edition, slug) in WORDS else ""
    grid = "".join(f"M{at} 0V{SIDE}M0 {at}H{SIDE}" for at in range(6, SIDE, 6))
    label = f"{escape(name)} Deployment: {words}"
    return mark_safe(
        f'<svg class="deployment" viewBox="-1 -1 38 38" role="img" aria-label="{label}">'
        f'<rect class="felt" x="0" y="0" width="{SIDE}" height="{SIDE}"/>'
        f'<path class="grid-lines" d="{grid}"/>{inside}'
        f'<circle class="centrepoint" cx="18" cy="18" r="0.8"/>'
        f'<rect class="edge" x="0" y="0" width="{SIDE}" height="{SIDE}"/></svg>'
    )


def deployment_words(name: str, edition: str = "m3e") -> str:
    """The zones in words; empty for an unknown Deployment."""
    return WORDS.get((edition, name.lower()), "")


def _inside(slug: str, edition: str) -> str:
    if edition == "m1e":
        areas = [_ring(area) for area in zones_m1.zones(slug)]  # type: ignore[arg-type]
        line = zones_m1.centre_line(slug)  # type: ignore[arg-type]
    else:
        areas = [_zone(zones.zone(slug, end)) for end in ("north", "south")]  # type: ignore[arg-type]
        line = zones.centre_line(slug)  # type: ignore[arg-type]
    drawn = "".join(f'<path class="zone zone-{mark}" d="{d}"/>' for mark, d in zip("ab", areas, strict=True))
    (ax, ay), (bx, by) = (_down(point) for point in line)
    return f'{drawn}<path class="centreline" d="M{ax:g} {ay:g}L{bx:g} {by:g}"/>'


def _zone(zone: zones.Zone) -> str:
    if zone.area is not None:
        return _ring(zone.area)
    assert zone.corner is not None
    (x, y), r = _down(zone.corner), zone.reach
    along, up = (x + r if x == 0 else x - r), (y + r if y == 0 else y - r)
    sweep = int((x == 0) == (y == 0))
    return f"M{x:g} {y:g}L{along:g} {y:g}A{r:g} {r:g} 0 0 {sweep} {x:g} {up:g}z"


def _ring(area: Outline) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in (_down(point) for point in area.points)) + "z"


def _down(point: Point) -> Point:
    """The table's y runs up, the picture's down."""
    return point[0], SIDE - point[1]
