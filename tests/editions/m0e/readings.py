"""How its leagues read the campaign: short purses."""

from rules.campaign.readings import Readings

READINGS = Readings(
    usual={"start_budget": 20, "pool_cap": 2},
    not_asked=frozenset({"dead_mans_hand", "avatar_uses_slot", "let_in_by_upgrade"}),
    notes={"pool_cap": "Two, as in an ordinary game."},
)
