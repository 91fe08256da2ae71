"""Promises about editions: shared code asks ``rules.edition`` and names no edition.

What is looked at is discovered: every Python module, template and script. What counts as naming one: its code
as a word of its own, or an import from its folder.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rules.campaign.system import systems
from rules.edition import editions

ROOT = Path(__file__).resolve().parents[2]
ASK = (
    "Shared code names no edition. Ask a member of rules.edition.Edition that says what is decided here "
    "(cards, hiring, arsenal, setup, scoring, table, play, record, readings, rows, charts; unnamed() for "
    "what names none), or add one; what one edition alone needs belongs into its folder "
    "(docs/editions.md):\n"
)
SHARED = ("rules", "mfcampaign")
OWN_TEMPLATE = re.compile(r"templates/editions/\w+/")
# The folders of editions, and the public face, which gathers what a person types: small Encounters among it.
APART = ("rules/editions/", "mfcampaign/catalog/data/", "rules/__init__.py")


def codes() -> tuple[str, ...]:
    return tuple(each.code for each in editions())


def shared_modules() -> list[Path]:
    paths = [
        path
        for top in SHARED
        for path in sorted((ROOT / top).rglob("*.py"))
        if "migrations" not in path.parts and not _apart(path)
    ]
    assert len(paths) > 500, "nothing to look at"
    return paths


def _apart(path: Path) -> bool:
    return str(path.relative_to(ROOT)).startswith(APART)


def named_in_python(source: str, known: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Lines that name an edition: a code as a word of its own, ``Literal`` included, or an import from its
    folder. Docstrings may: their examples need one."""
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    folder = re.compile(rf"rules\.editions\.({'|'.join(known)})\b")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            if words_in(node.value, known):
                yield node.lineno, repr(node.value)
        elif isinstance(node, ast.ImportFrom) and node.module:
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            if any(folder.match(name) for name in full):
                yield node.lineno, f"from {node.module} import …"
        elif isinstance(node, ast.Import) and any(folder.match(alias.name) for alias in node.names):
            yield node.lineno, "import of an edition"


def words_in(text: str, known: Sequence[str]) -> list[str]:
    """
    >>> words_in("m3e", ["m3e"]), words_in("engine m3e-1", ["m3e"]), words_in("m3e_models.json", ["m3e"])
    (['m3e'], ['m3e'], [])
    """
    return re.findall(rf"(?<![\w])({'|'.join(known)})(?![\w])", text)


