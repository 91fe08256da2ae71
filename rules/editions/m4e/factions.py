"""The eight Factions of the Fourth Edition, by slug (M4-HIRE-06)."""

FACTIONS = {
    "guild": "Guild",
    "arcanists": "Arcanists",
    "neverborn": "Neverborn",
    "ten-thunders": "Ten Thunders",
    "resurrectionists": "Resurrectionists",
    "outcasts": "Outcasts",
    "bayou": "Bayou",
    "explorers-society": "Explorer's Society",
}
