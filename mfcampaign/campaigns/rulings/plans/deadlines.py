"""Moves deadlines of the whole league: those of the open week, and those of weeks to come."""

from __future__ import annotations

import datetime as dt
import itertools
from zoneinfo import ZoneInfo

from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.campaigns import own_games
from mfcampaign.campaigns.models import Campaign, Game, Ruling, Week, WeekPlan
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.requests import Holiday, MoveDeadline
from mfcampaign.campaigns.week.calendar import FIELD, Calendar, What
from rules.campaign.calendar import shifted, wall_between, zone_called
from rules.campaign.rulings.changes import DeadlineSet, ExtensionSet
from rules.refusal import Refusal
from rules.wording import counted_are

LATER = "later"
WHAT: dict[What, str] = {"hires": "hires close", "games": "games and Aftermaths are due"}


class Due(Struct, frozen=True):
    """One deadline in the future."""

    week: int
    what: What
    at: dt.datetime

    @property
    def key(self) -> tuple[int, What]:
        return self.week, self.what


def ahead(campaign: Campaign) -> list[Due]:
    """Every deadline that can still be moved, in its order. Two queries."""
    return from_week(campaign.weeks.order_by("-number").first(), Calendar(campaign))


def from_week(now: Week | None, calendar: Calendar) -> list[Due]:
    """As ``ahead``, of the newest week and the calendar. No query."""
    if calendar.campaign.state in Campaign.OVER:
        return []
    deadlines = _of_open(now) if now is not None else []
    for week in calendar.to_come(now):
        deadlines += [Due(week.number, "hires", week.hires)] if week.number > 1 else []
        deadlines.append(Due(week.number, "games", week.games))
    return deadlines


def _of_open(week: Week) -> list[Due]:
    games = Due(week.number, "games", week.games_close_at)
    if week.state == Week.State.CLOSED:
        return []
    if week.state == Week.State.NEW_HIRES:
        return [Due(week.number, "hires", week.hires_close_at), games]
    return [games]


def plan(draft: Draft, request: MoveDeadline) -> None:
    """Move one deadline; those after it stay, unless the organiser takes them along."""
    campaign = draft.campaign
    dues, place = _deadline(draft, request)
    zone, moved = zone_called(campaign.timezone), dues[place]
    until = _moment(request.until)
    draft.title = f"Week {moved.week}: the {WHAT[moved.what]} {moment_in_words(until, zone)}"
    by = wall_between(moved.at, until, zone)
    later = dues[place + 1 :]
    along = bool(later) and draft.choose(LATER, f"Move every later deadline by the same {_span(by)}")
    after = [replace(moved, at=until)]
    after += [replace(due, at=shifted(due.at, by, zone)) for due in later] if along else later
    if not along:
        after = _with_its_hires(campaign, dues[place:], after, zone)
    _expect_order([*dues[:place], *after])
    for old, new in zip(dues[place:], after, strict=True):
        if old.at != new.at:
            draft.add(_change(old, new, zone))
    _keep_own(draft, moved, until, zone)
    _tell(draft, moved, after, later, zone)


def plan_holiday(draft: Draft, request: Holiday) -> None:
    """Move one deadline and all after it by whole local days."""
    dues, place = _deadline(draft, request)
    zone, moved, later = zone_called(draft.campaign.timezone), dues[place], dues[place + 1 :]
    by = dt.timedelta(days=request.days)
    after = [replace(due, at=shifted(due.at, by, zone)) for due in dues[place:]]
    if after[0].at <= timezone.now():
        raise Refusal("A deadline is in the future.", fix="Move the calendar by fewer days.")
    _expect_order([*dues[:place], *after])
    way = "later" if request.days > 0 else "earlier"
    of = f"the {moved.what} of week {moved.week}"
    draft.title = f"From {of} on everything is {_span(by)} {way}"
    for old, new in zip(dues[place:], after, strict=True):
        if old.at != new.at:
            draft.add(_change(old, new, zone))
    _keep_own(draft, moved, after[0].at, zone)
    _tell(draft, moved, after, later, zone)


def _deadline(draft: Draft, request: MoveDeadline | Holiday) -> tuple[list[Due], int]:
    """The deadlines ahead, and the place of the one asked about."""
    draft.kind = Ruling.Kind.DEADLINE
    dues = ahead(draft.campaign)
    place = next((n for n, due in enumerate(dues) if due.key == (request.week, request.what)), None)
    if place is None:
        raise Refusal("That deadline is past, or there is no such week.", fix="Choose one in the future.")
    return dues, place


def _keep_own(draft: Draft, moved: Due, until: dt.datetime, zone: ZoneInfo) -> None:
    """The games that who rules plays in the open week keep the deadline that was known, when the others'
    comes earlier."""
    week = draft.campaign.weeks.filter(number=moved.week, state=Week.State.GAMES_OPEN).first()
    if week is None or moved.what != "games" or until >= moved.at:
        return
    week.campaign = draft.campaign
    for part in own_games.parts_that_keep(week, draft.actor, moved.at):
        draft.add(
            ExtensionSet(
                sentence=f"{part.entry.label} has until {moment_in_words(moved.at, zone)}, as was known: "
                f"{draft.actor} plays there.",
                entry=part.entry_id,
                part=part.pk,
                before=part.extended_until.isoformat() if part.extended_until else "",
                after=moved.at.isoformat(),
            )
        )


