"""Drawings of an Encounter: the table (``board.py``), its tokens (``tokens.py``), and what a question offers
(``offered.py``)."""
