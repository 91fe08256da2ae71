"""Seasons simulated for a league: the Arsenals they begin with (``rosters``), what came out (``queries``)."""
