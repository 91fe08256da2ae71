"""The writer of Crews: what it keeps, what it refuses, and that nothing is done twice."""

from __future__ import annotations

from typing import Any

import pytest

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.catalog.operations import packs
from mfcampaign.crews import operations
from mfcampaign.crews.models import Crew, CrewMember
from mfcampaign.crews.queries import build
from rules.refusal import Refusal


def slugs(crew: Crew) -> list[str]:
    return list(CrewMember.objects.filter(crew=crew).order_by("position").values_list("slug", flat=True))


def hire(crew: Crew, *models: str) -> None:
    for slug in models:
        operations.add(crew, crew.owner, slug)


def rules_of(refused: pytest.ExceptionInfo[Refusal]) -> list[str]:
    return [violation.rule for violation in refused.value.violations]


def test_a_new_crew_is_a_draft_over_the_current_release(crew: Crew) -> None:
    assert (crew.state, crew.version, crew.name) == ("draft", 1, "Night watch")
    assert len(crew.public_id) >= 12
    assert len(crew.share_token) >= 20
    assert crew.public_id not in crew.share_token
    assert Act.objects.get(aggregate=f"crew:{crew.pk}").kind == "crew.create"


def test_hiring_attaching_and_dismissing_leave_an_act_each(crew: Crew) -> None:
    member = operations.add(crew, crew.owner, "executioner", seen=1)
    operations.set_upgrades(crew, crew.owner, member.pk, ["no-prisoners"], seen=2)
    operations.set_upgrades(crew, crew.owner, None, ["no-prisoners"], seen=3)
    assert build(crew).report.total.amount == 13
    operations.remove(crew, crew.owner, member.pk, seen=4)
    assert (slugs(crew), crew.version) == ([], 5)
    acts = Act.objects.filter(aggregate=f"crew:{crew.pk}").order_by("ordinal")
    assert [act.sentence for act in acts][1:] == [
        "Executioner joins the Crew.",
        "Executioner has No Prisoners.",
        "Dashel Barker has No Prisoners.",
        "Executioner leaves the Crew.",
    ]


def test_the_same_act_on_the_same_version_is_done_once(crew: Crew) -> None:
    operations.add(crew, crew.owner, "guild-hound", seen=1)
    again = Crew.objects.get(pk=crew.pk)
    with pytest.raises(AlreadyDone):
        operations.add(again, crew.owner, "guild-hound", seen=1)
    assert slugs(crew) == ["guild-hound"]


def test_another_act_on_an_old_version_is_refused_and_changes_nothing(crew: Crew) -> None:
    operations.add(crew, crew.owner, "guild-hound", seen=1)
    with pytest.raises(operations.Stale):
        operations.add(crew, crew.owner, "executioner", seen=1)
    with pytest.raises(operations.Stale):
        operations.change_settings(crew, crew.owner, seen=1, size=30)
    assert slugs(crew) == ["guild-hound"]
    assert Crew.objects.get(pk=crew.pk).size == 50


@pytest.mark.parametrize("slug", ["", "nobody", "x" * 500, "'; drop table"])
def test_unknown_models_and_upgrades_are_refused_at_once(crew: Crew, slug: str) -> None:
    with pytest.raises(Refusal):
        operations.add(crew, crew.owner, slug)
    if slug:
        with pytest.raises(Refusal):
            operations.set_upgrades(crew, crew.owner, None, [slug])
        with pytest.raises(Refusal):
            operations.change_settings(crew, crew.owner, leader=slug)
    assert Crew.objects.get(pk=crew.pk).version == 1


