"""The Second Edition's Deployment Zones on a table of 36 by 36 inches (M2-SETUP-02, -04 to -07)."""

from __future__ import annotations

from rules.table.zones import Deployment, across, along_edges, diagonal, in_corners, in_quarters

SIDE = 36.0
STANDARD_DEPTH, CLOSE_DEPTH, CORNER_REACH, FLANK_BAND = 6.0, 12.0, 12.0, 9.0

DEPLOYMENTS = (
    Deployment(
        slug="standard",
        words="within 6 inches of two opposite edges",
        zones=lambda w, d, _: along_edges(w, d, STANDARD_DEPTH),
        centre=lambda w, d, _: across(w, d),
        only=(SIDE, SIDE),
    ),
    Deployment(
        slug="corner",
        words="within 12 inches of two opposite corners",
        zones=lambda w, d, _: in_corners(w, d, CORNER_REACH),
        centre=lambda w, d, _: diagonal(w, d),
        only=(SIDE, SIDE),
    ),
    Deployment(
        slug="flank",
        words="two opposite quarters, within 9 inches of their edges",
        zones=lambda w, d, _: in_quarters(w, d, FLANK_BAND),
        centre=lambda w, d, _: diagonal(w, d),
        only=(SIDE, SIDE),
    ),
    Deployment(
        slug="close",
        words="within 12 inches of two opposite edges",
        zones=lambda w, d, _: along_edges(w, d, CLOSE_DEPTH),
        centre=lambda w, d, _: across(w, d),
        only=(SIDE, SIDE),
    ),
)
