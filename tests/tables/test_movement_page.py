"""Where does the move end? Moves, flights and Pushes by an address, by the rules of each edition."""

from __future__ import annotations

import html
import re

import pytest

from tests.tables.test_sight_page import verdict

PAGE = "/tables/movement/"
OFF_THE_ROOF = "?on=roof&ax=15&ay=18&bx=24&by=18&way=push&inches=9"


def page(client, query: str = "", **headers: str) -> str:
    answer = client.get(f"{PAGE}{query}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.rule("T2-FLY-01", "T2-FALL-02", "M1-MOVE-11", "M3E-MOVE-07")
@pytest.mark.parametrize(
    ("edition", "falls", "lands"),
    [
        ("m3e", "M3E-MOVE-07", "T2-FLY-01"),
        ("m2e", "T2-FALL-02", "T2-FLY-01"),
        ("m1e", "M1-MOVE-11", "M1-MOVE-09"),
    ],
)
def test_who_flies_takes_no_fall_when_pushed_off_a_roof(client, edition, falls, lands):
    walker = page(client, f"{OFF_THE_ROOF}&rules={edition}")
    flier = page(client, f"{OFF_THE_ROOF}&rules={edition}&flies=on")
    assert "A falls 3" in walker
    assert falls in walker
    assert "comes down without a fall" in flier
    assert (lands in flier, falls in flier) == (True, False)


@pytest.mark.rule("T2-FLY-03", "M1-MOVE-09")
def test_a_flight_up_a_roof_counts_its_rise_where_the_guide_says_so(client):
    up = "?on=roof&ax=24&ay=18&aup=0&bx=15&by=18&way=flight"
    assert verdict(page(client, f"{up}&inches=10&rules=m1e")) == "A ends there"
    assert verdict(page(client, f"{up}&inches=10&rules=m2e")) == "A cannot"
    assert "T2-FLY-03" in page(client, f"{up}&inches=10&rules=m2e")
    assert verdict(page(client, f"{up}&inches=12&rules=m2e")) == "A ends there"


@pytest.mark.django_db
def test_the_page_asks_a_script_gets_the_answer_alone_and_nonsense_is_as_at_first(client):
    text = page(client)
    assert "Where does the move end?" in text
    assert verdict(text).startswith("A ")
    answer = page(client, OFF_THE_ROOF, **{"HX-Request": "true"})
    assert "<html" not in answer
    assert 'id="sight-answer"' in answer
    odd = page(client, "?on=seam&way=dance&inches=99&ax=x")
    assert verdict(odd)
    assert page(client, "?on=street&way=walk&inches=5&ax=8&ay=15.5&bx=10&by=15").count("No answer") == 0
    assert client.get(f"{PAGE}?on=nothing-here").status_code == 404


def test_the_same_way_back_is_made_by_the_same_crew(client):
    text = client.get("/tables/movement/?on=roof&aside=1").content.decode()
    back = html.unescape(re.search(r'class="button" href="([^"]+)">The same way back', text)[1])
    assert "aside=1" in back
    again = client.get(back).content.decode()
    assert re.search(r'name="aside".*?<option value="1" selected', again, re.DOTALL)
    assert (
        "side="
        not in re.search(
            r'href="([^"]+)">The same way back', client.get("/tables/movement/?on=roof").content.decode()
        )[1]
    )
