"""Schemes about markers: 1 Detonate Charges (M3E-SCHEME-03), 2 Breakthrough (-04), 3 Harness the Ley Line
(-05), 4 Search the Ruins (-06), 5 Dig Their Graves (-07, -08), 8 Power Ritual (-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import hypot

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, reacts
from rules.editions.m3e.play.procedure.table_areas import (
    centreline,
    corners,
    in_zone,
    near_point,
    on_centreline,
    on_half,
    own_corners,
)
from rules.editions.m3e.play.schemes.common import Fits, Plain, Secret, matched, pay, there_are
from rules.editions.m3e.play.scoring.ground import alone, drops, ground
from rules.editions.m3e.play.scoring.places import SCHEME, enemies, friends, matters, scheme_markers, within
from rules.editions.m3e.play.scoring.registry import scheme
from rules.editions.m3e.play.scoring.score import may_hide, offer_reveal
from rules.editions.m3e.play.scoring.wants import A_VP, STEP_OF_SCHEME, Goal, Hunt, model_goal
from rules.game.procedure.asks import Proc
from rules.game.state import Marker, Model, Scheme, other

DETONATE_NEEDED, DETONATE_INCHES = 2, 2.0


def near_one_enemy(g: Game, seat: int) -> Fits:
    """The condition that some enemy model has all of the markers within 2"."""
    rivals = enemies(g, seat)

    def fits(markers: Sequence[Marker]) -> bool:
        return any(all(within(g, marker, rival, DETONATE_INCHES) for marker in markers) for rival in rivals)

    return fits


@scheme
class DetonateCharges(Plain):
    name, number, steps = "Detonate Charges", 1, DETONATE_NEEDED

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return there_are(scheme_markers(g, seat), DETONATE_NEEDED, near_one_enemy(g, seat))

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(
            g, seat, scheme_markers(g, seat), DETONATE_NEEDED, "M3E-SCHEME-03", near_one_enemy(g, seat)
        )

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from self.pay_reveal(g, seat, secret)

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        for enemy, lying in _lying_near(g, seat).items():
            if lying < DETONATE_NEEDED:
                worth = STEP_OF_SCHEME * (0.5 + 0.5 * lying)
                yield model_goal(g.model(enemy), DETONATE_INCHES + 0.6, worth, "drop")

    def held(self, g: Game, seat: int) -> tuple[int, int]:
        return max(_lying_near(g, seat).values(), default=0), DETONATE_NEEDED


def _lying_near(g: Game, seat: int) -> dict[str, int]:
    """How many friendly Scheme Markers each enemy has within 2"."""
    own = scheme_markers(g, seat)
    return {
        enemy.id: sum(within(g, marker, enemy, DETONATE_INCHES) for marker in own)
        for enemy in enemies(g, seat)
    }


BREAKTHROUGH_ALONE, BREAKTHROUGH_AT_THE_END = 3.0, 3


def behind_the_lines(g: Game, seat: int) -> list[Marker]:
    """The friendly Scheme Markers in the enemy's zone."""
    return [marker for marker in scheme_markers(g, seat) if in_zone(g, marker, other(seat))]


@scheme
class Breakthrough(Plain):
    name, number = "Breakthrough", 2

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return bool(behind_the_lines(g, seat)) and any(
            in_zone(g, model, other(seat))
            and not any(within(g, enemy, model, BREAKTHROUGH_ALONE) for enemy in enemies(g, seat))
            for model in friends(g, seat)
        )

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, behind_the_lines(g, seat), 1, "M3E-SCHEME-04")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return len(behind_the_lines(g, seat)) >= BREAKTHROUGH_AT_THE_END

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, behind_the_lines(g, seat), BREAKTHROUGH_AT_THE_END, "M3E-SCHEME-04")

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """Markers in the enemy's zone; when one lies there, somebody beside it whom no enemy is near."""
        lying, area = len(behind_the_lines(g, seat)), ground(g, other(seat), "zone")
        yield from drops(g, seat, area, lying, BREAKTHROUGH_AT_THE_END if scheme.revealed else 1)
        for x, y in area if lying and not scheme.revealed else ():
            if alone(g, seat, x, y, BREAKTHROUGH_ALONE):
                yield Goal(x, y, 1.0, STEP_OF_SCHEME)

    def held(self, g: Game, seat: int) -> tuple[int, int]:
        return len(behind_the_lines(g, seat)), BREAKTHROUGH_AT_THE_END


