"""The Third Edition's tables, by the rulebook."""

from __future__ import annotations

from rules.editions.m3e.advice import warnings
from rules.editions.m3e.pieces import GUIDE
from rules.editions.m3e.zones import DEPLOYMENTS
from rules.table.policies import TablePolicies
from rules.table.rules import TableRules

RULES = TableRules(policies=TablePolicies(), deployments=DEPLOYMENTS, guide=GUIDE, advice=warnings)
