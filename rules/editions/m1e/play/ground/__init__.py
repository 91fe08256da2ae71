"""Terrain of the First Edition: what its pieces do to sight and whom they affect (``pieces.py``), how two
players set it up in turns (``placing.py``), what a shared feature is on the table (``features.py``), where a
larger base has room (``room.py``), moves (``movement.py``), pushes that are placements and through a floor
(``pushes.py``)."""
