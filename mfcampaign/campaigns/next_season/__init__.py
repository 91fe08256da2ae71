"""The season after a season: who is expected in it, what they keep, and the table of all of them."""
