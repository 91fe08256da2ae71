"""The pairings of a week with reasons and proof, and changes by hand.

The pairing numbers players 1, 2, … in the order of their entries and never uses ids: its reasons and its
certificate therefore remain valid after a league is imported into another portal.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db.models import Q
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.computing import computed, computes
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game.steps import end
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import (
    Availability,
    Campaign,
    Entry,
    Game,
    GameSide,
    PairRule,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.pairing.values import PairingField, stored
from mfcampaign.campaigns.playoffs import queries as playoffs
from mfcampaign.campaigns.restart import queries as restart_page
from rules.refusal import Refusal
from rules.tournament.divisions import pairs_within
from rules.tournament.pairing.certificate_check import Unproven, verify
from rules.tournament.pairing.changes import Change, repair_round, swap
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences, ordered_pair
from rules.tournament.pairing.swiss import Pair, PairedRound, pair_round
from rules.tournament.round_robin import due_in

IN_TURN = "Everybody meets everybody, and it is the turn of these two."


class ProvenRound(NamedTuple):
    """A round with its certificate as text, and what that proves."""

    round: PairedRound
    certificate: str
    proven: str


def _proven(round_: PairedRound) -> ProvenRound:
    certificate = round_.certificate.to_json() if round_.certificate else ""
    try:
        proven = verify(json.loads(certificate)) if certificate else ""
    except Unproven:  # pragma: no cover  the pairing is wrong; the games go on, the page says so
        proven = ""
    return ProvenRound(round_, certificate, proven)


def _paired(players: Sequence[Entrant], preferences: PairingPreferences) -> ProvenRound:
    return _proven(pair_round(players, preferences))


def _repaired(
    round_: PairedRound,
    players: Sequence[Entrant],
    preferences: PairingPreferences,
    again: Collection[int],
) -> ProvenRound:
    return _proven(repair_round(round_, players, preferences, again=again))


def _kept(field: PairingField, proven: ProvenRound) -> dict[str, Any]:
    """The round as a week keeps it: pairs and bye by entry, facts, certificate, and what was proven."""
    round_ = proven.round
    return {
        "pairs": [_pair_in_words(p, field) for p in round_.pairs],
        "bye": None if round_.bye is None else field.entry(round_.bye),
        "bye_reason": round_.bye_reason,
        "apart": [{"a": field.entry(a), "b": field.entry(b)} for a, b in round_.apart],
        "seats": list(field.seats),
        "facts": msgspec.json.encode({"players": field.players, "preferences": field.preferences}).decode(),
        "round": msgspec.json.encode(replace(round_, certificate=None)).decode(),
        "certificate": proven.certificate,
        "proven": proven.proven,
    }


def _pair_in_words(pair: Pair, field: PairingField) -> dict[str, Any]:
    """One pair by entries, with why it is one."""
    why = field.reasons.get(ordered_pair(pair.a, pair.b), "") if pair.fixed else ""
    return {
        "a": field.entry(pair.a),
        "b": field.entry(pair.b),
        "why": why or pair.why,
        "rematch": pair.rematch,
        "fixed": pair.fixed and not why,
    }


def draw(week: Week) -> PairedRound:
    """Pair everyone who plays this week. Part of the act that closes the hires."""
    field = field_of(week, players_of(week))
    proven = computed(_paired, field.players, field.preferences)
    round_ = proven.round
    _seat(week, 1, round_.pairs, field)
    _bye(week, round_, field)
    week.pairing = _kept(field, proven)
    return replace(
        round_,
        pairs=tuple(replace(p, a=field.entry(p.a), b=field.entry(p.b)) for p in round_.pairs),
        bye=None if round_.bye is None else field.entry(round_.bye),
        apart=tuple((field.entry(a), field.entry(b)) for a, b in round_.apart),
    )


def players_of(week: Week) -> list[Entry]:
    """The entries to pair: all present ones; only the play-offs where players agree on their games (A-42)."""
    there = present(week)
    if week.rules.pairing == "free":
        matched = {pk for pair in playoffs.pairs_of(week) for pk in pair}
        return [entry for entry in there if entry.pk in matched]
    return there


def present(week: Week) -> list[Entry]:
    """The entries that can play: active, not sitting out, not away."""
    away = Availability.objects.filter(entry__campaign=week.campaign, week=week.number, away=True)
    out = hires.sits_out(week) | restart_page.not_paired_yet(week) | set(away.values_list("entry", flat=True))
    active = week.campaign.entries.filter(state=Entry.State.ACTIVE)
    return list(active.exclude(pk__in=out).select_related("user", "facts"))


def field_of(
    week: Week, active: Sequence[Entry], seated: Iterable[int] = (), kept: Collection[int] = ()
) -> PairingField:
    """Facts and preferences of now without this week's own pairs; ``seated`` entries keep a place, too, and
    ``kept`` ones their opponents."""
    campaign = week.campaign
    seats = tuple(sorted({entry.pk for entry in active} | set(seated)))
    place = {pk: n for n, pk in enumerate(seats, start=1)}
    table = {row.entry: row for row in league_page.standings(campaign)}
    values = pairing_values.arsenal_values(campaign)
    met = _met(week)
    byes = set(week.parts.filter(bye=True).values_list("entry", flat=True))
    free = {
        row.entry_id: frozenset(row.evenings)
        for row in Availability.objects.filter(entry__in=seats, week=week.number)
    }
    players = []
    for entry in sorted(active, key=lambda e: e.pk):
        facts = getattr(entry, "facts", None)
        players.append(
            Entrant(
                place[entry.pk],
                points=table[entry.pk].points,
                byes=table[entry.pk].byes - (entry.pk in byes),
                met={place[other]: n for other, n in met[entry.pk].items() if n and other in place},
                games=table[entry.pk].played,
                rating=values[entry.pk].amount,
                club=facts.club if facts else "",
                company=facts.company if facts else "",
                place=facts.place if facts else "",
                faction=entry.faction,
                free=free.get(entry.pk, frozenset()),
            )
        )
    preferences, reasons = preferences_of(week, place)
    loose = [player for player in players if seats[player.id - 1] not in kept]
    within = _within_divisions(campaign, loose, preferences, seats)
    preferences = replace(preferences, fixed=preferences.fixed | within.keys())
    return PairingField(seats, tuple(players), preferences, within | reasons)


def _within_divisions(
    campaign: Campaign, players: Sequence[Entrant], preferences: PairingPreferences, seats: Sequence[int]
) -> dict[tuple[int, int], str]:
    """The pairs of each division with their reasons (A-44); none in a league without divisions."""
    names = {row.pk: row.name for row in campaign.divisions.all()}
    entries = campaign.entries.filter(pk__in=seats).exclude(division=None)
    division = dict(entries.values_list("pk", "division")) if names else {}
    of = {p.id: division[seats[p.id - 1]] for p in players if seats[p.id - 1] in division}
    crossed = {p.id: sum(n for other, n in p.met.items() if of.get(other) != of.get(p.id)) for p in players}
    pairs = computed(pairs_within, players, preferences, of, crossed) if of else {}
    return {pair: f"{names[of[pair[0]]]}: {within.why}" for pair, within in pairs.items()}


def preferences_of(
    week: Week, place: dict[int, int]
) -> tuple[PairingPreferences, dict[tuple[int, int], str]]:
    """The league's preferences for this week, by places, and the reasons of pairs that the season
    makes."""
    plan = getattr(week.campaign, "pairing_plan", None)
    rules = PairRule.objects.filter(campaign=week.campaign, lifted_at=None).filter(
        Q(kind=PairRule.Kind.FORBIDDEN) | Q(kind=PairRule.Kind.FIXED, week=week.number)
    )
    pairs: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for rule in rules:
        if rule.a_id in place and rule.b_id in place:
            pairs[rule.kind].add(ordered_pair(place[rule.a_id], place[rule.b_id]))
    matches = _by_places(playoffs.pairs_of(week), place)
    matched = {one for pair in matches for one in pair}
    fixed = {pair for pair in pairs[PairRule.Kind.FIXED] if not matched & {*pair}} | matches.keys()
    forbidden = pairs[PairRule.Kind.FORBIDDEN] - matches.keys()
    turns: dict[tuple[int, int], str] = {}
    if week.rules.pairing == "round_robin":
        decided = {one for pair in fixed for one in pair}
        due = _by_places(dict.fromkeys(_in_turn(week), IN_TURN), place)
        turns = {pair: why for pair, why in due.items() if pair not in forbidden and not decided & {*pair}}
    preferences = PairingPreferences(
        order=tuple(PairingPreference(name) for name in (plan.preferences if plan else ())),
        fixed=frozenset(fixed | turns.keys()),
        forbidden=frozenset(forbidden),
        unit=(2, "win"),
    )
    return preferences, matches | turns


def _by_places(pairs: Mapping[tuple[int, int], str], place: Mapping[int, int]) -> dict[tuple[int, int], str]:
    """Pairs of entries as pairs of places, as far as both are there."""
    return {
        ordered_pair(place[a], place[b]): why for (a, b), why in pairs.items() if a in place and b in place
    }


def _in_turn(week: Week) -> list[tuple[int, int]]:
    """Who meets whom by the round robin of each division, as entries; those who left keep their place in it
    (A-42)."""
    earlier = GameSide.objects.filter(
        game__week__campaign=week.campaign, game__week__number__lt=week.number, game__additional=False
    ).exclude(game__state=Game.State.VOID)
    games: dict[int, list[int]] = defaultdict(list)
    for game, entry in earlier.values_list("game", "entry"):
        games[game].append(entry)
    met: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for a, b in games.values():
        met[a][b] += 1
        met[b][a] += 1
    everybody: dict[int | None, list[int]] = defaultdict(list)
    for pk, division in week.campaign.entries.order_by("pk").values_list("pk", "division"):
        everybody[division].append(pk)
    return [(game.first, game.second) for ids in everybody.values() for game in due_in(ids, week.number, met)]


@computes
def change_places(
    week: Week, actor: Person | None, one: int, other: int, reason: str, *, key: str | None = None
) -> Change:
    """Two players (entries) exchange opponents, or one takes the other's bye; before their games begin.

    ``Refusal`` once a game of theirs has begun, and for those who are not paired or play each other.
    """
    with operation(week.campaign, actor, kind="week.places_changed", key=key, reason=reason) as act:
        week = _locked(week, act)
        changed, field = what_if(week, one, other)
        _put(week, _standing(week)[1], computed(_proven, changed.round), field)
        names = names_of(field)
        broken = " ".join(breach.sentence(names) for breach in changed.breaches)
        sentence = f"{names[field.place(one)]} and {names[field.place(other)]} exchange their places"
        act.say(f"{sentence} in week {week.number}: {reason} {broken}".strip(), week=week.number)
    return changed


def what_if(week: Week, one: int, other: int) -> tuple[Change, PairingField]:
    """What exchanging two entries would make of the round, and what it would break. Nothing is written."""
    field, round_ = _standing(week)
    try:
        return swap(round_, field.place(one), field.place(other), field.players, field.preferences), field
    except ValueError as problem:
        raise Refusal(str(problem), fix="Choose two others.") from None


@computes
def pair_again(
    week: Week, actor: Person | None, entries: Collection[int], reason: str, *, key: str | None = None
) -> PairedRound:
    """Pair ``entries`` again, and players who came or left meanwhile; all other games stay."""
    with operation(week.campaign, actor, kind="week.paired_again", key=key, reason=reason) as act:
        week = _locked(week, act)
        before, round_ = _standing(week)
        loose = set(entries)
        kept_entries = {before.entry(one) for pair in round_.couples for one in pair} - loose
        field = field_of(week, players_of(week), before.seats, kept_entries)
        moved = {n: field.place(pk) for n, pk in enumerate(before.seats, start=1)}
        kept = replace(
            round_,
            pairs=tuple(replace(p, a=moved[p.a], b=moved[p.b]) for p in round_.pairs),
            bye=None if round_.bye is None else moved[round_.bye],
        )
        begun = {n for n in kept.couples if _game(week, field, n).state != Game.State.SCHEDULED}
        again = {field.place(pk) for pk in loose} - {place for pair in begun for place in pair}
        proven = computed(_repaired, kept, field.players, field.preferences, again)
        result = proven.round
        _put(week, kept, proven, field)
        names = names_of(field)
        games = "; ".join(
            f"{names[p.a]} meets {names[p.b]}"
            for p in result.pairs
            if ordered_pair(p.a, p.b) not in kept.couples
        )
        sentence = f"A part of week {week.number} is paired again: {reason}"
        act.say(f"{sentence} {games or 'No game changed'}.", week=week.number)
    return result


def names_of(field: PairingField) -> dict[int, str]:
    """How people call each place."""
    labels = {e.pk: e.label for e in Entry.objects.filter(pk__in=field.seats).select_related("user")}
    return {n: labels[pk] for n, pk in enumerate(field.seats, start=1)}


def _locked(week: Week, act: ActInProgress[Campaign]) -> Week:
    locked = Week.objects.select_for_update().get(pk=week.pk)
    locked.campaign = act.row
    if locked.state != Week.State.GAMES_OPEN:
        raise Refusal("Only a week whose games are open can be changed.", fix="Pair first.")
    return locked


def _standing(week: Week) -> tuple[PairingField, PairedRound]:
    field_and_round = stored(week)
    if field_and_round is None:
        raise Refusal("This week was paired before reasons were kept.", fix="Void its games one by one.")
    return field_and_round


def _game(week: Week, field: PairingField, places: tuple[int, int]) -> Game:
    a, b = (field.entry(place) for place in places)
    games = week.games.filter(additional=False).exclude(state=Game.State.VOID)
    return games.filter(sides__entry=a).get(pk__in=games.filter(sides__entry=b).values("pk"))


def _put(week: Week, before: PairedRound, proven: ProvenRound, field: PairingField) -> None:
    """Games that are no more are void, new ones are seated at new tables."""
    after = proven.round
    for places in sorted(before.couples - after.couples):
        game = _game(week, field, places)
        begun = game.size is not None or game.sides.exclude(crew_submitted_at=None).exists()
        if game.state != Game.State.SCHEDULED or begun:
            raise Refusal(
                f"Table {game.table} has begun: its size is settled or a Crew is in.",
                fix="Leave these two, or have them take their Crews back.",
            )
        end(game, Game.State.VOID, {})
    last = max(week.games.values_list("table", flat=True), default=0)
    new = [pair for pair in after.pairs if ordered_pair(pair.a, pair.b) not in before.couples]
    _seat(week, last + 1, new, field)
    _bye(week, after, field)
    week.pairing = _kept(field, proven)
    week.save(update_fields=["pairing"])


def _seat(week: Week, first: int, pairs: Iterable[Pair], field: PairingField) -> None:
    """A game for each pair, from table ``first`` on."""
    values = pairing_values.arsenal_values(week.campaign)
    for table, pair in enumerate(pairs, start=first):
        a, b = field.entry(pair.a), field.entry(pair.b)
        ceiling = week.campaign.played.crew.ceiling(values[a], values[b], week.campaign.rules).amount
        game_operations.schedule(week, table, Entry(pk=a), Entry(pk=b), ceiling=ceiling)


def _bye(week: Week, round_: PairedRound, field: PairingField) -> None:
    has = None if round_.bye is None else field.entry(round_.bye)
    WeekEntry.objects.filter(week=week, bye=True).exclude(entry=has).update(bye=False)
    if has is not None:
        WeekEntry.objects.update_or_create(week=week, entry_id=has, defaults={"bye": True})


def _met(week: Week) -> dict[int, dict[int, int]]:
    """How often each two met, but for this week's own pairs."""
    counts: dict[int, dict[int, int]] = defaultdict(dict)
    for a, others in pairing_values.meetings(week.campaign).items():
        counts[a] = dict(others)
    sides = GameSide.objects.filter(game__week=week, game__additional=False)
    games: dict[int, list[int]] = defaultdict(list)
    for game, entry in sides.exclude(game__state=Game.State.VOID).values_list("game", "entry"):
        games[game].append(entry)
    for a, b in games.values():
        counts[a][b] -= 1
        counts[b][a] -= 1
    return counts
