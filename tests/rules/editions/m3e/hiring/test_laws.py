"""Laws that hold for every Crew, tried on random ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.crews.crewlist import CrewList, Member
from rules.crews.text.reading import read
from rules.crews.text.writing import write
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.candidates import candidates, upgrade_candidates
from rules.editions.m3e.hiring.check import check_crew
from rules.editions.m3e.hiring.readings import ThirdReadings
from tests.rules.crews.figures import MODELS, UPGRADES
from tests.rules.crews.words import changed, with_cards

CATALOGUE = with_cards(changed("dashel-barker-butcher", cost=11), changed("perdita-ortega", cost=9))
SLUGS = st.sampled_from([profile.slug for profile in MODELS])
CARDS = st.lists(st.sampled_from([upgrade.slug for upgrade in UPGRADES]), max_size=2).map(tuple)
MEMBERS = st.builds(Member, SLUGS, CARDS)
POLICIES = st.builds(
    ThirdReadings,
    keyword_of_other_faction=st.sampled_from(["allowed", "refused"]),
    masters_half=st.sampled_from(["printed", "with-surcharge"]),
    extra_master_surcharge=st.sampled_from(["both", "shared", "always-one"]),
    consent=st.booleans(),
)
LISTS = st.builds(
    CrewList,
    faction=st.sampled_from(["guild", "guild", "guild", *FACTIONS]),
    leader=SLUGS,
    size=st.integers(1, 90),
    members=st.lists(MEMBERS, max_size=7).map(tuple),
    leader_upgrades=CARDS,
)
quick = settings(max_examples=60, deadline=None)


@st.composite
def legal_crews(draw: st.DrawFn) -> tuple[CrewList, ThirdReadings]:
    """Grown by taking legal candidates only."""
    policies = draw(POLICIES)
    leader = draw(st.sampled_from(["dashel-barker", "lady-justice", "charles-hoffman", "taggart-queeg"]))
    crew = CrewList("guild", leader, draw(st.integers(20, 90)))
    for _ in range(draw(st.integers(0, 6))):
        legal = [c for c in candidates(crew, CATALOGUE, policies) if c.legal]
        if not legal:
            break
        crew = crew.add(draw(st.sampled_from(legal)).profile.slug)
        cards = [c for c in upgrade_candidates(crew, CATALOGUE, len(crew.members) - 1, policies) if c.legal]
        if cards and draw(st.booleans()):
            crew = crew.with_upgrades(len(crew.members) - 1, (draw(st.sampled_from(cards)).upgrade.slug,))
    return crew, policies


@pytest.mark.rule("M3E-HIRE-03", "M3E-HIRE-22")
@quick
@given(LISTS, POLICIES)
def test_the_total_is_the_sum_of_its_lines_and_of_theirs(crew: CrewList, policies: ThirdReadings) -> None:
    report = check_crew(crew, CATALOGUE, policies)
    assert report.total.amount == sum(line.amount for line in report.total.lines)
    assert report.total.amount == sum(line.amount for sheet in report.lines for line in sheet.total.lines)
    assert report.left == crew.size - report.total.amount
    assert 0 <= report.pool <= 10


@quick
@given(LISTS, POLICIES, st.randoms(use_true_random=False))
def test_the_order_of_the_models_changes_nothing(crew: CrewList, policies: ThirdReadings, chance) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(crew.members)
    chance.shuffle(shuffled)
    one = check_crew(crew, CATALOGUE, policies)
    other = check_crew(replace(crew, members=tuple(shuffled)), CATALOGUE, policies)
    assert one.violations == other.violations
    assert one.total.amount == other.total.amount


@pytest.mark.rule("M3E-HIRE-03", "M3E-HIRE-08")
@quick
@given(legal_crews())
def test_what_is_grown_from_legal_candidates_is_legal_and_shrinks_without_a_cost_violation(
    grown: tuple[CrewList, ThirdReadings],
) -> None:
    crew, policies = grown
    assert check_crew(crew, CATALOGUE, policies).violations == ()
    for index in range(len(crew.members)):
        rules = {v.rule for v in check_crew(crew.remove(index), CATALOGUE, policies).violations}
        # Only a Totem can miss somebody, and only its Master.
        assert rules <= {"M3E-HIRE-14"}


@pytest.mark.rule("M3E-HIRE-02", "M3E-HIRE-06", "M3E-HIRE-12", "M3E-HIRE-13", "M3E-HIRE-14")
@quick
@given(legal_crews())
def test_a_candidate_of_a_legal_crew_is_legal_exactly_when_the_crew_with_it_is(
    grown: tuple[CrewList, ThirdReadings],
) -> None:
    crew, policies = grown
    for candidate in candidates(crew, CATALOGUE, policies):
        after = check_crew(crew.add(candidate.profile.slug), CATALOGUE, policies)
        assert candidate.legal == after.legal, (candidate, after.violations)
        assert {v.rule for v in candidate.reasons} == {v.rule for v in after.violations}
        if candidate.total is not None:
            assert after.lines[-1].total == candidate.total


@pytest.mark.rule("M3E-HIRE-17", "M3E-HIRE-18", "M3E-HIRE-19", "M3E-HIRE-21")
@quick
@given(legal_crews())
def test_an_upgrade_is_offered_exactly_when_the_crew_with_it_is_legal(
    grown: tuple[CrewList, ThirdReadings],
) -> None:
    crew, policies = grown
    for index, worn in [(None, crew.leader_upgrades), *((i, m.upgrades) for i, m in enumerate(crew.members))]:
        for candidate in upgrade_candidates(crew, CATALOGUE, index, policies):
            after = check_crew(
                crew.with_upgrades(index, (*worn, candidate.upgrade.slug)), CATALOGUE, policies
            )
            assert candidate.legal == after.legal, (candidate, after.violations)


@quick
@given(LISTS, POLICIES)
def test_a_legal_candidate_breaks_nothing_that_was_whole(crew: CrewList, policies: ThirdReadings) -> None:
    before = {(v.rule, v.subject) for v in check_crew(crew, CATALOGUE, policies).violations}
    for candidate in candidates(crew, CATALOGUE, policies):
        if candidate.legal:
            after = check_crew(crew.add(candidate.profile.slug), CATALOGUE, policies).violations
            assert {(v.rule, v.subject) for v in after} <= before


@quick
@given(LISTS, st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=30))
def test_a_text_gives_the_same_crew_back(crew: CrewList, name: str) -> None:
    result = read(write(crew, CATALOGUE, name=name, report=check_crew(crew, CATALOGUE)), CATALOGUE)
    assert result.crew == crew
    assert result.name == " ".join(name.split())
