"""Random pairs of scripted content on small scenes: whatever two cards say, who is asked, in which order,
what is limited, what is paid and what stays hidden goes by the rules. What this finds becomes a case.

One scene is two models of the catalogue, each with a companion, near one another among markers. They take
Actions of their cards in turn, an Activation ends, and the End Phase comes. All answers are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from rules.dialogue import Choice, OneOf
from rules.editions.m3e.play.actions.available import menu
from rules.editions.m3e.play.actions.take import take_action
from rules.editions.m3e.play.procedure import hooks
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, most_cards
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.procedure.timing import happen, whole
from rules.editions.m3e.scripts.words import NoLimit, PayDamage
from rules.editions.m3e.simulation.watch import _model
from rules.fate.cards import FULL_DECK
from rules.fate.shuffle import Stream, digest, shuffled
from rules.game.events.cards import CardsLookedAt, CardsShown, Cheated, Discarded
from rules.game.events.table import Damaged, UsedOnce
from rules.game.procedure.asks import Ask, AskEach, Proc
from rules.table.geometry.footprints import MM, TOUCH
from tests.rules.editions.m3e.scene import Scene
from tests.rules.editions.m3e.scripts.test_catalogue import CARDS

OF_THE_MODEL = frozenset({"trigger", "focus", "relent", "stone", "cheat"})
"""Questions that are put to whoever controls the model they are about (M3E-CTRL-02)."""
KINDS = ("corpse", "scrap", "scheme", "pyre")
CONDITIONS = (
    "burning",
    "poison",
    "focused",
    "distracted",
    "shielded",
    "injured",
    "slow",
    "staggered",
    "stunned",
)
MOST_QUESTIONS = 600
CODES = frozenset(card.code for card in FULL_DECK)


@dataclass
class Told:
    """What a run did: its questions to each seat, and what was broken."""

    asks: list[tuple[int, str, str, tuple[str, ...]]] = field(default_factory=list)
    shown_until: int = MOST_QUESTIONS
    broken: list[str] = field(default_factory=list)
    resolved: dict[object, list[int]] = field(default_factory=dict)
    moments: list[Happening] = field(default_factory=list)


def scene_of(ruleset, seed: str, hand: int) -> tuple[Scene, Stream]:
    """The scene of that seed; ``hand`` 0 or 1: which five cards B holds."""
    stream = Stream(digest("pairs", seed))
    slugs = sorted(CARDS)
    scene = Scene(ruleset)
    places = [(17.0, 17.0)]
    while len(places) < 4:
        x, y = 14.5 + stream.below(6000) / 1000, 14.5 + stream.below(6000) / 1000
        if all(hypot(x - px, y - py) > 2.3 for px, py in places):
            places.append((round(x, 3), round(y, 3)))
    for name, at in zip(("a1", "b1", "a2", "b2"), places, strict=True):
        card = CARDS[slugs[stream.below(len(slugs))]]
        conditions = {
            CONDITIONS[n]: 1 for n in {stream.below(len(CONDITIONS)) for _ in range(stream.below(3))}
        }
        health = 1 + stream.below(card.health)
        scene.model(name, at=at, card=card, health=health, conditions=conditions, leader=name.endswith("1"))
    for number in range(stream.below(4)):
        at = (14 + stream.below(8000) / 1000, 14 + stream.below(8000) / 1000)
        scene.marker(f"m{number}", KINDS[stream.below(len(KINDS))], at, seat=stream.below(2))
    for seat in "AB":
        cards = [card.code for card in shuffled(digest("pairs", seed, seat), FULL_DECK)]
        held = cards[:5] if seat == "A" or hand == 0 else cards[5:10]
        scene.hand(seat, " ".join(held)).deck(seat, " ".join(cards[10:40]))
        scene.crew(seat, stones=stream.below(3), passes=stream.below(2))
    scene.crew("A", zone="south").crew("B", zone="north")
    scene.state(active=0, initiative=stream.below(2), activating="a1", made=100, deployment="standard")
    return scene, stream


@contextmanager
def watched(told: Told) -> Iterator[None]:
    """Note every reaction that resolves, with its rank: the first player's models, the other's, nobody's."""

    def noting(source: Callable[..., Any]) -> Callable[..., Any]:
        def watched_source(g: Game, happening: Happening) -> Iterator[PendingReaction]:
            told.moments.append(happening)
            # Each side of a duel has its own moment before it (M3E-DUEL-06).
            what = "side" if happening.moment == "before_duel" else "in_progress"
            one = happening.facts.get(what, happening)
            for reaction in source(g, happening):
                yield replace(reaction, resolve=_noted(g, told, (happening.moment, id(one)), reaction))

        return watched_source

    before = dict(hooks.SOURCES)
    hooks.SOURCES.update({moment: list(map(noting, sources)) for moment, sources in before.items()})
    try:
        yield
    finally:
        hooks.SOURCES.update(before)


