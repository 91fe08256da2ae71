"""Endpoints of packs: create one, write house cards, change figures, remove and restore entries."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.access import OwnCard, own_card, own_pack, readable_pack
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.models import Pack, PackEntry
from rules.edition import edition_of, unnamed

TAG = "Packs"
AT = "packs/<int:pack>/"
ENTRY = f"{AT}entries/<slug:kind>/<slug:member>/"
organises = partial(act, scope="organise", tag=TAG)
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class PackRow(Struct, frozen=True):
    """A pack of house figures; ``version`` rises with every change."""

    id: int
    name: str
    owner: str
    edition: str
    version: int
    public: bool


class PackEntryRow(Struct, frozen=True):
    """What a pack says of one card: all of a house card, or the figures of a printed one that differ."""

    kind: str
    slug: str
    house: bool
    figures: dict[str, Any]


class PackView(Struct, frozen=True):
    """A pack with its entries."""

    pack: PackRow
    entries: tuple[PackEntryRow, ...]


class PackCard(Struct, frozen=True):
    """A model with the pack laid over it, and the version of the pack."""

    version: int
    card: ModelCard


class PackUpgrade(Struct, frozen=True):
    """An Upgrade with the pack laid over it, and the version of the pack."""

    version: int
    upgrade: Upgrade


class NewPack(Struct, frozen=True, forbid_unknown_fields=True):
    """``public`` shows it to everybody; its edition stays."""

    name: Name
    edition: EditionCode = unnamed().code
    public: bool = False


class PackSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Its name, and whether everybody sees it."""

    name: Name
    public: bool = False


class HouseCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole model or Upgrade of the house, by the names of the figures."""

    figures: dict[str, Any]
    kind: Literal["model", "upgrade"] = "model"


class EntryFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The figures that differ from the print, or all of a house card."""

    figures: dict[str, Any]


class NewForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The title of the other form: what it is called then."""

    title: Name


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is written on a card: abilities and Actions with their scripts, or talents, weapons, spells
    and Triggers, as the edition has them, each as the download of the pack's page has it.

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


def _row(row: Pack) -> PackRow:
    return PackRow(row.pk, row.name, str(row.owner), row.edition, row.version, row.public)


def _entry(entry: PackEntry) -> PackEntryRow:
    return PackEntryRow(entry.kind, entry.slug, entry.house, entry.body)


def _laid(call: PersonCall, pack: int) -> tuple[int, dict[str, ModelCard], dict[str, Upgrade]]:
    """The version of a pack that the caller may read, and its edition's cards with it laid over them."""
    readable = readable_pack(call.user, pack)
    cards, upgrades = queries.cards_with_pack(queries.current_release(readable.edition).pk, readable.pk)
    return readable.version, cards, upgrades


@get("packs/", Page[PackRow], query=PageQuery, tag=TAG)
def packs(call: PersonCall) -> Page[PackRow]:
    """Your packs and the public ones, the newest first."""
    return by_key(queries.packs_of(call.user), call.query, lambda rows: [_row(row) for row in rows])


@get(AT, PackView, tag=TAG)
def pack_(call: PersonCall, pack: int) -> PackView:
    """One pack with all its entries."""
    row = readable_pack(call.user, pack)
    entries = queries.pack_entries(pack).order_by("kind", "slug")
    return PackView(_row(row), tuple(map(_entry, entries)))


@organises("post", "packs/", signed_in, example={"name": "Ours"}, status=201)
def new_pack(call: PersonCall, user: Person, body: NewPack) -> Done[PackRow]:
    """Begin an empty pack."""
    edition = edition_of(body.edition).code
    return Done("", _row(operations.create_pack(user, body.name, public=body.public, edition=edition)))


@organises("put", AT, own_pack, page="catalog:pack", example={"name": "Ours"})
def change_pack(call: PersonCall, pack: Pack, body: PackSettings) -> str:
    """Rename a pack, or change who may see it."""
    operations.change_pack(pack, call.user, name=body.name, public=body.public)
    return "Pack saved."


