"""What follows from a result that is corrected. Reads records, writes nothing."""

from __future__ import annotations

from msgspec import Struct, structs

from mfcampaign.events import stages
from mfcampaign.events.loading import CONFIRMED, AnyGame, Record, game, winner_of
from mfcampaign.events.models import Round
from mfcampaign.events.snapshots import GameSnapshot, PlayerSnapshot, TeamSnapshot
from rules.game.results.overtime import counted_vp
from rules.tournament import brackets
from rules.tournament.standings.team_matches import TeamPlace

Penalties = tuple[int | None, int | None]
"""The Victory Points off for time of a and b; ``None``: as they are."""
AS_IT_IS: Penalties = (None, None)


class PlaceChange(Struct, frozen=True):
    """A player whose place changes."""

    player: PlayerSnapshot
    before: int
    after: int


class TeamChange(Struct, frozen=True):
    """A team whose line of the standings changes."""

    team: TeamSnapshot
    before: TeamPlace
    after: TeamPlace


class Consequences(Struct, frozen=True):
    """What a result, as it would be, does to what came after it.

    ``falls`` are later games of the bracket that others would have played; they can be taken back while
    ``decided`` is false, or stand by a ruling: then ``stays`` goes on. ``rounds`` were paired from the result
    (a draft is to be paired anew), ``moves`` are the places that change, ``team_changes`` the lines of teams.
    """

    falls: tuple[GameSnapshot, ...]
    decided: bool
    stays: PlayerSnapshot | None
    rounds: tuple[int, ...]
    draft: int | None
    moves: tuple[PlaceChange, ...]
    team_changes: tuple[TeamChange, ...] = ()

    @property
    def nothing_else(self) -> bool:
        """Only this result changes."""
        return not (self.falls or self.rounds or self.draft or self.moves or self.team_changes)


class EnteredResult(Struct, frozen=True):
    """The fields of a game by which it is confirmed."""

    vp_a: int
    vp_b: int
    penalty_a: int
    penalty_b: int
    outcome: str
    winner: int | None

    @property
    def counts(self) -> tuple[int, int]:
        """The Victory Points that count."""
        return counted_vp((self.vp_a, self.vp_b), (self.penalty_a, self.penalty_b))


def entered(
    game: AnyGame,
    vp: tuple[int, int],
    penalties: Penalties = AS_IT_IS,
    outcome: str = "score",
    winner: int | None = None,
) -> EnteredResult:
    """What is stored of a result: a forfeit has no Victory Points, and penalties that are not given stay."""
    if outcome != "score":
        vp, winner = (0, 0), None
    first, second = penalties
    off_a = game.penalty_a if first is None else first
    off_b = game.penalty_b if second is None else second
    return EnteredResult(*vp, off_a, off_b, outcome, winner)


def with_result(record: Record, pk: int, result: EnteredResult) -> Record:
    """The record as it would be with the game ``pk`` confirmed by ``result``."""
    fields = structs.asdict(result)
    rows = tuple(
        structs.replace(row, state=CONFIRMED, **fields) if row.pk == pk else row for row in record.rows
    )
    return structs.replace(record, rows=rows)


def what_follows(record: Record, old: GameSnapshot, result: EnteredResult) -> Consequences:
    """What a result would change; nothing where ``old`` is not confirmed yet."""
    if old.state != CONFIRMED:
        return Consequences((), False, None, (), None, ())
    return consequences(record, old, with_result(record, old.pk, result))


def consequences(record: Record, old: GameSnapshot, after: Record) -> Consequences:
    """What follows where ``record`` has the confirmed game ``old`` and ``after`` the same corrected."""
    new = next(row for row in after.rows if row.pk == old.pk)
    goes_on = winner_of(old)
    falls = _falls(record, old) if old.match and goes_on != winner_of(new) else ()
    same = game(old) == game(new)
    later = [r for r in record.rounds if r.number > old.round.number] if not same else []
    return Consequences(
        falls=falls,
        decided=record.event.over or stages.champion(record) is not None,
        stays=record.players[goes_on] if falls and goes_on is not None else None,
        rounds=tuple(r.number for r in later if r.certified and r.state != Round.State.DRAFT),
        draft=next((r.number for r in later if r.state == Round.State.DRAFT), None),
        moves=() if falls else tuple(_moves(record, after)),
        team_changes=tuple(_team_changes(record, after)) if record.event.of_teams else (),
    )


def _falls(record: Record, old: GameSnapshot) -> tuple[GameSnapshot, ...]:
    """The published games whose players follow from the result of ``old``."""
    fed = brackets.fed_by(stages.matches(record.event), old.match)
    return tuple(row for row in record.rows if row.match in fed and row.round.state != Round.State.DRAFT)


def _moves(record: Record, after: Record) -> list[PlaceChange]:
    before = {number: rank for rank, number in stages.final_order(record)}
    return [
        PlaceChange(record.players[number], before[number], rank)
        for rank, number in stages.final_order(after)
        if number in before and before[number] != rank
    ]


def _team_changes(record: Record, after: Record) -> list[TeamChange]:
    """In the order of the standings as they will be."""
    before = {line.team: line for line in record.team_table()}
    return [
        TeamChange(record.teams[line.team], before[line.team], line)
        for line in after.team_table()
        if (line.rank, line.key) != (before[line.team].rank, before[line.team].key)
    ]
