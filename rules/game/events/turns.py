"""Events of the course of an Encounter: Phases, Initiative, Activations, Soulstones, Pass Tokens, scores."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game.events.base import Audience, Event, Said
from rules.game.state import Phase, Scheme, State, VictoryPoint


class ScenarioSet(Event, frozen=True):
    """Attacker, Strategy, Deployment and the pool of Schemes are known (M3E-SETUP-04 to -06, -15). The Second
    Edition has no Attacker (M2-SETUP-18)."""

    attacker: int | None
    strategy: str
    deployment: str
    pool: tuple[str, ...] = ()

    def on(self, state: State) -> State:
        return replace(
            state,
            attacker=self.attacker or 0,
            initiative=self.attacker or 0,
            strategy=self.strategy,
            deployment=self.deployment,
            pool=self.pool,
        )


class StrategiesSet(Event, frozen=True):
    """The flips before a First Edition Encounter: the seat that picks sides, each player's Strategy, the
    Deployment (M1-ENC-05, -07, -17)."""

    first: int
    strategies: tuple[str, str]
    deployment: str

    def on(self, state: State) -> State:
        return replace(
            state,
            attacker=self.first,
            initiative=self.first,
            strategy=" / ".join(self.strategies),
            deployment=self.deployment,
        )


class ZoneTaken(Event, frozen=True):
    """A player took a Deployment Zone, ``south`` or ``north`` (M3E-SETUP-19)."""

    seat: int
    zone: str

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], zone=self.zone))


class SchemesChosen(Event, frozen=True):
    """A player chose Schemes in secret (M3E-SETUP-18)."""

    seat: int
    schemes: tuple[Scheme, ...]

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], schemes=self.schemes))

    @property
    def audience(self) -> Audience:
        return 0 if self.seat == 0 else 1

    def shadow(self) -> Event:
        return ChoiceMade(self.seat, "schemes")


class ChoiceMade(Said, frozen=True):
    """What the other player sees of a secret choice."""

    seat: int
    what: str


class SchemeRevealed(Event, frozen=True):
    seat: int
    scheme: Scheme

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        schemes = tuple(
            replace(held, revealed=True) if held.name == self.scheme.name else held for held in crew.schemes
        )
        return state.with_crew(replace(crew, schemes=schemes))


class SchemeAbandoned(Event, frozen=True):
    """A player showed a hidden Scheme and gave it up; what was written down for it stays unsaid."""

    seat: int
    scheme: str

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        schemes = tuple(
            replace(held, revealed=True, secret={}) if held.name == self.scheme else held
            for held in crew.schemes
        )
        return state.with_crew(replace(crew, schemes=schemes))


class Scored(Event, frozen=True):
    """A side scored one VP (M3E-TURN-19)."""

    score: VictoryPoint

    def on(self, state: State) -> State:
        return replace(state, scores=(*state.scores, self.score))


class PointLost(Event, frozen=True):
    """The last VP of that side from that source was removed, because it was scored by mistake."""

    seat: int
    source: str

    def on(self, state: State) -> State:
        scores = list(state.scores)
        for number in range(len(scores) - 1, -1, -1):
            if (scores[number].seat, scores[number].source) == (self.seat, self.source):
                del scores[number]
                break
        return replace(state, scores=tuple(scores))


class TurnBegan(Event, frozen=True):
    """A Turn began: nobody has Activated, and limits per Turn are reset."""

    turn: int

    def on(self, state: State) -> State:
        models = {
            key: replace(model, activated=False, once_turn={}, acts=0, bonus=0)
            for key, model in state.models.items()
        }
        return replace(state, turn=self.turn, phase="start", models=models, active=None, in_a_row=0)


class PhaseBegan(Event, frozen=True):
    phase: Phase
    active: int | None = None

    def on(self, state: State) -> State:
        return replace(state, phase=self.phase, active=self.active, in_a_row=0, chain=())


class ClosingPhaseBegan(Event, frozen=True):
    """The last phase of a First Edition turn (M1-TURN-09)."""

    def on(self, state: State) -> State:
        return replace(state, phase="end", active=None, in_a_row=0, chain=())


class InitiativeSet(Event, frozen=True):
    """A player holds Initiative until the next flip or effect changes it (M3E-TURN-07)."""

    seat: int

    def on(self, state: State) -> State:
        return replace(state, initiative=self.seat)


class PassesSet(Event, frozen=True):
    seat: int
    passes: int
    why: str = ""

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], passes=self.passes))


class StonesChanged(Event, frozen=True):
    """Soulstones were spent or gained; spent ones are gone (M3E-STONE-01)."""

    seat: int
    change: int
    use: str = ""
    model: str = ""

    def on(self, state: State) -> State:
        crew = state.crews[self.seat]
        return state.with_crew(replace(crew, stones=crew.stones + self.change))


class SidePassed(Event, frozen=True):
    """A player passed instead of Activating (M3E-TURN-11); ``passes`` are the tokens left."""

    seat: int
    passes: int

    def on(self, state: State) -> State:
        crew = replace(state.crews[self.seat], passes=self.passes)
        return state.with_crew(crew)


class ActiveSet(Event, frozen=True):
    """The Active player changed (M3E-TURN-17)."""

    seat: int

    def on(self, state: State) -> State:
        return replace(state, active=self.seat, in_a_row=0, chain=())


class ActivationBegan(Event, frozen=True):
    """A model began its Activation; limits per Activation are reset (M3E-ONCE-01)."""

    model: str

    def on(self, state: State) -> State:
        models = {key: replace(held, once_activation={}) for key, held in state.models.items()}
        models[self.model] = replace(models[self.model], acts=0, bonus=0)
        left = tuple(name for name in state.chain if name != self.model)
        return replace(state, models=models, activating=self.model, chain=left, in_a_row=state.in_a_row + 1)


class ActivationEnded(Event, frozen=True):
    """What was limited to the Activation may be used again, in the End Phase too (M3E-ONCE-01)."""

    model: str

    def on(self, state: State) -> State:
        models = {key: replace(held, once_activation={}) for key, held in state.models.items()}
        models[self.model] = replace(models[self.model], activated=True, acts=0, bonus=0)
        return replace(state, models=models, activating="")


class Chained(Event, frozen=True):
    """Another model Activates next, and ``then`` the others in order (M3E-TURN-16)."""

    model: str
    then: tuple[str, ...] = ()

    def on(self, state: State) -> State:
        return replace(state, chain=(self.model, *self.then))


class GroupNamed(Event, frozen=True):
    """These models activate as one group, in any order (M1R-COMP-03, -04)."""

    models: tuple[str, ...]

    def on(self, state: State) -> State:
        return replace(state, chain=self.models)


class Noted(Event, frozen=True):
    """A Strategy or card stored a fact for later under a public name."""

    key: str
    value: str

    def on(self, state: State) -> State:
        kept = {key: held for key, held in state.notes.items() if key != self.key}
        return replace(state, notes={**kept, self.key: self.value} if self.value else kept)


class EncounterEnded(Event, frozen=True):
    def on(self, state: State) -> State:
        return replace(state, phase="over", active=None, activating="")
