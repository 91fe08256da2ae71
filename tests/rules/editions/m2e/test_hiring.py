"""Hiring by the Second Edition (M2-HIRE), on its real figures."""

from __future__ import annotations

import pytest

from rules.crews.catalogue import ANY_NUMBER, Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew as check_by_edition
from rules.crews.hiring import hiring_of
from rules.crews.permissions import HiringTerms
from rules.crews.report import HiringReport
from rules.edition import edition_of
from rules.editions.m2e.hiring.candidates import candidates, upgrade_candidates
from rules.editions.m2e.hiring.check import check_crew, pool
from rules.editions.m2e.hiring.readings import SecondPolicies, SecondReadings
from tests.rules.editions.m2e.figures import second_edition

CATALOGUE = second_edition()


def crew(faction: str, leader: str, *models: str, size: int = 50, worn: tuple[str, ...] = ()) -> CrewList:
    built = CrewList(faction, leader, size, leader_upgrades=worn)
    for slug in models:
        built = built.add(slug)
    return built


def judged(written: CrewList, **readings: object) -> HiringReport:
    return check_crew(written, CATALOGUE, SecondPolicies(second=SecondReadings(**readings)))


def broken(written: CrewList, **readings: object) -> set[str]:
    return {violation.rule for violation in judged(written, **readings).violations}


@pytest.mark.rule("M2-HIRE-01", "M2-HIRE-10", "M2-HIRE-43")
def test_models_and_upgrades_are_paid_and_the_leader_is_free() -> None:
    report = judged(crew("guild", "lady-justice", "executioner", "guild-hound", worn=("implacable",)))
    assert report.legal, report.violations
    assert [line.amount for line in report.total.lines] == [
        CATALOGUE.upgrade("implacable").cost,
        CATALOGUE.profile("executioner").cost,
        3,
    ]
    over = crew("guild", "lady-justice", *["peacekeeper"] * 6, size=50)
    assert "M2-HIRE-01" in broken(over)
    henchman = judged(crew("guild", "samael-hopkins", size=35))
    assert henchman.total.amount == 0


@pytest.mark.rule("M2-HIRE-02", "M2-HIRE-03")
@pytest.mark.parametrize(
    ("leader", "size", "legal"),
    [
        ("lady-justice", 25, False),
        ("lady-justice", 26, True),
        ("lady-justice", 41, True),
        ("samael-hopkins", 25, True),
        ("samael-hopkins", 40, True),
        ("samael-hopkins", 41, False),
    ],
)
def test_who_may_lead_goes_by_the_size(leader: str, size: int, legal: bool) -> None:
    written = crew("guild", leader, size=size)
    assert ("M2-HIRE-02" not in broken(written)) is legal
    assert judged(written, size_bands_enforced=False).legal


@pytest.mark.rule("M2-HIRE-04", "M2-HIRE-05")
def test_a_crew_declares_one_of_seven_factions() -> None:
    assert len(edition_of("m2e").hiring.factions) == 7
    assert edition_of("m2e").hiring.factions["bayou"] == "Gremlins"
    assert "M2-HIRE-05" in broken(crew("explorers-society", "lady-justice"))
    assert "M2-HIRE-06" in broken(crew("neverborn", "lady-justice"))


@pytest.mark.rule("M2-HIRE-06", "M2-HIRE-07", "M2-HIRE-12", "M2-HIRE-31")
def test_the_leader_is_a_master_or_henchman_of_the_faction() -> None:
    assert "M2-HIRE-06" in broken(crew("guild", ""))
    assert "M2-HIRE-06" in broken(crew("guild", "executioner"))
    assert "M2-HIRE-31" in broken(crew("guild", "dismounted-mccabe"))
    mercenary = next(
        p for p in CATALOGUE.profiles() if p.station == "Henchman" and "Mercenary" in p.characteristics
    )
    foreign = next(f for f in edition_of("m2e").hiring.factions if f not in mercenary.factions)
    assert "M2-HIRE-07" in broken(crew(foreign, mercenary.slug, size=35))


@pytest.mark.rule("M2-HIRE-08", "M2-HIRE-09")
def test_one_master_leads_and_henchmen_follow_at_their_cost() -> None:
    assert "M2-HIRE-08" in broken(crew("guild", "lady-justice", "sonnia-criid"))
    report = judged(crew("guild", "lady-justice", "the-judge", "samael-hopkins"))
    assert report.legal
    assert report.total.amount == CATALOGUE.profile("the-judge").cost + 9


