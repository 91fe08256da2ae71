"""Encounters played or recorded here, for programs. ``reading`` how one stands, its replay and proof;
``playing`` answers and shuffles; ``recording`` what happened on a real table;
``league`` the game of a league."""

from mfcampaign.campaigns.game import play_api as league
from mfcampaign.play.api import playing, reading, recording

__all__ = ["league", "playing", "reading", "recording"]
