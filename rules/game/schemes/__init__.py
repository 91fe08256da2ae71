"""The thirteen Schemes (M3E-SCHEME), by what they look at: markers, places, models. ``scoring/score.py``
reveals and ends them."""
