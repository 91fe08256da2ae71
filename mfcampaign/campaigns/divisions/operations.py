"""Names divisions, places players in them, and opens the next season with promotion and relegation (A-44)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.divisions import queries
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, Division, Entry, Placing
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog import queries as catalog
from rules.campaign.readings import spelled_out
from rules.refusal import Refusal
from rules.tournament.divisions import evenly, promoted

MOST = 8
OPEN = (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD, Campaign.State.RUNNING)


def name_divisions(campaign: Campaign, actor: Person, names: Sequence[str]) -> None:
    """The divisions of the league, the highest first; none for one table. Before the first week.

    New divisions take the players evenly, in the order in which they joined; renaming moves nobody.
    """
    clean = [" ".join(name.split())[:40] for name in names if name.strip()]
    with operation(campaign, actor, kind="division.named") as act:
        league = act.row
        if league.state not in Campaign.BEFORE_FIRST_WEEK:
            raise Refusal(
                "Divisions are made before the first week.", rule="A-44", fix="Move players instead."
            )
        if len(clean) == 1 or len(clean) > MOST:
            raise Refusal(f"A league has two to {MOST} divisions, or none.", rule="A-44")
        if len({name.casefold() for name in clean}) != len(clean):
            raise Refusal("Two divisions have the same name.", fix="Name each differently.")
        rows = list(league.divisions.all())
        for rank, name in enumerate(clean, start=1):
            Division.objects.update_or_create(campaign=league, rank=rank, defaults={"name": name})
        league.divisions.filter(rank__gt=len(clean)).delete()
        if clean and len(clean) != len(rows):
            _spread(league)
        act.say(f"The league plays in {', '.join(clean)}." if clean else "The league plays in one table.")


def _spread(league: Campaign) -> None:
    entries = list(league.entries.exclude(state=Entry.State.RETIRED).values_list("pk", flat=True))
    rows = list(league.divisions.all())
    for row, part in zip(rows, evenly(entries, len(rows)), strict=True):
        league.entries.filter(pk__in=part).update(division=row)


def place(campaign: Campaign, actor: Person, entry: int, division: int) -> None:
    """Move a player into a division, until the season is over; played games still count."""
    with operation(campaign, actor, kind="division.placed") as act:
        if act.row.state not in OPEN:
            raise Refusal(
                "This season is over; its divisions are final.", fix="Move players in the next one."
            )
        row = act.row.divisions.filter(pk=division).first()
        player = act.row.entries.select_related("user").filter(pk=entry).first()
        if row is None or player is None:
            raise Refusal("There is no such player or division in this league.", fix="Choose from the lists.")
        player.division = row
        player.save(update_fields=["division"])
        act.say(f"{player.label} plays in the {row.name}.", entry=player.pk)


def open_next_season(
    campaign: Campaign, actor: Person, *, name: str, starts_on: dt.date, key: str | None = None
) -> Campaign:
    """A league with the settings, charts and organisers of this one, which is over; its players are placed
    by the final tables and join without an invitation."""
    with transaction.atomic():
        with operation(campaign, actor, kind="league.next_season", key=key) as act:
            league = act.row
            if league.state != Campaign.State.COMPLETE:
                raise Refusal("The next season opens once this one is over.", rule="A-44")
            if league.next_seasons.exclude(state=Campaign.State.CANCELLED).exists():
                raise Refusal("The next season is open already.", fix="Its name is on the league’s page.")
            following = _following(league, actor, name, starts_on)
            act.say(f"The next season, {following.name}, is open for registration.", slug=following.slug)
        with operation(following, actor, kind="division.seeded") as act:
            act.say(_place_all(league, act.row))
    return following


def _following(league: Campaign, actor: Person, name: str, starts_on: dt.date) -> Campaign:
    pack = catalog.living_pack(league.pack_id)
    following = opening.open_league(
        actor,
        name=name,
        starts_on=starts_on,
        turnover_time=league.turnover_time,
        zone=league.timezone,
        weeks_total=league.weeks_total,
        hire_days=league.hire_days,
        edition=league.edition,
        system=league.system,
        season=league.season,
        description=league.description,
        listed=league.listed,
        policies=spelled_out(league.policies, league.edition),
        pack_id=pack if pack in dict(catalog.pack_choices(actor, league.edition)) else None,
    )
    settings.use_charts(following, actor, drafts.copy_for(league.charts, following.pk, actor).pk)
    following.previous = league
    following.save(update_fields=["previous"])
    for row in league.organisers.exclude(user=actor).select_related("user"):
        opening.add_organiser(following, actor, row.user)
    return following


def _place_all(league: Campaign, following: Campaign) -> str:
    """Where everybody who stayed to the end begins, in a sentence."""
    rows = [row for row in league_page.table(league) if row.entry.state == Entry.State.ACTIVE]
    parts = [part for part in queries.tables(league, rows) if part.pk is not None]
    if not parts:
        return "The players of the former season are notified."
    before = [[row.entry.pk for row in part.rows] for part in parts]
    ranks = {row.entry.pk: (n, row.standing.rank) for n, part in enumerate(parts) for row in part.rows}
    users = dict(league.entries.values_list("pk", "user"))
    counts = {Placing.Move.UP: 0, Placing.Move.DOWN: 0, Placing.Move.STAYS: 0}
    for n, entries in enumerate(promoted(before, league.rules.promotion)):
        division = Division.objects.create(campaign=following, rank=n + 1, name=parts[n].name)
        for pk in entries:
            was, rank = ranks[pk]
            move = Placing.Move.UP if n < was else Placing.Move.DOWN if n > was else Placing.Move.STAYS
            counts[move] += 1
            Placing.objects.create(division=division, user_id=users[pk], place=rank, move=move)
    return f"{counts[Placing.Move.UP]} promoted, {counts[Placing.Move.DOWN]} relegated."
