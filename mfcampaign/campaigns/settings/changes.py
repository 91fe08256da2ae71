"""Changes what a league is called and when its weeks turn, after it opened.

Its address and what its flips derive from stay. A week ends as it was announced: the open week keeps its
deadlines and its season of Strategies and Schemes, and a change counts from the next week on.
"""

from __future__ import annotations

import copy
import datetime as dt
import hashlib
from collections.abc import Callable, Iterator, Mapping
from zoneinfo import ZoneInfo

import msgspec
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, Week, WeekPlan
from mfcampaign.campaigns.opening.operations import expect_edition, expect_schedule
from mfcampaign.campaigns.week.calendar import Calendar, boundary_of
from mfcampaign.catalog import queries as catalog
from rules.campaign.calendar import instant, shifted, wall_between, zone_called
from rules.refusal import Refusal
from rules.wording import counted

# The first day of a league that has not begun lies at most so far back, or ahead.
DAYS_BACK, DAYS_AHEAD = 31, 366
DAY = dt.timedelta(days=1)


class LeagueFacts(Struct, frozen=True):
    """What organisers may change of a league. ``season``: whose Strategies and Schemes; ``zone``: IANA."""

    name: str
    description: str
    listed: bool
    starts_on: dt.date
    weeks_total: int
    turnover_time: dt.time
    zone: str
    hire_days: int
    season: str


class MovedDate(Struct, frozen=True):
    """A date of a week to come, in words of the league's clock; ``before`` is "" for a week that is new,
    ``after`` for one that is no more."""

    week: int
    what: str
    before: str
    after: str


