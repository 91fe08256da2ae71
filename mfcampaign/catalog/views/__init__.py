"""Pages of the catalogue: cards, what else is printed, packs."""
