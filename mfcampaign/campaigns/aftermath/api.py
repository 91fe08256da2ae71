"""Endpoints of the Aftermath: questions and answers, cards entered from the table, countersigning."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.aftermath import countersign_queries as countersign_page
from mfcampaign.campaigns.aftermath import countersigning
from mfcampaign.campaigns.aftermath import operations as verbs
from mfcampaign.campaigns.aftermath import queries as aftermath_page
from mfcampaign.campaigns.api_access import GAME, Id, league, own_side, seat_of
from mfcampaign.campaigns.models import Aftermath
from rules.campaign.aftermath.asks import Ask
from rules.refusal import Refusal

TAG = "Aftermath"
Ordinal = Annotated[int, Meta(ge=0, le=30_000)]
Code = Annotated[str, Meta(min_length=2, max_length=3, pattern=r"^([1-9][rmct]|1[0-3][rmct]|RJ|BJ)$")]


class AftermathLine(Struct, frozen=True):
    """One line of the log with the rule behind it."""

    sentence: str
    rule: str


class PublicAftermath(Struct, frozen=True):
    """What everybody of the league may know of one side's Aftermath."""

    seat: int
    label: str
    state: str
    waiting_for: str
    scrip: int
    gained: tuple[AftermathLine, ...]
    lost: tuple[AftermathLine, ...]


class AftermathView(Struct, frozen=True):
    """Both sides' public parts; of your own side the open question (``ask``), the cards you hold, your
    Scrip, and where cards come from (``flips``: ``fate``, ``entered``, or empty while you have not said)."""

    parts: tuple[PublicAftermath, ...]
    ask: Ask | None = None
    hand: tuple[str, ...] = ()
    scrip: int | None = None
    flips: str = ""


class AftermathAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to question ``ordinal``: the key of an option; ``bearer`` takes a Skill, ``annihilate``
    is the slug of the Skill given up for it."""

    ordinal: Ordinal
    option: Annotated[str, Meta(min_length=1, max_length=120)]
    bearer: Id | None = None
    annihilate: Annotated[str, Meta(max_length=100, pattern=r"^[a-z0-9-]*$")] = ""


class FallenCards(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that fell at the table, as ``10r``, ``3c``, ``RJ``."""

    ordinal: Ordinal
    cards: Annotated[tuple[Code, ...], Meta(min_length=1, max_length=54)]


class FlipSource(Struct, frozen=True, forbid_unknown_fields=True):
    """The portal's fate, or cards entered from the table."""

    source: Literal["fate", "entered"]


class EnteredFlip(Struct, frozen=True):
    """One flip that was entered by hand, and what was said to it."""

    number: int
    what: str
    cards: tuple[str, ...]
    state: str
    objection: str
    ruling: str


class EnteredFlipsOfSide(Struct, frozen=True):
    """One side's entered flips; ``waiting`` are those that you may countersign."""

    seat: int
    label: str
    rows: tuple[EnteredFlip, ...]
    waiting: tuple[int, ...]


