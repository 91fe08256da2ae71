"""Auras, pulses, blasts and shockwaves (``effects``), and their ``routes`` through the air."""
