"""Pages say the plain act: phrases that gave way to others in ``docs/style.md`` stand nowhere.

The tests read the templates, every string of Python that is no docstring, and the description of the API.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from django.urls import get_resolver

from mfcampaign.api.schema import document
from tests.project.test_guards import ROOT, python_files

RETIRED = re.compile(
    "|".join(
        (
            r"Rather not\b",
            r"Call the games due",
            r">\s*They are due",
            r"Look at what it changes",
            r"Leave it as it is",
            r"Take it on\b",
            r"Put (?:something|this game) right",
            r"Bring (?:one|it|a league|a file) in\b",
            r"Bring it here",
            r"Work of the portal",
            r"Preferences and changes of pairings",
            r"Make an account",
            r"Keep this account",
            r"Seasons on paper",
            r"\bReckon(?: it)?\b(?!ing)",
            r"organisers(?:’|') page",
            r"\b[Pp]ut(?:s|ting)? (?:\w+ )?away\b",
            r"stands still",
            r"What else, at what price",
            r"every other choice would have cost",
            r"That is what fell",
            r"[Hh]ave (?:a table|one) made",
            r"leads? nowhere",
            r"[Ss]econd step\b",
            r"Nothing stands here",
            r"This door is not yours",
            r"The rules say no\b",
            r"Found the Arsenal",
            r"(?:Arsenal|league|account) is founded",
            r"\bGo on\b",
            r"goes its way",
            r"That is not me",
            r"Take out\b",
            r"\b[Tt]ake (?:it|one|some|something|…|\d+|(?:this|that|the|a) \w+) (?:of them |else )?out\b",
            r"Look further",
            r"Nobody has told you",
            r"shown this once",
            r"One joins by",
            r"Call it off",
            r"Set it up\b",
            r"(?:Find|Fix|Hand) it\b(?: in\b)?\s*</(?:a|button)",
            r"(?:>|\}\s*)Do it\s*<",
            r"Back to it\b",
            r"Take (?:its|no) commands",
            r"Tell it again",
            r"Use its words",
            r"\bI stay\b",
            r"Sit down\b",
            r"Keep the note\b",
            r"Where may it end",
            r"Add it to the shuffles",
            r"(?:>|\}\s*)(?:Build|Keep|Leave) it\s*(?:<|\{%)",
            r"Give it up now",
            r"Give this Encounter up",
            r">\s*(?:Double|Look|Fork)\s*<",
            r"Write them down",
            r"\bstands here\b",
            r"[Nn]obody of that name",
            r"As the app writes",
            r"[Bb]e known in",
            r"\bWhoever (?:has|holds|opens|gets) ",
            r"[Nn]atural key",
        )
    )
)
# Its own place: the name of a Strategy.
ALLOWED = {("rules/editions/m3e/play/strategies/reckoning.py", "Reckoning")}
# Where one string goes on in the next line of the code.
PARTED = re.compile(r"""["']\s*\n\s*[a-z]?["']""")
VISIBLE = re.compile(r"\{%\s*comment\s*%\}.*?\{%\s*endcomment\s*%\}|\{#.*?#\}", re.DOTALL)


def sentences(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every string of the code that is no docstring, f-strings with ``…`` where a value stands."""
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield (
                "".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in node.values),
                node.lineno,
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in documents and id(node) not in parts:
                yield node.value, node.lineno


def test_the_guard_sees_a_breach() -> None:
    tree = ast.parse('"""Rather not."""\nx = "Rather not"\ny = f"{x} leads nowhere"\n')
    assert [line for text, line in sentences(tree) if RETIRED.search(text)] == [2, 3]
    assert RETIRED.search("<button>Put away</button>")
    assert RETIRED.search("Look further")
    assert RETIRED.search("Take … out.")
    assert RETIRED.search("Hire the Master, or take it out.")
    assert RETIRED.search('{% icon "check" %}Do it</button>')
    assert not RETIRED.search("Strategy Reckoning; put a Marker down; Look out")


def test_templates_say_the_plain_act() -> None:
    templates = sorted((ROOT / "templates").rglob("*.*"))
    assert len(templates) > 200, "the templates were not found"
    places = [
        f"{path.relative_to(ROOT)}: {' '.join(match[0].split())}"
        for path in templates
        for match in RETIRED.finditer(_visible(path))
    ]
    assert not places, "Say it as docs/style.md does:\n" + "\n".join(places)


def _visible(path: Path) -> str:
    return re.sub(r"\s+", " ", VISIBLE.sub("", path.read_text(encoding="utf-8")))


def test_the_api_says_the_plain_act() -> None:
    """Summaries and descriptions of the API are docstrings, and are shown on its page."""
    _ = get_resolver().url_patterns  # every operation is declared now
    texts = re.findall(r'"(?:summary|description)": ("(?:[^"\\]|\\.)*")', json.dumps(document()))
    assert len(texts) > 500, "the description was not found"
    places = [text for text in map(json.loads, texts) if RETIRED.search(text)]
    assert not places, "Say it as docs/style.md does:\n" + "\n".join(places)


def test_sentences_of_python_say_the_plain_act() -> None:
    files = [path for path in python_files("mfcampaign", "rules") if "migrations" not in path.parts]
    assert len(files) > 400
    places = [
        f"{path.relative_to(ROOT)}:{line} {match[0]}"
        for path in files
        if RETIRED.search(PARTED.sub("", text_of_file := path.read_text(encoding="utf-8")))
        for text, line in sentences(ast.parse(text_of_file))
        if " " in text and (match := RETIRED.search(text))
    ]
    assert not places, "Say it as docs/style.md does:\n" + "\n".join(places)


def test_docstrings_name_the_answer() -> None:
    """``The cost`` and not ``Return the cost``: one manner of docstring (CONTRIBUTING.md)."""
    other_manner = re.compile(r'r?"""(?:Returns?|Yields?)\b')
    assert other_manner.match('"""Return the cost."""')
    wrong = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in python_files("mfcampaign", "rules", "scripts", "tests", "clients")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if other_manner.match(line.lstrip())
    ]
    assert not wrong, "Leave “Return” out of the docstring:\n" + "\n".join(wrong)
