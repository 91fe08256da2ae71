"""The Second Edition: hiring, Arsenals, set-up by cards and record; Encounters are played at real tables."""

from rules.edition import Edition
from rules.editions.m2e import setup
from rules.editions.m2e.arsenal import SecondArsenal
from rules.editions.m2e.cards import CARDS
from rules.editions.m2e.encounter import minutes, weight
from rules.editions.m2e.hiring.rules import HIRING
from rules.editions.m2e.readings import READINGS
from rules.editions.m2e.schemes import WRITTEN
from rules.editions.m2e.table import TABLE
from rules.game.setup.drawn import SetUp
from rules.table.rules import TableRules

EDITION = Edition(
    code="m2e",
    name="Second Edition",
    cards=CARDS,
    hiring=HIRING,
    arsenal=SecondArsenal(),
    readings=READINGS,
    charts="shifting-loyalties-m2e",
    setup=SetUp(
        setup.draw_scenario_m2,
        (*(name for _, name in setup.DEPLOYMENTS), setup.CLOSE),
        setup.CORE_SLUG,
        schemes_chosen=WRITTEN,
        minutes=minutes,
        weight=weight,
    ),
    table=TableRules(policies=TABLE),
)
