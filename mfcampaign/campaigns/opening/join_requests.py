"""Requests to join a league without an invitation: a player asks, an organiser accepts or declines."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from mfcampaign.accounts.notification import notify
from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, Entry, JoinRequest
from mfcampaign.campaigns.opening.operations import came_away, expect_joinable, join
from rules.refusal import Refusal

State = JoinRequest.State
MOST_OPEN, MOST_OF_ONE = 50, 5


def ask(
    campaign: Campaign, user: Person, *, faction: str, crew_name: str = "", words: str = ""
) -> JoinRequest:
    """Ask to play; a second time changes what the first said while nobody has answered."""
    with operation(campaign, user, kind="league.join_asked") as act:
        league = act.row
        entry = league.entries.filter(user=user).select_related("campaign").first()
        if entry is not None and not came_away(entry):
            raise Refusal(
                f"You are in {league.name} already.", fix="If you left it, an organiser can bring you back."
            )
        expect_joinable(league, user, faction, crew_name)
        waiting = league.join_requests.filter(state=State.OPEN)
        earlier = waiting.filter(user=user).first()
        if earlier is None and waiting.count() >= MOST_OPEN:
            raise Refusal("Too many ask to join this league just now.", fix="Ask an organiser for a link.")
        if earlier is None and league.join_requests.filter(user=user).count() >= MOST_OF_ONE:
            raise Refusal("You have asked often enough.", fix="Ask an organiser for a link.")
        request = earlier or JoinRequest(campaign=league, user=user)
        request.faction, request.crew_name, request.words = faction, crew_name, words
        request.save()
        act.say(f"{user} asks to join.", organisers_only=True)
        _tell(
            [row.user for row in league.organisers.select_related("user")],
            league,
            f"{user} asks to join {league.name}.",
            "campaigns:members",
            f"asked:{request.pk}",
        )
    return request


def accept(request: JoinRequest, organiser: Person) -> Entry:
    """Let them in, under the Faction they named."""
    with transaction.atomic():
        entry = join(
            request.campaign,
            request.user,
            faction=request.faction,
            crew_name=request.crew_name,
            by=organiser,
        )
        _accepted(request, organiser)
    return entry


def _accepted(request: JoinRequest, organiser: Person) -> None:
    with operation(request.campaign, organiser, kind="league.join_answered") as act:
        fresh = _waiting(request)
        _answer(fresh, State.ACCEPTED, organiser)
        act.say(f"{organiser} accepts {fresh.user}, who asked to join.")
        _tell(
            [fresh.user], act.row, f"You are in {act.row.name}.", "campaigns:league", f"accepted:{fresh.pk}"
        )


def decline(request: JoinRequest, organiser: Person) -> None:
    """Say no; they may ask again."""
    with operation(request.campaign, organiser, kind="league.join_answered") as act:
        fresh = _waiting(request)
        _answer(fresh, State.DECLINED, organiser)
        act.say(f"{organiser} declines {fresh.user}, who asked to join.", organisers_only=True)
        sentence = f"The organisers of {act.row.name} have no place for you."
        _tell([fresh.user], act.row, sentence, "campaigns:league", f"declined:{fresh.pk}")


def withdraw(campaign: Campaign, user: Person) -> None:
    """Take one's own request back while it waits."""
    with operation(campaign, user, kind="league.join_withdrawn") as act:
        fresh = act.row.join_requests.select_for_update().filter(user=user, state=State.OPEN).first()
        if fresh is None:
            raise Refusal("You have not asked to join this league.")
        _answer(fresh, State.WITHDRAWN, None)
        act.say(f"{user} no longer asks to join.", organisers_only=True)


def _waiting(request: JoinRequest) -> JoinRequest:
    rows = JoinRequest.objects.select_for_update(of=("self",)).select_related("user", "campaign")
    fresh = rows.get(pk=request.pk)
    if fresh.state != State.OPEN:
        raise Refusal(f"This request was {fresh.get_state_display()}.")
    return fresh


def _answer(request: JoinRequest, state: str, by: Person | None) -> None:
    request.state, request.answered_by, request.answered_at = state, by, timezone.now()
    request.save(update_fields=["state", "answered_by", "answered_at"])


def _tell(people: list[Person], league: Campaign, subject: str, page: str, key: str) -> None:
    url = reverse(page, args=[league.slug])
    notify(people, kind="membership", subject=subject, url=url, campaign=league, key=f"join/{key}")
