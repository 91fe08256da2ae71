"""Leagues and the person of an account: what hangs on their places, what must be handed over before they go,
and what remains under a pseudonym."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.models import Count, Q

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import (
    Account,
    Aftermath,
    AftermathDecision,
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    Availability,
    BountyTick,
    Campaign,
    Countersign,
    Debt,
    Entry,
    Game,
    GameProposal,
    GameSide,
    LeaderGrowth,
    LeagueFile,
    LedgerEntry,
    PairRule,
    PlayerFacts,
    PlayOffMatch,
    PlayOffSeed,
    PointsGiven,
    Repayment,
    Report,
    Restart,
    RestartDecision,
    Supplement,
    Tenure,
    Transfer,
    WeekEntry,
)
from mfcampaign.campaigns.sandbox import operations as sandbox

ON_ENTRY: dict[type[models.Model], tuple[str, ...]] = {
    ArsenalModel: ("entry",),
    ArsenalUpgrade: ("entry",),
    ArsenalBounty: ("entry",),
    BountyTick: ("bounty__entry",),
    Account: ("entry",),
    LedgerEntry: ("account__entry",),
    Transfer: ("debit__entry", "credit__entry"),
    Debt: ("entry",),
    Repayment: ("debt__entry",),
    WeekEntry: ("entry",),
    Availability: ("entry",),
    PlayerFacts: ("entry",),
    GameProposal: ("by", "to"),
    GameSide: ("entry",),
    Game: ("sides__entry",),
    Report: ("game__sides__entry",),
    Aftermath: ("side__entry",),
    AftermathDecision: ("aftermath__side__entry",),
    Countersign: ("decision__aftermath__side__entry",),
    Supplement: ("side__entry",),
    Restart: ("entry",),
    RestartDecision: ("restart__entry",),
    PlayOffSeed: ("entry",),
    PlayOffMatch: ("higher", "lower"),
    Tenure: ("entry",),
    LeaderGrowth: ("entry",),
    PointsGiven: ("entry",),
}
"""What hangs on a place in a league, and by which keys. Of a game both sides' reports, and of its sides one's
own: the other's Crew may be hidden yet."""
NOT_ONES_OWN = frozenset({PairRule})
"""What names a place and is the organisers' alone."""


def own_rows(person: Person) -> Iterator[tuple[str, models.QuerySet[Any]]]:
    """What hangs on the person's places in leagues, by model and key. One query, and one for each of them
    where there is a place."""
    own = list(Entry.objects.filter(user=person).values_list("pk", flat=True))
    for model, keys in ON_ENTRY.items() if own else ():
        theirs = Q(*((f"{key}__in", own) for key in keys), _connector=Q.OR)
        hanging = model._base_manager.filter(pk__in=model._base_manager.filter(theirs).values("pk"))
        yield f"{model._meta.label_lower}.{'|'.join(keys)}", hanging


def hindrances(person: Person) -> list[str]:
    """The leagues under way that nobody else organises."""
    under_way = Campaign.objects.exclude(state__in=Campaign.OVER).filter(sandbox_of=None)
    organised = under_way.filter(organisers__user=person)
    alone = Campaign.objects.filter(pk__in=organised.values("pk")).annotate(hands=Count("organisers"))
    return [f"You alone organise {league.name}." for league in alone.filter(hands=1).order_by("pk")]


def leave(person: Person, pseudonym: str) -> None:
    """Delete one's sandboxes and retire from each league under way; Arsenals, games and purses stay, named by
    the pseudonym. Where they live and whom they travel with is forgotten.

    Each league tells it in its diary, so that pages kept since before forget the name.
    """
    for practice in Campaign.objects.filter(organisers__user=person).exclude(sandbox_of=None):
        sandbox.delete(practice, person)
    leagues = Campaign.objects.filter(entries__user=person) | Campaign.objects.filter(organisers__user=person)
    for league in leagues.distinct().order_by("pk"):
        with operation(league, person, kind="league.player_left") as act:
            entries = Entry.objects.filter(campaign=league, user=person)
            if act.row.state not in Campaign.OVER:
                entries.update(state=Entry.State.RETIRED)
            act.say(f"{pseudonym} left the portal; later weeks pair without them.")
    PlayerFacts.objects.filter(entry__user=person).delete()
    Tenure.objects.filter(user=person, label__in=(str(person), person.username)).update(label=pseudonym)
    LeagueFile.objects.filter(owner=person).update(content=b"", name="")
