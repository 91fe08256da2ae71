"""Campaign Upgrades and Injuries are said when their moment comes in a record (SL-UPG-01, SL-INJURY-05)."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from rules.campaign.arsenal import OwnedUpgrade
from rules.campaign.cards import LeagueCards
from rules.campaign.charts import Charts, load_charts
from rules.campaign.moments import MOMENTS
from rules.editions.m3e.arsenal.cards import ScriptedCards
from rules.editions.m3e.examples.encounters import two_crews
from rules.editions.m3e.recording.record import Record
from rules.editions.m3e.recording.reminders import moments_of, reminders
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.campaign_upgrades import UPGRADES
from rules.editions.m3e.statcards import UpgradeCard
from tests.rules.campaign.league import CHARTS, house_charts

BORNE = ("well-trained", "whiskey", "retribution", "restless-dead", "those-who-thirst-insight", "thick-hide")


def card(slug: str, charts: Charts | None = None):
    charts = charts or house_charts()
    kinds = {each.slug: (each.category, each) for each in charts.upgrades}
    kinds |= {each.slug: ("injury", each) for each in charts.injuries}
    kind, chart = kinds[slug]
    mods = getattr(chart, "stat_mods", ())
    owned = OwnedUpgrade(id=1, slug=slug, name=chart.name, kind=kind, stat_mods=mods)
    return ScriptedCards().upgrade(owned, chart.digest)


def recorded(*borne: str) -> Record:
    setup = two_crews()
    first, other = setup.crews
    bearer = replace(first.models[0], upgrades=borne)
    crews = (replace(first, models=(bearer, *first.models[1:])), other)
    upgrades = {slug: card(slug) for slug in borne}
    return Record(replace(setup, crews=crews, upgrades=setup.upgrades | upgrades))


def said(record: Record) -> set[tuple[str, str]]:
    last = record.entries[-1] if record.entries else None
    return {(one.when, one.name) for one in reminders(record.setup, record.state, last)}


@pytest.mark.rule("SL-UPG-04", "SL-INJURY-05")
def test_each_upgrade_is_said_at_its_moment_and_not_before():
    record = recorded(*BORNE)
    assert said(record) == {("begins", "Well Trained")}
    record.enter([{"do": "turn", "turn": 1}])
    own = {("activation", "Whiskey")}
    assert said(record) == {("turn", "Those Who Thirst: Insight")} | own
    record.enter([{"do": "activated", "model": "b1"}])
    assert said(record) == own, "the Turn has begun"
    record.enter([{"do": "hurt", "model": "a1", "amount": 1}])
    assert said(record) == {("hurt", "Retribution")} | own
    record.enter([{"do": "note", "seat": 0, "text": "The retribution was 1."}])
    assert said(record) == own
    record.enter([{"do": "activated", "model": "a1"}])
    assert said(record) == set(), "it has Activated"
    record.enter([{"do": "act", "name": "Ruin", "lines": [{"do": "slay", "model": "a1"}]}])
    assert said(record) == {("fallen", "Restless Dead")}
    record.enter([{"do": "over"}])
    assert said(record) == set()


@pytest.mark.rule("SL-UPG-04")
def test_what_others_bring_about_is_said_when_they_do():
    record = recorded("martyr", "favors-of-death", "brutal", "hydraulic-limb")
    record.enter([{"do": "turn", "turn": 1}])
    attacks = {("activation", "Brutal"), ("activation", "Hydraulic Limb")}
    assert said(record) == attacks
    for name, of_others in (
        ("a1", set()),
        ("a2", {("another_hurt", "Martyr")}),
        ("b1", set()),
    ):
        record.enter([{"do": "hurt", "model": name, "amount": 1}])
        assert said(record) == attacks | of_others, name
    record.enter([{"do": "slay", "model": "b1"}])
    assert said(record) == attacks | {("another_fallen", "Favors of Death")}
    record.enter([{"do": "slay", "model": "a1"}])
    assert said(record) == set(), "whoever left play does nothing for others"


@pytest.mark.rule("SL-UPG-04", "SL-INJURY-05")
def test_everything_of_the_house_charts_has_its_moment_or_acts_outside_of_a_game():
    charts = house_charts()
    slugs = [each.slug for each in (*charts.upgrades, *charts.injuries)]
    silent = [slug for slug in slugs if not moments_of(card(slug))]
    on_the_card = [each.slug for each in charts.injuries if each.stat_mods]
    outside = {"agility", "thick-hide", "deep-pockets", "big-head", "cursed", "wanted"}
    assert set(silent) == outside | set(on_the_card)


@pytest.mark.rule("SL-UPG-04")
def test_a_good_lead_is_said_before_the_initiative_flip():
    second = load_charts(json.loads(CHARTS["m2e"].read_text(encoding="utf-8")))
    assert moments_of(card("good-lead", second)) == ("turn",)


def test_what_players_apply_by_hand_has_the_moments_of_the_scripts():
    """The rows for editions without scripts say the same as these."""
    for slug, scripted in UPGRADES.items():
        ability = w.Ability(name=slug, parts=scripted.parts)
        played = UpgradeCard(slug=slug, name=slug, actions=scripted.actions, abilities=(ability,))
        by_hand = LeagueCards().upgrade(OwnedUpgrade(id=1, slug=slug, name=slug, kind="skill"), "")
        assert moments_of(UpgradeCard(slug=by_hand.slug, name=slug)) == moments_of(played), slug
    charts = house_charts()
    figures = {injury.slug for injury in charts.injuries if injury.stat_mods}
    assert {MOMENTS[slug] for slug in figures} == {()}
