"""What a portion of a Bounty, or an award of the Weekly Event, needs of one game, and whether a game bore it
(SL-BOUNTY-05, SL-EVENT-04).

A need is written in a few words, several with semicolons between them; all of them hold:

``strategy 3``      at least so many VP from the Strategy
``hold strategy 2`` the enemy got at most so many from it
``scheme NAME``     all the VP of that Scheme; of several, ``scheme NAME / NAME``, of any one of them
``both schemes``    VP from two Schemes in one Turn, once for each such Turn
``quiet schemes``   no VP from a Scheme before the last Turn
``win``             the game was won
``nothing lost``    the game was finished, and no own model fell
``no kill before 3`` no own model was killed before that Turn
``keep minion``     the same for own models of these stations, Characteristics or Keywords: none was killed
``event scrip``     Scrip from the Weekly Event
``stay``            the Crew did not withdraw
``leader stands``   the enemy Leader is in play at the end
``turn``            once a Turn at the most
``lose``            an own model was killed, once for each
``kill …``          an enemy model was killed, once for each: ``kill leader``, ``kill dearest`` (of the hired
                    that do not lead), ``kill first`` (before anybody else killed), ``kill cost 6+``,
                    ``kill cost 4-``, ``kill minion, totem``, ``kill hired cost 6+`` (none that was summoned),
                    ``kill 4 living, undead`` (four for one tick), or just ``kill``
``word``            the rest is known to the players alone

>>> [type(need).__name__ for need in needs_of("kill hired cost 6+; word")]
['KillNeed', 'Word']
>>> needs_of("dance")
Traceback (most recent call last):
ValueError: “dance” is nothing that can be needed of a game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from rules.game.results.result import EncounterOutcome, EncounterResult
from rules.wording import listed

FELL_TO_A_KILL = ("killed", "buried", "automatic")


class Fighter(Struct, frozen=True):
    """A hired model as needs see it; ``words`` are its station, Characteristics and Keywords."""

    leader: bool = False
    cost: int | None = None
    words: frozenset[str] = frozenset()


class KilledModel(Struct, frozen=True, kw_only=True):
    """A model of ``seat`` that was killed; ``by_seat`` is the Crew that did it and ``turn`` the Turn,
    ``None`` if unknown."""

    seat: int
    by_seat: int | None = None
    leader: bool = False
    dearest: bool = False
    hired: bool = True
    first: bool = False
    turn: int | None = None
    cost: int | None = None
    words: frozenset[str] = frozenset()


class SideRecord(Struct, frozen=True, kw_only=True):
    """What one side did, with withdrawals applied; ``event_scrip`` is ``None`` while it is unknown."""

    strategy: int = 0
    schemes: Mapping[str, tuple[int, ...]] = {}
    won: bool = False
    withdrew: bool = False
    event_scrip: int | None = 0
    lost: int = 0


class GameRecord(Struct, frozen=True, kw_only=True):
    """A game as reported or logged. ``logged`` says that ``kills`` lists every kill, summoned models
    included; a report names only models of the Arsenals. ``pool`` is ``None`` when it is unknown."""

    sides: tuple[SideRecord, SideRecord]
    kills: tuple[KilledModel, ...] = ()
    turns: int = 5
    pool: tuple[str, ...] | None = None
    logged: bool = False
    scheme_vp: int = 2


class Finding(Struct, frozen=True):
    """How often the game can have fulfilled a portion (``most``; ``None``: no limit), how often it certainly
    did (``proven``), and ``why`` not more often."""

    most: int | None
    proven: int = 0
    why: str = ""


ANY = Finding(None)
WITHDREW = Finding(0, 0, "the Crew withdrew")


def exactly(times: int, why: str) -> Finding:
    return Finding(times, times, "" if times else why)


class Need(Struct, frozen=True):
    """One need; ``of`` judges a game by it."""

    def of(self, seat: int, game: GameRecord) -> Finding:
        raise NotImplementedError


class StrategyVp(Need, frozen=True):
    least: int

    def of(self, seat: int, game: GameRecord) -> Finding:
        had = game.sides[seat].strategy
        return exactly(int(had >= self.least), f"the Strategy brought {had} VP, and {self.least} are needed")


class StrategyHeld(Need, frozen=True):
    most: int

    def of(self, seat: int, game: GameRecord) -> Finding:
        had = game.sides[1 - seat].strategy
        return exactly(int(had <= self.most), f"the enemy got {had} VP from the Strategy, over {self.most}")


class WholeScheme(Need, frozen=True):
    names: tuple[str, ...]

    def of(self, seat: int, game: GameRecord) -> Finding:
        if why := self.outside(game.pool):
            return exactly(0, why)
        taken = game.sides[seat].schemes
        mine = [name for name in self.names if name in taken]
        if not mine:
            return exactly(0, self._said("taken", "was"))
        best = max(mine, key=lambda name: sum(taken[name]))
        had = sum(taken[best])
        return exactly(int(had >= game.scheme_vp), f"{best} brought {had} of {game.scheme_vp} VP")

    def outside(self, pool: Collection[str] | None) -> str:
        """Why a game with that pool cannot have it; empty when it can."""
        if pool is None or any(name in pool for name in self.names):
            return ""
        return self._said("in this game’s pool of Schemes", "is")

    def _said(self, what: str, verb: str) -> str:
        if len(self.names) == 1:
            return f"{self.names[0]} {verb} not {what}"
        return f"none of {listed(self.names)} {verb} {what}"


class BothSchemes(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        scored = [
            {turn for turn, vp in enumerate(turns) if vp} for turns in game.sides[seat].schemes.values()
        ]
        times = len(scored[0] & scored[1]) if len(scored) == 2 else 0
        return exactly(times, "no Turn brought VP from both Schemes")


class QuietSchemes(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        early = any(any(vp[: game.turns - 1]) for vp in game.sides[seat].schemes.values())
        return exactly(int(not early), "a Scheme brought VP before the last Turn")


class Won(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        return exactly(int(game.sides[seat].won), "the game was not won")


class NothingLost(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        if game.sides[seat].withdrew:
            return WITHDREW
        lost = max(game.sides[seat].lost, sum(each.seat == seat for each in game.kills))
        if lost:
            return exactly(0, "an own model fell" if lost == 1 else f"{lost} own models fell")
        return Finding(1, int(game.logged))


class NoneBefore(Need, frozen=True):
    turn: int

    def of(self, seat: int, game: GameRecord) -> Finding:
        if any(f.seat == seat and f.turn is not None and f.turn < self.turn for f in game.kills):
            return exactly(0, f"an own model was killed before Turn {self.turn}")
        return Finding(1, int(game.logged))


class Kept(Need, frozen=True):
    words: tuple[str, ...]

    def of(self, seat: int, game: GameRecord) -> Finding:
        if game.sides[seat].withdrew:
            return WITHDREW
        lost = any(f.seat == seat and f.hired and f.words.intersection(self.words) for f in game.kills)
        return exactly(0, f"an own {' or '.join(self.words)} was killed") if lost else Finding(1)


class EventScrip(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        scrip = game.sides[seat].event_scrip
        return ANY if scrip is None else exactly(int(scrip > 0), "the Weekly Event brought no Scrip")


class Stayed(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        return WITHDREW if game.sides[seat].withdrew else ANY


class LeaderStands(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        if game.sides[1 - seat].withdrew:
            return Finding(0, 0, "the enemy Crew withdrew")
        fell = any(each.leader and each.seat == 1 - seat for each in game.kills)
        return Finding(0, 0, "the enemy Leader was killed") if fell else ANY


class OnceATurn(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        return Finding(game.turns, 0, f"the game had {game.turns} Turns")


class LossNeed(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        if not game.logged:
            return ANY
        lost = sum(each.seat == seat for each in game.kills)
        return Finding(lost, 0, f"{lost} own models were killed")


class KillNeed(Need, frozen=True):
    who: str = ""  # leader, dearest, first, hired; empty: anybody
    words: tuple[str, ...] = ()
    least_cost: int | None = None
    most_cost: int | None = None
    at_once: int = 1

    def fits(self, killed: KilledModel) -> bool:
        if self.who and not getattr(killed, self.who):
            return False
        if self.least_cost is not None and (killed.cost is None or killed.cost < self.least_cost):
            return False
        if self.most_cost is not None and (killed.cost is None or killed.cost > self.most_cost):
            return False
        return not self.words or any(word in killed.words for word in self.words)

    def of(self, seat: int, game: GameRecord) -> Finding:
        fell = [each for each in game.kills if each.seat == 1 - seat and self.fits(each)]
        if not game.logged and self.who not in ("leader", "dearest", "hired"):
            return ANY  # what was summoned may have been killed, and a report does not name it
        can = sum(each.by_seat in (None, seat) for each in fell) // self.at_once
        sure = sum(each.by_seat == seat for each in fell) // self.at_once if game.logged else 0
        return Finding(can, sure, self._why(len(fell)))

    def _why(self, fell: int) -> str:
        if self.who in ("leader", "dearest"):
            whom = "the enemy Leader" if self.who == "leader" else "the dearest enemy that does not lead"
            return f"{whom} was not killed"
        if self.who == "first":
            return "the first kill of the game was not this Crew’s"
        return f"{fell or 'no'} such enem{'y was' if fell == 1 else 'ies were'} killed"


class Word(Need, frozen=True):
    def of(self, seat: int, game: GameRecord) -> Finding:
        return ANY


PLAIN: dict[str, Need] = {
    "both schemes": BothSchemes(),
    "quiet schemes": QuietSchemes(),
    "win": Won(),
    "nothing lost": NothingLost(),
    "event scrip": EventScrip(),
    "stay": Stayed(),
    "leader stands": LeaderStands(),
    "turn": OnceATurn(),
    "lose": LossNeed(),
    "word": Word(),
}
_NUMBERED = re.compile(r"(hold strategy|strategy|no kill before) (\d{1,2})")
_NUMBERED_KINDS: dict[str, type[StrategyVp | StrategyHeld | NoneBefore]] = {
    "strategy": StrategyVp,
    "hold strategy": StrategyHeld,
    "no kill before": NoneBefore,
}
_KEEP = re.compile(r"keep ([a-z][a-z ,'-]*)")
_KILL = re.compile(
    r"kill(?: (?P<at_once>[1-9]))?(?: (?P<who>leader|dearest|first|hired))?"
    r"(?: cost (?P<cost>\d{1,2})(?P<way>[+-]))?(?: (?P<words>[a-z][a-z ,'-]*))?"
)


@lru_cache(maxsize=512)
def needs_of(text: str) -> tuple[Need, ...]:
    """The needs in ``text``; none when it is empty. Raise ``ValueError`` that names what cannot be
    read."""
    return tuple(_need(part.strip()) for part in text.split(";") if part.strip())


def _need(text: str) -> Need:
    if text in PLAIN:
        return PLAIN[text]
    if numbered := _NUMBERED.fullmatch(text):
        return _NUMBERED_KINDS[numbered[1]](int(numbered[2]))
    if kept := _KEEP.fullmatch(text):
        return Kept(_words(kept[1]))
    if text.startswith("scheme ") and text.removeprefix("scheme ").strip():
        return WholeScheme(tuple(name.strip() for name in text.removeprefix("scheme ").split(" / ")))
    if kill := _KILL.fullmatch(text):
        cost = int(kill["cost"]) if kill["cost"] else None
        return KillNeed(
            who=kill["who"] or "",
            words=_words(kill["words"] or ""),
            least_cost=cost if kill["way"] == "+" else None,
            most_cost=cost if kill["way"] == "-" else None,
            at_once=int(kill["at_once"] or 1),
        )
    raise ValueError(f"“{text}” is nothing that can be needed of a game.")


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def finding(needs: str, seat: int, game: GameRecord | None) -> Finding:
    """How often the side in ``seat`` can have fulfilled a portion with these needs together.

    >>> won = GameRecord(sides=(SideRecord(won=True, strategy=2), SideRecord()))
    >>> finding("win", 0, won), finding("win; strategy 3", 0, won).why
    (Finding(most=1, proven=1, why=''), 'the Strategy brought 2 VP, and 3 are needed')
    """
    if game is None or not needs:
        return ANY
    findings = [need.of(seat, game) for need in needs_of(needs)]
    bounded = [each for each in findings if each.most is not None]
    if not bounded:
        return ANY
    least = min(bounded, key=lambda each: each.most or 0)
    sure = min((0 if each.most is None else each.proven) for each in findings)
    return Finding(least.most, sure, least.why)


def hopeless(needs: str, pool: Iterable[str]) -> str:
    """Why a game with that pool of Schemes cannot fulfil the portion; empty when it can.

    >>> hopeless("scheme Breakthrough", ["Vendetta"])
    'Breakthrough is not in this game’s pool of Schemes'
    """
    known = set(pool)
    missing = (need.outside(known) for need in needs_of(needs) if isinstance(need, WholeScheme))
    return next(filter(None, missing), "")


DECIDED = (StrategyVp, StrategyHeld, WholeScheme, BothSchemes, QuietSchemes, Won)


def decided(needs: str) -> bool:
    """Whether every report proves what is needed, so that nobody has to be asked.

    >>> decided("win; strategy 3"), decided("kill first"), decided("")
    (True, False, False)
    """
    known = needs_of(needs)
    return bool(known) and all(isinstance(need, DECIDED) for need in known)


# -- a report as the record of a game ------------------------------------------------------------------


def record_of(
    result: EncounterResult,
    outcome: EncounterOutcome,
    crews: tuple[Mapping[int, Fighter], Mapping[int, Fighter]],
    pool: Iterable[str] | None,
) -> GameRecord:
    """The game as its report tells it. ``crews`` are the hired models of both seats by their number in
    the Arsenal; the report names those killed, and by whom only where a player entered it."""
    sides = tuple(_side(result, outcome, seat) for seat in (0, 1))
    return GameRecord(
        sides=(sides[0], sides[1]),
        kills=tuple(
            killed_model(seat, crews[seat].get(model, Fighter()), crews[seat].values(), hired=hired)
            for seat, model, hired in _kills(result)
        ),
        turns=result.ended_turn,
        pool=None if pool is None else tuple(pool),
    )


def _side(result: EncounterResult, outcome: EncounterOutcome, seat: int) -> SideRecord:
    own = result.seats[seat]
    early = outcome.withdrew[seat] == "early"
    return SideRecord(
        strategy=outcome.strategy_vp[seat],
        schemes={scheme.name: () if early else scheme.vp for scheme in own.schemes},
        won=outcome.winner == seat,
        withdrew=own.withdrew_turn is not None,
        event_scrip=0 if early else own.event_scrip,
        lost=len(own.casualties) + sum(heir.killed for heir in own.successors),
    )


def _kills(result: EncounterResult) -> Iterable[tuple[int, int, bool]]:
    """Seat and model of each kill, and whether the model itself was killed, not one that stood for it."""
    for seat, own in enumerate(result.seats):
        for fell in own.casualties:
            if fell.how in FELL_TO_A_KILL:
                yield seat, fell.model_id, True
        for heir in own.successors:
            if heir.killed:
                yield from ((seat, model, False) for model in heir.originals)


def killed_model(
    seat: int,
    fighter: Fighter,
    crew: Iterable[Fighter],
    *,
    by_seat: int | None = None,
    hired: bool = True,
    first: bool = False,
    turn: int | None = None,
) -> KilledModel:
    """One killed model of ``seat``; ``crew`` are all models that its Crew hired."""
    costs = [each.cost for each in crew if not each.leader and each.cost is not None]
    dearest = bool(costs) and not fighter.leader and fighter.cost == max(costs)
    return KilledModel(
        seat=seat,
        by_seat=by_seat,
        leader=fighter.leader,
        dearest=hired and dearest,
        hired=hired,
        first=first,
        turn=turn,
        cost=fighter.cost,
        words=fighter.words,
    )
