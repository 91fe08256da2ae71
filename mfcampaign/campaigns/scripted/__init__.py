"""Sensible choices made by the portal itself, all through the ordinary operations.

The demo league, the benches and the tests live whole weeks this way. Nothing here is random: the
same league makes the same choices, and no rule is asked anywhere but in ``rules``.
"""
