"""Charts as CSV: out and in again, every fault on its line, no formula armed in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mfcampaign.catalog.charts.cells import cells_of, columns, row_of
from mfcampaign.catalog.charts.changes import IDENTITY, changes_between
from mfcampaign.catalog.charts.chart import CHARTS, faults_of, flat_rows, with_rows
from mfcampaign.catalog.charts.csv_file import LARGEST_FILE, read, written
from mfcampaign.catalog.data.m3e.house_charts import CHARTS_DIR
from mfcampaign.web.spreadsheets import begins_formula, disarmed_text, restored_text
from rules.campaign.charts import CHARTS_BY_KEY, ROWS, load_charts
from rules.refusal import Refusal
from tests.conftest import ROOT

HOUSE: dict[str, Any] = json.loads(next(CHARTS_DIR.glob("*.json")).read_text())
BARTER = CHARTS["barter"]


def refused(text: str | bytes, table: Any = BARTER) -> list[str]:
    with pytest.raises(Refusal) as caught:
        read(text.encode() if isinstance(text, str) else text, table)
    refusal = caught.value
    return [violation.sentence for violation in refusal.violations] or [refusal.sentence]


def test_house_charts_are_made_at_a_prompt_of_those_of_the_third(tmp_path: Path) -> None:
    """Without the portal's apps: the module is a script."""
    script = (
        "import sys; from pathlib import Path; from {0} import build; "
        "build(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    for code, name in (("m2e", "house-2e.json"), ("m4e", "house-4e.json")):
        run = script.format(f"mfcampaign.catalog.data.{code}.house_charts")
        of = CHARTS_DIR / "house-3e.json"
        subprocess.run([sys.executable, "-c", run, str(of), str(tmp_path)], cwd=ROOT, check=True)
        kept = CHARTS_DIR.parents[1] / code / "charts" / name
        assert (tmp_path / name).read_bytes() == kept.read_bytes()


def test_every_chart_of_the_schema_is_a_table():
    assert {table.key for table in CHARTS.values()} == {*ROWS, *CHARTS_BY_KEY} == set(IDENTITY)


@pytest.mark.parametrize("slug", CHARTS)
def test_a_chart_comes_back_as_it_went(slug):
    table = CHARTS[slug]
    body = HOUSE if slug != "avatars" else {"avatars": [{"master": "any", "upgrade": "coffee"}]}
    rows = flat_rows(body, table)
    assert rows
    again = read(written(rows, table).encode(), table)
    if slug != "avatars":
        assert load_charts(with_rows(HOUSE, table, again)) == load_charts(HOUSE)
    assert written(again, table) == written(rows, table)
    semicolons = io.StringIO()
    csv.writer(semicolons, delimiter=";").writerows(csv.reader(io.StringIO(written(rows, table), newline="")))
    assert read(("\ufeff" + semicolons.getvalue()).encode(), table) == again


def test_all_faults_of_a_file_are_told_each_with_its_line_and_column():
    text = (
        "upgrade,values,campaign_cost,red_joker\r\n"
        "coffee,1,2,no\r\n"
        'coffee,"1,\n2",4,no\r\n'
        "tea,15,four,perhaps\r\n"
        "\r\n"
        'coal,"3-1",1,yes\r\n'
        "rope,1,1,no,and more\r\n"
    )
    assert refused(text) == [
        "barter.csv line 5, values: entry 1: at most 13 is expected.",
        "barter.csv line 5, campaign_cost: a whole number is expected.",
        "barter.csv line 5, red_joker: yes or no is expected.",
        "barter.csv line 7, values: “3-1” runs backwards.",
        "barter.csv line 8: 5 cells, but there are 4 columns.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "",
            [
                "the column “upgrade” is missing",
                "the column “values” is missing",
                "“campaign_cost” is missing",
            ],
        ),
        ("upgrade,values,campaign_cost,moon\n", ["line 1: there is no column “moon”"]),
        ("upgrade,values,campaign_cost,values\n", ["line 1: the column “values” is there twice"]),
        (b"upgrade,values,campaign_cost\ncoffee,1,2\n\xff\n", ["barter.csv line 3: this is not UTF-8"]),
        (b"upgrade,values,campaign_cost\ncof\x00fee,1,2\n", ["barter.csv line 2: this is no text"]),
        (b"x" * (LARGEST_FILE + 1), ["larger than 512 KiB"]),
        ('upgrade,values,campaign_cost\n"coffee,1,2\n', ["barter.csv line"]),
        ("upgrade,values,campaign_cost\n" + "coffee,1,2\n" * 401, ["more than 400 rows"]),
        ("upgrade,values,campaign_cost\n,1,2\n", []),
    ],
)
def test_nonsense_is_refused(text, expected):
    if not expected:
        assert read(text.encode(), BARTER)[0]["upgrade"] == "", (
            "an empty name is for the checks between charts"
        )
        return
    sentences = refused(text)
    for part in expected:
        assert any(part in sentence for sentence in sentences), sentences


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝"])
def test_no_cell_is_a_formula_in_a_spreadsheet(start):
    table = CHARTS["upgrades"]
    evil = f'{start}HYPERLINK("http://evil.example")'.replace("\t", "").replace("\r", "")
    row = {"slug": "evil", "name": evil or "x", "category": "skill", "ss_cost": 0, "rating_weight": -1}
    text = written([row], table)
    for cell in next(csv.reader(io.StringIO(text.split("\r\n", 1)[1]))):
        assert not begins_formula(cell)
    (again,) = read(text.encode(), table)
    assert (again["name"], again["rating_weight"]) == (row["name"], -1)
    assert disarmed_text(f"{start}1").startswith("'")


