"""Table policies: one named value for each ambiguous row and each difference between editions.

The rule is beside each policy; no function tests the edition. The default is what the ledger recommends; the
value named first is reading (A). Each edition says what it reads otherwise, in ``table.py`` of its folder.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class TablePolicies(Struct, frozen=True, kw_only=True):
    """One table's ruleset, with the rule beside each policy."""

    # Open rows of the Third Edition
    lower_size: Literal["printed", "with_terrain"] = "printed"  # M3E-MEAS-08
    climbing: Literal["walk", "any_but_push"] = "walk"  # M3E-MOVE-09, T2-CLIMB-01
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
    walk_may_not_leave: Literal["engaging", "any_range", "began_in", "strikes"] = "engaging"  # M3E-ENG-07
    corner_zone: Literal["disc", "square"] = "disc"  # M3E-SETUP-11
    centre_line: Literal["by_zone", "parallel"] = "by_zone"  # M3E-SETUP-13

    # Differences between editions: the Third first, then the rule of the other
    vertical_counts: bool = True  # M3E-MEAS-02; T2-VLOS-09, M1R-MEAS-04: ranges are horizontal
    climb_price: int = 1  # M3E-MOVE-08: movement for an inch up or down; T2-CLIMB-01, M1-MOVE-07: 2
    falling: Literal["half", "each_inch", "flips", "one"] = "half"  # M3E-MOVE-07; T2-FALL-02; M4-MOVE-14
    severe_slows_pushes: bool = True  # M3E-TRAIT-14; T2-PUSH-03
    push_is_a_move: bool = True  # M3E-MOVE-01; T2-PUSH-02
    flight_counts_rise: bool = False  # M1R-MEAS-02; T2-FLY-03
    sight_from: Literal["size", "vantage", "near_end"] = "size"  # M3E-LOS-05; T2-VLOS; M4-LOS-04
    models_compare: Literal["both", "target"] = "both"  # M3E-LOS-05; M1-GLO-05: as high as the target
    shadows: bool = True  # M3E-SHADOW-01: whether terrain casts Shadow at all
    cover_from: Literal["shadow", "near_terrain", "near_blocking"] = "shadow"  # M3E-SHADOW-04; T2-, M4-COVER
    concealing_by_height: bool = True  # M3E-LOS-05; M4-COVER-05: any line that crosses it
    hazards_once_a: Literal["action", "turn"] = "action"  # M3E-TRAIT-08; T2-HAZ-04

    # Open rows of the Second Edition's guide
    blocking_compare: Literal["both", "acting"] = "both"  # T2-A02
    fog_los_height: int | None = None  # T2-A03: how high Dense terrain of Ht 0 hides; None: any height
    cover_stack: bool = False  # T2-A04
    half_rounding: Literal["up", "down"] = "up"  # T2-A05
    incorporeal_fall: Literal["by_terrain", "always", "never"] = "by_terrain"  # T2-A06
    barbed_extra: Literal[0, 1] = 0  # T2-A07: inches more to cross what harms and is not Severe
    vantage_ht: Literal["with_elevation", "printed"] = "with_elevation"  # T2-A08
    hazard_area_fourth: Literal["deploy", "severe"] = "deploy"  # T2-A09
    wall_cross_cost: Literal["path_plus_1", "double_while_overlapping"] = "path_plus_1"  # T2-A10

    ledge: Literal["along_line", "nearest"] = "along_line"  # T2-A13: where the ledge is looked for

    # Open rows of the Fourth Edition
    between_size: Literal["effective", "printed"] = "effective"  # M4-LOS-06
    little_crossed: Literal["at_most", "below"] = "at_most"  # M4-COVER-07: one inch of what conceals

    # Rulings of 2013
    spirits_hide: bool = True  # M1R-SPI-02: False, a Spirit never blocks sight
    spirits_pass: bool = False  # M1R-SPI-09, T2-INC-01: Spirits and others move through each other
    spirits_fly: bool = False  # M1R-SPI-05: they keep their height; T2-INC-03: they move as if they flew
    spirit_in_rock: Literal["before", "refused"] = "before"  # M1R-SPI-08: where one stops that cannot pass
    auras: Literal["sight", "route"] = "sight"  # M3E-AREA-01; M1R-AURA-01, -02
    push_into: Literal["line", "place"] = "line"  # M3E-MOVE-13; M1R-PUSH-01 to -03

    @property
    def mutual_sight(self) -> bool:
        """Whether sight is the same whichever base draws the lines."""
        return self.sight_from != "near_end" and (
            self.roof_waiver,
            self.blocking_compare,
            self.models_compare,
        ) == ("either_end", "both", "both")

    @property
    def measures_alike(self) -> bool:
        """Whether a model smaller than either end of a pair never blocks between them."""
        return self.sight_from == "size" and self.models_compare == "both"


POLICIES = TablePolicies()
