"""How procedures see the gaming table: one protocol (``interface.py``), a plain without terrain, and the
exact table of ``rules.table``."""
