# ruff: noqa: F401 -- importing a module declares its endpoints
"""Leagues for programs. ``reading`` what anybody may see, ``arsenal`` and ``table`` what players do,
``aftermath`` its questions, ``organising`` and ``levers`` what organisers do, ``rulings`` what is put right,
``pairing`` who meets whom, ``chart_sets`` and ``house`` what is played by, ``history`` what was, ``records``
its work and links, ``travel`` files and forecasts, ``desk`` sums."""

from mfcampaign.campaigns.api import (
    aftermath,
    arsenal,
    chart_sets,
    desk,
    history,
    house,
    levers,
    organising,
    pairing,
    reading,
    records,
    rulings,
    table,
    travel,
)