@pytest.mark.parametrize(
    "settings",
    [{"size": 0}, {"size": -3}, {"size": 501}, {"faction": "gremlins"}, {"faction": "dead-mans-hand"}],
)
def test_nonsense_settings_are_refused_at_once(crew: Crew, settings: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        operations.change_settings(crew, crew.owner, **settings)
    assert Crew.objects.get(pk=crew.pk).version == 1


ILLEGAL: dict[str, tuple[list[str], str]] = {
    "faction": (["silent-one"], "M3E-HIRE-06"),
    "dead mans hand": (["ryle-hoffman"], "M3E-HIRE-15"),
    "copies": (["guild-hound"] * 5, "M3E-HIRE-12"),
    "title": (["dashel-barker-butcher"], "M3E-HIRE-13"),
    "totem": (["scales-of-justice"], "M3E-HIRE-14"),
    "unknown cost": (["gatling-gunner"], "M3E-HIRE-03"),
    "masters": (["lady-justice", "perdita-ortega"], "M3E-HIRE-08"),
    "cost": (["executioner", "executioner", "the-judge", "the-jury", "the-lone-marshal"], "M3E-HIRE-03"),
}


@pytest.mark.rule(
    "M3E-HIRE-03", "M3E-HIRE-06", "M3E-HIRE-08", "M3E-HIRE-12", "M3E-HIRE-13", "M3E-HIRE-14", "M3E-HIRE-15"
)
@pytest.mark.parametrize(("models", "rule"), ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_draft_is_kept_but_never_submitted(crew: Crew, models: list[str], rule: str) -> None:
    """The strangers' +1 counts: 9 + 9 + 11 + 9 + 10 is 48 of 47."""
    operations.change_settings(crew, crew.owner, size=47)
    hire(crew, *models)
    assert slugs(crew) == models
    assert rule in [violation.rule for violation in build(crew).report.violations]
    with pytest.raises(Refusal) as refused:
        operations.submit(crew, crew.owner)
    assert rule in rules_of(refused)
    assert Crew.objects.get(pk=crew.pk).is_draft


@pytest.mark.rule("M3E-HIRE-17", "M3E-HIRE-18", "M3E-HIRE-19", "M3E-HIRE-20", "M3E-HIRE-21")
@pytest.mark.parametrize(
    ("upgrades", "rule"),
    [
        (["no-prisoners", "expert-marksman"], "M3E-HIRE-17"),
        (["magical-training"], "M3E-HIRE-18"),
        (["no-prisoners"] * 3, "M3E-HIRE-19"),
        (["no-prisoners"] * 2, "M3E-HIRE-20"),
        (["effigy-of-fate"], "M3E-HIRE-21"),
        (["patrolling-guard"], "M3E-HIRE-21"),
    ],
)
def test_upgrades_beyond_the_limits_are_never_submitted(crew: Crew, upgrades: list[str], rule: str) -> None:
    operations.set_upgrades(crew, crew.owner, None, upgrades)
    with pytest.raises(Refusal) as refused:
        operations.submit(crew, crew.owner)
    assert rule in rules_of(refused)


def test_submitting_tells_all_reasons_at_once(crew: Crew) -> None:
    hire(crew, "silent-one", "scales-of-justice", *["guild-hound"] * 5)
    with pytest.raises(Refusal) as refused:
        operations.submit(crew, crew.owner)
    assert rules_of(refused) == ["M3E-HIRE-06", "M3E-HIRE-12", "M3E-HIRE-14"]


def test_a_submitted_crew_is_left_alone_until_it_is_a_draft_again(crew: Crew) -> None:
    hire(crew, "guild-hound")
    operations.submit(crew, crew.owner)
    for act in (
        lambda: operations.add(crew, crew.owner, "silent-one"),
        lambda: operations.change_settings(crew, crew.owner, size=1),
        lambda: operations.set_upgrades(crew, crew.owner, None, ["no-prisoners"]),
        lambda: operations.submit(crew, crew.owner),
        lambda: operations.remove(crew, crew.owner, crew.members.get().pk),
    ):
        with pytest.raises(Refusal):
            act()
    assert slugs(crew) == ["guild-hound"]
    operations.unsubmit(crew, crew.owner)
    hire(crew, "executioner")
    assert slugs(crew) == ["guild-hound", "executioner"]
    with pytest.raises(Refusal):
        operations.unsubmit(crew, crew.owner)


def test_the_dead_mans_hand_joins_with_consent(mara: Any) -> None:
    crew = operations.create(mara, faction="guild", leader="charles-hoffman", dead_mans_hand=True)
    hire(crew, "ryle-hoffman")
    operations.submit(crew, mara)
    assert not crew.is_draft


def test_a_pack_that_enters_a_cost_makes_a_model_hirable(crew: Crew, tom: Any) -> None:
    pack = packs.create_pack(crew.owner, "House costs")
    packs.set_figures(pack, crew.owner, "gatling-gunner", {"cost": 7})
    hire(crew, "gatling-gunner")
    assert not build(crew).report.legal
    operations.change_settings(crew, crew.owner, pack_id=pack.pk)
    assert build(crew).report.legal
    assert build(crew).report.total.amount == 7
    theirs = packs.create_pack(tom, "Tom's own")
    with pytest.raises(Refusal):
        operations.change_settings(crew, crew.owner, pack_id=theirs.pk)


def test_a_new_leader_comes_without_the_upgrades_of_the_old(crew: Crew) -> None:
    operations.set_upgrades(crew, crew.owner, None, ["no-prisoners"])
    operations.change_settings(crew, crew.owner, size=40)
    assert crew.leader_upgrades == ["no-prisoners"]
    operations.change_settings(crew, crew.owner, leader="lady-justice")
    assert crew.leader_upgrades == []


def test_a_copy_has_the_same_models_and_links_of_its_own(crew: Crew) -> None:
    hire(crew, "guild-hound", "executioner")
    operations.submit(crew, crew.owner)
    copy = operations.duplicate(crew, crew.owner)
    assert slugs(copy) == slugs(crew)
    assert copy.is_draft
    assert copy.public_id != crew.public_id
    assert copy.share_token != crew.share_token
    hire(copy, "guild-hound")
    assert slugs(crew) == ["guild-hound", "executioner"]


def test_a_deleted_crew_comes_back_as_it_was(crew: Crew) -> None:
    hire(crew, "guild-hound")
    operations.delete(crew, crew.owner)
    with pytest.raises(Refusal):
        operations.add(crew, crew.owner, "guild-hound")
    operations.restore(crew, crew.owner)
    hire(crew, "executioner")
    assert slugs(crew) == ["guild-hound", "executioner"]


def test_a_text_becomes_a_draft_with_all_its_copies_and_upgrades(mara: Any) -> None:
    head = "Name: Watch\nFaction: Guild\nSize: 40\nLeader: Dashel Barker + No Prisoners\n"
    text = f"{head}2x Guild Hound\nExecutioner"
    crew = operations.import_text(mara, text)
    assert (crew.name, crew.size, crew.leader_upgrades) == ("Watch", 40, ["no-prisoners"])
    assert slugs(crew) == ["guild-hound", "guild-hound", "executioner"]
    again = operations.import_text(mara, build(crew).text)
    assert build(again).written == build(crew).written
    with pytest.raises(Refusal, match="Line 2"):
        operations.import_text(mara, "Faction: Guild\nGild Hound")
    assert Crew.objects.filter(owner=mara).count() == 2


def test_a_renewed_share_link_kills_the_old_one(crew: Crew) -> None:
    before = crew.share_token
    operations.renew_share(crew, crew.owner)
    assert crew.share_token != before
