"""The reachable region of a move and the shortest path to a place in it.

``reachable_region`` has the public functions; ``path_search`` is the Dijkstra search over ``path_corners``
and ``level_links``; ``rays`` and ``visibility_polygons`` compute what is visible from a place on its level;
``refraction`` bends paths at the edge of Severe terrain; ``move_targets`` and ``toward`` are moves toward or
away from something.
"""
