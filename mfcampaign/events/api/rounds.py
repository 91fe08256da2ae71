"""Endpoints of rounds for organisers: pair, preview, change by hand, publish, enter results."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import acts, asks, get
from mfcampaign.events.api.common import EVENT, ORGANISER_TAG, ROUND, Number, Points, organised
from mfcampaign.events.api.reading import EventRoundView, round_of, round_view
from mfcampaign.events.api.tournament import OpponentChoice, choice_row
from mfcampaign.events.loading import record
from mfcampaign.events.operations import results, round_setup, rounds
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.queries.choices import choices
from rules.tournament.pairing.changes import Change

MOST_CHOICES = 8
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
    it, ``free`` nothing of that holds for them any more."""

    what: Literal["fixed", "forbidden", "bye", "free"]
    one: Number
    other: Number | None = None


class RoundClock(Struct, frozen=True, forbid_unknown_fields=True):
    """``minutes`` for ``extend`` alone; negative ones shorten."""

    do: Literal["start", "pause", "extend"]
    minutes: Annotated[int, Meta(ge=-600, le=600)] = 0


class EventResult(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; a result that was confirmed is changed with a reason alone. ``winner`` for a tied
    score in a bracket."""

    outcome: Literal["score", "forfeit-by-a", "forfeit-by-b", "forfeit-by-both"] = "score"
    vp_a: Points = 0
    vp_b: Points = 0
    winner: Number | None = None
    reason: Annotated[str, Meta(max_length=300)] = ""


@acts("post", f"{EVENT}rounds/", EventRoundView, scope="organise", status=201, dear=True, tag=ORGANISER_TAG)
def pair_round(call: PersonCall, event: str) -> EventRoundView:
    """Pair the next round as a draft; an existing draft is paired again."""
    row = organised(call, event)
    round_ = rounds.pair(row, call.user)
    row.refresh_from_db()
    event_record = record(row)
    return round_view(event_record, round_of(event_record, round_.number, drafts=True))


@acts("delete", f"{EVENT}rounds/draft/", scope="organise", tag=ORGANISER_TAG)
def discard_round_draft(call: PersonCall, event: str) -> None:
    """Discard the draft of a round."""
    rounds.put_away(organised(call, event), call.user)


@acts("post", f"{ROUND}publish/", scope="organise", tag=ORGANISER_TAG)
def publish_round(call: PersonCall, event: str, round: int) -> None:
    """Publish the pairings."""
    rounds.publish(organised(call, event), call.user, round)


@acts("delete", ROUND, scope="organise", tag=ORGANISER_TAG)
def take_round_back(call: PersonCall, event: str, round: int) -> None:
    """Withdraw the published pairings of a round while no game of it is reported."""
    rounds.take_back(organised(call, event), call.user, round)


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
    dear=True,
    tag=ORGANISER_TAG,
)
def round_choices(call: PersonCall, event: str, round: int, player: int) -> tuple[OpponentChoice, ...]:
    """The other opponents of a player, the nearest in points first, and what each would have cost. Empty
    where the format says who meets whom, or the player was not to be paired."""
    record = cached_record(organised(call, event))
    looked_at = round_of(record, round, drafts=True)
    return tuple(
        choice_row(choice, record.names) for choice in choices(record, looked_at, player, MOST_CHOICES)
    )


@acts(
    "post",
    f"{ROUND}exchange/",
    body=PlayerExchange,
    example={"one": 1, "other": 4},
    scope="organise",
    tag=ORGANISER_TAG,
)
def exchange_players(call: PersonCall, event: str, round: int) -> None:
    """Exchange two players of a round; the round's proof is lost."""
    rounds.exchange(organised(call, event), call.user, round, call.body.one, call.body.other)


@acts(
    "post",
    f"{ROUND}again/",
    body=RoundRepairing,
    example={"players": [3, 4]},
    scope="organise",
    dear=True,
    tag=ORGANISER_TAG,
)
def pair_round_again(call: PersonCall, event: str, round: int) -> None:
    """Pair again the part of a round that needs it; games with a report stay."""
    rounds.pair_again(organised(call, event), call.user, round, call.body.players)


@acts(
    "post",
    f"{EVENT}organise/settle/",
    body=PairDecision,
    example={"what": "fixed", "one": 1, "other": 4},
    scope="organise",
    tag=ORGANISER_TAG,
)
def settle_pair(call: PersonCall, event: str) -> None:
    """Require a pairing, a forbidden pair or a bye in the next round, or remove that requirement."""
    body = call.body
    rounds.decide(organised(call, event), call.user, body.what, body.one, body.other)


@acts("post", f"{ROUND}scenario/", scope="organise", tag=ORGANISER_TAG)
def flip_round_scenario(call: PersonCall, event: str, round: int) -> None:
    """Draw the scenario of a draft again; the former drawing remains visible."""
    round_setup.set_scenario(organised(call, event), call.user, round)


@acts("post", f"{ROUND}clock/", body=RoundClock, example={"do": "start"}, scope="organise", tag=ORGANISER_TAG)
def set_clock(call: PersonCall, event: str, round: int) -> None:
    """Start, pause or extend the clock of a round."""
    round_setup.clock(organised(call, event), call.user, round, call.body.do, call.body.minutes)


@acts(
    "put",
    f"{GAME}result/",
    body=EventResult,
    example={"vp_a": 6, "vp_b": 4},
    scope="organise",
    tag=ORGANISER_TAG,
)
def enter_result(call: PersonCall, event: str, round: int, game: int) -> None:
    """Enter, resolve or correct the result of a game that you do not play in."""
    body = call.body
    results.rule(
        organised(call, event),
        call.user,
        round,
        game,
        vp=(body.vp_a, body.vp_b),
        outcome=body.outcome,
        winner=body.winner,
        reason=body.reason,
    )


@acts("post", f"{EVENT}organise/cut/", scope="organise", tag=ORGANISER_TAG)
def make_cut(call: PersonCall, event: str) -> None:
    """Choose the players of the bracket."""
    rounds.make_cut(organised(call, event), call.user)


@acts("post", f"{EVENT}organise/shorten/", scope="organise", tag=ORGANISER_TAG)
def end_rounds_early(call: PersonCall, event: str) -> None:
    """End the rounds after those played so far; the cut, if there is one, is next."""
    rounds.end_early(organised(call, event), call.user)
