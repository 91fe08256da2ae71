"""Rounds of teams: their matches, and who of both sits at which table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.computing import computed
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.events import loading
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event, Game, Player, Round, TeamMatch
from mfcampaign.events.operations.announcements import notify_players
from mfcampaign.events.operations.round_setup import round_of
from mfcampaign.events.snapshots import MatchSnapshot
from rules.refusal import Refusal
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences
from rules.tournament.pairing.swiss import PairedRound
from rules.tournament.pairing.team_tables import TablePair, in_order, level
from rules.wording import counted

CHOSEN = "As both captains chose."
JOINED = "First against first, as they joined."
BYE = "The team has the bye."
CHOICE = Event.TeamTables


def write_matches(record: Record, round_: Round, result: PairedRound) -> None:
    """Write the matches of a round with their games; where the captains choose, these follow."""
    event = record.event
    if event.tables and len(result.pairs) * event.team_size > event.tables:
        raise Refusal(
            f"{counted(len(result.pairs), 'match', 'matches')} need more than {event.tables} tables.",
            fix="Say in the settings how many tables there are.",
        )
    planned: list[tuple[int, int | None, str]] = [(pair.a, pair.b, pair.why) for pair in result.pairs]
    planned += [(team, None, "The organiser decided this bye.") for team in result.byes]
    planned += [(result.bye, None, result.bye_reason)] if result.bye is not None else []
    planned += [(team, None, "Nobody was left for them to meet.") for two in result.apart for team in two]
    here = record.teams_here
    choose = event.team_tables == CHOICE.CAPTAINS
    matches = [
        TeamMatch(
            round=round_,
            number=number,
            a_id=record.teams[a].pk,
            b_id=record.teams[b].pk if b is not None else None,
            why=why[:300],
            settled=b is None or not choose or max(len(here[a]), len(here[b])) < 2,
        )
        for number, (a, b, why) in enumerate(planned, start=1)
    ]
    TeamMatch.objects.bulk_create(matches)
    couples = [(a, b) for a, b, _ in planned if b is not None]
    by_rule = iter(_by_rule(record, couples))
    for match, (a, b, _) in zip(matches, planned, strict=True):
        if b is None:
            pairs = [TablePair(player.number, None, BYE) for player in here[a]]
        else:
            pairs = list(next(by_rule))
        if match.settled:
            _write_games(record, round_, match.number, pairs)


def _by_rule(record: Record, couples: Sequence[tuple[int, int]]) -> list[tuple[TablePair, ...]]:
    """The tables of each couple of teams."""
    here = {team: [p.number for p in players] for team, players in record.teams_here.items()}
    if record.event.team_tables != CHOICE.LEVEL:
        return [in_order(here[a], here[b], JOINED) for a, b in couples]
    entrants = {entrant.id: replace(entrant, tables={}) for entrant in loading.candidates(record)}
    preferences = loading.wanted(record.event, set(PairingPreference) - {PairingPreference.TABLES})
    fields = [([entrants[n] for n in here[a]], [entrants[n] for n in here[b]]) for a, b in couples]
    return computed(_all_level, fields, preferences)


def _all_level(
    fields: Sequence[tuple[Sequence[Entrant], Sequence[Entrant]]],
    preferences: PairingPreferences,
) -> list[tuple[TablePair, ...]]:
    return [level(first, second, preferences) for first, second in fields]


def _write_games(record: Record, round_: Round, match: int, pairs: Sequence[TablePair]) -> None:
    """The games of a match: its tables are numbered on from those of the matches before it."""
    ids = {number: player.pk for number, player in record.players.items()}
    table = (match - 1) * record.event.team_size
    games = []
    for pair in pairs:
        sides = [ids[side] for side in (pair.a, pair.b) if side is not None]
        table += len(sides) == 2
        game = Game(round=round_, a_id=sides[0], why=pair.why[:300])
        if len(sides) == 2:
            game.b_id, game.table = sides[1], table
        elif round_.state == Round.State.OPEN:
            game.state = Game.State.CONFIRMED
        games.append(game)
    Game.objects.bulk_create(games)


def refuse_unsettled(matches: int) -> None:
    """``Refusal`` while so many matches wait for their captains."""
    if matches:
        raise Refusal(
            f"{counted(matches, 'match has', 'matches have')} no tables yet.",
            fix="Ask the captains, or settle their tables.",
        )


def tell_captains(act: ActInProgress[Event], number: int) -> None:
    """Ask the captains of a round that is out for their choice, before what everybody is told of the act."""
    waiting = TeamMatch.objects.filter(round__event=act.row, round__number=number, settled=False)
    for match in waiting.select_related("a", "b"):
        for team, other in ((match.a, match.b), (match.b, match.a)):
            if team is not None and other is not None:
                said = f"choose who of {team.name} plays at which table against {other.name}."
                notify_players(act, said, only=[team.captain])


def choose_order(event: Event, actor: Actor, player: Player, number: int, order: Sequence[int]) -> bool:
    """A captain's choice for a round: the players of the team who are here, table by table. It is secret
    until both have chosen; then the games stand. Whether they do."""
    with operation(event, actor, kind="team.line_up") as act:
        record = loading.record(act.row)
        match = record.choosing(player.number)
        if match is None or match.round.number != number:
            raise Refusal(
                "You have no tables to choose in that round.",
                fix="The captain chooses once the pairings are out; an organiser says who that is.",
            )
        first = match.a.captain == player.number
        team = match.a if first else match.b
        assert team is not None, "a bye is settled"
        here = {each.number for each in record.teams_here.get(team.number, ())}
        if len(order) != len(set(order)) or set(order) != here:
            raise Refusal(
                "Every player of your team who is here has one table.", fix="Choose each of them once."
            )
        row = TeamMatch.objects.get(pk=match.pk)
        if first:
            row.order_a = list(order)
        else:
            row.order_b = list(order)
        row.save(update_fields=["order_a", "order_b"])
        if not (row.order_a and row.order_b):
            act.say(f"The captain of {team.name} has chosen the tables of round {number}.", round=number)
            return False
        _settle(act, record, row, match)
        act.say(f"Round {number}, {match.a.name} against {match.b}: the tables are settled.", round=number)
    return True


def settle_orders(event: Event, actor: Actor, number: int) -> int:
    """Settle what waits for captains in a round: who has not chosen plays in the order of joining. How many
    matches that were."""
    with operation(event, actor, kind="team.line_ups_settled") as act:
        record = loading.record(act.row)
        waiting = [match for match in record.matches_of(number) if not match.settled]
        if round_of(act.row, number).state != Round.State.OPEN or not waiting:
            raise Refusal("No captain has anything to choose in that round.", fix="Look at the round again.")
        for match in waiting:
            _settle(act, record, TeamMatch.objects.get(pk=match.pk), match)
        names = "; ".join(f"{match.a.name} against {match.b}" for match in waiting)
        act.say(f"Round {number}, {names}: an organiser settled the tables.", round=number)
    return len(waiting)


def _settle(act: ActInProgress[Event], record: Record, row: TeamMatch, match: MatchSnapshot) -> None:
    assert match.b is not None, "a bye is settled"
    here = {team: [p.number for p in players] for team, players in record.teams_here.items()}
    first, second = (
        _as_chosen(order, here.get(team.number, []))
        for order, team in ((row.order_a, match.a), (row.order_b, match.b))
    )
    chosen = bool(row.order_a and row.order_b)
    row.settled = True
    row.save(update_fields=["settled"])
    round_ = round_of(act.row, match.round.number)
    _write_games(record, round_, row.number, in_order(first, second, CHOSEN if chosen else JOINED))
    players = {*first, *second}
    notify_players(act, f"round {round_.number}: your table is settled.", only=players)


def _as_chosen(order: Sequence[int], here: Sequence[int]) -> list[int]:
    """The order of a captain, without who is gone since; who is not in it comes last."""
    return [n for n in order if n in here] + [n for n in here if n not in order]
