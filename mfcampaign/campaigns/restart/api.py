"""Endpoints of restarts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import acts
from mfcampaign.campaigns.api_access import LEAGUE, player
from mfcampaign.campaigns.restart import operations as restarting

TAG = "Arsenals"


class RestartAct(Struct, frozen=True, forbid_unknown_fields=True):
    """``ask`` to start anew (with another Faction, if the league allows it), ``call-off``, ``come-in``
    after having joined late."""

    do: Literal["ask", "call-off", "come-in"]
    faction: Annotated[str, Meta(max_length=40)] = ""


@acts("post", f"{LEAGUE}restart/", body=RestartAct, tag=TAG, example={"do": "ask"})
def restart_arsenal(call: PersonCall, slug: str) -> None:
    """Request a new Arsenal, cancel the request, or enter late."""
    entry = player(call, slug)
    if call.body.do == "ask":
        restarting.ask(entry, call.user, faction=call.body.faction)
    elif call.body.do == "call-off":
        restarting.call_off(entry, call.user)
    else:
        restarting.join_late(entry, call.user)
