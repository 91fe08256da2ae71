"""What an Encounter of a league comes to, over or not: the result as its game's report takes it over."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.play import loading
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Encounter
from rules.game.results.from_state import result_of, uncounted_claims
from rules.game.results.result import EncounterResult, Scoring
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State


class SoFar(Struct, frozen=True):
    """What was recorded or played: ``over`` says whether that is all. The Schemes that nobody has revealed
    are left out until then. ``down`` are the numbers in the Arsenals of models that have no Health left and
    were not marked killed; ``portions`` and ``upgrades`` are what a seat may tick and what may be used up,
    in words; ``uncounted`` is what was ticked and contradicted by the rest, as sentences."""

    url: str
    version: int
    recorded: bool
    over: bool
    turn: int
    result: EncounterResult
    down: tuple[int, ...]
    portions: tuple[tuple[int, str, str], ...]
    upgrades: tuple[tuple[int, str], ...]
    uncounted: tuple[str, ...] = ()


def so_far(row: Encounter) -> SoFar | None:
    """``None`` before the first Turn, and for what belongs to no league. Two queries."""
    edition = recorded_of(row)
    setup = edition.of_catalogue(loading.setup_of(row))
    state = loading.state_after(row, loading.facts(row))
    if setup is None or row.state == Encounter.State.LEFT or not (state.turn or row.over):
        return None
    if row.over and row.mode == Encounter.Mode.PLAY:
        # Only the stored result says who ended it early.
        result = msgspec.convert(row.result, EncounterResult)
    else:
        result = result_of(setup, state, edition.scoring)
    return SoFar(
        row.get_absolute_url(),
        row.version,
        row.mode == Encounter.Mode.RECORD,
        row.over,
        state.turn,
        result if row.over else _without_hidden(result, state),
        tuple(_down(setup, state)) if row.mode == Encounter.Mode.RECORD else (),
        tuple(_portions(setup)),
        tuple(_owned(setup)),
        uncounted_in(setup, state, result, edition.scoring),
    )


def _portions(setup: EncounterSetup) -> Iterator[tuple[int, str, str]]:
    for seat, side in enumerate(setup.terms.sides if setup.terms else ()):
        yield from ((seat, portion.id, portion.goal) for portion in side.portions)


def uncounted_in(
    setup: EncounterSetup, state: State, result: EncounterResult, scoring: Scoring
) -> tuple[str, ...]:
    """What was ticked and does not count, as sentences."""
    return tuple(
        f"{state.crews[claim.seat].name}: “{claim.what}” was ticked and does not count: {claim.why}."
        for claim in uncounted_claims(setup, state, result, scoring)
    )


def _without_hidden(result: EncounterResult, state: State) -> EncounterResult:
    seats = []
    for own, crew in zip(result.seats, state.crews, strict=True):
        hidden = {scheme.name for scheme in crew.schemes if not scheme.revealed}
        shown = (scheme for scheme in own.schemes if scheme.name not in hidden or any(scheme.vp))
        seats.append(replace(own, schemes=tuple(shown)))
    return replace(result, seats=(seats[0], seats[1]))


def _down(setup: EncounterSetup, state: State) -> list[int]:
    ids = setup.arsenal_ids()
    models = (state.models[name] for name in ids)
    return [ids[model.id] for model in models if model.down]


def _owned(setup: EncounterSetup) -> list[tuple[int, str]]:
    owned = ((number, slug) for hired in setup.hired().values() for slug, number in hired.owned.items())
    return [(number, setup.upgrades[slug].name if slug in setup.upgrades else slug) for number, slug in owned]
