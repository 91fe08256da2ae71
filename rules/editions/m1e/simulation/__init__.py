"""Bots of the First Edition, and whole Encounters played by them."""
