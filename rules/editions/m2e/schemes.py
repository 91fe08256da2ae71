"""Choosing Schemes in the Second Edition: two of the pool, with what each has noted, revealed or hidden
(M2-SETUP-14 to -17, M2-SCH).

A choice is written down before the game and stays with its owner while it is hidden. What was written down
is what can score. Charts of the years 2017 and 2018 are known by name alone: nothing is asked of those.

>>> bodyguard = WrittenScheme("Bodyguard", own=1)
>>> crew = [SchemeModel(1, "Guard", "Enforcer", 6), SchemeModel(2, "Boss", "Master", None, leader=True)]
>>> check_choices(
...     [bodyguard, WrittenScheme("Outflank", revealed=True)], ["Bodyguard", "Outflank"], "m2e", crew, []
... )
()
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.crews.catalogue import ENFORCER, HENCHMAN, MASTER, PEON
from rules.editions.m2e.scoring import SCORING
from rules.game.results.result import SeatResult
from rules.game.setup.schemes import SchemeModel, SchemesWritten, SchemeTerms, WrittenScheme
from rules.refusal import Violation

CHOSEN = SCORING.schemes
NEVER_REVEALED = frozenset({"m2e-2016"})
"""Seasons whose Schemes all start hidden (M2-SCH-20)."""

TERMS = {
    "A Line in the Sand": SchemeTerms(reveal="gains", hidden_most=2),  # M2-SCH-01
    "Distract": SchemeTerms(reveal="hidden"),
    "Bodyguard": SchemeTerms(own=True),
    "Assassinate": SchemeTerms(reveal="hidden"),
    "Breakthrough": SchemeTerms(reveal="gains"),
    "Protect Territory": SchemeTerms(reveal="gains"),
    "Cursed Object": SchemeTerms(reveal="hidden"),
    "Outflank": SchemeTerms(reveal="gains", hidden_most=2),  # M2-SCH-08
    "Plant Evidence": SchemeTerms(reveal="gains"),
    "Entourage": SchemeTerms(reveal="gains", own=True, hidden_most=2),  # M2-SCH-10
    "Vendetta": SchemeTerms(reveal="hidden", own=True, enemy=True),
    "Deliver a Message": SchemeTerms(reveal="gains", hidden_most=2),  # M2-SCH-14
    "Take Prisoner": SchemeTerms(enemy=True),
    "Spring the Trap": SchemeTerms(reveal="hidden"),
    "Murder Protégé": SchemeTerms(reveal="gains", enemy=True, hidden_most=2),  # M2-SCH-17
    "Frame for Murder": SchemeTerms(reveal="hidden", own=True),
    "Power Ritual": SchemeTerms(reveal="gains"),
}
"""The core chart's; a Scheme that is not here has nothing noted and may start either way."""


def terms_of_scheme(name: str, season: str) -> SchemeTerms:
    """What the Scheme asks for in that season."""
    terms = TERMS.get(name, SchemeTerms())
    if season in NEVER_REVEALED:
        return SchemeTerms(reveal="hidden", own=terms.own, enemy=terms.enemy)
    return terms


def check_choices(
    choices: Sequence[WrittenScheme],
    pool: Collection[str],
    season: str,
    own: Sequence[SchemeModel],
    enemies: Sequence[SchemeModel],
) -> tuple[Violation, ...]:
    """Everything that keeps these Schemes from being written down, for whoever hired ``own``."""
    faults = [*_two_of_the_pool([choice.name for choice in choices], pool)]
    for choice in choices:
        terms = terms_of_scheme(choice.name, season)
        if choice.revealed and terms.reveal == "hidden":
            sentence = f"{choice.name} starts hidden."
            faults.append(Violation("M2-SETUP-16", sentence, "Keep it hidden.", choice.name))
        faults += _noted(choice.name, "own", terms.own, choice.own, may_note_own(choice.name, own))
        mine = next((model for model in own if model.id == choice.own), None)
        theirs = may_note_enemy(choice.name, enemies, mine)
        faults += _noted(choice.name, "enemy", terms.enemy, choice.enemy, theirs)
    return tuple(faults)


