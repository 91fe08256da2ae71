"""A First Edition Encounter: what is agreed before it (``EncounterSetupM1``), the context of its procedures
(``Match``), and who is in melee with whom (M1-GLO-08).

State, events, deck, table and questions are shared with the other editions. Of a ``Model``, ``health`` is the
wounds left, ``most`` the Wd, ``size`` the Ht, ``acts`` the general AP spent, ``bonus`` whether the (0) Action
is used, ``upgrades`` the figures it was before it was transformed. ``stones`` of a ``Crew`` is its pool.
Modifiers, Poison and panic are Conditions by the names below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.crewlist import CrewList
from rules.crews.report import HiringReport
from rules.editions.m1e.play.figures import Figure, Spell, Weapon
from rules.editions.m1e.readings import ReadingsM1, RulesetM1
from rules.editions.m1e.setup import SCRAP, SIZES
from rules.fate.cards import Card
from rules.fate.dealer import Dealer
from rules.game.procedure.asks import Proc
from rules.game.procedure.running import Running
from rules.game.state import Crew, Model, State
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.interface import Body, TableAccess
from rules.refusal import Refusal
from rules.table.areas.effects import in_aura
from rules.table.bases import Base
from rules.table.geometry.footprints import MM, TOUCH, Outline
from rules.table.measuring import completely_inside
from rules.table.terrain import Piece, touches

FAST, SLOW, PARALYZED, REACTIVATE = "fast", "slow", "paralyzed", "reactivate"
POISON = "poison"
STANCE = "defensive stance"
PANIC = "falling back"
MUST_FALL_BACK, FELL_BACK = 2, 1
"""Values of PANIC: the model falls back in its next activation; it has fallen back and will rally (M1-MOR-02,
-08)."""
EVENT, ALL_GAME, WIND = "event", "all game", "wind"
"""Notes: the turn in which the special event applies, or that it lasts all game; the direction of Cruel
Winds."""
SHOWN = "harmless no more"
MONUMENT = 1.0
"""Inches around an Ancient Monument within which models have +1 Ca (M1-FEAT-01)."""
BRAVE = "brave"
"""Prefix of a Condition: ``brave:b1`` says that the model passed the Morale Duel that b1 forces (M1-MOR-04).
"""
DRAINED = "drained"
"""A Crew's token: by how much the Wp of all but its Masters is reduced (M1-MAG-05)."""


class CrewM1(Struct, frozen=True, kw_only=True):
    """A hired Crew: the slugs of its figures, Masters first, and the Soulstones it starts with."""

    name: str
    models: tuple[str, ...]
    faction: str = ""
    stones: int = 0


NOBODY = (CrewM1(name="First Crew", models=()), CrewM1(name="Second Crew", models=()))


class CrewFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A Crew with its own figures as a player hands it in: the slugs of its ``leader`` and ``members``, and
    each figure as printed (``figures.py``), including those it summons or becomes."""

    name: str
    faction: str
    leader: str
    figures: tuple[Figure, ...]
    members: tuple[str, ...] = ()


class HireM1(Struct, frozen=True, kw_only=True):
    """Both players hire once the set-up is known, for ``soulstones`` each; ``offered`` are Crews that either
    may hand in."""

    soulstones: int
    offered: tuple[CrewFile, ...] = ()


def hired(crew: CrewList, report: HiringReport, name: str) -> CrewM1:
    """The Crew of a judged list. Raise ``Refusal`` when it breaks a rule (M1-ENC-09 to -16)."""
    if report.violations:
        raise Refusal.of(report.violations)
    models = (crew.leader, *(member.slug for member in crew.members))
    return CrewM1(name=name, models=models, faction=crew.faction, stones=report.pool)


class EncounterSetupM1(Struct, frozen=True, kw_only=True):
    """An Encounter to be played. ``first`` is the seat that picks sides and says who deploys first
    (M1-ENC-17). ``turns`` ends the game after that many; ``None`` leaves the end to the cards (M1-ENC-19).
    ``materials`` says what breakable terrain is made of, stone by default (M1-TER-04); ``buried`` models, by
    id, start off the table (M1R-BURY-01); ``event`` and ``feature`` name what both agreed on (M1-EVT,
    M1-FEAT). ``elements`` and ``water`` name pieces of those kinds (M1-TER-02, -14); terrain of ``stock`` is
    set up in turns (M1-ENC-04). ``ground`` is ``exact`` where there is terrain, named by ``ground_name``.
    ``schemes`` is how many each side may take in play; with none Schemes are kept on paper. With ``hire`` the
    ``crews`` are ``NOBODY`` until both have hired."""

    encounter: str
    crews: tuple[CrewM1, CrewM1]
    figures: dict[str, Figure]
    size: str = SCRAP.slug
    deployment: str = "standard"
    strategies: tuple[str, str] = ("Slaughter", "Slaughter")
    first: int = 0
    event: str = ""
    feature: str = ""
    buried: tuple[str, ...] = ()
    readings: dict[str, Any] = {}
    ground: str = "open"
    ground_name: str = ""
    terrain: tuple[Piece, ...] = ()
    materials: dict[str, str] = {}
    elements: tuple[str, ...] = ()
    water: tuple[str, ...] = ()
    stock: tuple[Piece, ...] = ()
    schemes: int = 0
    turns: int | None = None
    hire: HireM1 | None = None

    @property
    def edition(self) -> str:
        """The code of its edition."""
        return "m1e"

    @property
    def title(self) -> str:
        """The names of the Crews, or the size while they are not hired."""
        if self.hire is not None and self.crews == NOBODY:
            return f"A {SIZES[self.size].name} of {self.hire.soulstones} Soulstones"
        return " against ".join(crew.name for crew in self.crews)

    def before_hiring(self) -> EncounterSetupM1:
        """The set-up as it was agreed; the same object unless the Crews are hired in the Encounter."""
        return self if self.hire is None else replace(self, crews=NOBODY, figures={})

    def models_of(self, seat: int) -> tuple[Model, ...]:
        """A Crew's models, unwounded and in reserve, with ids ``a1…`` or ``b1…``."""
        return tuple(
            new_model(f"{'ab'[seat]}{number}", self.figures[slug], seat)
            for number, slug in enumerate(self.crews[seat].models, 1)
        )

    def first_state(self) -> State:
        """The state before any card is shuffled."""
        models = {model.id: model for seat in (0, 1) for model in self.models_of(seat)}
        crews = tuple(
            Crew(seat=seat, name=crew.name, faction=crew.faction, stones=crew.stones)
            for seat, crew in enumerate(self.crews)
        )
        return State(
            crews=(crews[0], crews[1]),
            models=models,
            attacker=self.first,
            initiative=self.first,
            deployment=self.deployment,
        )


def new_model(name: str, figure: Figure, seat: int) -> Model:
    """An unwounded model of that figure, in reserve."""
    return Model(
        id=name,
        card=figure.slug,
        name=figure.name,
        seat=seat,
        health=figure.wd,
        most=figure.wd,
        mm=float(figure.mm),
        size=figure.ht,
        leader=figure.station == "Master",
    )


@dataclass(slots=True)
class Doing:
    """The Action in progress: the acting model, the Action, its weapon or spell (``what``), its target."""

    model: str
    action: str
    label: str
    what: str
    target: str = ""


