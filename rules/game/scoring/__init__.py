"""Scoring: the protocols and registries of Strategies and Schemes (``registry.py``), order and caps
(``score.py``), where they look (``places.py``)."""
