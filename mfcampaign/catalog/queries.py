"""Readers of the catalogue for all apps; no other app reads its rows.

Counts: ``current_release`` one query; ``catalogue_for`` none once read, one for a pack's version.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.catalog.cards import (
    Entry,
    ModelCard,
    Upgrade,
    cards_under,
    profile_of,
    upgrade_profile_of,
    upgrades_under,
)
from mfcampaign.catalog.changes import Change, changes_of
from mfcampaign.catalog.models import ChartSet, Faction, Pack, PackEntry, Release, chart_kind
from mfcampaign.catalog.models import Season as SeasonRow
from mfcampaign.catalog.release_cards import cached_until_release, cards_of_release, forget
from mfcampaign.web.navigation import edition_for
from rules.campaign.system import system_of
from rules.crews.catalogue import Catalogue
from rules.edition import choices, edition_of, editions, is_known, meant_by
from rules.game.setup.scenario import SchemeCard, SeasonCards, StrategyCard
from rules.plain_numbers import whole
from rules.refusal import Refusal


def current_release(edition: str = "") -> Release:
    """The release of that edition that new Crews and leagues start with. ``Refusal`` before any is loaded."""
    release = (
        Release.objects.filter(edition=meant_by(edition), is_current=True).defer("changes", "notes").first()
    )
    if release is None:
        raise Refusal(
            "The catalogue is empty: no figures have been loaded yet.",
            fix="Run `python manage.py load_catalogue`.",
        )
    return release


def catalogue_for(release_id: int, pack_id: int | None = None) -> Catalogue:
    """The figures of a release, with a pack laid over them, for the hiring rules. One query where there is a
    pack.

    The same object again while release, pack and the pack's version stay the same.
    """
    return _catalogue(release_id, pack_id, None if pack_id is None else pack_version(pack_id))


def catalogue_with(release_id: int, pack: Pack | None) -> Catalogue:
    """As ``catalogue_for``, by the row of the pack. No query."""
    return _catalogue(release_id, *((pack.pk, pack.version) if pack is not None else (None, None)))


@cached_until_release(16)
def _catalogue(release_id: int, pack_id: int | None, pack_version: int | None) -> Catalogue:
    """``pack_version`` is there for the cache alone."""
    cards, upgrades = cards_with_pack(release_id, pack_id)
    read = cards_of_release(release_id)
    return Catalogue(
        (profile_of(card) for card in cards.values() if not card.form_of),
        map(upgrade_profile_of, upgrades.values()),
        release=read.label,
        edition=read.edition,
    )


def pack_version(pack_id: int) -> int:
    """How often the pack has changed. ``Refusal`` when there is none of that number."""
    version = Pack.objects.filter(pk=pack_id).values_list("version", flat=True).first()
    if version is None:
        raise Refusal("This pack of house figures does not exist any more.")
    return version


def pack_edition(pack_id: int) -> str:
    """The edition whose figures the pack is for. ``Refusal`` when there is none of that number."""
    edition = Pack.objects.filter(pk=pack_id).values_list("edition", flat=True).first()
    if edition is None:
        raise Refusal("This pack of house figures does not exist any more.")
    return edition


def cards_with_pack(release_id: int, pack_id: int | None) -> tuple[dict[str, ModelCard], dict[str, Upgrade]]:
    """All cards and Upgrades by slug, with a pack laid over them; a pack of another edition changes nothing.
    One query beside the release's."""
    read = cards_of_release(release_id)
    if pack_id is None:
        return read.cards, read.upgrades
    rows = pack_entries(pack_id).filter(pack__edition=read.edition)
    entries = [Entry(**row) for row in rows.values("slug", "kind", "house", "body")]
    return (
        cards_under(read.cards, entries, read.edition),
        upgrades_under(read.upgrades, entries, read.edition),
    )


