"""Who may lead, and whom a Leader may hire (M3E-HIRE-01 to -07, -15)."""

from __future__ import annotations

import pytest

from rules.crews.permissions import HiringTerms
from rules.crews.policies import Allowance
from rules.edition import edition_of
from rules.editions.m3e.hiring.candidates import candidates
from rules.editions.m3e.hiring.hirable import hirability, is_hirable
from rules.editions.m3e.hiring.pricing import leader_price
from rules.editions.m3e.hiring.readings import ThirdReadings
from tests.rules.crews.figures import CATALOGUE
from tests.rules.crews.words import broken, changed, crew, judged, with_cards


@pytest.mark.rule("M3E-HIRE-01")
@pytest.mark.parametrize("leader", ["lady-justice", "taggart-queeg"])
def test_a_master_or_a_henchman_of_the_faction_leads_for_nothing(leader: str) -> None:
    report = judged(crew(leader))
    assert report.legal
    assert report.total.amount == 0
    assert [line.amount for line in report.lines[0].total.lines] == [
        CATALOGUE.profile(leader).cost,
        -(CATALOGUE.profile(leader).cost or 0),
    ]
    assert leader_price(CATALOGUE.profile(leader)).lines[1].rule == "M3E-HIRE-01"


@pytest.mark.rule("M3E-HIRE-01")
@pytest.mark.parametrize("leader", ["guild-hound", "guild-steward"])
def test_a_minion_or_an_enforcer_does_not_lead(leader: str) -> None:
    assert ("M3E-HIRE-01", leader) in broken(crew(leader))


@pytest.mark.rule("M3E-HIRE-01")
def test_there_is_exactly_one_leader_of_the_declared_faction() -> None:
    assert ("M3E-HIRE-01", "") in broken(crew("", "guild-hound"))
    assert broken(crew("lady-justice", faction="arcanists")) == {("M3E-HIRE-01", "lady-justice")}
    assert broken(crew("charles-hoffman", faction="arcanists")) == set()


@pytest.mark.rule("M3E-FACTION-01", "M3E-FACTION-02", "M3E-HIRE-15")
def test_a_crew_declares_one_of_eight_factions_and_never_the_dead_mans_hand() -> None:
    consent = ThirdReadings(consent=True)
    assert broken(crew("ryle-hoffman", faction="guild"), consent) == set()
    assert broken(crew("ryle-hoffman", faction="dead-mans-hand"), consent) == {
        ("M3E-FACTION-02", "dead-mans-hand")
    }
    assert ("M3E-FACTION-02", "gremlins") in broken(crew("lady-justice", faction="gremlins"))


@pytest.mark.rule("M3E-HIRE-02")
def test_a_crew_led_by_a_henchman_hires_no_master() -> None:
    written = crew("taggart-queeg", "dashel-barker", size=100)
    assert broken(written) == {("M3E-HIRE-02", "dashel-barker")}
    assert broken(crew("lady-justice", "dashel-barker", size=100)) == set()


@pytest.mark.rule("M3E-HIRE-04")
def test_only_the_leaders_keywords_count() -> None:
    """The Judge (Marshal) would share a Keyword with the Death Marshal; he does not lead."""
    with_judge = judged(crew("dashel-barker", "the-judge", "death-marshal"))
    assert [sheet.total.amount for sheet in with_judge.lines] == [0, 11, 6]
    assert judged(crew("the-judge", "death-marshal")).total.amount == 5


@pytest.mark.rule("M3E-HIRE-06")
def test_neither_faction_nor_keyword_is_no_hire_and_versatile_does_not_help() -> None:
    assert broken(crew("dashel-barker", "silent-one")) == {("M3E-HIRE-06", "silent-one")}
    assert broken(crew("dashel-barker", "doppelganger")) == {("M3E-HIRE-06", "doppelganger")}
    assert CATALOGUE.profile("doppelganger").versatile


@pytest.mark.rule("M3E-HIRE-07")
def test_a_keyword_model_of_another_faction_by_either_reading() -> None:
    written = crew("charles-hoffman", "howard-langston")
    assert broken(written) == set()
    assert judged(written).total.amount == 10
    refused = ThirdReadings(keyword_of_other_faction="refused")
    assert broken(written, refused) == {("M3E-HIRE-07", "howard-langston")}
    assert broken(crew("charles-hoffman", "watcher"), refused) == set()
    assert broken(crew("charles-hoffman", "howard-langston", faction="arcanists"), refused) == set()


