"""Cells that compute nothing, and pictures of lines that say their figures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mfcampaign.web.drawings.lines import HEIGHT, WIDTH, DrawnLine, lines
from mfcampaign.web.spreadsheets import disarmed, streamed

FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "\u00a0=1",
    "\u200b=1",
    "\ufeff=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "%0A=1",
    "|calc",
    "\x00=1",
    "\u202e=1",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_might_compute_begins_with_an_apostrophe(text):
    assert disarmed(text) == f"'{text}" or disarmed(text).startswith("'")


@pytest.mark.parametrize("text", ["a;=1+1", "a\t@x", "a\r\n=2", "a; -1"])
def test_a_cell_cannot_be_cut_into_one_that_computes(text):
    cell = disarmed(text)
    assert "'" in cell
    assert ";=" not in cell
    assert "\n=" not in cell


def test_words_and_numbers_stay_what_they_are():
    for value in ("Mara", "O’Hara – the 3rd", "5-3", "a=b", 0, -3, 2.5):
        assert disarmed(value) == value
    assert [disarmed(v) for v in (None, True, False, "")] == ["", "yes", "no", ""]


def test_nothing_is_gathered_before_it_is_sent():
    numbers = []

    def rows():
        for number in range(3):
            numbers.append(number)
            yield (number, "x")

    answer = streamed("t.csv", ("a", "b"), rows())
    stream = iter(answer.streaming_content)
    assert next(stream).decode() == "\ufeffa,b\r\n"
    assert numbers == []
    assert next(stream).decode() == "0,x\r\n"
    assert numbers == [0]


# -- pictures ---------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*given, steps=("start", "1", "2")):
    text = lines("Scrip", "at the end of each week", list(steps), list(given))
    return text, ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314


def test_each_line_is_one_stop_and_says_all_its_figures():
    _, svg = drawn(
        DrawnLine("Mara", "1", "of-guild", (0, 4, 7)), DrawnLine("Vesper", "2", "of-bayou", (None, 2, 5))
    )
    stops = [g for g in svg.iter(f"{SVG}g") if g.get("tabindex") == "0"]
    assert [g.get("aria-label") for g in stops] == ["Mara: start 0, 1 4, 2 7", "Vesper: 1 2, 2 5"]
    assert all(g.get("role") == "img" for g in stops)
    assert svg.get("aria-label") == "Scrip: at the end of each week"


def test_a_missing_value_breaks_the_line_instead_of_falling_to_nothing():
    _, svg = drawn(DrawnLine("Mara", "1", "", (3, None, 5)))
    path = next(p.get("d") for p in svg.iter(f"{SVG}path") if p.get("class") == "course-line")
    assert path.count("M") == 2
    assert "L" not in path
    assert len(list(svg.iter(f"{SVG}circle"))) == 2


def test_a_name_cannot_leave_its_place():
    text, _ = drawn(DrawnLine('"><script>x</script>', "<b>", '"onload="x', (1, 2, 3)))
    assert "<script" not in text
    assert 'onload="x' not in text.replace("&quot;", "") or "&quot;onload=&quot;x" in text
    assert " style=" not in text


@pytest.mark.parametrize("values", [(0, 0, 0), (-7, 0, 3), (1000, 2, 50), (5,), (None, None, 1)])
def test_every_point_and_mark_lies_in_the_picture(values):
    steps = [str(n) for n in range(len(values))]
    many = [DrawnLine(f"P{n}", str(n), "", values) for n in range(16)]
    _, svg = drawn(*many, steps=steps)
    for point in svg.iter(f"{SVG}circle"):
        assert 0 <= float(point.get("cx")) <= WIDTH
        assert 0 <= float(point.get("cy")) <= HEIGHT
    marks = [float(t.get("y")) for t in svg.iter(f"{SVG}text") if t.get("class") == "course-mark"]
    assert len(marks) == 16
    assert all(0 <= y <= HEIGHT for y in marks)
    assert len(set(marks)) == 16, "none covers another"


def test_nothing_to_draw_is_nothing():
    assert lines("Scrip", "x", ["1"], []) == ""
    assert lines("Scrip", "x", ["1"], [DrawnLine("Mara", "1", "", (None,))]) == ""