def pack_entries(pack_id: int) -> QuerySet[PackEntry]:
    return PackEntry.objects.filter(pack_id=pack_id)


def edition_named(text: str) -> str:
    """The edition that the address of a card asks for; an unknown one is as none."""
    return text if is_known(text) else meant_by()


def edition_looked_at(request: HttpRequest) -> str:
    """The edition with figures that a page of the catalogue, or a new Crew, is for (``edition_for``)."""
    loaded = dict(edition_choices())
    return edition_for(request, lambda edition: edition.code in loaded).code


@cached_until_release(1)
def edition_choices() -> tuple[tuple[str, str], ...]:
    """Code and name of each edition that has figures; read once a process."""
    loaded = set(Release.objects.filter(is_current=True).values_list("edition", flat=True))
    return tuple((code, name) for code, name in choices() if code in loaded)


def card(release_id: int, slug: str) -> ModelCard | None:
    """One model of a release with all its figures."""
    return cards_of_release(release_id).cards.get(slug)


def changes_between(
    release_a: Release | int,
    release_b: Release | int,
    slugs: Iterable[str] | None = None,
    packs: tuple[int | None, int | None] = (None, None),
) -> list[Change]:
    """What differs from release ``a`` to release ``b``, each with its own of the ``packs`` laid over it, for
    these models and Upgrades (all when ``None``).

    ``Change.sentence`` says each to a person. No query once both releases are read, but one for each pack.
    """
    first, second = _release_id(release_a), _release_id(release_b)
    if (first, packs[0]) == (second, packs[1]):
        return []
    (old_cards, old_upgrades), (cards, upgrades) = map(cards_with_pack, (first, second), packs)
    wanted = None if slugs is None else set(slugs)
    return [*changes_of(old_cards, cards, wanted), *changes_of(old_upgrades, upgrades, wanted)]


def _release_id(release: Release | int) -> int:
    return release if isinstance(release, int) else release.pk


def releases(edition: str = "") -> QuerySet[Release]:
    """Newest first, with what changed in each."""
    return Release.objects.filter(edition=meant_by(edition)).order_by("-version")


def release_numbered(version: str, edition: str = "") -> Release | None:
    """An older release by its number as an address writes it; ``None`` when there is none."""
    number = whole(version)
    if number is None:
        return None
    return Release.objects.filter(edition=meant_by(edition), version=number).defer("changes", "notes").first()


def release_changes(release: Release) -> list[Change]:
    """What this release changed, as recorded when it was loaded."""
    return msgspec.convert(release.changes, list[Change])


def season(slug: str) -> SeasonCards:
    """Strategies and Schemes of one season, for the scenario flips. ``Refusal`` for an unknown slug.

    What a person brought in is read each time, as that person may correct it at any time."""
    if shipped := _shipped_season(slug):
        return shipped
    row = SeasonRow.objects.filter(slug=slug).prefetch_related("strategies", "schemes").first()
    if row is None:
        raise Refusal(f"No season is called {slug!r}.", fix="Choose one of the seasons in the catalogue.")
    return _season(row)


@cached_until_release(16)
def _shipped_season(slug: str) -> SeasonCards | None:
    """The season of the rules or of the portal's files; ``None`` for one that a person brought in."""
    for edition in editions():
        for written in edition.seasons:
            if written.slug == slug:
                return written
    rows = SeasonRow.objects.filter(slug=slug, brought_by=None)
    row = rows.prefetch_related("strategies", "schemes").first()
    return None if row is None else _season(row)


def seasons(edition: str = "") -> list[SeasonCards]:
    """All seasons of that edition, the core book first; three queries."""
    code = meant_by(edition)
    rows = SeasonRow.objects.filter(edition=code).prefetch_related("strategies", "schemes")
    return [*map(_season, rows), *edition_of(code).seasons]