@pytest.mark.rule("M3E-HIRE-15")
def test_the_dead_mans_hand_needs_consent_and_then_is_hired_like_anyone() -> None:
    written = crew("charles-hoffman", "ryle-hoffman")
    assert broken(written) == {("M3E-HIRE-15", "ryle-hoffman")}
    assert broken(crew("ryle-hoffman")) == {("M3E-HIRE-15", "ryle-hoffman")}
    report = judged(written, ThirdReadings(consent=True))
    assert report.legal
    assert report.total.amount == 10
    stranger = judged(crew("lady-justice", "ryle-hoffman"), ThirdReadings(consent=True))
    assert stranger.total.amount == 11


@pytest.mark.rule("M3E-HIRE-15", "M3E-FACTION-02")
def test_sharing_the_dead_mans_hand_alone_is_sharing_no_faction() -> None:
    loner = changed("ryle-hoffman", slug="loner", name="Loner", factions=("dead-mans-hand",), keywords=())
    consent = ThirdReadings(consent=True)
    faults = broken(crew("ryle-hoffman", "loner"), consent, with_cards(loner))
    assert faults == {("M3E-HIRE-06", "loner")}


@pytest.mark.rule("M3E-HIRE-03")
def test_a_model_whose_cost_nobody_knows_is_not_hired_but_leads_for_nothing() -> None:
    assert broken(crew("dashel-barker", "gatling-gunner")) == {("M3E-HIRE-03", "gatling-gunner")}
    assert broken(crew("dashel-barker-butcher")) == set()
    priced = with_cards(changed("gatling-gunner", cost=7))
    assert broken(crew("dashel-barker", "gatling-gunner"), catalogue=priced) == set()
    violation = is_hirable(CATALOGUE.profile("gatling-gunner"), CATALOGUE.profile("dashel-barker"), "guild")
    assert violation is not None
    assert "pack" in violation.fix


@pytest.mark.rule("M3E-HIRE-03", "M3E-GEN-02")
def test_cards_that_say_whom_they_are_not_hired_by_or_with() -> None:
    """One that comes in play alone, one that will not follow a Leader, an Effigy beside an Emissary."""
    part = changed("guild-hound", slug="part", name="Part", abilities=("Parts of the Whole",))
    loyal = changed("guild-hound", slug="loyal", name="Loyal", abilities=("Nephilim Loyalist",))
    nekima = changed("dashel-barker", slug="nekima", name="Nekima")
    effigy = changed("guild-hound", slug="effigy", name="Effigy", abilities=("Before and After",))
    emissary = changed("guild-hound", slug="emissary", name="Brutal Emissary")
    rider = changed("dashel-barker", slug="rider", name="Rider", abilities=("Dismounted",))
    figures = with_cards(part, loyal, nekima, effigy, emissary, rider)
    for leader, hired, said in (
        ("dashel-barker", ("part",), {"part"}),
        ("dashel-barker", ("loyal",), set()),
        ("nekima", ("loyal",), {"loyal"}),
        ("dashel-barker", ("effigy",), set()),
        ("dashel-barker", ("effigy", "emissary"), {"effigy", "emissary"}),
        ("rider", (), {"rider"}),
    ):
        faults = broken(crew(leader, *hired), catalogue=figures)
        assert faults == {("M3E-HIRE-03", name) for name in said}
    beside = {one.profile.slug: one.legal for one in candidates(crew("dashel-barker", "effigy"), figures)}
    assert (beside["emissary"], beside["loyal"], beside["part"]) == (False, True, False)
    assert not edition_of("m3e").hiring.leads(figures.profile("rider"), "guild")


@pytest.mark.rule("M3E-HIRE-03")
@pytest.mark.parametrize(
    ("terms", "barred"),
    [
        (HiringTerms(), False),
        (HiringTerms(never=True), True),
        (HiringTerms(not_under=("Dashel Barker",)), True),
        (HiringTerms(not_under=("Guild",)), True),
        (HiringTerms(not_under=("Nekima", "Arcanists")), False),
        (HiringTerms(only_under=("Dashel Barker",)), False),
        (HiringTerms(only_under=("Nekima",)), True),
    ],
)
def test_a_pack_says_whom_its_model_serves_under(terms: HiringTerms, barred: bool) -> None:
    figures = with_cards(changed("guild-hound", slug="own", name="Own", hiring=terms))
    faults = broken(crew("dashel-barker", "own"), catalogue=figures)
    assert faults == ({("M3E-HIRE-03", "own")} if barred else set())
    assert [one.legal for one in candidates(crew("dashel-barker"), figures) if one.profile.slug == "own"] == [
        not barred
    ]


