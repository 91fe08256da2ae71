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
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(example, out=told.append)
    assert result.attempted
    assert not result.failed, "".join(told)


def test_the_pages_with_examples_are_found() -> None:
    assert {"README.md", "campaign.md", "engine.md"} <= {page.name for page in PAGES}
