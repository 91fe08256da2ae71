"""Encounters played by bots, checked after every decision, and written down as text."""
