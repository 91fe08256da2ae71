"""What models did in the current Activation: Actions taken, damage dealt, kills, cheated flips.

Activities are transient: a stored Encounter resumes only between two Activations, where there are none.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, observer
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.scripts.selects import Since
from rules.editions.m3e.statcards import Action


class Activity(Struct, frozen=True):
    """``who`` did ``what`` to ``whom``; ``within`` is the Action in which it was done, if any."""

    who: str
    what: str
    whom: str = ""
    action: Action | None = None
    within: ActionInProgress | None = None


def note(g: Game, who: str, what: str, whom: str = "", action: Action | None = None) -> None:
    """Record an activity."""
    within = g.in_progress[-1] if g.in_progress else None
    g.activities.append(Activity(who, what, whom, action, within))


def _since(g: Game, since: Since) -> Iterator[Activity]:
    within = g.in_progress[-1] if g.in_progress else None
    for activity in g.activities:
        if since != "action" or activity.within is within:
            yield activity


def took_since(g: Game, model: str, since: Since) -> Iterator[Action]:
    """The Actions the model took."""
    for activity in _since(g, since):
        if activity.who == model and activity.what == "took" and activity.action is not None:
            yield activity.action


def done_since(g: Game, model: str, what: str, since: Since) -> Iterator[str]:
    """The ids of the models to which the model did it; an empty id when it concerns no model."""
    for activity in _since(g, since):
        if activity.who == model and activity.what == what:
            yield activity.whom


@observer("damaged", "killed", "targeted", "cheated", "moved", "healed")
def record_activity(g: Game, happening: Happening) -> None:
    """Record damage, kills, cheating, moves and healing: who did it and to whom."""
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
