"""What a visit does is taken back, and the portal serves it as it serves each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tests.blocks import block_of_test


@contextmanager
def taken_back() -> Iterator[None]:
    """Roll back whatever is done within. The transaction is the test's: nobody waits for it, so what takes
    long is computed within it as without one, and still not within one of the portal's own."""
    with block_of_test():
        yield
        transaction.set_rollback(True)
