"""Hiring a Crew of the Fourth Edition (M4-HIRE), with the figures that the project ships."""

from __future__ import annotations

import random

import pytest

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew
from rules.crews.policies import Allowance, HiringPolicies
from rules.crews.suggestions import advice, filled, started
from rules.crews.text.reading import read
from rules.crews.text.writing import write, write_as_app
from rules.editions.m4e.hiring.candidates import candidates, card_candidates
from rules.editions.m4e.hiring.rules import HIRING
from tests.rules.editions.m4e.figures import broken, fourth_edition, led_by

HOFFMAN, RUSTY = "charles-hoffman-inventor", "rusty-alyce-riders-remade"
RIDERS = ("dead-rider", "hooded-rider", "mechanical-rider", "pale-rider")


def price(crew: CrewList, slug: str) -> int:
    return next(
        line.total.amount for line in check_crew(crew, fourth_edition()).lines[1:] if line.slug == slug
    )


@pytest.mark.rule("M4-HIRE-01", "M4-HIRE-17")
def test_fifty_soulstones_of_which_six_are_kept() -> None:
    assert HIRING.size == 50
    crew = led_by("guild", HOFFMAN, "hunter", "guardian")
    report = check_crew(crew, fourth_edition())
    spent = price(crew, "hunter") + price(crew, "guardian")
    assert (report.legal, report.total.amount, report.left) == (True, spent, 50 - spent)
    assert report.pool == 6, "the rest is lost"
    (lost,) = advice(crew, fourth_edition(), report)
    assert (lost.rule, f"{report.left - 6} would be lost" in lost.sentence) == ("M4-HIRE-17", True)
    assert broken(led_by("guild", HOFFMAN, "hunter", "guardian", size=spent)) == set()
    assert broken(led_by("guild", HOFFMAN, "hunter", "guardian", size=spent - 1)) == {"M4-HIRE-01"}


@pytest.mark.rule("M4-HIRE-06")
def test_the_faction_is_one_of_eight_and_the_leaders() -> None:
    assert len(HIRING.factions) == 8
    assert broken(led_by("bayou", HOFFMAN)) >= {"M4-HIRE-06"}
    assert "M4-HIRE-06" in broken(CrewList("gremlins"))
    assert HIRING.leads(fourth_edition().profile(HOFFMAN), "guild")
    assert not HIRING.leads(fourth_edition().profile(HOFFMAN), "bayou")


@pytest.mark.rule("M4-HIRE-07")
def test_a_master_leads_and_no_second_one_is_hired() -> None:
    assert broken(CrewList("guild")) == {"M4-HIRE-07"}
    henchman = fourth_edition().profile("francisco-ortega")
    assert "Henchman" in henchman.characteristics
    assert broken(CrewList("guild", henchman.slug)) == {"M4-HIRE-07"}
    assert "M4-HIRE-07" in broken(led_by("guild", HOFFMAN, "lady-justice-death-touched"))


@pytest.mark.rule("M4-HIRE-08")
def test_totems_come_with_their_own_title_in_all_copies_for_nothing() -> None:
    assert broken(CrewList("guild", HOFFMAN)) == {"M4-HIRE-08"}
    crew = led_by("guild", HOFFMAN)
    assert [member.slug for member in crew.members] == ["edie-clark"]
    assert (broken(crew), price(crew, "edie-clark")) == (set(), 0)
    other = "mechanical-attendant"
    assert broken(led_by("guild", HOFFMAN, other)) == {"M4-HIRE-08"}, "the Totem of another title"
    doves = led_by("arcanists", "colette-du-bois-star-of-the-show")
    assert [member.slug for member in doves.members] == ["mechanical-dove"] * 3
    assert broken(doves) == set()
    assert broken(doves.remove(0)) == {"M4-HIRE-08"}
    assert "M4-HIRE-08" in broken(
        led_by("guild", "lucius-mattheson-in-plain-sight", "the-scribe-in-plain-sight")
    )


