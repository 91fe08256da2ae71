"""Pages of the catalogue: cards, reference (Upgrades, Strategies, Schemes, releases), packs and house
cards."""
