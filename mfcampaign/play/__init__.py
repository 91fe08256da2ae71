"""Encounters played here or recorded at a real table (docs/decisions/0017-encounters-as-logs.md). No rule is
here.

``models`` has the rows, ``operations`` the only writers (``operations.log`` the one way into the log),
``queries`` the pages, ``engines`` finds what an Encounter's edition decides. ``loading`` turns rows into the
engine's objects; ``forms`` asks for what an edition agrees on, ``saved_crews``, ``sheets``, ``hiring`` and
``terrain`` are what a set-up is made of; ``fate_proof`` and ``sealing`` concern the shuffles, ``origins``
what a game belongs to, ``clocks`` chess clocks (beside a real table, too: ``operations.table_clocks``),
``watching`` spectators.
"""
