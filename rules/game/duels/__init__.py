"""Duels: ``duel.py`` what one is, ``steps.py`` the steps A to F, ``modifiers.py`` what changes a flip,
``triggers.py`` declaring and resolving triggers."""
