"""What a Leader brings along into the next season, and what stays behind."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.asks import Effect
from rules.campaign.rising.aftermath.facts import ExperienceGained
from rules.campaign.rising.aftermath.recount import faults_of
from rules.campaign.rising.arsenal import Advancement
from rules.campaign.rising.growth import BroughtGrowth, Growth, ModelGrowth
from rules.refusal import Total, TotalLine
from tests.rules.campaign.rising.scene import CARD

pytestmark = pytest.mark.rule("A-44", "M4-CAMP-22", "M4-CAMP-24")
OWN = Advancement(recipient="leader", table="ability", slug="s", name="Steady", added="Steady", week=3)
OF_THE_TOTEM = replace(OWN, recipient="totem", name="Swift")
GROWN = Growth(
    keywords=("Guard", "Marshal"),
    path="bruiser",
    archetype="lucky-upstart",
    leader=CARD,
    totem=replace(CARD, name="Rat"),
    totem_id=12,
    experience=7,
    advancements=(OWN, OF_THE_TOTEM),
    recovered=True,
    models={"11": ModelGrowth(lucky=("martyr",)), "13": ModelGrowth(copied=True)},
    free=21,
    born={"5:-1": 12},
    traitors=((99, (98,)),),
    owed_boxes=(5,),
    owed_injuries=(11, 13),
)


def test_what_came_along_has_its_new_numbers_and_the_rest_stays_behind():
    now = GROWN.kept({11: 1, 12: 2}, {21: 3})
    assert (now.totem_id, now.free, dict(now.models)) == (2, 3, {"1": ModelGrowth(lucky=("martyr",))})
    assert (now.owed_boxes, now.owed_injuries, now.born, now.traitors) == ((5,), (1,), {}, ())
    assert now.advancements == (replace(OWN, week=0), replace(OF_THE_TOTEM, week=0))
    assert now.brought == BroughtGrowth(experience=7, advancements=now.advancements, recovered=True)


def test_a_totem_that_is_gone_takes_its_advancements_along():
    now = replace(GROWN, totem=None, totem_id=None).kept({11: 1}, {})
    assert (now.totem, now.totem_id, now.free, now.advancements) == (
        None,
        None,
        None,
        (replace(OWN, week=0),),
    )


def test_a_season_is_counted_again_from_what_was_brought():
    now = GROWN.kept({11: 1, 12: 2}, {21: 3})
    gained: list[Effect] = [
        ExperienceGained(sentence="", rule="M4-CAMP-21", total=Total.of([TotalLine("played", 2, "")]))
    ]
    assert [*faults_of(replace(now, experience=9), gained)] == []
    assert [*faults_of(now, gained)] == ["7 boxes of the track are filled, the games brought 9."]
    assert [*faults_of(replace(now, brought=None), [])] != []