def seasons_of_every_edition() -> list[SeasonCards]:
    """All seasons, edition by edition, the core book first in each; none before the catalogue is loaded.
    Three queries."""
    rows = list(map(_season, SeasonRow.objects.prefetch_related("strategies", "schemes")))
    if not rows:
        return []
    return [
        season
        for edition in editions()
        for season in (*(row for row in rows if row.edition == edition.code), *edition.seasons)
    ]


def own_season(user: Viewer, slug: str) -> SeasonRow | None:
    """The season of that slug, if this person brought it in."""
    return SeasonRow.objects.filter(slug=slug, brought_by=user.pk).first() if user.is_authenticated else None


def season_choices(edition: str = "") -> list[tuple[str, str]]:
    """Slug and name of each season of that edition, for a form."""
    code = meant_by(edition)
    rows = SeasonRow.objects.filter(edition=code).values_list("slug", "name")
    return [*rows, *((season.slug, season.name) for season in edition_of(code).seasons)]


def _season(row: SeasonRow) -> SeasonCards:
    return SeasonCards(
        slug=row.slug,
        name=row.name,
        strategies=tuple(StrategyCard(strategy.name, strategy.suit) for strategy in row.strategies.all()),
        schemes=tuple(
            SchemeCard(scheme.number, scheme.name, followers=tuple(scheme.followers))
            for scheme in row.schemes.all()
        ),
        edition=row.edition,
    )


def default_chart_set(edition: str = "", system: str = "") -> ChartSet:
    """The newest house charts of that edition and campaign. ``Refusal`` before any are loaded."""
    house = ChartSet.objects.filter(source=ChartSet.Source.HOUSE, campaign_id=None)
    charts_row = house.filter(kind=chart_kind(edition, system)).first()
    if charts_row is None:
        raise Refusal(
            "No campaign charts have been loaded yet.", fix="Run `python manage.py load_catalogue`."
        )
    return charts_row


def chart_sets(campaign_id: int, edition: str = "", system: str = "") -> QuerySet[ChartSet]:
    """Those that this league may use: the house charts of its edition and campaign and its own uploads,
    newest first."""
    house = Q(campaign_id=None, kind=chart_kind(edition, system))
    return ChartSet.objects.filter(house | Q(campaign_id=campaign_id)).order_by("-pk").defer("body")


def readable_charts(
    campaign_id: int, edition: str = "", system: str = "", *, drafts: bool
) -> QuerySet[ChartSet]:
    """As ``chart_sets``, with who made them and from what; drafts for those who may edit them."""
    readable = (
        chart_sets(campaign_id, edition, system)
        .select_related("made_by", "forked_from")
        .defer("body", "forked_from__body")
    )
    return readable if drafts else readable.exclude(frozen_at=None)


@cached_until_release(8)
def charts(chart_set_id: int) -> Any:
    """The charts for the core; read once a process, as a chart set in use never changes.

    ``Refusal`` for a draft: it may change, and have faults.
    """
    body, frozen = ChartSet.objects.values_list("body", "frozen_at").get(pk=chart_set_id)
    if frozen is None:
        raise Refusal("These charts are a draft: nobody flips on them yet.", fix="Use them first.")
    return system_of(str(body.get("campaign") or "")).charts.load(body, in_use=True)


def faction_choices(edition: str = "") -> tuple[tuple[str, str], ...]:
    """Slug and name of the Factions that a Crew of that edition may declare, in their order (M3E-HIRE-15,
    M2-HIRE-05, M1-ENC-10)."""
    code = meant_by(edition)
    declared = edition_of(code).hiring.factions
    if code != meant_by():
        return tuple(declared.items())
    return tuple((slug, name) for slug, name, _ in _factions() if slug in declared)


def faction_names(edition: str = "") -> dict[str, str]:
    """Name by slug of the Factions on cards of that edition, Dead Man's Hand included."""
    code = meant_by(edition)
    declared = edition_of(code).hiring.factions
    if code != meant_by():
        return dict(declared)
    return {slug: name for slug, name, declarable in _factions() if slug in declared or not declarable}


