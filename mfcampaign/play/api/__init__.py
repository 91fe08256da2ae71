"""Endpoints of Encounters: ``reading`` state, replay and proof, ``playing`` set-up, answers and shuffles,
``recording`` entries of a real table, ``table_clocks`` the chess clocks beside it."""

from mfcampaign.play.api import playing, reading, recording, table_clocks

__all__ = ["playing", "reading", "recording", "table_clocks"]
