"""The First Edition: hiring, set-up by cards, the score sheet, play on screen and record.

| place | what |
|---|---|
| ``cards.py`` ``factions.py`` ``rows.py`` | what its cards print; its Factions; its rows |
| ``hiring.py`` ``setup.py`` ``special.py`` | hiring; set-up by cards; features and events |
| ``readings.py`` ``table.py`` ``scoring.py`` | numbers and readings; the table; VP and the score sheet |
| ``play/`` ``by_hand.py`` | what is agreed before, the procedures; the referee's hand |
| ``played.py`` ``record.py`` | what pages and operations ask of it; a record of a real table |
| ``shown.py`` | what a page shows of a moment |
| ``simulation/`` ``examples.py`` ``written.py`` | bots; practice Crews; cards as the catalogue keeps them |
"""

from rules.campaign.readings import Readings
from rules.edition import Edition
from rules.editions.m1e.cards import CARDS
from rules.editions.m1e.hiring import HIRING
from rules.editions.m1e.played import PLAYED
from rules.editions.m1e.rows import ROWS
from rules.editions.m1e.scoring import SCORING
from rules.editions.m1e.setup import SETUP
from rules.editions.m1e.table import RULES

EDITION = Edition(
    code="m1e",
    name="First Edition",
    cards=CARDS,
    hiring=HIRING,
    arsenal=None,
    readings=Readings(),
    charts="",
    setup=SETUP,
    scoring=SCORING,
    record=PLAYED,
    play=PLAYED,
    table=RULES,
    ledger=(("m1e", "First Edition"),),
    rows=ROWS,
)
