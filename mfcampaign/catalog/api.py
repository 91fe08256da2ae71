"""Endpoints of the catalogue: models, Upgrades, seasons, releases."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.paging import Page, PageQuery, by_key, by_place
from mfcampaign.catalog import operations, pack_api, queries  # noqa: F401  pack_api declares its operations
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.release_cards import ReleaseCards, cards_of_release
from mfcampaign.catalog.search import Selection
from mfcampaign.catalog.seasons import editions_with_own_seasons
from rules.edition import edition_of, unnamed
from rules.game.setup.scenario import SeasonCards

Some = Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=30)]


class EditionQuery(PageQuery, frozen=True):
    """Of which edition."""

    edition: EditionCode = unnamed().code


class OneEdition(Struct, frozen=True):
    """Of which edition."""

    edition: EditionCode = unnamed().code


class CatalogueSearch(EditionQuery, frozen=True):
    """Several values of one filter mean “any of them”; filters add up."""

    q: Annotated[str, Meta(max_length=60, description="Words of name, Keyword, ability or Action")] = ""
    faction: Some = ()
    keyword: Some = ()
    station: Some = ()
    cost: Some = ()
    characteristic: Some = ()


class ReleaseRow(Struct, frozen=True):
    """One release of the figures."""

    id: int
    version: int
    label: str
    edition: str
    current: bool
    at: dt.datetime


def _read(edition: str) -> ReleaseCards:
    """The current figures of an edition. ``Refusal`` for an unknown one."""
    return cards_of_release(queries.current_release(edition_of(edition).code).pk)


@get("catalogue/models/", Page[ModelCard], query=CatalogueSearch, open=True, tag="Catalogue")
def models(call: PortalCall) -> Page[ModelCard]:
    """The models of the edition's current release, filtered."""
    query: CatalogueSearch = call.query
    read = _read(query.edition)
    facets = ("faction", "keyword", "station", "cost", "characteristic")
    chosen = {name: frozenset(getattr(query, name)) for name in facets if getattr(query, name)}
    selected = read.index.find(Selection(query.q, chosen))
    return by_place(selected.cards, query, lambda card: card)


@get("catalogue/models/<slug:slug>/", ModelCard, query=OneEdition, open=True, tag="Catalogue")
def model(call: PortalCall, slug: str) -> ModelCard:
    """One model with all its figures."""
    card = _read(call.query.edition).cards.get(slug)
    if card is None:
        raise Http404
    return card


@get("catalogue/upgrades/", Page[Upgrade], query=EditionQuery, open=True, tag="Catalogue")
def upgrades(call: PortalCall) -> Page[Upgrade]:
    """The Upgrades of the current release, by name."""
    read = _read(call.query.edition)
    rows = sorted(read.upgrades.values(), key=lambda upgrade: (upgrade.name, upgrade.slug))
    return by_place(rows, call.query, lambda upgrade: upgrade)


@get("catalogue/seasons/", tuple[SeasonCards, ...], open=True, tag="Catalogue")
def seasons(call: PortalCall) -> tuple[SeasonCards, ...]:
    """Strategies and Schemes of the core book and of each season, edition by edition."""
    return tuple(queries.seasons_of_every_edition())


class NewSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A season as it is printed: a Strategy a line with its suit (``Informants, ram``), a Scheme a line with
    those that follow it (``Ensnare > Reshape the Land, Search the Area, Frame Job``)."""

    edition: EditionCode
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    strategies: Annotated[str, Meta(max_length=4000)]
    schemes: Annotated[str, Meta(max_length=16000)]


@act(
    "post",
    "catalogue/seasons/",
    signed_in,
    scope="organise",
    status=201,
    tag="Catalogue",
    example={
        "edition": next((each.code for each in editions_with_own_seasons()), ""),
        "name": "A season of our own",
        "strategies": "Mill, ram\nFord, mask\nGate, tome\nWell, crow",
        "schemes": "One > Two, Three, Four\nTwo > One, Three, Four\nThree > One, Two, Four\n"
        "Four > One, Two, Three",
    },
)
def bring_season(call: PersonCall, user: Person, body: NewSeason) -> Done[SeasonCards]:
    """Bring a season in that is not here yet, for everybody, or correct one of yours."""
    row = operations.bring_season(user, body.edition, body.name, body.strategies, body.schemes)
    return Done("", queries.season(row.slug))


@get("catalogue/releases/", Page[ReleaseRow], query=EditionQuery, open=True, tag="Catalogue")
def releases(call: PortalCall) -> Page[ReleaseRow]:
    """The releases of the figures, newest first."""
    return by_key(
        queries.releases(edition_of(call.query.edition).code).defer("changes", "notes"),
        call.query,
        lambda rows: [
            ReleaseRow(row.pk, row.version, str(row), row.edition, row.is_current, row.created_at)
            for row in rows
        ],
    )
