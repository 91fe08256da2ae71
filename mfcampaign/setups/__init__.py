"""Encounters set up by cards: one, or one for each table or round; shared by a short link, checkable."""
