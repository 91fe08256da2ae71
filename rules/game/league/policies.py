"""The settings by which a league's Encounter is judged, from what was agreed before it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game.league.terms import Terms
from rules.game.results.result import HOUSE, HousePolicies
from rules.game.setup.setup import EncounterSetup


def policies_of(setup: EncounterSetup) -> HousePolicies:
    """The league's settings as the Encounter's terms hold them; the recommended ones elsewhere."""
    terms = setup.terms or Terms()
    threshold = HOUSE.finish_threshold if setup.finish_threshold is None else setup.finish_threshold
    return replace(
        HOUSE,
        finish_threshold=threshold,
        finish_jokers=terms.finish_jokers,
        finish_trigger=terms.finish_trigger,
        withdraw_buried=terms.withdraw_buried,
        event_cap=terms.event_cap,
        early_withdraw_turn=terms.early_withdraw_turn,
        early_withdraw_winner=terms.early_withdraw_winner,
        double_withdrawal=terms.double_withdrawal,
    )
