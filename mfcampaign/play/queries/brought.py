"""The Encounters that a saved Crew was brought to, and what became of its models. One query, two for each."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Prefetch

from mfcampaign.accounts.persons import Viewer
from mfcampaign.crews.outings import ModelOuting, Outing
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter, Seat
from mfcampaign.play.queries.past import meeting
from rules.game.state import State

MOST_SHOWN = 20


def outings(viewer: Viewer, crew: int, link: str) -> list[Outing]:
    """The latest that are over and that ``viewer`` has a part in; the seat names the Crew by its number."""
    if viewer.pk is None:
        return []
    both = Prefetch("encounter__seats", Seat.objects.select_related("user"))
    over = Encounter.objects.filter(state=Encounter.State.OVER, origin="", seats__user=viewer.pk)
    sides = Seat.objects.filter(crew=crew, encounter__in=over.values("pk")).select_related(
        "encounter__table_clock"
    )
    latest = sides.order_by("-encounter__ended_at", "-encounter_id", "seat").prefetch_related(both)
    return [_outing(side, viewer) for side in latest[:MOST_SHOWN]]


def _outing(side: Seat, viewer: Viewer) -> Outing:
    row = side.encounter
    state = loading.state_after(row, loading.facts(row))
    return Outing(meeting(side, viewer), tuple(_models(state, side.seat)))


def _models(state: State, seat: int) -> Iterator[ModelOuting]:
    """Those that the Crew began with, in its order; who joined during the game has no story here."""
    names = {model.id: model.name for model in state.models.values()}
    killed = {kill.victim: kill for kill in reversed(state.kills)}
    for model in state.models.values():
        if model.seat != seat or model.summoned:
            continue
        kill = killed.get(model.id)
        yield ModelOuting(
            model.card,
            model.name,
            kill is not None,
            names.get(kill.by, "") if kill is not None else "",
            kill.turn if kill is not None else 0,
            tuple(names.get(each.victim, each.victim) for each in state.kills if each.by == model.id),
        )
