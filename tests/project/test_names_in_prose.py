"""What docstrings, comments and documents name exists: files, modules, their members, words of the code.

``name`` is looked for among names and strings of code, templates and static files (a test's in tests, too),
``module.member`` in that module or class, a path among the files.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.project.test_guards import ROOT, python_files

FOLDERS = ("rules", "mfcampaign", "scripts", "clients")
MORE_FILES = ("templates", "static", "docs", "tests", ".github", ".ci")
# Settings and terms of Django, Celery, PostgreSQL, Discord and other projects, and letters of formulas.
ELSEWHERE = {
    *keyword.kwlist,
    *("ATOMIC_REQUESTS", "DoesNotExist", "HttpOnly", "SCM_RIGHTS", "acks_late", "applications.commands"),
    *("cpu_shares", "exportAsMarkdown", "exportAsText", "initdb", "max_connections", "psql"),
    *("pytest.param", "param", "task_reject_on_worker_lost", "backend/api/tests.py"),
    *("campaigns_entry", "campaigns_entry.state"),  # a table
}
QUOTED = re.compile(r"``([^`\n]+)``|`([^`\n]+)`")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?")
PATH = re.compile(
    r"(?<![\w/.:<{…*-])(?:(?:rules|mfcampaign|tests|scripts|docs|templates|static|clients)/[\w./-]+"
    r"|(?:[\w-]+/)*[\w-]+\.(?:py|mjs|html|css))(?![\w*<{])"
)
MODULE = re.compile(r"(?<![\w/.-])(?:rules|mfcampaign|tests|scripts)(?:\.[A-Za-z_]\w*)+")
HASH = re.compile(r"(?:^|  ) *# (.*)$")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*|{#.*?#}|{% comment %}.*?{% endcomment %}", re.S | re.M)
# The ledger quotes notations of the source texts; a migration and the changelog tell of what was.
UNREAD = re.compile(r"/docs/rules/|/migrations/|CHANGELOG")


@cache
def parts_of(text: str) -> tuple[list[tuple[int, str]], set[str]]:
    """Docstrings (any string that stands alone) and comments, with their lines; names and words of other
    strings."""
    prose = [
        (number, comment[1])
        for number, line in enumerate(text.splitlines(), 1)
        if (comment := HASH.search(line))
    ]
    found: set[str] = set()
    apart: set[int] = set()
    for node in ast.walk(ast.parse(text)):  # a statement before what is in it
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in apart:
                found.update(re.findall(r"\w+", node.value))
        elif isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                apart.add(id(node.value))
                prose.append((node.lineno, node.value.value))
        else:
            for field in ("id", "attr", "name", "arg", "asname", "module"):
                if isinstance(word := getattr(node, field, None), str):
                    found.update(word.split("."))
    return prose, found


@cache
def files() -> frozenset[str]:
    """Every file and folder, and each end of its path."""
    places = [path for name in (*FOLDERS, *MORE_FILES) for path in (ROOT / name).rglob("*")]
    places += ROOT.iterdir()
    ends: set[str] = set()
    for path in places:
        parts = path.relative_to(ROOT).parts
        ends.update("/".join(parts[at:]) for at in range(len(parts)))
    return frozenset(ends)


@cache
def texts() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in python_files(*FOLDERS, "tests")}


@cache
def words(tests: bool) -> frozenset[str]:
    found: set[str] = set()
    for path, text in texts().items():
        if tests or not path.is_relative_to(ROOT / "tests"):
            found |= parts_of(text)[1]
        found.update(path.relative_to(ROOT).with_suffix("").parts)
    for folder in ("templates", "static", "mfcampaign", "rules", "clients"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in (".html", ".js", ".mjs", ".css", ".json", ".txt"):
                found.update(re.findall(r"\w+", COMMENT.sub("", path.read_text("utf-8"))))
                found.add(path.stem)
    for name in ("Makefile", "docker-compose.yml", "pyproject.toml", "Dockerfile", "docs/api-outline.txt"):
        found.update(re.findall(r"\w+", (ROOT / name).read_text("utf-8")))
    return frozenset(found)


@cache
def owners() -> dict[str, list[str]]:
    """The text of each module, folder and class by its name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, text in texts().items():
        for name in {path.stem, *path.relative_to(ROOT).parts[:-1]}:
            found[name] += [text, path.stem]
        for name in re.findall(r"^ *class (\w+)", text, re.MULTILINE):
            found[name].append(text)
    return found


