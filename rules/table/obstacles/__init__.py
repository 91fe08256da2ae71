"""What stops, slows or supports a moving base.

``legs``: one straight stretch of a move. ``linear``: walls and fences that are crossed. ``free_space``: where
the centre of a base may be on one level. ``falls``: how far a base falls, onto what, and its damage.
"""
