"""The thirteen Schemes (M3E-SCHEME) in three files: those about markers, places and models.
``scoring/score.py`` reveals and scores them."""
