"""The past of a league, computed from the record of its finished games (``record``).

``front`` is the public front page, ``courses`` figures over the weeks, ``lives`` biographies of models and
histories of players, ``figures`` further standings, ``season`` the whole season, ``flips`` the cards of
closed weeks, ``spreadsheets`` the tables for download.
"""
