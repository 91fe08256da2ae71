# ruff: noqa: F401 -- importing a module declares its endpoints
"""Leagues for programs. ``reading`` what anybody may see, ``arsenal`` and ``table`` what players do,
``aftermath`` its questions, ``organising`` and ``levers`` what organisers do, ``rulings`` what is put right,
``pairing`` who meets whom, ``chart_sets`` and ``house`` what is played by, ``history`` what was, ``records``
its work and links, ``travel`` files and forecasts, ``desk`` sums."""

from mfcampaign.campaigns.aftermath import api as aftermath
from mfcampaign.campaigns.arsenal import api as arsenal
from mfcampaign.campaigns.calculator import api as calculator
from mfcampaign.campaigns.charts import api as charts
from mfcampaign.campaigns.game import api as game
from mfcampaign.campaigns.game import play_api
from mfcampaign.campaigns.history import api as history
from mfcampaign.campaigns.league import api as league
from mfcampaign.campaigns.opening import api as opening
from mfcampaign.campaigns.organiser import api as organiser
from mfcampaign.campaigns.pairing import api as pairing
from mfcampaign.campaigns.rulings import api as rulings
from mfcampaign.campaigns.transfer import api as transfer
from mfcampaign.campaigns.week import api as week
