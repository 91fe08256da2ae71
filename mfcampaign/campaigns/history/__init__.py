"""The past of a league, computed from the record of its finished games (``record``).

``front_page`` is the public front page, ``series`` figures over the weeks, ``biographies`` of models and
histories of players, ``figures`` further standings, ``season`` the whole season, ``flips`` the cards of
closed weeks, ``spreadsheets`` the tables for download.
"""
