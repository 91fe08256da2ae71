"""How the rules say no, and how a total explains itself."""

from __future__ import annotations

import pytest

from rules.refusal import Refusal, Total, TotalLine, Violation

LINES = [TotalLine("won", 10), TotalLine("a Bounty", 9)]


@pytest.mark.parametrize(("cap", "amount"), [(None, 19), (19, 19), (20, 19), (16, 16)])
def test_a_total_is_cut_at_its_maximum_and_says_so(cap, amount) -> None:
    total = Total.of(LINES, cap=cap, cap_rule="SL-PAY-05")
    assert total.amount == amount == sum(line.amount for line in total.lines)
    above = [TotalLine("above the maximum of 16", -3, "SL-PAY-05")] if amount == 16 else []
    assert list(total.lines) == LINES + above


def test_one_refusal_stands_for_all_that_is_broken() -> None:
    first, second = Violation("M3E-HIRE-12", "At most 4.", "Remove one."), Violation("", "No name.")
    alone, both = Refusal.of([first]), Refusal.of([first, second])
    assert (str(alone), alone.fix, alone.violations) == (
        "At most 4. [M3E-HIRE-12]",
        "Remove one.",
        (first,),
    )
    assert (str(both), both.violations) == ("At most 4. (and 1 more) [M3E-HIRE-12]", (first, second))
    assert str(Refusal("So not.")) == "So not."
