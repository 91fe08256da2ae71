"""The forecast of a league: simulated seasons that show the effect of settings and charts.

tally     the results as counts
season    what seasons of any campaign share: weeks, pairing, byes, who leads
shifting  seasons of Shifting Loyalties

Every number that the rules decide comes from the rules themselves (Payday, the whole Aftermath with its
flips, hires, byes). Decisions of players and results at the table are assumptions, the same for every
setting; each campaign says its own (``rules.campaign.system.ForecastRules``). Compare two forecasts; none
predicts a game.

Randomness comes only from the forecast's seed and the season's number (the stream of ``fate.shuffle``).
"""
