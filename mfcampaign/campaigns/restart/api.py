"""Endpoints of restarts."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from django.http import HttpRequest
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.aftermath.api import AftermathAnswer, Code, FlipSource, Ordinal
from mfcampaign.campaigns.aftermath.forms import CardsForm
from mfcampaign.campaigns.api_access import LEAGUE, player
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.restart import barter
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.restart import queries as restart_page
from rules.campaign.aftermath.asks import Ask
from rules.refusal import Refusal

TAG = "Arsenals"
plays = partial(act, access=access.own_entry, page="campaigns:restart", tag=TAG)


class RestartAct(Struct, frozen=True, forbid_unknown_fields=True):
    """``ask`` to start anew (with another Faction, if the league allows it), ``call-off``, ``come-in``
    after having joined late."""

    do: Literal["ask", "call-off", "come-in"]
    faction: Annotated[str, Meta(max_length=40)] = ""


class NewArsenal(Struct, frozen=True):
    """Your new Arsenal: its ``state`` (empty while there is none), the first week it plays (``None`` while
    that is open), your Scrip, where the cards of its Barter flips come from (``fate``, ``entered``, or empty
    before they begin), the cards that fell, what they brought, and the open question."""

    state: str
    plays_from: int | None
    scrip: int
    flips: str
    cards: tuple[str, ...]
    brought: tuple[str, ...]
    ask: Ask | None


class FallenCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The card that fell at the table, as ``10r``, ``3c``, ``RJ``."""

    ordinal: Ordinal
    card: Code


@get(f"{LEAGUE}restart/", NewArsenal, tag=TAG)
def restart(call: PersonCall, slug: str) -> NewArsenal:
    """Your new Arsenal and the open question of its Barter flips."""
    page = restart_page.restart_page(player(call, slug))
    row = page.restart
    return NewArsenal(
        row.state if row is not None else "",
        page.plays_from,
        page.purse,
        row.flips if row is not None else "",
        tuple(card.code for card in page.cards),
        tuple(sentence for sentence, _ in page.brought),
        page.ask,
    )


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


@plays("post", f"{LEAGUE}restart/begin/", example={"source": "fate"})
def begin_barter_flips(call: PersonCall, entry: Entry, body: FlipSource) -> str:
    """Begin the Barter flips of your new Arsenal."""
    barter.begin(entry, call.user, flips=body.source)
    return ""


@plays("post", f"{LEAGUE}restart/choose/", example={"ordinal": 4, "option": "lock"})
def answer_barter_flip(call: PersonCall, entry: Entry, body: AftermathAnswer) -> str:
    """Answer the open question of your Barter flips."""
    barter.choose(entry, call.user, body.ordinal, body.option, bearer=body.bearer, annihilate=body.annihilate)
    return ""


def _card(request: HttpRequest) -> FallenCard:
    form = CardsForm(request.POST, count=1)
    if not form.is_valid():
        raise Refusal("The card could not be read.", fix="Give its value and its suit.")
    return FallenCard(form.cleaned_data["ordinal"], form.codes()[0])


@plays("post", f"{LEAGUE}restart/enter/", example={"ordinal": 2, "card": "10r"}, read_form=_card)
def enter_barter_card(call: PersonCall, entry: Entry, body: FallenCard) -> str:
    """Enter the card that fell on your own table."""
    barter.enter_card(entry, call.user, body.ordinal, body.card)
    return ""
