"""An Encounter as it is drawn: who stands where (``board.py``), what a question offers (``offered.py``)."""
