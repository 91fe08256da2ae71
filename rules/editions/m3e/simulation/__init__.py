"""Encounters played by bots, checked after every decision, with transcripts."""
