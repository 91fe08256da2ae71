"""The Fourth Edition: hiring, Arsenals, set-up by cards, tables and record.

| place | what |
|---|---|
| ``cards.py`` ``factions.py`` ``rows.py`` | what its cards print; its Factions; its rows |
| ``hiring/`` | Crews and their prices |
| ``arsenal.py`` ``readings.py`` | what a league's Arsenals hold; how it reads the campaign |
| ``setup.py`` ``scoring.py`` ``table.py`` ``zones.py`` | set-up by cards; VP; the table and its zones |
| ``recording/`` | how a game at a real table is recorded |
"""

from rules.edition import Edition
from rules.editions.m4e.arsenal import FourthArsenal
from rules.editions.m4e.cards import CARDS
from rules.editions.m4e.hiring.rules import HIRING
from rules.editions.m4e.readings import READINGS
from rules.editions.m4e.recording.edition import RECORDED
from rules.editions.m4e.rows import ROWS, SIGNS
from rules.editions.m4e.scoring import SCORING
from rules.editions.m4e.setup import SETUP
from rules.editions.m4e.table import RULES

EDITION = Edition(
    code="m4e",
    name="Fourth Edition",
    cards=CARDS,
    hiring=HIRING,
    arsenal=FourthArsenal(),
    readings=READINGS,
    charts="shifting-loyalties-m4e",
    campaigns=("shifting-loyalties", "rising-names"),
    setup=SETUP,
    scoring=SCORING,
    record=RECORDED,
    table=RULES,
    ledger=(
        ("m4e", "Fourth Edition: the game at the table"),
        ("m4e-hiring", "Fourth Edition hiring"),
        ("m4e-campaign", "Fourth Edition leagues"),
    ),
    rows=ROWS,
    signs=SIGNS,
)
