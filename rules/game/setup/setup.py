"""What is agreed before an Encounter begins: the Crews, their cards, the ruleset and its readings."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.crewlist import STANDARD_SIZE
from rules.game.league.terms import Terms
from rules.game.printed import Models, PrintedModel, Upgrades
from rules.game.setup.scenario import SchemeCard
from rules.game.state import Crew, Marker, Model, State
from rules.table.terrain import Piece


class Hired(Struct, frozen=True, kw_only=True):
    """A model of a Crew by the slug of its card. ``id`` is kept through the Encounter, ``model_id`` is its
    number in the Arsenal, ``called`` its name there if that is not its card's, ``owned`` the Arsenal's number
    of each Upgrade that may be used up."""

    card: str
    leader: bool = False
    upgrades: tuple[str, ...] = ()
    id: str = ""
    model_id: int | None = None
    called: str = ""
    owned: dict[str, int] = {}


class CrewSetup(Struct, frozen=True, kw_only=True):
    """A Crew as revealed (M3E-SETUP-17), with the Soulstones left (M3E-HIRE-22)."""

    name: str
    models: tuple[Hired, ...]
    stones: int = 0


NOBODY = (CrewSetup(name="First Crew", models=()), CrewSetup(name="Second Crew", models=()))


class Hire(Struct, frozen=True, kw_only=True):
    """Crews are hired in set-up, steps E to H, for ``size`` Soulstones (M3E-SETUP-02) from the named
    ``stock``. ``policies`` are what an organiser decides of hiring (``HiringRules.policies``), where it is
    not as usual."""

    size: int = STANDARD_SIZE
    stock: str = ""
    policies: dict[str, Any] = {}


class EncounterSetup(Struct, frozen=True, kw_only=True):
    """An Encounter to be played. ``ruleset`` is the code of its edition. When ``strategy``, ``deployment``
    and ``pool`` are empty, cards decide them (M3E-SETUP-04 to -06, -15). ``cards`` holds every Stat Card in
    the game, those of possible arrivals included. ``markers`` lie on the table before deployment. ``turns``
    shortens the game. ``finish_threshold`` is set in a league, whose models make Finished Off flips
    (SL-FINISH-03), with the league's ``terms``. With ``hire`` the ``crews`` are ``NOBODY`` until step H.
    ``size`` is the Encounter's in Soulstones, 0 where nobody said it; ``schemes`` are all of the season where
    Schemes follow one another."""

    encounter: str
    crews: tuple[CrewSetup, CrewSetup]
    cards: Models
    upgrades: Upgrades = {}
    ruleset: str
    policies: dict[str, Any] = {}
    attacker: int | None = None
    strategy: str = ""
    deployment: str = ""
    pool: tuple[str, ...] = ()
    ground: str = "open"
    terrain: tuple[Piece, ...] = ()
    ground_name: str = ""
    markers: tuple[Marker, ...] = ()
    turns: int | None = None
    finish_threshold: int | None = None
    terms: Terms | None = None
    hire: Hire | None = None
    size: int = 0
    schemes: tuple[SchemeCard, ...] = ()

    @property
    def edition(self) -> str:
        """The code of its edition."""
        return self.ruleset

    def arsenal_ids(self) -> dict[str, int]:
        """The Arsenal's number of each hired model that has one, by its id in the Encounter."""
        return {name: hired.model_id for name, hired in self.hired().items() if hired.model_id is not None}

    def hired(self) -> dict[str, Hired]:
        """All hired models, by id in the Encounter."""
        return {
            hired.id or f"{'ab'[seat]}{number}": hired
            for seat, crew in enumerate(self.crews)
            for number, hired in enumerate(crew.models, 1)
        }

    @property
    def title(self) -> str:
        """The names of the Crews, or the size while they are not hired."""
        if self.hire is not None and self.crews == NOBODY:
            return f"An Encounter of {self.hire.size} Soulstones"
        return " against ".join(crew.name for crew in self.crews)

    def before_hiring(self) -> EncounterSetup:
        """The set-up as it was agreed; the same object unless the Crews are hired in set-up."""
        return self if self.hire is None else replace(self, crews=NOBODY, cards={}, upgrades={})

    def first_state(self) -> State:
        """The state before any card is shuffled: both Crews in reserve, ids ``a1…`` and ``b1…``."""
        first = self.before_hiring()
        models = {model.id: model for seat in (0, 1) for model in first.models_of(seat)}
        crews = tuple(Crew(seat=n, name=crew.name, stones=crew.stones) for n, crew in enumerate(first.crews))
        called = {name: hired.called for name, hired in first.hired().items() if hired.called}
        return State(crews=(crews[0], crews[1]), models=models, called=called)

    def models_of(self, seat: int) -> tuple[Model, ...]:
        """A Crew's models at full Health, in reserve."""
        models = []
        for number, hired in enumerate(self.crews[seat].models, 1):
            name = hired.id or f"{'ab'[seat]}{number}"
            models.append(new_model(name, self.cards[hired.card], seat, hired.leader, hired.upgrades))
        return tuple(models)


def new_model(
    name: str, card: PrintedModel, seat: int, leader: bool = False, upgrades: tuple[str, ...] = ()
) -> Model:
    """A model of that card at full Health, in reserve."""
    return Model(
        id=name,
        card=card.slug,
        name=card.name,
        seat=seat,
        health=card.health,
        most=card.health,
        mm=float(card.mm),
        size=card.sz,
        leader=leader,
        upgrades=upgrades,
    )
