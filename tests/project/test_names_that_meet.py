"""Two classes of one name never meet: no module imports both, and none imports a namesake of its own."""

from __future__ import annotations

import ast
from collections import defaultdict
from itertools import combinations

from tests.project.test_guards import ROOT, python_files

# Django finds these by their name.
GIVEN = {"Command", "Migration"}
# Answers of the API beside the struct of the page or of the library that they are made of.
ANSWERS = {"AftermathView", "ChartChanges", "NextAction", "WeekStory"}


def meeting() -> dict[str, set[tuple[str, str]]]:
    """The pairs of modules by the class name that both define, where a module imports from both or one from
    the other."""
    trees = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in python_files("rules", "mfcampaign")
    }
    homes: dict[str, set[str]] = defaultdict(set)
    for module, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(module)
    imported = {module: {module} for module in trees}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                imported[module] |= {
                    node.module or "",
                    *(f"{node.module}.{each.name}" for each in node.names),
                }
    shared = {name: found for name, found in homes.items() if len(found) > 1 and name not in GIVEN}
    met: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for seen in imported.values():
        for name, found in shared.items():
            met[name] |= set(combinations(sorted(found & seen), 2))
    return {name: pairs for name, pairs in met.items() if pairs}


def test_classes_of_one_name_do_not_meet() -> None:
    met = meeting()
    assert not met.keys() - ANSWERS, "\n".join(
        f"{name}: {one} and {other} meet; name each after what it is."
        for name in sorted(met.keys() - ANSWERS)
        for one, other in sorted(met[name])
    )
    assert met.keys() >= ANSWERS, f"not needed any more: {ANSWERS - met.keys()}"
