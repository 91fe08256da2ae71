"""Hiring a Crew: the check, prices, who may join, what may be added (M4-HIRE)."""