@pytest.mark.rule("M4-HIRE-24")
def test_two_masters_lead_in_several_bodies() -> None:
    viktoria, nexus = "viktoria-chambers-ashes-and-blood", "nexus-one-of-many"
    twins = led_by("outcasts", viktoria)
    assert [member.slug for member in twins.members] == [viktoria]
    assert (broken(twins), check_crew(twins, fourth_edition()).total.amount) == (set(), 0)
    assert broken(twins.remove(0)) == {"M4-HIRE-24"}
    assert led_by("explorers-society", nexus).count(nexus) == 3
    assert "M4-HIRE-15" in broken(twins.add(viktoria))


@pytest.mark.rule("M4-HIRE-09")
def test_one_crew_card_and_no_upgrade() -> None:
    card = HIRING.leader_card(led_by("guild", HOFFMAN), fourth_edition())
    assert card is not None
    assert card.name == "Ultimate Creation"
    other = HIRING.leader_card(led_by("guild", "charles-hoffman-steel-sculptor"), fourth_edition())
    assert other is not None
    assert other.name == "Tempered Steel"
    assert broken(led_by("guild", HOFFMAN, card="tempered-steel")) == {"M4-HIRE-09"}
    assert broken(led_by("guild", HOFFMAN, card="silver-tongue")) == {"M4-HIRE-09"}, "an Upgrade"
    both = led_by("outcasts", RUSTY, *RIDERS).with_upgrades(None, ("riders-of-fate", "rust-eaten-fate"))
    assert broken(both) == {"M4-HIRE-09"}
    worn = led_by("guild", HOFFMAN, "hunter").with_upgrades(1, ("ultimate-creation",))
    assert broken(worn) == {"M4-HIRE-09"}
    assert card_candidates(led_by("guild", HOFFMAN), fourth_edition(), None) == ()
    offered = card_candidates(led_by("outcasts", RUSTY), fourth_edition(), None)
    assert [each.upgrade.name for each in offered] == ["Rust-Eaten Fate", "Riders of Fate"]
    assert card_candidates(led_by("outcasts", RUSTY, *RIDERS), fourth_edition(), 0) == ()


@pytest.mark.rule("M4-HIRE-10")
def test_one_version_of_a_character() -> None:
    fates = led_by("bayou", "brewmaster-proof-prophet", "lucky-fate-effigy", "lucky-fate-emissary")
    assert broken(fates) == {"M4-HIRE-10"}
    assert broken(led_by("bayou", "brewmaster-proof-prophet", "lucky-fate-effigy")) == set()


@pytest.mark.rule("M4-HIRE-11")
def test_a_keyword_is_hired_at_cost_from_any_faction() -> None:
    hired = fourth_edition().profile("altus-keene")
    assert (hired.factions, hired.keywords) == (("arcanists",), ("Syndicate",))
    crew = led_by("explorers-society", "anya-lycarayen-rail-magnate", hired.slug)
    assert (broken(crew), price(crew, hired.slug)) == (set(), hired.cost)
    stranger = led_by("explorers-society", "anya-lycarayen-rail-magnate", "guild-hound")
    assert broken(stranger) == {"M4-HIRE-11"}


@pytest.mark.rule("M4-HIRE-12")
def test_two_models_out_of_keyword_cost_one_more_each() -> None:
    two = led_by("guild", HOFFMAN, "guild-hound", "guild-hound")
    hound = fourth_edition().profile("guild-hound")
    assert (broken(two), price(two, "guild-hound")) == (set(), (hound.cost or 0) + 1)
    assert broken(two.add("guild-hound")) == {"M4-HIRE-12"}
    offered = {each.profile.slug: each for each in candidates(two, fourth_edition())}
    assert [reason.rule for reason in offered["guild-hound"].reasons] == ["M4-HIRE-12"]
    assert not offered["guild-hound"].barred, "one of the two may still leave"


@pytest.mark.rule("M4-HIRE-13")
def test_versatile_of_the_faction_costs_no_more_and_is_none_of_the_two() -> None:
    two = led_by("guild", HOFFMAN, "guild-hound", "guild-hound", "greed")
    assert (broken(two), price(two, "greed")) == (set(), 8)
    envy = fourth_edition().profile("envy")
    assert envy.versatile
    assert broken(led_by("guild", HOFFMAN, "envy")) == {"M4-HIRE-11"}, "of another Faction"


