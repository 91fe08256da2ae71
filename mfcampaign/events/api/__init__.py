"""Events of one day for programs. ``reading`` what whoever has the address may see, ``playing`` what a
player does by their code, ``climbing`` ladders, ``desk`` and ``rounds`` what organisers do, ``files`` tables
and whole events, ``tournament`` rounds and standings as pure questions."""

from mfcampaign.events.api import climbing, desk, files, playing, reading, rounds, tournament

__all__ = ["climbing", "desk", "files", "playing", "reading", "rounds", "tournament"]
