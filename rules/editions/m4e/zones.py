"""The Fourth Edition's Deployment Zones on a table of any size (M4-SETUP-03 to -05, M4-HIRE-03)."""

from __future__ import annotations

from rules.table.zones import Deployment, across, along_edges, diagonal, in_corners, in_quarters, opposite

STANDARD_DEPTH, CORNER_REACH, FLANK_BAND, WEDGE_TIP = 8.0, 12.0, 9.0, 12.0

DEPLOYMENTS = (
    Deployment(
        slug="standard",
        words="within 8 inches of two opposite edges",
        zones=lambda w, d, _: along_edges(w, d, STANDARD_DEPTH),
        centre=lambda w, d, _: across(w, d),
    ),
    Deployment(
        slug="wedge",
        words="two wedges from opposite edges, their tips 12 inches in",
        zones=lambda w, d, _: opposite(((0.0, 0.0), (w, 0.0), (w / 2, WEDGE_TIP)), w, d),
        centre=lambda w, d, _: across(w, d),
    ),
    Deployment(
        slug="flank",
        words="two opposite quarters, within 9 inches of their edges",
        zones=lambda w, d, _: in_quarters(w, d, FLANK_BAND),
        centre=lambda w, d, _: diagonal(w, d),
    ),
    Deployment(
        slug="corner",
        words="within 12 inches of two opposite corners",
        zones=lambda w, d, _: in_corners(w, d, CORNER_REACH),
        centre=lambda w, d, _: diagonal(w, d),
    ),
)
"""The usual one first; the centreline is parallel to the edges or diagonal (M4-SETUP-05)."""
