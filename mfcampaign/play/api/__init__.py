"""Encounters played or recorded here, for programs. ``reading`` how one stands, its replay and proof;
``playing`` answers and shuffles; ``recording`` what happened on a real table."""

from mfcampaign.play.api import playing, reading, recording

__all__ = ["playing", "reading", "recording"]