class CountersignedFlips(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of entered flips."""

    numbers: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=100)]


class FlipObjection(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of one entered flip, and what is wrong with it."""

    number: Id
    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class FlipRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether an entered flip counts or is struck, and why."""

    number: Id
    verdict: Literal["stands", "struck"]
    reason: Annotated[str, Meta(min_length=1, max_length=500)]


def _lines(pairs: Any) -> tuple[AftermathLine, ...]:
    return tuple(AftermathLine(sentence, rule) for sentence, rule in pairs)


def _public(view: aftermath_page.PublicView) -> PublicAftermath:
    gains = view.gains
    return PublicAftermath(
        view.seat,
        view.label,
        view.state,
        view.waiting_for,
        gains.scrip,
        _lines(gains.gained),
        _lines(gains.lost),
    )


@get(f"{GAME}aftermath/", AftermathView, tag=TAG)
def aftermath_(call: PersonCall, slug: str, week: int, table: int) -> AftermathView:
    """The state of both Aftermaths, and your own open question; for the league's own people."""
    seat = access.at_table(league(call, slug, access.member), week, table)
    rows = Aftermath.objects.filter(side__game=seat.game).select_related(
        "side__entry__user", "side__game__week__campaign"
    )
    aftermaths = list(rows.order_by("side__seat"))
    parts = tuple(_public(aftermath_page.public(row)) for row in aftermaths)
    mine = next((row for row in aftermaths if seat.own is not None and row.side_id == seat.own.pk), None)
    if mine is None:
        return AftermathView(parts)
    own = aftermath_page.own(mine)
    return AftermathView(parts, own.ask, tuple(card.code for card in own.hand), own.scrip, mine.flips)


def _own(call: PortalCall, slug: str, week: int, table: int) -> Aftermath:
    side = own_side(call, slug, week, table)
    aftermath = Aftermath.objects.filter(side=side).first()
    if aftermath is None:
        raise Http404
    aftermath.side = side
    return aftermath


@acts(
    "post",
    f"{GAME}aftermath/choose/",
    body=AftermathAnswer,
    tag=TAG,
    example={"ordinal": 4, "option": "keep"},
)
def choose(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Answer the open question of your Aftermath."""
    body: AftermathAnswer = call.body
    aftermath = _own(call, slug, week, table)
    verbs.choose(
        aftermath, call.user, body.ordinal, body.option, bearer=body.bearer, annihilate=body.annihilate
    )


@acts("post", f"{GAME}aftermath/enter/", body=FallenCards, tag=TAG, example={"ordinal": 2, "cards": ["10r"]})
def enter_cards(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Enter the cards that fell on your own table."""
    aftermath = _own(call, slug, week, table)
    verbs.enter_cards(aftermath, call.user, call.body.ordinal, list(call.body.cards))


@acts("post", f"{GAME}aftermath/source/", body=FlipSource, tag=TAG, example={"source": "fate"})
def flip_source(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Choose who flips from now on: the portal's fate, or you."""
    aftermath = _own(call, slug, week, table)
    if aftermath.flips == call.body.source:
        raise Refusal("The cards come from there already.")
    verbs.flip_source(aftermath, call.user, call.body.source)


@get(f"{GAME}aftermath/cards/", tuple[EnteredFlipsOfSide, ...], tag=TAG)
def entered_cards(call: PersonCall, slug: str, week: int, table: int) -> tuple[EnteredFlipsOfSide, ...]:
    """What both sides entered by hand; for the league's own people."""
    page = countersign_page.load(access.at_table(league(call, slug, access.member), week, table))
    return tuple(
        EnteredFlipsOfSide(part.seat, part.label, tuple(_flip(row) for row in part.rows), part.waiting)
        for part in page.parts
    )


def _flip(row: countersign_page.EnteredRow) -> EnteredFlip:
    codes = tuple(card.code for card in row.cards)
    return EnteredFlip(row.number, row.what, codes, row.state, row.objection, row.ruling)


@acts("post", f"{GAME}aftermath/cards/agree/", body=CountersignedFlips, example={"numbers": [7]}, tag=TAG)
def countersign(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Countersign flips that your opponent entered."""
    countersigning.agree(own_side(call, slug, week, table), call.user, list(call.body.numbers))


@acts(
    "post",
    f"{GAME}aftermath/cards/object/",
    body=FlipObjection,
    example={"number": 7, "reason": "It was a 9."},
    tag=TAG,
)
def object_to_flip(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Object to a flip that your opponent entered."""
    side = own_side(call, slug, week, table)
    countersigning.object_to(side, call.user, call.body.number, call.body.reason)


@acts(
    "post",
    f"{GAME}aftermath/cards/rule/",
    body=FlipRuling,
    example={"number": 7, "verdict": "stands", "reason": "Both saw it."},
    scope="organise",
    tag=TAG,
)
def rule_on_flips(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Settle an objection to entered cards, as an organiser who does not play in the game."""
    seat = seat_of(call, slug, week, table)
    if not seat.standing.organiser:
        raise Http404
    body: FlipRuling = call.body
    countersigning.rule(seat.game, call.user, body.number, body.verdict == "stands", body.reason)
