"""The Third Edition: hiring, Arsenals, set-up, play on screen, card scripts and record.

| place | what |
|---|---|
| ``cards.py`` ``factions.py`` ``rows.py`` | what its cards print; its Factions; its rows |
| ``hiring/`` ``arsenal/`` | Crews and their prices; whom a league hires |
| ``ruleset.py`` ``table.py`` ``scoring.py`` | numbers and policies; the table; VP |
| ``setup.py`` ``zones.py`` | the scenario flips; the Deployment Zones |
| ``statcards.py`` ``scripts/`` ``stored.py`` | cards as data: figures, the vocabulary, reading, telling |
| ``play/`` | what is agreed before; the procedures |
| ``conditions.py`` ``hand.py`` | its Conditions; what the referee's hand may do |
| ``played.py`` ``recording/`` | what is asked of it; a record, its reminders and its end |
| ``shown.py`` ``pictures.py`` | what a page shows of a moment; its auras |
| ``simulation/`` ``examples/`` | bots; practice Crews and Encounters |
"""

from rules.edition import Edition
from rules.editions.m3e.arsenal.rules import ThirdArsenal
from rules.editions.m3e.cards import CARDS
from rules.editions.m3e.hiring.rules import HIRING
from rules.editions.m3e.played import PLAYED
from rules.editions.m3e.readings import READINGS
from rules.editions.m3e.rows import ROWS, SIGNS
from rules.editions.m3e.scoring import SCORING
from rules.editions.m3e.setup import SETUP
from rules.editions.m3e.table import RULES

EDITION = Edition(
    code="m3e",
    name="Third Edition",
    unnamed=True,
    cards=CARDS,
    hiring=HIRING,
    arsenal=ThirdArsenal(),
    readings=READINGS,
    charts="shifting-loyalties",
    campaigns=("shifting-loyalties",),
    setup=SETUP,
    scoring=SCORING,
    record=PLAYED,
    play=PLAYED,
    table=RULES,
    ledger=(("m3e", "Third Edition"),),
    rows=ROWS,
    signs=SIGNS,
)
