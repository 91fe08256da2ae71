"""Loading: the same figures make nothing, changed ones a new release, old releases never change."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from mfcampaign.audit.models import Act
from mfcampaign.catalog import queries
from mfcampaign.catalog.build.datafiles import DataFault, read_documents
from mfcampaign.catalog.build.earlier import earlier_files
from mfcampaign.catalog.cards import card_from
from mfcampaign.catalog.changes import Change
from mfcampaign.catalog.models import Keyword, Release, Season, StatCard, UpgradeCard
from mfcampaign.catalog.operations import load_earlier_release, load_release
from mfcampaign.catalog.release_cards import read_release
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db


def _dearer_hound(rows: dict[str, list[dict[str, Any]]]) -> None:
    hound = next(row for row in rows["models"] if row["slug"] == "guild-hound")
    hound["cost"] = 4
    hound["figures"]["actions"][0]["damage"] = [2, 3, 4]
    rows["models"].remove(next(row for row in rows["models"] if row["slug"] == "sophie"))
    rows["upgrades"][0]["plentiful"] = 3


def test_what_is_loaded_is_what_the_files_say(release: Release, data_dir: Path) -> None:
    documents = read_documents(data_dir)
    read = read_release(release.pk)
    assert read.cards == {row["slug"]: card_from(row) for row in documents.models}
    assert set(read.upgrades) == {row["slug"] for row in documents.upgrades}


def test_the_whole_catalogue(full_release: Release) -> None:
    assert full_release.cards.count() == 673
    assert full_release.cards.filter(verified=True).count() == 506
    assert full_release.cards.filter(cost=None, verified=False).count() == 165
    assert full_release.upgrades.count() == 87
    assert Keyword.objects.count() == 76
    assert Season.objects.count() == 5
    assert queries.default_chart_set().source == "house"
    assert len(queries.charts(queries.default_chart_set().pk).barter) > 30


def test_loading_again_changes_nothing(release: Release, data_dir: Path) -> None:
    before = (
        Release.objects.count(),
        StatCard.objects.count(),
        UpgradeCard.objects.count(),
        Act.objects.count(),
    )
    report = load_release(data_dir)
    assert report.created is None
    assert report.current == release
    assert report.seasons == []
    after = (
        Release.objects.count(),
        StatCard.objects.count(),
        UpgradeCard.objects.count(),
        Act.objects.count(),
    )
    assert after == before


def test_a_changed_figure_is_a_new_release_and_the_old_one_stays(
    release: Release, edited: Callable[[Any], Path]
) -> None:
    old = read_release(release.pk)
    report = load_release(edited(_dearer_hound), notes="Errata of the hound.")
    assert report.created is not None
    assert (report.created.version, report.created.is_current) == (2, True)
    assert queries.current_release() == report.created
    release.refresh_from_db()
    assert not release.is_current
    assert read_release(release.pk) == old
    assert queries.catalogue_for(release.pk).profile("guild-hound").cost == 3
    assert queries.catalogue_for(report.created.pk).profile("guild-hound").cost == 4


def test_an_earlier_release_is_held_and_not_played_by(db: None) -> None:
    """So a league of 0.1.0 finds its figures on a portal that began later."""
    paths = earlier_files("m3e")
    earlier = [load_earlier_release(path) for path in paths]
    assert [row is not None and row.is_current for row in earlier] == [False] * len(paths)
    current = load_release().current
    assert (current.is_current, current.version) == (True, len(paths) + 1)
    assert current.changes, "what changed since is told"
    assert [load_earlier_release(path) for path in paths] == [None] * len(paths)


def test_what_changed_is_told_and_kept(release: Release, edited: Callable[[Any], Path]) -> None:
    report = load_release(edited(_dearer_hound))
    assert report.changes == [
        Change("guild-hound", "Guild Hound", "cost", "3", "4"),
        Change(
            "guild-hound",
            "Guild Hound",
            "action Snapping Jaws",
            'attack, melee 0", stat 5, vs Df, damage 1/3/4, ram Critical Strike, crow Hold Down',
            'attack, melee 0", stat 5, vs Df, damage 2/3/4, ram Critical Strike, crow Hold Down',
        ),
        Change("sophie", "Sophie", "gone"),
        Change("bottle-flinger", "Bottle Flinger", "Plentiful", "1", "3"),
    ]
    created = report.created
    assert created is not None
    created.refresh_from_db()
    assert queries.release_changes(created) == report.changes
    assert report.changes[0].sentence == "Guild Hound: cost 3 → 4"


def test_changes_between_looks_at_what_a_crew_holds(release: Release, edited: Callable[[Any], Path]) -> None:
    new = load_release(edited(_dearer_hound)).current
    changes = queries.changes_between(release, new.pk, ["guild-hound", "ramos", "sophie"])
    assert [(change.slug, change.figure) for change in changes] == [
        ("guild-hound", "cost"),
        ("guild-hound", "action Snapping Jaws"),
        ("sophie", "gone"),
    ]
    back = queries.changes_between(new, release, ["sophie", "guild-hound"])
    assert ("sophie", "new") in [(change.slug, change.figure) for change in back]
    assert queries.changes_between(release, new, ["ramos"]) == []
    assert queries.changes_between(release, release) == []


def test_one_current_release_an_edition(release: Release) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Release.objects.create(edition="m3e", version=9, sha256="0" * 64, is_current=True)


def test_a_broken_file_leaves_everything_as_it_was(release: Release, edited: Callable[[Any], Path]) -> None:
    def break_it(rows: dict[str, list[dict[str, Any]]]) -> None:
        _dearer_hound(rows)
        rows["models"][0]["factions"] = ["peons"]

    with pytest.raises(DataFault):
        load_release(edited(break_it))
    assert queries.current_release() == release


def test_a_changed_season_is_written_without_a_release(
    release: Release, edited: Callable[[Any], Path]
) -> None:
    def rename(rows: dict[str, list[dict[str, Any]]]) -> None:
        rows["seasons"][1]["schemes"][0]["name"] = "Break Through"

    report = load_release(edited(rename))
    assert report.created is None
    assert report.seasons == ["Gaining Grounds 1"]
    assert queries.season("gg1").schemes[0].name == "Break Through"
    assert len(queries.season("gg1").schemes) == 13


def test_the_command_says_what_it_did(db: None, data_dir: Path, edited: Callable[[Any], Path]) -> None:
    def run() -> str:
        out = io.StringIO()
        call_command("load_catalogue", data=data_dir, stdout=out)
        return out.getvalue()

    assert "Third Edition release 1 is the current one now" in run()
    assert "nothing to do" in run()
    edited(_dearer_hound)
    output = run()
    assert "Third Edition release 2" in output
    assert "Guild Hound: cost 3 → 4" in output


def test_before_anything_is_loaded_the_answer_is_a_sentence(db: None) -> None:
    with pytest.raises(Refusal, match="catalogue is empty"):
        queries.current_release()
    assert queries.faction_choices() == ()


@pytest.mark.rule("M3E-HIRE-15")
def test_dead_mans_hand_is_shown_but_never_declared(release: Release) -> None:
    assert len(queries.faction_choices()) == 8
    assert "dead-mans-hand" not in dict(queries.faction_choices())
    assert queries.faction_names()["dead-mans-hand"] == "Dead Man's Hand"
    assert dict(queries.faction_choices())["ten-thunders"] == "Ten Thunders"


def test_a_catalogue_is_read_once(full_release: Release, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(5):
        first = queries.catalogue_for(full_release.pk)
    with django_assert_num_queries(0):
        assert queries.catalogue_for(full_release.pk) is first
    assert len(list(first.profiles())) == 673
    assert first.release == "Third Edition release 1"


def test_seasons_for_the_core(release: Release) -> None:
    core = queries.season("gg0")
    assert (core.strategies[0].name, core.strategies[0].suit) == ("Turf War", "ram")
    assert queries.season("gg1").strategies[0].suit == ""
    with pytest.raises(Refusal, match="gg9"):
        queries.season("gg9")
