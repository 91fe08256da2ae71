"""Bots of the First Edition, of three levels: ``GreedyM1`` strikes who is near, ``TacticianM1`` plays for its
Strategy and Schemes (``reading.py``) and weighs what it can reach, ``LooksAheadM1`` plays the activation out
before it answers.

They see what their seat may see; what is unseen the third level deals anew before each look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from math import hypot, sqrt

from rules.dialogue import Answer
from rules.editions.m1e.play.actions import ActionOffer, menu
from rules.editions.m1e.play.damage import TREASURE
from rules.editions.m1e.play.figures import Spell, Weapon
from rules.editions.m1e.play.ground.pieces import sees
from rules.editions.m1e.play.ground.places import schemes_offered, zone_of
from rules.editions.m1e.play.match import Match
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.play.strikes import BASH, bash
from rules.editions.m1e.scoring import SCHEME, STRATEGY
from rules.editions.m1e.simulation.reading import Reading, promise
from rules.fate.cards import Card
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.driver import Driver
from rules.game.log import follow
from rules.game.procedure.asks import Ask
from rules.game.simulation.bots import MOST_PLACES, Bot, Fighting, nearest
from rules.game.simulation.unseen import unseen_reshuffled
from rules.game.state import Model, other
from rules.refusal import Refusal
from rules.table.geometry.footprints import distance_to

Ranked = list[tuple[float, Answer]]
STRIKES = ("strike", "focus", "flurry", "rapid_fire")
A_VICTORY_POINT = 10.0
A_SOULSTONE = 1.5
THE_TREASURE = 20.0
"""More than ``place_worth`` takes from whoever has it and is not at home."""
HUNTED = 3.0
"""Victory Points by the fall of an enemy, from which on it is gone for before whoever is nearer."""
MOST_STEPS = 400
"""What may be imagined before one answer, in decisions of the second level: about 100 ms."""
LOOKS = 8
MARGIN = 0.2
"""What another answer must be better by than the usual one, beyond the standard error of the looks."""
CANDIDATES = {"activate": 2, "action": 3, "destination": 2, "target": 3, "cheat": 2}


class GreedyM1(Fighting):
    """Strikes or casts where somebody is near enough, comes nearer otherwise."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self._by_kind.update(
            {"group": self._join, "model": self._least_of, "number": self._any, "branch": self._first}
        )

    def _join(self, play: Driver, ask: Ask) -> Answer:
        return self._keys(ask.options)[-1]

    def _least_of(self, play: Driver, ask: Ask) -> Answer:
        """Nobody is sacrificed."""
        return []

    def _any(self, play: Driver, ask: Ask) -> Answer:
        return ask.options.sample(self.stream)

    def _action(self, play: Driver, ask: Ask) -> Answer:
        """An attack that reaches, a Charge that does, else a Walk; one time in eight anything that spares its
        own."""
        keys = self._keys(ask.options)
        assert isinstance(play, PlayM1)
        if ask.kind == "attack" or not ask.about:
            return keys[self.stream.below(len(keys))]
        model = play.state.models[ask.about[0]]
        keys = [key for key in keys if spares_its_own(play.match, model, key)]
        if self.stream.below(8) == 0:
            return keys[self.stream.below(len(keys))]
        figure = play.match.figure(model)
        near = nearest(play.state, model)
        for key in keys:
            kind, _, name = key.partition(":")
            if kind in ("flurry", "rapid_fire", "strike") and name != "Bash":
                if near <= figure.weapon(name).inches + 1.5:
                    return key
            if kind == "cast":
                spell = next(held for held in play.match.spells(model) if held.name == name)
                if near <= max(spell.inches, spell.pulse) + 1.0:
                    return key
        if "charge" in keys and near <= figure.cg + 2.0:
            return "charge"
        return "walk" if "walk" in keys else "end"

    def _target(self, play: Driver, ask: Ask) -> Answer:
        """The nearest enemy; of friends, who has lost most."""
        models, own = play.state.models, play.state.models[ask.about[0]]
        names = self._keys(ask.options)
        enemies = [name for name in names if models[name].seat != ask.seat]
        if not enemies:
            return max(names, key=lambda name: models[name].most - models[name].health)
        return min(enemies, key=lambda name: play.table.gap(own, models[name]))


