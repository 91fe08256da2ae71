"""Everything an Encounter is at one moment: frozen, replaced by events, never mutated.

Inches from the lower left corner; seats are 0 and 1; models and markers are named by ids that stay
theirs for the whole Encounter (``a1``, ``b3``, ``m7``). ``dict`` fields are copied on write.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.fate.cards import Card
from rules.game.scripts.statcards import StatCard, UpgradeCard
from rules.game.scripts.words import Part, Until
from rules.table.terrain import Piece

Phase = Literal["setup", "start", "activation", "end", "over"]
Whereabouts = Literal["reserve", "table", "buried", "gone"]


class Model(Struct, frozen=True, kw_only=True):
    """A model. ``seat`` is its Crew and never changes; ``controller`` is set while the other player
    controls it (M3E-CTRL-02). ``where`` "gone" is killed or removed. ``acts`` and ``bonus`` count what the
    current Activation has used; ``once_activation`` and ``once_turn`` count named uses (M3E-ONCE-01)."""

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
        """On the table or Buried (M3E-BURY-01)."""
        return self.where in ("table", "buried")

    @property
    def player(self) -> int:
        """The seat that makes its choices."""
        return self.seat if self.controller is None else self.controller

    def has(self, condition: str) -> bool:
        return condition in self.conditions


class Marker(Struct, frozen=True, kw_only=True):
    """A marker. ``seat`` is the side it is friendly to, ``None`` neutral. ``traits`` make it terrain. A
    Hazardous one gives the Condition ``hazard`` at ``hazard_value``, or without one deals that much damage
    (M3E-TRAIT-08)."""

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


class Scheme(Struct, frozen=True, kw_only=True):
    """A Scheme a player chose, with what it made them write down (M3E-SETUP-18)."""

    name: str
    secret: dict[str, str] = {}
    revealed: bool = False


class Crew(Struct, frozen=True, kw_only=True):
    """One player's cards, stones and Pass Tokens. ``deck[0]`` is the top card; ``discard[-1]`` the top
    of the pile; ``revealed`` are cards of a flip before one is taken; ``aside`` are out of the game
    (M3E-FATE-04). ``shuffles`` counts those made. ``faction``, ``leader`` (a name without title) and
    ``masters`` (slugs) are what was declared where the Crew is hired in set-up (M3E-SETUP-16)."""

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
        """All 54, wherever they are."""
        return self.deck + self.hand + self.revealed + self.conflict + self.discard + self.aside


class Score(Struct, frozen=True):
    """One VP: when, whose, from which Strategy or Scheme, by which step."""

    turn: int
    seat: int
    source: str
    step: Literal["strategy", "reveal", "end"]


class Kill(Struct, frozen=True, kw_only=True):
    """A model killed; ``by`` the killing model and ``by_seat`` its Crew, where there is one (M3E-KILL-04)."""

    turn: int
    victim: str
    seat: int
    by: str = ""
    by_seat: int | None = None


class Fall(Struct, frozen=True, kw_only=True):
    """A hired model's first fall and its Finished Off flip, where the Encounter is a league's (SL-FINISH)."""

    model: str
    how: Literal["killed", "sacrificed", "buried", "automatic"]
    flip: str = ""
    cheated_from: str = ""
    finished_off: bool = False


class Heir(Struct, frozen=True, kw_only=True):
    """A model that stands for hired ones it Replaced in their own Crew; ``names`` what it was, one after the
    other (SL-3E-12)."""

    model: str
    originals: tuple[str, ...]
    names: tuple[str, ...]


class Withdrawal(Struct, frozen=True):
    """A Strategic Withdrawal (SL-WITHDRAW-01)."""

    seat: int
    turn: int


class Claim(Struct, frozen=True, kw_only=True):
    """What a player wrote down for the league: a Bounty's ``portion`` (its id), an ``award`` of the Weekly
    Event (its number), an Upgrade of ``model`` that was ``used_up`` (its slug)."""

    kind: Literal["portion", "award", "used_up"]
    seat: int
    what: str
    model: str = ""


class Lasting(Struct, frozen=True, kw_only=True):
    """An effect that lasts: its ``key`` is unique, ``on`` the model it rests on, ``until`` when it ends. It
    gives that model a ``part`` of an ability, its ``control`` to a seat, or facts in ``data``."""

    key: str
    name: str
    on: str = ""
    source: str = ""
    until: Until = "end_phase"
    part: Part | None = None
    control: int | None = None
    data: dict[str, str | int] = {}


class State(Struct, frozen=True, kw_only=True):
    """The Encounter. ``attacker`` and ``initiative`` are seats; ``active`` is the Active player's, if any.

    ``activating`` is the model whose Activation goes on; ``chain`` those that are to Activate next, in order,
    and ``in_a_row`` how many have Activated without a change of sides (M3E-TURN-16). What the referee's hand
    brought in: ``cards`` and ``upgrades`` that the set-up has not, the markers that lie ``face_down``,
    ``nicknames`` of models. ``once_game`` are things that were to be had once, by model and name.
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
    scores: tuple[Score, ...] = ()
    kills: tuple[Kill, ...] = ()
    falls: tuple[Fall, ...] = ()
    heirs: tuple[Heir, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    claims: tuple[Claim, ...] = ()
    strategy: str = ""
    deployment: str = ""
    pool: tuple[str, ...] = ()
    notes: dict[str, str] = {}
    made: int = 0
    cards: dict[str, StatCard] = {}
    upgrades: dict[str, UpgradeCard] = {}
    face_down: tuple[str, ...] = ()
    nicknames: dict[str, str] = {}
    once_game: tuple[tuple[str, str], ...] = ()

    def model(self, name: str) -> Model:
        """The model of that id; ``KeyError`` when there is none."""
        return self.models[name]

    def on_table(self) -> Iterator[Model]:
        return (model for model in self.models.values() if model.where == "table")

    def crew_of(self, seat: int) -> Iterator[Model]:
        """Every model of that Crew still in play, Buried ones too."""
        return (model for model in self.models.values() if model.seat == seat and model.in_play)

    def withdrew(self, seat: int) -> int | None:
        """The Turn in which that Crew withdrew."""
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
