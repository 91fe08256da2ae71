"""Names divisions and places players in them (A-44)."""

from __future__ import annotations

from collections.abc import Sequence

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, Division, Entry
from rules.refusal import Refusal
from rules.tournament.divisions import evenly

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
