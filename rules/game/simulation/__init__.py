"""Encounters played by bots: what bots share (``bots.py``, ``unseen.py``), what must hold
(``invariants.py``), the loop (``playout.py``), levels compared (``levels.py``), and a transcript."""
