"""The Aftermath of one side of a game, from the first question to the last effect (SL-AFTER).

``facts`` collects what it starts from, ``session`` replays the stored answers and asks on, ``effects`` writes
what follows, ``operations`` is the entry point of pages and API. ``countersigning`` is the agreement on cards
that players enter from the table.
"""
