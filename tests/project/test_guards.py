"""Promises of the house that hold for every file, also for those not written yet.

Each guard first shows that it found something to look at, and that it would see a breach.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = ("mfcampaign", "rules", "scripts")
LONG_FILE = 600


# The library of the rules: pure, told everything.
CORE = (
    "rules/campaign",
    "rules/crews",
    "rules/editions",
    "rules/fate",
    "rules/game",
    "rules/table",
    "rules/tournament",
)


def python_files(*folders: str) -> list[Path]:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert paths, f"nothing to look at in {folders}"
    return paths


def nodes(path: Path, *words: str) -> Iterator[ast.AST]:
    """Of a file that holds one of ``words`` (any file, without them): parsing all of them takes seconds."""
    text = path.read_text(encoding="utf-8")
    if not words or any(word in text for word in words):
        yield from ast.walk(ast.parse(text, str(path)))


def place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def imports(node: ast.AST, module: str) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name == module or alias.name.startswith(f"{module}.") for alias in node.names)
    return isinstance(node, ast.ImportFrom) and node.level == 0 and node.module == module


def calls(node: ast.AST, *names: str) -> bool:
    """A call of something named so, as a name or as an attribute."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in names


def test_the_guards_see_a_breach() -> None:
    breach = ast.parse(
        "import random\nfrom random import choice\ntask.delay(1)\nmark_safe('x')\ndatetime.now()\nrandom.py"
    )
    walked = list(ast.walk(breach))
    assert sum(imports(node, "random") for node in walked) == 2
    assert sum(calls(node, "delay") for node in walked) == 1
    assert sum(calls(node, "mark_safe") for node in walked) == 1
    assert sum(calls(node, "now") for node in walked) == 1


@pytest.mark.parametrize("module", ["random", "uuid"])
def test_chance_comes_only_from_fate_and_from_secrets(module: str) -> None:
    places = [
        place(path, node)
        for path in python_files(*CODE)
        for node in nodes(path, module)
        if imports(node, module)
    ]
    assert not places, f"{module} is guessable; a flip comes from rules.fate, a link from secrets: {places}"


def test_only_the_dispatcher_rings_celery() -> None:
    bells = ("delay", "apply_async", "send_task")
    places = [
        place(path, node)
        for path in python_files("mfcampaign", "rules")
        if "dispatch" not in path.parts
        for node in nodes(path, *bells)
        if calls(node, *bells)
    ]
    assert not places, (
        f"work is submitted as a command (dispatch.operations.submit), never published: {places}"
    )


def test_markup_is_declared_safe_in_the_web_room_only() -> None:
    words = ("mark_safe", "SafeString", "SafeText")
    places = [
        place(path, node)
        for path in python_files("mfcampaign", "rules")
        if (ROOT / "mfcampaign" / "web") not in path.parents
        for node in nodes(path, *words)
        if calls(node, *words)
    ]
    assert not places, f"markup is built by templates or by mfcampaign.web: {places}"


def test_the_core_reads_no_clock() -> None:
    clocks = ("now", "utcnow", "today", "time_ns", "monotonic")
    places = [
        place(path, node)
        for path in python_files(*CORE)
        for node in nodes(path, *(f"{clock}(" for clock in clocks))
        if calls(node, *clocks)
    ]
    assert not places, f"the core is told the time, it never asks: {places}"


def test_numbers_from_outside_are_read_in_one_place() -> None:
    words = ("isdigit", "isdecimal", "isnumeric")
    places = [
        place(path, node)
        for path in python_files("mfcampaign", "rules")
        if path != ROOT / "rules" / "plain_numbers.py"
        for node in nodes(path, *words)
        if calls(node, *words)
    ]
    assert not places, f"rules.plain_numbers.whole knows ², and numbers of 5,000 digits: {places}"


def test_no_test_is_expected_to_fail_quietly() -> None:
    places = [
        place(path, node)
        for path in python_files("tests")
        for node in nodes(path, "mark.xfail", "mark.skip")
        if isinstance(node, ast.Attribute) and node.attr in ("xfail", "skip") and _is_mark(node)
    ]
    places = [where for where in places if not where.startswith("tests/conftest.py")]
    assert not places, f"fix the test or take it out; skipif with a reason is fine: {places}"


def _is_mark(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Attribute) and node.value.attr == "mark"


def test_a_file_is_one_idea() -> None:
    """Length alone is no fault: a long file is looked at, nothing more."""
    long = [
        f"{path.relative_to(ROOT)} ({lines} lines)"
        for path in python_files(*CODE)
        if "migrations" not in path.parts
        and (lines := path.read_text(encoding="utf-8").count("\n")) > LONG_FILE
    ]
    if long:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(f"do these hold more than one idea? {long}", stacklevel=1)


INLINE = re.compile(
    r"""<script(?![^>]*\bsrc=)(?![^>]*type=["']application/json)|\sstyle=["']|\son[a-z]+=["']|javascript:"""
)


def test_no_template_line_is_longer_than_120_columns() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    assert len(templates) > 200, "the templates were not found"
    long = [
        f"{path.relative_to(ROOT)}:{number} has {len(line)} columns"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert not long, "Break these lines where HTML shows no whitespace:\n" + "\n".join(long)


def test_templates_hold_no_inline_style_script_or_handler() -> None:
    assert INLINE.search('<a onclick="x()">')
    assert INLINE.search("<script>1</script>")
    assert not INLINE.search('<script src="/static/a.js" defer></script><svg fill="red">')
    templates = sorted((ROOT / "templates").rglob("*.*ml")) + sorted((ROOT / "templates").rglob("*.svg"))
    places = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if INLINE.search(line)
    ]
    assert not places, f"the Content-Security-Policy has no unsafe-inline: {places}"


OUTSIDE = re.compile(r"""(?:src|href|action)=["'](?:https?:)?//|@import|url\(["']?(?:https?:)?//""")


def test_pages_load_nothing_from_other_hosts() -> None:
    files = [
        path for folder in ("templates", "static") for path in (ROOT / folder).rglob("*") if path.is_file()
    ]
    places = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        if path.suffix in (".html", ".css") and "vendor" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if OUTSIDE.search(line) and "<a " not in line
    ]
    assert not places, f"fonts, scripts and styles are our own copies: {places}"
