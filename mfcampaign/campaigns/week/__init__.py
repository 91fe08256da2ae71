"""The weeks of a league: opening, New Hires, pairing, games, closing (ledger sections 4.1 and 4.2).

``operations`` turns the week, ``calendar`` says when, ``fate`` is its sealed seed, ``weekly_event`` and
``scenario`` what it is played for, ``extensions`` more time for one player.
"""