MakeBot = Callable[[Stream], Bot[PlayM1]]
Readings = dict[tuple[int, int, str], Reading]
"""By seat, turn and who is activated."""
MOST_READ = 32


class TacticianM1(GreedyM1):
    """Answers by the worth of what it can do: wounds it may deal, its Strategy, its Soulstones."""

    def __init__(self, stream: Stream, readings: Readings | None = None) -> None:
        super().__init__(stream)
        self._by_kind.update({"use": self._yes, "schemes": self._schemes})
        self._readings = {} if readings is None else readings

    def reading(self, g: Match, seat: int) -> Reading:
        """What its side would score, read once an activation."""
        activation = (seat, g.state.turn, g.state.activating)
        if activation not in self._readings:
            if len(self._readings) > MOST_READ:
                self._readings.clear()
            self._readings[activation] = Reading(g, seat)
        return self._readings[activation]

    def _schemes(self, play: Driver, ask: Ask) -> Answer:
        """Those of which it can make most; announced are those that pay for it or count no other way."""
        assert isinstance(play, PlayM1)
        keys = [choice.key for choice in getattr(ask.options, "choices", ())]
        if ask.rule != "M1-ENC-08":
            rules = {key: SCHEME[key.partition(": ")[0]] for key in keys}
            return [key for key, held in rules.items() if held.announcing_pays or held.must_be_announced]
        offered = schemes_offered(play.match, ask.seat)
        worths = {key: promise(play.match, ask.seat, offered[key]) for key in keys}
        return sorted(keys, key=lambda key: -worths[key])[: getattr(ask.options, "most", 0)]

    def ranked(self, play: PlayM1, ask: Ask) -> Ranked:
        """The answers worth a thought, the best first."""
        keys = self._keys(ask.options)
        match ask.kind:
            case "action" if ask.about:
                ranked = self._actions(play.match, play.state.models[ask.about[0]], keys)
            case "activate":
                ranked = [(-_to_enemies(play.match, play.state.models[key]), key) for key in keys]
            case "target" if ask.about:
                ranked = self._targets(play.match, ask, keys)
            case "destination" if ask.about:
                ranked = self._places(play, ask)
            case "cheat":
                ranked = self._cheats(play, ask, keys)
            case _:
                ranked = []
        return sorted(ranked, key=lambda pair: -pair[0])

    def _best(self, play: Driver, ask: Ask) -> Answer:
        assert isinstance(play, PlayM1)
        ranked = self.ranked(play, ask)
        return ranked[0][1] if ranked else None

    def _action(self, play: Driver, ask: Ask) -> Answer:
        return self._best(play, ask) if ask.kind == "action" else super()._action(play, ask)

    _target = _destination = _cheat = _activate = _best

    # What to do

    def _actions(self, g: Match, model: Model, keys: list[str]) -> Ranked:
        ranked: Ranked = [(0.0, key) for key in keys if key == "end"]
        for offer in menu(g, model):
            if offer.key in keys:
                ranked.append((self._worth(g, model, offer) / max(1, offer.ap), offer.key))
        return ranked

    def _worth(self, g: Match, model: Model, offer: ActionOffer) -> float:
        if offer.action in STRIKES:
            return self._strike(g, model, offer)
        if offer.action in ("cast", "channel"):
            return self._cast(g, model, next(held for held in g.spells(model) if held.name == offer.what))
        if offer.action == "walk":
            return self._to_walk(g, model, g.movement(model, "wk"))
        if offer.action == "charge":
            return self._charge(g, model)
        fixed = {"manifest": 2.0 if g.state.turn > 1 else 0.5, "scavenge": 0.1, "defensive_stance": 0.05}
        if offer.action == "interact":
            return -1.0 if offer.key == "drop" or offer.key.startswith("pass:") else 20.0
        if offer.action == "sabotage":
            return 8.0
        if offer.action == "feature":
            return 2.0 if offer.what == "Soulstone Vein" else 0.1
        if offer.action == "heal":
            return 0.7 * min(2, model.most - model.health) - A_SOULSTONE / 2
        return fixed.get(offer.action, -0.5)

    def _strike(self, g: Match, model: Model, offer: ActionOffer) -> float:
        weapon = bash(g) if offer.what == BASH else g.figure(model).weapon(offer.what)
        if not spares_its_own(g, model, offer.key):
            return -9.0
        reached = [held for held in _enemies(g, model) if g.table.gap(model, held) <= weapon.inches]
        times = 2.2 if offer.action in ("flurry", "rapid_fire") else 1.35 if offer.action == "focus" else 1.0
        return times * max((self._harm(g, model, weapon, held) for held in reached), default=-1.0)

    def _cast(self, g: Match, model: Model, spell: Spell) -> float:
        chance = _chance(g.stat(model, "ca") - spell.cc + 0.5)
        if spell.friendly:
            friends = [held for held in g.state.on_table() if held.player == model.player]
            near = [held for held in friends if g.table.gap(model, held) <= spell.inches]
            if spell.heals:
                return chance * max((min(spell.heals, h.most - h.health) for h in near), default=0) * 0.7
            return 0.6 * chance if near else -1.0
        if spell.summons or spell.returns:
            return 3.0 * chance
        if spell.becomes:
            return 0.2
        if not spares_its_own(g, model, f"cast:{spell.name}"):
            return -9.0
        inches = max(spell.inches, spell.pulse)
        reached = [held for held in _enemies(g, model) if g.table.gap(model, held) <= inches]
        if not reached:
            return -1.0
        if spell.damage is None:
            return 0.9 * chance
        resisted = {held.id: g.stat(held, spell.resist) if spell.resist else 0 for held in reached}
        worth = [
            _chance(g.stat(model, "ca") - resisted[held.id])
            * self._loss(g, model, held, float(spell.damage[1]))
            for held in reached
        ]
        return chance * (sum(worth) if spell.pulse else max(worth))

    def _to_walk(self, g: Match, model: Model, inches: float) -> float:
        """How much nearer it comes to where its side wants it."""
        goal = goal_of(g, model, self.reading(g, model.player))
        here = place_worth(g, model, model.x, model.y, goal)
        far = hypot(goal[0] - model.x, goal[1] - model.y)
        share = min(1.0, inches / far) if far else 0.0
        x, y = model.x + (goal[0] - model.x) * share, model.y + (goal[1] - model.y) * share
        return place_worth(g, model, x, y, goal) - here - 0.02

    def _charge(self, g: Match, model: Model) -> float:
        weapons = [weapon for weapon in g.figure(model).weapons if weapon.kind == "melee"]
        reach = g.movement(model, "cg") + max((weapon.inches for weapon in weapons), default=0.0)
        reached = [held for held in _enemies(g, model) if g.table.gap(model, held) <= reach]
        return 1.5 * max(
            (self._harm(g, model, weapon, held) for weapon in weapons for held in reached), default=-1.0
        )

    def _targets(self, g: Match, ask: Ask, keys: list[str]) -> Ranked:
        """Of enemies whom most can be done to, of one's own side who has lost most."""
        model, doing = g.model(ask.about[0]), g.doing
        what = doing.what if doing is not None else ""
        spell = next((held for held in g.spells(model) if held.name == what), None)
        held_weapons = {weapon.name: weapon for weapon in (*g.figure(model).weapons, bash(g))}
        ranked: Ranked = []
        for key in keys:
            aim = g.model(key)
            foe = aim.player != model.player
            if spell is not None and spell.friendly:
                ranked.append((aim.most - aim.health, key))
                continue
            weapon = held_weapons.get(what) or next(iter(g.figure(model).weapons), bash(g))
            inches = spell.inches if spell is not None else weapon.inches
            if doing is not None and doing.action == "charge":
                inches += g.movement(model, "cg")
            near = g.table.gap(model, aim) <= inches
            if spell is None:
                worth = self._harm(g, model, weapon, aim)
            else:
                worth = self._loss(g, model, aim, 2.0)
            ranked.append(((worth if foe else -9.0) - (0.0 if near else 5.0), key))
        return ranked

    def _places(self, play: PlayM1, ask: Ask) -> Ranked:
        g, model = play.match, play.state.models[ask.about[0]]
        places = list(islice(ask.options.listed(), MOST_PLACES))
        places += [ask.options.sample(self.stream) for _ in range(8)]
        own = 1.0 if model.player == ask.seat else -1.0
        goal = goal_of(g, model, self.reading(g, model.player))
        spots = [place[-1] if isinstance(place[0], list | tuple) else place for place in places]
        return [
            (own * place_worth(g, model, spot[0], spot[1], goal), place)
            for place, spot in zip(places, spots, strict=True)
        ]

    def _harm(self, g: Match, model: Model, weapon: Weapon, target: Model) -> float:
        """What a Strike with it may be worth."""
        usual = weapon.damage[0] * 0.7 + weapon.damage[1] * 0.3 + 0.2 * sum(weapon.blasts)
        usual = max(0.5, usual - g.figure(target).stacked("Armor"))
        chance = _chance(weapon.combat + 0.8 * weapon.paired - g.stat(target, "df"))
        return chance * self._loss(g, model, target, usual)

    def _loss(self, g: Match, model: Model, target: Model, wounds: float) -> float:
        """What so many wounds are worth to the model's side: more where it hunts the target."""
        hunts = self.reading(g, model.player).gone(target) >= HUNTED
        return _loss(g, target, wounds) * (1.6 if hunts else 1.0)

    # Cards and Soulstones

    def _cheats(self, play: PlayM1, ask: Ask, keys: list[str]) -> Ranked:
        """The lowest card that turns the duel; of a damage flip one that makes it severe."""
        notes = play.notes(ask)
        cards = {key: Card.parse(key) for key in keys if key != "keep"}
        if notes:
            behind = notes.get("keep", "").endswith("behind")
            return [
                (1.0 - cards[key].value / 20 if behind and notes[key].endswith("ahead") else -1.0, key)
                for key in cards
            ] + [(0.0, "keep")]
        crew = play.state.crews[ask.seat]
        flipped = crew.conflict[-1].value if crew.conflict else 14
        severe = [key for key in cards if 11 <= cards[key].value <= 13 and flipped <= 5]
        return [(1.0 - cards[key].value / 20, key) for key in severe] + [(0.0, "keep")]

    def _stone(self, play: Driver, ask: Ask) -> Answer:
        """Against wounds that count and to turn a duel that is nearly won; not for initiative."""
        numbers = [int(number) for number in re.findall(r"\d+", ask.text)]
        stones = play.state.crews[ask.seat].stones
        if ask.rule == "M1-DMG-03" and ask.about:
            model = play.state.models[ask.about[0]]
            return "yes" if numbers and (numbers[-1] >= model.health or (numbers[-1] > 1 < stones)) else "no"
        if ask.rule == "M1-DUEL-05" and len(numbers) >= 2:
            return "yes" if 0 <= numbers[1] - numbers[0] <= 7 and stones > 1 else "no"
        return "no"


