"""Icons, suits, cards, states and forms: what they say to eyes and to screen readers."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import RequestFactory

from mfcampaign.web import gallery, states
from mfcampaign.web.drawings import icons
from mfcampaign.web.drawings.cards import fate_card
from rules.fate.cards import FULL_DECK, RED_JOKER, Card
from rules.refusal import Total, TotalLine
from tests.markup import flat

ROOT = Path(settings.BASE_DIR)


def draw(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_the_sprite_is_whole_and_each_drawing_has_one_name() -> None:
    tree = ElementTree.parse(ROOT / "static" / "icons" / "sprite.svg")  # noqa: S314  our own file
    namespace = "{http://www.w3.org/2000/svg}"
    assert tree.getroot().tag == f"{namespace}svg"
    symbols = [symbol.get("id") for symbol in tree.getroot().iter(f"{namespace}symbol")]
    assert len(symbols) == len(set(symbols)) > 50
    assert tuple(symbols) == icons.names()
    assert set(icons.SUIT_NAMES) <= set(symbols)
    assert {f"faction-{slug}" for slug in gallery.FACTIONS} <= set(symbols)


def test_an_icon_beside_a_word_is_silent_and_alone_it_speaks() -> None:
    assert 'aria-hidden="true"' in icons.icon("ram")
    assert 'role="img" aria-label="Ram"' in icons.icon("ram", "Ram")
    assert "&quot;" in icons.icon("ram", '"')
    with pytest.raises(KeyError, match="gallery"):
        icons.icon("unicorn")


@pytest.mark.parametrize(
    ("card", "spoken"),
    [
        ("ram", "Ram"),
        ("Rams", "Ram"),
        ("m", "Mask"),
        ("10c", "Crow"),
        ("RJ", "Red Joker"),
        (Card("tome", 3), "Tome"),
        (RED_JOKER, "Red Joker"),
    ],
)
def test_a_suit_is_spoken(card: object, spoken: str) -> None:
    assert f'aria-label="{spoken}"' in icons.suit(card)


def test_what_is_no_suit_comes_back_as_text() -> None:
    assert icons.suit("<b>") == "&lt;b&gt;"


@pytest.mark.parametrize("card", FULL_DECK, ids=str)
def test_every_card_of_the_deck_can_be_drawn(card: Card) -> None:
    picture = fate_card(card)
    ElementTree.fromstring(picture)  # noqa: S314  our own drawing
    assert f'aria-label="{card.spoken}"' in picture
    assert "style=" not in picture
    assert picture == fate_card(card.code)


def test_a_card_face_down_tells_nothing() -> None:
    assert fate_card("") == fate_card()
    assert "face down" in fate_card()
    assert 'aria-label="10 of Rams, cheated"' in fate_card("10r", "small", "cheated")
    for wrong in ("14r", "x", "10"):
        with pytest.raises(ValueError, match="no card"):
            fate_card(wrong)


def test_a_state_always_has_its_word() -> None:
    assert ">running</span>" in states.pill("running")
    assert "tone-info" in states.pill("running")
    assert "&lt;b&gt;" in states.pill("waiting", "<b>")
    assert 'class="pill state-arsenal_build">arsenal build' in states.pill("arsenal_build")
    with pytest.raises(ValueError, match="tone"):
        states.pill("running", tone="pink")


def test_a_total_shows_each_line_with_sign_and_rule() -> None:
    total = Total.of([TotalLine("Hound", 3, "M3E-HIRE-03"), TotalLine("rebate", -5)])
    html = draw('{% include "web/total.html" with label="Cost" %}', total=total)
    assert "+3" in html
    assert "\N{MINUS SIGN}5" in html
    assert "/about/rules/M3E-HIRE-03/" in html
    assert 'total-amount">\N{MINUS SIGN}2<' in html


def test_a_faulty_field_points_to_its_error_and_help() -> None:
    form = gallery.SampleForm({"name": "", "size": "7", "faction": "guild", "flips": "fate"})
    html = str(form)
    assert re.search(r'<input[^>]+name="name"[^>]+aria-invalid="true"', html)
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_error"' in html
    assert 'id="id_name_helptext"' in html
    assert "<fieldset" in html
    assert "<legend>Flips" in flat(html)
    assert '<span class="optional">(optional)</span>' in html


def test_the_address_of_another_page_keeps_the_filters() -> None:
    request = RequestFactory().get("/?faction=guild&page=2&q=a%26b")
    html = draw("{% page_query page=3 %}|{% page_query page='' %}", request=request)
    assert html == "?faction=guild&amp;page=3&amp;q=a%26b|?faction=guild&amp;q=a%26b"


def test_every_drawing_named_in_a_template_exists() -> None:
    named: set[str] = set()
    for path in (ROOT / "templates").rglob("*.html"):
        named |= set(re.findall(r'{% icon "([^"]+)"', path.read_text(encoding="utf-8")))
        named |= set(re.findall(r'drawing="([^"]+)"', path.read_text(encoding="utf-8")))
    assert len(named) > 20
    assert named <= set(icons.names()), f"nobody drew {sorted(named - set(icons.names()))}"


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


WORDS = [
    *("ink", "ink-soft", "link", "good", "warn", "danger", "info"),
    *gallery.FACTIONS,
]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("ground", ["page", "surface", "raised", "sunken"])
def test_words_stand_out_from_every_surface_by_day_and_night(word: str, ground: str) -> None:
    css = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    tokens = {
        name: (day, night)
        for name, day, night in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)
    }
    for light in (0, 1):
        assert _contrast(tokens[word][light], tokens[ground][light]) >= 4.5