HARNESS_NEEDED = 3


def on_the_line(g: Game, seat: int) -> list[Marker]:
    return [marker for marker in scheme_markers(g, seat) if on_centreline(g, marker)]


@scheme
class HarnessTheLeyLine(Plain):
    name, number, steps = "Harness the Ley Line", 3, HARNESS_NEEDED

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        (ax, ay), (bx, by) = centreline(g)
        steps = int(hypot(bx - ax, by - ay) // 2.5)
        line = [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(1, steps)]
        return drops(g, seat, line, len(on_the_line(g, seat)), HARNESS_NEEDED, 0.9)

    def held(self, g: Game, seat: int) -> tuple[int, int]:
        return len(on_the_line(g, seat)), HARNESS_NEEDED

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return len(on_the_line(g, seat)) >= HARNESS_NEEDED

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, on_the_line(g, seat), HARNESS_NEEDED, "M3E-SCHEME-05")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from self.pay_reveal(g, seat, secret)


SEARCH_TO_REVEAL, SEARCH_TO_END = 2, 3


def abroad(g: Game, seat: int) -> list[Marker]:
    """The friendly Scheme Markers on the opponent's half."""
    return [marker for marker in scheme_markers(g, seat) if on_half(g, marker, other(seat))]


def different_pieces(g: Game, markers: Sequence[Marker]) -> Fits:
    """The condition that each marker touches a different piece of terrain."""
    touched = {marker.id: frozenset(g.table.terrain_at(g.state, marker)) for marker in markers}
    return lambda chosen: matched([touched[marker.id] for marker in chosen])


@scheme
class SearchTheRuins(Plain):
    name, number, steps = "Search the Ruins", 4, SEARCH_TO_REVEAL

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        needed = SEARCH_TO_END if scheme.revealed else SEARCH_TO_REVEAL
        spots = [(x, y) for x, y in ground(g, other(seat), "half") if _is_ruin(g, x, y)]
        return drops(g, seat, spots, len(abroad(g, seat)), needed, 1.0)

    def held(self, g: Game, seat: int) -> tuple[int, int]:
        return len(abroad(g, seat)), SEARCH_TO_END

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return _searched(g, seat, SEARCH_TO_REVEAL)

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from _pay(g, seat, SEARCH_TO_REVEAL)

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return _searched(g, seat, SEARCH_TO_END)

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from _pay(g, seat, SEARCH_TO_END)


def _is_ruin(g: Game, x: float, y: float) -> bool:
    return bool(g.table.terrain_at(g.state, Marker(id="", kind=SCHEME, x=x, y=y, mm=g.rules.marker_mm)))


def _searched(g: Game, seat: int, needed: int) -> bool:
    markers = abroad(g, seat)
    return there_are(markers, needed, different_pieces(g, markers))


def _pay(g: Game, seat: int, needed: int) -> Proc[None]:
    markers = abroad(g, seat)
    yield from pay(g, seat, markers, needed, "M3E-SCHEME-06", different_pieces(g, markers))


DIG_NAME = "Dig Their Graves"
DIG_INCHES, DIG_NEEDED = 1.0, 3
CORPSE_AND_SCRAP = ("corpse", "scrap")


def beside(g: Game, seat: int, victim: Model) -> list[Marker]:
    """The friendly Scheme Markers within 1" of where the victim stood."""
    return [marker for marker in scheme_markers(g, seat) if within(g, marker, victim, DIG_INCHES)]


def own_graves(g: Game) -> Fits:
    """The condition that each marker is within 1" of a different Corpse or Scrap Marker."""
    remains = [marker for marker in g.state.markers.values() if marker.kind in CORPSE_AND_SCRAP]
    return lambda markers: matched(
        [
            frozenset(grave.id for grave in remains if within(g, marker, grave, DIG_INCHES))
            for marker in markers
        ]
    )


def diggable(g: Game, seat: int) -> list[Marker]:
    """All Scheme Markers, or only friendly ones (policy ``dig_markers``)."""
    return scheme_markers(g, seat if g.policies.dig_markers == "friendly" else None)