@pytest.mark.rule("M2-HIRE-13", "M2-HIRE-14")
def test_two_faction_models_count_as_the_declared_one() -> None:
    lucius = CATALOGUE.profile("lucius")
    assert set(lucius.factions) == {"guild", "neverborn"}
    assert judged(crew("neverborn", "lucius", "terror-tot")).legal
    stranger = crew("neverborn", "lucius", "executioner")
    assert "M2-HIRE-13" in broken(stranger)
    assert judged(stranger, infaction_test="leader").legal


@pytest.mark.rule("M2-HIRE-15")
def test_a_characteristic_alone_lets_nobody_in_or_out() -> None:
    tyrants = [p for p in CATALOGUE.profiles() if "Tyrant" in p.characteristics]
    assert {p.slug for p in tyrants} == {"lord-chompy-bits", "hamelin", "shenlong"}
    assert judged(crew("ten-thunders", "shenlong")).legal
    assert "M2-HIRE-13" in broken(crew("guild", "lady-justice", "shadow-effigy"))


@pytest.mark.rule("M2-HIRE-16")
def test_effigy_and_emissary_go_together() -> None:
    assert judged(crew("guild", "lady-justice", "brutal-effigy", "brutal-emissary")).legal


@pytest.mark.rule("M2-HIRE-17", "M2-HIRE-18", "M2-HIRE-19")
def test_rare_is_the_only_limit_of_copies() -> None:
    assert judged(crew("guild", "lady-justice", *["guild-hound"] * 4)).legal
    assert "M2-HIRE-17" in broken(crew("guild", "lady-justice", *["guild-hound"] * 5))
    assert CATALOGUE.profile("witchling-handler").limit == ANY_NUMBER
    assert judged(crew("guild", "lady-justice", *["witchling-handler"] * 3)).legal
    assert "M2-HIRE-17" in broken(crew("guild", "samael-hopkins", "samael-hopkins", size=35))


@pytest.mark.rule("M2-HIRE-20", "M2-HIRE-21", "M2-HIRE-22")
def test_one_totem_or_several_of_one_that_says_so() -> None:
    assert judged(crew("guild", "lady-justice", "scales-of-justice")).legal
    two = crew("guild", "lady-justice", "scales-of-justice", "governors-proxy")
    assert "M2-HIRE-20" in broken(two)
    assert judged(crew("arcanists", "colette-du-bois", *["mechanical-dove"] * 3)).legal
    mixed = crew("arcanists", "colette-du-bois", "mechanical-dove", "essence-of-power")
    assert "M2-HIRE-22" in broken(mixed)
    assert judged(mixed, mixed_totems=True).legal
    assert "M2-HIRE-17" in broken(crew("arcanists", "colette-du-bois", *["mechanical-dove"] * 4))


@pytest.mark.rule("M2-HIRE-23", "M2-HIRE-24", "M2-HIRE-25")
def test_a_named_totem_serves_its_leader_and_an_unnamed_one_any() -> None:
    assert "M2-HIRE-23" in broken(crew("guild", "sonnia-criid", "scales-of-justice"))
    assert judged(crew("guild", "sonnia-criid", "governors-proxy")).legal
    student = judged(crew("guild", "sonnia-criid", "student-of-conflict"))
    assert student.legal
    assert student.total.amount == 5, "a Mercenary Totem pays its 4 and 1"
    assert judged(crew("ten-thunders", "jakob-lynch", "hungering-darkness")).total.amount == 0


@pytest.mark.rule("M2-HIRE-26", "M2-HIRE-27", "M2-HIRE-28")
def test_two_mercenaries_of_other_factions_at_one_more_each() -> None:
    lazarus, convict = CATALOGUE.profile("ronin"), CATALOGUE.profile("convict-gunslinger")
    assert "Mercenary" in lazarus.characteristics
    report = judged(crew("resurrectionists", "seamus", "ronin", "convict-gunslinger"))
    assert report.legal, report.violations
    assert report.total.amount == lazarus.cost + convict.cost + 2
    three = crew("resurrectionists", "seamus", "ronin", "ronin", "convict-gunslinger")
    assert "M2-HIRE-27" in broken(three)
    at_home = judged(crew("outcasts", "von-schill", "ronin", "ronin", "convict-gunslinger"))
    assert at_home.legal
    assert at_home.total.amount == 2 * lazarus.cost + convict.cost


