"""Leagues and the deletion of an account: what must be handed over before, and what remains under a
pseudonym."""

from __future__ import annotations

from django.db.models import Count

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, Entry, LeagueFile, PlayerFacts, Tenure

OVER = (Campaign.State.COMPLETE, Campaign.State.CANCELLED)


def hindrances(person: Person) -> list[str]:
    """The leagues under way that nobody else organises."""
    organised = Campaign.objects.exclude(state__in=OVER).filter(organisers__user=person)
    alone = Campaign.objects.filter(pk__in=organised.values("pk")).annotate(hands=Count("organisers"))
    return [f"You alone organise {league.name}." for league in alone.filter(hands=1).order_by("pk")]


def leave(person: Person, pseudonym: str) -> None:
    """Retire from each league under way; Arsenals, games and purses stay, named by the pseudonym. Where they
    live and whom they travel with is forgotten.

    Each league tells it in its diary, so that pages kept since before forget the name.
    """
    leagues = Campaign.objects.filter(entries__user=person) | Campaign.objects.filter(organisers__user=person)
    for league in leagues.distinct().order_by("pk"):
        with operation(league, person, kind="league.player_left") as act:
            entries = Entry.objects.filter(campaign=league, user=person)
            if act.row.state not in OVER:
                entries.update(state=Entry.State.RETIRED)
            act.say(f"{pseudonym} left the portal; later weeks pair without them.")
    PlayerFacts.objects.filter(entry__user=person).delete()
    Tenure.objects.filter(user=person, label__in=(str(person), person.username)).update(label=pseudonym)
    LeagueFile.objects.filter(owner=person).update(content=b"", name="")
