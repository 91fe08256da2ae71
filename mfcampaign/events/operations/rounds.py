"""Rounds: paired, previewed, changed by hand, published."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.computing import computed, computes
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.events import drafts, loading, stages
from mfcampaign.events.drafts import SEARCHED
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event, Game, Player, Round
from mfcampaign.events.operations import table_clocks, team_rounds
from mfcampaign.events.operations.announcements import notify_players
from mfcampaign.events.operations.round_setup import lock_scenario, round_of, write_scenario
from mfcampaign.events.snapshots import GameSnapshot, RoundSnapshot
from rules.refusal import Refusal
from rules.tournament.pairing.certificate_check import verify
from rules.tournament.pairing.changes import Change, repair_round, swap
from rules.tournament.pairing.field import Entrant, PairingPreferences
from rules.tournament.pairing.swiss import PairedRound, draw_round, pair_round
from rules.tournament.pairing.table_assignment import assign
from rules.tournament.standings.criteria import Scheme
from rules.tournament.standings.games import GameResult
from rules.wording import counted

FINISH = "Finish the event: the standings stand."
PAIR_AGAIN = "Pair the round anew."
CALL_OFF = "Call the event off."
TEAMS_AGAIN = "Settle which teams meet, or never do, and pair the round anew."
MOST_SAID = 4


@computes
def pair(event: Event, actor: Actor) -> Round:
    """The next round as a draft for organisers; an unpublished one is paired again. The round before must
    be played out: it is closed."""
    with operation(event, actor, kind="round.paired") as act:
        if act.row.phase != Event.Phase.RUNNING:
            raise Refusal("The event is not running.", fix="Begin it first; what is over stays so.")
        if act.row.climbing:
            raise Refusal("On a ladder players challenge each other; nobody is paired.", fix="Wait for them.")
        _put_draft_away(act.row)
        record = loading.record(act.row)
        _close_last(record)
        if not record.rounds:
            # Nobody has seen them: groups and seeds are of those who are here now.
            act.row.groups, act.row.seeds = [], []
        step = stages.stage(record)
        if step == "done":
            raise Refusal("Every round is played.", fix="Finish the event.")
        if step == "cut":
            raise Refusal("The rounds are played; now comes the cut.", fix="Make the cut.")
        if few := stages.too_few(record):
            raise Refusal(few, fix=f"{FINISH if record.rounds else CALL_OFF} Or let somebody in again.")
        round_ = Round(
            event=act.row,
            number=record.next_number,
            knockout=step == "bracket",
            clock_left=act.row.round_minutes * 60,
        )
        write_scenario(round_, act.row, actor)
        round_.save()
        if act.row.format in SEARCHED and step == "rounds":
            _search(record, round_)
        else:
            _schedule(record, round_)
        round_.basis = drafts.basis(record, round_.number)
        round_.save(update_fields=["basis"])
        act.say(f"Round {round_.number} is paired, not published yet.", organisers_only=True)
    return round_


def make_cut(event: Event, actor: Actor) -> Event:
    """The seeds of a bracket: the top of the standings, or the best of each group. A cut can be made again
    until the first games of its bracket are out."""
    with operation(event, actor, kind="event.cut") as act:
        _put_draft_away(act.row)
        record = loading.record(act.row)
        _close_last(record)
        again = stages.cut_is_open(record)
        if act.row.phase != Event.Phase.RUNNING or (stages.stage(record) != "cut" and not again):
            raise Refusal(
                "There is no cut to make now.", fix="It comes after the rounds, before its bracket."
            )
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
            raise Refusal("Only rounds before a cut can be left out.", fix="Play the others.")
        _put_draft_away(act.row)
        act.row.rounds = max(1, len(record.published))
        act.row.save(update_fields=["rounds"])
        act.say(f"The rounds end after round {act.row.rounds}.")
    return act.row


def publish(event: Event, actor: Actor, number: int) -> Round:
    """Publish the pairings; byes count at once, and so do games of those who are out. ``Refusal`` that says
    what has changed since they were made."""
    with operation(event, actor, kind="round.published") as act:
        round_ = round_of(act.row, number)
        if round_.state != Round.State.DRAFT:
            raise Refusal(
                "The round is published already.",
                fix="Look at it; its pairings can be taken back until a game is reported.",
            )
        if changed := drafts.changes(loading.record(act.row), round_):
            said, more = changed[:MOST_SAID], len(changed) - MOST_SAID
            rest = f" And {counted(more, 'other change')}." if more > 0 else ""
            raise Refusal(
                f"Round {number} was paired from what holds no more. {' '.join(said)}{rest}", fix=PAIR_AGAIN
            )
        round_.state, round_.decided, round_.basis = Round.State.OPEN, act.row.decided, {}
        round_.save(update_fields=["state", "decided", "basis"])
        lock_scenario(round_, act.row, actor)
        for game in round_.games.select_related("a", "b"):
            _settle_at_once(game)
        act.row.decided = {}
        act.row.save(update_fields=["decided"])
        act.say(f"The pairings of round {number} are out.", round=number)
        team_rounds.tell_captains(act, number)
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
        if round_.state == Round.State.CLOSED:
            raise Refusal(f"Round {number} is played.", fix="Correct its results instead.")
        record = loading.record(act.row)
        change = what_exchange_breaks(record, round_, one, other)
        rows = [g for g in _rows(round_) if {one, other} & set(loading.numbers(g))]
        _refuse_played(rows)
        moving = {p.number: p for p in act.row.players.filter(number__in=(one, other))}
        turned = {one: moving[other], other: moving[one]}
        for row in rows:
            row.a = turned.get(row.a.number, row.a)
            row.b = turned.get(row.b.number, row.b) if row.b is not None else None
            table_clocks.clear(row)
            row.why, row.state, row.outcome = "An organiser changed this pair.", Game.State.OPEN, "score"
            if round_.state == Round.State.OPEN and row.b is None:
                row.state = Game.State.CONFIRMED
            row.save()
        round_.certificate, round_.corrected = "", ""
        round_.proof = "Changed by hand: nothing is proven any more."
        round_.save(update_fields=["certificate", "corrected", "proof"])
        broken = " ".join(b.sentence(record.names) for b in change.breaches)
        who = f"{record.names[one]} and {record.names[other]}"
        act.say(f"{who} changed places in round {number}. {broken}".strip(), round=number)
        _tell_changed(act, round_, {n for row in rows for n in loading.numbers(row)})
    return change


def what_exchange_breaks(record: Record, round_: Round | RoundSnapshot, one: int, other: int) -> Change:
    """Preview what the change would break. ``Refusal`` where it is impossible."""
    if record.event.of_teams:
        raise Refusal("Teams are paired, not players.", fix=TEAMS_AGAIN)
    if round_.knockout or record.event.format not in SEARCHED:
        raise Refusal(
            "Who meets whom follows from the format here.", fix="Correct results, if they are wrong."
        )
    here = loading.candidates(record, {round_.number})
    preferences = loading.preferences(record, here, loading.decided_for(record.event, round_))
    try:
        return swap(
            loading.as_paired(record, round_.number, here, preferences), one, other, here, preferences
        )
    except ValueError as wrong:
        raise Refusal(str(wrong), fix="Choose two others.") from None


@computes
def pair_again(event: Event, actor: Actor, number: int, again: Collection[int] = ()) -> Round:
    """The part of a round that needs it: late players, those whose opponent is gone or who had a bye that was
    not settled, and ``again``; of a draft also all of whom something else holds by now. Games with a report
    stay as they are."""
    with operation(event, actor, kind="round.paired_again") as act:
        round_ = round_of(act.row, number)
        if act.row.of_teams:
            raise Refusal("A round of teams is paired as a whole.", fix=TEAMS_AGAIN)
        if round_.state == Round.State.CLOSED or round_.knockout or act.row.format not in SEARCHED:
            raise Refusal("This round cannot be paired again.", fix="Correct its results instead.")
        record = loading.record(act.row)
        rows = _rows(round_)
        kept = [g for g in rows if _stands(g)]
        held = {n for g in kept for n in loading.numbers(g)}
        here = [c for c in loading.candidates(record, {number}) if c.id not in held]
        again = set(again)
        decided = dict(loading.decided_for(act.row, round_))
        if round_.state == Round.State.DRAFT:
            again |= drafts.touched(record, round_)
        else:
            decided = _without(decided, again)
        preferences = loading.preferences(record, here, decided)
        before = loading.as_paired(record, number, here, preferences)
        proven = _searched(record, round_, repair_round, before, here, preferences, frozenset(again))
        loose = [g for g in rows if not _stands(g)]
        tables, fresh = _keep_unchanged(loose, proven.round)
        _write(record, round_, fresh, {g.table for g in kept} | tables)
        if round_.state == Round.State.OPEN:
            for game in round_.games.filter(b=None).select_related("a", "b"):
                _settle_at_once(game)
        _keep_proof(round_, proven)
        round_.corrected, round_.decided = "", {} if round_.state == Round.State.DRAFT else decided
        round_.basis = drafts.basis(record, number) if round_.state == Round.State.DRAFT else {}
        round_.save(update_fields=["corrected", "decided", "basis"])
        act.say(f"Round {number}: {counted(len(fresh.pairs), 'pair')} made again.", round=number)
        _tell_changed(act, round_, {n for pair in fresh.pairs for n in (pair.a, pair.b)})
    return round_


def _keep_unchanged(games: Sequence[Game], result: PairedRound) -> tuple[set[int], PairedRound]:
    """Delete the games whose pair is not in ``result`` any more; the tables of the others, and the round
    without these."""
    pairs = {frozenset((pair.a, pair.b)): pair for pair in result.pairs}
    tables = set()
    for game in games:
        pair = pairs.pop(frozenset(loading.numbers(game)), None)
        if pair is None:
            game.delete()
            continue
        game.why = pair.why[:300]
        game.save(update_fields=["why"])
        tables.add(game.table)
    return tables, replace(result, pairs=tuple(pairs.values()))


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
            raise Refusal("No round is being paired.", fix="Pair the next one.")
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
        if not act.row.decided:
            # What was settled for the round is settled for it still.
            act.row.decided = round_.decided
            act.row.save(update_fields=["decided"])
        round_.delete()
        act.say(f"The pairings of round {number} are taken back; others follow.", round=number)
        notify_players(act, f"the pairings of round {number} are taken back; others follow.")
    return act.row


def may_be_taken_back(
    event: Event, round_: Round | RoundSnapshot, games: Iterable[Game | GameSnapshot]
) -> bool:
    """Whether no game of the round is reported; a challenge of a ladder is cancelled instead."""
    return round_.state == Round.State.OPEN and not event.climbing and not any(map(_stands, games))


def decide(event: Event, actor: Actor, what: str, one: int, other: int | None = None) -> str:
    """``fixed``: these two play each other next; ``forbidden``: never; ``bye``: this one has one next;
    ``free``: what was settled for the pair or player holds no more. What was settled, in a sentence;
    ``Refusal`` where it contradicts something that is."""
    with operation(event, actor, kind="event.decided") as act:
        record = loading.record(act.row)
        ids = (one,) if other is None else (min(one, other), max(one, other))
        counts = {"fixed": (2,), "forbidden": (2,), "bye": (1,), "free": (1, 2)}
        if not set(ids) <= record.sides.keys() or len(set(ids)) not in counts[what] or one == other:
            who = "teams" if act.row.of_teams else "players"
            raise Refusal(f"Name two different {who}, or one for the bye.", fix="Choose them again.")
        earlier = [row for row in drafts.settled(record) if row.concerns(what, ids)]
        decided = {"fixed": [], "byes": []} | act.row.decided
        if what == "free":
            if not earlier:
                raise Refusal("Nothing of that is settled.", fix="Look at what is, under Organiser tools.")
            sentence = " ".join(f"No longer settled: {row.words}." for row in earlier)
            drop = [list(row.who) for row in earlier]
            decided["fixed"] = [pair for pair in decided["fixed"] if pair not in drop]
            decided["byes"] = [number for number in decided["byes"] if [number] not in drop]
            act.row.forbidden = [pair for pair in act.row.forbidden if pair not in drop]
        elif earlier:
            raise Refusal(f"{earlier[0].words}: that is settled.", fix="Cancel that decision first.")
        else:
            sentence = _settle(act.row, record, decided, what, ids)
        act.row.decided = decided
        act.row.save(update_fields=["decided", "forbidden"])
        act.say(sentence, organisers_only=True, players=list(ids))
    return sentence


def _settle(event: Event, record: Record, decided: dict[str, Any], what: str, ids: tuple[int, ...]) -> str:
    """Write one decision into ``decided`` or the event; the sentence that tells it."""
    names = [record.side_names[number] for number in ids]
    if what == "fixed":
        decided["fixed"] = [*decided["fixed"], list(ids)]
        return f"{names[0]} plays {names[1]} in the next round."
    if what == "forbidden":
        event.forbidden = [*event.forbidden, list(ids)]
        return f"{names[0]} and {names[1]} never meet."
    decided["byes"] = [*decided["byes"], *ids]
    played = record.matches if event.of_teams else record.rows
    had = [row.round.number for row in played if row.b is None and row.a.number in ids]
    before = f", after one in round {', '.join(map(str, had))}" if had else ""
    return f"{names[0]} has a bye in the next round{before}."


# -- how a round is made ----------------------------------------------------------------------------


def _search(record: Record, round_: Round) -> None:
    here = loading.side_candidates(record)
    preferences = loading.preferences(record, here, record.event.decided)
    search = _by_lot if record.event.format == Event.Format.RANDOM else pair_round
    proven = _searched(record, round_, search, here, preferences)
    if record.event.of_teams:
        team_rounds.write_matches(record, round_, proven.round)
    else:
        _write(record, round_, proven.round, set())
    _keep_proof(round_, proven)


def _searched(
    record: Record, round_: Round, search: Callable[..., PairedRound], *arguments: Any
) -> ProvenRound:
    """What ``search`` gives for its arguments, proven; ``Refusal`` where the organiser's decisions leave no
    round."""
    scheme = None if record.event.format == Event.Format.RANDOM else record.scheme
    results = drafts.results_before(record, round_.number)
    try:
        return computed(_proven, results, scheme, search, *arguments)
    except ValueError as wrong:
        raise Refusal(str(wrong), fix="Take your decisions for this round back.") from None


def _without(decided: Mapping[str, Any], again: set[int]) -> dict[str, Any]:
    """What was settled for a round, but for players who are to be paired again."""
    return {
        "fixed": [pair for pair in decided.get("fixed", ()) if not again & set(pair)],
        "byes": [number for number in decided.get("byes", ()) if number not in again],
    }


class ProvenRound(NamedTuple):
    """A round with its certificate as text, and what the second program says of that."""

    round: PairedRound
    certificate: str = ""
    proof: str = ""


def _proven(
    results: Sequence[GameResult], scheme: Scheme | None, search: Callable[..., PairedRound], *arguments: Any
) -> ProvenRound:
    """The round that ``search`` gives for its arguments, with a certificate that names the results."""
    result = search(*arguments)
    if result.certificate is None:
        return ProvenRound(result)
    certificate = result.certificate.resting_on(results, scheme).to_json()
    return ProvenRound(result, certificate, verify(json.loads(certificate)))


def _by_lot(here: Sequence[Entrant], preferences: PairingPreferences) -> PairedRound:
    return draw_round(here, secrets.randbelow(1 << 32), preferences)


def _keep_proof(round_: Round, proven: ProvenRound) -> None:
    if proven.certificate:
        round_.certificate, round_.proof = proven.certificate, proven.proof
        round_.save(update_fields=["proof", "certificate"])


def _write(record: Record, round_: Round, result: PairedRound, taken: set[int]) -> None:
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
    byes = {row.a.number for row in record.rows if row.b is None and row.round.number < round_.number}
    idle = [(n, f"The organiser decided this bye{', another one' * (n in byes)}.") for n in result.byes]
    idle += [(result.bye, result.bye_reason)] if result.bye is not None else []
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


def _close_last(record: Record) -> None:
    last = record.latest
    if last is None or last.state == Round.State.CLOSED:
        return
    team_rounds.refuse_unsettled(len(record.unsettled))
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