# Worths, in wounds


def _enemies(g: Match, model: Model) -> list[Model]:
    return [held for held in g.state.on_table() if held.player != model.player]


def spares_its_own(g: Match, model: Model, key: str) -> bool:
    """Whether what is offered by that key can be aimed at an enemy, or is aimed at nobody it would
    harm."""
    action, _, name = key.partition(":")
    spell = next((held for held in g.spells(model) if held.name == name), None)
    if action in ("cast", "channel") and spell is not None:
        if spell.friendly or spell.summons or spell.becomes or spell.returns:
            return True
        if spell.pulse:
            friends = (held for held in g.state.on_table() if held.player == model.player)
            return not any(
                held.id != model.id and g.table.gap(model, held) <= spell.pulse for held in friends
            )
    elif action not in STRIKES:
        return True
    return any(sees(g, model, held) for held in _enemies(g, model))


def _to_enemies(g: Match, model: Model) -> float:
    return min((g.table.gap(model, held) for held in _enemies(g, model)), default=0.0)


def _chance(ahead: float) -> float:
    """That a duel is won by a stat ``ahead`` of the other: two cards of 0 to 14 each."""
    return min(0.95, max(0.05, 0.5 + 0.065 * ahead))


def _loss(g: Match, model: Model, wounds: float) -> float:
    """What so many wounds are worth against it: more where they kill."""
    figure = g.figure(model)
    worth = wounds * (0.6 + 0.1 * max(figure.cost, 8 if figure.station == "Master" else 3))
    if wounds >= model.health:
        worth += 2.0
    return worth / 2


