"""The final score of a First Edition Encounter: Victory Points of Strategies and Schemes, and the winner.

Counts are taken at the end of the game. Where a row leaves Insignificant models out, the counts asked for
leave them out already; ``FinalCounts.insignificant`` holds them apart.

>>> from rules.editions.m1e.setup import SCRAP
>>> ended = [
...     ScoredSide("Slaughter", FinalCounts(masters=1, models=3)),
...     ScoredSide("Assassinate", FinalCounts(masters=1, models=1)),
... ]
>>> [total.amount for total in score_m1(ended, SCRAP).totals]
[2, 0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from rules.editions.m1e.hiring import SIZES, Size
from rules.game.results.result import Scoring
from rules.game.setup.score_sheet import ScoreSheet, TakenScheme
from rules.refusal import Refusal, Total, TotalLine, Violation

Faction = Literal["Guild", "Resurrectionists", "Arcanists", "Neverborn", "Outcasts"]
FACTIONS: tuple[Faction, ...] = ("Guild", "Resurrectionists", "Arcanists", "Neverborn", "Outcasts")
Treasure = Literal["", "lies", "carried"]
SABOTAGE, CLAIM, THWART = "Sabotage", "Stake a Claim", "Thwart"
WHOLE, PART = 4, 2
"""Victory Points of a Strategy that was fulfilled completely and in part."""
SCORING = Scoring(
    turns=6,
    goes_on=True,
    strategy=WHOLE,
    scheme=PART,
    schemes=3,
    strategy_by_turn=False,
    scheme_by_turn=False,
    too_much="M1-ENC-20",
    first_turn="M1-ENC-20",
    after_end="M1-ENC-19",
    by_strategy="M1-ENC-20",
    by_scheme="M1-SCH-01",
    scheme_most="M1-SCH-01",
    chosen="M1-ENC-02",
    withdrawn="SL-WITHDRAW-01",
)
"""At most 10 in one game (M1-ENC-02, M1-STR)."""


class FinalCounts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side has left at the end. All numbers but ``masters`` and ``insignificant`` exclude
    Insignificant models; ``models`` includes the Masters.

    ``minions`` excludes Totems; ``undead`` and ``corpses`` (Corpse Counters carried) count for the Army of
    the Dead; ``quarters`` is the number of table quarters with a model. ``central`` models are at least in
    part in the area of a Claim Jump, ``central_whole`` of them completely. ``far`` models are in the enemy's
    deployment zone, ``home`` in their own. ``treasure`` says that the treasure is in their own zone, lying
    there or carried by one of ``models``.
    """

    masters: int = 0
    models: int = 0
    insignificant: int = 0
    minions: int = 0
    undead: int = 0
    corpses: int = 0
    quarters: int = 0
    central: int = 0
    central_whole: int = 0
    far: int = 0
    home: int = 0
    treasure: Treasure = ""


class ChosenScheme(Struct, frozen=True, forbid_unknown_fields=True):
    """A Scheme that was taken. ``announced`` is true when it was announced after deployment; ``of`` names the
    model or terrain it was chosen for; ``done`` says whether it came true, for Schemes that no final count
    decides."""

    name: str
    announced: bool = False
    of: str = ""
    done: bool = False


class ScoredSide(Struct, frozen=True, forbid_unknown_fields=True):
    """One player's end of the game: Strategy, final counts, Schemes and faction."""

    strategy: str
    tally: FinalCounts
    schemes: tuple[ChosenScheme, ...] = ()
    faction: Faction | None = None


class StrategyM1(Struct, frozen=True):
    """A Strategy. ``reached(own, enemy)`` returns 4, 2 or 0; ``counts`` are the numbers of ``FinalCounts``
    that it reads of the own side, ``theirs`` those of the enemy."""

    rule: str
    name: str
    aim: str
    reached: Callable[[FinalCounts, FinalCounts], int]
    counts: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()


