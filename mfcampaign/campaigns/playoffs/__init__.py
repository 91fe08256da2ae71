"""The play-offs of a season: seeded from the standings, a round each week (A-43)."""
