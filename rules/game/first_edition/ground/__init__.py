"""Terrain of the First Edition: what its pieces do to sight and whom they affect (``pieces.py``), and how two
players set it up in turns (``placing.py``)."""
