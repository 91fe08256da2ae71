"""The reachable region of a move and the shortest path to a place in it.

``reachable_region`` is the face; ``path_search`` the Dijkstra search over ``path_corners`` and
``level_links``; ``rays`` and ``visibility_polygons`` say what a place opens on its level; ``refraction`` is
how paths bend at the edge of Severe terrain; ``move_targets`` and ``toward`` are moves toward or away from
something.
"""
