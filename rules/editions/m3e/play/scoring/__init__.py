"""Scoring: protocols and registries of Strategies and Schemes (``registry.py``), order and caps
(``score.py``), and what counts for them (``places.py``)."""
