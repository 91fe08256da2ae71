"""The form that starts a forecast."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.campaigns.forecast import operations as forecasting
from mfcampaign.campaigns.forecast.rosters import Players
from mfcampaign.web.forms import number_field


class ForecastForm(forms.Form):
    """How many seasons of how many players are simulated, and on which charts."""

    name = forms.CharField(label="Name", max_length=60)
    seasons = forms.TypedChoiceField(label="Seasons", coerce=int, help_text="More are steadier.")
    players = number_field(Players, "Players", help_text="Once the league runs: those who play.")
    charts = forms.TypedChoiceField(label="Charts", coerce=int)

    def __init__(self, *args: Any, charts: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        of_charts: Any = self.fields["charts"]
        of_charts.choices = charts
        of_seasons: Any = self.fields["seasons"]
        of_seasons.choices = [(number, str(number)) for number in forecasting.SEASONS]
