"""Moves along a given path, and whether they are legal (M3E-MOVE).

``moves``: Walks and other moves, climbing, and terrain markers that move. ``pushes``, ``places``, ``leaps``
(flights and jumps): the other ways to move. ``engagement``: leaving an enemy's range. ``hazards``: what harms
on the way.
"""