@organises(
    "post",
    f"{AT}entries/",
    own_pack,
    example={"figures": {"name": "Old Bess", "station": "Minion", "cost": 5, "factions": ["guild"]}},
    status=201,
)
def add_house_card(call: PersonCall, pack: Pack, body: HouseCard) -> Done[PackEntryRow]:
    """Add a model or Upgrade of the house; every fault is named."""
    return Done("", _entry(operations.add_house(pack, call.user, body.figures, kind=body.kind)))


@organises("put", ENTRY, own_card, example={"figures": {"cost": 3}})
def change_pack_figures(call: PersonCall, card: OwnCard, body: EntryFigures) -> str:
    """Change figures of a printed card, or of a house card that the pack has."""
    operations.set_figures(card.pack, call.user, card.slug, body.figures, kind=card.kind)
    return ""


@organises("delete", ENTRY, own_card)
def remove_pack_entry(call: PersonCall, card: OwnCard) -> str:
    """Remove an entry of a pack: the printed figures count again, a house card is gone."""
    operations.remove_entry(card.pack, call.user, card.slug, kind=card.kind)
    return ""


@organises("post", f"{ENTRY}restore/", own_card, page="catalog:pack_entry")
def restore_pack_entry(call: PersonCall, card: OwnCard) -> Done[None]:
    """Restore the entry that was removed last."""
    operations.put_back(card.pack, call.user, card.slug, kind=card.kind)
    return Done("It is back in the pack.", None, reverse("catalog:pack", args=[card.pack.pk]))


@get(f"{AT}cards/<slug:slug>/", PackCard, tag=TAG)
def pack_card(call: PersonCall, pack: int, slug: str) -> PackCard:
    """A model under a pack, with everything written on its card."""
    version, cards, _ = _laid(call, pack)
    if slug not in cards:
        raise Http404
    return PackCard(version, cards[slug])


@organises(
    "put",
    f"{AT}cards/<slug:slug>/",
    own_pack,
    example={"figures": {"abilities": [{"name": "Armor", "value": 1}], "actions": []}},
)
def write_pack_card(call: PersonCall, pack: Pack, slug: str, body: CardFigures) -> Done[PackCard]:
    """Write the abilities and Actions of a model's card; every fault is named with its place."""
    operations.set_card(pack, call.user, slug, body.figures, seen=body.seen)
    return Done("", pack_card(call, pack.pk, slug))


@get(f"{AT}upgrades/<slug:slug>/", PackUpgrade, tag=TAG)
def pack_upgrade(call: PersonCall, pack: int, slug: str) -> PackUpgrade:
    """An Upgrade under a pack, with everything a house wrote on it."""
    version, _, upgrades = _laid(call, pack)
    if slug not in upgrades:
        raise Http404
    return PackUpgrade(version, upgrades[slug])


@organises(
    "put",
    f"{AT}upgrades/<slug:slug>/",
    own_pack,
    example={"figures": {"abilities": [{"name": "Armor", "value": 1}], "actions": []}},
)
def write_pack_upgrade(call: PersonCall, pack: Pack, slug: str, body: CardFigures) -> Done[PackUpgrade]:
    """Write abilities and Actions of an Upgrade; every fault is named with its place."""
    operations.set_card(pack, call.user, slug, body.figures, kind="upgrade", seen=body.seen)
    return Done("", pack_upgrade(call, pack.pk, slug))


@organises(
    "post",
    f"{AT}cards/<slug:slug>/forms/",
    own_pack,
    page="catalog:pack",
    example={"title": "Dismounted"},
    status=201,
)
def add_card_form(call: PersonCall, pack: Pack, slug: str, body: NewForm) -> Done[PackEntryRow]:
    """Add a form of a house model: never hired, it comes into play by Replace."""
    entry = operations.add_form(pack, call.user, slug, body.title)
    to = reverse("catalog:house_card", args=[pack.pk, "model", entry.slug])
    return Done(f"{entry.body['name']}, {entry.body['title']} is in the pack.", _entry(entry), to)


@organises("post", f"{AT}figures/", own_pack, example={"rows": [{"slug": "guild-hound", "cost": 3}]})
def enter_figures(call: PersonCall, pack: Pack, body: FigureRows) -> Done[FiguresEntered]:
    """Enter figures of many models into a pack: all of them, or none with every fault named."""
    slugs = operations.set_many(pack, call.user, body.rows)
    return Done("", FiguresEntered(tuple(slugs), readable_pack(call.user, pack.pk).version))
