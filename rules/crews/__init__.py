"""Hiring a Crew (M3E-HIRE): what it may hold, what it costs, and why not.

``catalogue`` the figures; ``crewlist`` what a player writes down; ``hiring`` judges a whole Crew, ``hirable``
one model for a Leader, ``upgrades`` and ``pricing`` their part; ``candidates`` what could be added; ``text``
a Crew as text; ``policies`` the readings of the rules that may differ.
"""
