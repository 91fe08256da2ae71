"""The page of restarts and late entries: its state, and the next step."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.aftermath.forms import CardsForm, ChoiceForm
from mfcampaign.campaigns.league.page import back_to, show
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.restart import barter as restart_barter
from mfcampaign.campaigns.restart import operations as verbs
from mfcampaign.campaigns.restart import queries as restart_page
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def restart(request: PersonRequest, slug: str) -> HttpResponse:
    standing = access.player(request.user, slug)
    entry = standing.entry
    if request.method == "POST":
        do = _ACTS.get(request.POST.get("do", ""))
        if do is None:
            raise Refusal("Nothing was chosen.")
        do(request, entry)
        entry.refresh_from_db()
        building = entry.state == Entry.State.BUILDING
        return back_to("arsenal_start" if building else "restart", slug)
    page = restart_page.restart_page(entry)
    form = None
    if page.flips_here and page.ask is not None:
        form = CardsForm(count=1, ordinal=page.ask.ordinal)
    return show(request, "campaigns/restart/restart.html", standing, page=page, form=form)


def _ask(request: HttpRequest, entry: Entry) -> None:
    restart = verbs.ask(entry, request.user, faction=request.POST.get("faction", ""))
    if restart.state == verbs.State.QUEUED:
        messages.success(request, f"You start anew with the New Hires of week {restart.begun_week}.")
    else:
        messages.success(request, "The old Arsenal is given up. Build the new one.")


def _call_off(request: HttpRequest, entry: Entry) -> None:
    verbs.call_off(entry, request.user)
    messages.success(request, "You keep your Arsenal.")


def _come_in(request: HttpRequest, entry: Entry) -> None:
    verbs.join_late(entry, request.user)
    messages.success(request, "Build your Arsenal; then you are in.")


def _begin(request: HttpRequest, entry: Entry) -> None:
    restart_barter.begin(entry, request.user, flips=request.POST.get("flips", "fate"))


def _choose(request: PersonRequest, entry: Entry) -> None:
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        raise Refusal("This answer could not be read.", fix="Choose again.")
    restart_barter.choose(
        entry,
        request.user,
        form.cleaned_data["ordinal"],
        form.cleaned_data["option"],
        bearer=form.bearer_id(),
    )


def _enter(request: PersonRequest, entry: Entry) -> None:
    form = CardsForm(request.POST, count=1)
    if not form.is_valid():
        raise Refusal("The card could not be read.", fix="Give its value and its suit.")
    restart_barter.enter_card(entry, request.user, form.cleaned_data["ordinal"], form.codes()[0])


_ACTS: dict[str, Callable[[PersonRequest, Entry], None]] = {
    "ask": _ask,
    "call-off": _call_off,
    "come-in": _come_in,
    "begin": _begin,
    "choose": _choose,
    "enter": _enter,
}
