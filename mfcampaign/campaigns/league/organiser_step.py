"""The organiser's next step in a league, by its phase; none when nothing is due."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse
from msgspec import Struct

from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.snapshots import WeekSnapshot


class OrganiserStep(Struct, frozen=True):
    """``sentence`` says what to do or what goes on; ``word`` is on the button to ``url``. ``due`` is true of
    what the organiser can do now; ``remind`` of what waits for players."""

    sentence: str
    word: str
    url: str
    due: bool
    remind: bool


def organiser_step(
    campaign: Campaign,
    week: WeekSnapshot | None,
    waited_for: tuple[str, ...],
    *,
    entrants: int,
    disputed: int,
    now: dt.datetime,
) -> OrganiserStep | None:
    """The step of ``campaign`` at ``now``; ``None`` once the league has ended. No query."""

    def step(sentence: str, word: str, action: str, *, due: bool) -> OrganiserStep:
        """``action``: an organiser's act, opened on the organisers' page, or an anchor of that page."""
        url = reverse("campaigns:organise", args=[campaign.slug])
        url += action if action.startswith("#") else f"?step={action}#action-{action}"
        return OrganiserStep(sentence, word, url, due, bool(waited_for) and not action.startswith("#"))

    if campaign.state == Campaign.State.REGISTRATION:
        if entrants < 2:
            return step("Invite the players", "Invite players", "#invitation", due=True)
        joined = f"{entrants} players have joined. Close registration when everyone is in"
        return step(joined, "Close registration", "close_registration", due=True)
    waiting = _waiting(waited_for)
    if campaign.state == Campaign.State.ARSENAL_BUILD:
        if waited_for:
            return step(f"{waiting}; then week 1 can start", "Start week 1", "start_campaign", due=False)
        return step("Every Arsenal is ready. Start week 1", "Start week 1", "start_campaign", due=True)
    if campaign.state != Campaign.State.RUNNING or week is None:
        return None
    if week.state == Week.State.EVENT:
        sentence = "Record who won the contest; then the games are paired"
        return step(sentence, "Enter the winners", "#action-contest", due=True)
    if week.state == Week.State.NEW_HIRES:
        sentence, due = waiting or "Everyone is done hiring", not waited_for or now >= week.hires_close_at
        return step(sentence, "Close hires and pair", "close_hires", due=due)
    if week.state != Week.State.GAMES_OPEN:
        return None
    if disputed:
        sentence = "Rule on a disputed game" if disputed == 1 else f"Rule on {disputed} disputed games"
        return step(sentence, "Decide", "#disputes", due=True)
    sentence, due = waiting or f"Every game of week {week.number} is done", now >= week.games_close_at
    return step(sentence, f"Close week {week.number}", "games_due", due=due or not waited_for)


def _waiting(waited_for: tuple[str, ...]) -> str:
    if not waited_for:
        return ""
    return "One thing is still open" if len(waited_for) == 1 else f"{len(waited_for)} things are still open"
