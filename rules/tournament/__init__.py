"""Events and leagues: pairing rounds, ranking players. Pure; whole numbers, the same answer every time.

``pairing`` the best round for everybody at once, with reasons and a proof; ``matching`` the graph theory
below it; ``round_robin``, ``brackets`` and ``ladder`` the formats that need no search; ``standings`` ranks,
tiebreaks and statistics; ``awards`` the end of a season.
"""
