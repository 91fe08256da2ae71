"""``Tactician``, the second level: it knows ranges, Cover, the Strategy and its own Schemes, and never turns
on its own by choice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import cos, hypot, radians, sin
from typing import Any

from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.editions.m3e.play import odds
from rules.editions.m3e.play.actions.available import legal_targets
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.procedure.in_progress import DuelInProgress, DuelSide
from rules.editions.m3e.play.procedure.reach import is_engaged
from rules.editions.m3e.play.scoring.ground import ground
from rules.editions.m3e.play.scoring.wants import Goal
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.scripts.words import Damage, Heal, Kill, Sacrifice
from rules.editions.m3e.simulation import goals, promises
from rules.editions.m3e.simulation.bots import Greedy
from rules.editions.m3e.simulation.promises import amount
from rules.editions.m3e.statcards import Action
from rules.fate.cards import Card
from rules.fate.shuffle import Stream
from rules.game.driver import Driver
from rules.game.procedure.asks import Ask
from rules.game.state import Model, other
from rules.game.table_access.exact_moves import MoveTargets
from rules.table.geometry.footprints import MM
from rules.table.geometry.plane import Point

A_COST = 0.35
"""What one Soulstone of a model's Cost is worth, where a VP is worth ten."""
SHORT = 1.0
"""What a straight move must lack, in inches, before a way round is looked for."""
TURNS = tuple(radians(degrees) for degrees in (25, -25, 50, -50))
STEPS = (1.0, 0.85, 0.7, 0.55, 0.4, 0.2)
KILL = 1.5
AIMS = 3
LISTED = 14
LEAST_DONE = 0.12


