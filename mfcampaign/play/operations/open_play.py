"""Records of games at a real table outside a league, begun with both Crews and the scenario."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person
from mfcampaign.play.crew_setup import EquippedCrew, setup_of_equipped
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from mfcampaign.play.terrain import OPEN_FIELD, Terrain
from mfcampaign.setups import access as setup_access
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as setup_queries
from rules.game.setup.drawn import Wanted
from rules.game.setup.scenario import Scenario
from rules.refusal import Refusal

CODE = re.compile(r"(?:.*/)?([A-Za-z0-9_-]{6,16})/?")
"""A set-up's code alone, or at the end of its link."""


class Agreed(Struct, frozen=True, kw_only=True):
    """The agreed scenario; empty fields were not entered. ``attacker`` is a seat."""

    attacker: int = 0
    strategy: str = ""
    deployment: str = ""
    pool: tuple[str, ...] = ()


class Flip(Struct, frozen=True):
    """A scenario to flip when the record begins: the season and the Soulstones."""

    season: str
    size: int


def begin_record(
    owner: Person,
    crews: tuple[EquippedCrew, EquippedCrew],
    agreed: Agreed | Flip,
    terrain: Terrain = OPEN_FIELD,
    *,
    name: str,
    size: int,
) -> Encounter:
    """Begin the record of a game between those Crews; the second seat is free for anybody with the link.

    ``name`` was a field of the form: a repeated request finds the first record and flips nothing again.
    """
    title = f"{crews[0].crew.name} against {crews[1].crew.name}, {size} Soulstones"

    def make() -> Encounter:
        terms = _flipped(owner, agreed, name, title) if isinstance(agreed, Flip) else agreed
        setup = replace(
            terrain.under(setup_of_equipped(*crews)),
            attacker=terms.attacker,
            strategy=terms.strategy,
            deployment=terms.deployment,
            pool=terms.pool,
        )
        return creation.create(owner, setup, mode=Encounter.Mode.RECORD, title=title, name=name)

    return creation.create_once(owner, name, make)


def _flipped(owner: Person, flip: Flip, name: str, title: str) -> Agreed:
    """Draw a set-up, whose cards anybody can check; it is locked at once."""
    wanted = Wanted(season=flip.season, size=flip.size)
    row = setups.draw(owner, wanted, origin=f"record:{name}", title=title)
    setups.lock(row, owner)
    return _agreed(row)


def agreed_by_set_up(text: str) -> Agreed:
    """Return the scenario of a drawn set-up, by its code or link. Raise ``Refusal`` for one with several
    tables or rounds, and for one of the First Edition."""
    match = CODE.fullmatch(text.strip())
    try:
        return _agreed(setup_access.read_or_404(match[1] if match else ""))
    except Http404:
        raise Refusal("No Encounter was drawn under that link.", fix="Paste the link of its page.") from None


def _agreed(row: Any) -> Agreed:
    sheets = setup_queries.sheets(row)
    if len(sheets) != 1:
        raise Refusal(
            "Several Encounters were drawn under that link.", fix="Enter the one that you play by hand."
        )
    sheet = sheets[0]
    if not isinstance(sheet, Scenario):
        raise Refusal(
            "That is an Encounter of the First Edition.", fix="Play or record it from its own page."
        )
    if sheet.attacker_seat is None:
        raise Refusal("That is an Encounter of the Second Edition.", fix="Draw one of the Third.")
    return Agreed(
        attacker=sheet.attacker_seat,
        strategy=sheet.strategy,
        deployment=sheet.deployment,
        pool=tuple(scheme.name for scheme in sheet.schemes),
    )
