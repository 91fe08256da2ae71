"""An edition that nothing here knows by name: its own Factions, one rule of hiring, one price rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from rules.crews.catalogue import Catalogue, Profile, faction_name, factions_of
from rules.crews.crewlist import CrewList
from rules.crews.hiring import Hiring, check_crew
from rules.crews.offers import Candidate, PriceGroup
from rules.crews.policies import Consent, HiringPolicies
from rules.crews.report import HiringReport, MemberSheet
from rules.crews.suggestions import advice, filled, started
from rules.crews.text_format import edition_of_text, read, write, write_as_app
from rules.edition import Edition, edition_of, registered
from rules.refusal import Refusal, Total, TotalLine, Violation


def judged(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies) -> HiringReport:
    """Everybody costs what is printed; three models are the most."""
    hired = [catalogue.profile(slug) for slug in (crew.leader, *(m.slug for m in crew.members)) if slug]
    sheets = tuple(
        MemberSheet(place, one.slug, one.full_name, Total.of([TotalLine(one.full_name, one.cost or 0)]))
        for place, one in enumerate(hired, -1)
    )
    total = Total.of(TotalLine(sheet.label, sheet.total.amount) for sheet in sheets)
    wrong = (Violation("", "More than three models.", "Remove one."),) if len(hired) > 3 else ()
    return HiringReport(wrong, total, crew.size, crew.size - total.amount, sheets, pool=0)


def offered(
    crew: CrewList, catalogue: Catalogue, policies: HiringPolicies, *, everyone: bool = False
) -> tuple[Candidate, ...]:
    tried = [(one, judged(crew.add(one.slug), catalogue, policies)) for one in catalogue.profiles()]
    return tuple(
        Candidate(one, after.lines[-1].total, 3, keyword=True, reasons=after.violations, group="band", left=9)
        for one, after in tried
    )


HIRING = Hiring(
    factions={"watch": "The Watch", "guild": "The Law"},
    faction_rule="",
    leads=lambda profile, faction: profile.station == "Captain" and faction in profile.factions,
    pool_limit=0,
    slots=lambda bearer: 0,
    free_attachments=False,
    policies=HiringPolicies,
    check_crew=judged,
    candidates=offered,
    upgrade_candidates=lambda crew, catalogue, index, policies, *, left=None: (),
    groups=(PriceGroup(name="band", title="The band", fills=True),),
    consent=Consent("ghosts", "Ghosts", ""),
    size=12,
)
FIGURES = [
    Profile("captain", "The Captain", "", ("watch",), (), "Captain", 0),
    Profile("lantern", "Lantern", "", ("watch",), (), "Grunt", 2, limit=2),
    Profile("wraith", "Wraith", "", ("ghosts",), (), "Grunt", 3),
]


def new_edition(factions: dict[str, str]) -> Edition:
    """What it does not decide of hiring is as in the edition that is known."""
    third = edition_of("m3e")
    hiring = replace(HIRING, factions=factions)
    cards = replace(third.cards, stations=("Captain", "Grunt"))
    return replace(third, code="m0e", name="Practice Edition", unnamed=False, cards=cards, hiring=hiring)


@pytest.fixture
def edition() -> Iterator[Edition]:
    with registered(new_edition(dict(HIRING.factions))) as new:
        yield new


@pytest.fixture
def figures(edition: Edition) -> Catalogue:
    return Catalogue(FIGURES, edition=edition.code)


def test_its_factions_have_their_names(edition: Edition) -> None:
    assert factions_of("m0e") == {"watch": "The Watch", "guild": "The Law"}
    assert (faction_name("guild", "m0e"), faction_name("guild", "m3e")) == ("The Law", "Guild")
    assert faction_name("watch") == "The Watch"
    assert faction_name("unheard-of", "m0e") == "unheard-of"


def test_crews_are_judged_begun_and_filled_by_it(figures: Catalogue) -> None:
    crew = CrewList("watch", "captain", 12)
    assert started(crew, figures) == crew, "nobody joins for nothing"
    full = filled(crew, figures)
    assert [member.slug for member in full.members] == ["wraith", "lantern"], (
        "the dearest first, three in all"
    )
    report = check_crew(full, figures)
    assert report.legal
    assert report.left == 7
    assert advice(full, figures, report) == (), "no row says that Soulstones are lost"
    assert HIRING.needs_consent(figures.profile("wraith"))
    assert not HIRING.needs_consent(figures.profile("lantern"))


def test_its_crews_are_written_and_read(figures: Catalogue) -> None:
    crew = CrewList("watch", "captain", 12).add("lantern").add("lantern")
    text = write(crew, figures, name="Night")
    assert "Edition: Practice Edition" in text
    assert "Faction: The Watch" in text
    assert edition_of_text(text) == "m0e"
    assert read(text, figures).crew == crew
    assert read(write_as_app(crew, figures), figures).crew == crew
    listed = read("Faction: The Watch\nCaptain:\nThe Captain\nGrunts (2)\n2x Lantern", figures)
    assert [line.words for line in listed.lines if not line.part] == ["a heading", "a heading"]
    assert listed.crew.size == 12, "the usual one"
    with pytest.raises(Refusal) as refused:
        read("Faction: Bayou\nSize: none", figures)
    fixes = [violation.fix for violation in refused.value.violations]
    assert fixes == ["One of The Watch, The Law.", "Say 12."]
