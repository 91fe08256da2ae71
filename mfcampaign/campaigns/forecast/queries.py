"""The results of a forecast as its page shows them: figures week by week, and sentences."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from msgspec import Struct

from mfcampaign.campaigns.models import Campaign, Forecast
from mfcampaign.web.drawings.lines import DrawnLine, lines
from rules.campaign.forecast.tally import ForecastTally, add_tallies, spread, tally_from_dict


class ForecastWeek(Struct, frozen=True):
    """One week: Scrip and Arsenal value of the tenth, the middle and the ninetieth of a hundred players, and
    so the rating of the Crews that played; losses, advancements and Crews that ended of one season; masters
    in a hundred players."""

    week: int
    scrip: tuple[int, int, int]
    value: tuple[int, int, int]
    rating: tuple[int, int, int] | None
    annihilated: float
    injuries: float
    masters: float
    advancements: float = 0.0
    ended: float = 0.0


class LeadChance(Struct, frozen=True):
    """In so many of a hundred seasons the player has won the most games at the end, then has the most VP, or
    shares both."""

    label: str
    percent: float


class Outlook(Struct, frozen=True):
    """``done`` of ``wanted`` seasons; the rows are empty before the first part is there. ``leads`` are empty
    where nobody has begun yet, ``never`` is ``None`` where no Master is hired; ``columns`` are the headings
    of the counts in ``cells``."""

    forecast: Forecast
    done: int
    wanted: int
    rows: tuple[ForecastWeek, ...]
    never: float | None
    leads: tuple[LeadChance, ...]
    pictures: tuple[tuple[str, str], ...]

    @property
    def under_way(self) -> bool:
        return self.done < self.wanted and self.forecast.stopped_at is None

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(heading for _, heading in self.forecast.campaign.played.forecast.columns)

    @property
    def cells(self) -> tuple[tuple[ForecastWeek, tuple[float, ...]], ...]:
        names = [name for name, _ in self.forecast.campaign.played.forecast.columns]
        return tuple((row, tuple(getattr(row, name) for name in names)) for row in self.rows)

    @property
    def in_a_season(self) -> tuple[tuple[str, float], ...]:
        """What comes together in a whole season, by its heading."""
        return tuple(
            (heading, round(sum(getattr(row, name) for row in self.rows), 1))
            for name, heading in self.forecast.campaign.played.forecast.columns
            if name != "masters"
        )


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
    never = round(100 * tally.masters.get(0, 0) / tally.players, 1) if tally.masters else None
    return Outlook(
        forecast, tally.seasons, forecast.seasons, rows, never, _leads(forecast, tally), _pictures(rows)
    )


def _row(tally: ForecastTally, week: int) -> ForecastWeek:
    def of_a_season(counts: dict[int, int]) -> float:
        return round(counts.get(week, 0) / tally.seasons, 2)

    return ForecastWeek(
        week,
        spread(tally.scrip[week]),
        spread(tally.values[week]),
        spread(tally.ratings[week]) if tally.ratings.get(week) else None,
        of_a_season(tally.annihilated),
        of_a_season(tally.injuries),
        round(100 * tally.masters.get(week, 0) / tally.players, 1),
        of_a_season(tally.advancements),
        of_a_season(tally.ended),
    )


def _leads(forecast: Forecast, tally: ForecastTally) -> tuple[LeadChance, ...]:
    """The likeliest first."""
    leads = (
        LeadChance(roster["label"], round(100 * tally.leads.get(place, 0) / tally.seasons, 1))
        for place, roster in enumerate(forecast.rosters)
        if tally.leads and roster.get("label")
    )
    return tuple(sorted(leads, key=lambda lead: (-lead.percent, lead.label)))


def _pictures(rows: tuple[ForecastWeek, ...]) -> tuple[tuple[str, str], ...]:
    """Scrip, Arsenal values and ratings as lines: the poor, the middling, the rich."""
    if not rows:
        return ()
    weeks = [str(row.week) for row in rows]
    return tuple(
        (title, lines(title, unit, weeks, _lines([getattr(row, name) for row in rows])))
        for title, unit, name in (
            ("Scrip at the end of each week", "Scrip", "scrip"),
            ("Arsenal value at the end of each week", "Soulstones", "value"),
            ("Campaign Rating of the Crews of each week", "Campaign Rating", "rating"),
        )
        if any(getattr(row, name) for row in rows)
    )


def _lines(spreads: list[tuple[int, int, int] | None]) -> list[DrawnLine]:
    named = (("one in ten has less", "10"), ("half have less", "50"), ("one in ten has more", "90"))
    return [
        DrawnLine(label, mark, f"line-{number}", tuple(each and each[number] for each in spreads))
        for number, (label, mark) in enumerate(named)
    ]
