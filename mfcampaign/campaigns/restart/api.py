"""Endpoints of restarts."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from django.http import HttpRequest
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act
from mfcampaign.campaigns import access
from mfcampaign.campaigns.aftermath.api import AftermathAnswer, FallenCards, FlipSource
from mfcampaign.campaigns.aftermath.forms import CardsForm
from mfcampaign.campaigns.api_access import LEAGUE
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.restart import barter
from mfcampaign.campaigns.restart import operations as restarting
from rules.refusal import Refusal

plays = partial(act, access=access.own_entry, page="campaigns:restart", tag="Arsenals")


class RestartAct(Struct, frozen=True, forbid_unknown_fields=True):
    """``ask`` to start anew (with another Faction, if the league allows it), ``call-off``, ``come-in``
    after having joined late."""

    do: Literal["ask", "call-off", "come-in"]
    faction: Annotated[str, Meta(max_length=40)] = ""


@plays("post", f"{LEAGUE}restart/", example={"do": "ask"})
def restart_arsenal(call: PersonCall, entry: Entry, body: RestartAct) -> Done[None]:
    """Request a new Arsenal, cancel the request, or enter late."""
    if body.do == "call-off":
        restarting.call_off(entry, call.user)
        return Done("You keep your Arsenal.", None)
    if body.do == "come-in":
        restarting.join_late(entry, call.user)
        said = "Build your Arsenal; then you are in."
    else:
        restart = restarting.ask(entry, call.user, faction=body.faction)
        if restart.state == restarting.State.QUEUED:
            return Done(f"You start anew with the New Hires of week {restart.begun_week}.", None)
        said = "The old Arsenal is given up. Build the new one."
    return Done(said, None, reverse("campaigns:arsenal_start", args=[entry.campaign.slug]))


@plays("", f"{LEAGUE}restart/begin/")
def begin_barter_flips(call: PersonCall, entry: Entry, body: FlipSource) -> str:
    """Begin the Barter flips of your new Arsenal."""
    barter.begin(entry, call.user, flips=body.source)
    return ""


@plays("", f"{LEAGUE}restart/choose/")
def answer_barter_flip(call: PersonCall, entry: Entry, body: AftermathAnswer) -> str:
    """Answer the open question of your Barter flips."""
    barter.choose(entry, call.user, body.ordinal, body.option, bearer=body.bearer, annihilate=body.annihilate)
    return ""


def _card(request: HttpRequest) -> FallenCards:
    form = CardsForm(request.POST, count=1)
    if not form.is_valid():
        raise Refusal("The card could not be read.", fix="Give its value and its suit.")
    return FallenCards(form.cleaned_data["ordinal"], tuple(form.codes()))


@plays("", f"{LEAGUE}restart/enter/", read_form=_card)
def enter_barter_card(call: PersonCall, entry: Entry, body: FallenCards) -> str:
    """Enter the card that fell on your own table."""
    barter.enter_card(entry, call.user, body.ordinal, body.cards[0])
    return ""
