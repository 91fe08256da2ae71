"""Rulings of an organiser: ``changes`` are the facts a ruling is made of, each with its opposite;
``recomputation`` is what a corrected result changes downstream."""
