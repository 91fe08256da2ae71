"""What is drawn of a First Edition Encounter besides models and terrain: its zones (M1-ENC-05, -06)."""

from __future__ import annotations

from rules.editions.m1e import zones as areas
from rules.game.pictures.board import both_zones
from rules.game.state import State
from rules.table.zones import Zone


def zones(state: State) -> str:
    """Return both Deployment Zones and the centre line."""
    deployment = state.deployment.lower()
    if deployment not in areas.DEPLOYMENTS:
        return ""
    south, north = areas.zones(deployment)
    return both_zones(state, (Zone(south), Zone(north)), areas.centre_line(deployment))
