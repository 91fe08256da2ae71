"""The catalogue for programs: models, Upgrades, seasons, releases."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.paging import Page, PageQuery, by_key, by_place
from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.access import own_pack, readable_pack
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.search import Selection
from rules.game.setup.scenario import Season

TAG = "Packs"
Some = Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=30)]


Edition = Annotated[
    Literal["m3e", "m2e", "m1e"],
    Meta(description="Third, Second or First Edition; figures of two are never mixed"),
]


class EditionQuery(PageQuery, frozen=True):
    """Of which edition."""

    edition: Edition = "m3e"


class OneEdition(Struct, frozen=True):
    """Of which edition."""

    edition: Edition = "m3e"


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


@get("catalogue/models/", Page[ModelCard], query=CatalogueSearch, open=True, tag="Catalogue")
def models(call: PortalCall) -> Page[ModelCard]:
    """The models of the edition's current release, filtered."""
    query: CatalogueSearch = call.query
    read = cards_of_release(queries.current_release(query.edition).pk)
    facets = ("faction", "keyword", "station", "cost", "characteristic")
    chosen = {name: frozenset(getattr(query, name)) for name in facets if getattr(query, name)}
    selected = read.index.find(Selection(query.q, chosen))
    return by_place(selected.cards, query, lambda card: card)


@get("catalogue/models/<slug:slug>/", ModelCard, query=OneEdition, open=True, tag="Catalogue")
def model(call: PortalCall, slug: str) -> ModelCard:
    """One model with all its figures."""
    card = queries.card(queries.current_release(call.query.edition).pk, slug)
    if card is None:
        raise Http404
    return card


@get("catalogue/upgrades/", Page[Upgrade], query=EditionQuery, open=True, tag="Catalogue")
def upgrades(call: PortalCall) -> Page[Upgrade]:
    """The Upgrades of the current release, by name."""
    read = cards_of_release(queries.current_release(call.query.edition).pk)
    rows = sorted(read.upgrades.values(), key=lambda upgrade: (upgrade.name, upgrade.slug))
    return by_place(rows, call.query, lambda upgrade: upgrade)


@get("catalogue/seasons/", tuple[Season, ...], open=True, tag="Catalogue")
def seasons(call: PortalCall) -> tuple[Season, ...]:
    """Strategies and Schemes of the core book and of each season."""
    return tuple(queries.seasons())


@get("catalogue/releases/", Page[ReleaseRow], query=EditionQuery, open=True, tag="Catalogue")
def releases(call: PortalCall) -> Page[ReleaseRow]:
    """The releases of the figures, newest first."""
    return by_key(
        queries.releases(call.query.edition).defer("changes", "notes"),
        call.query,
        lambda rows: [
            ReleaseRow(row.pk, row.version, str(row), row.edition, row.is_current, row.created_at)
            for row in rows
        ],
    )


class PackRow(Struct, frozen=True):
    """A pack of house figures; ``version`` rises with every change."""

    id: int
    name: str
    owner: str
    edition: str
    version: int
    public: bool


class PackCard(Struct, frozen=True):
    """A model as it stands under a pack, and the version of the pack."""

    version: int
    card: ModelCard


class PackUpgrade(Struct, frozen=True):
    """An Upgrade as it stands under a pack, and the version of the pack."""

    version: int
    upgrade: Upgrade


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is written on a card: abilities and Actions with their scripts, in the First Edition talents,
    weapons, spells and Triggers, each as the download of the pack's page has it.

    ``seen`` is the version of the pack that was looked at, where that matters."""

    figures: dict[str, Any]
    seen: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None


class FigureRows(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures of many models: each row has the ``slug`` and the figures that change."""

    rows: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=300)]


class FiguresEntered(Struct, frozen=True):
    """Whose figures changed."""

    slugs: tuple[str, ...]
    version: int


@get("packs/", Page[PackRow], query=PageQuery, tag=TAG)
def packs(call: PersonCall) -> Page[PackRow]:
    """Your packs and the public ones, the newest first."""
    return by_key(
        queries.packs_of(call.user),
        call.query,
        lambda rows: [
            PackRow(row.pk, row.name, str(row.owner), row.edition, row.version, row.public) for row in rows
        ],
    )


@get("packs/<int:pack>/cards/<slug:slug>/", PackCard, tag=TAG)
def pack_card(call: PersonCall, pack: int, slug: str) -> PackCard:
    """A model under a pack, with everything written on its card."""
    readable = readable_pack(call.user, pack)
    cards, _ = queries.laid_cards(queries.current_release(readable.edition).pk, readable.pk)
    if slug not in cards:
        raise Http404
    return PackCard(readable.version, cards[slug])


@acts(
    "put",
    "packs/<int:pack>/cards/<slug:slug>/",
    PackCard,
    body=CardFigures,
    scope="organise",
    tag=TAG,
    example={"figures": {"abilities": [{"name": "Armor", "value": 1}], "actions": []}},
)
def write_pack_card(call: PersonCall, pack: int, slug: str) -> PackCard:
    """Write what stands on a model's card; every fault is named with its place."""
    owned = own_pack(call.user, pack)
    operations.set_card(owned, call.user, slug, call.body.figures, seen=call.body.seen)
    return pack_card(call, pack, slug)


@get("packs/<int:pack>/upgrades/<slug:slug>/", PackUpgrade, tag=TAG)
def pack_upgrade(call: PersonCall, pack: int, slug: str) -> PackUpgrade:
    """An Upgrade under a pack, with everything a house wrote on it."""
    readable = readable_pack(call.user, pack)
    _, upgrades = queries.laid_cards(queries.current_release(readable.edition).pk, readable.pk)
    if slug not in upgrades:
        raise Http404
    return PackUpgrade(readable.version, upgrades[slug])


@acts(
    "put",
    "packs/<int:pack>/upgrades/<slug:slug>/",
    PackUpgrade,
    body=CardFigures,
    scope="organise",
    tag=TAG,
    example={"figures": {"abilities": [{"name": "Armor", "value": 1}], "actions": []}},
)
def write_pack_upgrade(call: PersonCall, pack: int, slug: str) -> PackUpgrade:
    """Write abilities and Actions of an Upgrade; every fault is named with its place."""
    owned = own_pack(call.user, pack)
    operations.set_card(owned, call.user, slug, call.body.figures, kind="upgrade", seen=call.body.seen)
    return pack_upgrade(call, pack, slug)


@acts(
    "post",
    "packs/<int:pack>/figures/",
    FiguresEntered,
    body=FigureRows,
    scope="organise",
    tag=TAG,
    example={"rows": [{"slug": "guild-hound", "cost": 3}]},
)
def enter_figures(call: PersonCall, pack: int) -> FiguresEntered:
    """Enter figures of many models into a pack: all of them, or none with every fault named."""
    owned = own_pack(call.user, pack)
    slugs = operations.set_many(owned, call.user, call.body.rows)
    return FiguresEntered(tuple(slugs), readable_pack(call.user, pack).version)
