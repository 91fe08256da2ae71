"""Divisions of a league, and its next season with promotion and relegation (A-44)."""
