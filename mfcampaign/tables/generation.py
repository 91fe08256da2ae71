"""Generated tables, cached for a day and at a limited rate.

``suggested_word`` offers a word to generate one from: easy to say across a room, easy to write down.
"""

from __future__ import annotations

import secrets

import msgspec
from django.core.cache import caches
from django.http import HttpRequest

from mfcampaign.web.resilience import rate_limit
from mfcampaign.web.resilience.cost import expensive
from rules.budget import OutOfBudget
from rules.edition import Edition, editions, unnamed
from rules.fate.shuffle import digest
from rules.refusal import Refusal
from rules.table.generator.generate import PROTOCOL, TableRequirements, generate_table, usual_unsaid
from rules.table.presets.kinds import Guide
from rules.table.sheet import Sheet

CACHED_SECONDS = 24 * 3600
GENERATED_AN_HOUR, CHECKED_AN_HOUR = 120, 2400


def generated(
    request: HttpRequest, word: str, requirements: TableRequirements, edition: Edition | None = None
) -> Sheet:
    """The table of that word by the rules of the edition, cached for a day; ``Refusal`` as
    ``generate_table``, cached too."""
    edition = edition or unnamed()
    rules = edition.table
    requirements = usual_unsaid(requirements, rules)
    whose = () if edition is unnamed() else (edition.code,)
    key = f"tables:{digest(PROTOCOL, *whose, word, msgspec.json.encode(requirements)).hex()}"
    cache = caches["made"]
    stored = cache.get(key)
    if stored is None:
        limit_rate(request, "generated", GENERATED_AN_HOUR)
        try:
            with expensive(request):
                stored = generate_table(word, requirements, rules, guides()).sheet.json().decode()
        except OutOfBudget:
            raise
        except Refusal as refusal:
            stored = [refusal.sentence, refusal.rule, refusal.fix]
        cache.set(key, stored, CACHED_SECONDS)
    if isinstance(stored, list):
        raise Refusal(stored[0], rule=stored[1], fix=stored[2])
    return msgspec.json.decode(stored, type=Sheet)


def guides() -> tuple[Guide, ...]:
    """The guides of all editions, whose pieces lie on any table."""
    return tuple(each.table.guide for each in editions() if each.table.guide is not None)


def limit_rate(request: HttpRequest, what: str, most: int) -> None:
    """Tables generated and checked, counted together for the pages of tables and of Encounters."""
    refusal = Refusal("Those were too many tables within an hour.", fix="Wait a while.")
    rate_limit.limit_rate(request, f"tables:{what}", most, refusal)


WORD_KINDS = "brass copper ember frost gravel hollow iron lantern misty ochre raven rusty salt willow".split()
WORD_PLACES = "alley bridge chapel crossing ditch ford gate hill mill orchard pier quarry shaft well".split()
HIGHEST_NUMBER = 100


def suggested_word() -> str:
    """``"copper mill 41"``; another at each call."""
    return f"{secrets.choice(WORD_KINDS)} {secrets.choice(WORD_PLACES)} {secrets.randbelow(HIGHEST_NUMBER)}"
