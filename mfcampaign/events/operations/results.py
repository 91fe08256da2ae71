"""Results: one side reports, the other confirms; organisers resolve, forfeit and correct, also by file."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any, cast

from django.db import transaction
from django.db.models import Q
from msgspec import structs

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.events import corrections, drafts, loading
from mfcampaign.events.corrections import AS_IT_IS, EnteredResult, Penalties
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event, Game, Player, Round
from mfcampaign.events.operations import ladder
from mfcampaign.events.operations.announcements import RULING, notify_organisers, notify_players
from mfcampaign.events.snapshots import GameSnapshot
from mfcampaign.events.tables import ResultRow
from mfcampaign.play.operations import table_clocks
from mfcampaign.web.names import looks
from rules.edition import edition_of
from rules.refusal import Refusal, Violation
from rules.tournament.pairing.certificate import result_lines
from rules.tournament.pairing.certificate_check import corrected

SETTLING = ("game.confirmed", "game.reported", "game.ruled")
"""Acts that may have left a game as it stands."""
TAKE_BACK, STAND = "take-back", "stand"
"""What becomes of later games of a bracket that others would have played."""
OUTCOMES = ("score", "forfeit-by-a", "forfeit-by-b", "forfeit-by-both")


def report(event: Event, actor: Actor, player: Player, round_: int, mine: int, theirs: int) -> Game:
    """What a side says of its game. The second report confirms the first or disputes it; a side may
    fix its own report until the other has spoken."""
    with operation(event, actor, kind="game.reported") as act:
        _checked(act.row, mine, theirs)
        game = own_game(act.row, player, round_)
        side = "a" if game.a_id == player.pk else "b"
        score = [mine, theirs] if side == "a" else [theirs, mine]
        if game.reports.get(side) == score and game.state in (Game.State.REPORTED, Game.State.CONFIRMED):
            act.refuse_again(*SETTLING, table=game.table, round=round_)
        refuse_settled(game)
        end_clock(game)
        game.vp_a, game.vp_b = score
        if game.match and game.counts[0] == game.counts[1]:
            raise Refusal("In a bracket somebody wins.", fix="Play on, or ask an organiser.")
        game.reports = game.reports | {side: score}
        other = game.reports.get("b" if side == "a" else "a")
        if other is None:
            game.state, verb, then = Game.State.REPORTED, "reported", ""
        elif other == score:
            game.state, verb, then = Game.State.CONFIRMED, "confirmed", ""
        else:
            game.state, verb, then = Game.State.DISPUTED, "reported", "; an organiser decides"
        if other is not None and other != score:
            game.vp_a, game.vp_b = other
        game.save()
        moved = ladder.settled(act.row, game) if game.state == Game.State.CONFIRMED else ""
        said_so = f"{_title(game)}: {player.name} {verb} {score[0]}–{score[1]}{_time(game)}{then}.{moved}"
        act.say(said_so, table=game.table, round=round_)
        if game.state == Game.State.DISPUTED:
            notify_organisers(act, f"{_title(game)}: the reports differ.", kind=RULING)
        _tell_other(act, game, player, said_so)
    return game


def confirm(event: Event, actor: Actor, player: Player, round_: int) -> Game:
    """The other side agrees. ``AlreadyDone`` where the result is confirmed."""
    with operation(event, actor, kind="game.confirmed") as act:
        game = own_game(act.row, player, round_)
        if game.state == Game.State.CONFIRMED:
            act.refuse_again(*SETTLING, table=game.table, round=round_)
        refuse_settled(game)
        side, other = ("a", "b") if game.a_id == player.pk else ("b", "a")
        if game.state != Game.State.REPORTED or other not in game.reports or side in game.reports:
            raise Refusal("There is nothing of the other side to confirm.", fix="Report the result yourself.")
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
    penalties: Penalties = AS_IT_IS,
    outcome: str = "score",
    winner: int | None = None,
    reason: str = "",
    later: str = "",
) -> Game:
    """An organiser who is no party enters, resolves or corrects a result. What was confirmed is changed
    with a reason only, also once the standings are final; later rounds stay as they were paired.
    ``penalties`` are the Victory Points off for time; ``None``: as the clock says, or as they were.

    Where others would have played ``later`` games of the bracket, these are taken back (``take-back``), or
    stand by a ruling (``stand``) with who went on; ``Refusal`` where neither is said.
    """
    if outcome not in OUTCOMES:
        raise Refusal("Choose how the game ended.", fix="By the score, or who was not there.")
    with operation(event, actor, kind="game.ruled", reason=reason) as act:
        _checked(act.row, *vp)
        game = _game(act.row, round_, pk)
        _refuse_party(act, actor, game)
        if game.b is None:
            raise Refusal("A bye has no result.", fix="What it is worth is in the settings.")
        if act.row.phase == Event.Phase.CANCELLED:
            raise Refusal("The event was called off.", fix="Its results stay as they are.")
        if game.round.state == Round.State.DRAFT:
            raise Refusal("The round is not published.", fix="Publish it first.")
        again, disputed = game.state == Game.State.CONFIRMED, game.state == Game.State.DISPUTED
        if again and len(reason.strip()) < 3:
            raise Refusal("Say why the result is changed: both sides read it.", fix="Write a few words.")
        before = _score(game)
        end_clock(game)
        result, then = corrections.entered(game, vp, penalties, outcome, winner), ""
        _refuse_no_winner(game, result, later)
        if again:
            result, then = _carry_through(act, game, result, later)
        for name, value in structs.asdict(result).items():
            setattr(game, name, value)
        game.state, game.ruling = Game.State.CONFIRMED, reason.strip()[:300]
        game.save()
        verb = f"corrected{_score(game)}, before{before or ' nothing'}" if again else f"entered{_score(game)}"
        why = f" ({reason.strip()})" if reason.strip() else ""
        sentence = f"{_title(game)}: an organiser {verb}{why}.{then}{ladder.settled(act.row, game)}"
        act.say(sentence, table=game.table, round=round_)
        if again or disputed or act.row.climbing:
            both = {game.a.number, game.b.number}
            notify_players(act, sentence, only=both, kind=RULING)
    return game


def _refuse_no_winner(game: Game, result: EnteredResult, later: str) -> None:
    """``Refusal`` where nobody goes on in a bracket."""
    if not game.match:
        return
    vp, winner = result.counts, result.winner
    level = result.outcome == "score" and vp[0] == vp[1] and not winner and later != STAND
    if result.outcome == "forfeit-by-both" or level:
        raise Refusal("In a bracket somebody goes on.", fix="Name the winner.")
    if winner not in (None, game.a.number, game.b.number if game.b else None):
        raise Refusal("Only one of the two can win.", fix="Name one of them.")


def _carry_through(
    act: ActInProgress[Event], game: Game, result: EnteredResult, later: str
) -> tuple[EnteredResult, str]:
    """Carry a correction to what came after the game: the result with who goes on now, and what to say of
    it."""
    record = loading.record(act.row)
    old = next(row for row in record.rows if row.pk == game.pk)
    after = corrections.with_result(record, game.pk, result)
    follows = corrections.consequences(record, old, after)
    said = ""
    if follows.falls and later == STAND and follows.stays is not None:
        if result.outcome != "score":
            raise Refusal("Who was not there cannot stay in the bracket.", fix="Enter a score.")
        result = structs.replace(result, winner=follows.stays.number)
        after = corrections.with_result(record, game.pk, result)
        said = f" {follows.stays.name} stays in the bracket by a ruling."
    elif follows.falls and follows.decided:
        raise Refusal("The bracket is decided, so its games stand.", fix="Correct the score by a ruling.")
    elif follows.falls and later != TAKE_BACK:
        where = ", ".join(f"round {row.round.number}, table {row.table}" for row in follows.falls)
        raise Refusal(
            f"The bracket has gone on from this game: {where}.",
            fix="Take these games back with it, or correct the score by a ruling; the preview shows both.",
        )
    elif follows.falls:
        said = _take_games_back(act, follows.falls)
    _note_corrections(after, follows.rounds)
    return result, said


def _take_games_back(act: ActInProgress[Event], falls: Sequence[GameSnapshot]) -> str:
    """Games of a bracket whose players are others now are gone, with the draft of the next ones."""
    Game.objects.filter(pk__in=[row.pk for row in falls]).delete()
    later = act.row.played_rounds.filter(number__gte=min(row.round.number for row in falls))
    later.filter(Q(games=None) | Q(state=Round.State.DRAFT)).delete()
    names = "; ".join(f"round {row.round.number}, {row.a.name} against {row.b}" for row in falls)
    said = f" Taken back: {names}."
    players = {number for row in falls for number in loading.numbers(row)}
    notify_players(act, f"games of the bracket are taken back: {names}.", only=players, kind=RULING)
    return said


def _note_corrections(after: Record, rounds: Collection[int]) -> None:
    """Say with each certificate which of the results that it rests on hold no more."""
    for row in Round.objects.filter(event=after.event, number__in=rounds):
        lines = result_lines(drafts.results_before(after, row.number))
        row.corrected = " ".join(corrected(json.loads(row.certificate), lines))[:300]
        row.save(update_fields=["corrected"])


def end_clock(game: Game) -> None:
    """A result ends the chess clock at the table; what both had left, and what that costs, stays with the
    game."""
    if game.clock is None or game.time_left:
        return
    clock = table_clocks.end(game.clock)
    game.time_left = clock.left
    game.penalty_a, game.penalty_b = clock.penalties


def waiting(event: Event) -> int:
    """The number of games of published rounds without a confirmed result. One query."""
    open_games = Game.objects.filter(round__event=event).exclude(round__state=Round.State.DRAFT)
    return open_games.exclude(state=Game.State.CONFIRMED).count()


def own_game(event: Event, player: Player, round_: int) -> Game:
    """The game that a player plays in a round that is open, to be written to."""
    games = Game.objects.select_related("round", "a", "b", "clock").filter(
        round__event=event, round__number=round_, b__isnull=False
    )
    game = games.filter(a=player).first() or games.filter(b=player).first()
    if game is None or event.phase != Event.Phase.RUNNING:
        raise Refusal("You have no game in that round.", fix="Look at your own page for the next one.")
    if game.round.state != Round.State.OPEN:
        raise Refusal("That round is not being played.", fix="An organiser can correct its results.")
    game.round.event = event
    return game


def refuse_settled(game: Game) -> None:
    if game.state == Game.State.CONFIRMED:
        raise Refusal("The result is confirmed.", fix="An organiser can correct it.")
    if game.state == Game.State.DISPUTED:
        raise Refusal("The reports differ: an organiser decides.")


def _game(event: Event, round_: int, pk: int) -> Game:
    games = Game.objects.select_related("round", "a", "b", "clock").filter(
        round__event=event, round__number=round_, pk=pk
    )
    game = games.first()
    if game is None:
        raise Refusal("There is no such game.", fix="Look at the round again; it may be paired anew.")
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


def _time(game: Game) -> str:
    off = game.penalty_a or game.penalty_b
    return f", less {game.penalty_a}–{game.penalty_b} for time" if off else ""


def _score(game: Game) -> str:
    if game.outcome == "score":
        return f" {game.vp_a}–{game.vp_b}{_time(game)}" if game.state != Game.State.OPEN else ""
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
