"""Readers of the play-offs for their page, the API and the pairing (A-43)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, Entry, Game, GameSide, PlayOff, PlayOffMatch, Week
from mfcampaign.campaigns.snapshots import EntrySnapshot, entry_snapshot
from rules.tournament import brackets, playoffs
from rules.tournament.brackets import Source, Tie
from rules.tournament.playoffs import Outcome


class BracketPlace(Struct, frozen=True):
    """One half of a match: its player, or in words where they will come from."""

    entry: EntrySnapshot | None
    seed: int | None
    text: str
    vp: int | None = None
    won: bool = False


class MatchView(Struct, frozen=True):
    """One match. ``week`` and ``table`` are those of its game; ``why`` says how the winner was found."""

    number: int
    name: str
    places: tuple[BracketPlace, BracketPlace]
    winner: int | None
    why: str
    bye: bool
    week: int
    table: int | None
    decidable: bool


class RoundView(Struct, frozen=True):
    """One round of the bracket, all in one week."""

    name: str
    week: int
    matches: tuple[MatchView, ...]


class Bracket(Struct, frozen=True):
    """``drawn`` once the seeds are fixed; before that it is the bracket of the present standings."""

    drawn: bool
    size: int
    first_week: int
    rounds: tuple[RoundView, ...]
    champion: EntrySnapshot | None


def pairs_of(week: Week) -> dict[tuple[int, int], str]:
    """The matches due in ``week``, by their two entries in order, each with its reason."""
    playoff = PlayOff.objects.filter(campaign=week.campaign).first()
    if playoff is None:
        return {}
    seeds = list(playoff.seeds.values_list("entry", flat=True))
    by_number = {m.number: m for m in brackets.single_elimination(len(seeds), third=playoff.third)}
    pairs = {}
    for row in playoff.matches.filter(week=week):
        name = playoffs.round_name(by_number[row.number], len(seeds))
        higher, lower = (seeds.index(pk) + 1 for pk in (row.higher_id, row.lower_id))
        pair = (min(row.higher_id, row.lower_id), max(row.higher_id, row.lower_id))
        pairs[pair] = f"Play-offs, {name}: seed {higher} against seed {lower}."
    return pairs


class MatchGame(Struct, frozen=True):
    """The game of a match: its table, and its VP by entry once there is a result."""

    table: int
    vp: Mapping[int, int]
    outcome: Outcome | None


def fixtures(rows: Iterable[PlayOffMatch]) -> dict[int, MatchGame]:
    """The game of each match, by the match's number. One query."""
    rows = list(rows)
    sides = (
        GameSide.objects.filter(game__week__in=[row.week_id for row in rows], game__additional=False)
        .exclude(game__state=Game.State.VOID)
        .select_related("game")
        .order_by("seat")
    )
    games: dict[int, list[GameSide]] = {}
    for side in sides:
        games.setdefault(side.game_id, []).append(side)
    by_pair = {(both[0].game.week_id, frozenset(s.entry_id for s in both)): both for both in games.values()}
    games_of = {}
    for row in rows:
        both = by_pair.get((row.week_id, frozenset((row.higher_id, row.lower_id))))
        if both is not None:
            games_of[row.number] = _fixture(row, both)
    return games_of


def _fixture(row: PlayOffMatch, both: list[GameSide]) -> MatchGame:
    game = both[0].game
    entries = [side.entry_id for side in both]
    pair = (row.higher_id, row.lower_id)
    if game.state in Game.WITH_RESULT:
        winner = game.outcome["winner"]
        vp = dict(zip(entries, game.outcome["vp"], strict=True))
        if winner is None:
            return MatchGame(game.table, vp, playoffs.outcome_of(*pair, drawn=True))
        return MatchGame(game.table, vp, playoffs.outcome_of(*pair, winner=entries[winner]))
    if game.state == Game.State.FORFEITED:
        seat = game.outcome.get("forfeit")
        absent = None if seat is None else entries[seat]
        return MatchGame(game.table, {}, playoffs.outcome_of(*pair, absent=absent))
    return MatchGame(game.table, {}, None)


def outcomes(rows: Iterable[PlayOffMatch]) -> dict[int, Outcome]:
    """Who goes on from each match that has an end: as it was written down, else as its game tells it. A match
    without a game has its end with its week. One query; ``rows`` come with their weeks."""
    rows = list(rows)
    return _outcomes(rows, fixtures(rows))


