"""Tables laid by fate for people and pages: remembered, and not too many an hour.

How often one person, or one address without an account, may have tables generated and checked.

Words to have a table made from: easy to say across a room, easy to write down.
"""

from __future__ import annotations

import secrets

import msgspec
from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

from rules.fate.shuffle import digest
from rules.refusal import Refusal
from rules.table.generator.generate import PROTOCOL, TableRequirements, generate_table
from rules.table.sheet import Sheet

CACHED_SECONDS = 24 * 3600


def generated(request: HttpRequest, word: str, wishes: TableRequirements) -> Sheet:
    """The table of that word, remembered for a day; ``Refusal`` as ``make``, remembered too."""
    key = f"tables:{digest(PROTOCOL, word, msgspec.json.encode(wishes)).hex()}"
    stored = cache.get(key)
    if stored is None:
        limit_rate(request, "made", GENERATED_AN_HOUR)
        try:
            stored = generate_table(word, wishes).sheet.json()
        except Refusal as refusal:
            stored = (refusal.sentence, refusal.rule, refusal.fix)
        cache.set(key, stored, CACHED_SECONDS)
    if isinstance(stored, tuple):
        raise Refusal(stored[0], rule=stored[1], fix=stored[2])
    return msgspec.json.decode(stored, type=Sheet)


GENERATED_AN_HOUR, CHECKED_AN_HOUR = 120, 2400


def limit_rate(request: HttpRequest, what: str, most: int) -> None:
    """Count one; ``Refusal`` beyond ``most`` within an hour."""
    who = request.user.pk if request.user.is_authenticated else get_adapter().get_client_ip(request)
    key = f"tables:{what}:{who}"
    cache.add(key, 0, 3600)
    if cache.incr(key) > most:
        raise Refusal("That were many tables within one hour.", fix="Wait a while.")


WORD_KINDS = "brass copper ember frost gravel hollow iron lantern misty ochre raven rusty salt willow".split()
WORD_PLACES = "alley bridge chapel crossing ditch ford gate hill mill orchard pier quarry shaft well".split()
HIGHEST_NUMBER = 100


def suggested_word() -> str:
    """``"copper mill 41"``; another at each call."""
    return f"{secrets.choice(WORD_KINDS)} {secrets.choice(WORD_PLACES)} {secrets.randbelow(HIGHEST_NUMBER)}"
