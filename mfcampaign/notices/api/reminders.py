"""The act by which an organiser reminds the players who are waited for."""

from __future__ import annotations

from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE
from mfcampaign.notices.operations.detection import remind_waited_for


class Reminded(Struct, frozen=True):
    """The players who were reminded."""

    players: tuple[str, ...]


@act(
    "post",
    f"{LEAGUE}organise/remind/",
    access.organiser,
    page="campaigns:organise",
    scope="organise",
    tag="Organising",
)
def remind_players(call: PersonCall, visit: LeagueVisit) -> Done[Reminded]:
    """Remind the players who are waited for, each once a day."""
    names = remind_waited_for(visit.campaign, call.user, timezone.now())
    return Done(f"Reminded: {', '.join(names)}.", Reminded(tuple(names)))
