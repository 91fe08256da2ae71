"""A transaction of the tests themselves, which nobody waits for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def taken_back() -> Iterator[None]:
    """Roll back whatever is done within, also when it fails. The transaction is as a test case opens one:
    what takes long is computed within it as without one, and still not within one of the portal's own."""
    block = transaction.atomic()
    block._from_testcase = True
    with block:
        try:
            yield
        finally:
            transaction.set_rollback(True)
