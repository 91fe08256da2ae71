"""Auras, pulses, blasts and shockwaves (``effects``), the best ``blast_placement``, and ``routes`` through
the air."""
