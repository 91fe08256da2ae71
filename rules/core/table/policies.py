"""Every reading of the table's rules that the text leaves open: one name per AMBIGUOUS row of the ledger.

The default is the ledger's recommendation. The value named first is reading (A).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class TablePolicies(Struct, frozen=True, kw_only=True):
    """One table's readings; the row beside each."""

    lower_size: Literal["printed", "with_terrain"] = "printed"  # M3E-MEAS-08
    climbing: Literal["walk", "any_but_push"] = "walk"  # M3E-MOVE-09
    place_within: Literal["gap", "displacement"] = "gap"  # M3E-MOVE-16
    fall_landing: Literal["nearest_legal", "stays"] = "nearest_legal"  # M3E-MOVE-18
    grazing: Literal["blocks", "free"] = "blocks"  # M3E-LOS-09
    no_height: Literal["unlimited", "zero"] = "unlimited"  # M3E-LOS-10
    touching_sees: bool = True  # M3E-LOS-11
    shadow_size: Literal["effective", "printed"] = "effective"  # M3E-SHADOW-08
    shadow_on_top: bool = False  # M3E-SHADOW-09: whether a piece's own footprint is its Shadow
    roof_waiver: Literal["either_end", "drawing_end"] = "either_end"  # M3E-SHADOW-11
    concealing_waiver: Literal["drawing_end", "either_end"] = "drawing_end"  # M3E-TRAIT-06
    moved_hazard: Literal["spares_mover", "spares_all"] = "spares_mover"  # M3E-TRAIT-11
    hazard_touch: Literal["passing", "start_or_end"] = "passing"  # M3E-TRAIT-17
    walk_may_not_leave: Literal["engaging", "any_range", "began_in"] = "engaging"  # M3E-ENG-07
    corner_zone: Literal["disc", "square"] = "disc"  # M3E-SETUP-11
    centre_line: Literal["by_zone", "parallel"] = "by_zone"  # M3E-SETUP-13


POLICIES = TablePolicies()