@pytest.mark.rule("M4-HIRE-14")
def test_loyal_models_follow_their_keyword_alone() -> None:
    assert "Loyal" in fourth_edition().profile("louisa-fusi").characteristics
    assert broken(led_by("guild", HOFFMAN, "louisa-fusi")) == {"M4-HIRE-14"}
    assert broken(led_by("guild", "harold-tull-artillerist", "louisa-fusi")) == set()


@pytest.mark.rule("M4-HIRE-15")
def test_no_more_copies_than_the_card_says() -> None:
    hunters = led_by("guild", HOFFMAN, *["hunter"] * 4, size=100)
    assert fourth_edition().profile("hunter").limit < 4
    assert broken(hunters) == {"M4-HIRE-15"}


@pytest.mark.rule("M4-HIRE-16")
def test_what_has_no_cost_is_not_hired() -> None:
    assert broken(led_by("neverborn", "nekima-broodmother", "mature-nephilim")) == {"M4-HIRE-16"}
    assert broken(led_by("guild", HOFFMAN, "nobody")) == {"M4-HIRE-16"}


@pytest.mark.rule("M4-HIRE-17", "M4-HIRE-18")
def test_crew_cards_open_hires_and_fix_a_crew() -> None:
    riders = led_by("outcasts", RUSTY, *RIDERS, card="riders-of-fate")
    report = check_crew(riders, fourth_edition())
    assert (report.legal, report.total.amount, report.pool) == (True, 44, 6)
    assert broken(riders.remove(1)) == {"M4-HIRE-18"}, "four at least"
    assert broken(led_by("outcasts", RUSTY, *RIDERS)) == {"M4-HIRE-11"}, (
        "by the other card they are strangers"
    )
    sins = ("envy", "gluttony", "greed", "lust", "pride", "sloth")
    tour = led_by("neverborn", "wrath", *sins)
    report = check_crew(tour, fourth_edition())
    assert (report.legal, report.total.amount, report.pool) == (True, 44, 6)
    assert check_crew(led_by("neverborn", "wrath", *sins, size=60), fourth_edition()).pool == 6
    assert broken(tour.remove(0)) == {"M4-HIRE-18"}
    assert broken(tour.remove(0).add("teddy")) == {"M4-HIRE-18"}


@pytest.mark.rule("M4-HIRE-18")
def test_a_when_hiring_text_goes_before_the_rows() -> None:
    allowed = HiringPolicies(allowances=(Allowance("guild-hound", "A Letter", -2),))
    crew = led_by("bayou", "brewmaster-proof-prophet", "guild-hound")
    assert broken(crew) == {"M4-HIRE-11"}
    report = check_crew(crew, fourth_edition(), allowed)
    assert report.legal
    hound = fourth_edition().profile("guild-hound")
    assert report.total.amount == (hound.cost or 0) + 1 - 2


def test_all_violations_are_told_at_once() -> None:
    crew = CrewList("guild", HOFFMAN, 20)
    for slug in (
        "guild-hound",
        "guild-hound",
        "guild-hound",
        "louisa-fusi",
        "envy",
        "lady-justice-death-touched",
    ):
        crew = crew.add(slug)
    expected = {"M4-HIRE-01", "M4-HIRE-07", "M4-HIRE-08", "M4-HIRE-11", "M4-HIRE-12", "M4-HIRE-14"}
    assert broken(crew) == expected


def test_every_leader_has_a_legal_crew_at_one_tap() -> None:
    catalogue = fourth_edition()
    leaders = [
        (profile, faction)
        for profile in catalogue.profiles()
        for faction in profile.factions
        if HIRING.leads(profile, faction)
    ]
    assert len(leaders) == 126
    for leader, faction in leaders:
        crew = filled(CrewList(faction, leader.slug), catalogue)
        report = check_crew(crew, catalogue)
        assert report.legal, (leader.full_name, report.violations)
        assert report.pool >= 4
        assert report.total.amount >= 40, leader.full_name
    riders = filled(CrewList("outcasts", RUSTY, leader_upgrades=("riders-of-fate",)), catalogue)
    assert broken(riders) == set()
    assert {member.slug for member in riders.members} >= set(RIDERS)


