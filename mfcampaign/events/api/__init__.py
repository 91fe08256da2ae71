"""Events of one day for programs. ``reading`` what whoever has the address may see, ``playing`` what a
player does by their code, ``ladder`` ladders, ``organiser`` and ``rounds`` what organisers do, ``files``
tables and whole events, ``tournament`` rounds and standings as pure questions."""

from mfcampaign.events.api import files, ladder, organiser, playing, reading, rounds, tournament

__all__ = ["files", "ladder", "organiser", "playing", "reading", "rounds", "tournament"]
