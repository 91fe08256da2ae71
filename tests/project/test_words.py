"""One thing has one name: words that gave way to others in ``docs/glossary.md`` name nothing again.

Looked at are the names that code gives: modules, classes, functions, parameters, variables, attributes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.project.test_guards import CODE, ROOT, python_files

# Refused as a whole name, also with underscores around: they say nothing of what they hold.
EMPTY = {"carry", "found", "made", "odd", "sitting", "told"}
# Refused wherever they stand in a name, with what is said instead.
RETIRED = {
    "anew": "restart",
    "autoplay": "scripted",
    "bell": "wake-up",
    "bends": "refraction",
    "courier": "delivery",
    "deed": "action in progress",
    "deeds": "action in progress",
    "desk": "rulings, organiser",
    "errand": "command",
    "farewell": "account deletion",
    "farewells": "account deletion",
    "founding": "opening",
    "lever": "organiser action",
    "levers": "organiser action",
    "lookout": "detection",
    "mend": "fix",
    "overlook": "visibility matrix",
    "pull": "organiser action",
    "recalled": "versioned cache",
    "remembered": "versioned cache",
    "roam": "reachable region",
    "shade": "occlusion",
    "shelf": "versioned cache",
    "shores": "path corners",
    "sitting": "aftermath session",
    "solids": "barriers",
}
# Stored or sent under that name, so it stays: name and place.
STORED = {
    ("made", "rules/game/state.py"),  # State.made, in logs and their hashes
    ("made", "mfcampaign/tables/models.py"),  # a column
    ("made", "mfcampaign/tables/operations.py"),  # its value
}


def names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that the code gives, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.alias(asname=str()):
                yield str(node.asname), node.lineno
            case ast.ExceptHandler(name=str()) | ast.MatchAs(name=str()) | ast.MatchStar(name=str()):
                yield str(node.name), node.lineno


def words(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def refused(name: str) -> bool:
    return name.strip("_").lower() in EMPTY or not RETIRED.keys().isdisjoint(words(name))


def is_code(path: Path) -> bool:
    return "migrations" not in path.parts


MENTIONED = re.compile("|".join(sorted(EMPTY | RETIRED.keys())), re.IGNORECASE)


def given(path: Path) -> Iterator[tuple[str, int]]:
    """The names of a file, those of its places too; a file that mentions no refused word is not parsed."""
    yield from ((path.stem, 1), (path.parent.name, 1))
    if MENTIONED.search(text := path.read_text("utf-8")):
        yield from names(ast.parse(text))


def test_the_guard_sees_a_breach() -> None:
    tree = ast.parse(
        "class WeekLever: desk = 1\ndef _told(odd): self.made = found = 1\nimport x as shelf\n"
        "try: pass\nexcept E as carry: pass\nfoundation, pulled, oddness = 1, 2, 3"
    )
    given = ["WeekLever", "desk", "_told", "odd", "made", "found", "shelf", "carry"]
    assert sorted(name for name, _ in names(tree) if refused(name)) == sorted(given)


def test_retired_words_name_nothing() -> None:
    files = [path for path in python_files(*CODE) if is_code(path)]
    assert len(files) > 500
    places = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in files
        for name, line in given(path)
        if refused(name) and (name, str(path.relative_to(ROOT))) not in STORED
    ]
    assert not places, f"name what it holds, by the words of docs/glossary.md: {places}"


def test_what_stays_is_still_there() -> None:
    for name, place in STORED:
        assert name in {given for given, _ in names(ast.parse((ROOT / place).read_text("utf-8")))}, place