def _noted(g: Game, told: Told, moment: object, reaction: PendingReaction) -> Callable[[], Proc[None]]:
    def resolve() -> Proc[None]:
        rank = 2 if not reaction.model else int(reaction.seat != g.first)
        ranks = told.resolved.setdefault(moment, [])
        if ranks and rank < ranks[-1]:
            told.broken.append(f"{reaction.label} comes too late ({moment})")
        ranks.append(rank)
        yield from reaction.resolve()

    return resolve


def run(scene: Scene, stream: Stream, procedure: Callable[[Game], Proc[Any]], told: Told) -> None:
    """Run the procedure with drawn answers; B never cheats, so that its hand cannot tell."""
    g = scene.g

    def keep() -> Proc[None]:
        yield from procedure(g)

    runner = whole(g, keep)
    question = next(runner, None)
    while question is not None:
        asks = question.asks if isinstance(question, AskEach) else (question,)
        answers = {ask.seat: _answered(g, ask, stream, told) for ask in asks}
        try:
            question = runner.send(answers if isinstance(question, AskEach) else answers[asks[0].seat])
        except StopIteration:
            question = None


def _answered(g: Game, ask: Ask, stream: Stream, told: Told) -> Any:
    assert len(told.asks) < MOST_QUESTIONS, "it never ends"
    keys = tuple(str(choice.key) for choice in getattr(ask.options, "choices", ()))
    told.asks.append((ask.seat, ask.kind, ask.text, keys))
    if ask.kind in OF_THE_MODEL and ask.about and g.model(ask.about[0]).player != ask.seat:
        told.broken.append(f"{ask.kind} of {ask.about[0]} is asked of seat {ask.seat}")
    told.broken += [line for model in g.state.models.values() for line in _model(model, g.rules.focused_cap)]
    if ask.seat == 1 and ask.kind != "cheat" and CODES & set(keys):
        told.shown_until = min(told.shown_until, len(told.asks))
    if any(isinstance(e, CardsShown | CardsLookedAt | Discarded | Cheated) and e.seat == 1 for e in g.fresh):
        told.shown_until = min(told.shown_until, len(told.asks) - 1)
    if ask.seat == 1 and ask.kind == "cheat":
        stream.word()
        return "keep"
    return ask.options.sample(stream)


def played(ruleset, seed: str, hand: int = 0) -> tuple[Scene, Told]:
    scene, stream = scene_of(ruleset, seed, hand)
    told, g = Told(), scene.g
    with watched(told):
        for name in ("a1", "b1", "a1", "a2", "b2"):
            ready = [action for action in menu(g, g.model(name)) if action.status == "automated"]
            ready = [action for action in ready if action in g.actions(g.model(name))] or ready
            if ready:
                acting = ActionInProgress(name, ready[stream.below(len(ready))])
                run(scene, stream, lambda g, acting=acting: take_action(g, acting), told)
                told.broken += _unpaid(scene, acting)
        if scene["a1"].in_play:
            ends = Happening("activation_ends", model=scene["a1"])
            run(scene, stream, lambda g: happen(g, ends), told)
        run(scene, stream, lambda g: happen(g, Happening("end_phase")), told)
    return scene, told


