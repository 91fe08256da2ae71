"""The two Factions."""

FACTIONS = {"salt": "The Salt", "ember": "The Ember"}
