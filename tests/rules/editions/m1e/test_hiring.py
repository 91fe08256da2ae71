"""Hiring by the First Edition: every refusal by its row, and the pool."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList, Member
from rules.crews.hiring import hiring_of
from rules.crews.policies import HiringPolicies
from rules.editions.m1e.examples import CREWS, FIGURES
from rules.editions.m1e.hiring import candidates, check_crew, price
from rules.editions.m1e.play.figures import TALENTS, profile_of
from rules.editions.m1e.play.hire import figured
from rules.editions.m1e.play.match import hired
from rules.editions.m1e.setup import BRAWL, SCRAP, Size
from rules.editions.m1e.shown import TRIGGER_WORDS
from rules.refusal import Refusal


def profile(slug: str, faction: str = "guild", station: str = "Minion", **more: Any) -> Profile:
    plain = {"cost": None if station == "Master" else 5, "limit": 9}
    return Profile(slug, slug.capitalize(), "", (faction,), (), station, **{**plain, **more})


MERCENARY: dict[str, Any] = {"characteristics": ("Mercenary",)}
CATALOGUE = Catalogue(
    [
        profile("chief", station="Master", cache=4),
        profile("deputy", station="Master", cache=3),
        profile("wanderer", "outcasts", "Master", cache=2, **MERCENARY),
        profile("witch", "neverborn", "Master", cache=5),
        profile("guard", limit=2),
        profile("hero", characteristics=("Unique",)),
        profile("gun", "outcasts", **MERCENARY),
        profile("spy", "neverborn", **MERCENARY),
        profile("imp", "neverborn"),
        profile("tramp", "outcasts"),
        profile("lamp", is_totem=True, totem_for="Chief", cost=2),
        Profile("riddle", "Riddle", "", ("guild",), (), "Minion", None),
    ],
    edition="m1e",
)


def broken(
    leader: str,
    models: str = "",
    *,
    faction: str = "guild",
    soulstones: int = 40,
    size: Size = SCRAP,
    **more: bool,
) -> list[str]:
    crew = CrewList(faction, leader, soulstones, tuple(Member(slug) for slug in models.split()))
    return [violation.rule for violation in check_crew(crew, CATALOGUE, size, **more).violations]


def test_a_plain_crew_breaks_nothing() -> None:
    assert broken("chief", "guard guard hero lamp gun") == []


@pytest.mark.rule("M1-ENC-01", "M1-ENC-02")
@pytest.mark.parametrize(
    ("soulstones", "size", "rules"),
    [(45, SCRAP, []), (46, SCRAP, ["M1-ENC-01"]), (29, BRAWL, ["M1-ENC-02"]), (70, BRAWL, [])],
)
def test_sizes(soulstones: int, size: Size, rules: list[str]) -> None:
    assert broken("chief", soulstones=soulstones, size=size) == rules


@pytest.mark.rule("M1-ENC-01")
def test_no_more_is_spent_than_there_is() -> None:
    assert broken("chief", "guard guard", soulstones=10) == []
    assert broken("chief", "guard guard", soulstones=9) == ["M1-ENC-01"]


@pytest.mark.rule("M1-ENC-09", "M1-CARD-05", "M1-CARD-08")
def test_copies_by_the_rare_number_twice_in_a_brawl_and_one_of_the_unique() -> None:
    assert broken("chief", "guard guard guard") == ["M1-ENC-09"]
    assert broken("chief", "guard guard guard guard", size=BRAWL) == []
    assert broken("chief", "guard guard guard guard guard", size=BRAWL) == ["M1-ENC-09"]
    assert broken("chief", "hero hero", size=BRAWL) == ["M1-ENC-09"]
    assert broken("chief", "chief", size=BRAWL) == ["M1-ENC-09"]


@pytest.mark.rule("M1-ENC-10")
def test_masters_of_the_faction_or_mercenary() -> None:
    assert broken("wanderer") == []
    assert broken("witch") == ["M1-ENC-10"]
    assert broken("chief", faction="moon") == ["M1-ENC-10", "M1-ENC-10"]
    assert broken("", "guard") == ["M1-ENC-01"]


@pytest.mark.rule("M1-ENC-01", "M1-ENC-02")
def test_one_master_in_a_scrap_and_two_in_a_brawl() -> None:
    assert broken("chief", "deputy") == ["M1-ENC-01"]
    assert broken("chief", "deputy", size=BRAWL) == []
    assert broken("chief", "deputy wanderer", size=BRAWL) == ["M1-ENC-02"]


@pytest.mark.rule("M1-ENC-11")
def test_in_a_brawl_a_master_is_worth_ten_soulstones() -> None:
    crew = CrewList("guild", "chief", 30)
    assert check_crew(crew, CATALOGUE, BRAWL, exchanged=True).left == 40
    assert broken("chief", "deputy", size=BRAWL, exchanged=True) == ["M1-ENC-11"]
    assert broken("chief", exchanged=True) == ["M1-ENC-11"]


@pytest.mark.rule("M1-ENC-12", "Q-12")
def test_minions_of_the_faction_and_two_mercenaries() -> None:
    assert broken("chief", "imp") == ["M1-ENC-12"]
    assert broken("chief", "gun spy") == []
    assert broken("chief", "gun spy gun") == ["M1-ENC-12"]
    assert broken("wanderer", "gun spy") == [], "the Master is not counted"
    assert broken("chief", "nobody") == ["M1-ENC-12"]


@pytest.mark.rule("M1-ENC-13", "M1-CARD-10")
def test_who_comes_from_outside_costs_one_more_and_masters_nothing() -> None:
    assert price(CATALOGUE.profile("gun"), "guild").amount == 6
    assert price(CATALOGUE.profile("gun"), "outcasts").amount == 5
    assert price(CATALOGUE.profile("wanderer"), "guild").amount == 0
    assert broken("chief", "riddle") == ["M1-CARD-10"]


@pytest.mark.rule("M1-ENC-14")
def test_outcasts_hire_outcasts_only() -> None:
    assert broken("wanderer", "gun gun gun tramp", faction="outcasts") == []
    assert broken("wanderer", "spy", faction="outcasts") == ["M1-ENC-14"]
    assert broken("chief", faction="outcasts") == ["M1-ENC-14"]


@pytest.mark.rule("M1-ENC-15", "M1-CARD-07")
def test_a_totem_needs_its_master() -> None:
    assert broken("chief", "lamp") == []
    assert broken("deputy", "lamp") == ["M1-ENC-15"]


@pytest.mark.rule("M1-ENC-16")
@pytest.mark.parametrize(
    ("soulstones", "size", "models", "pool"),
    [
        (12, SCRAP, "guard guard", 6),
        (20, SCRAP, "guard", 8),
        (40, BRAWL, "deputy", 10),
        (30, BRAWL, "hero", 10),
    ],
)
def test_the_pool_is_what_is_left_and_the_caches(soulstones: int, size: Size, models: str, pool: int) -> None:
    crew = CrewList("guild", "chief", soulstones, tuple(Member(slug) for slug in models.split()))
    assert check_crew(crew, CATALOGUE, size).pool == pool


@pytest.mark.rule("M1-ENC-12", "M1-ENC-09")
def test_candidates_are_judged_as_the_crew_with_them() -> None:
    crew = CrewList("guild", "chief", 40).add("guard").add("guard").add("gun")
    offered = {candidate.profile.slug: candidate for candidate in candidates(crew, CATALOGUE, SCRAP)}
    legal = {slug for slug, candidate in offered.items() if candidate.legal}
    assert legal == {"hero", "gun", "spy", "lamp"}
    assert offered["guard"].copies_left == 0
    for slug, candidate in offered.items():
        after = check_crew(crew.add(slug), CATALOGUE, SCRAP)
        assert candidate.legal is after.legal
        assert candidate.total == after.lines[-1].total


@pytest.mark.rule("M1-ENC-16")
def test_a_crew_that_is_legal_is_hired_and_another_refused() -> None:
    crew = CrewList("guild", "chief", 12).add("guard")
    chosen = hired(crew, check_crew(crew, CATALOGUE, SCRAP), "A Crew")
    assert (chosen.models, chosen.stones) == (("chief", "guard"), 8)
    bad = crew.add("imp")
    with pytest.raises(Refusal) as refused:
        hired(bad, check_crew(bad, CATALOGUE, SCRAP), "A Crew")
    assert refused.value.rule == "M1-ENC-12"


def test_the_practice_crews_were_hired() -> None:
    assert all(0 < crew.stones <= SCRAP.pool for crew in CREWS)
    totem = profile_of(FIGURES["lamplighter"])
    assert (totem.is_totem, totem.totem_for, totem.station) == (True, "Captain of the Watch", "Minion")


@pytest.mark.rule("M1-ENC-02", "M1-ENC-11")
def test_a_list_of_the_builder_is_judged_by_the_size_that_it_says() -> None:
    edition = hiring_of(CATALOGUE)
    scrap = CrewList("guild", "chief", 40).add("guard")
    assert edition.check_crew(scrap, CATALOGUE, HiringPolicies()).left == 35
    brawl = scrap.add("deputy")
    assert edition.check_crew(brawl, CATALOGUE, HiringPolicies()).legal, "40 Soulstones are either size"
    three = edition.check_crew(brawl.add("wanderer"), CATALOGUE, HiringPolicies())
    assert [violation.rule for violation in three.violations] == ["M1-ENC-02"]
    alone = CrewList("guild", "chief", 60).add("guard")
    assert edition.check_crew(alone, CATALOGUE, HiringPolicies()).left == 65, "ten for the second Master"
    offered = {each.profile.slug: each for each in edition.candidates(scrap, CATALOGUE, HiringPolicies())}
    assert offered["deputy"].legal
    titles = {
        held.profile.slug: group.title
        for group, those in edition.grouped(offered.values(), ("Master", "Minion"))
        for held in those
    }
    assert titles["deputy"] == "A second Master: it makes a Brawl"
    assert titles["guard"] == "To hire"
    small = edition.candidates(replace(scrap, size=20), CATALOGUE, HiringPolicies())
    assert {each.group for each in small} == {"other"}, "too few Soulstones for a Brawl"
    assert offered["imp"].barred
    assert not offered["gun"].barred


@pytest.mark.rule("M1-ENC-01", "M1-ENC-02", "M1-ENC-09")
def test_a_format_decides_where_the_soulstones_fit_both() -> None:
    edition = hiring_of(CATALOGUE)
    crew = CrewList("guild", "chief", 40, format="brawl").add("guard")
    assert edition.check_crew(crew, CATALOGUE, HiringPolicies()).left == 45, "the second Master's ten"
    assert edition.format_of(crew, CATALOGUE) == "brawl"
    small = edition.check_crew(replace(crew, size=20), CATALOGUE, HiringPolicies())
    assert [violation.rule for violation in small.violations] == ["M1-ENC-02"]
    twice = {each.profile.slug: each for each in edition.candidates(crew, CATALOGUE, HiringPolicies())}
    once = {
        each.profile.slug: each
        for each in edition.candidates(replace(crew, format="scrap"), CATALOGUE, HiringPolicies())
    }
    assert twice["guard"].profile.limit == 2 * once["guard"].profile.limit
    assert twice["guard"].copies == once["guard"].copies == 1


@pytest.mark.rule("M1R-AV-01", "M1-ENC-10")
def test_avatars_are_never_hired_and_mercenaries_may_lead() -> None:
    avatar = Profile("rage", "Rage", "", ("guild",), (), "Master", None, characteristics=("Avatar",))
    catalogue = Catalogue([*CATALOGUE.profiles(), avatar], edition="m1e")
    crew = CrewList("guild", "rage", 20)
    assert "M1R-AV-01" in {each.rule for each in check_crew(crew, catalogue, SCRAP).violations}
    lead = hiring_of(catalogue).leads
    assert not lead(avatar, "guild")
    hired_out = replace(CATALOGUE.profile("wanderer"), characteristics=("Mercenary",), factions=("outcasts",))
    assert lead(hired_out, "guild")
    assert not lead(replace(hired_out, factions=("guild",)), "outcasts")
    assert not lead(CATALOGUE.profile("guard"), "guild")


def test_every_talent_and_trigger_of_the_reference_occurs_on_a_practice_crew() -> None:
    """Of M1-ABL and M1-TRG; Poison is what weapons and spells give (M1-ABL-22)."""
    fielded = {slug for crew in CREWS for slug in figured(crew, FIGURES).figures}
    figures = [FIGURES[slug] for slug in fielded]
    borne = {talent.name for figure in figures for talent in figure.talents}
    named = {name.removesuffix(" #") for name, rule in TALENTS.items() if rule.startswith("M1-ABL")}
    assert named <= borne
    assert {trigger.does for figure in figures for trigger in figure.triggers} == set(TRIGGER_WORDS)
    given = {
        gift for figure in figures for held in (*figure.weapons, *figure.spells) for gift, _ in held.gives
    }
    assert {"poison", "slow", "fast", "paralyzed"} <= given
    assert len({crew.faction for crew in CREWS}) == 5
