"""The figures that a league plays by: a release and a pack, adopted for a chosen week.

A running league plays by a kept state of its pack: what the pack's owner changes later counts only once the
league adopts it. Whoever adopts sees before what changes for whom.
"""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Campaign, Entry
from mfcampaign.catalog import operations as packs
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
    """Packs to lay over them; the kept state that stands too."""
    choices = catalog.pack_choices(actor, league.release.edition)
    if league.pack_id is not None and league.pack_id not in dict(choices):
        return [(league.pack_id, f"{league.pack} (as now)"), *choices]
    return choices


def preview(league: Campaign, actor: Viewer, release_id: int, pack_id: int | None) -> Preview:
    """What would change for whom, were these the figures. ``Refusal`` for some that cannot be adopted."""
    _expect_choices(league, actor, release_id, pack_id)
    before = catalog.laid_cards(league.release_id, league.pack_id)
    after = catalog.laid_cards(release_id, pack_id)
    changes = [*changes_of(before[0], after[0]), *changes_of(before[1], after[1])]
    old = loading.catalogue(league)
    new = catalog.catalogue_for(release_id, pack_id)
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


def adopt(
    campaign: Campaign,
    actor: Viewer,
    release_id: int,
    pack_id: int | None,
    *,
    week: int,
    key: str | None = None,
) -> None:
    """From that week on the league plays by these figures; adopting those in force takes a plan away.

    The pack's state of today is kept for it: what its owner changes later does not count here.
    """
    with operation(campaign, actor, kind="league.figures_adopted", key=key) as act:
        league = act.row
        _expect_running(league)
        _expect_choices(league, actor, release_id, pack_id)
        if week not in weeks_to_choose(league):
            raise Refusal(f"Week {week} has begun, or is none of this league.", fix="Choose a week to come.")
        kept = None if pack_id is None else packs.keep_state(pack_id)
        if (release_id, kept and kept.pk) == (league.release_id, league.pack_id):
            league.next_release = league.next_pack = league.next_figures_week = None
            act.say(f"{actor} keeps the league on its figures.")
        else:
            league.next_release_id, league.next_pack, league.next_figures_week = release_id, kept, week
            act.say(
                f"From week {week} on the league plays by {_in_words(league.next_release, kept)}.", week=week
            )
        league.save(update_fields=["next_release", "next_pack", "next_figures_week"])
    for name in ("next_release_id", "next_pack_id", "next_figures_week"):
        setattr(campaign, name, getattr(league, name))


def _in_words(release: object, pack: object) -> str:
    return f"{release} with the pack {pack}" if pack is not None else f"{release} without a pack"


def at_boundary(league: Campaign, number: int) -> None:
    """Lay over what was adopted for week ``number``, and keep the state of a pack that still changes. Part of
    the act that opens the week, with the league locked."""
    if league.next_release_id is not None and (league.next_figures_week or 0) <= number:
        with operation(league, None, kind="league.figures_in_force") as act:
            league.release_id, league.pack = league.next_release_id, league.next_pack
            league.next_release = league.next_pack = league.next_figures_week = None
            league.save(update_fields=["release", "pack", "next_release", "next_pack", "next_figures_week"])
            act.say(f"From this week on: {_in_words(league.release, league.pack)}.")
    elif league.pack_id is not None and not catalog.is_kept(league.pack_id):
        league.pack = packs.keep_state(league.pack_id)
        league.save(update_fields=["pack"])


def _expect_running(league: Campaign) -> None:
    if league.state != Campaign.State.RUNNING:
        raise Refusal(
            "Figures are adopted for a week of a running league.",
            fix="Before it begins they change at once; afterwards they stand.",
        )


def _expect_choices(league: Campaign, actor: Viewer, release_id: int, pack_id: int | None) -> None:
    if release_id not in dict(release_choices(league)):
        raise Refusal(
            "That is no release that this league can adopt.",
            fix="Choose its own or a newer one.",
        )
    if pack_id is not None and pack_id not in dict(pack_choices(league, actor)):
        raise Refusal("This pack is not yours to use.", fix="Choose one of yours or a public one.")
