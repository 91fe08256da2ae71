"""Pages of Upgrades, Strategies and Schemes, and of the history of releases."""

from __future__ import annotations

from itertools import groupby

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.catalog import queries
from mfcampaign.catalog.cards import Upgrade, folded
from mfcampaign.catalog.links import brought_by
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.sheets import upgrade_sheet
from rules.edition import edition_of, name_of

UPGRADES_PAGE, RELEASES_PAGE, MOST_CHANGES = 50, 10, 300


@require_safe
def upgrades(request: PortalRequest) -> HttpResponse:
    """All Upgrades of the current release, by faction and by what is typed."""
    edition = queries.edition_looked_at(request)
    everything = cards_of_release(queries.current_release(edition).pk).upgrades.values()
    text = " ".join(request.GET.get("q", "").split())[:60]
    faction, hired = request.GET.get("faction", ""), request.GET.get("hired", "")
    names = queries.every_faction()
    matching = [
        upgrade
        for upgrade in everything
        if (not faction or faction in upgrade.factions)
        and (not hired or not upgrade.special)
        and all(word in _text(upgrade) for word in folded(text).split())
    ]
    page = Paginator(matching, UPGRADES_PAGE).get_page(request.GET.get("page"))
    rows = [(upgrade, [(slug, names.get(slug, slug)) for slug in upgrade.factions]) for upgrade in page]
    template = "catalog/_upgrades.html" if _fragment(request) else "catalog/upgrades.html"
    counts = [(slug, name, sum(slug in u.factions for u in everything)) for slug, name in names.items()]
    address = request.GET.copy()
    address.pop("page", None)
    return render(
        request,
        template,
        {
            "rows": rows,
            "page": page,
            "total": len(matching),
            "text": text,
            "edition": edition,
            "printed": edition_of(edition).cards,
            "editions": [row for row in queries.edition_choices() if edition_of(row[0]).cards.upgrades],
            "faction": faction,
            "hired": hired,
            "counts": [row for row in counts if row[2]],
            "address": address.urlencode(),
        },
    )


def _text(upgrade: Upgrade) -> str:
    words = (upgrade.name, *upgrade.special, *upgrade.restricted, *upgrade.marks, *upgrade.actions)
    return folded(" ".join((*words, *upgrade.keywords, *upgrade.tokens)))


@require_safe
def upgrade(request: HttpRequest, slug: str) -> HttpResponse:
    """One Upgrade or crew card of the current release."""
    read = cards_of_release(queries.current_release(queries.edition_named(request.GET.get("edition", ""))).pk)
    card = read.upgrades.get(slug)
    if card is None:
        raise Http404("No such Upgrade.")
    context = {"card": card, "sheet": upgrade_sheet(card), "leaders": brought_by(card, read.cards)}
    return render(request, "catalog/upgrade.html", context)


def _fragment(request: PortalRequest) -> bool:
    htmx = request.htmx
    return bool(htmx) and not htmx.history_restore_request


@require_safe
def scenarios(request: HttpRequest) -> HttpResponse:
    """Strategies and Schemes of every season, by edition; ``?season=`` opens one."""
    seasons = queries.seasons_of_every_edition()
    first = seasons[0] if seasons else None
    chosen = next((season for season in seasons if season.slug == request.GET.get("season")), first)
    by_edition = [
        (name_of(slug), list(part)) for slug, part in groupby(seasons, key=lambda each: each.edition)
    ]
    own = f"editions/{chosen.edition}/strategies.html" if chosen else ""
    context = {
        "by_edition": by_edition,
        "chosen": chosen,
        "chosen_is_mine": chosen is not None and queries.own_season(request.user, chosen.slug) is not None,
        "strategy_list": [own, "editions/strategies.html"],
    }
    return render(request, "catalog/scenarios.html", context)


@require_safe
def releases(request: HttpRequest) -> HttpResponse:
    """Every state of the figures, newest first, with what it changed."""
    edition = queries.edition_looked_at(request)
    page = Paginator(queries.releases(edition), RELEASES_PAGE).get_page(request.GET.get("page"))
    rows = [
        {"release": release, "changes": queries.release_changes(release)[:MOST_CHANGES]} for release in page
    ]
    context = {"rows": rows, "page": page, "most": MOST_CHANGES}
    context |= {"edition": edition, "editions": queries.edition_choices()}
    return render(request, "catalog/releases.html", context)
