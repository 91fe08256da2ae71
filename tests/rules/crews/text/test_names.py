"""Which text names which card, and what is offered for a name that no card has."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from rules.crews.text.doubts import corrected
from rules.crews.text.names import model_names, upgrade_names
from rules.crews.text.reading import doubts_of, read
from rules.edition import editions
from rules.refusal import Refusal
from tests.rules.crews.text.catalogues import catalogue

THIRD = catalogue("m3e")
NAMES = model_names(THIRD)
APP = json.loads(Path(__file__).with_name("app_names_2022.json").read_text("utf-8"))["names"]
BREW = "Faction: Bayou\nLeader: The Brewmaster\n"


def named(text: str) -> str:
    (slug,) = NAMES.find(text)
    return slug


def test_every_name_of_the_app_of_january_2022_is_a_model() -> None:
    assert len(APP) == 605
    slugs = [named(name) for name in APP]
    assert len(set(slugs)) == 605
    assert named("Calypso") == named("Calypso Mk II") == "calypso-mk-ii"


@pytest.mark.parametrize("edition", [each.code for each in editions()])
def test_every_card_is_named_by_what_is_printed_and_by_its_slug(edition: str) -> None:
    figures = catalogue(edition)
    for profile in figures.profiles():
        for text in (
            profile.full_name,
            profile.slug,
            profile.full_name.upper(),
            profile.full_name.replace(",", ""),
        ):
            assert model_names(figures).find(text) == (profile.slug,)
    for upgrade in figures.upgrades():
        assert upgrade_names(figures).find(upgrade.name.lower()) == (upgrade.slug,)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Toshiro, The Daimyo", "toshiro"),
        ("Izamu, The Armor", "izamu"),
        ("Toshiro, Lord of Somewhere", "toshiro"),
        ("Lucas McCabe, Relic Hunter", "lucas-mccabe"),
        ("Albus Von Schtook", "prof-von-schtook"),
        ("Rasputina (Abominable)", "rasputina-abominable"),
        ("Rasputina – Abominable", "rasputina-abominable"),
        ("hoffman inventor", "charles-hoffman-inventor"),
        ("Brewmaster", "the-brewmaster"),
        ("Somer Teeth Jones", "somer-teeth-jones"),
        ("Som´er Teeth Jones", "somer-teeth-jones"),
        ("Shojo", "shojo"),
        (unicodedata.normalize("NFD", "Shōjō"), "shojo"),
        ("Arik Schottemer", "arik-schottemer"),
        ("Arik Schoettmer", "arik-schottemer"),
        ("Dr McMourning", "dr-mcmourning"),
        ("swine cursed", "swine-cursed"),
        ("Sly Six Shots", "sly-six-shots"),
        ("Melissa KORE", "melissa-kore"),
    ],
)
def test_a_name_is_found_as_people_write_it(text: str, slug: str) -> None:
    assert THIRD.has_profile(slug), [each.slug for each in THIRD.profiles() if slug[:5] in each.slug]
    assert named(text) == slug


@pytest.mark.parametrize(
    "text", ["Rasputina, Winter's Teeth", "Guild", "River Monk", "(Toshiro)", "x" * 5000, ""]
)
def test_what_is_not_certain_names_no_single_card(text: str) -> None:
    assert len(NAMES.find(text)) != 1


def test_a_title_that_was_set_aside_is_told() -> None:
    account = read("Faction: Resurrectionists\nLeader: Jack Daw\nToshiro, Lord of Somewhere", THIRD)
    assert account.notes == ("Line 3: “Toshiro, Lord of Somewhere” was read as Toshiro.",)
    assert not read("Faction: Resurrectionists\nLeader: Jack Daw\nToshiro, The Daimyo", THIRD).notes


def test_a_wrong_title_of_one_with_several_is_asked_about() -> None:
    (doubt,) = doubts_of("Faction: Arcanists\nLeader: Rasputina, Winter's Teeth", THIRD)
    assert set(doubt.near) == {"Rasputina", "Rasputina, Abominable"}
    assert not doubt.likely


def test_what_may_join_the_crew_is_offered_first() -> None:
    (doubt,) = doubts_of(f"{BREW}River Monk", THIRD)
    assert doubt.near[0] == "Fermented River Monk"
    assert doubt.likely
    with pytest.raises(Refusal) as refused:
        read(f"{BREW}River Monk", THIRD)
    assert refused.value.fix == "Did you mean Fermented River Monk?"
    meant = corrected(f"{BREW}River Monk", {doubt: doubt.near[0]})
    assert read(meant, THIRD).crew.members[0].slug == "fermented-river-monk"


def test_nothing_that_may_not_join_is_preselected() -> None:
    (doubt,) = doubts_of("Faction: Guild\nLeader: Dashel Barker\nFermented River Monke", THIRD)
    assert doubt.near[0] == "Fermented River Monk"
    assert not doubt.likely
    (doubt,) = doubts_of("Faction: Guild\nLeader: Guild Hounds", THIRD)
    assert not doubt.likely
    (doubt,) = doubts_of(f"{BREW}Whiskey Golem + Inferiorty Complex", THIRD)
    assert (doubt.near[0], doubt.likely) == ("Inferiority Complex", True)


def test_what_people_write_behind_a_name_does_not_hide_it() -> None:
    line = "Montresor - a fine gentleman who carries the whole plan of this crew on his own"
    (doubt,) = doubts_of(f"Faction: Resurrectionists\nLeader: Jack Daw\n{line}", THIRD)
    assert (doubt.near[0], doubt.likely) == ("Montresor", True)


def test_a_title_without_figures_stands_and_says_so() -> None:
    account = read("Faction: Bayou\nLeader: The Brewmaster, Moonshiner", THIRD)
    assert account.crew.leader == "the-brewmaster-moonshiner"
    assert account.notes == ("No source has all figures of The Brewmaster, Moonshiner, the Leader.",)


def test_the_faction_may_be_that_of_the_leader_alone() -> None:
    account = read("Leader: Lady Justice\nDeath Marshal", THIRD)
    assert account.crew.faction == "guild"
    assert account.notes == ("No line says the Faction: it was read as Guild.",)
    assert THIRD.profile("jack-daw").factions == ("resurrectionists", "outcasts")
    assert read("Leader: Jack Daw\nToshiro", THIRD).crew.faction == "resurrectionists"
    with pytest.raises(Refusal, match="no line says the Faction") as refused:
        read("Leader: Jack Daw\nGuilty", THIRD)
    assert refused.value.fix == "Add “Faction: Resurrectionists or Outcasts”."


def test_one_that_may_join_is_not_chosen_before_a_nearer_one_that_may_not() -> None:
    text = "Faction: Guild\nLeader: Dashel Barker\nExecutioner\nExecutoner"
    (doubt,) = doubts_of(text, THIRD)
    assert "Executioner" in doubt.near
    assert doubt.near[0] == "Executioner" or not doubt.likely
