"""Endpoints of a Leader that is built: the draft, the purchase, the Leader as it stands, traitors."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api_access import LEAGUE, Id, entry_of, league, player
from mfcampaign.campaigns.models import Entry, LeaderGrowth
from mfcampaign.campaigns.rising import drafts, exchange, growth
from rules.campaign.rising.growth import Growth
from rules.campaign.rising.start import StartDraft, check_draft
from rules.refusal import CheckReport, Refusal

TAG = "Leaders"
plays = partial(act, access=access.own_entry, page="campaigns:leader", tag=TAG)


class LeaderDraftView(Struct, frozen=True):
    """The draft of a Leader with its models, its bill, and everything that is wrong with it."""

    draft: StartDraft
    report: CheckReport
    legal: bool


class Suggestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Another ``turn`` chooses otherwise where there is a choice."""

    turn: Annotated[int, Meta(ge=0, le=999)] = 0


class TraitorChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the model that changed sides."""

    model: Id


def _building(entry: Entry) -> Entry:
    """``Refusal`` in a league whose Leaders are hired."""
    if not entry.campaign.played.start.leader_is_built:
        raise Refusal("In this league a Leader is hired, not built.")
    return entry


def _view(entry: Entry) -> LeaderDraftView:
    report = check_draft(drafts.draft_of(entry), drafts.stock_of(entry))
    return LeaderDraftView(drafts.draft_of(entry), report, report.legal)


@get(f"{LEAGUE}leader/draft/", LeaderDraftView, tag=TAG)
def leader_draft(call: PersonCall, slug: str) -> LeaderDraftView:
    """Your draft of a Leader and its Arsenal, with its report."""
    return _view(_building(player(call, slug)))


@plays(
    "put",
    f"{LEAGUE}leader/draft/",
    page="",
    example={"leader": {"name": "Nell", "archetype": "generalist"}, "models": ["guild-hound"]},
)
def draft_leader(call: PersonCall, entry: Entry, body: StartDraft) -> Done[LeaderDraftView]:
    """Replace the whole draft, legal or not; the answer names its faults."""
    drafts.save_draft(_building(entry), call.user, body)
    return Done("", _view(entry))


@plays("post", f"{LEAGUE}leader/suggest/", example={"turn": 1})
def suggest_leader(call: PersonCall, entry: Entry, body: Suggestion) -> Done[None]:
    """Choose what is still missing, so that the draft is legal."""
    drafts.suggest(_building(entry), call.user, turn=body.turn)
    address = reverse("campaigns:leader", args=[entry.campaign.slug])
    return Done("A legal draft: change what you like.", None, f"{address}?step=confirm")


@plays("post", f"{LEAGUE}leader/luck/")
def flip_for_luck(call: PersonCall, entry: Entry) -> Done[None]:
    """Make a Lucky Upstart's flip for a piece of Equipment; it is made once."""
    drafts.flip_for_luck(_building(entry), call.user)
    address = reverse("campaigns:leader", args=[entry.campaign.slug])
    return Done("", None, f"{address}?step=confirm")


@plays("post", f"{LEAGUE}leader/found/")
def found_leader(call: PersonCall, entry: Entry) -> Done[None]:
    """Build the Leader and buy the models as drafted; what is left becomes Scrip."""
    spent = drafts.buy(_building(entry), call.user).total.amount
    address = reverse("campaigns:leader_card", args=[entry.campaign.slug, entry.pk])
    return Done(f"Your Leader stands: {spent} Soulstones spent.", None, address)


@get(f"{LEAGUE}entries/<int:entry>/leader/", Growth, tag=TAG)
def leader_of(call: PersonCall, slug: str, entry: int) -> Growth:
    """The Leader of any player of your league, with what it gained; 409 before it is built."""
    owner = entry_of(league(call, slug, access.member), entry)
    try:
        return growth.of(owner)
    except LeaderGrowth.DoesNotExist:
        raise Problem(409, "No Leader is built yet.", fix="Look at the player’s Arsenal.") from None


@plays("post", f"{LEAGUE}leader/traitors/take/", page="campaigns:league", example={"model": 12})
def take_traitor(call: PersonCall, entry: Entry, body: TraitorChoice) -> str:
    """Take a model that changed sides, for nothing, with its Injuries and what it carried."""
    return f"{exchange.take(_building(entry), call.user, body.model)} joins your Arsenal."


@plays("post", f"{LEAGUE}leader/traitors/leave/", page="campaigns:league", example={"model": 12})
def leave_traitor(call: PersonCall, entry: Entry, body: TraitorChoice) -> str:
    """Send a model away that changed sides."""
    return f"{exchange.leave(_building(entry), call.user, body.model)} goes."
