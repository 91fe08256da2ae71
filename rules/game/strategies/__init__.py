"""The four Strategies (M3E-STRAT), one file each; ``scoring/`` scores them."""
