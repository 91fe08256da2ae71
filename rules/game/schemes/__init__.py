"""The thirteen Schemes (M3E-SCHEME), one file each; ``scoring/score.py`` reveals and ends them, ``sets.py``
finds and pays sets of markers."""