class SchemeM1(Struct, frozen=True):
    """A Scheme. It scores ``worth`` when ``kept(own, enemy)`` is true, or, where ``kept`` is ``None``, when
    it was ``done``. ``chosen`` names what it is chosen for; such a Scheme may be taken again for something
    else."""

    rule: str
    name: str
    worth: int
    aim: str
    kept: Callable[[FinalCounts, FinalCounts], bool] | None = None
    counts: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()
    faction: Faction | None = None
    chosen: str = ""

    @property
    def announcing_pays(self) -> bool:
        """Whether it scores 1 more when it was announced (M1-SCH-01)."""
        return self.worth == 1

    @property
    def must_be_announced(self) -> bool:
        """Whether it counts only when it was announced (M1-SCH-11)."""
        return self.name == THWART


class ScoreM1(Struct, frozen=True):
    """Both totals with their lines, and the winner's seat, ``None`` for a draw (M1-ENC-20)."""

    totals: tuple[Total, Total]

    @property
    def winner(self) -> int | None:
        first, second = (total.amount for total in self.totals)
        return None if first == second else int(second > first)


def _assassinate(own: FinalCounts, enemy: FinalCounts) -> int:
    """4 when the enemy has no Master left, 2 when neither side has one."""
    if enemy.masters:
        return 0
    return WHOLE if own.masters else PART


def _claim_jump(own: FinalCounts, enemy: FinalCounts) -> int:
    if own.central_whole and not enemy.central:
        return WHOLE
    return PART if own.central > enemy.central else 0


def _slaughter(_own: FinalCounts, enemy: FinalCounts) -> int:
    if not enemy.models + enemy.insignificant:
        return WHOLE
    return PART if enemy.models <= enemy.masters else 0


STRATEGY: dict[str, StrategyM1] = {
    strategy.name: strategy
    for strategy in (
        StrategyM1(
            "M1-STR-07",
            "Treasure Hunt",
            "The treasure carried by a model in one’s own zone 4, else lying there 2.",
            lambda own, enemy: {"": 0, "lies": PART, "carried": WHOLE}[own.treasure],
            ("treasure",),
        ),
        StrategyM1(
            "M1-STR-01",
            "Assassinate",
            "No enemy Master left 4; no Master left at all 2.",
            _assassinate,
            ("masters",),
            ("masters",),
        ),
        StrategyM1(
            "M1-STR-04",
            "Slaughter",
            "No enemy left 4; none but Masters and Insignificant models 2.",
            _slaughter,
            (),
            ("masters", "models", "insignificant"),
        ),
        StrategyM1(
            "M1-STR-02",
            "Claim Jump",
            "A model completely in the central area and no enemy there 4; more models there 2.",
            _claim_jump,
            ("central", "central_whole"),
            ("central",),
        ),
        StrategyM1(
            "M1-STR-03",
            "Reconnoiter",
            "Models in all four table quarters 4; in three 2.",
            lambda own, enemy: {4: WHOLE, 3: PART}.get(own.quarters, 0),
            ("quarters",),
        ),
    )
}
"""The five Strategies in the order of their cards."""

SCHEME: dict[str, SchemeM1] = {
    scheme.name: scheme
    for scheme in (
        SchemeM1(
            "M1-SCH-02",
            "Army of the Dead",
            1,
            "More undead models and carried Corpse Counters than the enemy has models.",
            lambda own, enemy: own.undead + own.corpses > enemy.models,
            ("undead", "corpses"),
            ("models",),
            "Resurrectionists",
        ),
        SchemeM1("M1-SCH-03", "Bodyguard", 1, "It is alive.", chosen="one of one’s own Masters or Henchmen"),
        SchemeM1(
            "M1-SCH-04",
            "Breakthrough",
            1,
            "More of one’s own models than of the enemy’s in the enemy’s zone.",
            lambda own, enemy: own.far > enemy.home,
            ("far",),
            ("home",),
        ),
        SchemeM1(
            "M1-SCH-05",
            "Eye for an Eye",
            1,
            "As many models as the enemy, one more, or one less.",
            lambda own, enemy: abs(own.models - enemy.models) <= 1,
            ("models",),
            ("models",),
        ),
        SchemeM1(
            "M1-SCH-06",
            "Hold Out",
            1,
            "No enemy in one’s own zone.",
            lambda own, enemy: not enemy.far,
            (),
            ("far",),
        ),
        SchemeM1(
            "M1-SCH-07",
            "Kidnap",
            2,
            "It was killed in melee.",
            faction="Neverborn",
            chosen="an enemy Master or Henchman",
        ),
        SchemeM1(
            "M1-SCH-08",
            "Raid!",
            1,
            "More Minions than the enemy, Totems left out.",
            lambda own, enemy: own.minions > enemy.minions,
            ("minions",),
            ("minions",),
            "Guild",
        ),
        SchemeM1(
            "M1-SCH-09",
            SABOTAGE,
            2,
            "A model interacted with it, and that model is alive.",
            faction="Arcanists",
            chosen="an element of terrain on the enemy’s half",
        ),
        SchemeM1(
            "M1-SCH-10",
            CLAIM,
            1,
            "None but one’s own models within 2″ of the element, or completely in the area.",
            chosen="a piece of terrain on the enemy’s half",
        ),
        SchemeM1(
            "M1-SCH-11",
            THWART,
            2,
            "The enemy’s Strategy fulfilled in part 1, not at all 2.",
            faction="Outcasts",
        ),
    )
}
"""The ten Schemes by name."""


