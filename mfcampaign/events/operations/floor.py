"""What a round is played for and how long: its scenario and its clock."""

from __future__ import annotations

import secrets
from itertools import count
from typing import Any

import msgspec
from django.utils import timezone

from mfcampaign.audit.operations import operation
from mfcampaign.catalog import queries as catalog
from mfcampaign.events.models import Event, Round
from rules.core.fate.league import fate_of
from rules.core.game.scenario import draw_scenario
from rules.core.refusal import Refusal

MOST_MINUTES = 600


def set_scenario(event: Event, actor: Any, number: int, scenario: dict[str, Any] | None = None) -> Round:
    """Another scenario for a round: ``scenario`` (the core's ``Scenario`` as JSON), or a new flip."""
    with operation(event, actor, kind="round.scenario") as act:
        round_ = round_of(act.row, number)
        if round_.state == Round.State.CLOSED:
            raise Refusal("That round is over.")
        round_.scenario = scenario or drawn_scenario(act.row.season)
        round_.save(update_fields=["scenario"])
        act.say(f"Round {number} is played for {round_.scenario['strategy']}.", round=number)
    return round_


def clock(event: Event, actor: Any, number: int, verb: str, minutes: int = 0) -> Round:
    """``start``, ``pause``, or ``extend`` by so many minutes (negative: shorten)."""
    with operation(event, actor, kind="round.clock") as act:
        round_ = round_of(act.row, number)
        if round_.state != Round.State.OPEN:
            raise Refusal("The clock belongs to a round that is being played.")
        now = timezone.now()
        ends = round_.ends_at
        left = round_.clock_left if ends is None else max(0, int((ends - now).total_seconds()))
        if verb == "start" and ends is None:
            round_.clock_since, told = now, "The clock runs."
        elif verb == "pause" and ends is not None:
            round_.clock_since, told = None, "The clock stands still."
        elif verb == "extend" and 0 < abs(minutes) <= MOST_MINUTES:
            left = max(0, left + 60 * minutes)
            round_.clock_since = now if ends is not None else None
            told = f"{abs(minutes)} minutes {'more' if minutes > 0 else 'less'} for round {number}."
        else:
            raise Refusal("The clock does so already, or minutes are missing.")
        round_.clock_left = left
        round_.save(update_fields=["clock_left", "clock_since"])
        act.say(told, round=number)
    return round_


def drawn_scenario(season: str) -> dict[str, Any]:
    """Strategy, deployment and Schemes by flips of a deck of its own (M3E-SETUP-04 to -06, -15)."""
    deck = fate_of(secrets.token_bytes(32), "event-round")
    flips = (deck.draw(position) for position in count())
    found: dict[str, Any] = msgspec.to_builtins(draw_scenario(lambda: next(flips), catalog.season(season)))
    return found


def round_of(event: Event, number: int) -> Round:
    """``Refusal`` where there is no such round."""
    found = event.played_rounds.filter(number=number).first()
    if found is None:
        raise Refusal("There is no such round.")
    return found
