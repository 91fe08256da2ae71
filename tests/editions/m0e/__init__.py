"""An edition that is nowhere listed: two Factions, six models, one Strategy; recorded, not played on screen.

It is what docs/editions.md tells how to add, and lies as such an edition would lie in ``rules/editions``, its
``data`` in ``mfcampaign/catalog/data``. Nothing outside this folder knows it.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rules.edition import Edition
from tests.editions.m0e.arsenal import ToyArsenal
from tests.editions.m0e.cards import CARDS
from tests.editions.m0e.hiring import HIRING
from tests.editions.m0e.readings import READINGS
from tests.editions.m0e.record import RECORDED
from tests.editions.m0e.rows import ROWS
from tests.editions.m0e.scoring import SCORING
from tests.editions.m0e.setup import SETUP
from tests.editions.m0e.table import RULES

DATA = Path(__file__).parent / "data"

EDITION = Edition(
    code="m0e",
    name="Toy Edition",
    cards=CARDS,
    hiring=HIRING,
    arsenal=ToyArsenal(),
    readings=READINGS,
    charts="toy",
    campaigns=("shifting-loyalties",),
    setup=SETUP,
    scoring=SCORING,
    record=RECORDED,
    play=None,
    table=RULES,
    rows=ROWS,
)
BARE = replace(EDITION, arsenal=None, record=None, charts="", campaigns=(), name="Bare Edition")
"""The same before anybody has written its Arsenal and its record."""
