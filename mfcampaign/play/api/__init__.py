"""Endpoints of Encounters: ``reading`` state, replay and proof, ``playing`` set-up, answers and shuffles,
``recording`` entries of a real table."""

from mfcampaign.play.api import playing, reading, recording

__all__ = ["playing", "reading", "recording"]
