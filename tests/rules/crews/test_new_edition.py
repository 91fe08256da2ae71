"""An edition that nothing here knows by name: its own Factions, one rule of hiring, one price rule."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from rules.crews.catalogue import Catalogue, Profile, faction_name, factions_of
from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew
from rules.crews.policies import Consent
from rules.crews.suggestions import advice, filled, started
from rules.crews.text.kinds import edition_of_text
from rules.crews.text.reading import read
from rules.crews.text.writing import write, write_as_app
from rules.edition import Edition, registered
from rules.refusal import Refusal
from tests.editions.m0e import DATA, EDITION

HIRING = replace(EDITION.hiring, factions={"guild": "The Law", **EDITION.hiring.factions})
GHOST = Profile("wraith", "Wraith", "", ("ghosts",), (), "Hand", 3)


@pytest.fixture
def edition() -> Iterator[Edition]:
    with registered(replace(EDITION, hiring=HIRING)) as new:
        yield new


@pytest.fixture
def figures(edition: Edition) -> Catalogue:
    rows = json.loads((DATA / "models.json").read_text())
    printed = [msgspec.convert({"title": "", "keywords": [], **row}, Profile) for row in rows]
    return Catalogue([*printed, GHOST], edition=edition.code)


def test_its_factions_have_their_names(edition: Edition) -> None:
    assert factions_of("m0e") == {"guild": "The Law", "salt": "The Salt", "ember": "The Ember"}
    assert (faction_name("guild", "m0e"), faction_name("guild", "m3e")) == ("The Law", "Guild")
    assert faction_name("salt") == "The Salt"
    assert faction_name("unheard-of", "m0e") == "unheard-of"


def test_crews_are_judged_begun_and_filled_by_it(figures: Catalogue) -> None:
    crew = CrewList("salt", "old-brine", 20)
    assert started(crew, figures) == crew, "nobody joins for nothing"
    full = filled(crew, figures)
    assert sorted(member.slug for member in full.members) == ["rake", "rake", "saltwife", "saltwife"]
    report = check_crew(full, figures)
    assert report.legal
    assert report.left == 4
    assert advice(full, figures, report) == (), "no row says that Soulstones are lost"
    asked = replace(HIRING, consent=Consent("ghosts", "Ghosts", ""))
    assert asked.needs_consent(GHOST)
    assert not asked.needs_consent(figures.profile("rake"))


def test_its_crews_are_written_and_read(figures: Catalogue) -> None:
    crew = CrewList("salt", "old-brine", 20).add("rake").add("rake")
    text = write(crew, figures, name="Night")
    assert "Edition: Toy Edition" in text
    assert "Faction: The Salt" in text
    for written in (text, write_as_app(crew, figures)):
        assert edition_of_text(written) == "m0e"
        assert read(written, figures).crew == crew
    listed = read("Faction: The Salt\nHenchman:\nOld Brine\nHands (2)\n2x Rake", figures)
    assert [line.words for line in listed.lines if not line.part] == ["a heading", "a heading"]
    assert listed.crew.size == 20, "the usual one"
    with pytest.raises(Refusal) as refused:
        read("Faction: Bayou\nSize: none", figures)
    fixes = [violation.fix for violation in refused.value.violations]
    assert fixes == ["One of The Law, The Salt, The Ember.", "Say 20."]
