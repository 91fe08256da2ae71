"""Events on the table: models added, moved, damaged, healed and killed, what they carry, markers and
terrain."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game.events.base import Event
from rules.game.printed import PrintedModel, PrintedUpgrade
from rules.game.state import KillRecord, Lasting, Marker, Model, State
from rules.table.terrain import Piece


class ModelAdded(Event, frozen=True):
    """A model joined a Crew: hired, Summoned or Replaced."""

    model: Model
    how: str = "hired"

    def on(self, state: State) -> State:
        return replace(state.with_model(self.model), made=state.made + (self.how != "hired"))


class Moved(Event, frozen=True):
    """A model moved, or counts as having moved (M3E-MOVE-01). ``way`` is walk, move, push, place, deploy or
    fall. ``path`` holds the points in between."""

    model: str
    x: float
    y: float
    elevation: float = 0.0
    way: str = "move"
    by: str = ""
    path: tuple[tuple[float, float], ...] = ()

    def on(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(replace(model, x=self.x, y=self.y, elevation=self.elevation, where="table"))


class Damaged(Event, frozen=True):
    """Health dropped by ``amount``, after all reduction (M3E-DMG-01, -02). ``source`` names what did it."""

    model: str
    amount: int
    by: str = ""
    source: str = ""

    def on(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(replace(model, health=max(0, model.health - self.amount)))


class Healed(Event, frozen=True):
    model: str
    amount: int
    by: str = ""

    def on(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(replace(model, health=model.health + self.amount))


class HealthSet(Event, frozen=True):
    """Health was set to a number by a rule (Hard to Kill, Replace) or by the players."""

    model: str
    health: int
    why: str = ""

    def on(self, state: State) -> State:
        return state.with_model(replace(state.models[self.model], health=self.health))


class HealthKnown(Event, frozen=True):
    """The players read on the card how much Health the model has in all; what it suffered stays."""

    model: str
    most: int

    def on(self, state: State) -> State:
        model = state.models[self.model]
        health = max(0, self.most - (model.most - model.health))
        return state.with_model(replace(model, most=self.most, health=health))


class Killed(Event, frozen=True):
    """A model was killed (M3E-KILL-01); ``LeftPlay`` removes it. ``snapshot`` is the model as it was
    before."""

    model: str
    snapshot: Model
    by: str = ""
    by_seat: int | None = None
    source: str = ""

    def on(self, state: State) -> State:
        kill = KillRecord(
            turn=state.turn, victim=self.model, seat=self.snapshot.seat, by=self.by, by_seat=self.by_seat
        )
        return replace(state, kills=(*state.kills, kill))


class LeftPlay(Event, frozen=True):
    """A model was removed with its card and Upgrades (M3E-KILL-02)."""

    model: str
    why: str = "killed"

    def on(self, state: State) -> State:
        lasting = tuple(effect for effect in state.lasting if effect.on != self.model)
        gone = replace(
            state.models[self.model], where="gone", conditions={}, tokens={}, upgrades=(), controller=None
        )
        return replace(state.with_model(gone), lasting=lasting)


class ConditionSet(Event, frozen=True):
    """A Condition has this value now; 0 ends it (M3E-COND-02)."""

    model: str
    condition: str
    value: int
    why: str = ""

    def on(self, state: State) -> State:
        model = state.models[self.model]
        conditions = {name: held for name, held in model.conditions.items() if name != self.condition}
        if self.value > 0:
            conditions[self.condition] = self.value
        return state.with_model(replace(model, conditions=conditions))


class TokensSet(Event, frozen=True):
    """A model, or with ``seat`` a Crew, holds this number of tokens of a name (M3E-TOKEN-01)."""

    name: str
    number: int
    model: str = ""
    seat: int | None = None

    def on(self, state: State) -> State:
        if self.seat is not None:
            crew = state.crews[self.seat]
            return state.with_crew(replace(crew, tokens=_held(crew.tokens, self.name, self.number)))
        model = state.models[self.model]
        return state.with_model(replace(model, tokens=_held(model.tokens, self.name, self.number)))


def _held(tokens: dict[str, int], name: str, number: int) -> dict[str, int]:
    kept = {key: held for key, held in tokens.items() if key != name}
    return {**kept, name: number} if number > 0 else kept


class Attached(Event, frozen=True):
    model: str
    upgrade: str

    def on(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(replace(model, upgrades=(*model.upgrades, self.upgrade)))


class Detached(Event, frozen=True):
    model: str
    upgrade: str

    def on(self, state: State) -> State:
        model = state.models[self.model]
        kept = tuple(name for name in model.upgrades if name != self.upgrade)
        return state.with_model(replace(model, upgrades=kept))


class WentUnder(Event, frozen=True):
    """A model was Buried: it left the table but stays in play (M3E-BURY-01)."""

    model: str
    by: str = ""

    def on(self, state: State) -> State:
        return state.with_model(replace(state.models[self.model], where="buried"))


class CameUp(Event, frozen=True):
    """A model was Unburied at a place (M3E-BURY-03)."""

    model: str
    x: float
    y: float
    elevation: float = 0.0

    def on(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(replace(model, where="table", x=self.x, y=self.y, elevation=self.elevation))


class ControlSet(Event, frozen=True):
    """A player controls the model now; ``None`` returns it to its own player (M3E-CTRL-02)."""

    model: str
    seat: int | None

    def on(self, state: State) -> State:
        return state.with_model(replace(state.models[self.model], controller=self.seat))


class LeaderSet(Event, frozen=True):
    model: str
    leader: bool

    def on(self, state: State) -> State:
        return state.with_model(replace(state.models[self.model], leader=self.leader))


class UsedOnce(Event, frozen=True):
    """A use that is limited per Activation, Turn or game was spent (M3E-ONCE-01)."""

    model: str
    key: str
    scope: str = "activation"

    def on(self, state: State) -> State:
        model = state.models[self.model]
        if self.scope == "game":
            return replace(state, once_game=(*state.once_game, (self.model, self.key)))
        if self.scope == "turn":
            used = {**model.once_turn, self.key: model.once_turn.get(self.key, 0) + 1}
            return state.with_model(replace(model, once_turn=used))
        used = {**model.once_activation, self.key: model.once_activation.get(self.key, 0) + 1}
        return state.with_model(replace(model, once_activation=used))


class SpentAction(Event, frozen=True):
    """An Action was declared and cost ``acts`` of the Action Limit and ``bonus`` of the one bonus Action."""

    model: str
    action: str
    acts: int
    bonus: int

    def on(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(replace(model, acts=model.acts + self.acts, bonus=model.bonus + self.bonus))


class LastingBegan(Event, frozen=True):
    effect: Lasting

    def on(self, state: State) -> State:
        kept = tuple(held for held in state.lasting if held.key != self.effect.key)
        return replace(state, lasting=(*kept, self.effect))


class LastingEnded(Event, frozen=True):
    key: str

    def on(self, state: State) -> State:
        return replace(state, lasting=tuple(held for held in state.lasting if held.key != self.key))


class Activated(Event, frozen=True):
    """Whether the model counts as having Activated this Turn, and how many Actions of its Activation are
    used."""

    model: str
    activated: bool = True
    acts: int = 0
    bonus: int = 0

    def on(self, state: State) -> State:
        model = state.models[self.model]
        return state.with_model(replace(model, activated=self.activated, acts=self.acts, bonus=self.bonus))


class MadeTheActive(Event, frozen=True):
    """A new model continues the Activation of the model it replaced (M3E-REPL-06)."""

    model: str

    def on(self, state: State) -> State:
        return replace(state, activating=self.model)


class Inherited(Event, frozen=True):
    """A new model became the target of everything that was aimed at an old one (M3E-REPL-04)."""

    old: str
    new: str

    def on(self, state: State) -> State:
        lasting = tuple(
            replace(
                held,
                on=self.new if held.on == self.old else held.on,
                source=self.new if held.source == self.old else held.source,
            )
            for held in state.lasting
        )
        crews = tuple(
            replace(
                crew,
                schemes=tuple(
                    replace(
                        scheme,
                        secret={
                            key: self.new if value == self.old else value
                            for key, value in scheme.secret.items()
                        },
                    )
                    for scheme in crew.schemes
                ),
            )
            for crew in state.crews
        )
        notes = {
            " ".join(self.new if word == self.old else word for word in key.split(" ")): value
            for key, value in state.notes.items()
        }
        return replace(state, lasting=lasting, crews=(crews[0], crews[1]), notes=notes)


class MarkerDropped(Event, frozen=True):
    """A marker was put on the table: Dropped, or Created when ``created`` (M3E-MARK-09, -10)."""

    marker: Marker
    by: str = ""
    created: bool = False

    def on(self, state: State) -> State:
        return replace(state, markers={**state.markers, self.marker.id: self.marker}, made=state.made + 1)


class MarkerMoved(Event, frozen=True):
    marker: str
    x: float
    y: float
    elevation: float = 0.0
    by: str = ""

    def on(self, state: State) -> State:
        moved = replace(state.markers[self.marker], x=self.x, y=self.y, elevation=self.elevation)
        return replace(state, markers={**state.markers, self.marker: moved})


class MarkerTurned(Event, frozen=True):
    """A marker became friendly to another side, or neutral (M3E-STRAT-04)."""

    marker: str
    seat: int | None
    by: str = ""

    def on(self, state: State) -> State:
        turned = replace(state.markers[self.marker], seat=self.seat)
        return replace(state, markers={**state.markers, self.marker: turned})


class MarkerRemoved(Event, frozen=True):
    """A marker left the table. Nothing reacts to a ``quiet`` removal (blasts, shockwaves: M3E-AREA-04,
    -11)."""

    marker: str
    by: str = ""
    quiet: bool = False

    def on(self, state: State) -> State:
        return replace(
            state,
            markers={key: held for key, held in state.markers.items() if key != self.marker},
            face_down=tuple(name for name in state.face_down if name != self.marker),
        )


class TerrainPlaced(Event, frozen=True):
    """A player set up that piece before the Encounter (M1-ENC-04)."""

    seat: int
    piece: Piece

    def on(self, state: State) -> State:
        return replace(state, terrain_placed=(*state.terrain_placed, self.piece))


class TerrainRemoved(Event, frozen=True):
    """A Destructible piece left the table (M3E-ACT-15)."""

    piece: str
    by: str = ""

    def on(self, state: State) -> State:
        return replace(state, terrain_gone=(*state.terrain_gone, self.piece))


class MarkerFaced(Event, frozen=True):
    """A marker was turned face down or face up."""

    marker: str
    down: bool

    def on(self, state: State) -> State:
        others = tuple(name for name in state.face_down if name != self.marker)
        return replace(state, face_down=(*others, self.marker) if self.down else others)


class CardsMet(Event, frozen=True):
    """Cards that the set-up lacked joined the Encounter."""

    cards: tuple[PrintedModel, ...] = ()
    upgrades: tuple[PrintedUpgrade, ...] = ()

    def on(self, state: State) -> State:
        cards = {**state.cards, **{card.slug: card for card in self.cards}}
        return replace(
            state, cards=cards, upgrades={**state.upgrades, **{card.slug: card for card in self.upgrades}}
        )


class Nicknamed(Event, frozen=True):
    """The nickname of a model changed; empty for none."""

    model: str
    name: str

    def on(self, state: State) -> State:
        others = {key: name for key, name in state.nicknames.items() if key != self.model}
        return replace(state, nicknames={**others, self.model: self.name} if self.name else others)
