"""Encounters played here or recorded at a real table (docs/decisions/0017-encounters-as-logs.md). No rule is
here.

``models`` has the rows, ``operations`` the only writers (``operations.log`` the one way into the log),
``queries`` the pages, ``editions`` what differs between editions. ``loading`` turns rows into the engine's
objects; ``crew_setup``, ``hiring`` and ``terrain`` make the ``Setup``; ``fate_proof`` and ``sealing`` concern
the shuffles, ``origins`` what a game belongs to, ``clocks`` chess clocks, ``watching`` spectators.
"""
