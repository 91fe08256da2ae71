"""Pages of the rule ledger: every rule ID that a refusal names can be opened and read."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from msgspec import Struct

from rules.campaign.system import systems
from rules.edition import editions, unnamed
from rules.management.coverage import ROW_ID

CONFIDENCES = ("H", "M", "L")
"""The certainty of a row, in the last column of some tables; the sources come before it."""
TOPICS = {
    "3E": "Third Edition in campaigns",
    "A": "Questions of the text",
    "ABIL": "Abilities",
    "ABL": "Abilities",
    "ACT": "Actions",
    "AFTER": "Aftermath",
    "ANEW": "Starting anew",
    "ANNIH": "Annihilation",
    "AREA": "Auras, blasts, pulses, shockwaves",
    "ATTACH": "Attaching Upgrades",
    "AURA": "Auras",
    "AV": "Avatars",
    "BARTER": "Barter",
    "BLAST": "Blasts",
    "BLD": "Buildings",
    "BLOCK": "Blocking",
    "BOUNTY": "Bounties",
    "BURY": "Burying",
    "CAMP": "Campaigns",
    "CARD": "Stat Cards",
    "CHOICE": "Choices",
    "CLIMB": "Climbing",
    "CMB": "Combat",
    "COMP": "Companions",
    "COND": "Conditions",
    "COVER": "Cover and concealment",
    "CREW": "Crews",
    "CTRL": "Friend, enemy, control",
    "DENSE": "Dense",
    "DIE": "Dying",
    "DMG": "Damage",
    "DUEL": "Duels",
    "ENC": "Encounters",
    "ENCL": "Enclosed",
    "ENG": "Engagement",
    "EVENT": "Weekly Events",
    "EVT": "Events",
    "FACTION": "Factions",
    "FALL": "Falling",
    "FATE": "Cards, hands, flips, cheating",
    "FEAT": "Features",
    "FINISH": "Finished Off",
    "FLY": "Flight",
    "FOR": "Forests",
    "GEN": "General",
    "GLO": "Glossary",
    "HAZ": "Hazardous",
    "HEAL": "Healing",
    "HIRE": "Hiring",
    "I": "Lost icons",
    "IMP": "Impassable",
    "INC": "Incorporeal",
    "INJURY": "Injuries",
    "KILL": "Killing",
    "LEADER": "Leaders",
    "LIN": "Linear terrain",
    "LOS": "Line of sight",
    "MAG": "Magic",
    "MARK": "Markers",
    "MASTER": "Masters",
    "MATH": "Arithmetic",
    "MEAS": "Measuring",
    "MOD": "Modifiers",
    "MOR": "Morale",
    "MOVE": "Movement",
    "OBS": "Obstacles",
    "ONCE": "Once-per limits",
    "OPP": "Opposed duels",
    "PAR": "Paralyzed",
    "PAY": "Payday",
    "POI": "Poison",
    "POOL": "Soulstone Pools",
    "PUSH": "Pushes",
    "Q": "Questions of the text",
    "RATING": "Campaign Rating",
    "REPL": "Replace",
    "REWARD": "Rewards",
    "SCH": "Schemes",
    "SCHEME": "Schemes",
    "SCORE": "Scoring",
    "SCRIP": "Scrip",
    "SETUP": "Setting up",
    "SEV": "Severe",
    "SHADOW": "Shadow",
    "SIM": "Simultaneous effects",
    "SIZE": "Encounter Size",
    "SPI": "Spirits",
    "START": "Starting Arsenal",
    "STONE": "Soulstones",
    "STR": "Strategies",
    "STRAT": "Strategies",
    "SUMM": "Summoning",
    "SUMMON": "Summoned models",
    "T2": "Questions of the text",
    "T2-AREA": "Terrain areas",
    "T2-GEN": "Kinds of terrain",
    "TABLE": "The table",
    "TER": "Terrain",
    "TERR": "Examples of terrain",
    "TIME": "Timing",
    "TOKEN": "Tokens",
    "TOW": "Moving toward",
    "TRAIT": "Terrain Traits",
    "TRG": "Triggers",
    "TRIG": "Triggers",
    "TURN": "Turns",
    "UNIMP": "Unimpeded",
    "UPG": "Campaign Upgrades",
    "VANT": "Vantage points",
    "VLOS": "Sight from vantage points",
    "WITHDRAW": "Withdrawal",
}
"""The subject of an area's rows, by its name or the last part of it."""
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"`([^`]+)`")


