"""Duels: the steps A to F (``steps.py``), fate modifiers (``modifiers.py``), Triggers (``triggers.py``).
What a duel holds while it lasts: ``procedure/in_progress.py``."""
