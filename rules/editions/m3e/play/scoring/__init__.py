"""Scoring: protocols and registries of Strategies and Schemes (``registry.py``), order and caps
(``score.py``), and the areas they refer to (``places.py``)."""
