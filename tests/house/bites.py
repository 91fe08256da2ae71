"""A plugin that proves the marks of ``test_switches``: with the house rule stuck at another value, at least
one case of the marked test must fail. For tests of the core, which need nothing but their parameters.

``python -m pytest tests/core -p tests.house.bites -q`` runs no test; it prints what it found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rules.core.campaign.policies import POLICIES, Policies, policies_as_dict

USUAL = policies_as_dict(POLICIES)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@contextmanager
def stuck(name: str, value: Any) -> Iterator[None]:
    """Every league reads this value, whatever it was given."""
    fixed = tuple(value) if isinstance(value, list) else value
    before = Policies.__dict__[name]
    setattr(Policies, name, property(lambda _: fixed))
    try:
        yield
    finally:
        setattr(Policies, name, before)


def pytest_collection_finish(session: pytest.Session) -> None:
    groups: dict[tuple[str, str, Any], list[pytest.Function]] = defaultdict(list)
    known: dict[str, list[Any]] = defaultdict(list)
    for item in session.items:
        for mark in item.iter_markers("switch"):
            name, value = mark.args
            assert isinstance(item, pytest.Function)
            groups[name, repr(value), item.function].append(item)
            known[name].append(value)
    without = [
        f"{name} = {shown}: {function.__name__} passes all the same"
        for (name, shown, function), items in groups.items()
        if not _bites(name, shown, known[name], items)
    ]
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    assert reporter is not None
    reporter.write("\n".join(["", *without, f"{len(groups)} marks, {len(without)} without bite", ""]))
    session.items.clear()


def _bites(name: str, shown: str, known: list[Any], items: list[pytest.Function]) -> bool:
    """Whether the test fails with the setting at its default, or for the default at another value."""
    usual = _listed(USUAL[name])
    others = [usual, *known]
    elsewhere = next(value for value in others if repr(value) != shown)
    with stuck(name, elsewhere):
        return any(_fails(item) for item in items)


def _fails(item: pytest.Function) -> bool:
    try:
        item.function(**(item.callspec.params if hasattr(item, "callspec") else {}))
    except (Exception, pytest.fail.Exception):
        return True
    return False
