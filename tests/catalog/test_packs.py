"""Packs: figures of a house over a release, written by their owner only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mfcampaign.audit.models import Act
from mfcampaign.catalog import operations, queries
from mfcampaign.catalog.models import Pack, PackEntry, Release
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db

GHOST = {
    "name": "Rail Ghost",
    "title": "Unbound",
    "station": "Minion",
    "factions": ["guild", "bayou"],
    "keywords": ["Guard"],
    "cost": 5,
    "limit": 2,
    "df": 5,
}


@pytest.fixture
def pack(release: Release, mara: Any) -> Pack:
    return operations.create_pack(mara, "House figures")


@pytest.mark.rule("M3E-HIRE-03")
def test_an_unverified_model_gets_a_cost_from_a_pack_and_only_there(
    release: Release, pack: Pack, mara: Any
) -> None:
    assert queries.catalogue_for(release.pk).profile("hopeful-prospect").cost is None
    operations.set_figures(pack, mara, "hopeful-prospect", {"cost": 4, "limit": 3})
    laid = queries.catalogue_for(release.pk, pack.pk).profile("hopeful-prospect")
    assert (laid.cost, laid.limit, laid.name) == (4, 3, "Hopeful Prospect")
    assert queries.catalogue_for(release.pk).profile("hopeful-prospect").cost is None


def test_all_other_figures_stand_as_printed(release: Release, pack: Pack, mara: Any) -> None:
    operations.set_figures(pack, mara, "guild-hound", {"cost": 4, "keywords": ["Guard", "Beast"]})
    printed = queries.catalogue_for(release.pk)
    laid = queries.catalogue_for(release.pk, pack.pk)
    assert laid.profile("guild-hound").keywords == ("Guard", "Beast")
    assert laid.profile("guild-hound").df == printed.profile("guild-hound").df
    others = [profile for profile in laid.profiles() if profile.slug != "guild-hound"]
    assert others == [profile for profile in printed.profiles() if profile.slug != "guild-hound"]


def test_a_house_model_is_hired_like_any_other(release: Release, pack: Pack, mara: Any) -> None:
    entry = operations.add_house(pack, mara, GHOST)
    assert entry.slug == "house-rail-ghost-unbound"
    ghost = queries.catalogue_for(release.pk, pack.pk).profile(entry.slug)
    assert (ghost.full_name, ghost.cost, ghost.limit) == ("Rail Ghost, Unbound", 5, 2)
    assert ghost.factions == ("guild", "bayou")
    assert not queries.catalogue_for(release.pk).has_profile(entry.slug)
    with pytest.raises(Refusal, match="already"):
        operations.add_house(pack, mara, GHOST)


@pytest.mark.rule("M3E-HIRE-16")
def test_figures_of_an_upgrade(release: Release, pack: Pack, mara: Any) -> None:
    operations.set_figures(pack, mara, "diesel-engine", {"cost": 3, "plentiful": 1}, kind="upgrade")
    laid = queries.catalogue_for(release.pk, pack.pk).upgrade("diesel-engine")
    assert (laid.cost, laid.plentiful, laid.restricted) == (3, 1, ("construct",))


def test_each_change_raises_the_version_and_the_catalogue_follows(
    release: Release, pack: Pack, mara: Any, django_assert_num_queries: Any
) -> None:
    operations.set_figures(pack, mara, "guild-hound", {"cost": 4})
    first = queries.catalogue_for(release.pk, pack.pk)
    with django_assert_num_queries(1):
        assert queries.catalogue_for(release.pk, pack.pk) is first
    operations.set_figures(pack, mara, "guild-hound", {"cost": 5})
    assert queries.catalogue_for(release.pk, pack.pk).profile("guild-hound").cost == 5
    assert first.profile("guild-hound").cost == 4
    operations.remove_entry(pack, mara, "guild-hound")
    assert queries.catalogue_for(release.pk, pack.pk).profile("guild-hound").cost == 3
    pack.refresh_from_db()
    assert pack.version == 4


def test_taking_out_can_be_undone(release: Release, pack: Pack, mara: Any) -> None:
    for slug, body in (("guild-hound", {"cost": 4}), ("ramos", {"cost": 14})):
        operations.set_figures(pack, mara, slug, body)
    house = operations.add_house(pack, mara, GHOST).slug
    before = list(PackEntry.objects.values("slug", "kind", "house", "body"))
    for slug in ("guild-hound", "ramos", house):
        operations.remove_entry(pack, mara, slug)
    assert not PackEntry.objects.exists()
    for slug in ("guild-hound", "ramos", house):
        operations.put_back(pack, mara, slug)
    assert list(PackEntry.objects.values("slug", "kind", "house", "body")) == before
    with pytest.raises(Refusal, match="nothing to put back"):
        operations.put_back(pack, mara, house)


def test_a_change_to_a_card_that_a_later_release_lost_is_left_aside(
    release: Release, pack: Pack, mara: Any, edited: Callable[[Any], Path]
) -> None:
    operations.set_figures(pack, mara, "sophie", {"cost": 4})

    def lose(rows: dict[str, list[dict[str, Any]]]) -> None:
        rows["models"][:] = [row for row in rows["models"] if row["slug"] != "sophie"]

    later = operations.load_release(edited(lose)).current
    assert not queries.catalogue_for(later.pk, pack.pk).has_profile("sophie")
    assert queries.catalogue_for(release.pk, pack.pk).profile("sophie").cost == 4


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"cost": -1}, "cost"),
        ({"cost": "4"}, "cost"),
        ({"cost": True}, "cost"),
        ({"cost": 31}, "cost"),
        ({"limit": 0}, "limit"),
        ({"base_mm": 35}, "base_mm"),
        ({"station": "Peon"}, "station"),
        ({"keywords": "Guard"}, "keywords"),
        ({"keywords": ["Guard", "Guard"]}, "keywords"),
        ({"keywords": ["Gu\x00ard"]}, "keywords"),
        ({"characteristics": ["Wooden"]}, "characteristics"),
        ({"totem_for": "Nobody At All"}, "totem_for"),
        ({"name": "Other Hound"}, "name"),
        ({"factions": ["bayou"]}, "factions"),
        ({"text": "hits hard"}, "text"),
        ({}, ""),
    ],
)
def test_figures_out_of_bounds_are_refused(pack: Pack, mara: Any, body: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        operations.set_figures(pack, mara, "guild-hound", body)
    assert [violation.subject for violation in refused.value.violations] == [field]
    assert not PackEntry.objects.exists()
    assert Act.objects.filter(kind="pack.figures").count() == 0
    pack.refresh_from_db()
    assert pack.version == 1


def test_all_faults_are_told_at_once(pack: Pack, mara: Any) -> None:
    with pytest.raises(Refusal) as refused:
        operations.add_house(pack, mara, {"cost": 99, "station": "Peon", "factions": ["peons"]})
    assert {violation.subject for violation in refused.value.violations} == {
        "cost",
        "station",
        "factions",
        "name",
    }


@pytest.mark.rule("M3E-HIRE-14")
def test_a_totem_may_be_linked_to_a_master_of_the_house(pack: Pack, mara: Any) -> None:
    operations.add_house(
        pack, mara, {"name": "Old Iron", "station": "Master", "factions": ["guild"], "cost": 15}
    )
    operations.set_figures(pack, mara, "sophie", {"cost": 2, "totem_for": "Old Iron"})
    assert PackEntry.objects.get(slug="sophie").body["totem_for"] == "Old Iron"


def test_nobody_else_writes(pack: Pack, mara: Any, rival: Any) -> None:
    operations.change_pack(pack, mara, name="House figures", public=True)
    operations.set_figures(pack, mara, "ramos", {"cost": 14})
    acts: list[Callable[[], object]] = [
        lambda: operations.set_figures(pack, rival, "guild-hound", {"cost": 1}),
        lambda: operations.add_house(pack, rival, GHOST),
        lambda: operations.remove_entry(pack, rival, "ramos"),
        lambda: operations.put_back(pack, rival, "ramos"),
        lambda: operations.change_pack(pack, rival, name="Mine", public=True),
    ]
    for act in acts:
        with pytest.raises(Refusal, match="Only its owner"):
            act()
    assert list(PackEntry.objects.values_list("slug", "body")) == [("ramos", {"cost": 14})]


def test_who_sees_which_pack(pack: Pack, mara: Any, rival: Any) -> None:
    assert list(queries.packs_of(mara)) == [pack]
    assert list(queries.packs_of(rival)) == []
    operations.change_pack(pack, mara, name="House figures", public=True)
    assert list(queries.packs_of(rival)) == [pack]
    assert queries.own_packs(rival) == []
    assert [pk for pk, _ in queries.pack_choices(rival)] == [pack.pk]


def test_names_of_packs(pack: Pack, mara: Any, rival: Any) -> None:
    with pytest.raises(Refusal, match="already"):
        operations.create_pack(mara, " House  figures ")
    with pytest.raises(Refusal, match="needs a name"):
        operations.create_pack(mara, "  ")
    assert operations.create_pack(rival, "House figures").pk


def test_what_was_done_is_recorded_with_what_stood_before(pack: Pack, mara: Any) -> None:
    operations.set_figures(pack, mara, "guild-hound", {"cost": 4})
    operations.set_figures(pack, mara, "guild-hound", {"cost": 5})
    act = Act.objects.filter(kind="pack.figures").latest("ordinal")
    assert act.actor == mara
    assert (act.facts["before"], act.facts["after"]) == ({"cost": 4}, {"cost": 5})
