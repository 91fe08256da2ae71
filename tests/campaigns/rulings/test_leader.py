"""Whatever an organiser rules, no Arsenal with models is left without a Leader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from mfcampaign.campaigns.models import ArsenalModel
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings import supplements as supplementing
from mfcampaign.campaigns.rulings.requests import Lead, Take, Undo
from rules.fate.cards import BLACK_JOKER
from rules.game.results.casualties import Casualty
from tests.campaigns.conftest import League
from tests.campaigns.rulings.scenes import live, result_of, ruled, side_of, unhurt, with_casualties

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(scope="module")
def two_weeks(lived: Any) -> Callable[[], League]:
    return lived(lambda league: live(league, 2), players=2, name="Leaders")


@pytest.fixture
def season(two_weeks: Callable[[], League], db: None) -> League:
    return two_weeks()


def led_by(entry: Any) -> ArsenalModel:
    leader: ArsenalModel = entry.models.owned().get(is_leader=True)
    return leader


@pytest.mark.rule("SL-LEADER-02", "SL-LEADER-03", "SL-LEADER-04")
def test_a_leader_whose_flip_counts_again_leaves_the_same_heir(season, monkeypatch):
    game = season.games(1)[0]
    model, entry = unhurt(game, 0), side_of(game, 0).entry
    if not entry.models.get(pk=model).is_leader:
        ruled(season, Lead(entry=entry.pk, model=model))
    monkeypatch.setattr(supplementing, "order_of", lambda deck, number: [BLACK_JOKER] * 54)
    old = tuple(c for c in result_of(game).seats[0].casualties if c.model_id != model)
    fallen = with_casualties(game, 0, *old, Casualty(model_id=model, finished_off=True))
    ruled(season, fallen)
    heir = led_by(entry)
    assert heir.pk != model
    spared = with_casualties(game, 0, *old)
    plan = ruling_operations.preview(season.campaign, season.organiser, spared)
    ruled(season, replace(spared, chosen=tuple(choice.key for choice in plan.choices)))
    assert led_by(entry).pk == model
    plan = ruling_operations.preview(season.campaign, season.organiser, fallen)
    assert f"{heir} leads now." in [change.sentence for change in plan.changes]
    again = ruled(season, fallen)
    assert led_by(entry) == heir
    # The heir has left meanwhile: whoever the rule names leads, and the Arsenal is never without.
    ruled(season, Undo(ruling=again.number))
    ruled(season, Take(entry=entry.pk, what="model", row=heir.pk))
    ruled(season, fallen)
    assert led_by(entry).pk not in (heir.pk, model)


@pytest.mark.rule("SL-LEADER-03", "SL-LEADER-04")
def test_a_henchman_follows_a_leader_who_is_taken_before_dearer_models(season):
    entry = side_of(season.games(1)[0], 0).entry
    rest = entry.models.owned().exclude(is_leader=True)
    rest.update(station="Minion")
    leader, cheapest = led_by(entry), rest.order_by("cost", "name").first()
    ArsenalModel.objects.filter(pk=cheapest.pk).update(station="Henchman", cost=1)
    ruled(season, Take(entry=entry.pk, what="model", row=leader.pk))
    assert led_by(entry) == cheapest
    ruled(season, Take(entry=entry.pk, what="model", row=cheapest.pk))
    now = led_by(entry)
    assert now.cost == max(entry.models.owned().values_list("cost", flat=True))
