"""The moments of leagues for calendars: deadlines, weeks to come, the person's games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import access
from mfcampaign.campaigns.game.next_step import OpenGame, open_games
from mfcampaign.campaigns.models import Aftermath, Campaign, Entry, Game, Week
from mfcampaign.campaigns.week.calendar import Calendar
from mfcampaign.web.moments import Moment


def moments(campaign: Campaign, you: Entry | None = None) -> list[Moment]:
    """Every moment of a league in its order; two queries, one more for a player's own games."""
    dates = of_league(campaign, campaign.weeks.all(), Calendar(campaign))
    return of_player(campaign, dates, open_games([you])) if you is not None else dates


def of_league(campaign: Campaign, weeks: Iterable[Week], calendar: Calendar) -> list[Moment]:
    """The moments of a league of its ``weeks``, for whoever looks."""
    if campaign.state == Campaign.State.CANCELLED:
        return []
    by_number = {week.number: week for week in weeks}
    return _sorted((*_lived(campaign, by_number), *_to_come(calendar, by_number)))


def of_player(campaign: Campaign, dates: Iterable[Moment], games: Iterable[OpenGame]) -> list[Moment]:
    """The same for a player: hires lead to where they are made, and their ``open_games`` are among them."""
    if campaign.state == Campaign.State.CANCELLED:
        return []
    hires = reverse("campaigns:hires", args=[campaign.slug])
    own = (replace(date, url=hires) if date.key.endswith("-hires") else date for date in dates)
    return _sorted((*own, *_games(campaign, games)))


def _sorted(dates: Iterable[Moment]) -> list[Moment]:
    return sorted(dates, key=lambda moment: (moment.at, moment.key))


def coming(moments: Iterable[Moment], now: dt.datetime, most: int = 4) -> tuple[Moment, ...]:
    """The next few of ``moments``."""
    return tuple(moment for moment in moments if moment.at > now)[:most]


def _lived(campaign: Campaign, weeks: dict[int, Week]) -> Iterator[Moment]:
    for number, week in sorted(weeks.items()):
        url = reverse("campaigns:week", args=[campaign.slug, number])
        yield Moment(f"week-{number}-opens", f"Week {number} opens", week.opens_at, url)
        if week.state == Week.State.NEW_HIRES:
            what = f"Week {number}: hires close, games are paired"
            yield Moment(f"week-{number}-hires", what, week.hires_close_at, url)
        last = number >= campaign.weeks_total
        then = "the campaign ends" if last else f"week {number + 1} opens"
        yield Moment(
            f"week-{number}-games",
            f"Week {number}: games and Aftermaths are due, {then}",
            week.games_close_at,
            url,
        )


def _to_come(calendar: Calendar, weeks: dict[int, Week]) -> Iterator[Moment]:
    """Weeks that nobody has opened yet: as planned, or by the league's calendar."""
    campaign = calendar.campaign
    if campaign.state == Campaign.State.COMPLETE:
        return
    url = reverse("campaigns:league", args=[campaign.slug])
    now = weeks[max(weeks)] if weeks else None
    for week in calendar.to_come(now):
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


def _games(campaign: Campaign, games: Iterable[OpenGame]) -> Iterator[Moment]:
    for side, opponent in games:
        game, aftermath = side.game, getattr(side, "aftermath", None)
        if game.state not in DUE or (aftermath is not None and aftermath.state == Aftermath.State.LOCKED):
            continue
        other = opponent.entry.label
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
    visit = access.league(user, slug)
    return visit.campaign, moments(visit.campaign, visit.entry)
