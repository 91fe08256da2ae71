"""Rulings of an organiser: ``changes`` are the facts of a ruling, each with its opposite; ``recomputation``
is what follows from a corrected result."""
