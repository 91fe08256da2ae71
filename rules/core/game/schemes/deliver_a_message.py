"""11 Deliver a Message (M3E-SCHEME-15)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game.actions.general.interact import Interaction, interaction
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.events.talk import Targeted
from rules.core.game.options import Choice
from rules.core.game.schemes.plain import Plain, Secret, choosable, killed_by_its_own, written_down
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import matters, scheme_markers, within
from rules.core.game.scoring.score import can_reveal, reveal
from rules.core.game.state import Model

NAME = "Deliver a Message"
REACH, INCHES = 1.0, 2.0


@scheme
class DeliverAMessage(Plain):
    name, number, moment = NAME, 11, "interact"

    def secrets(self, g: Game, seat: int) -> Iterator[Choice]:
        for model in choosable(g, seat, own=False):
            if model.leader or g.card(model).station == "Master":
                yield Choice(f"model={model.id}", model.name, model.id)

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """Only by an Interact: see ``deliver``."""
        return False

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        model = written_down(g, secret)
        if model is None:
            return False
        if model.on_table and any(within(g, marker, model, INCHES) for marker in scheme_markers(g, seat)):
            return True
        return revealed and killed_by_its_own(g, model)


@interaction
def deliver(g: Game, model: Model) -> Iterator[Interaction]:
    """In its own Activation, within 1" and in sight of the model written down, whose engaging does not stop
    it. Offered only while it gains the VP (M3E-SCHEME-19)."""
    seat = model.seat
    if g.state.activating != model.id or not can_reveal(g, seat, NAME) or not matters(g, model, seat):
        return
    held = next(found for found in g.crew(seat).schemes if found.name == NAME)
    target = written_down(g, held.secret)
    if target is None or not target.on_table or not within(g, model, target, REACH):
        return
    if g.ground.sees(g.state, model, target):

        def perform() -> Proc[None]:
            g.emit(Targeted(model.id, "Interact", target.id))
            yield from reveal(g, seat, NAME)

        yield Interaction("deliver", f"Deliver the message to {target.name}", perform, ignores=(target.id,))
