"""Endpoints of the Aftermath: questions and answers, cards entered from the table, countersigning."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import act, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import PlayerSeat, Seat
from mfcampaign.campaigns.aftermath import countersign_queries as countersign_page
from mfcampaign.campaigns.aftermath import countersigning, operations
from mfcampaign.campaigns.aftermath import queries as aftermath_page
from mfcampaign.campaigns.aftermath.forms import ChoiceForm
from mfcampaign.campaigns.api_access import GAME, Id, league
from mfcampaign.campaigns.models import Aftermath
from rules.campaign.aftermath.asks import Ask
from rules.refusal import Refusal

TAG = "Aftermath"
plays = partial(act, access=access.own_side, page="campaigns:aftermath", tag=TAG)
answers = partial(plays, page="campaigns:aftermath_entered")
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
    is the slug of the Skill given up for it; ``words`` name what the option asks to be named."""

    ordinal: Ordinal
    option: Annotated[str, Meta(min_length=1, max_length=120)]
    bearer: Id | None = None
    annihilate: Annotated[str, Meta(max_length=100, pattern=r"^[a-z0-9-]*$")] = ""
    words: Annotated[str, Meta(max_length=60)] = ""


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


def chosen(request: HttpRequest) -> AftermathAnswer:
    """The answer of a form, whose field ``bearer`` may also say what that model gives up."""
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        raise Refusal("This answer could not be read.", fix="Choose again.")
    given = form.cleaned_data
    return AftermathAnswer(
        given["ordinal"], given["option"], form.bearer_id(), form.gives_up(), given["words"]
    )


def at_question(_seat: PlayerSeat) -> dict[str, int]:
    """The answer names its question."""
    return {}


@plays(
    "post",
    f"{GAME}aftermath/choose/",
    example={"ordinal": 4, "option": "keep"},
    read_form=chosen,
    waits=at_question,
)
def choose(call: PersonCall, seat: PlayerSeat, body: AftermathAnswer) -> str:
    """Answer the open question of your Aftermath."""
    aftermath = aftermath_page.of_side(seat.own)
    operations.choose(
        aftermath,
        call.user,
        body.ordinal,
        body.option,
        bearer=body.bearer,
        annihilate=body.annihilate,
        words=body.words,
    )
    return ""


@plays("post", f"{GAME}aftermath/enter/", page="", example={"ordinal": 2, "cards": ["10r"]})
def enter_cards(call: PersonCall, seat: PlayerSeat, body: FallenCards) -> str:
    """Enter the cards that fell on your own table."""
    operations.enter_cards(aftermath_page.of_side(seat.own), call.user, body.ordinal, list(body.cards))
    return ""


@plays("post", f"{GAME}aftermath/source/", example={"source": "fate"})
def flip_source(call: PersonCall, seat: PlayerSeat, body: FlipSource) -> str:
    """Choose who flips from now on: the portal's fate, or you."""
    aftermath = aftermath_page.of_side(seat.own)
    if aftermath.flips != body.source or aftermath.state != Aftermath.State.OPEN:
        operations.flip_source(aftermath, call.user, body.source)
    return ""


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


@answers("post", f"{GAME}aftermath/cards/agree/", example={"numbers": [7]})
def countersign(call: PersonCall, seat: PlayerSeat, body: CountersignedFlips) -> str:
    """Countersign flips that your opponent entered."""
    return "Countersigned." if countersigning.agree(seat.own, call.user, list(body.numbers)) else ""


@answers("post", f"{GAME}aftermath/cards/object/", example={"number": 7, "reason": "It was a 9."})
def object_to_flip(call: PersonCall, seat: PlayerSeat, body: FlipObjection) -> str:
    """Object to a flip that your opponent entered."""
    countersigning.object_to(seat.own, call.user, body.number, body.reason)
    return "Your objection is sent; an organiser is asked to rule."


@answers(
    "post",
    f"{GAME}aftermath/cards/rule/",
    access=access.organised_table,
    example={"number": 7, "verdict": "stands", "reason": "Both saw it."},
    scope="organise",
)
def rule_on_flips(call: PersonCall, seat: Seat, body: FlipRuling) -> str:
    """Settle an objection to entered cards, as an organiser who does not play in the game."""
    countersigning.rule(seat.game, call.user, body.number, body.verdict == "stands", body.reason)
    return "Your ruling is saved."
