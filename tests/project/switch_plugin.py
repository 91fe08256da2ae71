"""A plugin that proves the marks of ``test_switches``: with the house rule stuck at another value, at least
one case of the marked test must fail.

``python -m pytest tests/rules -p tests.project.switch_plugin -q`` runs no test of its own accord; it prints
what it found. Tests of the core need nothing but their parameters and are called as they are; those that
ask for a fixture are run whole, with all it takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from rules.campaign.policies import POLICIES, Policies, policies_as_dict

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


Group = tuple[str, str, Any]
"""A setting, its value as it is written, and the marked function."""


def pytest_collection_finish(session: pytest.Session) -> None:
    groups: dict[Group, list[pytest.Function]] = defaultdict(list)
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
    params = item.callspec.params if hasattr(item, "callspec") else {}
    if set(item.fixturenames) - set(params):
        return _fails_with_its_fixtures(item)
    try:
        item.function(**params)
    except (Exception, pytest.fail.Exception):
        return True
    return False


def _fails_with_its_fixtures(item: pytest.Function) -> bool:
    """What a fixture could not set up proves nothing: only the test itself may fail."""
    item.session._setupstate.teardown_exact(item)  # what the last one left that this one has no use for
    item._initrequest()
    reports = runtestprotocol(item, nextitem=item, log=False)
    return any(report.failed and report.when == "call" for report in reports)