class Tactician(Greedy):
    """Answers each question by what it is worth by the table as it stands."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self._by_kind |= {
            "schemes": self._schemes,
            "secret": self._secret,
            "model": self._model,
            "relent": self._relent,
            "number": self._number,
            "spot": self._spot,
            "marker": self._marker,
        }

    # What is worth how much

    def ranked(self, play: Driver, ask: Ask) -> list[tuple[float, Answer]]:
        """Answers worth a thought, the best first, each with its worth; empty where there is no opinion."""
        assert isinstance(play, Play)
        g = play.running
        rank = {
            "action": self._of_actions,
            "attack": self._of_actions,
            "activate": self._of_models,
            "deploy": self._of_places,
            "destination": self._of_places,
            "target": self._of_targets,
            "interact": self._of_interacts,
        }.get(ask.kind)
        if rank is None or (not ask.about and ask.kind != "activate"):
            return []
        model = g.state.models.get(ask.about[0]) if ask.about else None
        ranked = [(worth, answer) for worth, answer in rank(g, ask, model) if ask.options.contains(answer)]
        return sorted(ranked, key=lambda pair: -pair[0])

    def _best(self, play: Driver, ask: Ask) -> Answer:
        ranked = self.ranked(play, ask)
        return ranked[0][1] if ranked else None

    _activate = _action = _target = _destination = _interact = _best

    # Whom, with what

    def _of_models(self, g: Game, ask: Ask, model: Model | None) -> Iterator[tuple[float, Answer]]:
        """Whoever has most to do now; who is in danger sooner."""
        wanted = goals.goals(g, ask.seat)
        for name in self._keys(ask.options):
            if name not in g.state.models:
                yield 0.0, name
                continue
            one = g.model(name)
            fights = max((worth for worth, _ in self._attacks(g, one)), default=0.0)
            fights = max(fights, 0.0)
            mv = stat(g, one, "mv")
            here = goals.best_goal(g, one, wanted, one.x, one.y, mv)
            enemy = min((hypot(one.x - foe.x, one.y - foe.y) for foe in _foes(g, ask.seat)), default=30.0)
            yield fights + 0.3 * here + 1.0 / (1.0 + enemy / 6.0), name

    def _attacks(self, g: Game, model: Model) -> list[tuple[float, Action]]:  # type: ignore[override]
        attacks = []
        for action in g.actions(model):
            if action.is_attack:
                worth = max(
                    (
                        self._worth_of(g, model, action, target)
                        for target in legal_targets(g, model, action)
                        if target.seat != model.player
                    ),
                    default=-1.0,
                )
                attacks.append((worth, action))
        return attacks

    def _worth_of(self, g: Game, model: Model, action: Action, target: Model) -> float:
        """What the attack takes from the enemy on the average."""
        if action.stat is None:
            return 0.0
        wounds = amount(action)
        likely = odds.of_attack(g, model.player, model, action, target)
        if action.icon != "melee" and g.table.cover(g.state, model, target):
            wounds *= 0.85
        return likely * _worth_of_wounds(g, model, target, wounds)

    def _of_actions(self, g: Game, ask: Ask, model: Model | None) -> Iterator[tuple[float, Answer]]:
        names = self._keys(ask.options)
        if model is None or model.id not in g.state.models:
            return
        yield 0.0, "end"
        yield 0.0, "none"
        if any(":" in name for name in names):  # the attack on who leaves: enemy and Action
            yield from ((1.0, name) for name in names if name != "none")
            return
        attacks = {action.name: worth for worth, action in self._attacks(g, model)}
        own = {action.name: action for action in g.actions(model)}
        wanted, mv = goals.goals(g, ask.seat), stat(g, model, "mv")
        here = goals.best_goal(g, model, wanted, model.x, model.y, mv)
        for name in names:
            if name in attacks:
                yield attacks[name], name
            elif name == "Interact":
                yield self._interacting(model, wanted), name
            elif name in ("Walk", "Disengage"):
                yield self._moving(g, model, wanted, here, mv) - 0.4 * (name == "Disengage"), name
            elif name == "Charge":
                yield self._charging(g, model, mv), name
            elif name == "Concentrate":
                yield LEAST_DONE, name
            elif name in own:
                yield self._trick(g, model, own[name]), name

    def _trick(self, g: Game, model: Model, action: Action) -> float:
        """A tactical Action that the engine executes: done where it is free, heals, or wants an enemy that is
        there."""
        if status_of(replace(action, triggers=()), action.status) != "automated":
            return -0.5
        if any(isinstance(effect, Sacrifice | Kill) for effect in action.effects):
            return -1.0
        if any(isinstance(effect, Heal) for effect in action.effects):
            friends = legal_targets(g, model, action) if action.targets == "model" else [model]
            hurt = (one.most - one.health for one in friends if one.seat == model.player)
            return A_COST * max(hurt, default=0) - 0.05
        if action.targets == "model" and _harms(action):
            targets = [target for target in legal_targets(g, model, action) if target.seat != model.player]
            return 0.3 if targets else -1.0
        if action.targets == "none" and _harms(action):
            near = [one for one in g.state.on_table() if one.id != model.id and g.table.gap(one, model) <= 3]
            return 0.3 * sum(1 if one.seat != model.player else -2 for one in near)
        return (0.25 if action.bonus else 0.05) if action.targets in ("none", "model") else 0.02

    def _interacting(self, model: Model, wanted: list[Goal]) -> float:
        return max((goal.worth for goal in self._earned(model, wanted)), default=0.0)

    def _earned(self, model: Model, wanted: list[Goal]) -> Iterator[Goal]:
        """What the model could earn by an Interact where it stands."""
        radius = model.mm / 2 * MM
        for goal in wanted:
            if (
                goal.act
                and (model.health > 1 or goal.act != "idol")
                and (not goal.who or model.id in goal.who)
                and goal.far(model.x, model.y) <= radius + 0.03
            ):
                yield goal

    def _moving(self, g: Game, model: Model, wanted: list[Goal], here: float, mv: int) -> float:
        """How much nearer to its best goal a move would bring it, or to somebody it could then strike."""
        radius, best = model.mm / 2 * MM, here
        for goal in self._not_taken(g, model, wanted):
            left = max(0.0, goal.far(model.x, model.y) - radius - mv)
            best = max(best, goal.worth / (1.0 + left / max(mv, 1)))
        return best - here + 0.15 * (not is_engaged(g, model))

    def _not_taken(self, g: Game, model: Model, wanted: list[Goal]) -> Iterator[Goal]:
        """The goals that no friend stands nearer to."""
        friends = [one for one in g.state.on_table() if one.seat == model.seat and one.id != model.id]
        for goal in wanted:
            if goal.who and model.id not in goal.who:
                continue
            own = goal.far(model.x, model.y)
            if goal.who or sum(goal.far(one.x, one.y) < own - 1.0 for one in friends) < 1:
                yield goal

    def _charging(self, g: Game, model: Model, mv: int) -> float:
        best = 0.0
        for action in g.actions(model):
            if action.icon != "melee" or not action.is_attack:
                continue
            for enemy in _foes(g, model.player):
                if g.table.gap(model, enemy) <= mv + action.reach:
                    best = max(best, self._worth_of(g, model, action, enemy))
        return 1.1 * best

    def _of_targets(self, g: Game, ask: Ask, model: Model | None) -> Iterator[tuple[float, Answer]]:
        action = g.in_progress[-1].action if g.in_progress else None
        for name in self._keys(ask.options):
            target = g.state.models.get(name)
            if target is None:
                yield 0.0, name
            elif action is None or model is None or action.is_attack or _harms(action):
                hit = action is not None and model is not None and action.is_attack
                worth = self._worth_of(g, model, action, target) if hit else 1.0  # type: ignore[arg-type]
                yield (max(worth, -1.0) if target.seat != ask.seat else -abs(worth) - 1.5), name
            else:
                lost = 1.0 - target.health / max(target.most, 1)
                yield (1.0 + lost if target.seat == ask.seat else -1.0), name

    def _of_interacts(self, g: Game, ask: Ask, model: Model | None) -> Iterator[tuple[float, Answer]]:
        order = {
            "deliver": 9.0,
            "turf": 5.0,
            "plant": 5.0,
            "idol": 4.0,
            "lift": 4.0,
            "drop": 3.0,
            "remove": 0.5,
        }
        wanted = goals.goals(g, ask.seat)
        here = {goal.act for goal in self._earned(model, wanted)} if model is not None else set()
        for name in self._keys(ask.options):
            act = name.partition(":")[0]
            worth = order.get(act, 1.0) + 5.0 * (act in here)
            if name.startswith("idol:") and model is not None and model.health <= 1:
                worth = 0.1
            if name == "drop" and not any(goal.act == "drop" for goal in wanted):
                worth = 0.3
            yield worth, name

    # Where

    def _of_places(self, g: Game, ask: Ask, model: Model | None) -> Iterator[tuple[float, Answer]]:
        if model is None:
            return
        wanted = (
            list(self._not_taken(g, model, goals.goals(g, model.player))) if model.seat == ask.seat else []
        )
        mv = stat(g, model, "mv")
        charges = bool(g.in_progress) and g.in_progress[-1].action.name == "Charge"
        for place in self._candidates(g, ask, model, wanted):
            x, y = place[-1] if isinstance(place[0], list | tuple) else (place[0], place[1])
            worth = goals.best_goal(g, model, wanted, x, y, mv)
            worth += (1.2 if charges else 0.5) * self._strikes_from(g, model, x, y)
            if not wanted:
                worth += 1.0 / (1.0 + min((hypot(x - e.x, y - e.y) for e in _foes(g, ask.seat)), default=9.0))
            yield (worth if model.seat == ask.seat else -worth), place

    def _strikes_from(self, g: Game, model: Model, x: float, y: float) -> float:
        """What its best attack from there is worth, by distance alone."""
        best = 0.0
        for action in g.actions(model):
            if not action.is_attack or action.stat is None:
                continue
            for enemy in _foes(g, model.player):
                gap = hypot(x - enemy.x, y - enemy.y) - (model.mm + enemy.mm) / 2 * MM
                if gap <= action.reach + 0.01:
                    best = max(best, 0.5 * _worth_of_wounds(g, model, enemy, amount(action)))
        return best

    def _candidates(self, g: Game, ask: Ask, model: Model, wanted: list[Goal]) -> Iterator[Any]:
        """Places worth listing, of a zone from all over it; those on the way to the best goals and beside
        enemies."""
        if model.on_table:
            yield from islice(ask.options.listed(), LISTED)
        else:
            listed = list(ask.options.listed())
            yield from listed[:: max(1, len(listed) // LISTED)]
        mv, radius = max(stat(g, model, "mv"), 1), model.mm / 2 * MM
        aims = sorted(wanted, key=lambda goal: -goal.worth / (1 + goal.far(model.x, model.y) / mv))[:AIMS]
        ends = [
            (goal.x, goal.y, goal.near + radius if goal.act not in ("drop", "plant", "") else 0.0)
            for goal in aims
        ]
        enemies = sorted(_foes(g, model.player), key=lambda e: hypot(e.x - model.x, e.y - model.y))[:AIMS]
        ends += [(enemy.x, enemy.y, (enemy.mm / 2) * MM + radius) for enemy in enemies]
        start = (model.x, model.y) if model.on_table else None
        for x, y, off in ends:
            sx, sy = start if start is not None else (x, y)
            far = hypot(x - sx, y - sy)
            if far <= off:
                continue
            longest = min(far - off - 0.0005, float(mv)) if start is not None else 0.0
            for step in (min(1.0, mv / far), *STEPS):
                along = min(far - off - 0.0005, far * step) if start is not None else 0.0
                place = [round(sx + (x - sx) * along / far, 3), round(sy + (y - sy) * along / far, 3)]
                if ask.options.contains(place):
                    if start is not None and along < longest - SHORT:
                        yield from _round(ask.options, (sx, sy), (x, y), longest)
                    yield place
                    break
        if start is None:
            yield from (ask.options.sample(self.stream) for _ in range(6))

    def _spot(self, play: Driver, ask: Ask) -> Answer:
        """Markers go where they count."""
        assert isinstance(play, Play)
        if (blast := self._blast(play, ask)) is not None:
            return blast
        g = play.running
        if not getattr(ask.options, "listed", None) or self._keys(ask.options):
            return None
        wanted = goals.goals(g, ask.seat)
        offered = list(islice(ask.options.listed(), LISTED)) + [
            ask.options.sample(self.stream) for _ in range(6)
        ]
        places = [place for place in offered if place and not isinstance(place[0], list | tuple)]
        if not places:
            return None
        if ask.rule == "M3E-STRAT-17":
            rival = ground(g, other(ask.seat), "half")
            middle = (sum(x for x, _ in rival) / len(rival), sum(y for _, y in rival) / len(rival))
            return min(places, key=lambda place: hypot(place[0] - middle[0], place[1] - middle[1]))
        return max(places, key=lambda place: _served(wanted, place[0], place[1]))

    # Cards and stones

    def _cheat(self, play: Driver, ask: Ask) -> Answer:
        """As ``Greedy``, but none for Initiative, nor where its total holds already."""
        assert isinstance(play, Play)
        needed = _needed(play.running, ask)
        if not play.running.in_progress or (needed is not None and needed <= 0):
            return "keep"
        return super()._cheat(play, ask)

    def _stone(self, play: Driver, ask: Ask) -> Answer:
        assert isinstance(play, Play)
        g, keys = play.running, self._keys(ask.options)
        model = g.state.models.get(ask.about[0]) if ask.about else None
        if "yes" in keys:
            low = model is not None and model.health <= model.most / 2
            return "yes" if low or (model is not None and model.leader) else "no"
        return "plus" if "plus" in keys and g.crew(ask.seat).stones > 2 else "no"

    def _relent(self, play: Driver, ask: Ask) -> Answer:
        assert isinstance(play, Play)
        action = play.running.in_progress[-1].action if play.running.in_progress else None
        return "no" if action is None or _harms(action) else "yes"

    # The rest

    def _schemes(self, play: Driver, ask: Ask) -> Answer:
        """Of the pool those that take the Crew the fewest Actions; revealed is whatever can be."""
        assert isinstance(play, Play)
        if ask.rule != "M3E-SETUP-18":
            return self._most(play, ask)
        names = [choice.key for choice in getattr(ask.options, "choices", ())]
        return promises.chosen(play.running, ask.seat, names, getattr(ask.options, "most", 0))

    def _secret(self, play: Driver, ask: Ask) -> Answer:
        """Who makes the Scheme the least effort."""
        assert isinstance(play, Play)
        keys = set(self._keys(ask.options))
        for scheme in play.running.crew(ask.seat).schemes:
            efforts = promises.written(play.running, ask.seat, scheme.name)
            if set(efforts) == keys:
                return min(efforts, key=lambda key: (efforts[key], key))
        return None

    def _model(self, play: Driver, ask: Ask) -> Answer:
        """Of the own side for what one would have, of the other's for what hurts."""
        assert isinstance(play, Play)
        g, keys = play.running, self._keys(ask.options)
        ones = [g.state.models[key] for key in keys if key in g.state.models]
        if not ones:
            return None
        if ask.rule.startswith("M3E-STRAT"):
            return max(ones, key=lambda one: (stat(g, one, "mv"), one.id)).id
        action = g.in_progress[-1].action if g.in_progress else None
        foul = action is not None and (_harms(action) or action.is_attack)
        liked = [one for one in ones if (one.seat != ask.seat) == foul]
        if not liked:
            return "none" if "none" in keys else None
        return min(liked, key=lambda one: one.health).id if foul else liked[0].id

    def _marker(self, play: Driver, ask: Ask) -> Answer:
        keys = self._keys(ask.options)
        markers = play.state.markers
        theirs = [key for key in keys if key in markers and markers[key].seat not in (None, ask.seat)]
        return theirs[0] if theirs else None

    def _number(self, play: Driver, ask: Ask) -> Answer:
        """So little of one's own blood as moves an Idol; none that kills."""
        assert isinstance(play, Play)
        if ask.rule != "M3E-STRAT-17":
            return None
        model = play.state.models[play.running.in_progress[-1].model]
        return max(getattr(ask.options, "least", 0), min(1, model.health - 1))