@pytest.mark.rule("M2-HIRE-29", "M2-HIRE-30")
def test_what_cards_forbid() -> None:
    assert "M2-HIRE-29" in broken(crew("guild", "lady-justice", "lazarus"))
    assert judged(crew("outcasts", "von-schill", "lazarus")).legal
    assert "M2-HIRE-29" in broken(crew("outcasts", "von-schill", "viktoria-of-blood"))
    assert judged(crew("outcasts", "viktoria-of-ashes", "viktoria-of-blood")).legal
    assert "M2-HIRE-30" in broken(crew("arcanists", "colette-du-bois", "coryphee-duet"))


@pytest.mark.rule("M2-HIRE-32", "M2-HIRE-33", "M2-HIRE-38")
def test_infiltration_lets_four_in_at_their_printed_cost() -> None:
    outsider = next(
        p
        for p in CATALOGUE.profiles()
        if "Foundry" in p.characteristics
        and "ten-thunders" not in p.factions
        and not p.is_totem
        and p.station in ("Minion", "Enforcer")
        and p.limit >= 2
    )
    one = judged(crew("ten-thunders", "mei-feng", outsider.slug))
    assert one.legal, one.violations
    assert one.total.amount == outsider.cost
    charged = judged(crew("ten-thunders", "mei-feng", outsider.slug), permission_surcharge=1)
    assert charged.total.amount == outsider.cost + 1
    assert "M2-HIRE-13" in broken(crew("ten-thunders", "misaki", outsider.slug)), "led by Mei Feng only"


@pytest.mark.rule("M2-HIRE-33")
def test_the_fifth_is_one_too_many() -> None:
    kinds = [
        p
        for p in CATALOGUE.profiles()
        if {"Black Sheep", "Guardsman"} & set(p.characteristics)
        and "ten-thunders" not in p.factions
        and p.station in ("Minion", "Enforcer", "Peon")
    ]
    slugs = [p.slug for p in kinds for _ in range(min(p.limit, 5))][:5]
    assert len(slugs) == 5
    assert "M2-HIRE-33" not in broken(crew("ten-thunders", "lucas-mccabe", *slugs[:4], size=80))
    assert "M2-HIRE-33" in broken(crew("ten-thunders", "lucas-mccabe", *slugs, size=80))


@pytest.mark.rule("M2-HIRE-34", "M2-HIRE-35", "M2-HIRE-36", "M2-HIRE-53")
def test_leaders_crews_and_attached_upgrades_open_what_their_cards_name() -> None:
    tormented = next(
        p
        for p in CATALOGUE.profiles()
        if "Tormented" in p.characteristics and "outcasts" not in p.factions and p.station == "Minion"
    )
    assert judged(crew("outcasts", "jack-daw", *[tormented.slug] * 3)).legal
    beast = next(
        p
        for p in CATALOGUE.profiles()
        if "Beast" in p.characteristics and p.factions == ("guild",) and p.station == "Minion"
    )
    assert judged(crew("arcanists", "marcus", beast.slug)).legal
    autopsy = crew("guild", "mcmourning", "nurse")
    assert "M2-HIRE-13" in broken(autopsy)
    assert judged(crew("guild", "mcmourning", "nurse", worn=("on-the-clock",))).legal
    assets = [
        p
        for p in CATALOGUE.profiles()
        if {"M&SU", "Construct"} <= set(p.characteristics) and p.factions == ("arcanists",) and not p.is_totem
    ]
    hoffman = crew("guild", "c-hoffman", assets[0].slug)
    assert "M2-HIRE-13" in broken(hoffman)
    assert judged(crew("guild", "c-hoffman", assets[0].slug, worn=("arcanist-assets",))).legal


@pytest.mark.rule("M2-HIRE-37")
def test_zoraida_takes_the_weak_of_will_as_mercenaries() -> None:
    weak = [
        p
        for p in CATALOGUE.profiles()
        if "Living" in p.characteristics
        and (p.wp or 9) <= 4
        and "neverborn" not in p.factions
        and "Mercenary" not in p.characteristics
        and "Swampfiend" not in p.characteristics
        and not p.is_totem
        and p.cost
        and p.limit >= 3
    ]
    one = weak[0]
    report = judged(crew("neverborn", "zoraida", one.slug))
    assert report.legal, report.violations
    assert report.total.amount == one.cost + 1
    assert "M2-HIRE-27" in broken(crew("neverborn", "zoraida", *[one.slug] * 3))


