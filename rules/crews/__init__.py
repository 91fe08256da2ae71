"""Hiring a Crew: what it may hold, what it costs, and why not, by the rules of an edition.

``catalogue`` the figures; ``printed`` what their cards print; ``crewlist`` what a player writes down;
``hiring`` what an edition decides, ``policies`` what an organiser does; ``report`` the judgement, ``offers``
what could be added, ``suggestions`` what is proposed; ``text`` a Crew as text.
"""
