"""One game of a league, from its pairing to its final result, and additional games (ledger section 4.3).

``operations`` has the steps before the first Turn, ``play`` the Encounter that is played or recorded here,
``results`` report, confirmation and objection, ``schemes`` written Schemes of the Second Edition,
``additional`` additional games. ``report`` has the report's form, its pages, its words, and what a record of
the game fills in. ``next_step`` decides what a side has to do now; ``queries`` loads the pages.
"""
