"""5 Dig Their Graves (M3E-SCHEME-07, -08)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.hooks import Happening, Reaction, reacts
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import Fits, matched, pay, there_are
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import matters, scheme_markers, within
from rules.core.game.scoring.score import may_hide, offer_reveal
from rules.core.game.state import Marker, Model

NAME = "Dig Their Graves"
INCHES, NEEDED = 1.0, 3
REMAINS = ("corpse", "scrap")


def beside(g: Game, seat: int, victim: Model) -> list[Marker]:
    """The friendly Scheme Markers within 1" of where it stood."""
    return [marker for marker in scheme_markers(g, seat) if within(g, marker, victim, INCHES)]


def own_graves(g: Game) -> Fits:
    """Whether each is within 1" of a Corpse or Scrap Marker of its own."""
    remains = [marker for marker in g.state.markers.values() if marker.kind in REMAINS]
    return lambda found: matched(
        [frozenset(grave.id for grave in remains if within(g, marker, grave, INCHES)) for marker in found]
    )


def diggable(g: Game, seat: int) -> list[Marker]:
    """Anybody's Scheme Markers, or friendly ones only (policy ``dig_markers``)."""
    return scheme_markers(g, seat if g.policies.dig_markers == "friendly" else None)


@scheme
class DigTheirGraves(Plain):
    name, number, moment = NAME, 5, "killed"

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """Only when an enemy is killed: see ``upon_a_kill``."""
        return False

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        victim = g.model(secret["victim"])
        yield from pay(g, seat, beside(g, seat, victim), 1, "M3E-SCHEME-07")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return there_are(diggable(g, seat), NEEDED, own_graves(g))

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, diggable(g, seat), NEEDED, "M3E-SCHEME-07", own_graves(g))


@reacts
def upon_a_kill(g: Game, happening: Happening) -> Iterator[Reaction]:
    """A friendly model killed an enemy that stood within 1" of a friendly Scheme Marker."""
    victim, killer = happening.model, happening.by
    if happening.moment != "killed" or victim is None or killer is None or killer.seat == victim.seat:
        return
    seat = killer.seat
    if not may_hide(g, seat, NAME) or not victim.on_table or not beside(g, seat, victim):
        return
    if matters(g, victim, seat) and matters(g, killer, seat):
        yield Reaction(
            f"dig:{victim.id}",
            seat,
            "Reveal a Scheme",
            lambda: offer_reveal(g, seat, NAME, True, {"victim": victim.id}),
            rule="M3E-SCHEME-07",
        )
