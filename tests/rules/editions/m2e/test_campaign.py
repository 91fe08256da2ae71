"""Arsenals and Crews on the Second Edition's figures (M2-CAMP): the campaign's numbers, its hiring."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade, campaign_cost, costs_more, scheme_cost
from rules.campaign.charts import Charts, load_charts
from rules.campaign.crew import (
    Brought,
    CampaignCrew,
    CrewModel,
    brought,
    campaign_rating,
    check_hired_crew,
    pools,
)
from rules.campaign.encounter import hired_model
from rules.campaign.hires import HireWindow, check_hire, check_upgrade, could_bear, hire_price
from rules.campaign.policies import Policies, policies_from
from rules.campaign.readings import preset
from rules.campaign.start import (
    StartList,
    check_start,
    equipment_bought,
    start_candidates,
    start_catalogue,
    start_leaders,
    start_upgrades,
)
from rules.crews.catalogue import factions_of
from rules.edition import edition_of
from rules.editions.m2e.readings import USUAL
from rules.editions.m2e.setup import CORE
from rules.editions.m3e.statcards import StatCard
from rules.fate.cards import FULL_DECK, Card
from rules.game.league.needs import WholeScheme, needs_of
from rules.game.results.casualties import Casualty, owes_injuries
from rules.game.results.result import EncounterResult, SeatResult, check_result
from tests.rules.editions.m2e.figures import second_edition

CATALOGUE = second_edition()
BOOK = preset("by-the-book").rules


def start(faction: str, leader: str, *models: str, upgrade: str = "") -> set[str]:
    report = check_start(StartList(faction, leader, models, upgrade), CATALOGUE, BOOK)
    return {violation.rule for violation in report.violations}


def owned(number: int, slug: str, *, leads: bool = False) -> OwnedModel:
    profile = CATALOGUE.profile(slug)
    return OwnedModel(
        id=number,
        slug=slug,
        name=profile.full_name,
        station=profile.station,
        cost=campaign_cost(profile, BOOK, leader=leads),
        is_leader=leads,
    )


def arsenal(faction: str, *slugs: str, scrip: int = 30, upgrades: tuple[OwnedUpgrade, ...] = ()) -> Arsenal:
    models = tuple(owned(number, slug, leads=number == 1) for number, slug in enumerate(slugs, start=1))
    return Arsenal(faction=faction, models=models, upgrades=upgrades, scrip=scrip, completed_bounties=1)


def crew_rules(own: Arsenal, size: int = 50, worn: dict[int, tuple[int, ...]] | None = None) -> set[str]:
    members = tuple(CrewModel(model.id, (worn or {}).get(model.id, ())) for model in own.models)
    report = check_hired_crew(CampaignCrew(1, members), own, size, CATALOGUE, BOOK)
    return {violation.rule for violation in report.violations}


def hire_rules(own: Arsenal, slug: str, week: int = 4) -> set[str]:
    window = HireWindow(arsenal=own, week=week, weeks=6)
    return {violation.rule for violation in check_hire(slug, window, CATALOGUE, BOOK).violations}


@pytest.mark.rule("M2-CAMP-01", "SL-START-03", "SL-START-04", "SL-START-06")
def test_a_start_is_what_its_henchman_may_hire() -> None:
    assert start("guild", "samael-hopkins", "executioner", "guild-hound") == set()
    assert "SL-START-04" in start("guild", "lady-justice")
    assert "M2-HIRE-13" in start("guild", "samael-hopkins", "nurse")
    assert "M2-HIRE-06" in start("neverborn", "samael-hopkins")
    assert start("guild", "hannah") == {"M2-HIRE-07"}, "a Mercenary of another Faction"
    assert "SL-START-01" in start("explorers-society", "samael-hopkins")
    assert "M2-HIRE-30" in start("arcanists", "kaeris", "coryphee-duet")
    leaders = {leader.slug for leader in start_leaders("neverborn", CATALOGUE, BOOK)}
    assert "lord-chompy-bits" not in leaders
    assert "nekima" in leaders


@pytest.mark.rule("SL-START-09", "A-01")
def test_equipment_to_start_with_needs_somebody_who_matches_its_restriction() -> None:
    rules = replace(BOOK, start_upgrade_kinds="equipment_too")
    charts = house_charts()
    for restricted, legal in ((("Living",), True), (("Undead",), False), (("Undead or Living",), True)):
        helmet = replace(charts.upgrade("helmet"), restricted=restricted)
        sold = start_catalogue(CATALOGUE, replace(charts, upgrades=(helmet,)), rules)
        report = check_start(StartList("guild", "samael-hopkins", (), "helmet"), sold, rules)
        assert [violation.rule for violation in report.violations] == ([] if legal else ["SL-START-09"])


@pytest.mark.rule("SL-START-08", "A-01")
def test_equipment_called_like_a_printed_upgrade_is_sold_beside_it() -> None:
    rules, charts = replace(BOOK, start_upgrade_kinds="equipment_too"), house_charts()
    sold = start_catalogue(CATALOGUE, charts, rules)
    bought = {equipment_bought(upgrade.slug, CATALOGUE, charts) for upgrade in sold.upgrades()} - {None}
    assert bought == {row.slug for row in charts.upgrades if row.category == "equipment"}
    assert sold.upgrade("hydraulics") == CATALOGUE.upgrade("hydraulics"), "handed out in play"
    report = check_start(StartList("guild", "samael-hopkins", (), "hydraulics-equipment"), sold, rules)
    assert (report.legal, report.total.amount) == (True, 9 + charts.upgrade("hydraulics").ss_cost)
    assert equipment_bought("hydraulics", CATALOGUE, charts) is None


@pytest.mark.rule("SL-UPG-13")
def test_a_printed_upgrade_is_not_the_equipment_that_has_its_slug() -> None:
    beans = OwnedUpgrade(id=11, slug="can-o-beans", name="Can 'o Beans", kind="ordinary")
    gear, leader = replace(beans, id=12, kind="equipment"), owned(1, "samael-hopkins")
    for upgrade, used in ((beans, {}), (gear, {"can-o-beans": 12})):
        card = StatCard(slug="samael-hopkins", name="Samael Hopkins")
        hired = hired_model(leader, card, (upgrade,), leader=True, one_use=["can-o-beans"])
        assert hired.owned == used
    cards = edition_of("m2e").arsenal.cards
    assert [cards.upgrade(each, "").kind for each in (beans, gear)] == ["ordinary", "equipment"]


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-03")
def test_whoever_is_sacrificed_flips_in_every_league_of_the_edition() -> None:
    fell = (Casualty(1, True, "9r", "sacrificed"),)
    result = EncounterResult(seats=(SeatResult(casualties=fell), SeatResult()), ended_turn=5)
    for begun in (preset(slug) for slug in ("by-the-book", "short", "gentle")):
        rules = policies_from(USUAL | begun.policies)
        assert not check_result(result, policies=rules, edition="m2e"), begun.slug
        assert owes_injuries(fell, (), rules) == (1,)


@pytest.mark.rule("M2-CAMP-03", "SL-START-07", "M2-HIRE-26")
def test_an_out_of_faction_mercenary_costs_one_more() -> None:
    report = check_start(StartList("guild", "samael-hopkins", ("ronin",)), CATALOGUE, BOOK)
    assert not report.violations
    assert report.total.amount == 9 + 6 + 1
    window = HireWindow(arsenal=arsenal("guild", "samael-hopkins"), week=2, weeks=6)
    ronin = CATALOGUE.profile("ronin")
    assert hire_price(ronin, window, CATALOGUE, BOOK).amount == 6 + 1 - 5
    outcasts = HireWindow(arsenal=arsenal("outcasts", "rusty-alyce"), week=2, weeks=6)
    assert hire_price(ronin, outcasts, CATALOGUE, BOOK).amount == 1


@pytest.mark.rule("M2-CAMP-02", "M2-HIRE-27")
def test_rare_and_mercenaries_bind_the_arsenal_and_the_crew() -> None:
    assert "M2-CAMP-02" in start("guild", "samael-hopkins", "ronin", "ronin", "ronin")
    full = arsenal("guild", "samael-hopkins", "ronin", "ronin")
    assert "M2-CAMP-02" in hire_rules(full, "convict-gunslinger")
    assert hire_rules(full, "executioner") == set()
    hounds = arsenal("guild", "samael-hopkins", *["guild-hound"] * 4)
    assert "M2-CAMP-02" in hire_rules(hounds, "guild-hound")
    assert "M2-HIRE-27" in crew_rules(
        arsenal("guild", "samael-hopkins", "ronin", "ronin", "convict-gunslinger")
    )


@pytest.mark.rule("M2-CAMP-04", "M2-CAMP-05", "SL-START-12")
def test_zero_cost_henchmen_and_no_others_cost_thirteen_less_cache() -> None:
    assert campaign_cost(CATALOGUE.profile("viktoria-of-blood"), BOOK, leader=True) == 10
    assert campaign_cost(CATALOGUE.profile("hungering-darkness"), BOOK) == 8
    assert campaign_cost(CATALOGUE.profile("samael-hopkins"), BOOK, leader=True) == 9
    assert "M2-HIRE-23" in hire_rules(arsenal("ten-thunders", "misaki"), "hungering-darkness")
    assert "M2-HIRE-23" not in hire_rules(arsenal("ten-thunders", "jakob-lynch"), "hungering-darkness")


@pytest.mark.rule("SL-3E-17", "M2-HIRE-24", "M2-HIRE-25")
def test_a_totem_without_a_master_comes_with_none() -> None:
    """Where Totems come with their Masters: any Leader of the Faction hires a Student of Conflict."""
    bundled = replace(BOOK, totem_policy="bundled")

    def price(faction: str, leader: str, totem: str) -> int:
        window = HireWindow(arsenal=arsenal(faction, leader), week=4, weeks=6, hired_models=1)
        return hire_price(CATALOGUE.profile(totem), window, CATALOGUE, bundled).amount

    assert price("outcasts", "rusty-alyce", "student-of-conflict") == 4
    assert price("guild", "lady-justice", "scales-of-justice") == 0


@pytest.mark.rule("M2-CAMP-06", "SL-MASTER-04", "M2-HIRE-08")
def test_a_master_of_the_faction_is_hired_for_ten_scrip_and_worth_fifteen() -> None:
    own = arsenal("guild", "samael-hopkins")
    assert hire_rules(own, "lady-justice") == set()
    assert "M2-HIRE-13" in hire_rules(own, "seamus")
    assert "M2-HIRE-30" in hire_rules(own, "dismounted-mccabe")
    window = HireWindow(arsenal=own, week=4, weeks=6)
    assert hire_price(CATALOGUE.profile("lady-justice"), window, CATALOGUE, BOOK).amount == 10
    assert campaign_cost(CATALOGUE.profile("lady-justice"), BOOK) == 15


@pytest.mark.rule("SL-START-08", "SL-START-09", "SL-START-10", "M2-HIRE-53")
def test_the_upgrade_of_the_start_opens_what_it_says() -> None:
    assert "M2-HIRE-13" in start("outcasts", "nix", "guild-hound")
    assert start("outcasts", "nix", "guild-hound", upgrade="hollow") == set()
    offered = {c.slug: c for c in start_upgrades(StartList("guild", "samael-hopkins"), CATALOGUE, BOOK)}
    assert offered["lead-lined-coat"].legal
    assert {v.rule for v in offered["corpse-bloat"].reasons} >= {"M2-HIRE-44"}
    assert {v.rule for v in offered["implacable"].reasons} >= {"SL-START-09"}


@pytest.mark.rule("SL-HIRE-03", "M2-HIRE-32", "M2-HIRE-53")
def test_an_upgrade_that_nobody_could_bear_lets_nobody_in() -> None:
    """Hollow is for Nix: it lets in Hounds where Nix is, leading or not."""
    bought = (OwnedUpgrade(id=9, slug="hollow", name="Hollow", kind="ordinary", ss_cost=2),)
    assert hire_rules(arsenal("outcasts", "taelor", upgrades=bought), "guild-hound") == {"M2-HIRE-13"}
    assert hire_rules(arsenal("outcasts", "taelor", "nix", upgrades=bought), "guild-hound") == set()
    assert hire_rules(arsenal("outcasts", "nix", upgrades=bought), "guild-hound") == set()
    assert "M2-HIRE-13" in start("outcasts", "taelor", "guild-hound", upgrade="hollow")
    assert start("outcasts", "taelor", "nix", "guild-hound", upgrade="hollow") == set()


@pytest.mark.rule("SL-HIRE-03", "M2-HIRE-33")
def test_a_leader_opens_hires_week_by_week_and_leaves_them_behind() -> None:
    own = arsenal("ten-thunders", "mei-feng")
    outsiders = [
        p.slug
        for p in CATALOGUE.profiles()
        if "Foundry" in p.characteristics
        and "ten-thunders" not in p.factions
        and not p.is_totem
        and p.station != "Master"
    ]
    assert outsiders
    assert "M2-HIRE-13" not in hire_rules(own, outsiders[0])
    assert "M2-HIRE-13" in hire_rules(arsenal("ten-thunders", "misaki"), outsiders[0])
    kept = arsenal("ten-thunders", "misaki", outsiders[0])
    assert "M2-HIRE-13" not in crew_rules(kept), "what is owned may be hired (SL-LEADER-05)"


def last_blossoms(count: int) -> Arsenal:
    """Misaki, who leads in the Outcasts, and so many Mercenaries of the Ten Thunders that she lets in."""
    return arsenal("outcasts", "misaki", *["torakage"] * count)


@pytest.mark.rule("M2-HIRE-33", "M2-CAMP-02", "M2-HIRE-39")
def test_a_card_lets_four_into_an_arsenal_and_a_crew_and_further_mercenaries_pay() -> None:
    porkchops = arsenal("ten-thunders", "mei-feng", *["mechanized-porkchop"] * 4)
    assert crew_rules(porkchops, size=99) == set()
    assert hire_rules(porkchops, "mechanized-porkchop") == {"M2-HIRE-33"}
    fifth = arsenal("ten-thunders", "mei-feng", *["mechanized-porkchop"] * 5)
    assert crew_rules(fifth, size=99) == {"M2-HIRE-33"}
    torakage = CATALOGUE.profile("torakage")
    prices = [
        hire_price(
            torakage, HireWindow(arsenal=last_blossoms(n), week=4, weeks=6, hired_models=1), CATALOGUE, BOOK
        ).amount
        for n in (3, 4)
    ]
    assert prices == [torakage.cost, torakage.cost + 1]
    crew = CampaignCrew(1, tuple(CrewModel(number) for number in range(1, 7)))
    bill = check_hired_crew(crew, last_blossoms(5), 99, CATALOGUE, BOOK).total
    assert [line.amount for line in bill.lines if line.rule == "M2-HIRE-26"] == [1]


@pytest.mark.rule("M2-CAMP-02", "M2-HIRE-27", "SL-LEADER-04")
def test_further_copies_of_who_stands_in_as_leader_are_mercenaries_like_others() -> None:
    own = arsenal("guild", "ronin", "ronin", "ronin")
    assert "M2-CAMP-02" in hire_rules(own, "hans")
    assert "M2-HIRE-27" in crew_rules(arsenal("guild", "ronin", "ronin", "ronin", "hans"))


@pytest.mark.rule("M2-HIRE-48")
def test_one_limited_upgrade_on_a_model_of_a_campaign_crew() -> None:
    limited = tuple(
        OwnedUpgrade(id=10 + n, slug=slug, name=slug, kind="ordinary", ss_cost=1)
        for n, slug in enumerate(("a-gremlins-luck", "ooo-glowy"))
    )
    own = arsenal("bayou", "wong", upgrades=limited)
    assert crew_rules(own, worn={1: (10,)}) == set()
    assert crew_rules(own, worn={1: (10, 11)}) == {"M2-HIRE-48"}


@pytest.mark.rule("M2-CAMP-02", "M2-HIRE-46", "M2-HIRE-47")
def test_an_arsenal_buys_no_more_copies_of_an_upgrade_than_a_crew_may_have() -> None:
    def buy(slug: str, held: int, rules: Policies = BOOK) -> set[str]:
        copies = tuple(
            OwnedUpgrade(id=n, slug=slug, name=slug, kind="ordinary") for n in range(10, 10 + held)
        )
        window = HireWindow(arsenal=arsenal("guild", "samael-hopkins", upgrades=copies), week=2, weeks=6)
        return {violation.rule for violation in check_upgrade(slug, window, CATALOGUE, rules).violations}

    assert buy("curfew", 0) == set()
    assert buy("curfew", 1) == {"M2-CAMP-02"}
    assert buy("expert-sleuth", 2) == set()
    assert buy("expert-sleuth", 3) == {"M2-CAMP-02"}
    assert buy("arrest-him", 0) == set()
    assert buy("arrest-him", 1) == {"M2-CAMP-02"}, "no Rare: one copy"
    assert buy("arrest-him", 1, replace(BOOK, arsenal_model_limit=False)) == set()


@pytest.mark.rule("SL-HIRE-13", "M2-HIRE-42", "M2-HIRE-49")
def test_who_could_bear_an_upgrade_is_told_before_it_is_bought() -> None:
    def bears(slug: str, *models: str) -> bool:
        return could_bear(CATALOGUE.upgrade(slug), arsenal("guild", *models), CATALOGUE)

    assert bears("lead-lined-coat", "samael-hopkins")
    assert not bears("lead-lined-coat", "guild-hound")
    assert not bears("arrest-him", "samael-hopkins", "executioner"), "for Captain Dashel"
    assert bears("arrest-him", "samael-hopkins", "captain-dashel")
    leaders_own = next(u.slug for u in CATALOGUE.upgrades() if "Leader" in u.marks and not u.requires)
    assert bears(leaders_own, "guild-hound", "samael-hopkins"), "who may lead a Crew"
    assert not bears(leaders_own, "guild-hound", "executioner")


@pytest.mark.rule("SL-LEADER-05")
def test_what_a_lost_leader_had_opened_stays_in_the_crews() -> None:
    left = arsenal("outcasts", "rusty-alyce", "nurse")
    assert crew_rules(left) == set()


@pytest.mark.rule("M2-CAMP-11", "M2-HIRE-42", "M2-HIRE-44", "M2-HIRE-49")
def test_slots_in_a_campaign_crew() -> None:
    gear = tuple(OwnedUpgrade(id=n, slug=f"e{n}", name=f"E{n}", kind="equipment") for n in (11, 12, 13))
    coat = OwnedUpgrade(id=14, slug="lead-lined-coat", name="Lead Lined Coat", kind="ordinary", ss_cost=2)
    own = arsenal("guild", "samael-hopkins", "guild-hound", "executioner", upgrades=(*gear, coat))
    assert crew_rules(own, worn={1: (11, 12)}) == set()
    assert "M2-HIRE-42" in crew_rules(own, worn={1: (11, 12, 13)})
    assert "M2-HIRE-42" in crew_rules(own, worn={2: (11,)}), "a Minion carries no Equipment"
    assert crew_rules(own, worn={3: (14,)}) == set()
    assert "M2-HIRE-42" in crew_rules(own, worn={3: (14, 11)})


@pytest.mark.rule("M2-CAMP-11", "M2-HIRE-54")
def test_equipment_called_like_a_card_handed_out_in_play_uses_a_slot_all_the_same() -> None:
    gear = tuple(
        OwnedUpgrade(id=n, slug=s, name=s, kind="equipment") for n, s in ((11, "hydraulics"), (12, "x"))
    )
    own = arsenal("guild", "samael-hopkins", "executioner", upgrades=gear)
    assert crew_rules(own, worn={2: (11,)}) == set()
    assert "M2-HIRE-42" in crew_rules(own, worn={2: (11, 12)})


@pytest.mark.rule("M2-CAMP-02")
def test_what_costs_nothing_has_its_limit_under_every_house_rule() -> None:
    unbound = replace(BOOK, arsenal_model_limit=False)
    waifs = StartList("outcasts", "hannah", ("hollow-waif",) * 4)
    assert "M2-CAMP-02" in {v.rule for v in check_start(waifs, CATALOGUE, unbound).violations}


@pytest.mark.rule("M2-HIRE-43", "M2-HIRE-45")
def test_a_bill_and_a_second_copy_cite_the_editions_rows() -> None:
    copies = tuple(
        OwnedUpgrade(id=n, slug="lead-lined-coat", name="Lead Lined Coat", kind="ordinary", ss_cost=2)
        for n in (11, 12)
    )
    own = arsenal("guild", "samael-hopkins", upgrades=copies)
    report = check_hired_crew(CampaignCrew(1, (CrewModel(1, (11, 12)),)), own, 50, CATALOGUE, BOOK)
    assert "M2-HIRE-45" in {violation.rule for violation in report.violations}
    assert "M2-HIRE-43" in {line.rule for line in report.total.lines}
    beginning = check_start(StartList("guild", "samael-hopkins", (), "no-such"), CATALOGUE, BOOK)
    assert [violation.rule for violation in beginning.violations] == ["M2-HIRE-43"]
    rows = {violation.rule for violation in (*report.violations, *beginning.violations)}
    assert not [row for row in rows if row.startswith(("M3E-", "SL-3E-"))]


@pytest.mark.rule("M2-HIRE-06", "M2-HIRE-07", "M2-HIRE-08")
def test_a_crew_is_led_by_its_master_and_by_nobody_of_another_faction() -> None:
    own = arsenal("guild", "samael-hopkins", "lady-justice", "hannah", "executioner")

    def led_by(number: int, *members: int) -> set[str]:
        crew = CampaignCrew(number, tuple(CrewModel(each) for each in (number, *members)))
        return {each.rule for each in check_hired_crew(crew, own, 50, CATALOGUE, BOOK).violations}

    assert led_by(1, 2) == {"M2-HIRE-08"}, "a Master among the followers"
    assert led_by(2, 1) == set()
    assert led_by(3, 4) == {"M2-HIRE-07"}, "a Mercenary Henchman of another Faction"
    assert led_by(4, 1) == {"M2-HIRE-06"}, "no Henchman"


@pytest.mark.rule("M2-HIRE-20", "M2-HIRE-23", "M2-HIRE-17")
def test_totems_in_a_campaign_crew_pay_and_wait_for_their_master() -> None:
    assert "M2-HIRE-23" in start("guild", "samael-hopkins", "scales-of-justice")
    led = arsenal("guild", "lady-justice", "scales-of-justice")
    assert crew_rules(led) == set()
    members = (CrewModel(1), CrewModel(2))
    report = check_hired_crew(CampaignCrew(1, members), led, 50, CATALOGUE, BOOK)
    assert report.total.amount == 15 + CATALOGUE.profile("scales-of-justice").cost


@pytest.mark.rule("M2-HIRE-56", "M2-HIRE-60", "M2-HIRE-59", "SL-POOL-02", "SL-POOL-03", "SL-POOL-04")
def test_pools_take_a_masters_cache_against_a_master_only_and_the_bonus_beyond_seven() -> None:
    master, henchman = arsenal("guild", "lady-justice"), arsenal("guild", "samael-hopkins")
    crew = CampaignCrew(1, (CrewModel(1),))

    def brings(own: Arsenal, rating: int = 0) -> Brought:
        left = check_hired_crew(crew, own, 18, CATALOGUE, BOOK).left
        return brought(crew, own, CATALOGUE, left=left, rating=rating)

    both = pools(brings(master), brings(master, 2), BOOK, CATALOGUE.edition)
    assert [pool.amount for pool in both] == [7 + 2, 7]
    saved, _ = pools(replace(brings(master), left=9), brings(master), BOOK, CATALOGUE.edition)
    assert [line.rule for line in saved.lines] == ["SL-POOL-01", "SL-POOL-03", "M2-HIRE-56"]
    one = pools(brings(master), brings(henchman), BOOK, CATALOGUE.edition)
    assert one[0].amount == 3, "no Cache against a Henchman"
    assert one[1].amount == 7


@pytest.mark.rule("M2-HIRE-03")
def test_size_bands_are_not_enforced_in_a_campaign() -> None:
    assert crew_rules(arsenal("guild", "samael-hopkins"), size=60) == set()
    assert crew_rules(arsenal("guild", "lady-justice"), size=20) == set()


@pytest.mark.rule("M2-HIRE-54", "SL-HIRE-09", "SL-HIRE-10")
def test_families_handed_out_in_play_are_not_bought() -> None:
    window = HireWindow(arsenal=arsenal("outcasts", "rusty-alyce"), week=2, weeks=6)
    assert "M2-HIRE-54" in {
        v.rule for v in check_upgrade("drowning-injustice", window, CATALOGUE, BOOK).violations
    }
    assert check_upgrade("desolate-soul", window, CATALOGUE, BOOK).legal


@pytest.mark.rule("M2-CAMP-01")
def test_candidates_of_a_start_are_legal_exactly_when_the_list_with_them_is() -> None:
    begun = StartList("guild", "samael-hopkins", ("ronin",))
    before = start("guild", "samael-hopkins", "ronin")
    offered = start_candidates(begun, CATALOGUE, BOOK)
    assert sum(candidate.legal for candidate in offered) > 20
    for candidate in offered:
        after = start("guild", "samael-hopkins", "ronin", candidate.slug)
        assert candidate.legal == (after <= before), candidate.slug


@pytest.mark.rule("M2-CAMP-12", "SL-UPG-09", "SL-INJURY-10")
def test_peons_are_a_station_of_their_own() -> None:
    peon = owned(1, "governors-proxy")
    assert (peon.station, peon.skill_limit(BOOK), peon.injury_limit(BOOK)) == ("Peon", 0, 1)
    assert policies_from({}).peon_mapping == "insignificant_or_no_station"


@pytest.mark.rule("M2-CAMP-07", "SL-CREW-05", "M2-SCH-11", "M2-SCH-17")
def test_a_master_has_no_cost_for_schemes_and_a_henchman_leader_keeps_its_own() -> None:
    master, henchman = owned(1, "lady-justice"), owned(2, "samael-hopkins", leads=True)
    assert master.cost == 15
    assert scheme_cost(master, BOOK) is None
    assert scheme_cost(henchman, BOOK) == 9
    assert not costs_more(master, henchman, BOOK)
    assert not costs_more(henchman, master, BOOK)


@pytest.mark.rule("M2-HIRE-55", "SL-REWARD-05", "SL-RATING-02", "SL-RATING-03")
def test_the_house_charts_offer_a_master_its_avatar_which_counts_four() -> None:
    """40 by name, at their Soulstones, each for its Master; one house row for the Masters without."""
    charts = house_charts()
    (offered,) = charts.avatars_of(["lady-justice"], "guild")
    assert not charts.avatars_of([])
    row = charts.upgrade(offered.upgrade)
    assert (row.name, row.ss_cost, row.rating_bonus) == ("Avatar of Balance", 3, 3)
    named = [charts.upgrade(each.upgrade) for each in charts.avatars if each.upgrade != "avatar"]
    assert sorted(avatar.ss_cost for avatar in named) == [2] * 27 + [3] * 13
    masters = {p.slug for p in CATALOGUE.profiles() if p.station == "Master" and not p.hiring.never}
    assert {each.master for each in charts.avatars} == masters
    by_faction = {f: charts.avatars_of(["mcmourning"], f)[0].upgrade for f in ("guild", "resurrectionists")}
    assert by_faction == {"guild": "avatar-of-mania", "resurrectionists": "avatar-of-forbidden-knowledge"}
    avatar = OwnedUpgrade(
        id=7, slug=row.slug, name=row.name, kind="skill", bearer_id=1, rating_bonus=row.rating_bonus
    )
    own = arsenal("guild", "lady-justice")
    borne = replace(own, models=(replace(own.models[0], skills=(avatar,)),))
    crew = CampaignCrew(1, (CrewModel(1),))
    assert campaign_rating(crew, borne, BOOK).amount == 4
    assert campaign_rating(crew, borne, replace(BOOK, avatar_policy="off")).amount == 1


def house_charts() -> Charts:
    path = Path("mfcampaign/catalog/data/m2e/charts/house-2e.json")
    return load_charts(json.loads(path.read_text("utf-8")))


@pytest.mark.rule("SL-REWARD-02", "SL-BARTER-05")
def test_what_only_a_league_of_the_second_edition_has_can_be_won() -> None:
    """The fifth generic Reward shares the Crows; any card but the Black Joker offers three Skills."""
    charts = house_charts()
    given = {charts.reward("generic", card).upgrade for card in FULL_DECK if not card.is_joker}
    assert len(given) == 5
    assert charts.reward("generic", Card.parse("8c")).upgrade == "favors-of-treachery"
    assert charts.reward("generic", Card.parse("7c")).upgrade == "favors-of-death"
    for slug in ("good-lead", "lucky-gremlins-foot", "change-of-station"):
        (row,) = [row for row in charts.barter if row.upgrade == slug]
        assert [card.code for card in FULL_DECK if not row.offered_by(card)] == ["BJ"]
        assert charts.upgrade(slug).ss_cost == 0


@pytest.mark.rule("SL-EVENT-03", "M2-SETUP-03")
def test_the_charts_speak_of_the_editions_own_terms() -> None:
    charts = house_charts()
    texts = [upgrade.digest for upgrade in charts.upgrades]
    texts += [injury.digest for injury in charts.injuries]
    texts += [" ".join((event.rules, *event.terrain)) for event in charts.weekly_events]
    later = re.compile(
        r"\b(Mv|Sz|Health|Conceal(ment|ed|ing)|bonus Action|Stunned|Distracted|Shielded)\b", re.I
    )
    assert [text for text in texts if later.search(text)] == []
    known = {event.deployment for event in charts.weekly_events} - {""}
    assert known <= set(edition_of("m2e").setup.deployments)
    assert set(charts.rewards) == {*factions_of("m2e"), "generic"}


@pytest.mark.rule("M2-CAMP-09")
def test_bounties_name_the_core_schemes() -> None:
    """Each can come up in a league whose season its organisers left as it is."""
    pool = {scheme.name for scheme in CORE.schemes}
    texts = [portion.needs for bounty in house_charts().bounties for portion in bounty.portions]
    wanted = [need for text in texts for need in needs_of(text) if isinstance(need, WholeScheme)]
    named = {name for need in wanted for name in need.names}
    assert {"Plant Explosives", "Protect Territory", "A Line in the Sand"} <= named <= pool
    assert CORE.slug == edition_of("m2e").setup.usual_season
