"""The report of a game: its form, its pages, its words, and what a record of the game fills in."""
