"""The table: what stands on it, and exact answers about it. Lengths are inches, base sizes millimetres.

``bases``, ``terrain`` and ``board`` say what a table is; ``measuring``, ``zones`` and ``policies`` (readings
and editions) serve everything else; ``sheet`` is the table as JSON, ``answers`` explains in sentences. The
packages, each building on those before it:

- ``geometry``: convex parts and footprints in the plane
- ``obstacles``: what stops, slows or carries a base: legs of a move, linear terrain, free space, falls
- ``sight``: line of sight, Cover, Concealment, the sight index and the visibility matrix
- ``areas``: auras, pulses, blasts and shockwaves
- ``movement``: Walks, Pushes, Places, flights, engagement, hazards
- ``reach``: the reachable region and the shortest path
- ``presets``: ready-made terrain of both guides, sample tables
- ``checker``, ``generator``: is a table worth playing on, and tables that are
- ``pictures``: the table as SVG
"""
