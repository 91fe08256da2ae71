"""Examples of the README and ``docs`` run; the index of decisions and the glossary are whole."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from pathlib import Path

import pytest

from scripts.screenshots import NAMES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    page
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    if "```python\n>>> " in page.read_text()
)
BLOCK = re.compile(r"```python\n(>>> .*?)```", re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path) -> None:
    session = "\n".join(BLOCK.findall(page.read_text()))
    example = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    output: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(example, out=output.append)
    assert result.attempted
    assert not result.failed, "".join(output)


def test_the_pages_with_examples_are_found() -> None:
    assert {"README.md", "campaign.md", "engine.md"} <= {page.name for page in PAGES}


def glossary_rows() -> list[list[str]]:
    terms = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("## Where to change what")[0]
    lines = [line for line in terms.splitlines() if line[:2] == "| "]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in rows if row[0] != "term"]


def test_the_glossary_defines_each_term_once() -> None:
    terms = Counter(row[0] for row in glossary_rows())
    assert len(terms) > 150, "the glossary was not read"
    assert not [term for term, count in terms.items() if count > 1], "one term, one entry in docs/glossary.md"


def test_the_fields_that_the_glossary_names_exist() -> None:
    """``Owner.name``: a class or a module with that name in it; ``app.Model``: a class of that app."""
    code = {
        path: path.read_text(encoding="utf-8")
        for folder in ("rules", "mfcampaign")
        for path in (ROOT / folder).rglob("*.py")
    }
    named = {
        (owner, name)
        for row in glossary_rows()
        for cell in row[1:3]
        for owner, name in re.findall(r"`([A-Za-z_]+)\.([A-Za-z_]+)`", cell)
    }
    assert len(named) > 15, "the glossary was not read"
    gone = [
        f"{owner}.{name}"
        for owner, name in sorted(named)
        if not any(
            re.search(rf"^ *class {name}\b", text, re.MULTILINE)
            if (ROOT / "mfcampaign" / owner).is_dir()
            else (path.stem == owner or re.search(rf"^ *class {owner}\b", text, re.MULTILINE))
            and re.search(rf"\b{name}\b", text)
            for path, text in code.items()
            if owner in path.parts or not (ROOT / "mfcampaign" / owner).is_dir()
        )
    ]
    assert not gone, f"docs/glossary.md names what is gone: {gone}"


def test_the_index_of_decisions_has_every_record_by_its_title() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text("utf-8")
    listed = re.findall(r"^- \[(\d{4})\]\((.+?)\) (.+)$", index, re.MULTILINE)
    records = sorted(folder.glob("0*.md"))
    assert len(records) > 30
    assert listed == [
        (path.name[:4], path.name, path.read_text("utf-8").splitlines()[0].partition(". ")[2])
        for path in records
    ]


def test_the_readme_shows_every_picture_of_a_page() -> None:
    pictures = {path.stem for path in (ROOT / "docs" / "pictures").glob("*.png")}
    shown = set(re.findall(r"docs/pictures/([\w-]+)\.png", (ROOT / "README.md").read_text("utf-8")))
    assert pictures == shown == set(NAMES)
    assert len(pictures) <= 8