def _two_of_the_pool(names: list[str], pool: Collection[str]) -> Iterator[Violation]:
    if len(names) != CHOSEN or len(set(names)) < len(names):
        sentence = f"{len(names)} Schemes are written down; each side chooses two different ones."
        yield Violation("M2-SETUP-14", sentence, "Choose two of the pool.")
    for name in names:
        if name not in pool:
            sentence = f"{name} is not in this Encounter's pool of Schemes."
            yield Violation("M2-SETUP-14", sentence, "Choose one of the pool.", name)


def _noted(
    name: str, whose: str, wanted: bool, noted: int | None, among: Sequence[SchemeModel]
) -> Iterator[Violation]:
    """M2-SETUP-15: what the Scheme has noted goes with the choice; without it the Scheme scores nothing."""
    if wanted and noted not in {model.id for model in among}:
        able = ", ".join(model.name for model in among) or "nobody here"
        sentence = f"{name} has one {whose} model noted: {able}."
        yield Violation("M2-SETUP-15", sentence, "Note one of them, or choose another Scheme.", name)
    if not wanted and noted is not None:
        yield Violation("M2-SETUP-15", f"{name} has no {whose} model noted.", "Leave it open.", name)


def may_note_own(name: str, own: Sequence[SchemeModel]) -> list[SchemeModel]:
    """The models of one's own Crew that the Scheme may have noted (M2-SCH-03, -10, -11, -18).

    >>> peon, boss = SchemeModel(1, "Rat", "Peon", 2), SchemeModel(2, "Boss", "Henchman", 9, leader=True)
    >>> [model.name for model in may_note_own("Bodyguard", [peon, boss])]
    ['Rat']
    >>> [model.name for model in may_note_own("Entourage", [peon, boss])]
    ['Boss']
    """
    if name == "Bodyguard":
        guards = [m for m in own if not m.leader and m.station in (HENCHMAN, ENFORCER)]
        return guards or _highest_cost(m for m in own if not m.leader)
    if name == "Entourage":
        return [m for m in own if m.station in (MASTER, HENCHMAN)]
    if name == "Vendetta":
        return [m for m in own if not m.leader and m.station != PEON and (m.cost or 0) > 0]
    return [m for m in own if m.station != PEON]


def may_note_enemy(name: str, enemies: Sequence[SchemeModel], mine: SchemeModel | None) -> list[SchemeModel]:
    """The models of the other Crew that it may have noted (M2-SCH-11, -15, -17); Vendetta asks for one that
    costs no less than ``mine``."""
    if name == "Murder Protégé":
        return _highest_cost(enemies)
    if name == "Vendetta":
        least = mine.cost if mine is not None and mine.cost is not None else 0
        return [m for m in enemies if m.cost is not None and m.cost >= least]
    return list(enemies)


def _highest_cost(models: Iterable[SchemeModel]) -> list[SchemeModel]:
    """Those of the highest cost; who has none is passed over (SL-CREW-05)."""
    priced = [model for model in models if model.cost is not None]
    most = max((model.cost or 0 for model in priced), default=0)
    return [model for model in priced if model.cost == most]


def check_scored(
    choices: Sequence[WrittenScheme], seat: SeatResult, number: int, season: str
) -> Iterator[Violation]:
    """A report against what that side wrote down: only that scores, and a Scheme that started hidden no more
    than it can (M2-SETUP-15, -16). Who wrote nothing down is not held to it."""
    if not choices:
        return
    by_name = {choice.name: choice for choice in choices}
    chosen = " and ".join(by_name)
    for scheme in seat.schemes:
        scored, choice = sum(scheme.vp), by_name.get(scheme.name)
        if choice is None:
            sentence = f"{scheme.name} was not written down before the game: {chosen} were."
            yield Violation("M2-SETUP-15", sentence, "Report the Schemes written down.", f"seat-{number}")
            continue
        most = terms_of_scheme(choice.name, season).hidden_most or SCORING.scheme
        if not choice.revealed and scored > most:
            sentence = f"{choice.name} started hidden: {most} VP are the most then, not {scored}."
            yield Violation("M2-SETUP-16", sentence, "Correct the report.", f"seat-{number}")


WRITTEN = SchemesWritten(
    number=CHOSEN,
    rule="M2-SETUP-14",
    terms=terms_of_scheme,
    check=check_choices,
    check_scored=check_scored,
)
