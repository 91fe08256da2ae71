"""Leagues for programs. ``reading`` what anybody may see, ``arsenal`` and ``table`` what players do,
``aftermath`` its questions, ``organising`` and ``levers`` what
organisers do, ``rulings`` what is put right, ``desk`` sums."""

from mfcampaign.campaigns.api import aftermath, arsenal, desk, levers, organising, reading, rulings, table

__all__ = ["aftermath", "arsenal", "desk", "levers", "organising", "reading", "rulings", "table"]
