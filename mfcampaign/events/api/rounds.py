"""Operations on rounds for organisers: pair, preview, change by hand, publish, enter results."""

from __future__ import annotations

from typing import Annotated, Literal

from django.db import transaction
from django.http import Http404, QueryDict
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, asks, get
from mfcampaign.events import corrections
from mfcampaign.events.access import Visit
from mfcampaign.events.api.common import EVENT, ORGANISER_TAG, ROUND, Number, Points, organised, organises
from mfcampaign.events.api.reading import EventGameRow, EventRoundView, game_row, round_of, round_view
from mfcampaign.events.api.tournament import OpponentChoice, choice_row
from mfcampaign.events.loading import record
from mfcampaign.events.models import Game
from mfcampaign.events.operations import results, round_setup, rounds
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.queries.choices import choices
from mfcampaign.events.snapshots import GameSnapshot
from rules.game.results.overtime import PenaltyVp
from rules.plain_numbers import whole
from rules.refusal import Refusal
from rules.tournament.pairing.changes import Change
from rules.tournament.standings.team_matches import TeamPlace
from rules.wording import counted

MOST_CHOICES = 8
DRAWN_AGAIN = "The Encounters are drawn again."
GAME = f"{ROUND}games/<int:game>/"


class PlayerExchange(Struct, frozen=True, forbid_unknown_fields=True):
    """Two players, by number, who change places."""

    one: Number
    other: Number


class Harm(Struct, frozen=True):
    """One kind of harm and how often it is done: a rematch, a gap in points, a preference that is not met."""

    kind: str
    count: int


class PlayerExchangePreview(Struct, frozen=True):
    """What a change by hand does to a round: the sentences of what it breaks, and how often each kind of
    harm is done before and after, the gravest first."""

    worse: bool
    breaks: tuple[str, ...]
    before: tuple[Harm, ...]
    after: tuple[Harm, ...]


class RoundRepairing(Struct, frozen=True, forbid_unknown_fields=True):
    """Players whose games are to be paired again besides those that must be."""

    players: Annotated[tuple[Number, ...], Meta(max_length=1024)] = ()


class PairDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """For the next round: ``fixed`` two play each other, ``forbidden`` they never do, ``bye`` this one has
    one, ``free`` nothing of that holds for them any more."""

    what: Literal["fixed", "forbidden", "bye", "free"]
    one: Number
    other: Number | None = None


class RoundClock(Struct, frozen=True, forbid_unknown_fields=True):
    """``minutes`` for ``extend`` alone; negative ones shorten."""

    do: Literal["start", "pause", "extend"]
    minutes: Annotated[int, Meta(ge=-600, le=600)] = 0


