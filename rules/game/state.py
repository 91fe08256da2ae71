"""The state of an Encounter: frozen structs, replaced by events, never mutated.

Coordinates are inches from the lower left corner of the table. Seats are 0 and 1. Models and markers have ids
that never change during the Encounter (``a1``, ``b3``, ``m7``). ``dict`` fields are copied on write.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rules.fate.cards import Card
from rules.game.printed import Models, Part, Upgrades
from rules.table.terrain import Piece

Phase = Literal["setup", "start", "activation", "end", "over"]
Whereabouts = Literal["reserve", "table", "buried", "gone"]
Until = Literal["action", "activation", "turn", "end_phase", "next_activation", "next_duel", "killed", "game"]
"""When a lasting effect ends."""


class Model(Struct, frozen=True, kw_only=True):
    """A model. ``seat`` is the Crew it belongs to and never changes; ``controller`` is set while the other
    player controls it (M3E-CTRL-02). ``where`` is "gone" once it was killed or removed. ``acts`` and
    ``bonus`` count the Actions used in the current Activation; ``once_activation`` and ``once_turn`` count
    uses by name (M3E-ONCE-01)."""

    id: str
    card: str
    name: str
    seat: int
    health: int
    most: int
    mm: float = 30.0
    size: int = 2
    x: float = 0.0
    y: float = 0.0
    elevation: float = 0.0
    where: Whereabouts = "reserve"
    controller: int | None = None
    leader: bool = False
    activated: bool = False
    summoned: int = 0
    acts: int = 0
    bonus: int = 0
    conditions: dict[str, int] = {}
    tokens: dict[str, int] = {}
    upgrades: tuple[str, ...] = ()
    once_activation: dict[str, int] = {}
    once_turn: dict[str, int] = {}

    @property
    def on_table(self) -> bool:
        return self.where == "table"

    @property
    def in_play(self) -> bool:
        """Whether the model is on the table or Buried (M3E-BURY-01)."""
        return self.where in ("table", "buried")

    @property
    def down(self) -> bool:
        """Whether it has no Health left and is in play all the same."""
        return self.in_play and bool(self.most) and not self.health

    @property
    def player(self) -> int:
        """The seat of the player who makes its choices."""
        return self.seat if self.controller is None else self.controller

    def has(self, condition: str) -> bool:
        return condition in self.conditions


class Marker(Struct, frozen=True, kw_only=True):
    """A marker. ``seat`` is the side it is friendly to, ``None`` for a neutral one. ``traits`` make it
    terrain. A Hazardous marker gives the Condition ``hazard`` with value ``hazard_value``, and deals
    ``hazard_damage`` besides if that is set; without a ``hazard`` it deals ``hazard_value`` damage
    (M3E-TRAIT-08). ``by`` is the model that dropped it, where its card asks for it; when ``credited`` it
    counts as the killer of whom the marker kills."""

    id: str
    kind: str
    x: float
    y: float
    seat: int | None = None
    mm: float = 30.0
    size: int = 0
    elevation: float = 0.0
    traits: tuple[str, ...] = ()
    name: str = ""
    hazard: str = ""
    hazard_value: int = 1
    hazard_damage: int | UnsetType = UNSET
    by: str | UnsetType = UNSET
    credited: bool | UnsetType = UNSET


class Scheme(Struct, frozen=True, kw_only=True):
    """A Scheme that a player chose, with the notes it required (M3E-SETUP-18)."""

    name: str
    secret: dict[str, str] = {}
    revealed: bool = False


class Crew(Struct, frozen=True, kw_only=True):
    """One player's cards, Soulstones and Pass Tokens. ``deck[0]`` is the top card of the deck,
    ``discard[-1]`` the top card of the discard pile; ``revealed`` holds the cards of a flip before one is
    taken, ``aside`` cards that left the game (M3E-FATE-04). ``shuffles`` counts the shuffles made.
    ``faction``, ``leader`` (a name without title) and ``masters`` (slugs) are declared when the Crew is hired
    during set-up (M3E-SETUP-16)."""

    seat: int
    name: str = ""
    faction: str = ""
    leader: str = ""
    masters: tuple[str, ...] = ()
    deck: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    revealed: tuple[Card, ...] = ()
    conflict: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    shuffles: int = 0
    stones: int = 0
    passes: int = 0
    tokens: dict[str, int] = {}
    schemes: tuple[Scheme, ...] = ()
    zone: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All 54 cards, from every pile."""
        return self.deck + self.hand + self.revealed + self.conflict + self.discard + self.aside


class VictoryPoint(Struct, frozen=True):
    """One VP: the Turn, the seat, the Strategy or Scheme and the step that scored it."""

    turn: int
    seat: int
    source: str
    step: Literal["strategy", "reveal", "end"]