def _moment(written: str) -> dt.datetime:
    try:
        until = dt.datetime.fromisoformat(written)
    except ValueError:
        raise Refusal("Write day and time, such as 2026-03-02T19:00.") from None
    if until.tzinfo is None or until <= timezone.now():
        raise Refusal("A deadline is in the future.", fix="To close now, press Close week.")
    return until.astimezone(dt.UTC)


def _with_its_hires(campaign: Campaign, before: list[Due], after: list[Due], zone: ZoneInfo) -> list[Due]:
    """A week that opens at another time keeps its days for hires: unless they were moved on their own,
    and still close after it opens, they close as long after its opening as in any other week."""
    games = next((n for n, due in enumerate(after) if due.what == "games"), len(after))
    if games + 1 >= len(after):
        return after
    usual_days = dt.timedelta(days=campaign.hire_days)
    hires, rest = after[games + 1], after[games + 2 :]
    of_their_own = wall_between(before[games].at, hires.at, zone) != usual_days
    if of_their_own and hires.at > after[games].at:
        return after
    close = min([shifted(after[games].at, usual_days, zone), *(due.at for due in rest[:1])])
    return [*after[: games + 1], replace(hires, at=close), *rest]


def _expect_order(dues: list[Due]) -> None:
    """The hires of a week close before its games or with them, and no week ends before it opens."""
    for one, other in itertools.pairwise(dues):
        together = one.week == other.week and one.at == other.at
        if one.at >= other.at and not together:
            raise Refusal(
                f"That would put the {one.what} of week {one.week} after the {other.what} of week "
                f"{other.week}.",
                fix="Move the later deadlines first, or take them along.",
            )


def _change(old: Due, new: Due, zone: ZoneInfo) -> DeadlineSet:
    after, before = moment_in_words(new.at, zone), moment_in_words(old.at, zone)
    sentence = f"Week {new.week}: the {WHAT[new.what]} {after} instead of {before}."
    return DeadlineSet(
        sentence=sentence,
        week=new.week,
        what=new.what,
        before=old.at.isoformat(),
        after=new.at.isoformat(),
    )


def _tell(draft: Draft, moved: Due, after: list[Due], later: list[Due], zone: ZoneInfo) -> None:
    """What goes with it by itself, and what does not."""
    campaign = draft.campaign
    if moved.what == "games":
        what = f"week {moved.week + 1} opens" if moved.week < campaign.weeks_total else "the campaign ends"
        draft.explain(f"With its games due, {what}: by {moment_in_words(after[0].at, zone)} at the latest.")
    if later and [due.at for due in later] == [due.at for due in after[1:]]:
        draft.explain("Every later deadline keeps its day and hour.")
    games = Game.objects.filter(
        week__campaign=campaign, week__number=moved.week, state__in=Game.OPEN_STATES
    ).count()
    if games:
        of_week = f"of week {moved.week}"
        still = counted_are(games, f"open game {of_week}", f"open games {of_week}")
        draft.explain(f"{still} due by the new time.")
    longer = draft.campaign.weeks.filter(number=moved.week, parts__extended_until__gt=after[0].at).exists()
    if longer:
        draft.explain("Who was given more time than that keeps it.")
    draft.explain("Calendars and reminders follow.")


def write(campaign: Campaign, change: DeadlineSet) -> None:
    """The week's own row once it has begun, the plan before that."""
    until = {FIELD[change.what]: dt.datetime.fromisoformat(change.after)}
    if not campaign.weeks.filter(number=change.week).update(**until):
        WeekPlan.objects.update_or_create(campaign=campaign, number=change.week, defaults=until)


def expect_unmoved(campaign: Campaign, change: DeadlineSet) -> None:
    """Refuse to take back a deadline that is past, or that was moved again since."""
    due = next((due for due in ahead(campaign) if due.key == (change.week, change.what)), None)
    if due is None or due.at.isoformat() != change.after:
        raise Refusal(
            f"The deadline of week {change.week} is past, or was moved again since.",
            fix="Move it to where it should be.",
        )
    if dt.datetime.fromisoformat(change.before) <= timezone.now():
        raise Refusal(
            f"Week {change.week} cannot go by its former deadline any more.",
            fix="Move it to a time in the future.",
        )


def expect_order_with(draft: Draft) -> None:
    """The deadlines in a draft fit between those that stay."""
    moved = {
        (change.week, change.what): dt.datetime.fromisoformat(change.after)
        for change in draft.changes
        if isinstance(change, DeadlineSet)
    }
    if moved:
        _expect_order([replace(due, at=moved.get(due.key, due.at)) for due in ahead(draft.campaign)])


def moment_in_words(moment: dt.datetime, zone: ZoneInfo) -> str:
    """A moment by the league's own clock, for reading."""
    return f"{moment.astimezone(zone):%a %d %B %Y, %H:%M}"


def _span(by: dt.timedelta) -> str:
    hours = round(abs(by).total_seconds() / 3600)
    days, hours = divmod(hours, 24)
    words = [f"{days} day{'s' if days > 1 else ''}"] if days else []
    words += [f"{hours} hour{'s' if hours > 1 else ''}"] if hours or not days else []
    return " and ".join(words)