class Strategist(Tactician):
    """What the third level does without looking ahead: as the second, but before it cheats it reads both
    totals, and it keeps its cards for what Actions come to."""

    def _cheat(self, play: Driver, ask: Ask) -> Answer:
        """The lowest card that turns the duel, where something is at stake; none for Initiative; of damage as
        ``Greedy`` does."""
        assert isinstance(play, Play)
        g = play.running
        if not g.in_progress:
            return "keep"
        duel, side = _own_side(g, ask)
        if duel is None or side is None:
            return super()._cheat(play, ask)
        needed = _needed(g, ask)
        if needed is None or needed <= 0:
            return "keep"
        actor = side is duel.actor
        held = sorted(
            (Card.parse(code) for code in self._keys(ask.options) if code != "keep"), key=lambda c: c.value
        )
        for card in held:
            if side.stat + card.value + side.extra >= side.total + needed:
                return card.code if card.value <= (13 if actor else 12) else "keep"
        return "keep"


def _round(options: Options, start: Point, aim: Point, inches: float) -> Iterator[Answer]:
    """Places on the way round what stands between: by the shortest path where the table knows one, else the
    nearest turns of the straight move."""
    far = hypot(aim[0] - start[0], aim[1] - start[1])
    ahead = ((aim[0] - start[0]) / far, (aim[1] - start[1]) / far)
    if isinstance(options, MoveTargets):
        end = (start[0] + ahead[0] * inches, start[1] + ahead[1] * inches)
        if (path := options.path_to(*end)) is not None:
            yield path
            return
    for turn in TURNS:
        across, along = sin(turn), cos(turn)
        heading = (ahead[0] * along - ahead[1] * across, ahead[0] * across + ahead[1] * along)
        place = [round(start[0] + heading[0] * inches, 3), round(start[1] + heading[1] * inches, 3)]
        if options.contains(place):
            yield place


