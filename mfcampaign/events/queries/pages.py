"""The public pages of an event: the event by its phase, standings, a round, a player."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.events import access, drafts, stages
from mfcampaign.events.loading import Record, game, numbers, scheme_of
from mfcampaign.events.models import Event, Game, Player, Round
from mfcampaign.events.queries import ladder as ladder_queries
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.queries.ladder import Action
from mfcampaign.events.snapshots import GameSnapshot, MatchSnapshot, PlayerSnapshot, TeamSnapshot
from mfcampaign.web.cache import cached
from mfcampaign.web.drawings.lines import DrawnLine, lines
from rules.columns import Criterion
from rules.refusal import Total
from rules.tournament.standings import statistics
from rules.tournament.standings.team_matches import TeamMatch, TeamPlace, score_of
from rules.wording import counted

TOP = 10
FEW_TABLES = 12
CLIMBERS, LEAST_ROUNDS = 16, 2


RESULTS = (Criterion.WINS, Criterion.DRAWS, Criterion.LOSSES)
"""What every table shows, whatever it ranks by."""


class TableRow(Struct, frozen=True):
    """One line of the standings; ``by`` is what parts it from the line above, ``figures`` in the order of
    the scheme."""

    rank: int
    player: PlayerSnapshot
    wins: int
    draws: int
    losses: int
    figures: tuple[int, ...]
    named: tuple[tuple[str, int], ...]
    by: str
    tied: bool


class OpenFigure(Struct, frozen=True):
    words: str
    total: Total


def events(user: Viewer) -> QuerySet[Event]:
    """The events that ``user`` may know of, the coming ones first, with how many play."""
    play = Q(players__state__in=[Player.State.SIGNED, Player.State.HERE])
    visible = access.visible_to(user).annotate(playing=Count("players", filter=play, distinct=True))
    return visible.order_by("-starts_at", "-pk")


def headings(event: Event) -> list[str]:
    """The figures of the scheme that a table shows, in its order."""
    return [criterion.words for criterion in _criteria(event)]


def _criteria(event: Event) -> list[Criterion]:
    return [c for c in scheme_of(event).order if c != Criterion.HEAD_TO_HEAD]


def standings(event: Event) -> tuple[TableRow, ...]:
    """The standings; the order of the bracket where there is one."""
    return cached(event, "standings", lambda: _standings(event))


def _standings(event: Event) -> tuple[TableRow, ...]:
    record = cached_record(event)
    rows = {row.player: row for row in record.table().rows}
    order = stages.final_order(record)
    ranks = [rank for rank, _ in order]
    criteria = _criteria(event)
    return tuple(
        TableRow(
            rank=rank,
            player=record.players[number],
            **{each.column.field: rows[number].figures[each] for each in RESULTS},
            figures=tuple(rows[number].figures[criterion] for criterion in criteria),
            named=tuple((criterion.words, rows[number].figures[criterion]) for criterion in criteria),
            by="" if event.seeds or event.climbing else (by.words if (by := rows[number].by) else ""),
            tied=_shared(ranks, place),
        )
        for place, (rank, number) in enumerate(order)
        if number in rows
    )


def _shared(ranks: Sequence[int], place: int) -> bool:
    """Whether a neighbour in the order has the same rank."""
    return ranks[place] in (ranks[place - 1] if place else None, *ranks[place + 1 : place + 2])


class TeamRow(Struct, frozen=True):
    """One line of the standings of teams, with the players of the team."""

    place: TeamPlace
    team: TeamSnapshot
    players: tuple[PlayerSnapshot, ...]


def team_standings(event: Event) -> tuple[TeamRow, ...]:
    """The standings of teams; empty where everybody plays for themselves."""
    if not event.of_teams:
        return ()
    return cached(event, "team-standings", lambda: _team_standings(cached_record(event)))


def _team_standings(record: Record) -> tuple[TeamRow, ...]:
    return tuple(
        TeamRow(place, record.teams[place.team], tuple(record.members(place.team)))
        for place in record.team_table()
    )


class MatchRow(Struct, frozen=True):
    """A match of two teams with the games at its tables; ``points`` and ``vp`` of both so far."""

    match: MatchSnapshot
    games: tuple[GameSnapshot, ...]
    points: tuple[int, int]
    vp: tuple[int, int]

    @property
    def tables(self) -> str:
        """The numbers of its tables: ``1–3``; empty before they are settled, and of a bye."""
        numbers = [game.table for game in self.games if game.table]
        if len(numbers) < 2:
            return "".join(map(str, numbers))
        return f"{min(numbers)}–{max(numbers)}"


def match_rows(record: Record, number: int) -> tuple[MatchRow, ...]:
    """The matches of a round of teams, byes last."""
    games = record.games_by_match()
    return tuple(_match_row(match, games[match.pk]) for match in record.matches_of(number))


def _match_row(match: MatchSnapshot, games: Sequence[GameSnapshot]) -> MatchRow:
    scores = [
        score_of(game(row), turned=row.a.team != match.a.number)
        for row in games
        if row.state == Game.State.CONFIRMED and match.b is not None
    ]
    so_far = TeamMatch(match.round.number, match.a.number, None, tuple(scores))
    return MatchRow(match, tuple(games), so_far.points, so_far.vp)


def shows_declared(visit_event: Event, record: Record, now: dt.datetime) -> bool:
    """Whether everybody may read what players declared."""
    event = visit_event
    if not event.before or event.declared_shown == Event.Shown.AT_ONCE:
        return True
    if event.declared_shown == Event.Shown.DEADLINE:
        return event.declare_until is not None and now >= event.declare_until
    in_play = [p for p in record.players.values() if p.in_play]
    return bool(in_play) and all(p.declared(event.declares) for p in in_play)


def own_action(record: Record, player: PlayerSnapshot) -> Action:
    """The next thing for one player, in a sentence."""
    event = record.event
    if player.state == Player.State.OUT:
        return Action(f"You are out ({player.out_because}). An organiser can let you in again.")
    if event.before:
        return _before(record, player)
    if event.over:
        place = next((row.rank for row in standings(event) if row.player.number == player.number), None)
        if event.phase == Event.Phase.CANCELLED:
            return Action(f"The event is called off: {event.cancelled_reason}")
        return Action(f"You came in at place {place}." if place else "The event is finished.")
    if event.climbing:
        return ladder_queries.own_action(record, player)
    if (match := own_match(record, player)) is not None and not match.settled:
        return _before_tables(match, player)
    game = own_game(record, player)
    return _in_round(game, player) if game else Action("The next pairings are not out yet.")


def own_match(record: Record, player: PlayerSnapshot) -> MatchSnapshot | None:
    """The match of the current round that the team of ``player`` plays."""
    matches = record.matches_of(record.current.number) if player.team and record.current else []
    return next((m for m in matches if player.team in {team.number for team in m.teams}), None)


def _before_tables(match: MatchSnapshot, player: PlayerSnapshot) -> Action:
    assert match.b is not None, "a bye is settled"
    own, other = (match.a, match.b) if match.a.number == player.team else (match.b, match.a)
    against = f"Round {match.round.number}: {own.name} plays against {other.name}."
    if own.captain != player.number:
        return Action(f"{against} The captains choose who plays at which table.")
    if match.order_a if match.a == own else match.order_b:
        return Action(f"{against} You have chosen; the other captain has not yet.")
    return Action(f"{against} Choose who of you plays at which table.", "Choose tables")


def _before(record: Record, player: PlayerSnapshot) -> Action:
    event = record.event
    if player.state == Player.State.WAITING:
        ahead = sum(
            1 for p in record.players.values() if p.state == Player.State.WAITING and p.number < player.number
        )
        return Action(f"You wait for a place; {ahead} before you.")
    late = event.declare_until is not None and timezone.now() > event.declare_until
    if not player.declared(event.declares) and not late:
        return Action("Declare what you play.", "Declare")
    if event.climbing:
        return Action("You are in. You join the ladder once it begins.")
    if player.state == Player.State.HERE:
        return Action("You are checked in. The first pairings appear here.")
    return Action("Show an organiser your code when you arrive: that checks you in.")


def own_game(record: Record, player: PlayerSnapshot) -> GameSnapshot | None:
    if record.event.climbing:
        return ladder_queries.own_game(record, player)
    current = record.current
    if current is None:
        return None
    return next((g for g in record.of_round(current.number) if player.number in numbers(g)), None)


def _in_round(game: GameSnapshot, player: PlayerSnapshot) -> Action:
    if game.b is None:
        return Action(f"You have the bye in round {game.round.number}. {game.why}")
    mine = "a" if game.a.pk == player.pk else "b"
    other = game.b if mine == "a" else game.a
    where = f"table {game.table}, against {other.name}"
    if game.state == Game.State.CONFIRMED:
        return Action(f"Round {game.round.number}, {where}: {score(game)}. The next pairings appear here.")
    if game.state == Game.State.DISPUTED:
        return Action(f"Your reports differ ({where}): an organiser decides.")
    if game.state == Game.State.REPORTED and mine not in game.reports:
        said = f"{other.name} reports {game.vp_a}–{game.vp_b} at table {game.table}"
        return Action(f"{said}. Is that right?", "Confirm")
    if game.state == Game.State.REPORTED:
        return Action(f"You reported {game.vp_a}–{game.vp_b}; {other.name} has to confirm.")
    return Action(f"Round {game.round.number}: you play at {where}.", "Report the result")


def score(game: GameSnapshot) -> str:
    """A result in words: from a's side to b's."""
    if game.b is None:
        return "bye"
    if game.state == Game.State.OPEN:
        return ""
    if game.outcome == "forfeit-by-both":
        return "neither was there"
    if game.outcome != "score":
        gone = game.a if game.outcome == "forfeit-by-a" else game.b
        return f"{gone.name} was not there"
    counts = f"; {game.counts[0]}–{game.counts[1]} counts" if game.counts != (game.vp_a, game.vp_b) else ""
    overtime = f" ({game.overtime}{counts})" if game.overtime else ""
    return f"{game.vp_a}–{game.vp_b}{overtime}"


def organiser_action(record: Record) -> Action:
    """The next thing for who runs the event; ``verb`` is the organiser action, or ``look``."""
    event = record.event
    if event.phase == Event.Phase.ANNOUNCED:
        return Action("Open the registration.", "open")
    if event.phase == Event.Phase.REGISTRATION:
        here = sum(p.state == Player.State.HERE for p in record.players.values())
        if event.climbing and (count := sum(p.in_play for p in record.players.values())):
            return Action(f"{count} signed up. Begin: the ladder stays open to more.", "begin")
        signed = sum(p.state == Player.State.SIGNED for p in record.players.values())
        if not here + signed:
            return Action("Send the address around, or add players by name.", "look")
        return Action(f"{here} checked in, {signed} not yet. Begin when everybody is here.", "begin")
    if event.over:
        return Action("Nothing is left to do.")
    return ladder_queries.organiser_action(record, timezone.now()) if event.climbing else _running(record)


def _running(record: Record) -> Action:
    if (draft := record.draft) is not None:
        if drafts.changes(record, draft):
            return Action(f"Something changed since round {draft.number} was paired.", "look")
        return Action(f"Look at the pairings of round {draft.number}, then publish them.", "look")
    if unsettled := record.unsettled:
        waits = counted(len(unsettled), "match waits", "matches wait")
        return Action(f"{waits} for the captains to choose their tables.", "look")
    missing = [g for g in record.rows if g.state != Game.State.CONFIRMED]
    disputed = sum(g.state == Game.State.DISPUTED for g in missing)
    if missing:
        sentence = stages.missing(len(missing), missing[0].round.number)
        return Action(f"{sentence}{f', {disputed} of them disputed' if disputed else ''}.", "look")
    step = stages.stage(record)
    if step != "done" and (few := stages.too_few(record)):
        if record.rounds:
            return Action(f"{few} Finish the event: the standings stand.", "finish")
        return Action(f"{few} Let somebody in, or call the event off.", "people")
    if step == "cut":
        return Action("The rounds are played: make the cut.", "cut")
    if step == "done":
        return Action("Everything is played: finish the event.", "finish")
    return Action(f"Pair round {record.next_number}.", "pair")


def opened(event: Event, player: PlayerSnapshot) -> tuple[OpenFigure, ...]:
    """Every figure of a player with the games it comes from."""
    return cached(event, "opened", lambda: _opened(event, player), player.number)


def _opened(event: Event, player: PlayerSnapshot) -> tuple[OpenFigure, ...]:
    record = cached_record(event)
    of = record.table()
    if player.number not in of.players:
        return ()
    return tuple(OpenFigure(c.words, of.open(player.number, c, record.names)) for c in _criteria(event))


def games_of(record: Record, player: PlayerSnapshot) -> list[GameSnapshot]:
    return [g for g in record.rows if player.number in numbers(g) and g.round.state != Round.State.DRAFT]


class PointsCourse(Struct, frozen=True):
    """The first players' points round by round, drawn and as a table; empty before the second round."""

    rounds: tuple[int, ...]
    rows: tuple[tuple[PlayerSnapshot, tuple[int, ...]], ...]
    picture: str


