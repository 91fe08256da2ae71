"""Standings: pure, recomputed from the games each time.

Tied players share their rank (the tiebreaks are a scheme's order), and each figure opens to its lines.
"""
