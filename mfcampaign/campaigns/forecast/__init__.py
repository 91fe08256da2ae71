"""Simulated seasons of a league: ``rosters`` are the Arsenals they begin with, ``queries`` the results."""
