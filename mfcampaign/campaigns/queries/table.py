"""The league's table, and what pairing needs to know: recomputed from the games each time."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from mfcampaign.campaigns.loading import arsenals
from mfcampaign.campaigns.models import Campaign, Encounter, EncounterSide, Entry, Week, WeekEntry
from mfcampaign.organizing.standings import Holding, Score, Standing
from mfcampaign.organizing.standings import standings as rank
from rules.core.campaign.arsenal import arsenal_value
from rules.core.refusal import Total

PLAYED = (Encounter.State.AFTERMATH, Encounter.State.CLOSED)


def current_week(campaign: Campaign) -> Week | None:
    """The newest week, open or (at the campaign's end) closed; ``None`` before the first."""
    found = Week.objects.filter(campaign=campaign).order_by("-number").first()
    if found is not None:
        found.campaign = campaign
    return found


def labels(campaign: Campaign) -> dict[int, str]:
    """How pages name each entry."""
    return {entry.pk: entry.label for entry in campaign.entries.select_related("user")}


def arsenal_values(campaign: Campaign) -> dict[int, Total]:
    """Every player's Arsenal value with its lines (SL-SIZE-01)."""
    owned = arsenals(campaign, campaign.entries.all())
    rules = campaign.rules
    return {pk: arsenal_value(arsenal.models, rules) for pk, arsenal in owned.items()}


def standings(campaign: Campaign) -> list[Standing]:
    """The table over everybody who has played or plays: eight queries whatever their number."""
    entries = [e for e in campaign.entries.all() if e.state != Entry.State.BUILDING]
    owned = arsenals(campaign, entries)
    rules = campaign.rules
    byes: dict[int, int] = defaultdict(int)
    for entry in WeekEntry.objects.filter(week__campaign=campaign, bye=True).values_list("entry", flat=True):
        byes[entry] += 1
    holdings = {
        e.pk: Holding(
            scrip=owned[e.pk].scrip,
            arsenal_value=arsenal_value(owned[e.pk].models, rules).amount,
            byes=byes[e.pk],
        )
        for e in entries
    }
    return rank([e.pk for e in entries], scores(campaign), holdings)


def scores(campaign: Campaign) -> list[Score]:
    """Every game with a standing result, as each side sees it. One query."""
    found: list[Score] = []
    for first, second, outcome in _pairs(campaign):
        for seat, (own, other) in enumerate(((first, second), (second, first))):
            winner = outcome["winner"]
            won = None if winner is None else winner == seat
            found.append(Score(own, other, outcome["vp"][seat], outcome["vp"][1 - seat], won))
    return found


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


def _pairs(campaign: Campaign) -> list[tuple[int, int, dict[str, Any]]]:
    sides = (
        EncounterSide.objects.filter(encounter__week__campaign=campaign, encounter__state__in=PLAYED)
        .order_by("encounter", "seat")
        .values_list("encounter", "entry", "encounter__outcome")
    )
    games: dict[int, tuple[list[int], dict[str, Any]]] = {}
    for game, entry, outcome in sides:
        games.setdefault(game, ([], outcome))[0].append(entry)
    return [(entries[0], entries[1], outcome) for entries, outcome in games.values()]
