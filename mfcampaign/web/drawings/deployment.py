"""A small picture of an Encounter's Deployment: both zones and the line between them."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from mfcampaign.web.drawings.core import drawing
from rules.edition import edition_of, is_known, meant_by
from rules.table.board import Table
from rules.table.pictures.drawing import circle, picture
from rules.table.pictures.layers import zones_layer
from rules.table.zones import Deployment, centre_point


@lru_cache(maxsize=32)
def deployment_map(name: str, edition: str = "") -> SafeString:
    """The Deployment called ``name`` in ``edition`` as SVG; else an empty table."""
    deployment = _deployment(name, edition)
    words = "no drawing"
    layers: tuple[str, ...] = ()
    if deployment is not None:
        words = deployment.words
        layers = zones_layer(deployment), circle(*centre_point(), 0.8, "centre-point")
    svg = picture(Table(), *layers, title=f"{name} Deployment: {words}", desc=words)
    return format_html('<div class="deployment">{}</div>', drawing(svg))


def deployment_words(name: str, edition: str = "") -> str:
    """The zones in words; empty for an unknown Deployment."""
    deployment = _deployment(name, edition)
    return deployment.words if deployment is not None else ""


def _deployment(name: str, edition: str) -> Deployment | None:
    code = meant_by(edition)
    return edition_of(code).table.deployment(name.lower()) if is_known(code) else None
