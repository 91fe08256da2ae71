"""Access of procedures to the gaming table: one protocol (``interface.py``), an open field without terrain,
and the exact table of ``rules.table``."""
