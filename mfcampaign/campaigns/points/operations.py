"""Gives points beside results and takes them back; puts players into teams."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, PointsGiven
from mfcampaign.campaigns.pairing.values import current_week
from rules.columns import Criterion
from rules.refusal import Refusal
from rules.wording import counted, listed

MOST = 20
LONGEST_TEAM = 40


def give_points(
    campaign: Campaign,
    actor: Person,
    entries: Collection[int],
    points: int,
    why: str,
    *,
    key: str | None = None,
) -> None:
    """Each of ``entries`` gets so many points (below 0: loses them). ``Refusal`` in a league that ranks by
    anything but points, and to oneself."""
    with operation(campaign, actor, kind="points.given", key=key, reason=why) as act:
        league = act.row
        _expect_points(league)
        if not points or abs(points) > MOST:
            raise Refusal(f"Give or take between 1 and {MOST} points.")
        if not why.strip():
            raise Refusal("Say what for: everybody in the league can read it.")
        rows = list(league.entries.filter(pk__in=set(entries)).select_related("user").order_by("pk"))
        if not rows or len(rows) != len(set(entries)):
            raise Refusal("Choose players of this league.")
        week = current_week(league)
        for entry in rows:
            PointsGiven.objects.create(
                campaign=league,
                entry=entry,
                week=week.number if week is not None else None,
                points=points,
                why=why.strip(),
                by=actor,
            )
        verb = "get" if points > 0 else "lose"
        if len(rows) == 1:
            verb += "s"
        names = listed([entry.label for entry in rows])
        act.say(f"{names} {verb} {counted(abs(points), 'point')}: {why.strip()}.")


def take_points_back(campaign: Campaign, actor: Person, given: int, *, key: str | None = None) -> None:
    """What was given or taken by mistake counts for nothing any more."""
    with operation(campaign, actor, kind="points.taken_back", key=key) as act:
        _expect_points(act.row)
        row = act.row.points_given.filter(pk=given).select_related("entry__user").first()
        if row is None or row.taken_back_at is not None:
            raise Refusal("These points do not count any more.")
        row.taken_back_at = timezone.now()
        row.save(update_fields=["taken_back_at"])
        act.say(f"The {counted(abs(row.points), 'point')} of {row.entry.label} for {row.why} are taken back.")


def set_team(campaign: Campaign, actor: Person, entry: int, team: str, *, key: str | None = None) -> None:
    """The team with which a player's results are added up; empty for none."""
    name = " ".join(team.split())
    if len(name) > LONGEST_TEAM:
        raise Refusal(f"A team’s name has at most {LONGEST_TEAM} characters.", fix="Shorten it.")
    with operation(campaign, actor, kind="team.set", key=key) as act:
        if act.row.state in Campaign.OVER:
            raise Refusal("This league has ended: its teams stay as they were.")
        row = act.row.entries.select_related("user").filter(pk=entry).first()
        if row is None:
            raise Refusal("There is no such player in this league.", fix="Choose from the list.")
        if row.team == name:
            return
        row.team = name
        row.save(update_fields=["team"])
        act.say(f"{row.label} plays for the team {name}." if name else f"{row.label} plays for no team.")


def counts_points(league: Campaign) -> bool:
    """Whether the league's table ranks by points."""
    return Criterion.POINTS in league.scheme.order


def _expect_points(league: Campaign) -> None:
    if league.state in Campaign.OVER:
        raise Refusal("This league has ended: its table is final.")
    if not counts_points(league):
        raise Refusal(
            "This league ranks by results alone, so points would change nothing.",
            rule="A-40",
            fix="Give Scrip by a ruling, or rank by points from the next season on.",
        )
