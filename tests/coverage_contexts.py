"""Which lines each test runs: the plugin by which ``make coverage`` names tests in what coverage.py keeps.

Beside it lies how long each test took (``PORTAL_TIMES``), so that ``make mutants`` can ask the quick ones
first.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

_times: dict[str, float] = {}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    running = Coverage.current()
    began = time.process_time()
    if running:
        running.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        if running:
            running.switch_context("")
        _times[item.nodeid] = round(time.process_time() - began, 3)


def pytest_sessionfinish() -> None:
    if folder := os.environ.get("PORTAL_TIMES"):
        process = os.environ.get("PYTEST_XDIST_WORKER", "main")
        (Path(folder) / f"times-{process}.json").write_text(json.dumps(_times))
