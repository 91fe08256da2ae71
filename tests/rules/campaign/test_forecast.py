"""Seasons on paper: the same by the same seed, and moved by the settings in the way the rules say."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from mfcampaign.catalog.data.m3e.house_charts import CHARTS_DIR
from rules.campaign.aftermath import asks as then
from rules.campaign.arsenal import OwnedModel
from rules.campaign.charts import load_charts
from rules.campaign.charts.rows import ScripAward, WeeklyEvent
from rules.campaign.forecast import season as seasons
from rules.campaign.forecast.season import ForecastSetting
from rules.campaign.forecast.shifting import HirableModel, Roster, ShiftingSeason
from rules.campaign.forecast.tally import (
    ForecastTally,
    add_tallies,
    spread,
    tally_as_dict,
    tally_from_dict,
)
from rules.campaign.policies import Policies
from rules.fate.shuffle import Stream

SEED = bytes(range(32))
COSTS = ((9, "Henchman"), (8, "Enforcer"), (6, "Minion"), (6, "Minion"), (5, "Minion"))


def roster(number: int) -> Roster:
    models = tuple(
        OwnedModel(
            id=at + 1, slug=f"m{at}", name=f"Model {at}", station=station, cost=cost, is_leader=at == 0
        )
        for at, (cost, station) in enumerate(COSTS)
    )
    market = tuple(HirableModel("Minion" if cost < 7 else "Enforcer", cost) for cost in range(4, 10))
    return Roster(("guild", "arcanists", "bayou")[number % 3], models, market, scrip=1)


@pytest.fixture(scope="module")
def charts():
    path = sorted(CHARTS_DIR.glob("*.json"))[-1]
    return load_charts(json.loads(path.read_text(encoding="utf-8")))


@pytest.fixture
def setting(charts):
    return ForecastSetting(Policies(), charts, 6, tuple(roster(n) for n in range(5)))


def simulate(setting, seed, numbers):
    return seasons.simulate(ShiftingSeason, setting, seed, numbers)


def mean(counts):
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def test_the_same_seed_and_numbers_are_the_same_seasons(setting):
    once, again = simulate(setting, SEED, range(4)), simulate(setting, SEED, range(4))
    assert once == again
    assert simulate(setting, SEED[::-1], range(4)) != once
    assert tally_from_dict(json.loads(json.dumps(tally_as_dict(once)))) == once


def test_chunks_add_up_to_the_whole(setting):
    whole = simulate(setting, SEED, range(6))
    parts = [simulate(setting, SEED, range(at, at + 2)) for at in (4, 0, 2)]
    assert add_tallies(add_tallies(parts[0], parts[1]), parts[2]) == whole
    assert add_tallies(ForecastTally(), whole) == whole


def test_everybody_is_counted_in_every_week(setting):
    forecast = simulate(setting, SEED, range(5))
    assert (forecast.seasons, forecast.players) == (5, 25)
    assert set(forecast.scrip) == set(forecast.values) == set(range(1, 7))
    for counted in (*forecast.scrip.values(), *forecast.values.values()):
        assert sum(counted.values()) == 25
        assert min(counted) >= 0
    assert sum(forecast.masters.values()) == 25


@pytest.mark.rule("SL-PAY-05", "A-19")
def test_a_lower_maximum_of_the_week_leaves_less_scrip(setting):
    usual = simulate(setting, SEED, range(12))
    poor = simulate(replace(setting, policies=Policies(weekly_cap=2)), SEED, range(12))
    assert mean(poor.scrip[6]) < mean(usual.scrip[6])
    assert mean(poor.values[6]) < mean(usual.values[6]), "who earns less hires less"


@pytest.mark.rule("SL-ANNIH-01")
def test_without_annihilation_nobody_is_lost(setting):
    usual = simulate(setting, SEED, range(12))
    gentle = simulate(replace(setting, policies=Policies(annihilation="off")), SEED, range(12))
    assert sum(usual.annihilated.values()) > 0
    assert sum(gentle.annihilated.values()) == 0


@pytest.mark.rule("SL-MASTER-01", "SL-MASTER-02", "SL-MASTER-03", "A-15")
def test_masters_come_from_halfway_on_and_only_after_a_bounty(setting):
    forecast = simulate(replace(setting, policies=Policies(bounty_cost=0)), SEED, range(25))
    weeks = {week for week in forecast.masters if week}
    assert weeks
    assert min(weeks) >= 4, "halfway of six weeks"
    none = replace(setting, charts=replace(setting.charts, bounties=()))
    assert set(simulate(none, SEED, range(10)).masters) == {0}


@pytest.mark.rule("SL-FINISH-03")
def test_who_is_never_finished_off_is_never_injured(setting):
    forecast = simulate(replace(setting, policies=Policies(finish_threshold=15)), SEED, range(6))
    assert sum(forecast.injuries.values()) == 0


@pytest.mark.rule("SL-EVENT-01", "SL-EVENT-02", "SL-EVENT-04")
def test_the_event_of_a_week_comes_as_often_as_its_values_say(setting, charts):
    award = ScripAward(condition="Hold the well.", amount=4)
    rich = WeeklyEvent(slug="rich", name="Rich", values=tuple(range(1, 13)), scrip_awards=(award,))
    plain = WeeklyEvent(slug="plain", name="Plain", values=(13,))

    def mean_scrip(*events):
        saved = replace(charts, weekly_events=events, barter=(), bounties=())
        given = replace(setting, charts=saved, weeks=1)
        return mean(simulate(given, SEED, range(25)).scrip[1])

    often = mean_scrip(rich, plain)
    seldom = mean_scrip(replace(rich, values=(13,)), replace(plain, values=tuple(range(1, 13))))
    # 12 in 13 against 1 in 13 weeks, with an even chance of 4 Scrip: 1.7 Scrip.
    assert often - seldom > 1


@pytest.mark.rule("SL-EVENT-01", "SL-EVENT-02")
def test_all_games_of_a_week_are_under_one_event(setting):
    season = ShiftingSeason(setting, Stream(SEED))
    drawn = [{season.event(week).slug for _ in range(5)} for week in range(1, 7)]
    assert [len(slugs) for slugs in drawn] == [1] * 6
    assert len(set.union(*drawn)) > 1, "each week draws its own"
    off = ShiftingSeason(replace(setting, policies=Policies(weekly_events="off")), Stream(SEED))
    assert off.event(1) is None


@pytest.mark.rule("SL-BARTER-04", "SL-EVENT-03")
def test_the_flips_of_an_event_are_made_in_the_barter(setting, charts):
    def bought(flips):
        row = WeeklyEvent(slug="fair", name="Fair", values=tuple(range(1, 14)), extra_barter_flips=flips)
        given = replace(setting, charts=replace(charts, weekly_events=(row,)), weeks=1)
        return mean(simulate(given, SEED, range(25)).scrip[1])

    assert bought(3) < bought(0), "more is offered, more is bought"


def test_a_forecast_can_begin_in_a_later_week(setting):
    forecast = simulate(replace(setting, first_week=4), SEED, range(3))
    assert set(forecast.scrip) == {4, 5, 6}


def test_the_spread_of_counts():
    assert spread({3: 1}) == (3, 3, 3)
    assert spread(dict.fromkeys(range(1, 11), 1)) == (1, 5, 9)


@pytest.mark.rule("SL-INJURY-05")
def test_what_a_model_gains_is_bound_to_it_as_what_it_is(setting):
    season = ShiftingSeason(setting, Stream(SEED))
    side, other = season.players[:2]
    injury = then.InjuryAttached(sentence="", rule="", model_id=2, slug="shaken", name="Shaken")
    skill = then.SkillGained(sentence="", rule="", bearer_id=2, slug="agility", name="Agility")
    for effect in (injury, skill):
        season._apply(effect, side, other, week=1)
    model = side.models[2]
    assert [(u.slug, u.kind, u.bearer_id) for u in model.injuries] == [("shaken", "injury", 2)]
    assert [(u.slug, u.kind, u.bearer_id) for u in model.skills] == [("agility", "skill", 2)]
    assert season.injuries == {1: 1}
    lost = then.SkillAnnihilated(
        sentence="", rule="", bearer_id=2, slug="agility", name="Agility", upgrade_id=None
    )
    season._apply(lost, side, other, week=1)
    assert side.models[2].skills == ()
    assert len(side.models[2].injuries) == 1
