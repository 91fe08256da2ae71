"""What the portal proposes: Totems that come for nothing, models for what is left, and advice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crews.crewlist import CrewList
from rules.crews.suggestions import SPARE, advice, filled, started
from rules.editions.m3e.hiring.candidates import candidates
from rules.editions.m3e.hiring.check import check_crew
from tests.rules.crews.figures import CATALOGUE
from tests.rules.crews.words import changed, crew, judged, with_cards


def slugs(written: CrewList) -> list[str]:
    return [member.slug for member in written.members]


@pytest.mark.rule("M3E-HIRE-14")
def test_a_leader_brings_its_totems_once() -> None:
    begun = started(crew("dashel-barker"), CATALOGUE)
    assert slugs(begun) == ["the-dispatcher"]
    assert started(begun, CATALOGUE) == begun
    assert judged(begun).left == 50, "for nothing"


@pytest.mark.rule("M3E-HIRE-14")
def test_totems_of_another_faction_and_of_nobody_stay_away() -> None:
    foreign = with_cards(changed("the-dispatcher", factions=("arcanists",)))
    assert slugs(started(crew("dashel-barker"), foreign)) == []
    unknown = crew("nobody-at-all")
    assert started(unknown, CATALOGUE) == unknown


@pytest.mark.rule("M3E-HIRE-03", "M3E-HIRE-12")
def test_a_crew_is_filled_legally_until_nothing_more_fits() -> None:
    full = filled(crew("dashel-barker"), CATALOGUE)
    report = check_crew(full, CATALOGUE)
    assert report.legal
    assert report.left >= SPARE
    fitting = [
        c.profile.slug
        for c in candidates(full, CATALOGUE)
        if c.legal and c.group != "other" and c.total and 0 < c.total.amount <= c.left - SPARE
    ]
    assert [slug for slug in fitting if CATALOGUE.profile(slug).station != "Master"] == []


def test_the_keyword_comes_first_one_of_each_the_dearest_before_others() -> None:
    hired = slugs(filled(crew("dashel-barker"), CATALOGUE))
    assert hired[:5] == ["executioner", "taggart-queeg", "warden", "guard-patrol", "guild-hound"]
    assert hired[5] == "executioner", "a second copy of the Keyword before Versatile models"
    small = filled(crew("dashel-barker", size=8), CATALOGUE, spare=0)
    assert slugs(small) == ["taggart-queeg"]
    assert slugs(filled(crew("dashel-barker", size=8), CATALOGUE)) == ["guard-patrol"], "four are kept"


@pytest.mark.rule("M3E-HIRE-22")
def test_what_a_legal_crew_gives_away_is_told() -> None:
    alone = judged(crew("dashel-barker"))
    assert [(v.rule, v.sentence) for v in advice(crew("dashel-barker"), CATALOGUE, alone)] == [
        ("", "Only the Leader is in the Crew."),
        ("M3E-HIRE-22", "50 Soulstones are unspent; 10 go into the pool, 40 would be lost."),
    ]
    ten = crew("dashel-barker", "guild-hound", size=13)
    assert judged(ten).left == 10
    assert advice(ten, CATALOGUE, judged(ten)) == ()
    broken = crew("dashel-barker", *["guild-hound"] * 5)
    assert advice(broken, CATALOGUE, judged(broken)) == (), "first its violations"


@pytest.mark.rule("M3E-HIRE-12", "M3E-HIRE-03")
def test_how_many_more_can_join_at_once() -> None:
    def affordable(written: CrewList, slug: str) -> int:
        return {c.profile.slug: c for c in candidates(written, CATALOGUE)}[slug].affordable

    assert affordable(crew("dashel-barker"), "guild-hound") == 4
    assert affordable(crew("dashel-barker", "guild-hound"), "guild-hound") == 3
    assert affordable(crew("dashel-barker", size=7), "guild-hound") == 2, "three each"
    assert affordable(crew("dashel-barker", size=2), "guild-hound") == 0
    assert affordable(crew("dashel-barker", size=0), "the-dispatcher") == 1, "a Totem costs nothing"
    assert affordable(crew("dashel-barker"), "gatling-gunner") == 0, "nobody knows its Cost"


def test_why_not_is_told_without_the_name_before_it() -> None:
    listed = {c.profile.slug: c for c in candidates(crew("dashel-barker", *["guild-hound"] * 4), CATALOGUE)}
    hound = listed["guild-hound"]
    assert (hound.copies, hound.why) == (4, "4 in the Crew, at most 4.")
    assert listed["guard-patrol"].why == ""
    poor = {c.profile.slug: c for c in candidates(replace(crew("dashel-barker"), size=1), CATALOGUE)}
    assert poor["guild-hound"].why == "Costs 3; 1 left."
