"""Endpoints of events. ``reading`` is for everybody with the address, ``playing`` for players by their code,
``ladder`` for ladders, ``organiser`` and ``rounds`` for organisers, ``files`` for tables and whole events;
``teams`` for
those of teams; ``tournament`` pairs and ranks players given in the request."""

from mfcampaign.events.api import files, ladder, organiser, playing, reading, rounds, teams, tournament

__all__ = ["files", "ladder", "organiser", "playing", "reading", "rounds", "teams", "tournament"]
