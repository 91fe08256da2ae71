"""Short words for tests of the pages of one table: who visits, where, with what form."""

from __future__ import annotations

import re
from typing import Any

from django.db.models import F
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import Campaign, Game, GameSide
from mfcampaign.campaigns.scripted import choices, play

HTMX = {"HX-Request": "true"}
# What differs between two answers of the same page for reasons that tell nothing. Acts are counted, and these
# tests add one whenever they change rows by hand.
CHANCE = re.compile(
    rb'(name="csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"|name="key" value="[^"]*"'
    rb'|data-shown="\d+")'
)


def visitor(user: Any = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def at(game: Game, name: str = "game") -> str:
    """The address of a page of that table, or of an act: ``act:choose``."""
    campaign = game.week.campaign
    return reverse(
        name if ":" in name else f"campaigns:{name}", args=[campaign.slug, game.week.number, game.table]
    )


def plain(content: bytes) -> bytes:
    return CHANCE.sub(b"", content)


def reveal(game: Game) -> None:
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()


def count_an_act(game: Game) -> None:
    """Forget what pages remember of this league, as its next act would: rows were changed by hand."""
    Campaign.objects.filter(pk=game.week.campaign_id).update(acts=F("acts") + 1)


def crew_fields(side: GameSide, **extra: Any) -> dict[str, Any]:
    """The form that hires what ``scripted`` play would."""
    crew = choices.crew(side)
    fields: dict[str, Any] = {"leader": crew.leader_id, "model": [h.model_id for h in crew.members]}
    return fields | extra


def report_fields(game: Game, **extra: Any) -> dict[str, Any]:
    """A possible result: 3 to 1, one model of seat 0 Finished Off, one of seat 1 killed by a 2."""
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    first, second = (seat["members"][0]["id"] for seat in game.reveal["seats"])
    return {
        "ended": "5",
        "s0-strategy": ["2", "3"],
        "s0-scheme-0": schemes[0],
        "s0-scheme-0-vp": ["4"],
        "s0-scheme-1": schemes[1],
        f"s0-fate-{first}": "flip",
        f"s0-card-{first}": "9r",
        "s1-strategy": ["5"],
        "s1-scheme-0": schemes[1],
        "s1-scheme-1": schemes[2],
        f"s1-fate-{second}": "flip",
        f"s1-card-{second}": "2t",
    } | extra


def first_model(game: Game, seat: int) -> int:
    model_id: int = game.reveal["seats"][seat]["members"][0]["id"]
    return model_id


def own_aftermath(game: Game, seat: int = 0) -> Any:
    """The aftermath of a seat, freshly read, with all it hangs on."""
    return next(aftermath for aftermath in play.aftermaths(game) if aftermath.side.seat == seat)


def asked(aftermath: Any) -> Any:
    return replay.view(aftermath).ask
