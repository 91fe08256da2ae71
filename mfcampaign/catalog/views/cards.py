"""Pages of models: the list with its filters, one Stat Card, two side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.catalog import queries
from mfcampaign.catalog.access import readable_pack
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.changes import LABELS, lines_of, value_in_words
from mfcampaign.catalog.links import goes_with
from mfcampaign.catalog.models import Pack, Release
from mfcampaign.catalog.release_cards import ReleaseCards, cards_of_release
from mfcampaign.catalog.search import CardIndex
from mfcampaign.catalog.search_page import SearchRequest, facets, page_of, resolve, search_request
from mfcampaign.catalog.sheets import sheet
from mfcampaign.web.navigation import edition_query
from rules.edition import edition_of
from rules.plain_numbers import whole

COMPARED = (
    "cost",
    "station",
    "limit",
    "df",
    "wp",
    "mv",
    "cg",
    "ca",
    "sz",
    "health",
    "base_mm",
    "cache",
    "keywords",
    "characteristics",
    "versatile",
    "totem_for",
)


@require_safe
def models(request: PortalRequest) -> HttpResponse:
    """Search as you type; without JavaScript the same form, sent by its button."""
    edition = queries.edition_looked_at(request)
    read = cards_of_release(queries.current_release(edition).pk)
    search = search_request(request.GET, read.index)
    context = _results(read, search)
    fragment = request.htmx and not request.htmx.history_restore_request
    template = "catalog/found.html" if fragment else "catalog/models.html"
    return render(request, template, {**context, "wanted": search, **_editions(edition)})


def _editions(edition: str) -> dict[str, Any]:
    """What the switch of editions shows."""
    return {"edition": edition, "editions": queries.edition_choices(), "printed": edition_of(edition).cards}


def _results(read: ReleaseCards, search: SearchRequest) -> dict[str, Any]:
    result = read.index.find(search.selection)
    page = page_of(result, search)
    names = queries.every_faction()
    return {
        "rows": [(card, [(slug, names.get(slug, slug)) for slug in card.factions]) for card in page],
        "total": len(result.cards),
        "page": page,
        "label": read.label,
        "facets": facets(result, search, edition_of(read.edition).cards),
    }


@require_safe
def model(request: HttpRequest, slug: str) -> HttpResponse:
    """One Stat Card, of the current release or of ``?release=``, under a pack with ``?pack=``."""
    chosen = _chosen(request)
    card = chosen.card(slug)
    return render(
        request,
        "catalog/model.html",
        {
            "card": card,
            "sheet": sheet(card),
            "chosen": chosen,
            "release": chosen.release,
            "pack": chosen.pack,
            "own_packs": queries.own_packs(request.user, card.edition),
            "suggestions": _kin(chosen, card),
            "goes_with": goes_with(card, chosen.cards, chosen.upgrades),
        },
    )


@require_safe
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Two Stat Cards and where they differ; ``?with=`` is a slug or a name."""
    chosen = _chosen(request)
    card = chosen.card(slug)
    text = request.GET.get("with", "").strip()[:80]
    other, near = resolve(text, chosen.cards, chosen.index) if text else (None, ())
    return render(
        request,
        "catalog/compare.html",
        {
            "card": card,
            "other": other,
            "sheets": [sheet(card), sheet(other)] if other else [],
            "rows": comparison(card, other) if other else [],
            "text": text,
            "near": near,
            "chosen": chosen,
            "pack": chosen.pack,
            "suggestions": _kin(chosen, card),
        },
    )


@dataclass(frozen=True)
class ChosenRelease:
    """The cards that a page looks at: one release, with a pack over it or none."""

    release: Release
    is_current: bool
    pack: Pack | None
    cards: dict[str, ModelCard]
    upgrades: dict[str, Upgrade]

    def card(self, slug: str) -> ModelCard:
        if slug not in self.cards:
            raise Http404("No such model.")
        return self.cards[slug]

    @property
    def index(self) -> CardIndex:
        return cards_of_release(self.release.pk).index

    @property
    def address(self) -> str:
        """The query string that keeps looking at the same figures."""
        parts = [edition_query(self.release.edition).removeprefix("?")]
        parts += [] if self.is_current else [f"release={self.release.version}"]
        return "&".join(parts + ([f"pack={self.pack.pk}"] if self.pack else []))


def _chosen(request: HttpRequest) -> ChosenRelease:
    release = queries.current_release(queries.edition_named(request.GET.get("edition", "")))
    version = request.GET.get("release", "")
    current = True
    if version and version != str(release.version):
        older = queries.release_numbered(version, release.edition)
        if older is None:
            raise Http404("No such release.")
        release, current = older, False
    pack_id = whole(request.GET.get("pack"))
    pack = readable_pack(request.user, pack_id) if pack_id is not None else None
    cards, upgrades = queries.cards_with_pack(release.pk, pack.pk if pack else None)
    return ChosenRelease(release, current, pack, cards, upgrades)


def _kin(chosen: ChosenRelease, card: ModelCard) -> list[ModelCard]:
    """Models that share a keyword: those one compares with."""
    words = set(card.keywords or card.characteristics) - COMMON
    others = (other for other in chosen.cards.values() if other is not card)
    return [other for other in others if words & set(other.keywords or other.characteristics)]


COMMON = frozenset({"Living", "Undead", "Construct", "Mercenary"})
"""Characteristics that most models share: they make nobody kin."""


def comparison(card: ModelCard, other: ModelCard) -> list[tuple[str, str, str, bool]]:
    """Rows of figure, of the one, of the other, and whether they differ."""
    printed = card.printed
    labels = {**LABELS, **printed.labels}
    fields = [field for field in COMPARED if printed.prints(field)]
    pairs = [(labels[field], _figure(card, field), _figure(other, field)) for field in fields]
    pairs += [(name, _cell(lines_of(card, name)), _cell(lines_of(other, name))) for name in printed.lists]
    return [(label, one, two, one != two) for label, one, two in pairs]


def _figure(card: ModelCard, field: str) -> str:
    """Any number of copies is a limit of 0, and no figure on a card."""
    value = getattr(card, field)
    return _cell(None if field == "limit" and value == 0 else value)


def _cell(value: Any) -> str:
    if isinstance(value, tuple):
        return "\n".join(value) or "–"
    return value_in_words(value) or "–"
