"""What the README and the pages of ``docs`` show in a Python prompt is what it says there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

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


def test_the_places_that_the_glossary_names_exist() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    places = set(re.findall(r"`((?:rules|mfcampaign|static|templates)/[^`*]+)`", glossary))
    assert len(places) > 80, "the glossary's last column was not read"
    gone = sorted(place for place in places if not (ROOT / place).exists())
    assert not gone, f"docs/glossary.md names places that are gone: {gone}"
