"""The Factions of the Second Edition, by slug (M2-HIRE-05)."""

FACTIONS = {
    "arcanists": "Arcanists",
    "bayou": "Gremlins",
    "guild": "Guild",
    "neverborn": "Neverborn",
    "outcasts": "Outcasts",
    "resurrectionists": "Resurrectionists",
    "ten-thunders": "Ten Thunders",
}
