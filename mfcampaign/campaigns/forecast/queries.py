"""The results of a forecast as its page shows them: figures week by week, and sentences."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from msgspec import Struct

from mfcampaign.campaigns.models import Campaign, Forecast
from mfcampaign.web.drawings.lines import DrawnLine, lines
from rules.campaign.forecast import ForecastTally, add_tallies, spread, tally_from_dict


class ForecastWeek(Struct, frozen=True):
    """One week: Scrip and Arsenal value of the tenth, the middle and the ninetieth of a hundred players;
    losses of one season; masters in a hundred players."""

    week: int
    scrip: tuple[int, int, int]
    value: tuple[int, int, int]
    annihilated: float
    injuries: float
    masters: float


class Outlook(Struct, frozen=True):
    """``done`` of ``wanted`` seasons; the rows are empty before the first part is there."""

    forecast: Forecast
    done: int
    wanted: int
    rows: tuple[ForecastWeek, ...]
    never: float
    pictures: tuple[tuple[str, str], ...]

    @property
    def under_way(self) -> bool:
        return self.done < self.wanted and self.forecast.stopped_at is None

    @property
    def annihilated(self) -> float:
        return round(sum(row.annihilated for row in self.rows), 1)

    @property
    def injuries(self) -> float:
        return round(sum(row.injuries for row in self.rows), 1)


def forecast_of(campaign: Campaign, pk: int) -> Forecast:
    """One forecast of the league with its parts; 404 for another's. Two queries."""
    rows = Forecast.objects.filter(campaign=campaign).select_related("campaign", "charts", "by")
    return get_object_or_404(rows.prefetch_related("parts"), pk=pk)


def outlook(forecast: Forecast) -> Outlook:
    """All parts that are there, together. One query."""
    tally = ForecastTally()
    for part in forecast.parts.all():
        tally = add_tallies(tally, tally_from_dict(part.tally))
    rows = tuple(_row(tally, week) for week in sorted(tally.scrip))
    never = round(100 * tally.masters.get(0, 0) / tally.players, 1) if tally.players else 0.0
    return Outlook(forecast, tally.seasons, forecast.seasons, rows, never, _pictures(rows))


def _row(tally: ForecastTally, week: int) -> ForecastWeek:
    return ForecastWeek(
        week,
        spread(tally.scrip[week]),
        spread(tally.values[week]),
        round(tally.annihilated.get(week, 0) / tally.seasons, 2),
        round(tally.injuries.get(week, 0) / tally.seasons, 2),
        round(100 * tally.masters.get(week, 0) / tally.players, 1),
    )


def _pictures(rows: tuple[ForecastWeek, ...]) -> tuple[tuple[str, str], ...]:
    """Scrip and Arsenal values as lines: the poor, the middling, the rich."""
    if not rows:
        return ()
    weeks = [str(row.week) for row in rows]
    return tuple(
        (title, lines(title, unit, weeks, _lines([getattr(row, name) for row in rows])))
        for title, unit, name in (
            ("Scrip at the end of each week", "Scrip", "scrip"),
            ("Arsenal value at the end of each week", "Soulstones", "value"),
        )
    )


def _lines(spreads: list[tuple[int, int, int]]) -> list[DrawnLine]:
    named = (("one in ten has less", "10"), ("half have less", "50"), ("one in ten has more", "90"))
    return [
        DrawnLine(label, mark, f"line-{number}", tuple(each[number] for each in spreads))
        for number, (label, mark) in enumerate(named)
    ]
