"""The factions of the First Edition, by slug (M1-ENC-10)."""

FACTIONS = {
    "guild": "Guild",
    "resurrectionists": "Resurrectionists",
    "arcanists": "Arcanists",
    "neverborn": "Neverborn",
    "outcasts": "Outcasts",
}
