"""First Edition Encounters played by bots, with invariants checked after every decision."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules import budget
from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.actions import general_ap
from rules.editions.m1e.play.match import FAST, PARALYZED, REACTIVATE, SLOW, EncounterSetupM1
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.readings import STANDARD, RulesetM1
from rules.editions.m1e.scoring import PART, WHOLE
from rules.editions.m1e.simulation.bots import GreedyM1, MakeBot, TacticianM1
from rules.editions.m1e.special import FEATURES
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.examples import terrain as ground
from rules.game.simulation.bots import Bot, RandomLegal
from rules.game.simulation.invariants import crew_broken
from rules.game.simulation.playout import Run, played_out
from rules.game.state import Model, State
from rules.game.stored import Checkpoint

ELEMENTS = ("house", "crates")


def players(seed: str, number: int) -> tuple[Bot[PlayM1], Bot[PlayM1]]:
    """Both bots: in every fourth Encounter both are random, otherwise one or both are not."""
    streams = [Stream(digest("mfx-simulate-m1e", seed, str(number), str(seat))) for seat in (0, 1)]
    kinds: tuple[tuple[MakeBot, MakeBot], ...] = (
        (RandomLegal, RandomLegal),
        (TacticianM1, RandomLegal),
        (TacticianM1, TacticianM1),
        (GreedyM1, TacticianM1),
    )
    first, second = kinds[number % 4]
    return first(streams[0]), second(streams[1])


class WatchM1:
    """The invariants after every decision, checked where something changed."""

    def __init__(self) -> None:
        self.state: State | None = None

    def broken(self, play: PlayM1) -> Iterator[str]:
        """Broken invariants of cards, pools, wounds, Action Modifiers, AP and places."""
        state, before = play.state, self.state
        self.state = state
        for crew in state.crews:
            if before is None or crew is not before.crews[crew.seat]:
                yield from crew_broken(crew)
        earlier = before.models if before is not None else {}
        for model in state.models.values():
            if earlier.get(model.id) is not model:
                yield from _model_broken(play, model)
        if before is None or state.scores is not before.scores:
            yield from _scores_broken(play)
        if play.asks and play.asks[0].kind == "activate" and any(crew.conflict for crew in state.crews):
            yield "a card of a flip that is over was not discarded"


def _scores_broken(play: PlayM1) -> Iterator[str]:
    """Check the scores: 4, 2 or 0 for each Strategy, at most 2 for a Scheme (M1-STR, M1-SCH)."""
    for seat, strategy in enumerate(play.setup.strategies):
        if play.over and play.state.vp_from(seat, strategy) not in (0, PART, WHOLE):
            yield f"{strategy} is worth {play.state.vp_from(seat, strategy)} to seat {seat}"
        for scheme in play.state.crews[seat].schemes:
            if play.state.vp_from(seat, scheme.name) > PART:
                yield f"{scheme.name} is worth {play.state.vp_from(seat, scheme.name)} to seat {seat}"


def _model_broken(play: PlayM1, model: Model) -> Iterator[str]:
    if not 0 <= model.health <= model.most:
        yield f"{model.id} has {model.health} of {model.most} wounds"
    if model.health == 0 and model.in_play and model.id not in play.match.postponed | play.match.dying:
        yield f"{model.id} has no wounds left and is in play"
    if any(value <= 0 for value in model.conditions.values()):
        yield f"{model.id} has a Condition without value: {model.conditions}"
    if model.has(FAST) and model.has(SLOW):
        yield f"{model.id} is Fast and Slow (M1-MOD-05)"
    if (
        play.state.activating == model.id
        and not model.has(SLOW)
        and model.acts > general_ap(play.match, model)
    ):
        yield f"{model.id} has spent {model.acts} AP (M1-MOD-01)"
    if model.has(PARALYZED) and model.has(REACTIVATE):
        yield f"{model.id} is Paralyzed and may Reactivate (M1-MOD-05)"
    if model.where == "gone" and (model.conditions or model.tokens):
        yield f"{model.id} has left play and still carries something"
    own = model.mm / 50.8
    if model.on_table and not (
        own - 0.01 <= model.x <= play.table.width - own + 0.01
        and own - 0.01 <= model.y <= play.table.depth - own + 0.01
    ):
        yield f"{model.id} stands off the table"


def play_one(
    setup: EncounterSetupM1,
    bots: tuple[Bot[PlayM1], Bot[PlayM1]],
    key: bytes,
    number: int = 0,
    rules: RulesetM1 = STANDARD,
) -> Run:
    """Play one Encounter to its end, checked after every decision, and check both logs at the end."""
    play = PlayM1(setup, KeyDealer(key), rules)

    def again(since: Checkpoint | None) -> PlayM1:
        return PlayM1(setup if since is None else play.setup, KeyDealer(key), rules, checkpoint=since)

    return played_out(play, bots, WatchM1().broken, again, Stream(digest("mfx-watch-m1e", key)), number)


def simulate(
    encounters: int, seed: str, rules: RulesetM1 = STANDARD, *, terrain: bool = False
) -> Iterator[Run]:
    """Play that many Encounters of practice Crews. With ``terrain`` they use the exact table, each with the
    next shared feature, every other one with terrain set up in turns; house and crates are elements."""
    budget.begin("an Encounter of bots")
    for number in range(encounters):
        name = f"{seed}/{number}"
        setup = msgspec.structs.replace(encounter_of(name, ground() if terrain else ()), schemes=2)
        if terrain:
            stock = setup.terrain if number % 2 else ()
            laid = {"terrain": (), "stock": stock} if stock else {}
            feature = FEATURES[number % len(FEATURES)].name
            setup = msgspec.structs.replace(setup, feature=feature, elements=ELEMENTS, **laid)
        key = digest("mfx-simulate-m1e-key", seed, str(number))
        yield play_one(setup, players(seed, number), key, number, rules)