def faults(text: str, *, tests: bool = False) -> Iterator[str]:
    """What ``text`` names and is not there."""
    named = {match[0].rstrip("./-") for match in PATH.finditer(text)}
    yield from (name for name in named - ELSEWHERE if name not in files())
    yield from (match[0] for match in MODULE.finditer(text) if not is_member(match[0]))
    for match in QUOTED.finditer(text):
        name = (match[1] or match[2]).strip()
        if NAME.fullmatch(name) and len(name) > 3 and name not in ELSEWHERE and name not in files():
            parts = name.removesuffix("()").split(".")
            owner, member = parts[-2:] if parts[1:] else ("", parts[0])
            apart = owner in owners() and member not in ELSEWHERE and not is_in(member, owners()[owner])
            if set(parts) - words(tests) - ELSEWHERE or apart:
                yield name


def is_member(name: str) -> bool:
    """Whether ``rules.edition.Edition`` leads to a module, and a name in it."""
    place, parts = ROOT, name.split(".")
    while parts and (place / parts[0]).is_dir():
        place /= parts.pop(0)
    if parts and (place / f"{parts[0]}.py").exists():
        place /= f"{parts.pop(0)}.py"
    module = place / "__init__.py" if place.is_dir() else place
    return not parts or (module.exists() and is_in(parts[0], [module.read_text("utf-8")]))


def is_in(name: str, owner: list[str]) -> bool:
    return any(re.search(rf"\b{name}\b", text) for text in owner)


def test_what_is_gone_is_seen() -> None:
    gone = (
        "rules/gone.py",
        "policy_words.py",
        "rules.edition.Gone",
        "``policy_words``",
        "``edition.Gone``",
        "`gone_long`",
    )
    for name in gone:
        assert list(faults(f"As {name} says.")) == [name.strip("`")]
    assert not list(
        faults("``rules/edition.py``, edition.py, rules.edition.Edition, ``Edition.play``, docs/api.md.")
    )
    prose, found = parts_of('"""One."""\nx = "three"  # two\n')
    assert sorted(prose) == [(1, "One."), (2, "two")]
    assert found == {"x", "three"}


def test_what_code_says_of_code_exists() -> None:
    gone = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path, text in texts().items()
        if not UNREAD.search(str(path))
        for line, said in parts_of(text)[0]
        for name in faults(said, tests=path.is_relative_to(ROOT / "tests"))
    ]
    assert not gone, "Docstrings and comments name what is gone:\n" + "\n".join(gone)


def test_what_a_package_says_of_itself_exists() -> None:
    """The names in the docstring of a package are in that package or beside it, or dotted from the top."""
    known: dict[Path, set[str]] = defaultdict(set)
    for path, text in texts().items():
        for folder in path.parents[: len(path.relative_to(ROOT).parts) - 1]:
            known[folder] |= parts_of(text)[1] | {path.stem, *path.parts}
    packages = [path for path in texts() if path.name == "__init__.py" and not UNREAD.search(str(path))]
    gone = []
    for package in packages:
        folder = package.parent
        beside = {path.stem for path in folder.parent.iterdir()} | ELSEWHERE
        said = " ".join(text for _, text in parts_of(texts()[package])[0])
        names = {match[1] for match in QUOTED.finditer(said) if NAME.fullmatch(match[1] or "")}
        firsts = {name: re.split(r"\W", name)[0] for name in names}
        gone += [
            f"{folder.relative_to(ROOT)} {name}"
            for name, first in firsts.items()
            if first not in known[folder] and first not in beside
        ]
    assert len(packages) > 100
    assert not gone, "Docstrings of packages name what is gone:\n" + "\n".join(gone)


def test_what_pages_and_scripts_say_of_code_exists() -> None:
    paths = [path for folder in ("templates", "static") for path in (ROOT / folder).rglob("*.*")]
    gone = [
        f"{path.relative_to(ROOT)} {name}"
        for path in paths
        if path.suffix in (".html", ".js", ".mjs", ".css")
        for match in COMMENT.finditer(path.read_text("utf-8"))
        for name in faults(match[0])
    ]
    assert len(paths) > 300
    assert not gone, "Comments name what is gone:\n" + "\n".join(gone)


def test_what_documents_say_of_code_exists() -> None:
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    gone = [
        f"{path.relative_to(ROOT)}:{number} {name}"
        for path in paths
        if not UNREAD.search(str(path))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if not line.startswith(">>>")  # runs, so what it names exists
        for name in faults(line, tests=True)
    ]
    assert len(paths) > 50
    assert not gone, "Documents name what is gone:\n" + "\n".join(gone)