def goal_of(g: Match, model: Model, reading: Reading) -> tuple[float, float]:
    """Where its side wants that model: with the treasure at home, at the treasure, where it would score; else
    the nearest enemy of those it hunts, or of all."""
    if model.tokens.get(TREASURE):
        zone = zone_of(g.setup.deployment, g.crew(model.player).zone)
        xs, ys = [x for x, _ in zone.points], [y for _, y in zone.points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    lying = next((held for held in g.state.markers.values() if held.kind == TREASURE), None)
    if lying is not None and _hunts_treasure(g, model.player):
        return lying.x, lying.y
    if g.state.turn > 1 and (place := reading.goal(model)) is not None:
        return place
    foes = _enemies(g, model)
    foes = [held for held in foes if reading.gone(held) >= HUNTED] or foes
    near = min(foes, key=lambda held: g.table.gap(model, held), default=None)
    return (near.x, near.y) if near is not None else (g.table.width / 2, g.table.depth / 2)


def _hunts_treasure(g: Match, seat: int) -> bool:
    return "treasure" in STRATEGY[g.setup.strategies[seat]].counts


def place_worth(g: Match, model: Model, x: float, y: float, goal: tuple[float, float]) -> float:
    """Near its goal, and an enemy within the reach of its best weapon."""
    worth = -0.15 * hypot(goal[0] - x, goal[1] - y)
    if model.tokens.get(TREASURE):
        return 3 * worth - 10 * (
            distance_to(zone_of(g.setup.deployment, g.crew(model.player).zone), x, y) > 0
        )
    foes = _enemies(g, model)
    reach = max((weapon.inches for weapon in g.figure(model).weapons), default=1.0)
    near = min((hypot(held.x - x, held.y - y) for held in foes), default=0.0)
    return worth - 0.08 * max(0.0, near - reach - 1.0)


# The third level


class LooksAheadM1(TacticianM1):
    """Before it answers it plays the rest of the activation out for each answer worth a thought."""

    def answer(self, play: Driver, ask: Ask) -> Answer:
        usual = super().answer(play, ask)
        if not isinstance(play, PlayM1) or play.state.phase != "activation" or ask.kind not in CANDIDATES:
            return usual
        thought = list(self._thought(play, ask, usual))
        return usual if len(thought) < 2 else self._looked_at(play, ask, thought)

    def _thought(self, play: PlayM1, ask: Ask, usual: Answer) -> Iterator[Answer]:
        given: list[Answer] = []
        for answer in (usual, *(answer for worth, answer in self.ranked(play, ask) if worth > -1.0)):
            if answer not in given and len(given) < CANDIDATES[ask.kind]:
                given.append(answer)
                yield answer

    def _looked_at(self, play: PlayM1, ask: Ask, thought: list[Answer]) -> Answer:
        """The answer that is better than the usual one by more than chance makes it look, if any."""
        looks: list[list[float]] = []
        steps, plan = 0, self.reading(play.match, ask.seat)
        readings = dict(self._readings)
        while len(looks) < LOOKS and steps < MOST_STEPS:
            seed = digest("mfx-look-m1e", *(str(self.stream.below(1 << 16)) for _ in range(4)))
            worths = []
            for answer in thought:
                try:
                    ahead = imagined(play, ask.seat, seed)
                    ahead.answer(ask.seat, answer)
                except Refusal:
                    return thought[0]
                steps += self._on(ahead, seed, readings)
                worths.append(standing_worth(ahead.match, ask.seat, plan))
            looks.append(worths)
        better = [0.0, *(surely([look[n] - look[0] for look in looks]) for n in range(1, len(thought)))]
        return thought[max(range(len(thought)), key=lambda place: (better[place], -place))]

    def _on(self, ahead: PlayM1, seed: bytes, readings: Readings) -> int:
        """To the end of this activation, both as the second level plays; how many decisions that took."""
        turn, steps = ahead.state.turn, 0
        players = [
            TacticianM1(Stream(digest("mfx-look-on-m1e", seed, str(seat))), readings) for seat in (0, 1)
        ]
        while not ahead.over and steps < MOST_STEPS and ahead.state.turn == turn:
            ask = ahead.asks[0]
            if ask.kind == "activate" and steps:
                break
            ahead.answer(ask.seat, players[ask.seat].answer(ahead, ask))
            steps += 1
        return steps


def surely(gains: list[float]) -> float:
    """The mean of what was gained over the same cards, less its standard error and a margin; of one look
    alone nothing is sure.

    >>> surely([2.0, 2.0, 2.0]), surely([6.0, -6.0, 3.0]) < 0
    (1.8, True)
    """
    if len(gains) < 2:
        return -MARGIN
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean - sqrt(spread / len(gains)) - MARGIN


def imagined(play: PlayM1, seat: int, seed: bytes) -> PlayM1:
    """The Encounter as it stands, with what ``seat`` has not seen dealt anew."""
    since = unseen_reshuffled(play, seat, seed)
    dealer = KeyDealer(digest("mfx-imagined-deck", seed))
    ahead = PlayM1(play.setup, dealer, play.rules, play.table, since)
    return follow(ahead, play.decisions[since.decisions - play.since.decisions :])


def standing_worth(g: Match, seat: int, plan: Reading | None = None) -> float:
    """How much better the side stands than the other, and how near it is to where it wants to be: by that
    plan, or as it would plan now."""
    reading = Reading(g, seat)
    late = min(1.0, g.state.turn / g.rules.certain_turns)
    worth = A_VICTORY_POINT * late * late * reading.now / 2
    return worth + _has(g, seat) - _has(g, other(seat)) + _stands(g, seat, plan or reading)


def _has(g: Match, seat: int) -> float:
    """What the side has left: Soulstones, cards, models, the treasure it hunts."""
    crew, hunts = g.crew(seat), _hunts_treasure(g, seat)
    worth = A_SOULSTONE * crew.stones / 2 + sum(0.03 * card.value for card in crew.hand)
    for model in g.state.crew_of(seat):
        worth += _loss(g, model, float(model.health)) + 0.5
        worth += THE_TREASURE if hunts and model.tokens.get(TREASURE) else 0.0
    return worth


def _stands(g: Match, seat: int, plan: Reading) -> float:
    """How near its models are to their goals. The other side's are not weighed against them: two that come
    together would then gain nothing."""
    return sum(
        place_worth(g, model, model.x, model.y, goal_of(g, model, plan))
        for model in g.state.crew_of(seat)
        if model.on_table
    )
