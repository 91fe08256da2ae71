"""The four Strategies (M3E-STRAT), one file each; ``scoring/score.py`` scores them."""