def _unpaid(scene: Scene, acting: ActionInProgress) -> list[str]:
    """An Action whose cost was not paid has no target and no effect; what went on has suffered its cost."""
    if acting.failed == "the cost was not paid":
        return ["unpaid, and it succeeded"] if acting.succeeded or acting.target else []
    owed = any(isinstance(cost, PayDamage) for cost in acting.action.cost)
    paid = any(event.source == "cost" and event.model == acting.model for event in scene.events(Damaged))
    return ["it went on without its cost"] if owed and not paid and not acting.failed else []


def broken(scene: Scene, told: Told) -> list[str]:
    """What is wrong after everything."""
    g, wrong = scene.g, list(told.broken)
    scene._check()
    standing = list(g.state.on_table())
    for number, one in enumerate(standing):
        for two in standing[:number]:
            if hypot(one.x - two.x, one.y - two.y) < (one.mm + two.mm) / 2 * MM - TOUCH:
                if abs(one.elevation - two.elevation) < TOUCH:
                    wrong.append(f"{one.id} stands on {two.id} (M3E-MOVE-05)")
    for crew in g.state.crews:
        if crew.stones < 0 or crew.passes < 0 or crew.conflict:
            wrong.append(f"{crew.seat}: {crew.stones} Soulstones, {crew.passes} Pass Tokens, {crew.conflict}")
        if len(crew.hand) > most_cards(g, crew.seat):
            wrong.append(f"{crew.seat} holds {len(crew.hand)} cards (M3E-FATE-06)")
    if NoLimit not in g.kinds:  # Disengage is noted and not limited (M3E-ACT-04).
        uses = Counter((event.model, event.key, event.scope) for event in scene.events(UsedOnce))
        wrong += [f"{use} twice" for use, times in uses.items() if times > 1 and use[1] != "Disengage"]
    return wrong


def check(ruleset, seed: str) -> None:
    scene, told = played(ruleset, seed)
    cards = " ".join(f"{model.id} {model.name}" for model in scene.g.state.models.values())
    assert broken(scene, told) == [], f"{seed}: {cards}"
    other = played(ruleset, seed, hand=1)[1]
    until = min(told.shown_until, other.shown_until)
    for mine, theirs in zip(told.asks[:until], other.asks[:until], strict=False):
        assert mine == theirs or mine[0] == theirs[0] == 1, f"{seed}: {cards}: B's hand shows"


@pytest.mark.rule("M3E-TIME-11", "M3E-CTRL-02", "M3E-ONCE-01", "M3E-FATE-07", "M3E-TRIG-05", "M3E-MOVE-05")
def test_pairs_of_cards_go_by_the_rules(ruleset):
    for number in range(50):
        check(ruleset, f"test/{number}")


@pytest.mark.soak
def test_ten_thousand_pairs(ruleset, seeds):
    for seed in seeds(1000):
        for number in range(10):
            check(ruleset, f"soak/{seed}/{number}")


def test_the_watch_notices_what_is_wrong(ruleset):
    """A reaction out of turn, and a question to the wrong player."""
    scene, _ = scene_of(ruleset, "control", 0)
    told, g = Told(), scene.g
    for seat, model in ((1, "b1"), (0, "a1")):
        reaction = PendingReaction("x", seat, "X", lambda: iter(()), model)
        list(_noted(g, told, "moment", reaction)())
    ask = Ask(seat=1, kind="focus", options=OneOf((Choice("yes", "Yes"),)), rule="", text="?", about=("a1",))
    _answered(g, ask, Stream(digest("x")), told)
    assert len(told.broken) == 2