def test_a_candidate_is_legal_where_adding_it_breaks_nothing_new() -> None:
    catalogue, chance = fourth_edition(), random.Random(4)
    everybody = list(catalogue.profiles())
    leaders = [profile for profile in everybody if HIRING.leads(profile, profile.factions[0])]
    for _ in range(60):
        leader = chance.choice(leaders)
        crew = CrewList(leader.factions[0], leader.slug, chance.choice((30, 50)))
        crew = started(crew, catalogue) if chance.random() < 0.7 else crew
        for profile in chance.sample(everybody, chance.randrange(3)):
            crew = crew.add(profile.slug)
        for candidate in candidates(crew, catalogue):
            if candidate.legal and chance.random() < 0.4:
                crew = crew.add(candidate.profile.slug)
            if len(crew.members) > 6:
                break
        before = broken_about(crew, catalogue)
        for candidate in chance.sample(candidates(crew, catalogue, everyone=True), 25):
            after = broken_about(crew.add(candidate.profile.slug), catalogue)
            assert candidate.legal == (after <= before), (crew, candidate.profile.slug, after - before)


def broken_about(crew: CrewList, catalogue: Catalogue) -> set[tuple[str, str]]:
    """Which rows it breaks, and about whom; how much of an excess counts too."""
    report = check_crew(crew, catalogue)
    told = {(each.rule, each.subject) for each in report.violations if each.rule not in COUNTED}
    return told | {(each.rule, each.sentence) for each in report.violations if each.rule in COUNTED}


COUNTED = {"M4-HIRE-01", "M4-HIRE-12", "M4-HIRE-15"}


def test_a_crew_comes_back_from_both_texts() -> None:
    catalogue = fourth_edition()
    for faction, leader, card in (
        ("outcasts", RUSTY, "riders-of-fate"),
        ("outcasts", "viktoria-chambers-ashes-and-blood", ""),
        ("arcanists", "colette-du-bois-star-of-the-show", ""),
    ):
        crew = filled(CrewList(faction, leader, leader_upgrades=(card,) if card else ()), catalogue)
        report = check_crew(crew, catalogue)
        own = write(crew, catalogue, name="Friday", report=report)
        assert "Edition: Fourth Edition" in own
        assert read(own, catalogue).crew == crew
        app = write_as_app(crew, catalogue, name="Friday", report=report)
        assert "Edition" not in app, "the official app writes none"
        again = read(app, catalogue).crew
        assert (again.leader, again.leader_upgrades, again.faction) == (leader, crew.leader_upgrades, faction)
        assert sorted(member.slug for member in again.members) == sorted(m.slug for m in crew.members)


def test_the_sample_of_the_official_list_is_read_whole() -> None:
    """The sample text of the program that prints its cards (docs/crew-texts.md)."""
    text = (
        "Brew @ Informants (Bayou)\nLeader:\n  Brewmaster, Proof Prophet\nTotem(s):\n  Apprentice Wesley\n"
        "Hires:\n  Hopscotch\n  Shojo\n  Popcorn Turner\n  Barrelby\n  Squish and Squash\n"
        "  Lucky Fate, Effigy\n"
        "  Nia, Life of the Party\nReferences:\n  Whiskey Gamin\n  Lucky Fate, Emissary\n"
    )
    account = read(text, fourth_edition())
    report = check_crew(account.crew, fourth_edition())
    assert (account.name, report.legal, report.total.amount, report.pool) == (
        "Brew @ Informants",
        True,
        46,
        4,
    )
    assert (len(account.crew.members), account.notes) == (8, ())
    assert sum(line.part for line in account.lines) == 10


def test_a_totem_whose_master_is_not_in_the_release_asks_for_nobody() -> None:
    alone = Profile(
        "tull",
        "Harold Tull",
        "Silent",
        ("guild",),
        ("Cavalier",),
        "Master",
        None,
        hiring=fourth_edition().profile(HOFFMAN).hiring,
    )
    assert check_crew(CrewList("guild", "tull"), Catalogue([alone], edition="m4e")).legal