def _foes(g: Game, seat: int) -> list[Model]:
    return [model for model in g.state.on_table() if model.seat != seat]


def _served(wanted: list[Goal], x: float, y: float) -> float:
    return max((goal.worth - goal.far(x, y) for goal in wanted), default=0.0)


def _harms(action: Action) -> bool:
    return action.is_attack or any(isinstance(effect, Damage) for effect in action.effects)


def _worth_of_wounds(g: Game, by: Model, target: Model, wounds: float) -> float:
    cost = max(g.card(target).cost, 3)
    more = goals.hunted(g, by.player, by.id).get(target.id, 0.0)
    share = min(1.0, wounds / max(target.health, 1))
    lost = min(wounds, target.health) / max(target.most, 1)
    return lost * (A_COST * cost + more) + KILL * share * share * (A_COST * cost + more) * 0.5


def _needed(g: Game, ask: Ask) -> int | None:
    """How much the own total lacks to hold, 0 or less where it holds; ``None`` where nothing is at stake. The
    acting model wins ties."""
    duel, side = _own_side(g, ask)
    if duel is None or side is None:
        return None
    rival = duel.against(side)
    against = rival.total if rival is not None else duel.tn
    if against is None:
        return None
    return against - side.total + (side is not duel.actor)


def _own_side(g: Game, ask: Ask) -> tuple[DuelInProgress | None, DuelSide | None]:
    duel = g.in_progress[-1].duel if g.in_progress else None
    if duel is None or duel.over:
        return None, None
    return duel, next((side for side in duel.sides if side.seat == ask.seat and side.flip), None)


__all__ = ["A_COST", "Strategist", "Tactician"]
