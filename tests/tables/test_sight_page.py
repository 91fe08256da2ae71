"""Can I see it? Anybody asks by an address, and reads why."""

from __future__ import annotations

import html
import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from mfcampaign.tables.operations import keep
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.presets.samples import SAMPLES
from rules.table.sheet import sheet_of
from rules.table.terrain import steep_building, wall
from tests.markup import flat
from tests.rules.table.scene import rectangle

PAGE = "/tables/sight/"


def page(client: Client, query: str = "", **headers: str) -> str:
    answer = client.get(f"{PAGE}{query}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def verdict(text: str) -> str:
    match = re.search(r'id="verdict"[^>]*>([^<]+)<', flat(text))
    assert match
    return match[1]


@pytest.mark.rule("M3E-LOS-02")
def test_a_stranger_reads_why_on_the_first_table(client):
    assert "M4-LOS-03" in page(client), "by the newest edition"
    client.cookies["edition"] = "m3e"
    text = page(client)
    assert verdict(text) == "A does not see B"
    assert "Golem stands between them" in text
    assert f'href="{reverse("web:rule", args=["M3E-LOS-04"])}"' in text, "by the one used last"
    assert "Together they close every line" in text
    picture, legend = text.split('class="terrain-legend"')
    assert [part.count('class="terrain ') for part in (picture, legend)] == 2 * [len(SAMPLES[0].table.pieces)]


@pytest.mark.parametrize(
    ("slug", "words"), [("gap", "A sees B"), ("seam", "A does not see B"), ("roof", "A sees B")]
)
def test_each_sample_shows_its_point(client, slug, words):
    assert verdict(page(client, f"?on={slug}")) == words


@pytest.mark.rule("M3E-LOS-05")
def test_the_address_is_the_question(client):
    assert verdict(page(client, "?on=seam&ax=18&ay=12&bx=18&by=24&asize=4")) == "A sees B"
    text = page(client, "?on=seam&ax=30&ay=12.5&bx=30&by=24&bmm=50&bsize=3")
    assert verdict(text) == "A sees B"
    match = re.search(r'data-address="([^"]+)"', text)
    assert match
    again = page(client, "?" + match[1].replace("&amp;", "&").partition("?")[2])
    assert re.findall(r'class="base-rim" [^>]+', again) == re.findall(r'class="base-rim" [^>]+', text)
    assert 'name="bmm"' in again
    assert re.search(r'<option value="50" selected', again)


def test_a_script_gets_the_answer_alone(client):
    text = page(client, "?on=gap", **{"HX-Request": "true"})
    assert text.lstrip().startswith("<div")
    assert "<html" not in text
    assert verdict(text) == "A sees B"


def test_a_base_on_a_roof_stands_on_it_unless_told_otherwise(client):
    high = page(client, "?on=roof&ax=15&ay=18&asize=2&bx=28&by=18&bsize=2")
    assert "up or down" in high  # 3" up, less Size 2
    over = page(client, "?on=bridge&ax=15&ay=18&bx=24&by=26")
    assert "up or down" in over
    under = page(client, "?on=bridge&ax=15&ay=18&aup=0&bx=24&by=26")
    assert "apart" in under
    assert "up or down" not in under
    assert "aup=0" in under


@pytest.mark.rule("T2-VLOS-09", "T2-BLOCK-01")
def test_the_guides_rules_are_chosen_and_the_address_keeps_them(client):
    roof = "?on=roof&ax=15&ay=18&asize=2&bx=28&by=18&bsize=2"
    text = page(client, f"{roof}&rules=m2e")
    assert "apart, from above" in text
    assert reverse("web:rule", args=["T2-VLOS-09"]) in text
    assert 'class="shadow' in page(client, "?on=roof&rules=m3e")
    assert 'class="shadow' not in page(client, "?on=roof&rules=m2e"), "the guide knows no Shadows"
    assert re.search(r'<option value="m2e" selected', text)
    address = re.search(r'data-address="([^"]+)"', text)[1]
    assert "rules=m2e" in address
    assert "?on=gap&amp;rules=m2e" in text, "other tables are looked at by the same rules"
    assert "rules=m3e" in re.search(r'data-address="([^"]+)"', page(client, f"{roof}&rules=none"))[1]
    closed = page(client, "?on=seam&rules=m2e")
    assert "West wall: Blocking, 3&quot; tall" in closed
    assert reverse("web:rule", args=["T2-BLOCK-01"]) in closed


@pytest.mark.rule("M3E-MOVE-01", "M3E-MOVE-05", "M3E-TRAIT-13")
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?on=gap&ax=0&ay=36", "A would hang over the edge of the table."),
        ("?on=seam&ax=18&ay=12&bx=18.5&by=12", "A would overlap B."),
        ("?on=street&ax=19.5&ay=14", "A would overlap Golem."),
        ("?on=street&bx=17&by=24", "B would stand inside Chapel."),
        ("?on=roof&ax=15&ay=18&aup=0", "A would stand inside Warehouse."),
    ],
)
def test_where_nobody_can_stand_there_is_no_answer_but_a_sentence(client, query, sentence):
    text = page(client, query)
    assert verdict(text) == "No answer"
    assert sentence in text
    assert "apart" not in text
    assert text.count("base-grip") == 2, "both can be dragged away"


