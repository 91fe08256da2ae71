"""What models did in the Activation going on: Actions taken, damage dealt, kills, cheated flips.

Deeds are transient: an Encounter is entered again only between two Activations, where nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.procedure.context import Game
from rules.game.procedure.hooks import Happening, witness
from rules.game.procedure.in_progress import ActionInProgress
from rules.game.scripts.selects import Since
from rules.game.scripts.statcards import Action


@dataclass(frozen=True, slots=True)
class Deed:
    """``who`` did ``what`` to ``whom``; ``within`` the Action in which it was done, if any."""

    who: str
    what: str
    whom: str = ""
    action: Action | None = None
    within: ActionInProgress | None = None


def note(g: Game, who: str, what: str, whom: str = "", action: Action | None = None) -> None:
    """Remember a deed."""
    within = g.in_progress[-1] if g.in_progress else None
    g.deeds.append(Deed(who, what, whom, action, within))


def _since(g: Game, since: Since) -> Iterator[Deed]:
    within = g.in_progress[-1] if g.in_progress else None
    for deed in g.deeds:
        if since != "action" or deed.within is within:
            yield deed


def took_since(g: Game, model: str, since: Since) -> Iterator[Action]:
    """The Actions the model took."""
    for deed in _since(g, since):
        if deed.who == model and deed.what == "took" and deed.action is not None:
            yield deed.action


def done_since(g: Game, model: str, what: str, since: Since) -> Iterator[str]:
    """To whom the model did it; the empty name where nobody is concerned."""
    for deed in _since(g, since):
        if deed.who == model and deed.what == what:
            yield deed.whom


@witness
def remember(g: Game, happening: Happening) -> None:
    """Damage, kills, cheating, moves, healing: who did it, and to whom it was done."""
    model, by = happening.model, happening.by
    if model is None:
        return
    match happening.moment:
        case "damaged":
            note(g, model.id, "was_damaged", by.id if by else "")
            if by is not None:
                note(g, by.id, "damaged", model.id)
        case "killed":
            if by is not None:
                note(g, by.id, "killed", model.id)
        case "targeted":
            if by is not None:
                note(g, by.id, "targeted", model.id)
        case "cheated":
            note(g, model.id, "cheated")
        case "moved":
            note(g, model.id, "moved")
        case "healed":
            note(g, model.id, "healed")
