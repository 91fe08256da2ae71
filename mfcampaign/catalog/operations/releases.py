"""Loads the data files: changed figures make a new release, the same figures make none."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max

from mfcampaign.audit.operations import operation
from mfcampaign.catalog import release_cards
from mfcampaign.catalog.build.datafiles import Documents, read_documents
from mfcampaign.catalog.build.earlier import read_earlier
from mfcampaign.catalog.cards import ModelCard, Upgrade, card_from, search_text, upgrade_from
from mfcampaign.catalog.changes import Change, changes_of
from mfcampaign.catalog.models import (
    Faction,
    Keyword,
    Release,
    Scheme,
    Season,
    StatCard,
    Strategy,
    UpgradeCard,
)
from mfcampaign.catalog.seasons import season_from
from rules.edition import meant_by, name_of
from rules.game.setup.scenario import SeasonCards
from rules.refusal import Refusal


@dataclass(frozen=True)
class LoadReport:
    """``created`` is the new release, ``None`` when the figures were the current ones already."""

    current: Release
    created: Release | None
    changes: list[Change] = field(default_factory=list)
    seasons: list[str] = field(default_factory=list)


def load_release(directory: Path | None = None, *, notes: str = "") -> LoadReport:
    """Bring the database to the figures of ``directory`` (as ``read_documents``); old releases stay.

    Loading the same figures again changes nothing. ``DataFault`` when a file breaks its schema.
    """
    documents = read_documents(directory)
    with transaction.atomic():
        current = (
            Release.objects.select_for_update().filter(edition=documents.edition, is_current=True).first()
        )
        before = current or Release.objects.filter(edition=documents.edition).order_by("version").last()
        seasons = _load_seasons(documents.edition, documents.seasons)
        if current is not None and current.sha256 == documents.sha256:
            release_cards.forget()  # a season may be another
            return LoadReport(current, None, seasons=seasons)
        created, changes = _new_release(documents, before, notes)
    release_cards.forget()
    return LoadReport(created, created, changes, seasons)


def load_earlier_release(path: Path) -> Release | None:
    """Make sure that the portal holds the earlier release of that file without playing by it; the new row, or
    ``None`` where it is there already. Before the current one is loaded, it becomes the first. ``DataFault``
    as ``read_earlier``."""
    documents = read_earlier(path)
    with transaction.atomic():
        if Release.objects.filter(edition=documents.edition, sha256=documents.sha256).exists():
            return None
        release, _ = _new_release(documents, None, "", current=False)
    return release


def _new_release(
    documents: Documents, before: Release | None, notes: str, *, current: bool = True
) -> tuple[Release, list[Change]]:
    cards = [card_from(record, documents.edition) for record in documents.models]
    upgrades = [upgrade_from(record, documents.edition) for record in documents.upgrades]
    changes = _changes_since(before, cards, upgrades)
    last = Release.objects.filter(edition=documents.edition).aggregate(last=Max("version"))["last"] or 0
    if current:
        Release.objects.filter(edition=documents.edition, is_current=True).update(is_current=False)
    release = Release.objects.create(
        edition=documents.edition,
        version=last + 1,
        sha256=documents.sha256,
        notes=notes,
        changes=[msgspec.to_builtins(change) for change in changes],
        is_current=current,
    )
    with operation(release, None, kind="catalogue.released") as act:
        factions, keywords = _load_names(documents)
        _write_cards(release, cards, factions, keywords)
        _write_upgrades(release, upgrades)
        act.say(f"{release}: {len(cards)} models, {len(upgrades)} Upgrades.", changes=len(changes))
    return release, changes


def _changes_since(before: Release | None, cards: list[ModelCard], upgrades: list[Upgrade]) -> list[Change]:
    if before is None:
        return []
    old = release_cards.read_release(before.pk)
    return [
        *changes_of(old.cards, {card.slug: card for card in cards}),
        *changes_of(old.upgrades, {upgrade.slug: upgrade for upgrade in upgrades}),
    ]


def _load_names(documents: Documents) -> tuple[dict[str, int], dict[str, int]]:
    """Factions and keywords are shared by all releases; primary keys by slug and by name. A Faction is
    called as in the edition that no name means."""
    names_it = documents.edition == meant_by()
    write = Faction.objects.update_or_create if names_it else Faction.objects.get_or_create
    for row in documents.factions:
        write(slug=row["slug"], defaults={k: v for k, v in row.items() if k != "slug"})
    Keyword.objects.bulk_create((Keyword(**row) for row in documents.keywords), ignore_conflicts=True)
    return (
        dict(Faction.objects.values_list("slug", "pk")),
        dict(Keyword.objects.values_list("name", "pk")),
    )


def _write_cards(
    release: Release, cards: list[ModelCard], factions: dict[str, int], keywords: dict[str, int]
) -> None:
    rows = StatCard.objects.bulk_create(
        [StatCard(release=release, search=search_text(card), **_columns(card)) for card in cards],
        batch_size=200,
    )
    by_faction, by_keyword = StatCard.factions.through, StatCard.keywords.through
    links: list[Any] = []
    for row, card in zip(rows, cards, strict=True):
        links += [by_faction(statcard_id=row.pk, faction_id=factions[slug]) for slug in card.factions]
    by_faction.objects.bulk_create(links, batch_size=500)
    links = []
    for row, card in zip(rows, cards, strict=True):
        links += [by_keyword(statcard_id=row.pk, keyword_id=keywords[name]) for name in card.keywords]
    by_keyword.objects.bulk_create(links, batch_size=500)


def _columns(card: ModelCard) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(card)
    return {key: value for key, value in facts.items() if key not in NO_COLUMNS}


NO_COLUMNS = frozenset({"factions", "keywords", "house", "edition", "form_of"})


def _write_upgrades(release: Release, upgrades: list[Upgrade]) -> None:
    rows = (msgspec.to_builtins(upgrade) for upgrade in upgrades)
    UpgradeCard.objects.bulk_create(
        [
            UpgradeCard(
                release=release,
                **{key: value for key, value in row.items() if key not in ("house", "edition")},
            )
            for row in rows
        ]
    )


def _load_seasons(edition: str, seasons: list[dict[str, Any]]) -> list[str]:
    """Seasons are kept beside releases: what was drawn is stored with the draw. Names of the changed ones."""
    changed = []
    for row in seasons:
        season, _ = Season.objects.get_or_create(
            slug=row["slug"], defaults={"name": row["name"], "edition": edition}
        )
        if season.edition != edition:
            raise Refusal(f"{name_of(season.edition)} has a season {row['slug']!r} already.")
        given = season_from(row, edition)
        strategies = [(strategy.name, strategy.suit) for strategy in given.strategies]
        schemes = [(scheme.number, scheme.name, list(scheme.followers)) for scheme in given.schemes]
        if (
            season.name == row["name"]
            and list(season.strategies.values_list("name", "suit")) == strategies
            and list(season.schemes.values_list("number", "name", "followers")) == schemes
        ):
            continue
        season.name = row["name"]
        season.save(update_fields=["name"])
        write_cards(season, given)
        changed.append(season.name)
    return changed


def write_cards(season: Season, given: SeasonCards) -> None:
    """Write its Strategies and Schemes in place of those that it has."""
    season.strategies.all().delete()
    season.schemes.all().delete()
    Strategy.objects.bulk_create(
        Strategy(season=season, position=n, name=each.name, suit=each.suit)
        for n, each in enumerate(given.strategies)
    )
    Scheme.objects.bulk_create(
        Scheme(season=season, number=each.number, name=each.name, followers=list(each.followers))
        for each in given.schemes
    )
