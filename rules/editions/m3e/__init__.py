"""The Third Edition: hiring, Arsenals, set-up, play on screen, card scripts and record."""

from rules.edition import Edition
from rules.editions.m3e.arsenal.rules import ThirdArsenal
from rules.editions.m3e.cards import CARDS
from rules.editions.m3e.hiring.rules import HIRING
from rules.editions.m3e.readings import READINGS
from rules.editions.m3e.rows import ROWS
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
    setup=SETUP,
    table=RULES,
    ledger=(("m3e", "Third Edition"),),
    rows=ROWS,
)
