"""Seasons on paper for a league: where they begin (``beginnings``), what came out in words (``outlook``)."""
