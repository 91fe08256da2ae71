"""Scripts that no test runs still import, and say the names of others so that types see a rename."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path.relative_to(ROOT) for path in (ROOT / "scripts").rglob("*.py"))


@pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR")  # of a library
@pytest.mark.parametrize("path", SCRIPTS, ids=str)
def test_a_script_can_be_imported(path: Path) -> None:
    """mypy checks what they use of us; this shows that nothing is missing when they begin."""
    importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))


def names_imported(tree: ast.Module) -> set[str]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {alias.asname or alias.name for node in imports for alias in node.names}


def test_no_script_asks_a_module_for_a_name_in_a_string() -> None:
    assert len(SCRIPTS) > 20, "the scripts were not found at all"
    asked = []
    for path in SCRIPTS:
        tree = ast.parse((ROOT / path).read_text())
        imported = names_imported(tree)
        asked += [
            f"{path}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "getattr"
            and node.args
            and isinstance(node.args[0], ast.Name)
            and node.args[0].id in imported
        ]
    assert asked == [], "name the thing itself: a rename would break these in silence"
