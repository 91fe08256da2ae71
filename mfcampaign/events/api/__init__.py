"""Endpoints of events. ``reading`` is for everybody with the address, ``playing`` for players by their code,
``ladder`` for ladders, ``teams`` for events of teams, ``organiser`` and ``rounds`` for organisers, ``files``
for tables and whole events; ``tournament`` pairs and ranks players given in the request."""

from mfcampaign.events.api import files, ladder, organiser, playing, reading, rounds, teams, tournament

__all__ = ["files", "ladder", "organiser", "playing", "reading", "rounds", "teams", "tournament"]
