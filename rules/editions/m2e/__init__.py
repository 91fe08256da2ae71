"""The Second Edition: hiring, Arsenals, set-up by cards and record; Encounters are played at real tables.

| place | what |
|---|---|
| ``cards.py`` ``factions.py`` ``rows.py`` | what its cards print; its Factions; its rows |
| ``hiring/`` ``arsenal.py`` | Crews and Upgrades; what an Arsenal may hold |
| ``setup.py`` ``schemes.py`` ``encounter.py`` | set-up by cards; choice of Schemes; facts of a game |
| ``scoring.py`` ``table.py`` ``zones.py`` ``terrain.py`` | VP; the table, its zones and terrain |
| ``recorded.py`` ``record.py`` ``upgrades.py`` | what is asked of it; a record; its reminders |
"""

from rules.edition import Edition
from rules.editions.m2e.arsenal import SecondArsenal
from rules.editions.m2e.cards import CARDS
from rules.editions.m2e.hiring.rules import HIRING
from rules.editions.m2e.readings import READINGS
from rules.editions.m2e.recorded import RECORDED
from rules.editions.m2e.rows import ROWS
from rules.editions.m2e.scoring import SCORING
from rules.editions.m2e.setup import SETUP
from rules.editions.m2e.table import RULES

EDITION = Edition(
    code="m2e",
    name="Second Edition",
    cards=CARDS,
    hiring=HIRING,
    arsenal=SecondArsenal(),
    readings=READINGS,
    charts="shifting-loyalties-m2e",
    campaigns=("shifting-loyalties",),
    setup=SETUP,
    scoring=SCORING,
    record=RECORDED,
    table=RULES,
    ledger=(
        ("m2e-hiring", "Second Edition hiring, set-up, scoring"),
        ("m2e-terrain", "Second Edition terrain"),
    ),
    rows=ROWS,
)
