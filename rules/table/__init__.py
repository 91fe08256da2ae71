"""The table: bases, terrain, measuring, sight, cover, areas, moves, and pictures of them. In inches."""