def climb(event: Event) -> PointsCourse:
    return cached(event, "climb", lambda: _climb(event))


def _climb(event: Event) -> PointsCourse:
    record = cached_record(event)
    rounds = tuple(
        sorted({g.round for g in record.games() if event.knockout or not _in_bracket(record, g.round)})
    )
    if len(rounds) < LEAST_ROUNDS:
        return PointsCourse(rounds, (), "")
    first, of = [row.player for row in standings(event)[:CLIMBERS]], record.table()
    rows = tuple((player, of.points_after(player.number, rounds)) for player in first)
    drawn = [
        DrawnLine(player.name, str(place), f"of-{player.faction}", values)
        for place, (player, values) in enumerate(rows, start=1)
    ]
    title = "Tournament points after each round"
    return PointsCourse(rounds, rows, lines(title, "of the first places", [str(n) for n in rounds], drawn))


def _in_bracket(record: Record, number: int) -> bool:
    return any(round_.number == number and round_.knockout for round_ in record.rounds)


class Numbers(Struct, frozen=True):
    """Statistics of Factions and Strategies."""

    factions: tuple[statistics.Tally, ...]
    strategies: tuple[statistics.StrategyTally, ...]


def statistics_of(event: Event) -> Numbers:
    def make() -> Numbers:
        games = cached_record(event).games()
        return Numbers(tuple(statistics.factions(games)), tuple(statistics.strategies(games)))

    return cached(event, "statistics", make)


def beside(record: Record) -> dict[str, Any]:
    """Points beside results and awards, each with its player, and the confirmed games with overtime."""
    players, event = record.players, record.event

    def named(rows: Any) -> list[dict[str, Any]]:
        return [row | {"player": players[row["player"]]} for row in rows if row["player"] in players]

    late = [game for game in record.rows if game.state == Game.State.CONFIRMED and game.overtime]
    return {"given": named(event.adjustments), "awards": named(event.awards), "late": late}
