"""Transactions of the tests themselves, which nobody waits for."""

from __future__ import annotations

from django.db import transaction
from django.db.transaction import Atomic


def block_of_test() -> Atomic:
    """A transaction as a test case opens one: no operation's own, as operations tell them apart."""
    block: Atomic = transaction.atomic()
    block._from_testcase = True
    return block
