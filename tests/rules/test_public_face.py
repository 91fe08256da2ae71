"""What a person imports from ``rules`` is there, and importing the package alone loads none of it."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys

import pytest

import rules


@pytest.mark.parametrize("name", rules.__all__)
def test_every_name_is_where_the_package_says(name: str) -> None:
    assert getattr(rules, name) is not None
    assert name in dir(rules)


def _typed() -> dict[str, str]:
    """Name to module of what ``rules/__init__.py`` imports for type checkers alone."""
    [block] = [node for node in ast.parse(inspect.getsource(rules)).body if isinstance(node, ast.If)]
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(block.body)
    return {alias.asname or "": node.module or "" for node in imports for alias in node.names}


def test_type_checkers_know_the_same_names_from_the_same_places() -> None:
    assert _typed() == rules._HOME
    assert len(_typed()) > 40


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError):
        rules.nothing_of_that_name  # noqa: B018


def test_the_package_alone_loads_no_module_of_its_own() -> None:
    code = "import sys, rules; print([name for name in sys.modules if name.startswith('rules.')])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