def counts_needed(sides: Sequence[ScoredSide]) -> tuple[set[str], set[str]]:
    """The numbers of ``FinalCounts`` that the Strategies and Schemes of both sides read, for each
    seat."""
    needed: tuple[set[str], set[str]] = (set(), set())
    for seat, side in enumerate(sides):
        read = [STRATEGY.get(side.strategy), *(SCHEME.get(chosen.name) for chosen in side.schemes)]
        for scored in read:
            if scored is not None:
                needed[seat].update(scored.counts)
                needed[1 - seat].update(scored.theirs)
    return needed


def score_m1(sides: Sequence[ScoredSide], size: Size) -> ScoreM1:
    """The Victory Points of both sides with their lines. Raise ``Refusal`` for impossible counts.

    ``sides`` holds two sides, seat 0 first. ``size`` limits the Schemes.
    """
    first, second = sides
    needed = counts_needed(sides)
    wrong = [fault for seat, side in enumerate(sides) for fault in _faults(seat, side, needed[seat], size)]
    if wrong:
        raise Refusal.of(wrong)
    return ScoreM1((_total(first, second), _total(second, first)))


def _total(own: ScoredSide, enemy: ScoredSide) -> Total:
    strategy = STRATEGY[own.strategy]
    reached = strategy.reached(own.tally, enemy.tally)
    words = {WHOLE: "wholly", PART: "in part"}.get(reached, "not fulfilled")
    lines = [TotalLine(strategy.name, reached, strategy.rule, words)]
    for chosen in own.schemes:
        lines += _scheme(chosen, own, enemy)
    return Total.of(lines)


def _scheme(chosen: ChosenScheme, own: ScoredSide, enemy: ScoredSide) -> list[TotalLine]:
    """The Scheme's line, and one for announcing it: that scores where a Scheme is worth no more than 1
    and came true (M1-SCH-01)."""
    scheme = SCHEME[chosen.name]
    label = f"{scheme.name}: {chosen.of}" if chosen.of else scheme.name
    if scheme.name == THWART:
        reached = STRATEGY[enemy.strategy].reached(enemy.tally, own.tally)
        amount = {WHOLE: 0, PART: 1}.get(reached, 2)
    else:
        kept = chosen.done if scheme.kept is None else scheme.kept(own.tally, enemy.tally)
        amount = scheme.worth if kept else 0
    lines = [TotalLine(label, amount, scheme.rule, "" if amount else "not fulfilled")]
    if amount and scheme.announcing_pays and chosen.announced:
        lines.append(TotalLine(f"{label}, announced", 1, "M1-SCH-01"))
    return lines


def _faults(seat: int, side: ScoredSide, needed: set[str], size: Size) -> list[Violation]:
    """What one side cannot have taken or counted."""
    who = ("The first player", "The second player")[seat]
    faults = list(_miscounted(who, side.tally, needed))
    if side.strategy not in STRATEGY:
        faults.append(Violation("M1-ENC-07", f"{who} has no Strategy.", "Choose one of the five."))
    if len(side.schemes) > size.schemes:
        rule = "M1-ENC-01" if size.slug == "scrap" else "M1-ENC-02"
        faults.append(
            Violation(rule, f"{who} has {len(side.schemes)} Schemes; a {size.name} has up to {size.schemes}.")
        )
    for chosen in side.schemes:
        faults += _misdrawn(who, chosen, side.faction)
    for (name, of), times in Counter((c.name, c.of.strip().lower()) for c in side.schemes).items():
        scheme = SCHEME.get(name)
        if times > 1 and scheme is not None:
            what = f"again only for something else than {of}" if of else "only once"
            faults.append(Violation(scheme.rule, f"{who} may take {name} {what}."))
    return faults