class EventResult(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; a result that was confirmed is changed with a reason alone. ``winner`` for a tied
    score in a bracket; ``later`` is what becomes of its later games that others would have played.
    ``penalty_a`` and ``penalty_b`` are the Victory Points off for time: without them as the clock at the
    table says, or as they were."""

    outcome: Literal["score", "forfeit-by-a", "forfeit-by-b", "forfeit-by-both"] = "score"
    vp_a: Points = 0
    vp_b: Points = 0
    penalty_a: PenaltyVp | None = None
    penalty_b: PenaltyVp | None = None
    winner: Number | None = None
    reason: Annotated[str, Meta(max_length=300)] = ""
    later: Literal["", "take-back", "stand"] = ""


class ChangedPlace(Struct, frozen=True):
    """A player, by number, whose place a correction changes."""

    player: int
    before: int
    after: int


class TeamLine(Struct, frozen=True):
    """A team's place, match points, table points and Victory Points."""

    place: int
    points: int
    table_points: int
    vp: int


class ChangedTeam(Struct, frozen=True):
    """A team, by number, whose line of the standings a correction changes."""

    team: int
    before: TeamLine
    after: TeamLine


class ResultPreview(Struct, frozen=True):
    """What a correction does to what came after the game: ``falls`` are games of the bracket that others
    would have played, which can be taken back until it is ``decided``; ``rounds`` lose their proof, the
    ``draft`` is to be paired anew."""

    falls: tuple[EventGameRow, ...]
    decided: bool
    rounds: tuple[int, ...]
    draft: int | None
    places: tuple[ChangedPlace, ...]
    teams: tuple[ChangedTeam, ...]


@organises("post", f"{EVENT}rounds/", status=201, expensive=True)
def pair_round(call: PersonCall, visit: Visit) -> Done[EventRoundView]:
    """Pair the next round as a draft; an existing draft is paired anew."""
    event = visit.event
    number = rounds.pair(event, call.user).number
    event.refresh_from_db()
    event_record = record(event)
    view = round_view(event_record, round_of(event_record, number, drafts=True))
    draft = reverse("events:organiser_round", args=[event.slug, number])
    return Done("Look at the pairings, then publish them.", view, draft)


@organises("delete", f"{EVENT}rounds/draft/", stays=False)
def discard_round_draft(call: PersonCall, visit: Visit) -> str:
    """Discard the draft of a round."""
    rounds.discard_draft(visit.event, call.user)
    return "The pairings are discarded."


@organises("post", f"{ROUND}publish/")
def publish_round(call: PersonCall, visit: Visit, round: int) -> str:
    """Publish the pairings, unless something has changed that they rest on."""
    rounds.publish(visit.event, call.user, round)
    return "The pairings are out."


@organises("delete", ROUND, stays=False)
def take_round_back(call: PersonCall, visit: Visit, round: int) -> str:
    """Withdraw the published pairings of a round while no game of it is reported."""
    rounds.take_back(visit.event, call.user, round)
    return "The pairings are taken back."


@asks(
    f"{ROUND}exchange/preview/",
    PlayerExchangePreview,
    body=PlayerExchange,
    example={"one": 1, "other": 4},
    scope="organise",
    tag=ORGANISER_TAG,
)
def preview_exchange(call: PersonCall, event: str, round: int) -> PlayerExchangePreview:
    """What exchanging two players would break."""
    record = cached_record(organised(call, event))
    looked_at = round_of(record, round, drafts=True)
    change = rounds.what_exchange_breaks(record, looked_at, call.body.one, call.body.other)
    return _broken(change, record.names)


def _broken(change: Change, names: dict[int, str]) -> PlayerExchangePreview:
    before, after = (tuple(Harm(str(kind), n) for kind, n in p) for p in (change.before, change.after))
    return PlayerExchangePreview(
        change.worse, tuple(b.sentence(names) for b in change.breaches), before, after
    )


@get(
    f"{ROUND}choices/<int:player>/",
    tuple[OpponentChoice, ...],
    scope="organise",
    expensive=True,
    tag=ORGANISER_TAG,
)
def round_choices(call: PersonCall, event: str, round: int, player: int) -> tuple[OpponentChoice, ...]:
    """The other opponents of a player, the nearest in points first, and what each would have cost. Empty
    where the format says who meets whom, teams are paired, or the player was not to be paired."""
    record = cached_record(organised(call, event))
    looked_at = round_of(record, round, drafts=True)
    return tuple(
        choice_row(choice, record.names) for choice in choices(record, looked_at, player, MOST_CHOICES)
    )


@organises("post", f"{ROUND}exchange/", example={"one": 1, "other": 4})
def exchange_players(call: PersonCall, visit: Visit, round: int, body: PlayerExchange) -> str:
    """Exchange two players of a round; the round's proof is lost."""
    rounds.exchange(visit.event, call.user, round, body.one, body.other)
    return "They changed places."


@organises("post", f"{ROUND}again/", example={"players": [3, 4]}, expensive=True)
def pair_round_again(call: PersonCall, visit: Visit, round: int, body: RoundRepairing) -> str:
    """Pair again the part of a round that needs it; games with a report stay."""
    rounds.pair_again(visit.event, call.user, round, body.players)
    return "The rest of the round is paired again."


@organises("post", f"{EVENT}organise/settle/", example={"what": "fixed", "one": 1, "other": 4})
def settle_pair(call: PersonCall, visit: Visit, body: PairDecision) -> str:
    """Require a pairing, a forbidden pair or a bye in the next round, or remove that requirement."""
    return rounds.decide(visit.event, call.user, body.what, body.one, body.other)


@organises("post", f"{ROUND}scenario/", page="")
def flip_round_scenario(call: PersonCall, visit: Visit, round: int) -> str:
    """Draw the scenario of a draft again; the former drawing remains visible."""
    round_setup.set_scenario(visit.event, call.user, round)
    return DRAWN_AGAIN


class NewDrawing(Struct, frozen=True):
    """Why the Encounters are drawn again: everybody sees it."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]


@organises("", f"{ROUND}scenario/")
def draw_round_again(call: PersonCall, visit: Visit, round: int, body: NewDrawing) -> str:
    """Draw the Encounters of a draft again, as a person does: with a reason."""
    round_setup.set_scenario(visit.event, call.user, round, reason=body.reason)
    return DRAWN_AGAIN


@organises("post", f"{ROUND}clock/", example={"do": "start"})
def set_clock(call: PersonCall, visit: Visit, round: int, body: RoundClock) -> str:
    """Start, pause or extend the clock of a round."""
    round_setup.clock(visit.event, call.user, round, body.do, body.minutes)
    return ""


@organises("put", f"{GAME}result/", example={"vp_a": 6, "vp_b": 4}, page="events:manage#results")
def enter_result(call: PersonCall, visit: Visit, round: int, game: int, body: EventResult) -> str:
    """Enter, resolve or correct the result of a game that you do not play in."""
    results.rule(
        visit.event,
        call.user,
        round,
        game,
        vp=(body.vp_a, body.vp_b),
        penalties=(body.penalty_a, body.penalty_b),
        outcome=body.outcome,
        winner=body.winner,
        reason=body.reason,
        later=body.later,
    )
    return "The result is saved."


@asks(
    f"{GAME}result/preview/",
    ResultPreview,
    body=EventResult,
    example={"vp_a": 4, "vp_b": 6},
    scope="organise",
    tag=ORGANISER_TAG,
)
def preview_result(call: PersonCall, event: str, round: int, game: int) -> ResultPreview:
    """What correcting a result would change; nothing where it is not confirmed yet."""
    record = cached_record(organised(call, event))
    row = next((g for g in record.of_round(round) if g.pk == game), None)
    if row is None:
        raise Http404
    body = call.body
    penalties = body.penalty_a, body.penalty_b
    result = corrections.entered(row, (body.vp_a, body.vp_b), penalties, body.outcome, body.winner)
    follows = corrections.what_follows(record, row, result)
    return ResultPreview(
        tuple(game_row(each) for each in follows.falls),
        follows.decided,
        follows.rounds,
        follows.draft,
        tuple(ChangedPlace(move.player.number, move.before, move.after) for move in follows.moves),
        tuple(
            ChangedTeam(change.team.number, _standing(change.before), _standing(change.after))
            for change in follows.team_changes
        ),
    )


def _standing(line: TeamPlace) -> TeamLine:
    return TeamLine(line.rank, line.points, line.tables, line.vp)


@organises("", f"{ROUND}results/", page="events:manage#results")
def enter_results(call: PersonCall, visit: Visit, round: int) -> str:
    """Enter every filled line of a form with all tables, all or none; empty lines stay open."""
    games = [game for game in cached_record(visit.event).of_round(round) if game.b is not None]
    entered = [(game, result) for game in games if (result := _result_in_form(call.request.POST, game))]
    if not entered:
        raise Refusal("No result was entered.", fix="Enter both sides' Victory Points at a table.")
    with transaction.atomic():
        for game, (vp, outcome) in entered:
            results.rule(visit.event, call.user, round, game.pk, vp=vp, outcome=outcome)
    return f"{counted(len(entered), 'result')} saved."


def _result_in_form(form: QueryDict, game: GameSnapshot) -> tuple[tuple[int, int], str] | None:
    """The Victory Points and how the game ended; ``None`` where nothing is new."""
    outcome = form.get(f"how-{game.pk}", "score")
    texts = [form.get(f"vp-{side}-{game.pk}", "").strip() for side in ("a", "b")]
    if outcome == "score" and not any(texts):
        return None
    first, second = (whole(text) for text in texts) if outcome == "score" else (0, 0)
    if first is None or second is None:
        raise Refusal(f"Table {game.table} lacks one side's Victory Points.", fix="Enter both, or neither.")
    if game.state != Game.State.CONFIRMED:
        return (first, second), outcome
    # The players were quicker than who typed.
    if (game.vp_a, game.vp_b, game.outcome) == (first, second, outcome):
        return None
    raise Refusal(
        f"Table {game.table} has a result by now: {pages.score(game)}.",
        fix="Correct it there, with a reason, if it is wrong.",
    )


@organises("post", f"{EVENT}organise/cut/")
def make_cut(call: PersonCall, visit: Visit) -> str:
    """Choose the players of the bracket, or choose again until its first games are out."""
    rounds.make_cut(visit.event, call.user)
    return "The cut is made."


@organises("post", f"{EVENT}organise/shorten/")
def end_rounds_early(call: PersonCall, visit: Visit) -> str:
    """End the rounds after those played so far; the cut, if there is one, is next."""
    rounds.end_early(visit.event, call.user)
    return "No further rounds."
