"""The Aftermath of a league's game: hand, Payday, Barter, Reward, Bounties, Injuries, a new Leader.

``procedure`` is the rulebook's list of phases and its replay; ``asks`` the questions, answers and effects;
``state`` what one run holds. A phase has a file: ``barter``, ``reward``, ``bounties``, ``injuries`` (Payday
is ``rules.campaign.payday``). ``odds`` counts what the next flips may bring.
"""