class ChangePlan(Struct, frozen=True):
    """What a change does, in sentences: ``at_once``, ``later`` (from the next week on), what ``stays``."""

    at_once: tuple[str, ...]
    later: tuple[str, ...]
    dates: tuple[MovedDate, ...]
    stays: tuple[str, ...]

    @property
    def changes(self) -> tuple[str, ...]:
        return (*self.at_once, *self.later)

    @property
    def digest(self) -> str:
        """The same for plans that do the same."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:32]


COLUMNS = {"zone": "timezone"}
LASTING = ("name", "description", "listed")
"""What may be changed of a league that is over, too."""


def facts_of(league: Campaign) -> LeagueFacts:
    """The facts as they are now."""
    return LeagueFacts(*(getattr(league, COLUMNS.get(name, name)) for name in LeagueFacts.__struct_fields__))


def plan(league: Campaign, wanted: LeagueFacts) -> ChangePlan:
    """All that the change would do; ``Refusal`` where it cannot be made. A few queries."""
    now = facts_of(league)
    changed = [name for name in LeagueFacts.__struct_fields__ if getattr(now, name) != getattr(wanted, name)]
    week = league.weeks.order_by("-number").first()
    _expect_possible(league, wanted, changed, week)
    later = _sentences(wanted, changed, LATER)
    if week is not None and later:
        later = [f"From week {week.number + 1} on: {sentence}" for sentence in later]
    at_once = [] if week is not None else later
    return ChangePlan(
        at_once=(*_sentences(wanted, changed, AT_ONCE), *at_once),
        later=() if week is None else tuple(later),
        dates=tuple(_moved(league, wanted, week)),
        stays=tuple(_stays(league, changed, week)),
    )


Words = Mapping[str, Callable[[LeagueFacts], str]]
AT_ONCE: Words = {
    "name": lambda facts: f"The league is called {facts.name}.",
    "description": lambda _: "The description changes.",
    "listed": lambda facts: (
        "The league is in the public list." if facts.listed else "The league is no longer in the public list."
    ),
    "starts_on": lambda facts: f"The first day is {_day(facts.starts_on)}.",
    "weeks_total": lambda facts: f"The league lasts {counted(facts.weeks_total, 'week')}.",
}
LATER: Words = {
    "turnover_time": lambda facts: f"the week turns at {facts.turnover_time:%H:%M}.",
    "zone": lambda facts: f"the league goes by the time of {facts.zone}.",
    "hire_days": lambda facts: f"New Hires stay open for {counted(facts.hire_days, 'day')}.",
    "season": lambda facts: f"Strategies and Schemes are of {_season_name(facts.season)}.",
}


def _season_name(slug: str) -> str:
    season = catalog.season(slug)
    return dict(catalog.season_choices(season.edition)).get(slug, slug)


def _day(day: dt.date) -> str:
    return f"{day:%a} {day.day} {day:%B %Y}"


def _sentences(wanted: LeagueFacts, changed: list[str], words: Words) -> list[str]:
    return [words[name](wanted) for name in words if name in changed]


def _stays(league: Campaign, changed: list[str], week: Week | None) -> Iterator[str]:
    if "name" in changed:
        yield "The league keeps its address, and its flips derive from what they derived from."
    if "listed" in changed:
        yield "Who plays or organises sees it as before."
    if week is not None and week.state != Week.State.CLOSED and not set(LATER).isdisjoint(changed):
        zone = zone_called(league.timezone)
        yield (
            f"Week {week.number} ends as it was announced, by {_moment(week.games_close_at, zone)}, with its "
            "Strategies and Schemes."
        )
    if "zone" in changed:
        yield "Every date to come keeps its hour on the wall, by the new clock."


def _expect_possible(league: Campaign, wanted: LeagueFacts, changed: list[str], week: Week | None) -> None:
    if league.state == Campaign.State.CANCELLED:
        raise Refusal("This league was cancelled and stays as it was.")
    if league.sandbox and wanted.listed:
        raise Refusal("A sandbox is in no list: it is for practice.", fix="Leave it out of the public list.")
    if not wanted.name.strip():
        raise Refusal("A league has a name.", fix="Write one.")
    if league.state == Campaign.State.COMPLETE and not set(changed) <= set(LASTING):
        raise Refusal(
            "This league is over: its weeks stay as they were.",
            fix="Its name, its description and the public list can still be changed.",
        )
    expect_schedule(wanted.zone, wanted.weeks_total, wanted.hire_days)
    if "season" in changed:
        expect_edition(league.edition, wanted.season, None)
    if "starts_on" in changed:
        _expect_first_day(league, wanted.starts_on)
    if "weeks_total" in changed:
        _expect_weeks(league, wanted.weeks_total, week)


def _expect_first_day(league: Campaign, day: dt.date) -> None:
    if league.state not in Campaign.BEFORE_FIRST_WEEK:
        raise Refusal(
            "The first day has passed.", fix="Move the calendar by whole days instead, as a holiday."
        )
    today = timezone.localdate()
    if not today - DAYS_BACK * DAY <= day <= today + DAYS_AHEAD * DAY:
        raise Refusal("The first day lies within the coming year.")


def _expect_weeks(league: Campaign, weeks: int, week: Week | None) -> None:
    if week is not None and weeks < week.number:
        raise Refusal(
            f"Week {week.number} has begun.", fix=f"The league can end with it: {week.number} weeks."
        )
    if hasattr(league, "playoff"):
        raise Refusal("The play-offs have begun, and the last week is their final.")
    if league.next_figures_week is not None and weeks < league.next_figures_week:
        raise Refusal(
            f"Figures are adopted for week {league.next_figures_week}.",
            fix="Keep the present figures first, or leave that week.",
        )


# -- the dates ---------------------------------------------------------------------------------------


def _moved(league: Campaign, wanted: LeagueFacts, week: Week | None) -> Iterator[MovedDate]:
    before = _dates(Calendar(league), week)
    zone, former = zone_called(wanted.zone), zone_called(league.timezone)
    after = _dates(Calendar(_changed(league, wanted), _plans(league, wanted, week)), week)
    for key in sorted({*before, *after}):
        if before.get(key) != after.get(key):
            yield MovedDate(
                key[0],
                WORDS[key[1]],
                _moment(before[key], former) if key in before else "",
                _moment(after[key], zone) if key in after else "",
            )


WORDS = {1: "opens", 2: "hires close", 3: "games and Aftermaths are due"}


def _dates(calendar: Calendar, week: Week | None) -> dict[tuple[int, int], dt.datetime]:
    """Week and what → when, of the weeks to come. The week opens with the games' deadline of the one before,
    so only the first is named."""
    dates = {}
    for days in calendar.to_come(week):
        if days.number == 1:
            dates[1, 1] = days.opens
        else:
            dates[days.number, 2] = days.hires
        dates[days.number, 3] = days.games
    return dates


def _moment(moment: dt.datetime, zone: ZoneInfo) -> str:
    local = moment.astimezone(zone)
    return f"{_day(local.date())}, {local:%H:%M}"


def _changed(league: Campaign, wanted: LeagueFacts) -> Campaign:
    """The league as it would be; nothing is written."""
    other = copy.copy(league)
    for name in LeagueFacts.__struct_fields__:
        setattr(other, COLUMNS.get(name, name), getattr(wanted, name))
    return other


def _plans(league: Campaign, wanted: LeagueFacts, week: Week | None) -> list[WeekPlan]:
    """What was planned for weeks to come, by the new clock and days; and the weeks that are new, where the
    last ones were planned: each goes on from the one before by the wall's clock."""
    begun = week.number if week is not None else 0
    old = {
        plan.number: plan
        for plan in WeekPlan.objects.filter(campaign=league, number__gt=begun, number__lte=wanted.weeks_total)
    }
    opened = {days.number: days.opens for days in Calendar(league).to_come(week)}
    plans = [_by_new_clock(league, wanted, plan, opened.get(plan.number)) for plan in old.values()]
    if wanted.weeks_total <= league.weeks_total or not old:
        return plans
    zone = zone_called(wanted.zone)
    last = [*Calendar(_changed(league, wanted), plans).to_come(week)]
    games = {days.number: days.games for days in last}
    opens = games.get(league.weeks_total) or (week.games_close_at if week else boundary_of(league, 1))
    for number in range(max(league.weeks_total, begun) + 1, wanted.weeks_total + 1):
        if number in old:
            opens = games[number]
            continue
        hires, due = (shifted(opens, n * DAY, zone) for n in (wanted.hire_days, 7))
        plans.append(WeekPlan(campaign=league, number=number, hires_close_at=hires, games_close_at=due))
        opens = due
    return plans


