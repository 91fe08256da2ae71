"""One moment of an Encounter, folded from its events without applying rules."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mfcampaign.play import loading
from mfcampaign.play.access import Visit
from mfcampaign.play.clocks import in_words
from mfcampaign.play.models import Encounter
from mfcampaign.play.queries import board
from mfcampaign.play.queries.board import Drawn
from mfcampaign.web.drawings.sharing import Picture
from rules.game.events import Event as Fact
from rules.game.events.turns import ActivationBegan, TurnBegan
from rules.game.log import fold
from rules.game.narration import Names, sentence_of
from rules.game.pictures.tokens import initials
from rules.game.state import State
from rules.game.view import heard

MOST_LINES = 4
"""The most sentences in the picture of a moment."""


class ReplayMoment(Struct, frozen=True):
    """A place to jump to: the number of its decision and its label."""

    at: int
    words: str


class ReplayPage(Struct, frozen=True, kw_only=True):
    at: int
    moments: tuple[int, ...]
    """The decisions that count."""
    starts: tuple[int, ...]
    """Those with which a Turn or an Activation began."""
    before: int | None
    after: int | None
    activation_before: int | None
    activation_after: int | None
    lines: tuple[str, ...]
    activations: tuple[ReplayMoment, ...]
    taken_back: tuple[ReplayMoment, ...]
    drawn: Drawn
    crews: tuple[dict[str, Any], ...]
    turn: int

    @property
    def last(self) -> int:
        return self.moments[-1]

    @property
    def at_words(self) -> str:
        return str(self.at)


def load(visit: Visit, at: int | None) -> ReplayPage:
    """Load the moment after decision ``at``, or after the nearest one before it that counts. Four queries,
    five with clocks."""
    row = visit.row
    all_facts = loading.facts(row)
    numbers = sorted({0, *loading.counting(row).values_list("number", flat=True)})
    here = max(number for number in numbers if at is None or number <= max(at, 0))
    before = fold(loading.first_state(row), (fact for number, fact in all_facts if number < here))
    facts = [fact for number, fact in all_facts if number == here]
    state = fold(before, facts)
    final = fold(state, (fact for number, fact in all_facts if number > here))
    seat = None if visit.alone else visit.seat
    visible = [heard(fact, seat, over=row.over) for fact in facts]
    marks = [
        ReplayMoment(number, sentence_of(fact, final))
        for number, fact in all_facts
        if isinstance(fact, ActivationBegan | TurnBegan)
    ]
    starts = sorted({mark.at for mark in marks})
    clock = loading.clock_of(row, here)
    names, short = Names(state), initials(state)
    back = row.decisions.filter(kind__in=("take_back", "rewind")).values_list("number", "seat")
    return ReplayPage(
        at=here,
        moments=tuple(numbers),
        starts=tuple(starts),
        before=max((n for n in numbers if n < here), default=None),
        after=min((n for n in numbers if n > here), default=None),
        activation_before=max((n for n in starts if n < here), default=None),
        activation_after=min((n for n in starts if n > here), default=None),
        lines=tuple(words for fact in visible if fact is not None and (words := sentence_of(fact, state))),
        activations=tuple(marks),
        taken_back=tuple(
            ReplayMoment(number, f"{state.crews[whose].name} took decisions back.") for number, whose in back
        ),
        drawn=_drawn(row, before, state, [fact for fact in visible if fact is not None]),
        crews=tuple(
            {
                "name": crew.name,
                "vp": state.vp(crew.seat),
                "stones": crew.stones,
                "hand": len(crew.hand),
                "time": in_words(clock.left[crew.seat]) if clock is not None else "",
                "models": (models := [model for model in state.models.values() if model.seat == crew.seat]),
                "called": [(model, short[model.id], names(model.id)) for model in models],
            }
            for crew in state.crews
        ),
        turn=state.turn,
    )


def picture(visit: Visit, at: int) -> tuple[Picture, str]:
    """The words and the drawing of a moment for everybody: without what only one side knows."""
    row = visit.row
    page = load(Visit(row, visit.seats, ()), at)
    score = " : ".join(f"{crew['name']} {crew['vp']}" for crew in page.crews)
    kicker = f"Turn {page.turn}, moment {page.at} of {page.last}"
    return Picture(kicker, row.title, (score, *page.lines[:MOST_LINES])), str(page.drawn.picture)


def _drawn(row: Encounter, before: State, state: State, facts: list[Fact]) -> Drawn:
    setup = loading.setup_of(row)
    if row.mode == Encounter.Mode.RECORD:
        return board.bare(setup, state)
    return board.moment(setup, before, state, facts)