class Row(Struct, frozen=True):
    """One row of a ledger table; ``area`` is all of the ID before its number: ``M3E-HIRE``."""

    rule: str
    area: str
    text: str
    source: str
    document: str

    @property
    def html(self) -> SafeString:
        """The text with its marks of Markdown (bold, code) as HTML, all else escaped."""
        return marked_up(self.text)


class Area(Struct, frozen=True):
    """The rules that share an area and a document, in the order of the ledger."""

    name: str
    document: str
    rows: tuple[Row, ...]

    @property
    def topic(self) -> str:
        """The subject, in words."""
        last = self.name.rpartition("-")[2]
        return TOPICS.get(self.name) or TOPICS.get(last) or last.capitalize()

    @property
    def heading(self) -> str:
        """The title of the area's document."""
        return documents()[self.document]


def marked_up(text: str) -> SafeString:
    """Escaped text in which ``**strong**`` and code in backquotes become elements."""
    html = _CODE.sub(r"<code>\1</code>", _STRONG.sub(r"<strong>\1</strong>", escape(text)))
    return mark_safe(html)


def documents() -> dict[str, str]:
    """The documents of docs/rules with their titles: those of the edition that is meant where none is named,
    the campaign's, then those of the others, the oldest first."""
    first = unnamed()
    others = [each for each in reversed(editions()) if each is not first]
    of_campaigns = (document for each in systems() for document in each.ledger)
    return dict([*first.ledger, *of_campaigns, *(document for each in others for document in each.ledger)])


@lru_cache(maxsize=1)
def rows() -> dict[str, Row]:
    """Every row of docs/rules by its ID. Read once: the documents change only with the code."""
    by_id: dict[str, Row] = {}
    for document in documents():
        path = Path(settings.BASE_DIR) / "docs" / "rules" / f"{document}.md"
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not line.startswith("|") or len(cells) < 2 or not ROW_ID.fullmatch(cells[0]):
                continue
            if len(cells) > 3 and cells[-1] in CONFIDENCES:
                cells.pop()
            area = cells[0].rpartition("-")[0]
            source = cells[-1] if len(cells) > 2 else ""
            text = " — ".join(cells[1:-1]) if len(cells) > 2 else cells[1]
            by_id.setdefault(cells[0], Row(cells[0], area, text, source, document))
    return by_id


@lru_cache(maxsize=1)
def areas() -> tuple[Area, ...]:
    """The rows grouped by document and area, in ledger order."""
    order = [*documents()]
    ordered = sorted(rows().values(), key=lambda row: order.index(row.document))
    grouped: dict[tuple[str, str], list[Row]] = {}
    for key, members in groupby(ordered, key=lambda row: (row.document, row.area)):
        grouped.setdefault(key, []).extend(members)
    return tuple(Area(area, document, tuple(lines)) for (document, area), lines in grouped.items())


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All areas of the ledger with the number of their rules."""
    return render(request, "web/rules.html", {"areas": areas(), "count": len(rows())})


@require_safe
def rule(request: HttpRequest, rule: str) -> HttpResponse:
    """One rule among its neighbours; 404 for an ID that the ledger has not."""
    row = rows().get(rule)
    if row is None:
        raise Http404
    area = next(a for a in areas() if a.document == row.document and a.name == row.area)
    return render(request, "web/rule.html", {"row": row, "area": area})
