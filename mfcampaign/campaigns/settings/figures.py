"""The figures a league may adopt (a release, a pack), and what they would change for each player."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Campaign, Entry
from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog.changes import Change, changes_of
from rules.campaign.adoption import no_longer_legal
from rules.refusal import Refusal, Violation

MOST_OTHERS = 60


class ForPlayer(Struct, frozen=True):
    """What changes of what one player owns, and what would be legal no more."""

    name: str
    changes: tuple[Change, ...]
    legal_then: tuple[Violation, ...]


class Preview(Struct, frozen=True):
    """Everything an adoption changes: for whom, and how much of the catalogue that nobody owns."""

    players: tuple[ForPlayer, ...]
    others: tuple[Change, ...]
    number_of_others: int

    @property
    def nothing(self) -> bool:
        return not self.number_of_others and not any(p.changes or p.legal_then for p in self.players)


def weeks_to_choose(league: Campaign) -> list[int]:
    """The weeks that have not begun."""
    begun = league.weeks.order_by("-number").values_list("number", flat=True).first() or 0
    return list(range(begun + 1, league.weeks_total + 1))


def release_choices(league: Campaign) -> list[tuple[int, str]]:
    """Releases of the league's edition, from its own on."""
    own = league.release
    newer = catalog.releases(own.edition).filter(version__gte=own.version)
    return [(release.pk, str(release)) for release in newer.defer("changes", "notes")]


def pack_choices(league: Campaign, actor: Viewer) -> list[tuple[int, str]]:
    """Packs to lay over them, the present kept state included."""
    choices = catalog.pack_choices(actor, league.release.edition)
    if league.pack_id is not None and league.pack_id not in dict(choices):
        return [(league.pack_id, f"{league.pack} (as now)"), *choices]
    return choices


def preview(league: Campaign, actor: Viewer, release_id: int, pack_id: int | None) -> Preview:
    """What would change for whom, were these the figures. ``Refusal`` for some that cannot be adopted."""
    expect_choices(league, actor, release_id, pack_id)
    before = catalog.cards_with_pack(league.release_id, league.pack_id)
    after = catalog.cards_with_pack(release_id, pack_id)
    changes = [*changes_of(before[0], after[0]), *changes_of(before[1], after[1])]
    old = loading.catalogue(league)
    new = loading.with_stated(league, loading.figures_of(release_id, pack_id))
    entries = list(league.entries.exclude(state=Entry.State.RETIRED).select_related("user"))
    arsenals = loading.arsenals(league, entries)
    owned = _owned(entries)
    players = tuple(
        ForPlayer(
            entry.label,
            tuple(change for change in changes if change.slug in owned[entry.pk]),
            tuple(no_longer_legal(arsenals[entry.pk], old, new, league.rules)),
        )
        for entry in entries
    )
    everybody = {slug for slugs in owned.values() for slug in slugs}
    others = [change for change in changes if change.slug not in everybody]
    return Preview(players, tuple(others[:MOST_OTHERS]), len(others))


def _owned(entries: list[Entry]) -> dict[int, set[str]]:
    """Slugs of the models and Upgrades by entry. Two queries."""
    owned: dict[int, set[str]] = {entry.pk: set() for entry in entries}
    models = ArsenalModel.objects.filter(entry__in=owned).owned().values_list("entry_id", "slug")
    upgrades = ArsenalUpgrade.objects.filter(entry__in=owned).owned().values_list("entry_id", "slug")
    for entry, slug in (*models, *upgrades):
        owned[entry].add(slug)
    return owned


def expect_choices(league: Campaign, actor: Viewer, release_id: int, pack_id: int | None) -> None:
    if release_id not in dict(release_choices(league)):
        raise Refusal(
            "That is no release that this league can adopt.",
            fix="Choose its own or a newer one.",
        )
    if pack_id is not None and pack_id not in dict(pack_choices(league, actor)):
        raise Refusal("This pack is not yours to use.", fix="Choose one of yours or a public one.")
