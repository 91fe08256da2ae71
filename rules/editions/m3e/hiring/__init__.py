"""Hiring a Crew: the check, prices, who may join, Upgrades, what may be added (M3E-HIRE)."""
