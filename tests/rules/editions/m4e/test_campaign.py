"""Arsenals and Crews on the Fourth Edition's figures: the campaign's numbers, hiring, charts (SL-4E)."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from rules.campaign.arsenal import (
    OwnedUpgrade,
    StatMod,
    arsenal_value,
    costs_more,
    lasting,
    new_leader_choices,
    scheme_cost,
    size_ceiling,
)
from rules.campaign.arsenal_rules import arsenal_of
from rules.campaign.crew import Brought, CampaignCrew, CrewModel, campaign_rating, check_hired_crew, pools
from rules.campaign.hires import HireWindow, check_upgrade, hire_candidates
from rules.campaign.payday import payday
from rules.campaign.policies import POLICIES, Policies, declarable
from rules.campaign.readings import preset
from rules.campaign.start import StartList, start_candidates, start_leaders, start_scrip, start_upgrades
from rules.edition import edition_of
from rules.editions.m4e.readings import READINGS
from rules.editions.m4e.readings import USUAL as SETTINGS
from rules.game.league.needs import WholeScheme, needs_of
from rules.game.results.casualties import Casualty, Successor, casualty_faults, owes_injuries, were_killed
from rules.game.results.result import (
    EncounterResult,
    SchemeChain,
    SchemeScore,
    SeatResult,
    check_result,
    outcome,
)
from tests.rules.editions.m4e import league
from tests.rules.editions.m4e.figures import rows
from tests.rules.editions.m4e.league import (
    CODE,
    USUAL,
    arsenal,
    broken,
    charts,
    crew,
    figures,
    hire,
    owned,
    started,
)

HOFFMAN, EDIE, MELISSA = "charles-hoffman-inventor", "edie-clark", "melissa-kore"
VIKTORIA, NEXUS = "viktoria-chambers-ashes-and-blood", "nexus-one-of-many"
JUDGE, QUEEG = "the-judge", "taggart-queeg"
HUNTER, WATCHER, GUARDIAN, CAMERABOT = "hunter", "watcher", "guardian", "camerabot"


def price(report) -> list[tuple[int, str]]:
    return [(line.amount, line.rule) for line in report.total.lines]


def skill(number: int, bearer: int | None = None, kind: str = "skill", **more) -> OwnedUpgrade:
    return OwnedUpgrade(id=number, slug=f"s{number}", name=f"S{number}", kind=kind, bearer_id=bearer, **more)


@pytest.mark.rule("SL-4E-01")
def test_a_henchman_is_one_by_characteristic_and_most_models_count_as_minions() -> None:
    limits = {
        slug: (model.skill_limit(USUAL), model.injury_limit(USUAL))
        for slug in (HOFFMAN, MELISSA, HUNTER, "peacekeeper", CAMERABOT)
        for model in [owned(1, slug)]
    }
    assert limits == {
        HOFFMAN: (3, 3),
        MELISSA: (2, 3),
        HUNTER: (1, 2),
        "peacekeeper": (1, 2),
        CAMERABOT: (0, 1),
    }
    printed = {row["slug"] for row in rows("models") if "Henchman" in row["characteristics"]}
    assert len(printed) == 115
    assert {each.slug for each in figures().profiles() if each.station == "Henchman"} == printed
    assert {row["station"] for row in rows("models") if row["slug"] in printed} == {""}, (
        "the card prints none"
    )


@pytest.mark.rule("SL-4E-02", "SL-4E-08")
def test_the_pool_is_six_of_what_is_left_then_the_bonus_and_no_cache() -> None:
    low = Brought(left=9, rating=-1, master_led=True, cache=3)
    high = Brought(left=2, rating=3, master_led=True)
    first, second = pools(low, high, USUAL, CODE)
    assert (first.amount, second.amount) == (10, 2)
    assert [line.rule for line in first.lines] == ["SL-POOL-01", "SL-4E-08", "SL-POOL-04"]
    assert {row.get("cache", 0) for row in rows("models")} == {0}
    assert {"cache_mode", "totem_policy"} <= READINGS.not_asked


@pytest.mark.rule("SL-4E-03", "SL-START-03", "SL-START-04")
def test_a_start_is_led_by_a_henchman_of_the_faction_at_its_cost() -> None:
    for faction in edition_of(CODE).hiring.factions:
        led = start_leaders(faction, figures(), USUAL)
        assert led
        assert all(each.legal for each in led), faction
        assert [each.price.amount for each in led] == [each.cost for each in led]
    assert sum(len(start_leaders(each, figures(), USUAL)) for each in edition_of(CODE).hiring.factions) == 115
    assert broken(started("guild", HUNTER)) == {"SL-START-03"}
    assert "SL-START-04" in broken(started("guild", HOFFMAN))
    assert broken(started("bayou", MELISSA)) == {"SL-4E-03"}
    other = arsenal("guild", MELISSA, JUDGE, HUNTER)
    assert broken(crew(other, leader=2)) == set(), "another Henchman leads a Crew"
    assert broken(crew(other, leader=3)) == {"SL-4E-03"}
    standing_in = arsenal("guild", "peacekeeper", HUNTER)
    assert broken(crew(standing_in)) == set(), "the Arsenal's own Leader may"


@pytest.mark.rule("SL-4E-04", "SL-4E-28", "SL-CREW-06", "SL-SIZE-02")
@pytest.mark.switch("leader_cost_policy", "paid")
@pytest.mark.switch("leader_cost_policy", "free")
def test_the_leader_pays_in_the_thirty_five_and_in_each_crew() -> None:
    report = started("guild", MELISSA, HUNTER, HUNTER, GUARDIAN)
    assert (report.legal, report.total.amount, report.left, report.budget) == (True, 28, 7, 35)
    assert start_scrip(report.total.amount, USUAL) == 3
    own = arsenal("guild", MELISSA, HUNTER)
    assert price(crew(own)) == [(9, "SL-CREW-06"), (6, "SL-CREW-01")]
    free = replace(USUAL, leader_cost_policy="free")
    assert crew(own, rules=free).total.amount == 6
    assert started("guild", MELISSA, HUNTER, rules=free).total.amount == 6
    assert size_ceiling(28, 31, USUAL).amount == 33, "no 50"
    kept = ("start_budget", "master_scrip", "weekly_cap", "event_cap", "bounty_cost", "first_hire_discount")
    assert [getattr(USUAL, name) for name in kept] == [35, 10, 16, 6, 4, 5]


@pytest.mark.rule("SL-4E-05", "SL-4E-06", "SL-4E-07", "SL-SIZE-03", "SL-CREW-04")
def test_a_master_counts_and_costs_fifteen_leads_and_is_one() -> None:
    own = arsenal("guild", HOFFMAN, MELISSA, EDIE)
    assert arsenal_value(own.models, USUAL).amount == 15 + 9 + 0
    assert price(crew(own))[0] == (15, "SL-CREW-04")
    assert crew(own).total.amount == 24
    assert "SL-4E-07" in broken(crew(own, leader=2))
    assert "SL-MASTER-06" in broken(hire(own, "lady-justice-death-touched"))
    two = arsenal("guild", HOFFMAN, "lady-justice-death-touched")
    assert "SL-CREW-05" in broken(crew(two))


@pytest.mark.rule("SL-4E-09", "SL-CREW-05")
def test_the_fifteen_of_a_master_are_never_compared() -> None:
    master, henchman = owned(1, HOFFMAN), owned(2, MELISSA)
    assert (scheme_cost(master, USUAL), scheme_cost(henchman, USUAL)) == (None, 9)
    assert not costs_more(master, henchman, USUAL)
    assert not costs_more(henchman, master, USUAL)
    assert "master_cost_for_schemes" in READINGS.not_asked


@pytest.mark.rule("SL-4E-10", "SL-REWARD-05")
def test_no_avatar_is_a_reward() -> None:
    assert USUAL.avatar_policy == "off"
    assert charts().avatars_of([HOFFMAN], "guild") == ()
    flagged = skill(9, kind="equipment", rating_bonus=3)
    own = arsenal("guild", MELISSA, upgrades=(flagged,))
    worn = CampaignCrew(1, (CrewModel(1, (9,)),))
    assert campaign_rating(worn, own, USUAL).amount == 1


@pytest.mark.rule("SL-4E-11", "M4-HIRE-10", "M4-HIRE-15")
def test_limits_and_titles_bind_the_arsenal_and_the_crew() -> None:
    assert broken(started("guild", MELISSA, WATCHER, WATCHER, WATCHER)) == set()
    assert broken(started("guild", MELISSA, WATCHER, WATCHER, WATCHER, WATCHER)) == {"SL-4E-11"}
    fate = ("brutal-fate-effigy", "brutal-fate-emissary")
    assert broken(started("guild", MELISSA, *fate)) == {"SL-4E-11"}
    assert broken(started("guild", MELISSA, *fate, rules=replace(USUAL, arsenal_titles="any"))) == set()
    assert broken(crew(arsenal("guild", MELISSA, *fate))) == {"M4-HIRE-10"}
    assert broken(crew(arsenal("guild", MELISSA, *[WATCHER] * 4))) == {"M4-HIRE-15"}
    wide = replace(USUAL, arsenal_model_limit=False)
    assert broken(hire(arsenal("guild", MELISSA, *[WATCHER] * 3), WATCHER, rules=wide)) == set()


@pytest.mark.rule("SL-4E-12", "M4-HIRE-11", "M4-HIRE-13", "M4-HIRE-14", "SL-START-06", "SL-START-07")
def test_out_of_keyword_costs_one_more_in_both_moneys_and_two_are_bought() -> None:
    lines = price(started("guild", MELISSA, HUNTER, "guild-mage", "guild-hound"))
    hound = figures().profile("guild-hound").cost
    assert lines == [
        (9, "SL-START-05"),
        (6, "SL-START-07"),
        (7, "SL-START-07"),
        (hound, "SL-START-07"),
        (1, "SL-4E-12"),
    ]
    own = arsenal("guild", MELISSA)
    assert hire(own, "guild-hound").total.amount == hound + 1
    assert hire(own, "guild-mage").total.amount == 7, "Versatile"
    assert hire(own, "guild-hound", rules=replace(USUAL, offkeyword_surcharge=0)).total.amount == hound
    assert broken(started("guild", MELISSA, "guild-hound", "guild-hound", "guild-lawyer")) == {"SL-4E-12"}
    assert "M4-HIRE-11" in broken(started("guild", MELISSA, "bayou-gremlin"))
    assert "M4-HIRE-14" in broken(started("arcanists", "joss", "calypso-mk-ii"))
    assert "M4-HIRE-16" in broken(started("neverborn", "candy", "gift-of-thorns"))
    followed = arsenal("guild", JUDGE, MELISSA, HUNTER, WATCHER, GUARDIAN)
    assert broken(crew(followed)) == set(), "what is owned may be hired"
    assert crew(followed).total.amount == 10 + (9 + 1) + (6 + 1) + (4 + 1) + (7 + 1)
    assert broken(hire(followed, "guild-hound")) == {"SL-4E-12"}
    assert "death-marshal" in {
        each.slug for each in hire_candidates(_window(followed), figures(), USUAL) if each.legal
    }


def _window(own) -> HireWindow:
    return HireWindow(arsenal=own, week=4, weeks=6)


@pytest.mark.rule("SL-4E-13")
def test_whom_a_crew_card_lets_in_an_arsenal_buys_while_its_master_leads() -> None:
    own = arsenal("outcasts", "rusty-alyce-riders-remade")
    rider = hire(own, "pale-rider")
    assert "M4-HIRE-11" not in broken(rider)
    assert "SL-4E-12" not in {line.rule for line in rider.total.lines}, "nothing on top of its cost"
    assert "M4-HIRE-11" in broken(hire(own, "guild-hound"))
    assert "M4-HIRE-11" in broken(hire(arsenal("outcasts", "rusty-alyce-trigger-happy"), "pale-rider"))
    assert figures().profile("rusty-alyce-riders-remade").hiring.crew_cards[0] == "rust-eaten-fate"
    wrath = arsenal("neverborn", "wrath")
    sins = [
        each.slug for each in figures().profiles() if "Crossroads" in each.keywords and each.slug != "wrath"
    ]
    assert {rule for slug in sins for rule in broken(hire(wrath, slug))} <= {"SL-START-04", "M4-HIRE-07"}


@pytest.mark.rule("SL-4E-14", "SL-MASTER-01", "SL-MASTER-03", "SL-MASTER-04")
def test_a_master_of_the_faction_is_hired_from_the_halfway_week_on() -> None:
    own = arsenal("guild", MELISSA)
    for master in (HOFFMAN, "lady-justice-death-touched"):
        assert (broken(hire(own, master)), hire(own, master).total.amount) == (set(), 10)
    assert broken(hire(own, "kaeris-reborn")) == {"SL-4E-14"}
    assert broken(hire(own, HOFFMAN, week=3)) == {"SL-MASTER-01"}
    assert broken(hire(arsenal("guild", MELISSA, bounties=0), HOFFMAN)) == {"SL-MASTER-03"}


@pytest.mark.rule("SL-4E-15", "M4-HIRE-08", "M4-HIRE-24")
def test_totems_join_with_their_master_for_nothing_and_go_with_it_alone() -> None:
    joins = arsenal_of(CODE).joining
    assert [(each.slug, each.cost) for each in joins(figures().profile(HOFFMAN), figures())] == [(EDIE, 0)]
    (twin,) = joins(figures().profile(VIKTORIA), figures())
    assert (twin.slug, twin.cost, twin.station) == (VIKTORIA, 0, "")
    assert len(joins(figures().profile(NEXUS), figures())) == 2
    assert joins(figures().profile(MELISSA), figures()) == ()
    for master in figures().profiles():
        if master.station == "Master":
            named = {
                (each.slug, each.limit - (each.slug == master.slug)) for each in joins(master, figures())
            }
            assert {slug for slug, _ in named} == set(master.hiring.brings)
    led = arsenal("guild", HOFFMAN, EDIE)
    assert (broken(crew(led)), crew(led).total.amount) == (set(), 15)
    assert broken(crew(arsenal("guild", HOFFMAN))) == set(), "it may stay at home"
    assert broken(crew(arsenal("guild", MELISSA, EDIE))) == {"M4-HIRE-08"}
    again = hire(arsenal("guild", HOFFMAN), EDIE)
    assert (broken(again), again.total.amount) == (set(), 0)
    assert broken(hire(led, EDIE)) == {"SL-4E-11"}
    assert broken(hire(arsenal("guild", MELISSA), EDIE)) == {"M4-HIRE-08"}
    assert broken(started("guild", MELISSA, EDIE)) == {"M4-HIRE-08"}
    two = league.arsenal("outcasts", VIKTORIA)
    second = owned(2, VIKTORIA, station="", cost=0)
    pair = replace(two, models=(*two.models, second))
    assert (broken(crew(pair)), crew(pair).total.amount) == (set(), 15)
    assert second.skill_limit(USUAL) == 1


@pytest.mark.rule("SL-4E-16", "M4-HIRE-09")
def test_no_upgrade_is_bought() -> None:
    for name in ("gathered-intel", "ultimate-creation"):
        slug = name if figures().has_upgrade(name) else next(figures().upgrades()).slug
        assert "SL-4E-16" in broken(started("guild", MELISSA, upgrade=slug))
        asked = check_upgrade(slug, _window(arsenal("guild", MELISSA)), figures(), USUAL)
        assert "SL-4E-16" in broken(asked)
    assert not [each for each in start_upgrades(StartList("guild", MELISSA), figures(), USUAL) if each.legal]
    assert USUAL.start_upgrade_kinds == "non_campaign"


@pytest.mark.rule("SL-4E-17", "M4-HIRE-21", "SL-UPG-06")
def test_a_model_bears_one_equipment_and_a_peon_none() -> None:
    gear = tuple(skill(number, kind="equipment") for number in (11, 12))
    own = arsenal("guild", MELISSA, CAMERABOT, upgrades=gear)
    learnt = replace(own.models[0], skills=(skill(13, 1), skill(14, 1)))
    own = replace(own, models=(learnt, own.models[1]))
    assert broken(crew(own, m1=11)) == set(), "Skills take no place"
    assert broken(crew(own, m1=11, m2=12)) == {"SL-4E-17"}
    both = CampaignCrew(1, (CrewModel(1, (11, 12)),))
    assert broken(check_hired_crew(both, own, 50, figures(), USUAL)) == {"SL-4E-17"}
    loose = replace(USUAL, equipment_uses_slot=False)
    assert broken(check_hired_crew(both, own, 50, figures(), loose)) == set()


@pytest.mark.rule("SL-4E-18", "SL-LEADER-03", "SL-LEADER-05", "SL-LEADER-06")
def test_the_keywords_of_whoever_leads_now_decide() -> None:
    own = arsenal("guild", JUDGE, MELISSA, HUNTER)
    assert crew(own).total.amount == 10 + 10 + 7
    assert crew(own, leader=2).total.amount == 9 + 11 + 6
    hired = replace(own, models=tuple(replace(each, surcharge=0) for each in own.models))
    assert crew(hired, rules=replace(USUAL, grandfather_surcharge="as_hired")).total.amount == 25
    assert new_leader_choices(own.models, USUAL) == (1, 2), "Henchmen first, by cost"
    assert "peacekeeper" in _legal(arsenal("guild", MELISSA))
    assert hire(arsenal("guild", JUDGE), "peacekeeper").total.amount == 11


def _legal(own) -> set[str]:
    return {each.slug for each in hire_candidates(_window(own), figures(), USUAL) if each.legal}


@pytest.mark.rule("SL-4E-19", "SL-4E-26", "SL-SUMMON-04")
def test_killed_alone_owes_a_flip_and_a_successor_takes_the_debt() -> None:
    fell = (
        Casualty(model_id=1, how="killed", finished_off=True, flip=None),
        Casualty(model_id=2, how="sacrificed", finished_off=False, flip=None),
    )
    assert were_killed(fell, USUAL) == (1,)
    assert USUAL.replace_chain
    after = (Successor(originals=(3,), names=("Mature Nephilim",), finished_off=True),)
    assert set(owes_injuries(fell, after, USUAL)) == {1, 3}
    token = skill(21, kind="ordinary")
    own = arsenal("guild", MELISSA, upgrades=(token, skill(22, kind="equipment")))
    assert campaign_rating(CampaignCrew(1, (CrewModel(1, (21, 22)),)), own, USUAL).amount == 1


@pytest.mark.rule("SL-4E-20", "SL-PAY-01", "SL-BARTER-03", "M4-END-02")
def test_eleven_vp_pay_six_scrip_and_four_of_the_strategy_flip_again() -> None:
    scoring = edition_of(CODE).scoring
    assert (scoring.strategy, scoring.of_schemes) == (5, 6)
    paid = [payday(vp=vp, winner=False, rating=0, other_rating=0, policies=USUAL).amount for vp in range(12)]
    assert paid == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
    assert USUAL.barter_strategy_vp == SETTINGS["barter_strategy_vp"] == 4
    assert POLICIES.barter_strategy_vp == 3
    slim = replace(USUAL, vp_for_scrip=3)
    assert payday(vp=11, winner=True, rating=0, other_rating=0, policies=slim).amount == 5


@pytest.mark.rule("SL-4E-21", "M4-SETUP-03", "M4-SETUP-09")
def test_a_report_may_name_schemes_that_followed() -> None:
    season = [row["name"] for row in rows("seasons")[0]["schemes"]]
    schemes = tuple(SchemeScore(name=name, vp=(2, 0)) for name in season[3:6])
    first = SeatResult(strategy_vp=(1, 1, 1, 1), schemes=schemes, vp=10)
    result = EncounterResult(seats=(first, SeatResult()), ended_turn=4)
    assert [*check_result(result, ((), ()), season, USUAL, CODE)] == []
    assert [*check_result(result, ((), ()), season[:3], USUAL, CODE)], "they have to be of the season"
    assert len(season) == 15


@pytest.mark.rule("M4-SCH-06", "M4-SCH-07", "M4-SCH-10")
def test_schemes_of_a_report_follow_each_other_from_the_pool() -> None:
    followers = {row["name"]: row["followers"] for row in rows("seasons")[0]["schemes"]}
    pool = ("Breakthrough", "Ensnare", "Take the Highground")
    chain = SchemeChain(pool, followers)

    def faults(*names: str, ended: int = 4, held: str = "") -> list[str]:
        scored = tuple(SchemeScore(name=name, vp=(1,)) for name in names)
        unscored = (SchemeScore(name=held),) if held else ()
        side = SeatResult(schemes=scored + unscored, vp=len(names))
        result = EncounterResult(seats=(side, SeatResult()), ended_turn=ended)
        return [fault.rule for fault in check_result(result, ((), ()), followers, USUAL, CODE, chain)]

    assert faults() == faults("Ensnare") == faults("Breakthrough", "Frame Job") == []
    assert faults("Scout the Rooftops", "Breakthrough") == [], "in any order, Frame Job abandoned between"
    assert faults("Breakthrough", "Scout the Rooftops", ended=2) == ["M4-SCH-06"], "a Turn for each"
    assert faults("Breakthrough", "Ensnare") == [], "by way of Reshape the Land"
    assert faults("Breakthrough", "Ensnare", ended=2) == ["M4-SCH-06"]
    assert faults("Breakthrough", ended=1, held="Frame Job") == [], "taken as the last Turn ended"
    assert faults("Breakthrough", "Frame Job", ended=1) == ["M4-SCH-06"], "but it scores in none"
    assert faults("Leave Your Mark") == [], "after one that was abandoned"
    assert faults("Leave Your Mark", ended=1) == ["M4-SCH-06"], "none of the pool"
    assert faults("Hold the Mill") == ["M4-SCH-01"]


@pytest.mark.rule("SL-4E-22", "SL-INJURY-07")
def test_older_names_of_stats_are_sp_sz_and_health() -> None:
    mods = [StatMod("wk", -1), StatMod("cg", -2), StatMod("ht", -1), StatMod("wd", -2), StatMod("wp", -1)]
    assert {mod.stat: mod.delta for mod in lasting(mods, USUAL)} == {
        "mv": -2,
        "sz": -1,
        "health": -2,
        "wp": -1,
    }
    assert edition_of(CODE).cards.labels["mv"] == "Sp"
    off = replace(USUAL, stat_map="off")
    assert lasting(mods, off) == (StatMod("wp", -1),)
    assert ("stat_map", "2e") in READINGS.not_offered


@pytest.mark.rule("SL-4E-23", "SL-4E-24", "SL-FINISH-03")
def test_up_to_turn_two_is_early_and_three_is_finished_off() -> None:
    assert (USUAL.early_withdraw_turn, USUAL.finish_threshold, USUAL.finish_jokers) == (2, 3, "core")
    assert edition_of(CODE).scoring.turns == 4
    for turn, own in ((2, 0), (3, 2)):
        stayed = SeatResult(strategy_vp=(1,), vp=1)
        left = SeatResult(strategy_vp=(1, 1), vp=2, withdrew_turn=turn)
        decided = outcome(EncounterResult(seats=(left, stayed), ended_turn=4), USUAL)
        assert (decided.vp[0], decided.winner) == (own, 1)
    for card, finished in (("BJ", False), ("2r", False), ("3r", True), ("RJ", True)):
        fell = Casualty(model_id=1, finished_off=finished, flip=card)
        assert [*casualty_faults(0, (fell,), (), (1,), False, USUAL)] == []
        assert [*casualty_faults(0, (replace(fell, finished_off=not finished),), (), (1,), False, USUAL)], (
            card
        )


@pytest.mark.rule("SL-4E-25")
def test_eight_factions_have_a_reward_and_a_lucky_miss_chart() -> None:
    eight = set(declarable(USUAL, CODE))
    assert len(eight) == 8
    assert set(charts().rewards) == {*eight, "generic"}
    assert set(charts().lucky_miss_charts) == eight


LATER = re.compile(
    r"Condition|[Pp]ush|blast|shockwave|\baura\b|Corpse|Scrap\b|\bMv\b|\bWk\b|bonus Action|Horror|accura|"
    r"\d/\d|(Focused|Poison|Burning|Fast|Slow|Stunned|Distracted|Shielded)( \+|\b(?! token))|"
    r"on severe|[Mm]oderate|"
    r"Concentrat|Disengage|damage flip|Insignificant|base contact|Scheme Marker|[Bb]ur(y|ied)\b|Pass Token"
)


@pytest.mark.rule("SL-4E-27")
def test_the_house_charts_speak_of_the_editions_own_terms() -> None:
    texts = [each.digest for each in (*charts().upgrades, *charts().injuries)]
    texts += [" ".join((each.rules, *each.terrain)) for each in charts().weekly_events]
    texts += [award.condition for each in charts().weekly_events for award in each.scrip_awards]
    goals = [portion for bounty in charts().bounties for portion in bounty.portions]
    texts += [portion.goal for portion in goals]
    assert [text for text in texts if LATER.search(text)] == []
    known = {event.deployment for event in charts().weekly_events} - {""}
    assert known <= set(edition_of(CODE).setup.deployments)
    season = {row["name"] for row in rows("seasons")[0]["schemes"]}
    wanted = [need for portion in goals for need in needs_of(portion.needs) if isinstance(need, WholeScheme)]
    named = {name for need in wanted for name in need.names}
    assert {"Detonate Charges", "Frame Job", "Harness the Leyline"} <= named <= season
    assert not any("enforcer" in portion.needs for portion in goals)
    joins = [
        row.other_effect for each in charts().lucky_miss_charts.values() for row in each if row.other_effect
    ]
    names = {row["name"] for row in rows("models")}
    assert len(joins) == 2
    assert all(
        text.removeprefix("An ").removeprefix("A ").partition(" may join")[0] in names for text in joins
    )


def test_what_the_tests_take_for_old_terms_is_found() -> None:
    for text in ("gain Fast", "Burning +1", "a Slow", "Mv -1", "1/2/3", "Conditions", "buried"):
        assert LATER.search(text), text
    for text in ("a Fast token", "Poison tokens", "severe terrain"):
        assert not LATER.search(text), text


def test_a_league_of_the_edition_begins_by_its_own_preset() -> None:
    own = preset("fourth-edition")
    assert own is not None
    assert (own.edition, own.rules) == (CODE, USUAL)
    assert Policies(**SETTINGS) == USUAL


@pytest.mark.slow
@pytest.mark.rule("SL-4E-12", "SL-START-06")
def test_every_henchman_can_found_an_arsenal() -> None:
    for faction in edition_of(CODE).hiring.factions:
        for leader in start_leaders(faction, figures(), USUAL):
            legal = [
                each
                for each in start_candidates(StartList(faction, leader.slug), figures(), USUAL)
                if each.legal
            ]
            assert len(legal) > 10, leader.slug
