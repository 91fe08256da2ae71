"""Fate: cards, flips and verifiable shuffles. Bytes and cards in, cards out; no chance of its own.

``cards`` the 54 cards; ``flips`` fate modifiers and what counts; ``shuffle`` the protocol by which anyone
checks a shuffle afterwards; ``dealer`` where the decks of an Encounter come from; ``league`` every flip that
the portal draws for a league's week.
"""