@scheme
class DigTheirGraves(Plain):
    name, number, moment = DIG_NAME, 5, "killed"

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """``False``: it is revealed when an enemy is killed, by ``upon_a_kill``."""
        return False

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        victim = g.model(secret["victim"])
        yield from pay(g, seat, beside(g, seat, victim), 1, "M3E-SCHEME-07")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return there_are(diggable(g, seat), DIG_NEEDED, own_graves(g))

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, diggable(g, seat), DIG_NEEDED, "M3E-SCHEME-07", own_graves(g))

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """A Marker beside whoever is to be killed; once it is revealed, beside the remains."""
        if not scheme.revealed:
            for enemy in enemies(g, seat):
                if not beside(g, seat, enemy):
                    yield model_goal(enemy, DIG_INCHES + 0.9, 0.8 * STEP_OF_SCHEME, "drop")
            return
        own = scheme_markers(g, seat)
        for grave in g.state.markers.values() if len(own) < DIG_NEEDED else ():
            if grave.kind in CORPSE_AND_SCRAP and not any(
                within(g, grave, marker, DIG_INCHES) for marker in own
            ):
                yield Goal(grave.x, grave.y, 1.5, 0.5 * STEP_OF_SCHEME, "drop")

    def hunts(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Hunt]:
        for enemy in () if scheme.revealed else enemies(g, seat):
            yield Hunt(enemy.id, (0.6 if beside(g, seat, enemy) else 0.02) * A_VP, share=0.5)


@reacts("killed")
def upon_a_kill(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    """A reaction when a friendly model kills an enemy within 1" of a friendly Scheme Marker."""
    victim, killer = happening.model, happening.by
    if victim is None or killer is None or killer.seat == victim.seat:
        return
    seat = killer.seat
    if not may_hide(g, seat, DIG_NAME) or not victim.on_table or not beside(g, seat, victim):
        return
    if matters(g, victim, seat) and matters(g, killer, seat):
        yield PendingReaction(
            f"dig:{victim.id}",
            seat,
            "Reveal a Scheme",
            lambda: offer_reveal(g, seat, DIG_NAME, True, {"victim": victim.id}),
            rule="M3E-SCHEME-07",
        )


RITUAL_INCHES, RITUAL_NEEDED, RITUAL_MOST_OWN = 3.0, 3, 1


def at_foreign_corner(g: Game, seat: int) -> list[Marker]:
    """The friendly Scheme Markers within 3" of a corner outside the own zone."""
    away = [corner for corner in corners(g) if corner not in own_corners(g, seat)]
    return [
        marker
        for marker in scheme_markers(g, seat)
        if any(near_point(marker, corner, RITUAL_INCHES) for corner in away)
    ]


def three_corners(g: Game, seat: int) -> Fits:
    """The condition that each marker has a different corner, at most one of them in the own zone."""
    own = own_corners(g, seat)
    lawful = [
        chosen
        for chosen in combinations(corners(g), RITUAL_NEEDED)
        if sum(corner in own for corner in chosen) <= RITUAL_MOST_OWN
    ]

    def fits(markers: Sequence[Marker]) -> bool:
        return any(
            matched(
                [
                    frozenset(
                        str(n) for n, corner in enumerate(chosen) if near_point(marker, corner, RITUAL_INCHES)
                    )
                    for marker in markers
                ]
            )
            for chosen in lawful
        )

    return fits


@scheme
class PowerRitual(Plain):
    name, number = "Power Ritual", 8

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """The corners outside the own zone; one of the own ones last, for the end."""
        own, lying = own_corners(g, seat), len(at_foreign_corner(g, seat))
        last = scheme.revealed and lying >= RITUAL_NEEDED - RITUAL_MOST_OWN
        spots = [(abs(x - 2.0), abs(y - 2.0)) for x, y in corners(g) if last or (x, y) not in own]
        return drops(g, seat, spots, lying, RITUAL_NEEDED)

    def held(self, g: Game, seat: int) -> tuple[int, int]:
        return len(at_foreign_corner(g, seat)), RITUAL_NEEDED - RITUAL_MOST_OWN

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return bool(at_foreign_corner(g, seat))

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, at_foreign_corner(g, seat), 1, "M3E-SCHEME-11")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return there_are(scheme_markers(g, seat), RITUAL_NEEDED, three_corners(g, seat))

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(
            g, seat, scheme_markers(g, seat), RITUAL_NEEDED, "M3E-SCHEME-11", three_corners(g, seat)
        )
