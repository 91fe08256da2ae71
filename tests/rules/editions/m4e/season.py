"""Gaining Grounds 0 as the rules see it, from the file that the portal loads."""

from __future__ import annotations

import json

from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.seasons import season_from

SEASON = season_from(json.loads((folder_of("m4e") / "seasons.json").read_text())[0], "m4e")
FOLLOWERS = {scheme.name: scheme.followers for scheme in SEASON.schemes}
