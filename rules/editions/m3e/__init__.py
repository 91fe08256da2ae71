"""The Third Edition: hiring, Arsenals, set-up, play on screen, card scripts and record."""

from rules.edition import Edition
from rules.editions.m3e.arsenal.rules import ThirdArsenal
from rules.editions.m3e.cards import CARDS
from rules.editions.m3e.hiring.rules import HIRING
from rules.editions.m3e.readings import READINGS
from rules.game.setup.drawn import SetUp
from rules.game.setup.scenario import DEPLOYMENTS, draw_scenario
from rules.table.policies import TablePolicies
from rules.table.rules import TableRules

EDITION = Edition(
    code="m3e",
    name="Third Edition",
    unnamed=True,
    cards=CARDS,
    hiring=HIRING,
    arsenal=ThirdArsenal(),
    readings=READINGS,
    charts="shifting-loyalties",
    setup=SetUp(draw_scenario, tuple(DEPLOYMENTS.values()), "gg0"),
    table=TableRules(policies=TablePolicies()),
)
