"""Which tables were written since something was last counted from them.

Every statement of the connection is seen: what an invariant reads is learned while it counts, and it is
counted again once a row of any of those tables was written. So nothing is believed that could have changed,
and nothing is counted twice that could not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

TABLE = re.compile(r'(?:FROM|JOIN|INTO|UPDATE) "(\w+)"')
# Every invariant goes by the league's own row; that every act counts itself there is no news of it.
LEAGUE = "campaigns_campaign"
COUNTS_ACTS = 'UPDATE "campaigns_campaign" SET "acts"'


class Watch:
    """Put ``statement`` in as an execute wrapper of the connection."""

    def __init__(self) -> None:
        self._reads: dict[str, set[str]] = {}
        self._written: dict[str, set[str]] = {}
        self._reading: set[str] | None = None

    def statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            if self._reading is not None:
                self._reading.update(TABLE.findall(sql))
        elif sql.startswith(("INSERT", "UPDATE", "DELETE")) and not sql.startswith(COUNTS_ACTS):
            tables = TABLE.findall(sql)
            for written in self._written.values():
                written.update(tables)
        return execute(sql, params, many, context)

    def count(self, name: str, again: Callable[[], Iterable[str]]) -> list[str]:
        """What ``again`` finds, if anything that it read the last time was written since."""
        if name in self._reads and self._reads[name].isdisjoint(self._written[name]):
            return []
        self._reading = self._reads.setdefault(name, {LEAGUE})
        try:
            return list(again())
        finally:
            self._reading, self._written[name] = None, set()