class Match(Running):
    """A running Encounter of the First Edition. ``dying`` are the models that are being killed and neither
    heal nor suffer any more (M1R-DIE-01), ``postponed`` those whose death waits for the Action that
    ``last_action`` lets them take (M1-ABL-28). ``doing`` and ``duel`` are kept for display only
    (``shown``)."""

    __slots__ = ("doing", "duel", "dying", "last_action", "postponed", "rules", "setup")

    def __init__(
        self,
        setup: EncounterSetupM1,
        rules: RulesetM1,
        table: TableAccess,
        dealer: Dealer,
        state: State,
        last_action: Callable[[Match, str], Proc[None]],
    ) -> None:
        super().__init__(table, dealer, state)
        self.settle(setup)
        self.rules = rules
        self.last_action = last_action
        self.doing: Doing | None = None
        self.duel: Any = None
        self.dying: set[str] = set()
        self.postponed: set[str] = set()

    def settle(self, setup: EncounterSetupM1) -> None:
        """Replace the set-up by one with the hired Crews and figures."""
        self.setup = setup
        reaches = {slug: figure.melee_reach for slug, figure in setup.figures.items()}
        self.table.know(reaches, [slug for slug, figure in setup.figures.items() if figure.is_a("Spirit")])

    def restart(self) -> None:
        """Clear everything that procedures hold, to continue from the state alone."""
        self.ended, self.doing, self.duel = "", None, None
        self.dying, self.postponed = set(), set()

    def happens(self, event: str) -> bool:
        """Whether that special event applies now: in its turn, or from then on for the whole game
        (M1-EVT-01, Q-18)."""
        ruling = self.state.notes.get(EVENT, "")
        return self.setup.event == event and ruling in (ALL_GAME, str(self.state.turn))

    def read(self, card: Card) -> Card:
        """The card as it counts: under Dark Omens ones and thirteens change places (M1-EVT-04)."""
        swapped = card.value in (1, 13) and self.state.phase != "end" and self.happens("Dark Omens")
        return Card(card.suit, 14 - card.value) if swapped else card

    def beside(self, feature: str, model: Model, inches: float = 0.0) -> bool:
        """Whether the model touches that feature, or is within that many inches of it (M1-FEAT). A
        feature is the terrain of that name."""
        reach = model.mm / 2 * MM + inches
        return model.on_table and any(
            touches(piece, model.x, model.y, reach) for piece in self._pieces(feature)
        )

    def wholly_on(self, feature: str, model: Model) -> bool:
        """Whether the model's base is completely on that feature (M1-FEAT)."""
        base = Base(model.id, model.x, model.y, model.mm, model.size)
        return model.on_table and any(
            isinstance(piece.footprint, Outline) and completely_inside(base, piece.footprint)
            for piece in self._pieces(feature)
        )

    def _pieces(self, feature: str) -> list[Piece]:
        if not isinstance(self.table, ExactTable):
            return []
        return [piece for piece in self.table.standing(self.state) if piece.name == feature]

    @property
    def readings(self) -> ReadingsM1:
        return self.rules.readings

    def figure(self, model: Model | str) -> Figure:
        held = self.state.models[model] if isinstance(model, str) else model
        return self.setup.figures[held.card]

    def spells(self, model: Model) -> tuple[Spell, ...]:
        """The model's spells: those of its first figure, or of all that it was and is, each once, by reading
        ``transformed_spells`` (M1-MAG-07)."""
        if self.readings.transformed_spells == "original":
            return self.setup.figures[model.upgrades[0] if model.upgrades else model.card].spells
        slugs = dict.fromkeys((model.card, *model.upgrades))
        return tuple(spell for slug in slugs for spell in self.setup.figures[slug].spells)

    def is_acting(self, model: str) -> bool:
        """Whether it is the model's activation."""
        return self.state.activating == model and self.ended != model

    def stat(self, model: Model, name: str) -> int:
        """The current Wp, Ca or Df (M1-CARD-09, M1-MAG-05, M1-FEAT-01, M1-DMG-10)."""
        figure = self.figure(model)
        printed: int = getattr(figure, name)
        if name == "wp" and figure.station != "Master":
            printed -= self.crew(model.seat).tokens.get(DRAINED, 0)
        if name == "ca" and self.beside("Ancient Monument", model, MONUMENT):
            printed += 1
        return printed + (self._by_auras(model, name) if self.state.lasting else 0)

    def _by_auras(self, model: Model, stat: str) -> int:
        """The change by Auras the model is in; of those with one name one counts (M1-DMG-10,
        M1-GLO-11)."""
        changes: dict[str, int] = {}
        for effect in self.state.lasting:
            caster, centre = self.state.models.get(effect.source), self.state.models.get(effect.on)
            if effect.data.get("stat") != stat or caster is None or centre is None or model.id == caster.id:
                continue
            if effect.data["whom"] == "own" and model.player != caster.player:
                continue
            if self.in_circle(centre, model, float(effect.data["inches"])):
                changes[effect.name] = int(effect.data["amount"])
        return sum(changes.values())

    def in_circle(self, source: Model, other: Model, inches: float) -> bool:
        """Whether an Aura or Pulse of that many inches around the source reaches the model: along a
        route, by the rulings of 2013 (M1-DMG-10, -12, M1R-AURA-01, -02)."""
        if not (source.on_table and other.on_table) or self.table.gap(source, other) > inches + TOUCH:
            return False
        table = self.table
        if not isinstance(table, ExactTable) or not table.standing(self.state):
            return True
        return in_aura(
            table.as_table(self.state), table.base(source), table.base(other), inches, table.policies
        )

    def weapon_bonus(self, model: Model, kind: str) -> tuple[int, int]:
        """The Cb and the damage that spells add to the model's weapons of a kind; of one name one counts
        (M1-GLO-11)."""
        by_name = {
            effect.name: (int(effect.data["combat"]), int(effect.data["damage"]))
            for effect in self.state.lasting
            if effect.on == model.id and effect.data.get("weapon") == kind
        }
        return sum(combat for combat, _ in by_name.values()), sum(damage for _, damage in by_name.values())

    def movement(self, model: Model, name: str) -> float:
        """The current inches of a Walk or Charge, never below 0 (M1-CMB-02, M1-EVT-08)."""
        printed: float = getattr(self.figure(model), name)
        if model.has(STANCE):
            printed += self.rules.stance_movement
        if self.happens("Heat Wave"):
            printed -= 1
        return max(0.0, float(printed))

    def uses_stones(self, model: Model) -> bool:
        """Whether the model may spend a Soulstone now (M1-ABL-30)."""
        return self.figure(model).uses_stones and self.crew(model.seat).stones > 0


