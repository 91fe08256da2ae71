"""Rulings: an organiser's corrections (docs/decisions/0014-rulings.md).

``requests`` are what may be requested; a module in ``plans`` for each kind turns a request into a plan
(``draft``); ``operations`` previews a plan or carries it out, ``applying`` writes its changes.
"""