@pytest.mark.rule("M3E-HIRE-03", "M3E-HIRE-14", "M3E-GEN-02")
def test_a_helping_hand_is_free_under_a_henchman_and_a_nytemare_leads() -> None:
    hand = changed("guild-hound", slug="hand", name="Hand", abilities=("Helping Hand",))
    bits = changed(
        "taggart-queeg", slug="bits", name="Bits", is_totem=True, totem_for="Nobody", abilities=("Nytemare",)
    )
    other = changed("taggart-queeg", slug="other", name="Other", is_totem=True, totem_for="Nobody")
    figures = with_cards(hand, bits, other)
    costs = {}
    for leader in ("dashel-barker", "taggart-queeg"):
        report = judged(crew(leader, "hand"), catalogue=figures)
        costs[leader] = [line.amount for line in report.lines[1].total.lines if "Hand" in line.label]
    assert costs == {"dashel-barker": [3], "taggart-queeg": [3, -3]}
    assert broken(crew("bits"), catalogue=figures) == set()
    assert broken(crew("other"), catalogue=figures) == {("M3E-HIRE-14", "other")}


@pytest.mark.rule("M3E-HIRE-05", "M3E-HIRE-06", "M3E-GEN-02")
def test_a_leader_says_whom_it_hires_as_if_they_were_versatile() -> None:
    marcus = changed("lady-justice", slug="marcus", name="Marcus", abilities=("Beastmaster",))
    beast = changed("guild-hound", slug="beast", name="Beast", keywords=(), characteristics=("Beast",))
    stray = changed("guild-hound", slug="stray", name="Stray", keywords=(), characteristics=("Construct",))
    foreign = changed(
        "guild-hound",
        slug="foreign",
        name="Foreign",
        factions=("bayou",),
        keywords=("Marshal",),
        characteristics=("Beast",),
    )
    figures = with_cards(marcus, beast, stray, foreign)
    groups = {}
    for leader in ("marcus", "lady-justice"):
        report = judged(crew(leader, "beast", "stray"), catalogue=figures)
        offered = {one.profile.slug: one.group for one in candidates(crew(leader), figures)}
        groups[leader] = (
            [line.total.amount for line in report.lines[1:]],
            offered["beast"],
            offered["stray"],
        )
    assert groups == {"marcus": ([3, 4], "versatile", "other"), "lady-justice": ([4, 4], "other", "other")}


@pytest.mark.rule("M3E-HIRE-03", "M3E-HIRE-12", "M3E-GEN-02")
def test_ashes_and_blood_hires_the_leaders_sister_for_nothing() -> None:
    sister = changed(
        "lady-justice",
        slug="sister",
        name="Sister",
        title="",
        cost=11,
        limit=2,
        abilities=("Ashes and Blood",),
    )
    figures = with_cards(sister)
    second = judged(crew("sister", "sister"), catalogue=figures).lines[1].total
    assert [line.amount for line in second.lines][:2] == [11, -11]
    under_another = judged(crew("lady-justice", "sister"), catalogue=figures).lines[1].total
    assert -11 not in [line.amount for line in under_another.lines]


@pytest.mark.rule("M3E-HIRE-03", "M3E-GEN-02")
def test_a_when_hiring_text_lets_a_model_in_and_changes_its_price() -> None:
    written = crew("dashel-barker", "silent-one")
    for amount, price in ((0, 7), (-1, 6), (-20, 0)):
        policies = ThirdReadings(allowances=(Allowance("silent-one", "Infiltration", amount),))
        report = judged(written, policies)
        assert report.legal
        assert report.total.amount == price
        assert any("Infiltration" in line.label for line in report.lines[1].total.lines)


@pytest.mark.rule("M3E-HIRE-02", "M3E-HIRE-03", "M3E-HIRE-06", "M3E-HIRE-15")
def test_every_reason_is_told_at_once() -> None:
    stranger = changed(
        "dashel-barker", slug="s", name="S", factions=("neverborn", "dead-mans-hand"), keywords=(), cost=None
    )
    violations = hirability(stranger, CATALOGUE.profile("taggart-queeg"), "guild")
    assert [violation.rule for violation in violations] == [
        "M3E-HIRE-06",
        "M3E-HIRE-02",
        "M3E-HIRE-15",
        "M3E-HIRE-03",
    ]
    assert all(violation.fix and violation.sentence for violation in violations)


@pytest.mark.rule("M3E-GEN-06", "M3E-HIRE-16")
def test_slugs_that_the_release_does_not_hold_are_told_not_dropped() -> None:
    assert broken(crew("dashel-barker", "gild-hound")) == {("M3E-GEN-06", "gild-hound")}
    assert broken(crew("nobody")) == {("M3E-GEN-06", "nobody")}
    assert broken(crew("dashel-barker", "guild-hound+hat")) == {("M3E-HIRE-16", "hat")}