@pytest.mark.rule("M2-HIRE-39")
def test_a_permission_spares_a_mercenary_its_surcharge() -> None:
    both = next(
        p
        for p in CATALOGUE.profiles()
        if {"Mercenary", "Tormented"} <= set(p.characteristics) and "resurrectionists" not in p.factions
    )
    leader = Profile("h", "Jack Daw", "", ("resurrectionists",), (), "Master", None)
    from rules.crews.permissions import Opened
    from rules.editions.m2e.hiring.admission import admissions

    opened = [Opened("Jack Daw", CATALOGUE.profile("jack-daw").hiring.opens[0])]
    kind, strict = SecondReadings(), SecondReadings(permission_beats_mercenary=False)
    assert admissions([both], leader, "resurrectionists", opened, kind)[0].extra == 0
    assert admissions([both], leader, "resurrectionists", opened, strict)[0].extra == 1


@pytest.mark.rule("M2-HIRE-42", "M2-HIRE-54")
def test_slots_by_station_and_families_outside_them() -> None:
    three = ("implacable", "justice-unleashed", "last-stand")
    assert judged(crew("guild", "lady-justice", worn=three)).legal
    assert "M2-HIRE-42" in broken(crew("guild", "lady-justice", worn=(*three, "vengeance-bullet")))
    hound = crew("guild", "lady-justice", "guild-hound").with_upgrades(0, ("plant-evidence",))
    assert "M2-HIRE-42" in broken(hound)
    injustices = ("drowning-injustice", "firing-squad-injustice", "guillotine-injustice")
    bought = tuple(u.slug for u in CATALOGUE.upgrades() if u.requires == (("Jack Daw",),) and u.cost)[:2]
    assert judged(crew("outcasts", "jack-daw", worn=(*injustices, *bought))).legal
    assert "M2-HIRE-42" in broken(
        crew("outcasts", "jack-daw", worn=(*injustices, *bought)), attached_in_play_families=()
    )


@pytest.mark.rule("M2-HIRE-44")
def test_the_declared_faction_decides_over_upgrades() -> None:
    assert "M2-HIRE-44" in broken(crew("guild", "lady-justice", worn=("corpse-bloat",)))
    mercenary = crew("resurrectionists", "seamus", "lazarus", size=50)
    own = next(u for u in CATALOGUE.upgrades() if u.factions == ("outcasts",) and not u.requires)
    assert "M2-HIRE-44" in broken(mercenary.with_upgrades(0, (own.slug,)))


@pytest.mark.rule("M2-HIRE-45", "M2-HIRE-46", "M2-HIRE-47")
def test_copies_of_upgrades() -> None:
    twice = crew("guild", "lady-justice", worn=("plant-evidence", "plant-evidence"))
    assert broken(twice) == {"M2-HIRE-45"}
    pair = crew("guild", "lady-justice", "samael-hopkins", worn=("vengeance-bullet",))
    assert "M2-HIRE-46" in broken(pair.with_upgrades(0, ("vengeance-bullet",)))
    souls = crew("outcasts", "leveticus", "rusty-alyce", worn=("desolate-soul",))
    souls = souls.with_upgrades(0, ("desolate-soul",))
    assert "M2-HIRE-47" in broken(souls)
    assert judged(souls, upgrade_default_copies=0).legal


@pytest.mark.rule("M2-HIRE-48", "M2-HIRE-49")
def test_limited_and_leader() -> None:
    styles = ("low-river-style", "high-river-style")
    assert "M2-HIRE-48" in broken(crew("ten-thunders", "shenlong", worn=styles))
    badge = crew("guild", "lady-justice", "samael-hopkins").with_upgrades(0, ("badge-of-office",))
    assert "M2-HIRE-49" in broken(badge)
    assert judged(crew("guild", "samael-hopkins", size=35, worn=("badge-of-office",))).legal
    bar = next(u for u in CATALOGUE.upgrades() if "Non-Master" in u.marks)
    assert "M2-HIRE-49" in {
        v.rule
        for v in check_crew(
            crew(bar.factions[0], next(p.slug for p in masters_of(bar.factions[0])), worn=(bar.slug,)),
            CATALOGUE,
        ).violations
    }


def masters_of(faction: str) -> list[Profile]:
    return [p for p in CATALOGUE.profiles() if p.station == "Master" and faction in p.factions]


@pytest.mark.rule("M2-HIRE-50", "M2-HIRE-51", "M2-HIRE-52")
def test_any_of_a_group_and_each_group() -> None:
    assert judged(crew("guild", "lucius", worn=("watch-my-back",))).legal
    hopkins = crew("guild", "lady-justice", "samael-hopkins")
    assert judged(hopkins.with_upgrades(0, ("lead-lined-coat",))).legal
    peacekeeper = crew("guild", "lady-justice", "peacekeeper").with_upgrades(0, ("lead-lined-coat",))
    assert "M2-HIRE-51" in broken(peacekeeper), "an Enforcer, but not Living"
    assert "M2-HIRE-50" in broken(crew("guild", "sonnia-criid", worn=("implacable",)))
    assert judged(crew("guild", "sonnia-criid", worn=("vengeance-bullet",))).legal


