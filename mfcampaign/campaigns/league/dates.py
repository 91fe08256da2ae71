"""The moments of leagues for calendars: deadlines, weeks to come, the person's games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.urls import reverse

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import access
from mfcampaign.campaigns.models import Aftermath, Campaign, Entry, Game, GameSide, Week
from mfcampaign.campaigns.week.calendar import Calendar
from mfcampaign.web.moments import Moment


def moments(campaign: Campaign, you: Entry | None = None) -> list[Moment]:
    """Every moment of a league in its order; three queries, one more for a player's own games."""
    if campaign.state == Campaign.State.CANCELLED:
        return []
    weeks = {week.number: week for week in campaign.weeks.all()}
    dates = [*_lived(campaign, weeks, you), *_to_come(campaign, weeks)]
    if you is not None:
        dates += _games(campaign, you)
    return sorted(dates, key=lambda moment: (moment.at, moment.key))


def coming(campaign: Campaign, now: dt.datetime, you: Entry | None = None, most: int = 4) -> list[Moment]:
    """The next few moments."""
    return [moment for moment in moments(campaign, you) if moment.at > now][:most]


def _lived(campaign: Campaign, weeks: dict[int, Week], you: Entry | None) -> Iterator[Moment]:
    for number, week in weeks.items():
        url = reverse("campaigns:week", args=[campaign.slug, number])
        yield Moment(f"week-{number}-opens", f"Week {number} opens", week.opens_at, url)
        if week.state == Week.State.NEW_HIRES:
            hires = reverse("campaigns:hires", args=[campaign.slug]) if you is not None else url
            what = f"Week {number}: hires close, games are paired"
            yield Moment(f"week-{number}-hires", what, week.hires_close_at, hires)
        last = number >= campaign.weeks_total
        then = "the campaign ends" if last else f"week {number + 1} opens"
        yield Moment(
            f"week-{number}-games",
            f"Week {number}: games and Aftermaths are due, {then}",
            week.games_close_at,
            url,
        )


def _to_come(campaign: Campaign, weeks: dict[int, Week]) -> Iterator[Moment]:
    """Weeks that nobody has opened yet: as planned, or by the league's calendar."""
    if campaign.state == Campaign.State.COMPLETE:
        return
    url = reverse("campaigns:league", args=[campaign.slug])
    now = weeks[max(weeks)] if weeks else None
    for week in Calendar(campaign).to_come(now):
        # The next one opens when the games of this week are due.
        if now is None or week.number > now.number + 1:
            yield Moment(f"week-{week.number}-opens", f"Week {week.number} opens", week.opens, url)


# What is due of a game in each of its states; a dispute is the organiser's to settle.
DUE = {
    Game.State.SCHEDULED: "Your game against {other} is due",
    Game.State.PLAYING: "Your game against {other} is due",
    Game.State.REPORTED: "The result of your game against {other} is due",
    Game.State.AFTERMATH: "The Aftermath of your game against {other} is due",
}


def _games(campaign: Campaign, you: Entry) -> Iterator[Moment]:
    sides = GameSide.objects.filter(
        entry=you, game__week__campaign=campaign, game__state__in=list(DUE)
    ).exclude(aftermath__state=Aftermath.State.LOCKED)
    sides = sides.select_related("game__week").defer("crew", "game__reveal")
    for side in sides.prefetch_related(GameSide.with_players("game__sides")):
        game = side.game
        other = next(s for s in game.sides.all() if s.pk != side.pk).entry.label
        url = reverse("campaigns:game", args=[campaign.slug, game.week.number, game.table])
        due = DUE[Game.State(game.state)].format(other=other)
        yield Moment(
            f"game-{game.pk}",
            f"{due} (week {game.week.number}, table {game.table})",
            game.week.games_close_at,
            url,
            yours=True,
        )


def calendar_of(user: Viewer, slug: str) -> tuple[Campaign, list[Moment]]:
    """One league's moments as ``user`` may know of them; 404 when they may not."""
    standing = access.league(user, slug)
    return standing.campaign, moments(standing.campaign, standing.entry)
