"""The demo event: its second round is being played; one result waits for confirmation, one was reported
differently by the two players."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from mfcampaign.catalog import queries as catalog
from mfcampaign.events.loading import record
from mfcampaign.events.models import Event, Game, Player
from mfcampaign.events.operations import creation, people, results, round_setup, rounds

NAME = "Evening at the Northern Rail"
WITH_ACCOUNT = 4


def make(organiser: str, names: list[str]) -> Event:
    """The event of ``organiser`` (a sign-in name); the first of ``names`` sign in, the others have codes."""
    users: Any = get_user_model().objects
    host = users.get(username=organiser)
    event = creation.create_event(
        host,
        name=NAME,
        place="The Anvil",
        starts_at=timezone.now() - dt.timedelta(hours=3),
        rounds=3,
        cut=2,
        about="A demonstration: three rounds, then the two best meet.",
        preferences=["mirror", "tables"],
    )
    creation.open_registration(event, host)
    factions = [slug for slug, _ in catalog.faction_choices()]
    for place, name in enumerate(names):
        user = users.get(username=name) if place < WITH_ACCOUNT else None
        player = people.sign_up(event, host, name=name.title(), user=user, by_organiser=True)
        people.declare(event, host, player.number, faction=factions[place % len(factions)])
    people.all_here(event, host)
    creation.begin(event, host)
    _first_round(event, host)
    rounds.pair(event, host)
    rounds.publish(event, host, 2)
    round_setup.clock(event, host, 2, "start")
    creation.announce(event, host, "Round two is being played; the kitchen closes at nine.")
    games = Game.objects.filter(round__event=event, round__number=2).select_related("a", "b")
    one, other, *_ = games.order_by("table", "pk")
    results.report(event, None, one.a, 2, 6, 4)
    results.report(event, None, other.a, 2, 5, 3)
    if other.b is not None:
        results.report(event, None, other.b, 2, 5, 3)
    return event


def _first_round(event: Event, host: Any) -> None:
    rounds.pair(event, host)
    rounds.publish(event, host, 1)
    for place, game in enumerate(g for g in record(event).of_round(1) if g.state != Game.State.CONFIRMED):
        by = place % 5  # at most 8 VP (M3E-TURN-21), however many play
        results.rule(event, host, 1, game.pk, vp=(4 + by, 6 - by))


def guest_links() -> list[tuple[str, str]]:
    """Name and address of those who play the demo event without an account."""
    players = Player.objects.filter(event__name=NAME, user=None).order_by("number")
    return [(p.name, settings.SITE_URL + reverse("events:seat", args=[p.code])) for p in players[:2]]