@pytest.mark.rule("M2-HIRE-56", "M2-HIRE-57", "M2-HIRE-58")
def test_the_pool_is_what_is_left_and_the_leaders_cache_up_to_seven() -> None:
    assert (pool(0, 4), pool(5, 4), pool(-3, 2)) == (4, 7, 2)
    spent = crew("guild", "lady-justice", "samael-hopkins", size=30)
    assert judged(spent).pool == 7
    tight = crew("guild", "lady-justice", "samael-hopkins", "the-judge", "executioner", size=26)
    report = judged(tight)
    assert report.pool == min(7, max(0, report.left) + 4), "the Cache of followers adds nothing"


def test_a_crew_is_judged_by_the_edition_of_its_figures() -> None:
    assert hiring_of(CATALOGUE) is edition_of("m2e").hiring
    assert check_by_edition(crew("guild", "lady-justice"), CATALOGUE).pool == 7


def test_candidates_are_legal_exactly_when_they_break_nothing_new() -> None:
    written = crew("ten-thunders", "mei-feng", "ronin", size=35)
    before = broken(written)
    offered = candidates(written, CATALOGUE)
    assert len(offered) > 60
    assert any(candidate.legal for candidate in offered)
    for candidate in offered:
        after = broken(written.add(candidate.profile.slug))
        assert candidate.legal == (after <= before), candidate.profile.slug
    assert {c.profile.slug for c in offered if not c.legal} >= {"misaki", "shenlong"}


def test_upgrades_are_offered_to_those_who_may_bear_them() -> None:
    written = crew("guild", "lady-justice", "samael-hopkins")
    leader = {c.upgrade.slug: c for c in upgrade_candidates(written, CATALOGUE, None)}
    assert leader["implacable"].legal
    assert leader["badge-of-office"].legal
    follower = {c.upgrade.slug: c for c in upgrade_candidates(written, CATALOGUE, 0)}
    assert follower["badge-of-office"].reasons[0].rule == "M2-HIRE-49"
    assert follower["implacable"].reasons[0].rule == "M2-HIRE-50"


@pytest.mark.rule("M2-HIRE-41")
def test_a_good_student_learns_one_upgrade_of_the_master_who_leads() -> None:
    def taught(*upgrades: str, leader: str = "wong", worn: tuple[str, ...] = ()) -> set[str]:
        written = crew("bayou", leader, "sammy-lacroix", worn=worn)
        return broken(written.with_upgrades(0, upgrades))

    own = [u.slug for u in CATALOGUE.upgrades() if u.requires == (("Wong",),) and "bayou" in u.factions]
    one, other = own[:2]
    assert taught(one) == set()
    assert taught(one, other) == {"M2-HIRE-41"}, "one of them"
    assert taught(one, worn=(one,)) >= {"M2-HIRE-41"}, "then unique in the Crew"
    assert "M2-HIRE-50" in taught(one, leader="ulix"), "of the Master who leads"
    assert "M2-HIRE-50" in taught(one, leader="trixiebelle"), "under a Master"
    offered = [
        {
            c.upgrade.slug
            for c in upgrade_candidates(crew("bayou", leader, "sammy-lacroix"), CATALOGUE, 0)
            if c.legal
        }
        for leader in ("wong", "ulix")
    ]
    assert {one, other} <= offered[0]
    assert not {one, other} & offered[1]


@pytest.mark.rule("M2-HIRE-41")
def test_a_card_may_limit_whom_its_leader_hires() -> None:
    """Raethford of a printed scenario, who is in no data: a card of an organiser's pack says it."""
    terms = HiringTerms(only=("Frozen Heart", "Mercenary"))
    raethford = Profile("raethford", "Raethford", "", ("arcanists",), (), "Henchman", 10, hiring=terms)
    with_him = Catalogue([*CATALOGUE.profiles(), raethford], CATALOGUE.upgrades(), edition="m2e")

    def faults(*models: str) -> set[str]:
        return {
            v.rule for v in check_crew(crew("arcanists", "raethford", *models, size=35), with_him).violations
        }

    assert faults("ice-golem", "ronin") == set()
    assert faults("cassandra") == {"M2-HIRE-41"}
