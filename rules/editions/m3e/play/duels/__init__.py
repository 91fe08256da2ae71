"""Duels: the steps A to F (``steps.py``), fate modifiers (``modifiers.py``) and Triggers (``triggers.py``).
The data of a duel is in ``procedure/in_progress.py``."""
