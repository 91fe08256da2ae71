"""``LooksAhead``, the third level: before it answers it plays the rest of the Activation out, a few times for
each answer worth a thought, over cards as they may lie.

What it has not seen it does not read: before each look the unseen cards of both decks and the opponent's hand
are dealt anew by its own stream, and the opponent's hidden Schemes are left out. How far it looks is counted
in decisions, not in time, so the same seed gives the same Encounter on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.dialogue import Answer
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.simulation import goals
from rules.editions.m3e.simulation.tactics import A_COST, Strategist
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.driver import Driver
from rules.game.log import follow
from rules.game.procedure.asks import Ask
from rules.game.simulation.unseen import unseen_reshuffled
from rules.game.state import State, other
from rules.refusal import Refusal

CANDIDATES = {
    "activate": 4,
    "action": 4,
    "destination": 3,
    "target": 3,
}
SAMPLES = (2, 4)
"""Looks at each answer, then again at the best two."""
CLEAR = 3.0
"""Where the best is better than the next by so much after the first looks, it is taken without more."""
MOST_STEPS = 900
"""What may be imagined before one answer, in decisions made without looking: about 250 ms."""
MARGIN = 0.25
"""What another answer must be better by than the usual one, where a VP is worth ten."""


class LooksAhead(Strategist):
    """Answers by what the rest of the Activation is worth on the average."""

    def answer(self, play: Driver, ask: Ask) -> Answer:
        usual = super().answer(play, ask)
        if not isinstance(play, Play) or play.state.phase != "activation" or ask.kind not in CANDIDATES:
            return usual
        thought = list(self._thought(play, ask, usual))
        if len(thought) < 2 or play.acting:
            return usual
        return self._looked_at(play, ask, thought)

    def _thought(self, play: Play, ask: Ask, usual: Answer) -> Iterator[Answer]:
        """The answers worth a look: the usual one, then the best others."""
        most = CANDIDATES[ask.kind]
        others = (answer for worth, answer in self.ranked(play, ask) if worth >= 0)
        given: list[Answer] = []
        for answer in (usual, *others):
            if answer not in given and len(given) < most:
                given.append(answer)
                yield answer

    def _looked_at(self, play: Play, ask: Ask, thought: list[Answer]) -> Answer:
        """All of them over the same cards each time, then the best two again."""
        since = len(play.decisions) - play.checkpoint.decisions + play.since.decisions
        worth, looks = [0.0] * len(thought), [0] * len(thought)
        left = list(range(len(thought)))
        steps = 0.0
        for number in range(sum(SAMPLES)):
            if steps > MOST_STEPS:
                break
            if number == SAMPLES[0]:
                left = sorted(left, key=lambda place: -worth[place])[:2]
                if worth[left[0]] - worth[left[1]] > CLEAR * number:
                    break
            seed = digest("mfx-look", *(str(self.stream.below(1 << 16)) for _ in range(4)))
            for place in left:
                try:
                    ahead = imagined(play, ask.seat, seed)
                    ahead.answer(ask.seat, thought[place])
                    steps += since / 3 + 2 + self._on(ahead, seed)
                except Refusal:
                    return thought[0]
                worth[place] += position_worth(ahead.running, ask.seat)
                looks[place] += 1
        mean = {place: worth[place] / looks[place] - MARGIN * (place > 0) for place in left}
        return thought[max(left, key=lambda place: (mean[place], -place))]

    def _on(self, ahead: Play, seed: bytes) -> int:
        """To the end of this Activation, both as it would without looking; how many decisions that took."""
        actor, turn = ahead.state.activating, ahead.state.turn
        players = [Strategist(Stream(digest("mfx-look-on", seed, str(seat)))) for seat in (0, 1)]
        steps = 0
        while not ahead.over and steps < MOST_STEPS:
            ask = ahead.asks[0]
            if (
                ahead.state.turn != turn
                or (ask.kind == "activate" and steps)
                or ahead.state.phase != "activation"
            ):
                break
            if ask.kind != "activate" and not actor:
                actor = ahead.state.activating
            ahead.answer(ask.seat, players[ask.seat].answer(ahead, ask))
            steps += 1
        return steps


def imagined(play: Play, seat: int, seed: bytes) -> Play:
    """The Encounter as it stands, with what ``seat`` has not seen dealt anew. ``Refusal`` where what
    happened since the last boundary cannot be had so."""
    since = unseen_reshuffled(play, seat, seed)
    dealer = KeyDealer(digest("mfx-imagined-deck", seed))
    ahead = Play(play.setup, play.rules, play.table, dealer, since)
    return follow(ahead, play.decisions[since.decisions - play.since.decisions :])


def position_worth(g: Game, seat: int) -> float:
    """How much better the side stands than the other: VP and what is nearly one, models, places, cards."""
    return _of_side(g, seat) - _of_side(g, other(seat))


def _of_side(g: Game, seat: int) -> float:
    state: State = g.state
    worth = goals.standing_worth(g, seat)
    crew = state.crews[seat]
    worth += 0.25 * crew.stones + sum(0.03 * card.value for card in crew.hand)
    hunted = goals.hunted_by_all(g, other(seat))
    for model in state.models.values():
        if model.seat != seat or not model.in_play:
            continue
        whole = A_COST * max(g.card(model).cost, 3) + hunted.get(model.id, 0.0)
        worth += whole * (0.45 + 0.55 * model.health / max(model.most, 1))
        worth += 0.15 * model.conditions.get("focused", 0)
    standing_by = [model for model in state.on_table() if model.seat == seat]
    worth += 0.5 * goals.shared_out(g, standing_by, goals.goals(g, seat))
    mine = goals.hunted(g, seat)
    for name, more in mine.items():
        target = state.models[name]
        worth += more * (1 - target.health / max(target.most, 1)) if target.in_play else more * 1.3
    return worth
