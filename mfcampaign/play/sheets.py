"""Scenario sheets for Encounters: drawn before, under a link, or flipped when the Encounter is set up, under
a link of its own where anybody can check the cards."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.http import Http404

from mfcampaign.accounts.persons import Person
from mfcampaign.setups import access as setup_access
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as setup_queries
from rules.edition import Edition, name_of
from rules.game.setup.drawn import Wanted
from rules.game.setup.scenario import SeasonCards, Sheet
from rules.refusal import Refusal

CODE = re.compile(r"(?:.*/)?([A-Za-z0-9_-]{6,16})/?(?:\?sheet=([1-9]\d?))?")
"""A set-up's code alone or at the end of its link, with the number of the sheet when there are several."""


def drawn_sheet(text: str, edition: Edition, rule: str = "") -> Sheet:
    """The sheet of a drawn set-up, by its code or link. Raise ``Refusal`` for several tables of which
    none is named, and by ``rule`` for one of another edition."""
    return _drawn(text, edition, rule)[0]


def drawn_with_season(text: str, edition: Edition) -> tuple[Sheet, SeasonCards | None]:
    """The same sheet, and the season that it was drawn from; ``None`` where it has none."""
    sheet, row = _drawn(text, edition)
    return sheet, setup_queries.season(row)


def _drawn(text: str, edition: Edition, rule: str = "") -> tuple[Sheet, Any]:
    """The sheet that the text names, and the row of its set-up."""
    match = CODE.fullmatch(text.strip())
    try:
        row = setup_access.read_or_404(match[1] if match else "")
    except Http404:
        raise Refusal("No Encounter was drawn under that link.", fix="Paste the link of its page.") from None
    sheets = setup_queries.sheets(row)
    number = int(match[2] or 0) if match else 0
    if number > len(sheets) or not (number or len(sheets) == 1):
        fix = "Follow the link of one of them on its page."
        raise Refusal("Several Encounters were drawn under that link.", fix=fix)
    drawn = msgspec.convert(row.wanted, Wanted).edition
    if drawn != edition.code:
        raise Refusal(
            f"That is an Encounter of the {name_of(drawn)}.",
            rule=rule,
            fix=f"Draw one of the {edition.name}.",
        )
    return sheets[max(0, number - 1)], row


def flipped_sheet(owner: Person, edition: Edition, origin: str, title: str, **asked: Any) -> Sheet:
    """A new set-up, locked at once; the same one when asked for again from that origin."""
    row = setups.draw(owner, Wanted(edition=edition.code, **asked), origin=origin, title=title)
    setups.lock(row, owner)
    (sheet,) = setup_queries.sheets(row)
    return sheet
