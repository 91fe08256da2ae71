"""Records of games at a real table outside a league, begun with both Crews and the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person
from mfcampaign.catalog import queries as catalog
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from mfcampaign.play.sheets import drawn_with_season, flipped_sheet
from mfcampaign.play.terrain import OPEN_FIELD, Terrain
from rules.edition import Edition
from rules.game.recording.edition import RecordedEdition
from rules.game.setup.equipping import EquippedCrew, setup_of_equipped
from rules.game.setup.scenario import SchemeCard, SeasonCards
from rules.refusal import Refusal


class AgreedScenario(Struct, frozen=True, kw_only=True):
    """The agreed scenario; empty fields were not entered. ``attacker`` is a seat; ``schemes`` are all of the
    season, where they follow one another."""

    attacker: int | None = 0
    strategy: str = ""
    deployment: str = ""
    pool: tuple[str, ...] = ()
    schemes: tuple[SchemeCard, ...] = ()


class Flip(Struct, frozen=True):
    """A scenario to flip when the record begins: the season and the Soulstones."""

    season: str
    size: int


def begin_record(
    owner: Person,
    crews: tuple[EquippedCrew, EquippedCrew],
    agreed: AgreedScenario | Flip,
    terrain: Terrain = OPEN_FIELD,
    *,
    edition: Edition,
    name: str,
    size: int,
    readings: Mapping[str, str] = {},
    brought: Mapping[int, int] | None = None,
) -> Encounter:
    """Begin the record of a game between those Crews; the second seat is free for anybody with the link.
    ``readings`` are those of open rows that are not as usual, ``brought`` the saved Crews by seat.

    ``name`` was a field of the form: a repeated request finds the first record and flips nothing again.
    """
    title = f"{crews[0].crew.name} against {crews[1].crew.name}, {size} Soulstones"

    def make() -> Encounter:
        terms = _flipped(owner, agreed, edition, name, title) if isinstance(agreed, Flip) else agreed
        record = recorded(edition)
        setup = setup_of_equipped(*crews, record.equipment, edition.code)
        setup = replace(
            terrain.under(setup),
            attacker=terms.attacker,
            strategy=terms.strategy,
            deployment=terms.deployment,
            pool=terms.pool,
            schemes=terms.schemes,
            size=size,
            policies=dict(readings),
        )
        record_mode = Encounter.Mode.RECORD
        return creation.create(owner, setup, mode=record_mode, title=title, name=name, brought=brought)

    return creation.create_once(owner, name, make)


def recorded(edition: Edition) -> RecordedEdition:
    """How the edition's games are recorded. Raise ``Refusal`` when they are not, or when the page of a
    new Encounter begins their records."""
    if edition.record is None:
        raise Refusal(f"Games of the {edition.name} are not recorded here.")
    if edition.record.recorded_after is not None:
        raise Refusal(
            f"A record of the {edition.name} begins like an Encounter that is played here.",
            fix="Set one up, with nobody here as the opponent.",
        )
    return edition.record


def _flipped(owner: Person, flip: Flip, edition: Edition, name: str, title: str) -> AgreedScenario:
    """Draw a set-up, whose cards anybody can check; it is locked at once."""
    sheet = flipped_sheet(owner, edition, f"record:{name}", title, season=flip.season, size=flip.size)
    return _agreed(sheet, following(catalog.season(flip.season)))


def agreed_by_set_up(text: str, edition: Edition) -> AgreedScenario:
    """The scenario of a drawn set-up, by its code or link. Raise ``Refusal`` for one with several
    tables or rounds, and for one of another edition."""
    sheet, season = drawn_with_season(text, edition)
    return _agreed(sheet, following(season))


def following(season: SeasonCards | None) -> tuple[SchemeCard, ...]:
    """All Schemes of the season, if they follow one another; else none."""
    schemes = season.schemes if season is not None else ()
    return schemes if any(scheme.followers for scheme in schemes) else ()


def _agreed(sheet: Any, schemes: tuple[SchemeCard, ...]) -> AgreedScenario:
    return AgreedScenario(
        schemes=schemes,
        attacker=sheet.attacker_seat,
        strategy=sheet.strategy,
        deployment=sheet.deployment,
        pool=tuple(scheme.name for scheme in sheet.schemes),
    )