@pytest.mark.django_db
def test_a_shared_table_begins_where_both_may_stand_and_dust_is_not_looked_through(client):
    owner = get_user_model().objects.create_user("mara", "mara@example.org", "iron-harvest-moon-47")
    rock = steep_building("Rock", rectangle(14, 1, 8, 6), 5)
    begun = keep(owner, sheet_of(Table((rock,))), title="A rock")
    assert verdict(page(client, f"?on={begun.code}")) in ("A sees B", "A does not see B")
    grains = tuple(
        wall(f"p{i}", rectangle(17.5 + i % 9 * 0.1, 8 + i // 9 * 2, 0.05, 0.05), 3) for i in range(90)
    )
    dust = keep(owner, sheet_of(Table(grains)), title="Dust")
    text = page(client, f"?on={dust.code}")
    assert verdict(text) == "No answer"
    assert "corners of terrain between those two, more than 200" in text


@pytest.mark.parametrize(
    "query",
    [
        "?ax=nan&ay=inf",
        "?ax=-4&by=900",
        "?amm=31&bsize=one",
        "?aup=1e9",
        "?ax=%00",
        "?on=street&ax=1e400",
        "?asize=-1",
    ],
)
def test_what_makes_no_sense_is_as_the_table_has_it(client, query):
    text = page(client, query)
    assert verdict(text) == "A does not see B"
    assert "field" in text


def test_a_base_is_never_drawn_over_the_edge(client):
    text = page(client, "?on=gap&ax=0&ay=36")
    assert 'cx="0.591" cy="35.409" r="0.591"' in text, "it is drawn at the edge"


def test_an_unknown_table_is_not_found(client, db):
    assert client.get(f"{PAGE}?on=nobodys").status_code == 404


@pytest.mark.django_db
def test_a_shared_table_is_looked_at_with_all_that_stands_on_it(client):
    owner = get_user_model().objects.create_user("mara", "mara@example.org", "iron-harvest-moon-47")
    table = Table(
        (wall("The wall", rectangle(10, 17, 16, 1), 3),), (Base("A", 30, 30), Base("</svg><b>", 5, 30))
    )
    row = keep(owner, sheet_of(table), title="Friday <i>night</i>")
    text = page(client, f"?on={row.code}")
    assert verdict(text) == "A′ does not see B"
    assert "The wall: Blocking" in text
    assert "Friday &lt;i&gt;night" in text
    assert "</svg><b>" not in text
    assert f'href="{row.get_absolute_url()}"' in text


def test_turning_round_asks_the_other_way(client):
    text = page(client, "?on=roof")
    match = re.search(r'class="button" href="([^"]+)"', text)
    assert match
    turned = client.get(match[1].replace("&amp;", "&")).content.decode()
    one, other = SAMPLES[3].one, SAMPLES[3].other
    assert f'cx="{other.x:g}"' in turned
    assert f"bx={one.x:g}" in turned


@pytest.mark.rule("M4-LOS-03")
def test_whose_the_bases_are_decides_in_the_fourth_edition_and_is_kept_when_turned(client):
    ask = "?on=street&rules=m4e&ax=24&ay=14.3&bx=16&by=13.9"
    text = page(client, ask)
    assert verdict(text) == "A does not see B"
    assert "Golem stands between them, as large as either" in text
    assert verdict(page(client, f"{ask}&aside=1")) == "A sees B", "the golem is of the same Crew"
    turned = page(client, html.unescape(re.search(r'class="button" href="/tables/sight/([^"]+)"', text)[1]))
    assert verdict(turned) == "A sees B", "it looks from B's place, as B's Crew"
    assert "aside=1" in turned
    assert "bside=0" in turned


@pytest.mark.django_db
def test_the_crews_of_a_shared_table_can_be_chosen(client):
    owner = get_user_model().objects.create_user("mara", "mara@example.org", "iron-harvest-moon-47")
    row = keep(owner, sheet_of(Table((), (Base("Hound", 10, 10, side="guild"),))), title="Hounds")
    assert '<option value="guild"' in page(client, f"?on={row.code}")