def _by_new_clock(
    league: Campaign, wanted: LeagueFacts, plan: WeekPlan, opens: dt.datetime | None
) -> WeekPlan:
    """A planned week with the same days. What was due as the week turns, turns with it; hires that closed so
    many days after the opening as usual still do."""
    former, zone = zone_called(league.timezone), zone_called(wanted.zone)
    later = wanted.starts_on - league.starts_on

    def moved(moment: dt.datetime | None, by: dt.timedelta = dt.timedelta()) -> dt.datetime | None:
        if moment is None:
            return None
        wall = moment.astimezone(former).replace(tzinfo=None) + later + by
        time = wanted.turnover_time if wall.time() == league.turnover_time else wall.time()
        return instant(wall.date(), time, zone)

    usual = league.hire_days * DAY
    extra = dt.timedelta()
    if opens is not None and plan.hires_close_at is not None:
        if wall_between(opens, plan.hires_close_at, former) == usual:
            extra = (wanted.hire_days - league.hire_days) * DAY
    return WeekPlan(
        campaign=league,
        number=plan.number,
        hires_close_at=moved(plan.hires_close_at, extra),
        games_close_at=moved(plan.games_close_at),
    )


# -- the act -----------------------------------------------------------------------------------------


def preview(league: Campaign, wanted: LeagueFacts) -> ChangePlan:
    """As ``plan``; ``Refusal`` where nothing would change."""
    planned = plan(league, wanted)
    if not planned.changes:
        raise Refusal("Nothing would change.", fix="Change a field first.")
    return planned


def change(
    campaign: Campaign,
    actor: Actor,
    wanted: LeagueFacts,
    reason: str,
    *,
    seen: str = "",
    key: str | None = None,
) -> ChangePlan:
    """Change the league as it was shown; ``seen`` is the digest of what was.

    ``Refusal`` without a reason once the campaign has begun, and when something happened since.
    """
    with operation(campaign, actor, kind="league.changed", key=key, reason=reason) as act:
        league = act.row
        planned = preview(league, wanted)
        if seen and planned.digest != seen:
            raise Refusal(
                "Something has happened in the league since you looked, so this would do something else now.",
                fix="Look at the preview again.",
            )
        if league.state not in Campaign.BEFORE_FIRST_WEEK and not reason.strip():
            raise Refusal("Say why: everybody in the league can read it.", fix="One sentence is enough.")
        week = league.weeks.order_by("-number").first()
        plans = _plans(league, wanted, week)
        # Weeks that began before each kept its own season play the one the league had.
        league.weeks.filter(season="").update(season=league.season)
        _write_plans(league, plans, week)
        fields = [COLUMNS.get(name, name) for name in LeagueFacts.__struct_fields__]
        for name, field in zip(LeagueFacts.__struct_fields__, fields, strict=True):
            setattr(league, field, getattr(wanted, name))
        league.save(update_fields=fields)
        why = f" ({reason.strip()})" if reason.strip() else ""
        act.say(f"{actor} changed the league: {' '.join(planned.changes)}{why}")
    campaign.refresh_from_db()
    return planned


def _write_plans(league: Campaign, plans: list[WeekPlan], week: Week | None) -> None:
    begun = week.number if week is not None else 0
    league.plans.filter(number__gt=begun).exclude(number__in=[plan.number for plan in plans]).delete()
    for row in plans:
        league.plans.update_or_create(
            number=row.number,
            defaults={"hires_close_at": row.hires_close_at, "games_close_at": row.games_close_at},
        )
