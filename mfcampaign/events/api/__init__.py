"""Events of one day for programs. ``reading`` what whoever has the address may see, ``playing`` what a
player does by their code, ``desk`` and ``rounds`` what organisers do, ``files`` whole events."""

from mfcampaign.events.api import desk, files, playing, reading, rounds

__all__ = ["desk", "files", "playing", "reading", "rounds"]
