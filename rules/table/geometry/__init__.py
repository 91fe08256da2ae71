"""Plane geometry: ``plane`` has convex parts, distances and intervals, ``footprints`` what terrain covers."""
