"""The page that takes a Crew in as text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.catalog import release_cards
from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.elsewhere import names_elsewhere
from mfcampaign.catalog.operations.releases import load_release
from mfcampaign.catalog.queries import edition_choices
from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from mfcampaign.play.forms import SideForm
from rules.crews.text.names import letters_of
from rules.edition import edition_of

WHERE = reverse("crews:import")
BREW = """Brew (Bayou)
Size: 50 - Pool: 7
Leader:
  The Brewmaster, Moonshiner
    Twelve Cups of Coffee
Totem(s):
  Apprentice Wesley
Hires:
  Whiskey Golem
    Inferiority Complex
  Popcorn Turner
  Fingers Leong
  Fermented River Monk 1
  Fermented River Monk 2
"""
DAW = """**Size**: 50 - **Poo**l: 6
**Leader**:
- Jack Daw
**Totem(s)**:
- Lady Ligeia
**Hires**:
• Montresor
• Toshiro, The Daimyo
• Hanged
— Grave Spirit's Touch
• Hanged 2
— Grave Spirit's Touch
• Guilty
"""
OPHELIA = """Kin (Bayou)
Size: 50 - Pool: 7
Leader:
  Ophelia LaCroix
Totem(s):
  Young LaCroix
  Young LaCroix 2
  Young LaCroix 3
Hires:
  Sammy LaCroix
  Francois LaCroix
  Merris LaCroix
  Rami LaCroix
  Pere Ravage
  Raphael LaCroix
"""
FOURTH = """Brew @ Informants (Bayou)
Leader:
  Brewmaster, Proof Prophet
Totem(s):
  Apprentice Wesley
Hires:
  Hopscotch
  Shojo
  Popcorn Turner
  Barrelby
  Squish and Squash
  Lucky Fate, Effigy
  Nia, Life of the Party
"""


def answered(client: Client, text: str, **more: str) -> tuple[int, str]:
    """The status, and the page that follows, as a person reads it."""
    sent = client.post(WHERE, {"text": text, **more})
    page = client.get(sent["Location"]) if sent.status_code in (302, 303) else sent
    return sent.status_code, html.unescape(page.content.decode())


@pytest.fixture
def mine(client_of: Any, mara: Any) -> Client:
    return client_of(mara)


@pytest.fixture
def fourth(figures: None, db: None) -> Iterator[None]:
    """The Fourth Edition's figures too; which editions have some is read anew afterwards."""
    load_release(folder_of("m4e"))
    yield
    release_cards.forget()


@pytest.mark.parametrize(
    ("text", "spent", "pool", "models"), [(BREW, 43, 7, 7), (DAW, 44, 6, 7), (OPHELIA, 43, 7, 10)]
)
def test_lists_in_the_apps_layout_become_the_crews_that_they_are(
    mine: Client, text: str, spent: int, pool: int, models: int
) -> None:
    status, page = answered(mine, text)
    assert status == 303, re.findall(r'message-body">\s*(.*?)</p>', page, re.S)
    made = build(Crew.objects.get())
    assert (made.report.legal, made.report.total.amount, made.report.pool, made.count) == (
        True,
        spent,
        pool,
        models,
    )
    if text is BREW:
        assert "No source has all figures of The Brewmaster, Moonshiner, the Leader." in page
    if text is DAW:
        assert "No line says the Faction: it was read as Resurrectionists." in page


def test_a_river_monk_of_the_brewmaster_is_fermented(mine: Client) -> None:
    status, page = answered(mine, "Faction: Bayou\nLeader: The Brewmaster\nRiver Monk")
    assert status == 422
    options = re.findall(r'<option value="([^"]*)"', page.partition("mean-0")[2])
    assert options[0] == "Fermented River Monk"
    assert "High River Monk" in options
    _, page = answered(mine, "Faction: Guild\nLeader: Lady Justice\nRiver Monk")
    options = re.findall(r'<option value="([^"]*)"', page.partition("mean-0")[2])
    assert options[0] == "", "none of them may join, none is chosen"


def test_what_a_number_means_is_asked_and_the_answer_taken(mine: Client) -> None:
    text = "Watch (Guild)\nLeader:\n  Dashel Barker\nHires:\n  Guild Hound 2\n"
    status, page = answered(mine, text)
    assert status == 422
    assert "which copy it is, or how many there are" in page
    assert answered(mine, text, **{"mean-0": "2x Guild Hound"})[0] == 303
    assert Crew.objects.get().members.count() == 2


@pytest.mark.parametrize("used_last", ["", "m3e"])
def test_a_list_of_the_official_app_today_is_read_as_the_fourth_edition(
    fourth: None, mine: Client, used_last: str
) -> None:
    mine.cookies["edition"] = used_last
    status, page = answered(mine, FOURTH)
    assert status == 303
    assert "No line says the edition: it was read as the Fourth Edition." in page
    made = build(Crew.objects.get())
    assert (made.edition.code, made.report.total.amount, made.report.legal) == ("m4e", 46, True)


def test_a_list_of_the_third_edition_is_read_as_that_whatever_was_used_last(
    fourth: None, mine: Client
) -> None:
    status, page = answered(mine, BREW)
    assert status == 303
    assert "No line says the edition: it was read as the Third Edition." in page
    assert build(Crew.objects.get()).edition.code == "m3e"


def test_the_portals_own_text_without_an_edition_is_of_the_third(fourth: None, mine: Client) -> None:
    assert answered(mine, "Faction: Guild\nLeader: Dashel Barker\nGuild Hound")[0] == 303
    assert build(Crew.objects.get()).edition.code == "m3e"


@pytest.mark.parametrize("sign", ["x", "<div>a</div>", '{"a": 1}, ', "Gild Hound\n"])
def test_a_text_of_200_kilobytes_is_answered_in_a_sentence(mine: Client, sign: str) -> None:
    text = sign * (200_000 // len(sign))
    status, page = answered(mine, text)
    assert status == 422
    said = re.findall(r'message-error">.*?message-body">\s*(.*?)\s*<', page, re.S)
    assert len(said) == 1
    assert said[0].startswith(("The text is longer", "This is"))


@pytest.mark.django_db
def test_no_field_for_a_pasted_crew_lets_the_browser_cut_it(mine: Client) -> None:
    assert "maxlength" not in re.findall(r"<textarea[^>]*>", mine.get(WHERE).content.decode())[0]
    side = SideForm(edition=edition_of("m3e"), own={}, called="x")
    assert "maxlength" not in str(side["models"])


@pytest.mark.django_db
def test_names_of_other_editions_come_from_their_catalogues(fourth: None) -> None:
    load_release(folder_of("m2e"))
    names = names_elsewhere("m3e")
    others = {name for code, name in edition_choices() if code != "m3e"}
    assert set(names) == others >= {edition_of("m2e").name, edition_of("m4e").name}
    assert letters_of("Squish and Squash") in names[edition_of("m4e").name]


def test_a_name_that_the_fourth_edition_has_too_makes_no_list_of_it(fourth: None, mine: Client) -> None:
    mine.cookies["edition"] = "m3e"
    status, page = answered(mine, BREW.replace("Fermented River Monk", "River Monk"))
    assert status == 422
    assert "Fourth Edition" not in page
    assert "Line 13: “River Monk”" in page