def named_in_text(source: str, known: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Lines of a template or a script that name an edition."""
    comments = re.compile(
        r"\{%\s*comment\s*%\}.*?\{%\s*endcomment\s*%\}|\{#.*?#\}|/\*.*?\*/|(?<=\s)//[^\n]*", re.S
    )
    bare = comments.sub(lambda found: "\n" * found[0].count("\n"), source)
    for number, line in enumerate(bare.splitlines(), 1):
        if words_in(line, known):
            yield number, line.strip()


@pytest.mark.parametrize(
    "source",
    [
        'if edition == "m3e": pass',
        'Edition = Literal["m3e", "m2e"]',
        'def f(edition="m3e"): pass',
        'TABLE = {"m2e": 1}',
        "from rules.editions.m1e.hiring import SIZES",
        "from rules.editions import m1e",
        "import rules.editions.m3e",
        'address = "?edition=m2e"',
    ],
)
def test_the_guard_sees_an_edition(source: str) -> None:
    assert list(named_in_python(source, ["m1e", "m2e", "m3e"]))


def test_the_guard_sees_an_edition_in_a_template_and_passes_words() -> None:
    assert list(named_in_text('{% if edition == "m3e" %}', ["m3e"]))
    assert not list(named_in_text("{% comment %}m3e{% endcomment %}", ["m3e"]))
    assert not list(named_in_python('"""As m3e does."""\nname = "m3e_models"', ["m3e"]))


NAMING = {
    "rules/table/checker/check.py": "what a guide asks for, as its own",
    "mfcampaign/api/schema.py": "the example of a refusal",
    "mfcampaign/web/gallery.py": "examples of the design system",
    "templates/web/gallery.html": "examples of the design system",
    "mfcampaign/web/ledger.py": "the title of the campaign's rows about it",
    "mfcampaign/campaigns/settings/labels.py": "what a stored setting is called after",
    "mfcampaign/campaigns/scripted/demo.py": "the demo",
    "mfcampaign/home/management/commands/demo.py": "the demo",
}
"""Shared files that say an edition's name or cite its rows, and why that is true for any edition."""


def of_campaigns() -> str:
    """What the rows of campaigns begin with, as alternatives of a pattern."""
    documents = [ROOT / f"docs/rules/{name}.md" for each in systems() for name, _ in each.ledger]
    found = [re.findall(r"^\| ([A-Z0-9]+-[A-Z0-9]+-)\d+ \|", path.read_text(), re.M) for path in documents]
    heads = {head for heads in found for head in heads}
    assert {"SL-HIRE-", "M4-CAMP-"} <= heads, heads
    return "|".join(sorted(heads))


def of_editions() -> re.Pattern[str]:
    """The editions' names, and the IDs of the rows in their documents."""
    documents = [ROOT / f"docs/rules/{name}.md" for each in editions() for name, _ in each.ledger]
    found = [re.findall(r"^\| ([A-Z][A-Z0-9]*)-[A-Z]+-\d+ \|", path.read_text(), re.M) for path in documents]
    heads = {head for heads in found for head in heads} - {"SL", "A"}
    assert {"M3E", "M2", "M1", "T2"} <= heads, heads
    names = "|".join(each.name for each in editions())
    # A campaign's rows are its own, whatever edition it is for (tests/project/test_campaigns.py).
    return re.compile(rf"\b(?!{of_campaigns()})(?:{'|'.join(sorted(heads))})-[A-Z]+-\d+|\b(?:{names})\b")


def strings_of(source: str) -> Iterator[tuple[int, str]]:
    """The strings of a module with their lines; docstrings are left out."""
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_shared_code_says_no_name_of_an_edition_and_cites_none_of_its_rows() -> None:
    """A topic is cited instead (``rules.topics``), and ``edition.name`` said."""
    own = of_editions()
    places = {
        str(path.relative_to(ROOT)): [line for line, text in strings_of(path.read_text()) if own.search(text)]
        for path in shared_modules()
    }
    bare = re.compile(r"\{%\s*comment\s*%\}.*?\{%\s*endcomment\s*%\}|\{#.*?#\}", re.S)
    for path in sorted((ROOT / "templates").rglob("*.*")):
        name = str(path.relative_to(ROOT))
        if not OWN_TEMPLATE.match(name):
            text = bare.sub(lambda found: "\n" * found[0].count("\n"), path.read_text(encoding="utf-8"))
            places[name] = [number for number, line in enumerate(text.splitlines(), 1) if own.search(line)]
    named = {name: lines for name, lines in places.items() if lines}
    assert named.keys() >= NAMING.keys(), f"these do no longer: {NAMING.keys() - named.keys()}"
    wrong = {name: lines for name, lines in named.items() if name not in NAMING}
    assert not wrong, f"{ASK}{wrong}"


def test_shared_python_names_no_edition() -> None:
    places = [
        f"{path.relative_to(ROOT)}:{line} {what}"
        for path in shared_modules()
        for line, what in named_in_python(path.read_text(encoding="utf-8"), codes())
    ]
    assert not places, ASK + "\n".join(places)


def test_shared_templates_and_scripts_name_no_edition() -> None:
    paths = [
        path
        for top, ending in (
            ("templates", "*.html"),
            ("templates", "*.txt"),
            ("static", "*.js"),
            ("static", "*.css"),
        )
        for path in sorted((ROOT / top).rglob(ending))
        if "vendor" not in path.parts and not OWN_TEMPLATE.match(str(path.relative_to(ROOT)))
    ]
    assert len(paths) > 200, "nothing to look at"
    places = [
        f"{path.relative_to(ROOT)}:{line} {what}"
        for path in paths
        for line, what in named_in_text(path.read_text(encoding="utf-8"), codes())
    ]
    assert not places, ASK + "\n".join(places)