@given(st.text(alphabet="'=+-@\t\r＝\u200b ab", max_size=6))
def test_disarming_loses_nothing(cell):
    assert restored_text(disarmed_text(cell)) == cell
    assert not begins_formula(disarmed_text(cell))


PLAIN_WORDS = st.text(alphabet="ab |\\,;-", min_size=1, max_size=12).map(str.strip).filter(bool)


@given(
    st.lists(st.tuples(PLAIN_WORDS, st.integers(1, 9)), min_size=1, max_size=3), st.sets(st.integers(1, 13))
)
def test_rows_within_rows_keep_bars_and_backslashes(portions, values):
    table = CHARTS["weekly-events"]
    awards = [
        {"condition": words, "amount": amount, "per": "game", "needs": ""} for words, amount in portions
    ]
    row = {"slug": "e", "name": "E", "values": sorted(values), "scrip_awards": awards}
    read_back, faults = row_of(cells_of(row, table), table)
    assert faults == []
    assert read_back is not None
    assert (read_back["scrip_awards"], list(read_back["values"])) == (awards, sorted(values))


def test_columns_follow_the_schema():
    names = [column.name for column in columns(CHARTS["lucky-miss"])]
    assert names[0] == "of"
    assert {"values", "upgrade", "other_effect", "source"} <= set(names)
    for table in CHARTS.values():
        assert {c.name for c in columns(table)} - {"of"} == set(table.kind.__struct_fields__)


def test_faults_of_a_draft_name_their_row():
    body = json.loads(json.dumps(HOUSE))
    body["lucky_miss"]["arcanists"][1]["upgrade"] = "moonbeam"
    body["barter"][0]["upgrade"] = "moonbeam"
    places = {(fault.table.slug, fault.row) for fault in faults_of(body) if fault.table}
    rows = flat_rows(body, CHARTS["lucky-miss"])
    place = next(n for n, row in enumerate(rows, 1) if row.get("upgrade") == "moonbeam")
    assert places == {("barter", 1), ("lucky-miss", place)}
    assert "there is no Campaign Upgrade “moonbeam”." in {fault.sentence for fault in faults_of(body)}
    assert faults_of(HOUSE) == []


def test_differences_are_told_in_words():
    body = json.loads(json.dumps(HOUSE))
    body["barter"][1]["campaign_cost"] = 9
    body["bounties"].pop(0)
    body["injuries"][0]["stat_mods"] = [{"stat": "wp", "delta": -1}]
    body["avatars"] = [{"master": "any", "upgrade": "coffee"}]
    sentences = {changes.table.key: changes.sentences for changes in changes_between(HOUSE, body)}
    assert sentences == {
        "barter": ("Coffee: Scrip 1 → 9.",),
        "injuries": ("Fragile: changes to stats nothing → wp | -1.",),
        "bounties": ("Hunt Them Down is gone.",),
        "avatars": ("any is new: Campaign Upgrade coffee.",),
    }
    assert changes_between(HOUSE, json.loads(json.dumps(HOUSE))) == []


def test_the_document_for_organisers_names_every_column():
    text = (ROOT / "docs" / "charts.md").read_text(encoding="utf-8")
    sections = {part.split("\n", 1)[0].removesuffix(".csv"): part for part in text.split("\n## ")}
    assert set(CHARTS) <= set(sections)
    for slug, table in CHARTS.items():
        for column in columns(table):
            assert f"`{column.name}`" in sections[slug], f"{slug}.csv: {column.name}"
            for inner in column.inner:
                assert f"`{inner}`" in sections[slug] or inner in ("stat", "delta"), f"{slug}.csv: {inner}"
