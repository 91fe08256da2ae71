"""Results: one side reports, the other confirms; organisers resolve, forfeit and correct, also by file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from django.db import transaction

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.events.loading import winner_of
from mfcampaign.events.models import Event, Game, Player, Round
from mfcampaign.events.operations import ladder
from mfcampaign.events.operations.announcements import RULING, notify_organisers, notify_players
from mfcampaign.events.tables import ResultRow
from mfcampaign.web.names import looks
from rules.edition import edition_of
from rules.refusal import Refusal, Violation
from rules.tournament.standings.games import GameResult, Outcome

SETTLING = ("game.confirmed", "game.reported", "game.ruled")
"""Acts that may have left a game as it stands."""
OUTCOMES = ("score", "forfeit-by-a", "forfeit-by-b", "forfeit-by-both")


def report(event: Event, actor: Actor, player: Player, round_: int, mine: int, theirs: int) -> Game:
    """What a side says of its game. The second report confirms the first or disputes it; a side may
    fix its own report until the other has spoken."""
    with operation(event, actor, kind="game.reported") as act:
        _checked(act.row, mine, theirs)
        game = _own_game(act.row, player, round_)
        side = "a" if game.a_id == player.pk else "b"
        score = [mine, theirs] if side == "a" else [theirs, mine]
        if game.reports.get(side) == score and game.state in (Game.State.REPORTED, Game.State.CONFIRMED):
            act.refuse_again(*SETTLING, table=game.table, round=round_)
        _refuse_settled(game)
        if game.match and score[0] == score[1]:
            raise Refusal("In a bracket somebody wins.", fix="Play on, or ask an organiser.")
        game.reports = game.reports | {side: score}
        other = game.reports.get("b" if side == "a" else "a")
        if other is None:
            game.state, verb, then = Game.State.REPORTED, "reported", ""
        elif other == score:
            game.state, verb, then = Game.State.CONFIRMED, "confirmed", ""
        else:
            game.state, verb, then = Game.State.DISPUTED, "reported", "; an organiser decides"
        game.vp_a, game.vp_b = score if other is None or other == score else (game.vp_a, game.vp_b)
        game.save()
        moved = ladder.settled(act.row, game) if game.state == Game.State.CONFIRMED else ""
        said_so = f"{_title(game)}: {player.name} {verb} {score[0]}–{score[1]}{then}.{moved}"
        act.say(said_so, table=game.table, round=round_)
        if game.state == Game.State.DISPUTED:
            notify_organisers(act, f"{_title(game)}: the reports differ.", kind=RULING)
        _tell_other(act, game, player, said_so)
    return game


def confirm(event: Event, actor: Actor, player: Player, round_: int) -> Game:
    """The other side agrees. ``AlreadyDone`` where the result is confirmed."""
    with operation(event, actor, kind="game.confirmed") as act:
        game = _own_game(act.row, player, round_)
        if game.state == Game.State.CONFIRMED:
            act.refuse_again(*SETTLING, table=game.table, round=round_)
        _refuse_settled(game)
        side, other = ("a", "b") if game.a_id == player.pk else ("b", "a")
        if game.state != Game.State.REPORTED or other not in game.reports or side in game.reports:
            raise Refusal("There is nothing of the other side to confirm.")
        game.reports = game.reports | {side: game.reports[other]}
        game.state = Game.State.CONFIRMED
        game.save(update_fields=["reports", "state"])
        sentence = f"{_title(game)}: {player.name} confirmed{_score(game)}.{ladder.settled(act.row, game)}"
        act.say(sentence, table=game.table, round=round_)
        _tell_other(act, game, player, sentence)
    return game


def _tell_other(act: ActInProgress[Event], game: Game, player: Player, sentence: str) -> None:
    """Notify the other side of a report on a ladder, where players do not sit at one table."""
    other = game.b if game.a_id == player.pk else game.a
    if act.row.climbing and other is not None:
        notify_players(act, sentence, only=[other.number])


def rule(
    event: Event,
    actor: Actor,
    round_: int,
    pk: int,
    *,
    vp: tuple[int, int] = (0, 0),
    outcome: str = "score",
    winner: int | None = None,
    reason: str = "",
) -> Game:
    """An organiser who is no party enters, resolves or corrects a result. What was confirmed is changed
    with a reason only; later rounds stay as they were paired."""
    if outcome not in OUTCOMES:
        raise Refusal("Choose how the game ended.")
    with operation(event, actor, kind="game.ruled", reason=reason) as act:
        _checked(act.row, *vp)
        game = _game(act.row, round_, pk)
        _refuse_party(act, actor, game)
        if game.b is None:
            raise Refusal("A bye has no result.")
        if act.row.over:
            raise Refusal("The standings are final.")
        if game.round.state == Round.State.DRAFT:
            raise Refusal("The round is not published.")
        again, disputed = game.state == Game.State.CONFIRMED, game.state == Game.State.DISPUTED
        if again and len(reason.strip()) < 3:
            raise Refusal("Say why the result is changed: both sides read it.")
        _refuse_bracket(act.row, game, vp, outcome, winner)
        before = _score(game)
        game.vp_a, game.vp_b = vp if outcome == "score" else (0, 0)
        game.outcome, game.state, game.ruling = outcome, Game.State.CONFIRMED, reason.strip()[:300]
        game.winner = winner if outcome == "score" else None
        game.save()
        verb = f"corrected{_score(game)}, before{before or ' nothing'}" if again else f"entered{_score(game)}"
        why = f" ({reason.strip()})" if reason.strip() else ""
        sentence = f"{_title(game)}: an organiser {verb}{why}.{ladder.settled(act.row, game)}"
        act.say(sentence, table=game.table, round=round_)
        if again or disputed or act.row.climbing:
            both = {game.a.number, game.b.number}
            notify_players(act, sentence, only=both, kind=RULING)
    return game


def _refuse_bracket(event: Event, game: Game, vp: tuple[int, int], outcome: str, winner: int | None) -> None:
    if not game.match:
        return
    if outcome == "forfeit-by-both" or (outcome == "score" and vp[0] == vp[1] and not winner):
        raise Refusal("In a bracket somebody goes on.", fix="Name the winner.")
    players = game.a.number, game.b.number if game.b else None
    if winner not in (None, *players):
        raise Refusal("Only one of the two can win.")
    later = Game.objects.filter(round__event=event, round__number__gt=game.round.number, match__gt=0)
    new = GameResult(game.round.number, *players, *vp, Outcome(outcome), winner)
    stays = winner_of(game) == new.victor
    if game.state == Game.State.CONFIRMED and not stays and later.exists():
        raise Refusal("The bracket has gone on from this game.", fix="It stays as it was played.")


def waiting(event: Event) -> int:
    """The number of games of published rounds without a confirmed result. One query."""
    open_games = Game.objects.filter(round__event=event).exclude(round__state=Round.State.DRAFT)
    return open_games.exclude(state=Game.State.CONFIRMED).count()


def _own_game(event: Event, player: Player, round_: int) -> Game:
    games = Game.objects.select_related("round", "a", "b").filter(
        round__event=event, round__number=round_, b__isnull=False
    )
    game = games.filter(a=player).first() or games.filter(b=player).first()
    if game is None or event.phase != Event.Phase.RUNNING:
        raise Refusal("You have no game in that round.")
    if game.round.state != Round.State.OPEN:
        raise Refusal("That round is not being played.")
    game.round.event = event
    return game


def _refuse_settled(game: Game) -> None:
    if game.state == Game.State.CONFIRMED:
        raise Refusal("The result is confirmed.", fix="An organiser can correct it.")
    if game.state == Game.State.DISPUTED:
        raise Refusal("The reports differ: an organiser decides.")


def _game(event: Event, round_: int, pk: int) -> Game:
    games = Game.objects.select_related("round", "a", "b").filter(
        round__event=event, round__number=round_, pk=pk
    )
    game = games.first()
    if game is None:
        raise Refusal("There is no such game.")
    game.round.event = event
    return game


def _refuse_party(act: ActInProgress[Event], actor: Actor, game: Game) -> None:
    own = {game.a.user_id, game.b.user_id if game.b is not None else None} - {None}
    if getattr(actor, "pk", None) in own:
        raise Refusal(
            "You play in this game, so another organiser decides.",
            fix="Report on your own page; or make somebody else an organiser.",
        )


def _checked(event: Event, *vp: int) -> None:
    if any(not 0 <= points <= event.most_vp for points in vp):
        raise Refusal(
            f"Victory Points are between 0 and {event.most_vp} in the {event.rules.name}.",
            rule=edition_of(event.edition).scoring.too_much,
        )


def _title(game: Game) -> str:
    if game.round.event.climbing:
        return f"Challenge {game.round.number}"
    return f"Round {game.round.number}, table {game.table}"


def _score(game: Game) -> str:
    if game.outcome == "score":
        return f" {game.vp_a}–{game.vp_b}" if game.state != Game.State.OPEN else ""
    gone = {"forfeit-by-a": game.a.name, "forfeit-by-b": game.b.name if game.b else ""}
    return f" a forfeit of {gone.get(game.outcome, 'both')}"


def faults_of(event: Event, rows: Sequence[ResultRow]) -> list[str]:
    """Every line that cannot be entered, with the reason; nothing is written."""
    return [f"Line {row.line}: {fault}" for row, _, fault in _seated(event, rows) if fault is not None]


def enter_results(event: Event, actor: Actor, rows: Sequence[ResultRow]) -> int:
    """Enter every line as an organiser would; how many were new. What stands already as the line says is
    left alone. ``Refusal`` that names every line which cannot be entered, and then none is."""
    wrong: list[Violation] = []
    entered = 0
    with transaction.atomic():
        for row, game, fault in _seated(event, rows):
            try:
                if fault is not None:
                    raise fault
                if game is not None:
                    rule(event, actor, row.round, game.pk, vp=_vp(row), outcome=row.outcome)
                    entered += 1
            except Refusal as refusal:
                wrong.append(Violation(refusal.rule, f"Line {row.line}: {refusal}"))
        if wrong:
            raise Refusal.of(wrong)
    return entered


def _seated(
    event: Event, rows: Sequence[ResultRow]
) -> Iterator[tuple[ResultRow, Game | None, Refusal | None]]:
    """Each line with its game, or with why it has none; neither where it stands as it says. One query."""
    games = Game.objects.select_related("a", "b", "round__event")
    games = games.filter(round__event=event, b__isnull=False)
    placed = {(game.round.number, game.table): game for game in games}
    lines: dict[tuple[int, int], int] = {}
    for row in rows:
        place = (row.round, row.table)
        if place in lines:
            yield row, None, Refusal(f"line {lines[place]} has that table already.")
            continue
        lines[place] = row.line
        try:
            yield row, _game_of(placed.get(place), row), None
        except Refusal as refusal:
            yield row, None, refusal


def _game_of(game: Any, row: ResultRow) -> Game | None:
    if game is None:
        raise Refusal(f"no game was paired at table {row.table} of round {row.round}.")
    for name, seated in ((row.first, game.a.name), (row.second, game.b.name)):
        if name and looks(name) != looks(seated):
            raise Refusal(f"{seated} sits at table {row.table} of round {row.round}, not {name}.")
    if row.outcome not in OUTCOMES:
        raise Refusal(f"“{row.outcome[:40]}” is no outcome.", fix=f"Write one of {', '.join(OUTCOMES)}.")
    _checked(game.round.event, *_vp(row))
    if game.state != Game.State.CONFIRMED:
        return cast(Game, game)
    if (game.vp_a, game.vp_b, game.outcome) == (*_vp(row), row.outcome):
        return None
    raise Refusal("there is another result already; correct it by hand, with a reason.")


def _vp(row: ResultRow) -> tuple[int, int]:
    return (row.vp_first, row.vp_second) if row.outcome == "score" else (0, 0)
