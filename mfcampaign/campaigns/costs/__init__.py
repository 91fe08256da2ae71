"""Costs that no source has: stated by whoever has the card, confirmed by an organiser."""
