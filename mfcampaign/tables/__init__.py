"""Gaming tables: generated, drawn by hand, checked against the guides, shared by a short link."""
