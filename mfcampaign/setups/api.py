"""Endpoints of set-ups: drawn and stored under a code, drawn again, or drawn without storing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Literal

from django.db.models import Count
from django.urls import reverse
from msgspec import Meta, Struct, structs

from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import Done, act, asks, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.catalog import queries as catalog
from mfcampaign.setups import access, operations, queries
from mfcampaign.setups.drawing import by_cards, secret_of, set_up_of
from mfcampaign.setups.forms import DrawForm, Drawing, Sheets, Size
from mfcampaign.setups.models import SetUp
from rules.edition import Edition, edition_of, editions, unnamed
from rules.fate.league import commitment
from rules.game.setup.drawn import SetUpRules as SetUpRules
from rules.game.setup.drawn import Wanted
from rules.game.setup.scenario import Scenario, SeparateScenario, Sheet
from rules.game.setup.score_sheet import ScoreSheet
from rules.game.setup.special import SpecialEvent, SpecialTerrain
from rules.refusal import Total

TAG = "Set-ups"
SETUP = "setups/<slug:setup>/"
changes = partial(act, access=access.own_or_404, page="setups:card", no_account=True, tag=TAG)
Text = Annotated[str, Meta(max_length=80)]
Cards = Annotated[str, Meta(max_length=400)]


class SetUpCommitment(Struct, frozen=True):
    """A code for a set-up, and the SHA-256 of the seed that its first drawing will use."""

    code: str
    promised: str


class NewSetUp(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is to be drawn. ``season`` for an edition that has seasons, ``format`` (``scrap``, ``brawl``),
    ``feature`` and ``event`` for one that has these. With ``cards`` in the order in which they fell, nothing
    is drawn. ``code`` and ``promised`` from a promise, or neither."""

    edition: EditionCode = unnamed().code
    season: Annotated[str, Meta(max_length=20)] = ""
    format: Annotated[str, Meta(max_length=20)] = ""
    size: Size = 50
    feature: bool = False
    event: bool = False
    each: Literal["one", "table", "round"] = "one"
    count: Sheets = 1
    title: Text = ""
    word: Text = ""
    cards: Cards = ""
    code: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{11})?$")] = ""
    promised: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")] = ""


class SetUpRedraw(Struct, frozen=True, forbid_unknown_fields=True):
    """Why, for everybody to read; ``seen`` is the number of the drawing that was looked at."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    seen: Drawing
    word: Text = ""


class SetUpSheet(Struct, frozen=True):
    """One sheet, of any edition: a ``scenario`` with one Strategy for both sides, or as in the
    ``first_edition`` with one for each; ``key`` lays its deck again (empty for entered cards)."""

    label: str
    key: str
    scenario: Scenario | None
    first_edition: SeparateScenario | None
    feature: SpecialTerrain | None
    event: SpecialEvent | None


class SetUpDrawing(Struct, frozen=True):
    """One drawing. ``seed`` and ``word`` lay the same cards again; ``agrees`` says whether they did
    (null: the cards fell at a table, or the league that drew them keeps its seed until the week is over).
    ``deck`` identifies it in that league's fate."""

    number: int
    by: str
    reason: str
    at: dt.datetime
    commitment: str
    seed: str
    deck: tuple[str | int, ...]
    word: str
    agrees: bool | None
    sheets: tuple[SetUpSheet, ...]


class SetUpView(Struct, frozen=True):
    """A set-up: the valid drawing and those before it, newest first; ``size`` 0: each table has its own."""

    code: str
    url: str
    heading: str
    edition: str
    season: str
    size: int
    each: str
    locked: bool
    now: SetUpDrawing
    before: tuple[SetUpDrawing, ...]
    next_promise: str


class SetUpRow(Struct, frozen=True):
    """One of your set-ups; ``drawings`` is how often it was drawn."""

    code: str
    title: str
    each: str
    count: int
    locked: bool
    drawings: int
    at: dt.datetime


class CardsQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be read from the cards, in the order in which they fell: ``9m 4c 1r RJ``."""

    cards: Annotated[str, Meta(min_length=2, max_length=400)]
    edition: EditionCode = unnamed().code
    season: Annotated[str, Meta(max_length=20)] = ""
    format: Annotated[str, Meta(max_length=20)] = ""
    size: Size = 50
    feature: bool = False
    event: bool = False


class ScoreView(Struct, frozen=True):
    """Both totals with their lines; ``winner`` is a seat, null for a draw."""

    totals: tuple[Total, Total]
    winner: int | None


@get("setups/", Page[SetUpRow], query=PageQuery, tag=TAG)
def set_ups(call: PersonCall) -> Page[SetUpRow]:
    """Your set-ups, the newest first."""
    rows = SetUp.objects.filter(owner=call.user.pk).annotate(times=Count("drawings"))
    return by_key(rows, call.query, _rows)


def _rows(rows: Iterable[Any]) -> list[SetUpRow]:
    return [
        SetUpRow(
            row.code, row.title, row.each, row.count, row.locked_at is not None, row.times, row.created_at
        )
        for row in rows
    ]


@get("setups/commitment/", SetUpCommitment, open=True, tag=TAG)
def set_up_commitment(call: PortalCall) -> SetUpCommitment:
    """A code and the commitment to its seed, to be published before anything is drawn."""
    code = operations.new_code()
    return SetUpCommitment(code, commitment(secret_of(code, 1)))


@act(
    "post",
    "setups/",
    signed_in,
    example={"season": "gg0", "size": 50, "title": "Thursday at the shop"},
    status=201,
    tag=TAG,
)
def draw_set_up(call: PersonCall, user: Person, body: NewSetUp) -> Done[SetUpView]:
    """Draw a set-up by fate, or enter the cards that were flipped at the table."""
    fields = structs.asdict(body)
    code = body.code or operations.new_code()
    fields |= {
        "code": code,
        "promised": body.promised or commitment(secret_of(code, 1)),
        "called": body.title,
    }
    form = filled(_form(body.edition), fields)
    return Done("", _set_up_view(call, operations.draw(user, form.wanted(), **form.rest())))


def _form(code: str) -> Any:
    edition = edition_of(code)

    class OfEdition(DrawForm):
        def __init__(self, data: Any) -> None:
            super().__init__(data, edition=edition, initial={})

    return OfEdition


@get(SETUP, SetUpView, open=True, expensive=True, tag=TAG)
def set_up(call: PortalCall, setup: str) -> SetUpView:
    """A set-up by its code, with every drawing and the proof of its cards."""
    return _set_up_view(call, access.read_or_404(setup))


@changes("post", f"{SETUP}again/", example={"reason": "Both of us had it yesterday.", "seen": 1})
def draw_set_up_again(call: PersonCall, row: SetUp, body: SetUpRedraw) -> str:
    """Draw your set-up again; the former drawing remains visible."""
    access.limit_drawings(call.request)
    operations.draw_again(row, call.user, body.reason, seen=body.seen, word=body.word)
    return ""


@changes("post", f"{SETUP}lock/")
def lock_set_up(call: PersonCall, row: SetUp) -> str:
    """Lock your set-up: it is not drawn again."""
    operations.lock(row, call.user)
    return ""


@asks(
    "calculator/setup/",
    SetUpSheet,
    body=CardsQuestion,
    example={"season": "gg0", "cards": "9m 4c 1r 2r 3r 4r 5r"},
    open=True,
    tag="Calculator",
)
def set_up_of_cards(call: PortalCall) -> SetUpSheet:
    """The set-up of cards that fell at a table, of any edition; 409 for too few or too many."""
    question: CardsQuestion = call.body
    wanted = Wanted(
        edition=question.edition,
        season=question.season,
        size=question.size,
        format=question.format,
        feature=question.feature,
        event=question.event,
    )
    set_up = set_up_of(wanted)
    season = catalog.season(question.season) if set_up.has_seasons and question.season else None
    return _sheet("", "", by_cards(wanted, season, question.cards), set_up)


def _score_endpoint(edition: Edition, rules: ScoreSheet, path: str) -> None:
    """Declare the endpoint that computes by an edition's score sheet."""

    def score(call: PortalCall) -> ScoreView:
        reckoned = rules.score(call.body.sides, call.body.format)
        return ScoreView(reckoned.totals, reckoned.winner)

    score.__name__ = f"score_of_{edition.name.lower().replace(' ', '_')}"
    score.__doc__ = (
        f"The Victory Points of a {edition.name} game with their lines; 409 for Schemes nobody may have."
    )
    asks(path, ScoreView, body=rules.question, example=dict(rules.example), open=True, tag="Calculator")(
        score
    )


def _score_endpoints() -> None:
    """One for each edition with a score sheet; programs know the first of them without its code."""
    path, first = "calculator/score/", True
    for edition in editions():
        if edition.setup.score_sheet is not None:
            _score_endpoint(edition, edition.setup.score_sheet, path if first else f"{path}{edition.code}/")
            first = False


_score_endpoints()


def _sheet(label: str, key: str, sheet: Sheet, set_up: SetUpRules) -> SetUpSheet:
    if isinstance(sheet, Scenario):
        return SetUpSheet(label, key, sheet, None, None, None)
    return SetUpSheet(label, key, None, sheet, set_up.feature(sheet.feature), set_up.event(sheet.event))


def _drawing(page: queries.DrawingPage, set_up: SetUpRules) -> SetUpDrawing:
    row = page.row
    sheets = tuple(_sheet(drawn.label, drawn.key, drawn.sheet, set_up) for drawn in page.sheets)
    return SetUpDrawing(
        row.number,
        page.by,
        row.reason,
        row.created_at,
        row.commitment,
        page.seed,
        tuple(row.deck),
        row.word,
        page.agrees,
        sheets,
    )


def _set_up_view(call: PortalCall, row: SetUp) -> SetUpView:
    card = queries.card(row)
    set_up = set_up_of(card.wanted)
    mine = row.locked_at is None and access.may_change(call.request, row)
    return SetUpView(
        row.code,
        call.link(reverse("setups:short", args=[row.code])),
        card.heading,
        card.wanted.edition,
        card.season,
        card.wanted.size,
        row.each,
        row.locked_at is not None,
        _drawing(card.now, set_up),
        tuple(_drawing(queries.drawing_page(row, card.wanted, other.row), set_up) for other in card.others),
        commitment(secret_of(row.code, card.now.row.number + 1)) if mine else "",
    )
