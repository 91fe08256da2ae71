"""The catalogue: releases of figures, packs of organisers, charts, and what the engine plays of each card.

``models`` has the rows, ``operations`` their only writers, ``queries`` what other apps read. ``cards`` is a
card as plain facts, ``release_cards`` a whole release in memory, ``editions`` what the cards of an edition
print. ``charts`` shows and edits charts, ``house`` house cards; ``build`` makes the data files in ``data``.
``search`` and ``search_page`` are the search, ``abilities`` and ``sheets`` what pages show of a card.
"""
