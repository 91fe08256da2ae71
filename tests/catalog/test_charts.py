"""Uploaded charts: strict, friendly, each fault with its line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from mfcampaign.audit.models import Act
from mfcampaign.catalog import queries
from mfcampaign.catalog.charts.json_file import line_of, parse, path_of
from mfcampaign.catalog.data.m3e.house_charts import CHARTS_DIR
from mfcampaign.catalog.models import ChartSet
from mfcampaign.catalog.operations import freeze, load_house_charts, upload_charts
from mfcampaign.catalog.operations.charts import LARGEST_FILE
from rules.refusal import Refusal


@pytest.fixture
def house() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(next(CHARTS_DIR.glob("*.json")).read_text())
    return document


def _text(body: dict[str, Any]) -> str:
    return json.dumps(body, indent=1, ensure_ascii=False)


def _refused(text: str | bytes, actor: Any) -> Refusal:
    with pytest.raises(Refusal) as refused:
        upload_charts(7, text, actor=actor)
    assert not ChartSet.objects.exists()
    return refused.value


@pytest.mark.django_db
def test_house_charts_load_once(tmp_path: Path, house: dict[str, Any]) -> None:
    (first,) = load_house_charts()
    assert load_house_charts() == []
    assert queries.default_chart_set() == first
    assert (first.source, first.campaign_id) == ("house", None)
    charts = queries.charts(first.pk)
    assert len(charts.injuries) > 20
    house["version"] = charts.version + 1
    (tmp_path / "next.json").write_text(_text(house))
    (second,) = load_house_charts(tmp_path)
    assert queries.default_chart_set() == second
    assert queries.charts(first.pk) == charts, "a campaign keeps the charts it began with"


@pytest.mark.django_db
def test_an_upload_belongs_to_one_campaign(house: dict[str, Any], mara: Any) -> None:
    load_house_charts()
    house["name"] = "Ours"
    uploaded = upload_charts(7, io.BytesIO(_text(house).encode()), actor=mara)
    assert (uploaded.name, uploaded.source, uploaded.campaign_id) == ("Ours", "upload", 7)
    assert upload_charts(7, _text(house), actor=mara) == uploaded, "the same file again finds the first"
    assert uploaded in queries.chart_sets(7)
    assert uploaded not in queries.chart_sets(8)
    assert queries.default_chart_set() != uploaded
    with pytest.raises(Refusal, match="a draft"):
        queries.charts(uploaded.pk)
    freeze(uploaded)
    assert queries.charts(uploaded.pk).name == "Ours"
    assert Act.objects.get(kind="charts.uploaded").actor == mara


@pytest.mark.django_db
def test_every_fault_is_named_with_its_line(house: dict[str, Any], mara: Any) -> None:
    house["barter"][1]["upgrade"] = "no-such-thing"
    house["injury_chart"][2]["values"] = []
    text = _text(house)
    lines = text.splitlines()
    refusal = _refused(text, mara)
    assert len(refusal.violations) >= 2
    barter = next(v.sentence for v in refusal.violations if "no-such-thing" in v.sentence)
    number = int(barter.removeprefix("Line ").partition(":")[0])
    assert lines[number - 1].strip() == "{"
    assert "no-such-thing" in "".join(lines[number - 1 : number + 8])
    assert "barter row 2" in barter


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"name": "x",\n "barter": [,]}', "Line 2, column 13"),
        ('{"name": 1,\n "name": 2}', "“name” is written twice"),
        ('{"version": NaN}', "NaN is not a figure"),
        ("[]", "Line 1: charts are one object"),
        ("{}", "is missing"),
        ("[" * 41, "Line 1: lists within lists"),
        ('\n\n{"a":' + "[" * 100_000, "Line 3: lists within lists"),
        (b'{"name":\n "\xff"}', "Line 2: this is not UTF-8"),
        (b"{" + b" " * LARGEST_FILE, "larger than"),
        ("", "Line 1, column 1"),
    ],
)
def test_nonsense_is_refused_with_its_place(text: str | bytes, sentence: str, mara: Any) -> None:
    refusal = _refused(text, mara)
    assert sentence in " ".join([str(refusal), *(str(v) for v in refusal.violations)])


def test_lines_of_rows() -> None:
    text = '{\n "a": [\n  {"b": 1},\n  {"b": "[,]:{"}\n ],\n "c": {"d\\n": [\n1,\n2]}\n}'
    assert parse(text)["c"]["d\n"] == [1, 2]
    expected = {(): 1, ("a",): 2, ("a", 0): 3, ("a", 1): 4, ("a", 1, "b"): 4, ("c",): 6, ("c", "d\n", 1): 8}
    assert {path: line_of(text, path) for path in expected} == expected
    assert line_of(text, ("a", 2)) is None


def test_rows_are_found_as_the_charts_name_them() -> None:
    assert path_of("barter row 12") == ("barter", 11)
    assert path_of("lucky miss of ten-thunders row 1") == ("lucky_miss", "ten-thunders", 0)
    assert path_of("injury chart") == ("injury_chart",)
    assert path_of("weekly_events") == ("weekly_events",)


@pytest.mark.rule("SL-INJURY-12")
@pytest.mark.django_db
def test_charts_of_another_edition_are_refused_and_charts_of_none_are_of_the_leagues(
    house: dict[str, Any], mara: Any
) -> None:
    """An Explorer's Red Joker would find no chart of Lucky Misses in those of the Second Edition."""
    with pytest.raises(Refusal, match="are of the Third Edition, the league is of the Second Edition"):
        upload_charts(7, _text(house), actor=mara, edition="m2e")
    del house["edition"], house["lucky_miss"]["explorers-society"]
    with pytest.raises(Refusal, match="no chart for explorers-society"):
        upload_charts(7, _text(house), actor=mara)
    assert upload_charts(7, _text(house), actor=mara, edition="m2e").body["edition"] == "m2e"