def _misdrawn(who: str, chosen: ChosenScheme, faction: Faction | None) -> list[Violation]:
    scheme = SCHEME.get(chosen.name)
    if scheme is None:
        return [Violation("M1-ENC-08", f"No Scheme is called {chosen.name!r}.")]
    faults = []
    if scheme.faction and scheme.faction != faction:
        faults.append(Violation(scheme.rule, f"{who}: {scheme.name} is a Scheme of the {scheme.faction}."))
    if scheme.chosen and not chosen.of.strip():
        faults.append(
            Violation(scheme.rule, f"{who}: {scheme.name} is for {scheme.chosen}: which?", "Name it.")
        )
    if scheme.must_be_announced and not chosen.announced:
        faults.append(Violation(scheme.rule, f"{who}: Thwart counts only when it was announced."))
    return faults


def _miscounted(who: str, tally: FinalCounts, needed: set[str]) -> list[Violation]:
    """The counts that contradict each other or the table."""
    numbers = [getattr(tally, name) for name in FinalCounts.__struct_fields__ if name != "treasure"]
    if min(numbers) < 0:
        return [Violation("M1-ENC-20", f"{who}: a count below nothing.")]
    faults = []
    if {"masters", "models"} <= needed and tally.models < tally.masters:
        faults.append(Violation("M1-STR-04", f"{who}: more Masters than models, and Masters are models."))
    if tally.quarters > 4:
        faults.append(Violation("M1-STR-03", f"{who}: a table has four quarters."))
    if tally.central_whole > tally.central:
        faults.append(Violation("M1-STR-02", f"{who}: more models completely in the area than in it at all."))
    return faults


COUNTS = {
    "masters": "Masters",
    "models": "Models, Masters among them",
    "insignificant": "Insignificant models",
    "minions": "Minions that are no Totems",
    "undead": "Undead models",
    "corpses": "Corpse Counters carried",
    "quarters": "Table quarters with a model",
    "central": "Models in the central area, even in part",
    "central_whole": "Of these completely in it",
    "far": "Models in the enemy’s deployment zone",
    "home": "Models in their own deployment zone",
}
TREASURE = (("", "not in their own zone"), ("lies", "lies in their own zone"), ("carried", "carried in it"))


class ScoreQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A First Edition game at its end, the first player's side first. Counts leave out Insignificant models;
    those that no Strategy or Scheme of the two reads may be left away."""

    format: Literal["scrap", "brawl"]
    sides: tuple[ScoredSide, ScoredSide]


def _side(
    strategy: str, counts: Mapping[str, Any], schemes: Sequence[TakenScheme], faction: str
) -> ScoredSide:
    chosen = tuple(ChosenScheme(each.name, each.announced, each.of, each.done) for each in schemes)
    known = next((each for each in FACTIONS if each == faction), None)
    return ScoredSide(strategy, FinalCounts(**counts), chosen, known)


SCORE_SHEET = ScoreSheet(
    rule="M1-ENC-20",
    note="Counts leave Insignificant models out, where they are not asked for by themselves.",
    note_rule="M1-SCH-12",
    factions=FACTIONS,
    strategies=STRATEGY,
    schemes=SCHEME,
    counts=COUNTS,
    choices={"treasure": ("The treasure", TREASURE)},
    schemes_of=lambda format: SIZES[format].schemes,
    side=_side,
    needed=counts_needed,
    score=lambda sides, format: score_m1(sides, SIZES[format]),
    question=ScoreQuestion,
    example={
        "format": "scrap",
        "sides": [
            {
                "strategy": "Slaughter",
                "tally": {"masters": 1, "models": 4},
                "faction": "Guild",
                "schemes": [{"name": "Hold Out", "announced": True}],
            },
            {"strategy": "Reconnoiter", "tally": {"masters": 1, "models": 1, "quarters": 3}},
        ],
    },
)
