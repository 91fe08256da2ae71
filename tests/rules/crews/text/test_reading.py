"""A Crew as text, there and back, and what is said of a text that cannot be read."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import Member
from rules.crews.text.doubts import corrected
from rules.crews.text.kinds import LONGEST_TEXT
from rules.crews.text.reading import doubts_of, read
from rules.crews.text.writing import write, write_as_app
from rules.refusal import Refusal
from tests.rules.crews.figures import CATALOGUE
from tests.rules.crews.words import changed, crew, judged, with_cards

CREW = crew(
    "dashel-barker+no-prisoners", "guild-hound", "guild-hound", "executioner+expert-marksman", size=47
)
TEXT = """\
Name: Night watch
Faction: Guild
Size: 47
Leader: Dashel Barker + No Prisoners
2x Guild Hound
Executioner + Expert Marksman
# 19 of 47 Soulstones, pool 10
"""


def complaints(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Refusal) as refused:
        read(text, CATALOGUE)
    return [(v.subject, v.sentence) for v in refused.value.violations]


def test_a_crew_is_written_as_people_write_it() -> None:
    assert write(CREW, CATALOGUE, name="Night  watch", report=judged(CREW)) == TEXT


def test_what_was_written_is_read_back() -> None:
    result = read(TEXT, CATALOGUE)
    assert (result.name, result.crew) == ("Night watch", CREW)


@pytest.mark.parametrize(
    "line",
    ["2x Guild Hound", "guild hound x2", "2 × GUILD  HOUND", "guild-hound x2", "Guild Hound\nGuild Hound"],
)
def test_copies_and_names_are_taken_as_people_type_them(line: str) -> None:
    result = read(f"faction: guild\r\nleader: Dashel Barker\r\n\r\n{line}", CATALOGUE)
    assert result.crew.members == (Member("guild-hound"), Member("guild-hound"))
    assert result.crew.size == 50


def test_titles_tell_versions_apart() -> None:
    result = read("Faction: Guild\nLeader: Dashel Barker, Butcher", CATALOGUE)
    assert result.crew.leader == "dashel-barker-butcher"


def test_names_that_two_cards_share_are_written_as_slugs_and_asked_about() -> None:
    twins = with_cards(changed("guild-hound", slug="other-hound"))
    written = crew("dashel-barker", "guild-hound", "other-hound")
    assert read(write(written, twins), twins).crew == written
    with pytest.raises(Refusal) as refused:
        read("Faction: Guild\nGuild Hound", twins)
    assert "guild-hound, other-hound" in refused.value.sentence


def test_house_models_with_odd_names_survive() -> None:
    odd = with_cards(
        changed("guild-hound", slug="odd-1", name="2x Twin"),
        changed("guild-hound", slug="odd-2", name="A + B"),
        changed("guild-hound", slug="odd-3", name="Size: 7"),
        changed("guild-hound", slug="odd-4", name="# one"),
        changed("guild-hound", slug="odd-5", name="guild-hound"),
        changed("guild-hound", slug="odd-6", name="*Star*"),
    )
    written = crew("dashel-barker", "odd-1", "odd-2", "odd-3", "odd-4", "odd-5", "odd-6", "guild-hound")
    assert read(write(written, odd), odd).crew == written


def test_every_line_that_cannot_be_read_is_told_with_its_number() -> None:
    faults = complaints("Faction: Gild\nSize: many\nLeader: Dashel Barker\n\nGild Hound\nExecutioner + Hat\n")
    assert [where for where, _ in faults] == ["line 1", "line 2", "line 5", "line 6"]
    assert faults[2][1] == 'Line 5: no model is called "Gild Hound" here.'
    with pytest.raises(Refusal) as refused:
        read("Faction: Guild\nGild Hound", CATALOGUE)
    assert refused.value.fix == "Did you mean Guild Hound?"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "text"),
        ("# only a comment", "text"),
        ("Faction: Guild\nSize: 0", "line 2"),
        ("Faction: Guild\nSize: -5", "line 2"),
        ("Faction: Guild\nSize: 99999999999999999999", "line 2"),
        ("Faction: Guild\nSize: ٥٠", "line 2"),
        ("Faction: Guild\n999x Guild Hound", "line 2"),
        ("Faction: Dead Man's Hand", "line 1"),
        ("Faction: Guild\nGuild Hound" + " + No Prisoners" * 11, "line 2"),
    ],
)
def test_nonsense_is_refused_in_words(text: str, where: str) -> None:
    assert [line for line, _ in complaints(text)] == [where]


def test_a_flood_of_text_is_refused_unread() -> None:
    with pytest.raises(Refusal, match="longer"):
        read("x" * (LONGEST_TEXT + 1), CATALOGUE)


APP = """Saturday night (Guild)
Size: 25 - Pool: 6
Leader:
  Dashel Barker
    No Prisoners
