"""Pairings of a week: ``operations`` pairs and changes, ``plan`` is what organisers require, ``queries``
explains.

``values`` computes what ``rules.tournament.pairing`` needs to know; ``stand_ins`` are substitutes for a week.
"""
