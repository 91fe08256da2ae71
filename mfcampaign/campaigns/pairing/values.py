"""What pairing needs to know: Arsenal values and who met whom, recomputed each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from mfcampaign.campaigns.loading import arsenals
from mfcampaign.campaigns.models import Campaign, Encounter, EncounterSide, Week
from rules.campaign.arsenal import arsenal_value
from rules.refusal import Total

PLAYED = (Encounter.State.AFTERMATH, Encounter.State.CLOSED)


def instead_of_game(outcome: dict[str, Any], labels: Mapping[int, str]) -> str:
    """What came instead of a game that was forfeited: who stayed away, by seat.

    >>> instead_of_game({"forfeit": 1}, {0: "Mara", 1: "Ilse"}), instead_of_game({"unplayed": True}, {})
    ('Ilse did not come', 'nobody played it in time')
    """
    absent = outcome.get("forfeit")
    return "nobody played it in time" if absent is None else f"{labels[absent]} did not come"


def current_week(campaign: Campaign) -> Week | None:
    """The newest week, open or (at the campaign's end) closed; ``None`` before the first."""
    found = Week.objects.filter(campaign=campaign).order_by("-number").first()
    if found is not None:
        found.campaign = campaign
    return found


def arsenal_values(campaign: Campaign) -> dict[int, Total]:
    """Every player's Arsenal value with its lines (SL-SIZE-01)."""
    owned = arsenals(campaign, campaign.entries.all())
    rules = campaign.rules
    return {pk: arsenal_value(arsenal.models, rules) for pk, arsenal in owned.items()}


def meetings(campaign: Campaign) -> dict[int, dict[int, int]]:
    """How often each two were paired, forfeits included, void games not."""
    met: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    sides = EncounterSide.objects.filter(encounter__week__campaign=campaign).exclude(
        encounter__state=Encounter.State.VOID
    )
    games: dict[int, list[int]] = defaultdict(list)
    for game, entry in sides.order_by("seat").values_list("encounter", "entry"):
        games[game].append(entry)
    for a, b in games.values():
        met[a][b] += 1
        met[b][a] += 1
    return {a: dict(others) for a, others in met.items()}
