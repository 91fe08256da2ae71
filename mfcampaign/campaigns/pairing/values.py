"""The facts that pairing needs: Arsenal values and earlier meetings, recomputed each time."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from mfcampaign.campaigns.loading import arsenals
from mfcampaign.campaigns.models import (
    Campaign,
    Game,
    GameSide,
    Week,
)
from rules.refusal import Refusal, Total
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences, ordered_pair
from rules.tournament.pairing.swiss import PairedRound


def instead_of_game(outcome: dict[str, Any], labels: Mapping[int, str]) -> str:
    """What came instead of a game that was forfeited: who stayed away, by seat.

    >>> instead_of_game({"forfeit": 1}, {0: "Mara", 1: "Ilse"}), instead_of_game({"unplayed": True}, {})
    ('Ilse did not come', 'nobody played it in time')
    """
    absent = outcome.get("forfeit")
    return "nobody played it in time" if absent is None else f"{labels[absent]} did not come"


def current_week(campaign: Campaign) -> Week | None:
    """The newest week, open or (at the campaign's end) closed; ``None`` before the first."""
    week = Week.objects.filter(campaign=campaign).order_by("-number").first()
    if week is not None:
        week.campaign = campaign
    return week


def arsenal_values(campaign: Campaign) -> dict[int, Total]:
    """Every player's Arsenal value with its lines (SL-SIZE-01)."""
    owned = arsenals(campaign, campaign.entries.all())
    rules = campaign.rules
    value = campaign.played.crew.value
    return {pk: value(arsenal.models, rules) for pk, arsenal in owned.items()}


def meetings(campaign: Campaign) -> dict[int, dict[int, int]]:
    """How often each two were paired, forfeits included, void games not."""
    met: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    sides = GameSide.objects.filter(game__week__campaign=campaign).exclude(game__state=Game.State.VOID)
    games: dict[int, list[int]] = defaultdict(list)
    for game, entry in sides.order_by("seat").values_list("game", "entry"):
        games[game].append(entry)
    for a, b in games.values():
        met[a][b] += 1
        met[b][a] += 1
    return {a: dict(others) for a, others in met.items()}


IN_LEAGUES = tuple(preference for preference in PairingPreference if preference != PairingPreference.TABLES)
"""The preferences a league can have; its players bring their own tables."""


def stored(week: Week) -> tuple[PairingField, PairedRound] | None:
    """What the week was paired from, and the valid round; None for a week without facts."""
    return stored_pairing(week.pairing) if week.pairing.get("facts") else None


def stored_pairing(pairing: Mapping[str, Any]) -> tuple[PairingField, PairedRound]:
    """The same of a pairing as a week keeps it."""
    facts = json.loads(pairing["facts"])
    players = msgspec.convert(facts["players"], tuple[Entrant, ...], strict=False)
    preferences = msgspec.convert(facts["preferences"], PairingPreferences)
    place = {pk: n for n, pk in enumerate(pairing["seats"], start=1)}
    reasons = {
        ordered_pair(place[p["a"]], place[p["b"]]): p["why"] for p in pairing["pairs"] if not p["fixed"]
    }
    field = PairingField(tuple(pairing["seats"]), players, preferences, reasons)
    return field, msgspec.json.decode(pairing["round"], type=PairedRound)


def next_to_pair(campaign: Campaign) -> int:
    """The number of the next week whose games are not paired yet."""
    last = campaign.weeks.order_by("-number").first()
    if last is None:
        return 1
    waits = last.state in (Week.State.NEW_HIRES, Week.State.EVENT)
    return last.number if waits else last.number + 1


class PairingField(Struct, frozen=True):
    """Who is paired, as the pairing reads them, and what is preferred; place n is the n-th of ``seats``.
    ``reasons`` are those of fixed pairs that no organiser fixed."""

    seats: tuple[int, ...]
    players: tuple[Entrant, ...]
    preferences: PairingPreferences
    reasons: Mapping[tuple[int, int], str] = {}

    def entry(self, place: int) -> int:
        return self.seats[place - 1]

    def place(self, entry: int) -> int:
        """``Refusal`` for somebody who is not paired this week."""
        if entry not in self.seats:
            raise Refusal("That player is not paired in this week.", fix="Choose one of those who are.")
        return self.seats.index(entry) + 1
