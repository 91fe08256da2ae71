"""Events and the deletion of an account: what must be handed over before, and what remains under a
pseudonym."""

from __future__ import annotations

from django.db.models import Count

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.events.models import Event, Player
from mfcampaign.events.operations import people, table_clocks

OVER = (Event.Phase.FINISHED, Event.Phase.CANCELLED)


def hindrances(person: Person) -> list[str]:
    """The events to come or under way that nobody else organises."""
    organised = Event.objects.exclude(phase__in=OVER).filter(organisers__user=person)
    alone = Event.objects.filter(pk__in=organised.values("pk")).annotate(hands=Count("organisers"))
    return [f"You alone organise {event.name}." for event in alone.filter(hands=1).order_by("pk")]


def leave(person: Person, pseudonym: str) -> None:
    """Drop the person out of each event that is not over, and use the pseudonym in all."""
    for player in Player.objects.filter(user=person).select_related("event").order_by("event_id"):
        if not player.event.over and player.state != Player.State.OUT:
            people.leave(player.event, person, player.number, because="left the portal")
        with operation(player.event, person, kind="player.left_portal") as act:
            Player.objects.filter(pk=player.pk).update(name=pseudonym, club="", company="")
            table_clocks.rename(player, pseudonym)
            act.say(f"{pseudonym} left the portal.", player=player.number)
