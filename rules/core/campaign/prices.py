"""Prices in Scrip that need nothing but a number."""

from __future__ import annotations


def upgrade_scrip(ss_cost: int) -> int:
    """Scrip for an ordinary Upgrade: twice its Soulstones, at least 2 (SL-HIRE-10, SL-HIRE-11).

    >>> upgrade_scrip(2), upgrade_scrip(0)
    (4, 2)
    """
    return 2 * ss_cost if ss_cost else 2
