"""Models that activate together or next: Companions, activations that an effect grants, and what answers a
model that activates near by (M1R-COMP, M1R-SIM-01, M1R-AURA)."""

from __future__ import annotations

from rules.dialogue import Choice
from rules.editions.m1e.play.match import PARALYZED, Match, within
from rules.editions.m1e.play.reactions import answer
from rules.game.events.table import LastingBegan, LastingEnded
from rules.game.procedure.asks import Proc, one_of
from rules.game.state import Lasting, Model

NOBODY_ELSE = Choice("none", "Nobody else")
GRANTED = "granted activation"


def is_pair(g: Match, one: Model, two: Model) -> bool:
    """Whether one model is a Companion of the other and they are within 6" (M1R-COMP-01)."""
    if not (one.on_table and two.on_table and within(g, one, two, g.rules.companion_range)):
        return False
    return accompanies(g, one, two) or accompanies(g, two, one)


def accompanies(g: Match, one: Model, two: Model) -> bool:
    """Whether the first model has Companion for the second, by its name or a characteristic."""
    whom = g.figure(two)
    return any(
        talent.name == "Companion" and (talent.of in ("", whom.name) or whom.is_a(talent.of))
        for talent in g.figure(one).talents
    )


def nominate(g: Match, name: str) -> Proc[list[str]]:
    """The models named to activate as one group: each is a valid pair with one named before; the ends
    of the group may be far apart (M1R-COMP-01 to -03, -06)."""
    group = [name]
    seat = g.model(name).player
    while True:
        linked = [
            model
            for model in g.to_activate(seat)
            if model.id not in group and any(is_pair(g, model, g.model(held)) for held in group)
        ]
        if not linked:
            return group
        choices = (NOBODY_ELSE, *(Choice(model.id, model.name, model.id) for model in linked))
        text = "Who activates together with them?"
        key = yield from one_of(seat, "group", choices, rule="M1R-COMP-03", text=text, about=tuple(group))
        if key == NOBODY_ELSE.key:
            return group
        group.append(key)


def grant(g: Match, name: str, source: str, why: str) -> None:
    """Let the model activate next, after what is going on, with its Companions (M1R-COMP-05)."""
    key = f"{GRANTED}:{name}"
    g.emit(LastingBegan(Lasting(key=key, name=why, on=name, source=source, data={GRANTED: 1})))


def granted(g: Match) -> list[Lasting]:
    """The granted activations that are to come, of models that can activate (M1R-COMP-05)."""
    able = {model.id for model in g.to_activate(g.first)}
    return [effect for effect in g.state.lasting if effect.data.get(GRANTED) and effect.on in able]


def take_granted(g: Match) -> str:
    """The model whose granted activation comes now; empty when there is none."""
    effect = next(iter(granted(g)), None)
    if effect is None:
        return ""
    g.emit(LastingEnded(effect.key))
    return effect.on


def noticed(g: Match, group: list[str]) -> Proc[list[str]]:
    """Resolve what answers the models that activate now; all of a group count as activated at once, none that
    forfeits (M1R-SIM-01, M1R-PAR-03). Return those that are still in play."""
    for name in group:
        if g.model(name).on_table and not g.model(name).has(PARALYZED):
            yield from answer(g, "activates", name)
    return [name for name in group if g.model(name).in_play]