# Melee


def in_close(g: Match, model: Model) -> list[tuple[Weapon, float]]:
    """The melee weapon and its range; nothing while Paralyzed (M1-MOD-03). A gunfighter reaches 2"
    with its ranged weapon (M1-ABL-12)."""
    if model.has(PARALYZED) or not model.on_table:
        return []
    figure, held = g.figure(model), []
    for weapon in figure.weapons:
        if weapon.kind == "melee":
            held.append((weapon, weapon.inches))
        elif figure.fights_with(weapon):
            held.append((weapon, g.rules.gunfighter_range))
    return held


def melee_range(g: Match, model: Model) -> float | None:
    """The model's melee range in inches, ``None`` without a weapon for melee (M1-GLO-08)."""
    return max((inches for _, inches in in_close(g, model)), default=None)


def within(g: Match, one: Body, two: Body, inches: float) -> bool:
    return g.table.gap(one, two) <= inches + TOUCH


def reaches(g: Match, model: Model, other: Model) -> bool:
    """Whether ``other`` is within the melee range of ``model``."""
    reach = melee_range(g, model)
    return reach is not None and within(g, model, other, reach)


def in_melee(g: Match, model: Model, other: Model) -> bool:
    """Whether either model is within the other's melee range (M1-GLO-08)."""
    if model.player == other.player or not (model.on_table and other.on_table):
        return False
    return reaches(g, model, other) or reaches(g, other, model)


def opponents(g: Match, model: Model) -> list[Model]:
    """The enemies the model is in melee with, in the order of their ids."""
    return [other for other in g.state.on_table() if in_melee(g, model, other)]


def threatened_by(g: Match, model: Model) -> list[Model]:
    """The enemies whose melee range the model is in."""
    return [
        other for other in g.state.on_table() if other.player != model.player and reaches(g, other, model)
    ]