class KillRecord(Struct, frozen=True, kw_only=True):
    """A killed model. ``by`` is the killing model and ``by_seat`` its Crew; both are empty when nobody killed
    it (M3E-KILL-04)."""

    turn: int
    victim: str
    seat: int
    by: str = ""
    by_seat: int | None = None


class FallenModel(Struct, frozen=True, kw_only=True):
    """The first time a hired model falls, with its Finished Off flip, in a league's Encounter (SL-FINISH)."""

    model: str
    how: Literal["killed", "sacrificed", "buried", "automatic"]
    flip: str = ""
    cheated_from: str = ""
    finished_off: bool = False


class Heir(Struct, frozen=True, kw_only=True):
    """A model that replaced hired models of its own Crew. ``names`` lists them in order of replacement
    (SL-3E-12)."""

    model: str
    originals: tuple[str, ...]
    names: tuple[str, ...]


class Withdrawal(Struct, frozen=True):
    """A Strategic Withdrawal (SL-WITHDRAW-01)."""

    seat: int
    turn: int


class Claim(Struct, frozen=True, kw_only=True):
    """Something a player recorded for the league: the ``portion`` of a Bounty (its id), an ``award`` of the
    Weekly Event (its number), or an Upgrade of ``model`` that was ``used_up`` (its slug)."""

    kind: Literal["portion", "award", "used_up"]
    seat: int
    what: str
    model: str = ""


class Lasting(Struct, frozen=True, kw_only=True):
    """A lasting effect. ``key`` is unique, ``on`` is the model it affects, ``until`` when it ends. It gives
    that model a ``part`` of an ability, gives its ``control`` to a seat, or stores facts in ``data``."""

    key: str
    name: str
    on: str = ""
    source: str = ""
    until: Until = "end_phase"
    part: Part | None = None
    control: int | None = None
    data: dict[str, str | int] = {}


class State(Struct, frozen=True, kw_only=True):
    """The whole state of an Encounter. ``attacker`` and ``initiative`` are seats; ``active`` is the Active
    player's seat, if any.

    ``activating`` is the model that is Activating, ``chain`` the models that Activate next in order,
    ``in_a_row`` how many models of one side have Activated in a row (M3E-TURN-16). The referee's hand adds
    ``cards`` and ``upgrades`` that the set-up lacks, markers that lie ``face_down``, and ``nicknames`` of
    models. ``called`` are names of models that are not their cards'. ``once_game`` holds what has been used
    once in the game, by model and name.
    """

    crews: tuple[Crew, Crew]
    phase: Phase = "setup"
    turn: int = 0
    attacker: int = 0
    initiative: int = 0
    active: int | None = None
    activating: str = ""
    chain: tuple[str, ...] = ()
    in_a_row: int = 0
    models: dict[str, Model] = {}
    markers: dict[str, Marker] = {}
    terrain_gone: tuple[str, ...] = ()
    terrain_placed: tuple[Piece, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    scores: tuple[VictoryPoint, ...] = ()
    kills: tuple[KillRecord, ...] = ()
    falls: tuple[FallenModel, ...] = ()
    heirs: tuple[Heir, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    claims: tuple[Claim, ...] = ()
    strategy: str = ""
    deployment: str = ""
    pool: tuple[str, ...] = ()
    notes: dict[str, str] = {}
    made: int = 0
    cards: Models = {}
    upgrades: Upgrades = {}
    face_down: tuple[str, ...] = ()
    nicknames: dict[str, str] = {}
    called: dict[str, str] = {}
    once_game: tuple[tuple[str, str], ...] = ()

    def model(self, name: str) -> Model:
        """The model with that id. Raise ``KeyError`` when there is none."""
        return self.models[name]

    def on_table(self) -> Iterator[Model]:
        return (model for model in self.models.values() if model.where == "table")

    def crew_of(self, seat: int) -> Iterator[Model]:
        """Every model of that Crew that is in play, Buried ones included."""
        return (model for model in self.models.values() if model.seat == seat and model.in_play)

    def withdrew(self, seat: int) -> int | None:
        """The Turn in which that Crew withdrew; ``None`` when it did not."""
        return next((withdrawal.turn for withdrawal in self.withdrawals if withdrawal.seat == seat), None)

    def vp(self, seat: int) -> int:
        return sum(score.seat == seat for score in self.scores)

    def vp_from(self, seat: int, source: str) -> int:
        return sum(score.seat == seat and score.source == source for score in self.scores)

    def with_model(self, model: Model) -> State:
        return replace(self, models={**self.models, model.id: model})

    def with_crew(self, crew: Crew) -> State:
        crews = (crew, self.crews[1]) if crew.seat == 0 else (self.crews[0], crew)
        return replace(self, crews=crews)


def other(seat: int) -> int:
    """The other seat."""
    return 1 - seat
