"""Malifaux Third Edition, the core rulebook as the ledger reads it."""

from __future__ import annotations

from rules.core.game.ruleset import Ruleset

M3E = Ruleset(id="m3e")
