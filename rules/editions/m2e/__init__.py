"""The Second Edition as far as a league needs it: set-up by cards (``scenario``), the choice of Schemes
(``schemes``), facts about an Encounter (``encounter``).

Its Encounters are played at real tables and recorded (``rules.editions.m2e.record``) or reported at
the end.
"""
