"""The week's scenario as a set-up of the app ``setups``: a link, a QR code, every drawing.

The week's sealed fate draws it, the Weekly Event and the organisers change it (``scenario.laid_over``); this
module stores it where anybody with its link may read and check it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns.models import Game, Week
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week.scenario import origin_of
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as drawn
from rules.game.setup.drawn import Wanted
from rules.game.setup.scenario import Scenario


def show(
    week: Week, scenario: dict[str, Any], *, number: int = 0, actor: Person | None = None, reason: str = ""
) -> None:
    """``scenario`` is what the games of the week are played for: its drawing ``number``, by default the one
    that stands, and what is required over it. What is shown already is not shown twice."""
    sheet = msgspec.convert(scenario, Scenario)
    setups.store(
        origin_of(week),
        # Each game has its own size (SL-SIZE-02).
        Wanted(edition=week.campaign.edition, season=week.season_played, size=0),
        sheet,
        title=f"{week.campaign.name[:60]}, week {week.number}",
        deck=fate.scenario_deck(week, number),
        promised=week.fate_commitment,
        by=actor,
        reason=reason,
    )


def lock(week: Week) -> None:
    """A game of the week begins: its scenario is fixed (SL-SCHEME-01)."""
    set_up = drawn.from_origin(origin_of(week))
    if set_up is not None and set_up.locked_at is None:
        setups.lock(set_up, None)


def open_fate(week: Week) -> None:
    """Publish the seed of a week that is over; nothing is drawn again."""
    lock(week)
    setups.reveal_seed(origin_of(week), bytes(week.fate_seed))


def rebuild(week: Week, scenario: dict[str, Any]) -> None:
    """The same for a week that was brought here: every drawing again, locked and told as it was."""
    why = ["", *(earlier["reason"] for earlier in week.drawings)]
    for number, earlier in enumerate(week.drawings, start=1):
        show(week, earlier["scenario"], number=number, reason=why[number - 1])
    show(week, scenario, reason=why[-1])
    if week.state == Week.State.CLOSED:
        open_fate(week)
    elif week.games.exclude(state=Game.State.SCHEDULED).exists():
        lock(week)
