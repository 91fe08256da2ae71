"""The endpoint by which an organiser reminds the players who are waited for."""

from __future__ import annotations

from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import acts
from mfcampaign.campaigns.api_access import LEAGUE, organised
from mfcampaign.notices.operations.detection import remind_waited_for


class Reminded(Struct, frozen=True):
    """The players who were reminded."""

    players: tuple[str, ...]


@acts("post", f"{LEAGUE}organise/remind/", Reminded, scope="organise", tag="Organising")
def remind_players(call: PersonCall, slug: str) -> Reminded:
    """Remind the players who are waited for, each once a day."""
    return Reminded(tuple(remind_waited_for(organised(call, slug), call.user, timezone.now())))