Totem(s):
  The Dispatcher
Hires:
  Guild Hound 2
  Executioner
    No Prisoners
  Guild Hound
References:
  Whoever stands here is no part of it
"""


BIGGERHAT = """Dashel Barker (Guild)
Crew Card: Long Arm

Leader:
  Dashel Barker
Totem(s):
  The Dispatcher
Hires:
  Guild Hound
  Guild Hound
Versatile:
  Executioner
"""
BIGGERHAT_IN_CHATS = """```
**Dashel Barker** (Guild)
*Crew Card: Long Arm*

**Leader:**
- [Dashel Barker](https://example.org/miniatures/dashel-barker)
**Totem(s):**
- [The Dispatcher](https://example.org/miniatures/the-dispatcher)
**Hires:**
- [Guild Hound](https://example.org/miniatures/guild-hound-a)
- [Guild Hound](https://example.org/miniatures/guild-hound-b)
**Versatile:**
- [Executioner](https://example.org/characters/executioner)
```
"""
LETTERED = """(Guild)
Leader:
  Dashel Barker
Totem(s):
  The Dispatcher
Hires:
  Guild Hound A
  Guild Hound B
  Executioner
"""


@pytest.mark.parametrize("text", [BIGGERHAT, BIGGERHAT_IN_CHATS, LETTERED])
def test_what_other_programs_export_is_read(text: str) -> None:
    result = read(text, CATALOGUE)
    assert (result.crew.faction, result.crew.leader) == ("guild", "dashel-barker")
    hired = [member.slug for member in result.crew.members]
    assert hired == ["the-dispatcher", "guild-hound", "guild-hound", "executioner"]


def test_a_doubtful_name_in_a_link_is_corrected_there() -> None:
    text = BIGGERHAT_IN_CHATS.replace("[Executioner]", "[Executoner]")
    (doubt,) = doubts_of(text, CATALOGUE)
    assert read(corrected(text, {doubt: "Executioner"}), CATALOGUE).crew.members[-1].slug == "executioner"


LOOSE = """Saturday night (Guild)
Master
- Dashel Barker
Minions (3):
• 2 Guild Hound (3)
3. Guild Hound - 3ss
2 – Guild Hound
Executioner [9] + No Prisoners
Total: 26ss
(10) stones in pool
Pool: 10
"""


def test_lists_as_people_write_them_are_read() -> None:
    result = read(LOOSE, CATALOGUE)
    assert result.crew.leader == "dashel-barker"
    assert [member.slug for member in result.crew.members] == [*["guild-hound"] * 5, "executioner"]
    assert result.crew.members[-1].upgrades == ("no-prisoners",)


@pytest.mark.parametrize(
    "text", [APP, LOOSE, BIGGERHAT, BIGGERHAT_IN_CHATS, "Name: A\nFaction: Guild\n\n# why\nGuild Hound"]
)
def test_every_line_is_accounted_for(text: str) -> None:
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    assert sorted(taken.line for taken in read(text, CATALOGUE).lines) == lines


def test_what_is_written_as_the_app_does_is_read_back() -> None:
    written = crew("dashel-barker+no-prisoners", "the-dispatcher", "guild-hound", "guild-hound")
    as_app = write_as_app(written, CATALOGUE, name="Night watch")
    assert as_app.startswith("Night watch (Guild)\nSize: 50\nLeader:\n  Dashel Barker\n    No Prisoners\n")
    assert read(as_app, CATALOGUE).crew == written


def test_doubtful_names_have_others_near_and_are_corrected() -> None:
    text = "Faction: Guild\n  Gild Hound\nExecutioner + Hat\nNobody at all"
    hound, hat, nobody = doubts_of(text, CATALOGUE)
    assert (hound.line, hound.text, hound.near[0]) == (2, "Gild Hound", "Guild Hound")
    assert corrected(text, {hound: "Guild Hound", hat: "", nobody: ""}) == (
        "Faction: Guild\n  Guild Hound\nExecutioner\n# Nobody at all"
    )


def test_what_the_app_exports_is_read_line_by_line() -> None:
    result = read(APP, CATALOGUE)
    assert (result.name, result.crew.faction, result.crew.size) == ("Saturday night", "guild", 25)
    assert (result.crew.leader, result.crew.leader_upgrades) == ("dashel-barker", ("no-prisoners",))
    assert [(member.slug, member.upgrades) for member in result.crew.members] == [
        ("the-dispatcher", ()),
        ("guild-hound", ()),
        ("executioner", ("no-prisoners",)),
        ("guild-hound", ()),
    ]


def test_an_export_that_lost_its_indents_means_the_same() -> None:
    flat = "\n".join(line.strip() for line in APP.splitlines())
    assert read(flat, CATALOGUE).crew == read(APP, CATALOGUE).crew


def test_every_line_of_an_export_that_cannot_be_read_is_told() -> None:
    faults = complaints(APP.replace("Executioner", "Executoner").replace("Hound 2", "Hund 2"))
    assert [where for where, _ in faults] == ["line 9", "line 10"]


def of_edition(edition: str) -> Catalogue:
    return Catalogue(CATALOGUE.profiles(), CATALOGUE.upgrades(), edition=edition)


def test_another_edition_and_its_encounter_are_said_and_read_back() -> None:
    first = of_edition("m1e")
    written = replace(crew("dashel-barker", "guild-hound", size=40), format="brawl")
    text = write(written, first)
    assert text.startswith("Edition: ")
    assert "Format: Brawl\n" in text
    assert read(text, first).crew == written
    with pytest.raises(Refusal, match="not the edition of these figures"):
        read("Edition: " + text.split("\n")[0].removeprefix("Edition: ") + "\nFaction: Guild", CATALOGUE)
    with pytest.raises(Refusal, match='no Encounter "Siege"'):
        read("Faction: Guild\nFormat: Siege", first)


def test_without_name_pool_or_leader_the_app_has_a_plain_heading() -> None:
    assert (
        write_as_app(crew("", "guild-hound"), CATALOGUE) == "Crew (Guild)\nSize: 50\nHires:\n  Guild Hound\n"
    )
    with_pool = write_as_app(CREW, CATALOGUE, report=judged(CREW))
    assert with_pool.startswith("Crew (Guild)\nSize: 47 - Pool: 10\n")
    assert "Totem(s):" not in with_pool


def test_a_size_with_its_pool_and_more_models_than_fit() -> None:
    assert read("Faction: Guild\nSize: 45 - Pool: 10", CATALOGUE).crew.size == 45
    for size in ("000000045" + "0" * 9, "000000045" + "0" * 500, "4²"):
        with pytest.raises(Refusal, match="is not a size"):
            read(f"Faction: Guild\nSize: {size}", CATALOGUE)
    many = "Someone (Guild)\nHires:\n" + "  Guild Hound x60\n" * 3
    with pytest.raises(Refusal, match="more than"):
        read(many, CATALOGUE)


def test_what_stands_under_references_is_no_part_of_the_crew() -> None:
    taken = read(APP, CATALOGUE).lines[-1]
    assert (taken.words, taken.part) == ("a reference, no part of the Crew", False)