def every_faction() -> dict[str, str]:
    """Name by slug of the Factions of all editions, each called as in the edition that no name means."""
    return {slug: name for slug, name, _ in _factions()}


def _factions() -> tuple[tuple[str, str, bool], ...]:
    return _read_factions() or _no_factions()


def _no_factions() -> tuple[tuple[str, str, bool], ...]:
    """Before the first load: nothing that is to be remembered."""
    forget()
    return ()


@cached_until_release(1)
def _read_factions() -> tuple[tuple[str, str, bool], ...]:
    return tuple(Faction.objects.values_list("slug", "name", "declarable"))


def packs_of(user: Viewer) -> QuerySet[Pack]:
    """Packs that this person may see: their own and the public ones, without the states kept of them."""
    mine = Q(owner_id=user.pk) if user.is_authenticated else Q(pk__in=())
    return Pack.objects.filter(mine | Q(public=True), kept_at=None).select_related("owner")


def is_kept(pack_id: int) -> bool:
    """Whether that is the kept state of a pack, which never changes."""
    return Pack.objects.filter(pk=pack_id).exclude(kept_at=None).exists()


def living_pack(pack_id: int | None) -> int | None:
    """The pack that still changes, of a kept state; itself where it is one."""
    if pack_id is None:
        return None
    kept = (
        Pack.objects.filter(pk=pack_id).exclude(state_of=None).values_list("state_of_id", flat=True).first()
    )
    return pack_id if kept is None else kept


class ReleaseWithPack(Struct, frozen=True):
    """A release with a pack laid over it, or none."""

    release: Release
    pack: Pack | None

    @property
    def label(self) -> str:
        return f"{self.release} with {self.pack}" if self.pack else str(self.release)

    @property
    def shown(self) -> str:
        """What names this state of them, so that nobody takes over others than they were shown."""
        return f"{self.release.pk}-{self.pack.pk}-{self.pack.version}" if self.pack else str(self.release.pk)

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_with(self.release.pk, self.pack)


def newer_figures(owner: int | None, release: Release, pack: Pack | None) -> ReleaseWithPack | None:
    """The current release, and what became of the pack of which ``pack`` is a kept state, as far as the
    person of that id may see it; ``None`` where both are the newest."""
    newest = release if release.is_current else current_release(release.edition)
    if newest.version < release.version:
        newest = release
    newer = None
    if pack is not None and pack.state_of_id is not None:
        open_to = Pack.objects.filter(Q(public=True) | Q(owner_id=owner))
        newer = open_to.filter(pk=pack.state_of_id, version__gt=pack.version).first()
    if newer is None and newest.pk == release.pk:
        return None
    return ReleaseWithPack(newest, newer or pack)


def pack_choices(user: Viewer, edition: str = "") -> list[tuple[int, str]]:
    """Id and name of the packs this person may lay over a Crew or a league of that edition."""
    return [
        (pack.pk, f"{pack.name} ({pack.owner})") for pack in packs_of(user).filter(edition=meant_by(edition))
    ]


def pack_that_has(user: Viewer, slug: str, edition: str = "") -> int | None:
    """A pack that the person may see with a house card of that slug; their own first. One query."""
    packs = packs_of(user).filter(edition=meant_by(edition))
    entries = PackEntry.objects.filter(slug=slug, house=True, pack__in=packs)
    ids = entries.order_by("pack_id").values_list("pack_id", "pack__owner_id")
    return min(ids, key=lambda pack: pack[1] != user.pk, default=(None, None))[0]


def own_packs(user: Viewer, edition: str = "") -> list[Pack]:
    """The packs of that edition that this person may change; no query for a stranger."""
    own = Pack.objects.filter(owner_id=user.pk, edition=meant_by(edition), kept_at=None)
    return list(own) if user.is_authenticated else []
