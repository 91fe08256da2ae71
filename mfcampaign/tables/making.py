"""Tables laid by fate for people and pages: remembered, and not too many an hour."""

from __future__ import annotations

import msgspec
from django.core.cache import cache
from django.http import HttpRequest

from mfcampaign.tables.pacing import MADE_AN_HOUR, paced
from rules.core.table.making import PROTOCOL, Wishes, make
from rules.core.table.sheet import Sheet
from rules.fate.shuffle import digest
from rules.refusal import Refusal

REMEMBERED = 24 * 3600


def made(request: HttpRequest, word: str, wishes: Wishes) -> Sheet:
    """The table of that word, remembered for a day; ``Refusal`` as ``make``, remembered too."""
    key = f"tables:{digest(PROTOCOL, word, msgspec.json.encode(wishes)).hex()}"
    found = cache.get(key)
    if found is None:
        paced(request, "made", MADE_AN_HOUR)
        try:
            found = make(word, wishes).sheet.json()
        except Refusal as refusal:
            found = (refusal.sentence, refusal.rule, refusal.fix)
        cache.set(key, found, REMEMBERED)
    if isinstance(found, tuple):
        raise Refusal(found[0], rule=found[1], fix=found[2])
    return msgspec.json.decode(found, type=Sheet)
