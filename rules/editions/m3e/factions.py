"""The Factions of the Third Edition, by slug (M3E-FACTION-01). Dead Man's Hand is none that a Crew declares
(M3E-FACTION-02)."""

FACTIONS = {
    "arcanists": "Arcanists",
    "bayou": "Bayou",
    "explorers-society": "Explorer's Society",
    "guild": "Guild",
    "neverborn": "Neverborn",
    "outcasts": "Outcasts",
    "resurrectionists": "Resurrectionists",
    "ten-thunders": "Ten Thunders",
}
DEAD_MANS_HAND = "dead-mans-hand"
