"""Rounds: paired, previewed, changed by hand, published."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.computing import computed, computes
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.events import loading, stages
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event, Game, Player, Round
from mfcampaign.events.operations.announcements import notify_players
from mfcampaign.events.operations.round_setup import lock_scenario, round_of, write_scenario
from mfcampaign.events.snapshots import GameSnapshot, RoundSnapshot
from rules.refusal import Refusal
from rules.tournament.pairing import swiss as pure
from rules.tournament.pairing.certificate_check import verify
from rules.tournament.pairing.changes import Change, repair_round, swap
from rules.tournament.pairing.field import Entrant, PairingPreferences
from rules.tournament.pairing.swiss import draw_round, pair_round
from rules.tournament.pairing.table_assignment import assign
from rules.wording import counted

SEARCHED = (Event.Format.SWISS, Event.Format.RANDOM)


@computes
def pair(event: Event, actor: Actor) -> Round:
    """The next round as a draft for organisers; an unpublished one is paired again. The round before must
    be played out: it is closed."""
    with operation(event, actor, kind="round.paired") as act:
        if act.row.phase != Event.Phase.RUNNING:
            raise Refusal("The event is not running.")
        if act.row.climbing:
            raise Refusal("On a ladder players challenge each other; nobody is paired.")
        _put_draft_away(act.row)
        record = loading.record(act.row)
        _close_last(record)
        step = stages.stage(record)
        if step == "done":
            raise Refusal("Every round is played.", fix="Finish the event.")
        if step == "cut":
            raise Refusal("The rounds are played; now comes the cut.", fix="Make the cut.")
        round_ = Round(
            event=act.row,
            number=len(record.rounds) + 1,
            knockout=step == "bracket",
            clock_left=act.row.round_minutes * 60,
        )
        write_scenario(round_, act.row, actor)
        round_.save()
        if act.row.format in SEARCHED and step == "rounds":
            _search(record, round_)
        else:
            _schedule(record, round_)
        act.say(f"Round {round_.number} is paired, not published yet.", organisers_only=True)
    return round_


def make_cut(event: Event, actor: Actor) -> Event:
    """The seeds of a bracket: the top of the standings, or the best of each group."""
    with operation(event, actor, kind="event.cut") as act:
        _put_draft_away(act.row)
        record = loading.record(act.row)
        _close_last(record)
        if act.row.phase != Event.Phase.RUNNING or stages.stage(record) != "cut":
            raise Refusal("There is no cut to make now.")
        try:
            act.row.seeds = stages.qualified(record)
        except ValueError as wrong:
            raise Refusal(str(wrong), fix="Change the size of the cut in the settings.") from None
        act.row.save(update_fields=["seeds"])
        names = ", ".join(record.names[number] for number in act.row.seeds)
        act.say(f"The cut: {names} continue.", seeds=act.row.seeds)
    return act.row


def end_early(event: Event, actor: Actor) -> Event:
    """End the rounds after those played so far; what follows is the cut, if there is one, or the end."""
    with operation(event, actor, kind="event.shortened") as act:
        record = loading.record(act.row)
        if act.row.phase != Event.Phase.RUNNING or act.row.format not in SEARCHED or act.row.seeds:
            raise Refusal("Only rounds before a cut can be left out.")
        _put_draft_away(act.row)
        act.row.rounds = max(1, sum(1 for r in record.rounds if r.state != Round.State.DRAFT))
        act.row.save(update_fields=["rounds"])
        act.say(f"The rounds end after round {act.row.rounds}.")
    return act.row


def publish(event: Event, actor: Actor, number: int) -> Round:
    """Publish the pairings; byes count at once, and so do games of those who are out."""
    with operation(event, actor, kind="round.published") as act:
        round_ = round_of(act.row, number)
        if round_.state != Round.State.DRAFT:
            raise Refusal("The round is published already.")
        round_.state = Round.State.OPEN
        round_.save(update_fields=["state"])
        lock_scenario(round_, act.row, actor)
        for game in round_.games.select_related("a", "b"):
            _settle_at_once(game)
        act.row.decided = {}
        act.row.save(update_fields=["decided"])
        act.say(f"The pairings of round {number} are out.", round=number)
        notify_players(act, f"the pairings of round {number} are out.")
    return round_


def _settle_at_once(game: Game) -> None:
    out = Player.State.OUT
    if game.b is None:
        game.state = Game.State.CONFIRMED
    elif game.b.state == out or game.a.state == out:
        both = game.a.state == game.b.state and not game.match
        game.outcome = "forfeit-by-b" if game.b.state == out else "forfeit-by-a"
        game.outcome = "forfeit-by-both" if both else game.outcome
        game.state = Game.State.CONFIRMED
    else:
        return
    game.save(update_fields=["state", "outcome"])


def exchange(event: Event, actor: Actor, number: int, one: int, other: int) -> Change:
    """Two players change places in a round without their results; the certificate is gone."""
    with operation(event, actor, kind="round.changed") as act:
        round_ = round_of(act.row, number)
        record = loading.record(act.row)
        change = what_exchange_breaks(record, round_, one, other)
        rows = [g for g in _rows(round_) if {one, other} & set(loading.numbers(g))]
        _refuse_played(rows)
        moving = {p.number: p for p in act.row.players.filter(number__in=(one, other))}
        turned = {one: moving[other], other: moving[one]}
        for row in rows:
            row.a = turned.get(row.a.number, row.a)
            row.b = turned.get(row.b.number, row.b) if row.b is not None else None
            row.why, row.state, row.outcome = "An organiser changed this pair.", Game.State.OPEN, "score"
            if round_.state == Round.State.OPEN and row.b is None:
                row.state = Game.State.CONFIRMED
            row.save()
        round_.certificate, round_.proof = "", "Changed by hand: nothing is proven any more."
        round_.save(update_fields=["certificate", "proof"])
        broken = " ".join(b.sentence(record.names) for b in change.breaches)
        who = f"{record.names[one]} and {record.names[other]}"
        act.say(f"{who} changed places in round {number}. {broken}".strip(), round=number)
        _tell_changed(act, round_, {n for row in rows for n in loading.numbers(row)})
    return change


def what_exchange_breaks(record: Record, round_: Round | RoundSnapshot, one: int, other: int) -> Change:
    """Preview what the change would break. ``Refusal`` where it is impossible."""
    here = loading.candidates(record, {round_.number})
    preferences = loading.preferences(record.event, here, loading.room(record.event, len(here) // 2))
    if round_.knockout or record.event.format not in SEARCHED:
        raise Refusal("Who meets whom follows from the format here.")
    try:
        return swap(_as_round(record, round_, here), one, other, here, preferences)
    except ValueError as wrong:
        raise Refusal(str(wrong)) from None


@computes
def pair_again(event: Event, actor: Actor, number: int, again: Collection[int] = ()) -> Round:
    """The part of a round that needs it: late players, those whose opponent is gone or had the bye, and
    ``again``. Games with a report stay as they are."""
    with operation(event, actor, kind="round.paired_again") as act:
        round_ = round_of(act.row, number)
        if round_.state == Round.State.CLOSED or round_.knockout or act.row.format not in SEARCHED:
            raise Refusal("This round cannot be paired again.")
        record = loading.record(act.row)
        rows = _rows(round_)
        kept = [g for g in rows if _stands(g)]
        held = {n for g in kept for n in loading.numbers(g)}
        here = [c for c in loading.candidates(record, {number}) if c.id not in held]
        preferences = loading.preferences(act.row, here, loading.room(act.row, len(here) // 2))
        before = _as_round(record, round_, here)
        proven = computed(_repaired, before, here, preferences, frozenset(again))
        result = proven.round
        loose = [g for g in rows if not _stands(g)]
        same = {couple: g for g in loose if (couple := frozenset(loading.numbers(g)))}
        stay = [pair for pair in result.pairs if frozenset((pair.a, pair.b)) in same]
        for game in loose:
            if frozenset(loading.numbers(game)) not in {frozenset((p.a, p.b)) for p in stay}:
                game.delete()
        taken = {g.table for g in kept} | {same[frozenset((p.a, p.b))].table for p in stay}
        fresh = msgspec.structs.replace(result, pairs=tuple(p for p in result.pairs if p not in stay))
        _write(record, round_, fresh, taken)
        if round_.state == Round.State.OPEN:
            for game in round_.games.filter(b=None).select_related("a", "b"):
                _settle_at_once(game)
        _keep_proof(round_, proven)
        act.say(f"Round {number}: {counted(len(fresh.pairs), 'pair')} made again.", round=number)
        _tell_changed(act, round_, {n for pair in fresh.pairs for n in (pair.a, pair.b)})
    return round_


def _tell_changed(act: ActInProgress[Event], round_: Round, who: set[int]) -> None:
    if round_.state == Round.State.OPEN:
        notify_players(act, f"your game of round {round_.number} is another now.", only=who)


def _rows(round_: Round) -> list[Game]:
    """The games of a round by their tables, to be written to."""
    return list(round_.games.select_related("a", "b").order_by("table", "pk"))


def _stands(game: Game | GameSnapshot) -> bool:
    """Whether one side or both reported."""
    if game.b is None:
        return False
    return game.state != Game.State.OPEN and game.outcome == "score"


def discard_draft(event: Event, actor: Actor) -> Event:
    """The draft is put away: nobody but organisers saw it."""
    with operation(event, actor, kind="round.put-away") as act:
        if not _put_draft_away(act.row):
            raise Refusal("No round is being paired.")
        act.say("The pairings of a round were discarded.", organisers_only=True)
    return act.row


def take_back(event: Event, actor: Actor, number: int) -> Event:
    """The published pairings of a round of which no game is reported: they are gone, everybody is told, and
    the round is paired anew for the Encounter that was drawn for it."""
    with operation(event, actor, kind="round.taken-back") as act:
        round_ = round_of(act.row, number)
        if not may_be_taken_back(act.row, round_, _rows(round_)):
            raise Refusal(
                f"Round {number} is not open, or has a result.",
                fix="Correct the result, or pair some tables again.",
            )
        round_.delete()
        act.say(f"The pairings of round {number} are taken back; others follow.", round=number)
        notify_players(act, f"the pairings of round {number} are taken back; others follow.")
    return act.row


def may_be_taken_back(
    event: Event, round_: Round | RoundSnapshot, games: Iterable[Game | GameSnapshot]
) -> bool:
    """Whether no game of the round is reported; a challenge of a ladder is cancelled instead."""
    return round_.state == Round.State.OPEN and not event.climbing and not any(map(_stands, games))


def decide(event: Event, actor: Actor, what: str, one: int, other: int | None = None) -> Event:
    """``fixed``: these two play each other next; ``forbidden``: never; ``bye``: this one has it next;
    ``free``: nothing of this holds any more for the pair or player."""
    with operation(event, actor, kind="event.decided") as act:
        numbers = set(act.row.players.values_list("number", flat=True))
        ids = [one] if other is None else sorted((one, other))
        if (
            not set(ids) <= numbers
            or len(set(ids)) != len(ids)
            or (what in ("fixed", "forbidden")) != (len(ids) == 2 and what != "free")
        ):
            raise Refusal("Name two different players, or one for the bye.")
        decided = {"fixed": [], "bye": None} | act.row.decided
        forbidden = [pair for pair in act.row.forbidden if pair != ids]
        fixed = [pair for pair in decided["fixed"] if not set(pair) & set(ids)]
        if decided["bye"] in ids:
            decided["bye"] = None
        if what == "fixed":
            fixed.append(ids)
        elif what == "forbidden":
            forbidden.append(ids)
        elif what == "bye":
            decided["bye"] = one
        act.row.decided = decided | {"fixed": fixed}
        act.row.forbidden = forbidden
        act.row.save(update_fields=["decided", "forbidden"])
        act.say(f"Settled for the next round: {what}.", organisers_only=True, players=ids)
    return act.row


# -- how a round is made ----------------------------------------------------------------------------


def _search(record: Record, round_: Round) -> None:
    here = loading.candidates(record)
    preferences = loading.preferences(record.event, here, loading.room(record.event, len(here) // 2))
    decided = record.event.decided.get("bye")
    if decided in {candidate.id for candidate in here} and preferences.bye is None:
        raise Refusal(
            f"{record.names[decided]} was to have the bye, but then somebody else is left over.",
            fix="Take that back, or add a player.",
        )
    search = _by_lot if record.event.format == Event.Format.RANDOM else _paired
    try:
        proven = computed(search, here, preferences)
    except ValueError as wrong:
        raise Refusal(str(wrong), fix="Take your decisions for this round back.") from None
    _write(record, round_, proven.round, set())
    _keep_proof(round_, proven)


class ProvenRound(NamedTuple):
    """A round with its certificate as text, and what the second program says of that."""

    round: pure.PairedRound
    certificate: str = ""
    proof: str = ""


def _proven(result: pure.PairedRound) -> ProvenRound:
    if result.certificate is None:
        return ProvenRound(result)
    proof = verify(json.loads(json.dumps(result.certificate.document())))
    return ProvenRound(result, result.certificate.to_json(), proof)


def _paired(here: Sequence[Entrant], preferences: PairingPreferences) -> ProvenRound:
    return _proven(pair_round(here, preferences))


def _by_lot(here: Sequence[Entrant], preferences: PairingPreferences) -> ProvenRound:
    return _proven(draw_round(here, secrets.randbelow(1 << 32), preferences))


def _repaired(
    before: pure.PairedRound,
    here: Sequence[Entrant],
    preferences: PairingPreferences,
    again: Collection[int],
) -> ProvenRound:
    return _proven(repair_round(before, here, preferences, again=again))


def _keep_proof(round_: Round, proven: ProvenRound) -> None:
    if proven.certificate:
        round_.proof, round_.certificate = proven.proof, proven.certificate
        round_.save(update_fields=["proof", "certificate"])


def _write(record: Record, round_: Round, result: pure.PairedRound, taken: set[int]) -> None:
    couples = [(pair.a, pair.b) for pair in result.pairs]
    free = [t for t in loading.room(record.event, len(couples) + len(taken)) if t not in taken]
    played = {c.id: c.tables for c in loading.candidates(record, {round_.number})}
    try:
        tables = computed(assign, couples, free, played)
    except ValueError as wrong:
        raise Refusal(str(wrong), fix="Say in the settings how many tables there are.") from None
    ids = {number: player.pk for number, player in record.players.items()}
    games = [
        Game(round=round_, table=table, a_id=ids[p.a], b_id=ids[p.b], why=p.why[:300])
        for p, table in zip(result.pairs, tables, strict=True)
    ]
    idle = [(result.bye, result.bye_reason)] if result.bye is not None else []
    idle += [(n, "Nobody was left for them to meet.") for pair in result.apart for n in pair]
    games += [Game(round=round_, a_id=ids[n], why=why) for n, why in idle]
    Game.objects.bulk_create(games)


def _schedule(record: Record, round_: Round) -> None:
    event = record.event
    if round_.knockout:
        if not event.seeds:
            event.seeds = stages.by_strength(record, secrets.randbelow(1 << 32))
            event.save(update_fields=["seeds"])
        planned = stages.bracket_games(record)
        round_.proof = "A bracket: who meets whom follows from the seeds and the results."
    else:
        if not event.groups:
            event.groups = stages.dealt(record, secrets.randbelow(1 << 32))
            event.save(update_fields=["groups"])
        planned = stages.matchday(record, round_.number)
        round_.proof = "A circle of rounds: everybody meets everybody once."
    pairs = sum(1 for game in planned if game.b is not None)
    if event.tables and pairs > event.tables:
        raise Refusal(f"{pairs} games need more than {event.tables} tables.", fix="Change the settings.")
    tables = iter(range(1, pairs + 1))
    Game.objects.bulk_create(
        Game(
            round=round_,
            table=next(tables) if game.b is not None else 0,
            a_id=record.players[game.a].pk,
            b_id=record.players[game.b].pk if game.b is not None else None,
            why=game.why,
            match=game.match,
        )
        for game in planned
    )
    round_.save(update_fields=["proof"])


def _as_round(record: Record, round_: Round | RoundSnapshot, here: Iterable[Any]) -> pure.PairedRound:
    """The round for ``here``, in the types of ``rules.tournament``."""
    by_id = {c.id: c for c in here}
    pairs, bye = [], None
    for row in record.of_round(round_.number):
        if row.b is None:
            bye = row.a.number if row.a.number in by_id else None
        elif row.a.number in by_id and row.b.number in by_id:
            two = by_id[row.a.number], by_id[row.b.number]
            pairs.append(pure.described(pure.costs_of_two(*two, loading.preferences(record.event, two, ()))))
    return pure.PairedRound(tuple(pairs), bye)


def _close_last(record: Record) -> None:
    last = record.latest
    if last is None or last.state == Round.State.CLOSED:
        return
    missing = [row for row in record.of_round(last.number) if row.state != Game.State.CONFIRMED]
    if missing:
        raise Refusal(f"{stages.missing(len(missing), last.number)}.", fix="Enter them, or a forfeit.")
    row = round_of(record.event, last.number)
    row.state, row.clock_since, row.clock_left = Round.State.CLOSED, None, 0
    row.save(update_fields=["state", "clock_since", "clock_left"])


def _put_draft_away(event: Event) -> bool:
    done, _ = event.played_rounds.filter(state=Round.State.DRAFT).delete()
    return bool(done)


def _refuse_played(rows: Iterable[Game]) -> None:
    if any(_stands(row) for row in rows):
        raise Refusal("One of these games has a report.", fix="Correct the result instead.")