def _outcomes(rows: Iterable[PlayOffMatch], games: Mapping[int, MatchGame]) -> dict[int, Outcome]:
    ends = {}
    for row in rows:
        game = games.get(row.number)
        if row.winner_id is not None:
            ends[row.number] = Outcome(row.winner_id, row.why)
        elif game is not None and game.outcome is not None:
            ends[row.number] = game.outcome
        elif row.week.state == Week.State.CLOSED:
            ends[row.number] = playoffs.outcome_of(row.higher_id, row.lower_id)
    return ends


def bracket(campaign: Campaign) -> Bracket | None:
    """The bracket of the season, or the one that the table of now would make; ``None`` for a league without
    play-offs. Six queries at most."""
    playoff = PlayOff.objects.filter(campaign=campaign).first()
    if playoff is not None:
        return _drawn(playoff)
    return _projected(campaign)


def champion(campaign: Campaign) -> int | None:
    """The entry that has won the play-offs. Three queries."""
    playoff = PlayOff.objects.filter(campaign=campaign).first()
    if playoff is None:
        return None
    ties = ties_of(playoff, outcomes(playoff.matches.select_related("week")))
    return brackets.champion(ties)


def ties_of(playoff: PlayOff, ends: Mapping[int, Outcome]) -> tuple[Tie, ...]:
    """The bracket after ``ends``. One query."""
    seeds = list(playoff.seeds.values_list("entry", flat=True))
    matches = brackets.single_elimination(len(seeds), third=playoff.third)
    return brackets.bracket_after(matches, seeds, {number: end.winner for number, end in ends.items()})


def _drawn(playoff: PlayOff) -> Bracket:
    rows = list(playoff.matches.select_related("week"))
    games = fixtures(rows)
    ends = _outcomes(rows, games)
    seeds = [entry_snapshot(row.entry) for row in playoff.seeds.select_related("entry__user")]
    ties = ties_of(playoff, ends)
    last = max((row.week.number for row in rows), default=0)
    decidable = {row.number for row in rows if row.week.number == last}
    whys = {number: end.why for number, end in ends.items()}
    return _bracket(True, playoff.first_week, seeds, ties, games, whys, decidable)


def _projected(campaign: Campaign) -> Bracket | None:
    rules = campaign.rules
    rows = [row.entry for row in league_page.table(campaign) if row.entry.state == Entry.State.ACTIVE]
    seeds = rows[: min(rules.playoffs, 1 << max(0, campaign.weeks_total - 1))]
    if len(seeds) < 2:
        return None
    matches = brackets.single_elimination(len(seeds), third=rules.playoff_third)
    ties = brackets.bracket_after(matches, [seed.pk for seed in seeds], {})
    first = campaign.weeks_total - playoffs.rounds_of(len(seeds)) + 1
    return _bracket(False, first, seeds, ties, {}, {}, set())


def _bracket(
    drawn: bool,
    first_week: int,
    seeds: list[EntrySnapshot],
    ties: tuple[Tie, ...],
    games: Mapping[int, MatchGame],
    whys: Mapping[int, str],
    decidable: set[int],
) -> Bracket:
    seed_of = {entry.pk: n for n, entry in enumerate(seeds, start=1)}
    people = {entry.pk: entry for entry in seeds}
    depth = playoffs.rounds_of(len(seeds))

    def place(tie: Tie, who: int | None, source: Source) -> BracketPlace:
        if who is None:
            text = "Bye" if tie.walkover else f"{source.kind.capitalize()} of match {source.number}"
            return BracketPlace(None, None, text)
        game = games.get(tie.match.number)
        vp = game.vp.get(who) if game is not None else None
        return BracketPlace(people[who], seed_of[who], people[who].label, vp, tie.winner == who)

    def view(tie: Tie) -> MatchView:
        number = tie.match.number
        game = games.get(number)
        return MatchView(
            number=number,
            name=playoffs.round_name(tie.match, len(seeds)),
            places=(place(tie, tie.a, tie.match.a), place(tie, tie.b, tie.match.b)),
            winner=tie.winner,
            why=whys.get(number, "a bye" if tie.walkover else ""),
            bye=tie.walkover,
            week=first_week - 1 + _round(tie, depth),
            table=game.table if game is not None else None,
            decidable=number in decidable,
        )

    rounds = []
    for number in range(1, depth + 1):
        views = tuple(view(tie) for tie in ties if _round(tie, depth) == number)
        rounds.append(RoundView(views[0].name, first_week - 1 + number, views))
    winner = brackets.champion(ties)
    return Bracket(drawn, len(seeds), first_week, tuple(rounds), people[winner] if winner else None)


def _round(tie: Tie, depth: int) -> int:
    """The game for third place is played beside the final."""
    return depth if tie.match.side == "third" else tie.match.round
