"""Pages of the rule ledger: every rule ID that a refusal names can be opened and read."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from msgspec import Struct

from rules.campaign.system import systems
from rules.edition import editions, unnamed
from rules.management.coverage import ROW_ID
from rules.plain_rules import PlainRule, plain

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
_ID = re.compile(rf"(?<![\w-]){ROW_ID.pattern}(?![\w-])")


class Row(Struct, frozen=True, dict=True):
    """One row of a ledger table; ``area`` is all of the ID before its number: ``M3E-HIRE``."""

    rule: str
    area: str
    text: str
    source: str
    document: str

    @cached_property
    def plain(self) -> PlainRule:
        """The row in a player's words, with marks of Markdown (bold, code)."""
        signs = next((each.signs for each in editions() if self.document in dict(each.ledger)), ())
        return plain(self.text, signs)

    @property
    def words(self) -> str:
        """The row in a player's words, without any marks."""
        return _ID.sub(_spoken, self.plain.text.replace("**", "").replace("`", ""))

    @property
    def html(self) -> SafeString:
        """The row in a player's words as HTML, all else escaped."""
        return marked_up(self.plain.text)

    @property
    def parts(self) -> dict[str, Any]:
        """The same in parts: the rule, how it is played here, how else it could be read."""
        said = self.plain
        return {
            "rule": marked_up(said.rule),
            "played": marked_up(said.played),
            "otherwise": [marked_up(each) for each in said.otherwise],
        }


class Area(Struct, frozen=True):
    """The rules that share an area and a document, in the order of the ledger."""

    name: str
    document: str
    rows: tuple[Row, ...]

    @property
    def topic(self) -> str:
        """The subject, in words."""
        return topic_of(self.name)

    @property
    def heading(self) -> str:
        """The title of the area's document."""
        return documents()[self.document]


def topic_of(area: str) -> str:
    """The subject of an area's rows, in words."""
    last = area.rpartition("-")[2]
    return TOPICS.get(area) or TOPICS.get(last) or last.capitalize()


def marked_up(text: str) -> SafeString:
    """Escaped text in which ``**strong**`` and code in backquotes become elements, and the ID of another rule
    a link by its subject."""
    html = _CODE.sub(r"<code>\1</code>", _STRONG.sub(r"<strong>\1</strong>", escape(text)))
    return mark_safe(_ID.sub(_linked, html))


def _spoken(match: re.Match[str]) -> str:
    """A rule that another one cites, by its subject; what is no rule's ID stays."""
    rule = match[0]
    return f"“{topic_of(rows()[rule].area)}” ({rule})" if rule in rows() else rule


def _linked(match: re.Match[str]) -> str:
    rule = match[0]
    if rule not in rows():
        return rule
    address, topic = reverse("web:rule", args=[rule]), escape(topic_of(rows()[rule].area))
    return f'<a href="{address}">{topic} <span class="small nowrap">{rule}</span></a>'


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


MOST_FOUND = 60
LONGEST_SEARCH = 80


def matching(query: str) -> list[Row]:
    """The rows that have every word of the query in their words, their ID or their subject; those that have
    them without the subject come first."""
    words = query.casefold().split()
    near: list[Row] = []
    far: list[Row] = []
    for area in areas() if words else ():
        about = f"{area.topic} {area.heading}".casefold()
        for row in area.rows:
            text = f"{row.words} {about} {row.rule}".casefold()
            if all(word in text for word in words):
                own = f"{row.words} {row.rule}".casefold()
                (near if all(word in own for word in words) else far).append(row)
    return near + far


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All areas of the ledger with the number of their rules; with ``q`` the rows that have its words."""
    query = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    hits = matching(query)
    headings = {(area.document, area.name): area for area in areas()}
    shown = [(headings[row.document, row.area], row) for row in hits[:MOST_FOUND]]
    context = {"areas": areas(), "count": len(rows()), "query": query, "hits": shown, "of_all": len(hits)}
    return render(request, "web/rules.html", context)


@require_safe
def rule(request: HttpRequest, rule: str) -> HttpResponse:
    """One rule among its neighbours, or with ``in=place`` alone, for what a "?" opens; 404 for an unknown
    ID."""
    row = rows().get(rule)
    if row is None:
        raise Http404
    area = next(a for a in areas() if a.document == row.document and a.name == row.area)
    page = "web/_rule_in_place.html" if request.GET.get("in") == "place" else "web/rule.html"
    return render(request, page, {"row": row, "area": area})
