"""Event days and ladders, on top of ``rules.tournament``.

``models`` has the rows, ``operations`` the only writers; ``loading`` turns rows into the structs of the
library, ``stages`` decides which round comes next, ``ladder`` is the state of a ladder. ``portable`` is an
event as a file, ``demo`` the demo event.
"""
