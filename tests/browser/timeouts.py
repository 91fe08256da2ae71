"""How long a browser test waits, and how often it begins again when the page itself moved on.

The pages move by themselves: they look for news, follow the game, lay a part down and load again.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error

# ms; no proof of speed: a machine with more to do than this suite is slow, and right all the same.
PATIENCE = 120_000
# How often a page's own step may come between before it counts as a fault of the page.
MOVES = 5
CUT_OFF = re.compile(r"interrupted by another navigation|net::ERR_ABORTED|frame was detached")
MOVED_ON = re.compile(r"Execution context was destroyed|axe is not defined")


def until_it_stays(came_between: re.Pattern[str], act: Callable[..., Any]) -> Callable[..., Any]:
    """``act``, begun again when a step of the page's own came between; any other error passes through."""

    @functools.wraps(act)
    def begun_again(*args: Any, **more: Any) -> Any:
        for _ in range(MOVES):
            try:
                return act(*args, **more)
            except Error as problem:
                if not came_between.search(problem.message):
                    raise
        return act(*args, **more)

    return begun_again
