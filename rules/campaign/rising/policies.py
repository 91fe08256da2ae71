"""The numbers and settings of a league of *Rising Names*: each reading that the sources leave open is one
(M4-CAMP)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.policies import OF_LEADERS_WHO_GROW, Policies


class RisingPolicies(Struct, frozen=True, kw_only=True):
    """``third_row``: the boxes of the track's third row with an advancement, as two sources give them.
    ``thirst_owned``: what a flipped Red Joker of the Barter counts as when a weapon of the second chart is
    owned. ``three_injuries``: when the third Injury annihilates. ``extra_scrip`` and ``no_injuries`` are
    house rules by the names of two optional rules: Scrip of every Payday, and no phase of Injuries
    (M4-CAMP-29)."""

    start_budget: int = 25
    start_scrip: int = 3
    size_bonus: int = 6
    pool_most: int = 6
    pool_bonus_most: int = 3
    first_hire_discount: int = 5
    late_scrip: int = 5
    third_row: Literal["30_35_39", "29_34_39"] = "30_35_39"
    thirst_owned: Literal["as_13", "nothing"] = "as_13"
    three_injuries: Literal["end_of_phase", "at_once"] = "end_of_phase"
    extra_scrip: int = 0
    no_injuries: bool = False


RISING = RisingPolicies()


def rising_policies(policies: Policies) -> RisingPolicies:
    """As the league has set them."""
    return replace(RISING, **{name: getattr(policies, name) for name in OF_LEADERS_WHO_GROW})
