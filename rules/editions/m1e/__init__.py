"""The First Edition: hiring, set-up by cards, the score sheet, play on screen and record."""

from rules.campaign.readings import Readings
from rules.edition import Edition
from rules.editions.m1e.cards import CARDS
from rules.editions.m1e.hiring import HIRING
from rules.editions.m1e.rows import ROWS
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
    table=RULES,
    ledger=(("m1e", "First Edition"),),
    rows=ROWS,
)
