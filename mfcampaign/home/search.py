"""Search over everything: figures, leagues, events, people, one's own Crews, rules, pages of the portal.

Each kind asks the room that it belongs to, which leaves out what the visitor may not know of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import Struct

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.campaigns.league import finding as leagues
from mfcampaign.catalog.cards import folded
from mfcampaign.catalog.queries import current_release, edition_looked_at
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.crews import queries as crews
from mfcampaign.events.queries import finding as events
from mfcampaign.web import ledger
from mfcampaign.web.navigation import edition_query
from mfcampaign.web.resilience.rate_limit import limit_rate
from rules.edition import name_of
from rules.refusal import Refusal

MOST = 6
"""Of each kind; the rest is behind the link of the kind, where it has one."""
LONGEST = 60
SHORTEST = 2
SEARCHES_AN_HOUR = 1_200
PAGES = (
    ("Build a Crew", "crews:new", "hire list Leader Master new"),
    ("Your Crews", "crews:list", "saved drafts folders"),
    ("My models", "crews:collection", "collection owned painted"),
    ("Import a Crew", "crews:import", "paste text app list"),
    ("Compare two Crews", "crews:compare", "side by side statistics"),
    ("Models", "catalog:models", "catalogue cards stats figures"),
    ("Upgrades", "catalog:upgrades", "catalogue attachments"),
    ("Abilities and actions", "catalog:abilities", "catalogue text"),
    ("Strategies and Schemes", "catalog:scenarios", "gaining grounds seasons scenarios"),
    ("Packs of own figures", "catalog:packs", "house custom costs"),
    ("Leagues", "campaigns:leagues", "campaign join Shifting Loyalties Arsenal"),
    ("Open a league", "campaigns:new", "organise campaign new"),
    ("Events", "events:events", "tournament day rounds pairings"),
    ("Open an event", "events:new", "tournament organise new"),
    ("Draw an Encounter", "setups:new", "scenario flip Strategy Deployment Schemes set up"),
    ("Make a table", "tables:list", "terrain generator map"),
    ("Can I see it?", "tables:sight", "line of sight cover terrain"),
    ("Record a game", "play:new_record", "score tracker beside real table"),
    ("Play here", "play:new", "bot friend board online"),
    ("Notices", "notices:settings", "mail push Discord notifications"),
    ("Calendars", "notices:calendars", "deadlines feed"),
    ("Profile", "accounts:profile", "name zone privacy settings account"),
    ("Help", "help", "first game how to begin questions"),
    ("Rules ledger", "web:rules", "rulebook questions"),
    ("Programs (API)", "api:docs", "tokens developer"),
    ("About", "about", "help contact privacy"),
)


class Hit(Struct, frozen=True):
    """One thing that was found; ``note`` says what tells it from others of its name."""

    name: str
    url: str
    note: str = ""


class Kind(Struct, frozen=True):
    """What was found of one kind; ``more`` is the address that lists all of it, empty for none."""

    title: str
    drawing: str
    hits: tuple[Hit, ...]
    more: str = ""


@require_safe
def search(request: PortalRequest) -> HttpResponse:
    """What is found, at most ``MOST`` of each kind."""
    query = " ".join(request.GET.get("q", "").split())[:LONGEST]
    kinds: list[Kind] = []
    if len(query) >= SHORTEST:
        fix = "Wait a little, or look in the catalogue."
        limit_rate(request, "search", SEARCHES_AN_HOUR, Refusal("Those were too many searches.", fix=fix))
        kinds = [kind for kind in _kinds(request, query) if kind.hits]
    context = {"q": query, "kinds": kinds, "short": bool(query) and len(query) < SHORTEST}
    answer = render(request, "home/search.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _kinds(request: PortalRequest, query: str) -> Iterator[Kind]:
    words, viewer = query.split(), request.user
    yield from _figures(request, query)
    if viewer.is_authenticated:
        own = crews.own(viewer).filter(name__icontains=query).order_by("-pk")[:MOST]
        yield Kind("Your Crews", "crew", tuple(Hit(crew.name, crew.get_absolute_url()) for crew in own))
    known = leagues.leagues_named(viewer, words, MOST)
    rows = (Hit(one.name, reverse("campaigns:league", args=[one.slug]), one.edition_name) for one in known)
    yield Kind("Leagues", "league", tuple(rows))
    days = events.events_named(viewer, words, MOST)
    yield Kind(
        "Events",
        "trophy",
        tuple(Hit(day.name, reverse("events:event", args=[day.slug]), day.place) for day in days),
    )
    yield Kind("Players", "person", tuple(islice(_players(request, words), MOST)))
    yield Kind("Pages", "scroll", _named(query, _pages()))
    yield Kind("Rules", "book", _rules(query), f"{reverse('web:rules')}?{urlencode({'q': query})}")


def _figures(request: HttpRequest, query: str) -> Iterator[Kind]:
    """Of the edition that this browser looked at last."""
    code = edition_looked_at(request)
    try:
        cards, here = cards_of_release(current_release(code).pk), edition_query(code)
    except Refusal:  # before any figures are loaded
        return
    note, models = name_of(code), reverse("catalog:models")
    more = f"{models}?{urlencode({'edition': code, 'q': query})}"
    named = tuple(
        Hit(card.full_name, reverse("catalog:model", args=[card.slug]) + here, note)
        for card in cards.index.named(query)[:MOST]
    )
    yield Kind("Models", "crew", named, more)
    keywords = (
        Hit(word, f"{models}?{urlencode({'edition': code, 'keyword': word})}", note)
        for word in cards.index.values("keyword")
        if folded(query) in folded(word)
    )
    yield Kind("Keywords", "star", tuple(islice(keywords, MOST)))
    upgrades = (
        (upgrade.name, Hit(upgrade.name, reverse("catalog:upgrade", args=[upgrade.slug]) + here, note))
        for upgrade in cards.upgrades.values()
    )
    yield Kind("Upgrades", "scroll", _named(query, upgrades), f"{reverse('catalog:upgrades')}{here}")


def _players(request: PortalRequest, words: list[str]) -> Iterator[Hit]:
    for entry in leagues.players_named(request.user, words, MOST):
        url = reverse("campaigns:player", args=[entry.campaign.slug, entry.pk])
        yield Hit(entry.label, url, entry.campaign.name)
    for player in events.players_named(request.user, words, MOST):
        url = reverse("events:player", args=[player.event.slug, player.number])
        yield Hit(player.name, url, player.event.name)


def _pages() -> Iterator[tuple[str, Hit]]:
    for name, address, words in PAGES:
        yield f"{name} {words}", Hit(name, reverse(address))


def _rules(query: str) -> tuple[Hit, ...]:
    """By ID first, then by their words."""
    exact = ledger.rows().get(query.upper())
    rows = [exact] if exact else [row for text, row in _rule_texts() if _holds(text, query)][:MOST]
    return tuple(Hit(row.rule, reverse("web:rule", args=[row.rule]), row.html) for row in rows)


@lru_cache(maxsize=1)
def _rule_texts() -> tuple[tuple[str, ledger.Row], ...]:
    return tuple((folded(f"{row.rule} {row.text}"), row) for row in ledger.rows().values())


def _named(query: str, choices: Iterable[tuple[str, Hit]]) -> tuple[Hit, ...]:
    """Those whose text, the first of each pair, holds every word."""
    return tuple(islice((hit for text, hit in choices if _holds(folded(text), query)), MOST))


def _holds(text: str, query: str) -> bool:
    return all(word in text for word in folded(query).split())
