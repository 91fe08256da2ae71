"""Starting anew and joining late: Scrip, Barter flips, Skills, and the first window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.campaign.aftermath.asks import LOCK, PASS, Answer, Option
from rules.campaign.arsenal import Arsenal, OwnedModel
from rules.campaign.charts import load_charts
from rules.campaign.hires import HireWindow, forced_hire, hire_price
from rules.campaign.policies import Policies
from rules.campaign.restart import (
    RestartReplay,
    restart_context,
    restart_flips,
    restart_scrip,
    weeks_progressed,
)
from rules.crews.catalogue import Catalogue, Profile
from rules.fate.cards import Card
from rules.refusal import Refusal

CHARTS = load_charts(json.loads(Path("mfcampaign/catalog/data/m3e/charts/house-3e.json").read_text("utf-8")))


def view_of(facts, answers):
    return RestartReplay(facts, answers).view()


def model(pk: int, station: str = "Enforcer", **fields) -> OwnedModel:
    return OwnedModel(id=pk, slug=f"m{pk}", name=f"Model {pk}", station=station, cost=5, **fields)


def skill_card() -> tuple[Card, str]:
    """A card whose Barter offers hold a Skill that anybody may learn, and that Skill."""
    for row in CHARTS.barter:
        upgrade = CHARTS.upgrade(row.upgrade)
        if upgrade.category == "skill" and not upgrade.restricted and row.values:
            return Card.parse(f"{row.values[0]}r"), row.upgrade
    raise AssertionError("the house chart sells Skills")


def context(flips: int, *models: OwnedModel, scrip: int = 60, policies: Policies | None = None):
    arsenal = Arsenal(faction="guild", models=models or (model(1), model(2)), scrip=scrip)
    return restart_context(arsenal, CHARTS, flips, (), policies or Policies())


def fell(card: Card) -> Answer:
    return Answer(kind="card", card=card)


def chose(option: str, **more) -> Answer:
    return Answer(kind="choose", option=option, **more)


@pytest.mark.rule("SL-ANEW-03", "A-30")
@pytest.mark.switch("restart_scrip", 5)
@pytest.mark.switch("restart_scrip", 3)
@pytest.mark.switch("restart_week_basis", "current")
@pytest.mark.switch("restart_week_basis", "completed")
def test_five_scrip_for_each_week_past_the_first():
    assert [restart_scrip(week).amount for week in (1, 2, 3, 6)] == [0, 5, 10, 25]
    assert restart_scrip(4, Policies(restart_scrip=3)).amount == 9
    completed = Policies(restart_week_basis="completed")
    assert [restart_scrip(week, completed).amount for week in (2, 3, 6)] == [0, 5, 20]
    assert {line.rule for line in restart_scrip(6).lines} == {"SL-ANEW-03"}


@pytest.mark.rule("SL-ANEW-04", "A-30")
def test_one_barter_flip_for_each_week_the_first_included():
    assert [restart_flips(week) for week in (1, 2, 6)] == [1, 2, 6]
    assert weeks_progressed(6, Policies(restart_week_basis="completed")) == 5


@pytest.mark.rule("SL-ANEW-04", "SL-ANEW-05")
def test_flips_come_one_at_a_time_without_a_hand_and_one_purchase_each():
    card, skill = skill_card()
    facts = context(2, policies=Policies(purchases_per_barter_flip=3))
    first = view_of(facts, [])
    assert (first.ask.kind, first.ask.rule, first.hand) == ("barter_flip", "SL-ANEW-04", ())
    answers = [fell(card)]
    bought = view_of(facts, answers)
    assert bought.ask.kind == "barter_buy", "no question of cheating comes between"
    answers.append(chose(skill, bearer=1))
    second = view_of(facts, answers)
    assert second.ask.kind == "barter_flip", "one purchase a flip, whatever the week's Barter allows"
    assert second.scrip < facts.scrip
    other = Card.parse("1c") if card.code != "1c" else Card.parse("1t")
    last = view_of(facts, [*answers, fell(other)])
    if last.ask.kind == "barter_buy":
        last = view_of(facts, [*answers, fell(other), chose(PASS)])
    assert last.ask.kind == "lock"


@pytest.mark.rule("SL-ANEW-06")
def test_models_that_played_no_game_may_learn():
    card, skill = skill_card()
    question = view_of(context(1), [fell(card)]).ask
    assert [bearer.model_id for bearer in question.option(skill).bearers if not bearer.reason] == [1, 2]


@pytest.mark.rule("SL-ANEW-07")
def test_no_model_gets_a_second_skill_this_way():
    card, skill = skill_card()
    henchman = model(1, "Henchman")  # who may carry two Skills otherwise
    facts = context(3, henchman, model(2))
    again = Card.parse(f"{card.value}t")
    view = view_of(facts, [fell(card), chose(skill, bearer=1), fell(again)])
    offered = {bearer.model_id for option in view.ask.options for bearer in option.bearers}
    assert 1 not in offered
    answers = [fell(card), chose(skill, bearer=1), fell(again)]
    with pytest.raises(Refusal, match="name a model of the new Arsenal without a Skill") as refused:
        view_of(facts, [*answers, chose(skill, bearer=1)])
    assert refused.value.rule == "SL-ANEW-07"
    alone = view_of(context(3, henchman), answers)
    assert "no model of the new Arsenal without a Skill can learn it" in alone.ask.option(skill).reason


def test_what_is_over_is_over():
    facts = context(1, scrip=0)
    card = Card.parse("BJ")
    closed = [fell(card), chose(LOCK)]
    view = view_of(facts, [fell(card)])
    assert view.ask.options == (Option(LOCK, "Close the Barter"),)
    assert view_of(facts, closed).finished
    with pytest.raises(Refusal, match="done"):
        view_of(facts, [*closed, chose(LOCK)])


HOUND = Profile("hound", "Hound", "", ("guild",), ("Guard",), "Minion", 6, limit=4)
LEADER = Profile("m1", "Model 1", "", ("guild",), ("Guard",), "Henchman", 8)
FIGURES = Catalogue([HOUND, LEADER], edition="m3e")


def window(**fields) -> HireWindow:
    leader = model(1, "Henchman", is_leader=True, words=("Guard",))
    arsenal = Arsenal(faction="guild", models=(leader,), scrip=20)
    return HireWindow(arsenal=arsenal, week=3, weeks=6, **fields)


@pytest.mark.rule("A-30")
@pytest.mark.switch("restart_first_hire_discount", False)
@pytest.mark.switch("restart_first_hire_discount", True)
def test_a_new_arsenal_pays_the_whole_price_unless_the_league_says_otherwise():
    assert hire_price(HOUND, window(), FIGURES).amount == 1
    assert hire_price(HOUND, window(newcomer=True), FIGURES).amount == 6
    gentle = Policies(restart_first_hire_discount=True)
    assert hire_price(HOUND, window(newcomer=True), FIGURES, gentle).amount == 1


@pytest.mark.rule("A-13")
def test_a_new_arsenal_owes_no_hire_in_its_first_week():
    assert forced_hire(window(), FIGURES).state == "owed"
    assert forced_hire(window(newcomer=True), FIGURES).state == "waived"
