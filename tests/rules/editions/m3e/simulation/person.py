"""A person's policy: the second level's answers, given as a person gives them through the page, and counted.
Only moves that go nowhere are left out, and two Walks where one leads there.

An act is a press or a tap that the person must do: on the board, where it counts at once, on a button, on
each card or box of a list and then on its button. A person taps the ground or a model, or drags their own
there, and so says who Activates, its Action and what that is done to (``Driver.pointed``); what comes between
is asked; or they take it from the list, which stays open, that says who, what and whom (``Driver.listed``).
Whether an ability is used they say with what it asks (``Driver.then``), who is moved with where to. They are
not asked what does not matter (``rules.game.asking``), use an ability every time once it was used, and say
once that effects by hand change nothing, and what is left when an Activation ends early. They Charge at
somebody only, and take the group of models that is proposed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import hypot
from typing import Any

from msgspec import Struct

from rules.dialogue import Answer, Number, OneOf, Several
from rules.editions.m3e.examples.encounters import among_terrain
from rules.editions.m3e.play.effects.movement import hazards_ahead
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.asking import (
    BY_HAND,
    ENDING,
    MOSTLY_LEFT,
    Usual,
    abilities,
    habits_from,
    left,
    unasked,
)
from rules.game.log import follow
from rules.game.procedure.asks import Ask
from rules.game.table_access.exact_table import table_for
from rules.game.table_access.spots import as_path

PERSON = 0
SETTLING = 2
"""What most people leave is settled before the first card: what is asked is opened, and a button pressed.
Cheating that may matter and Soulstones are decided each time."""
CHAINED = ("pass", "activate", "action", "destination", "attack", "target", "interact")
IN_THE_FORM_OF = {
    "activate": ("pass",),
    "deploy": ("deploy",),
    "group": ("zone",),
    "secret": ("schemes", "secret"),
    "zone": ("schemes", "secret"),
}
"""Kinds of questions that the form of another answers, too."""
CHOOSE = 2
"""To open a list of one line and to choose from it."""
SET_THE_REST = 2
"""Deploying: "Set the rest", then "Deploy"."""
MOST_MOVES = 2
"""What one tap says: two Walks."""
MOST_SAID = 10
IDLE = 0.2
"""Inches that are no move."""
Said = list[tuple[str, Answer]]


class Acts(Struct, frozen=True):
    """Acts before the first Activation, and in each whole Turn; ``kinds`` are those of the Turns by the
    question that they answered; ``forms`` are how many forms were sent before it and in each."""

    before: int
    turns: tuple[int, ...]
    forms: tuple[int, ...]
    kinds: dict[str, int]


def acts_of(stock: CatalogueStock, name: str, turns: int = 2, *, everything: bool = False) -> Acts:
    """How many acts a person needs against a bot in the first Turns of that pair of Crews. With
    ``everything`` nothing is left out, no answer is given every time, and each question is answered alone."""
    person = Person(stock, name, everything=everything)
    while not person.play.over and person.play.state.turn <= turns:
        person.answer()
    numbers = range(1, turns + 1)
    return Acts(
        person.counted[0],
        tuple(person.counted[turn] for turn in numbers),
        tuple(person.forms[turn] for turn in (0, *numbers)),
        dict(person.kinds),
    )


class Person:
    def __init__(self, stock: CatalogueStock, name: str, *, everything: bool) -> None:
        setup = among_terrain(stock.encounter(name))
        rules = M3E.with_policies(setup.policies)
        self.play = Play(setup, rules, table_for(setup, rules), KeyDealer(digest("asked", name)))
        self.bots = [Tactician(Stream(digest("asked", name, str(seat)))) for seat in (0, 1)]
        self.everything = everything
        self.counted: Counter[int] = Counter()
        self.forms: Counter[int] = Counter()
        self.kinds: Counter[str] = Counter()
        self.habits: dict[str, Usual] = {}
        self.last: Ask | None = None
        self.said: Said = []
        self.begun = False
        self.drafted = False
        self.dragged = ""
        if not everything:
            self.habits = dict.fromkeys(MOSTLY_LEFT, "no")
            self.counted[0] += SETTLING
            self.forms[0] += 1

    def answer(self) -> None:
        """Answer the open question, whoever is asked."""
        play, ask = self.play, self.play.asks[0]
        if ask.seat != PERSON:
            play.answer(ask.seat, self.bots[ask.seat].answer(play, ask))
            return
        value = unasked(play, ask, self.habits, alone=True, everything=self.everything)
        if value is None:
            value = self._answered(ask)
        elif self.said[:1] == [(ask.kind, value)]:
            self.said.pop(0)
        play.answer(PERSON, value)

    def _answered(self, ask: Ask) -> Answer:
        self.begun = self.begun or ask.kind in ("activate", "pass")
        if self.said and self.said[0][0] == ask.kind and ask.options.contains(self.said[0][1]):
            return self.said.pop(0)[1]
        if self.said and ask.kind in ("pass", "activate", "action", self.said[0][0]):
            self.said = []
        if ask.kind == "deploy" and self.drafted and not self.everything:
            return self._of_bot(ask)
        self.drafted = self.drafted or ask.kind == "deploy"
        alone = self.everything and ask.kind in ("group", "secret", "zone")
        if self.last is not None and not alone and _same_form(self.last, ask):
            self.last = ask
            self.counted[0] += CHOOSE if ask.kind in ("secret", "zone") else 0
            value = self._of_bot(ask)
            if ask.kind == "use" and not _is_proposed(ask, value):
                self._add(ask, 1)
            return value
        self.last = ask
        if not self.everything and ask.kind in ("pass", "activate", "action"):
            pointed = self._pointed(ask)
            if pointed is not None:
                (value, *self.said), acts = pointed
                self.last = ask
                self._count(ask, acts)
                return value[1]
        value = self._of_bot(ask)
        if not self.everything:
            then = self.play.then(ask)
            if then is not None and value == then.key:
                return value
            dragged, self.dragged = self.dragged, str(value) if self.play.leads(ask) else ""
            if ask.kind == "destination" and ask.about[:1] == (dragged,):
                self._add(ask, self._acts(ask, value) - 1)
                return value
        self._count(ask, self._acts(ask, value))
        return value

    def _of_bot(self, ask: Ask) -> Answer:
        """The bot's answer; where it would Charge and then strike nobody, its Walk."""
        if ask.kind == "group" and isinstance(ask.options, Several) and not self.everything:
            return [choice.key for choice in ask.options.choices[: ask.options.least]]
        value = self.bots[PERSON].answer(self.play, ask)
        if not ask.options.contains(value):  # what it planned was done otherwise
            value = Tactician(Stream(digest("again", str(len(self.play.decisions))))).answer(self.play, ask)
        if ask.kind == "action" and value in ("Charge", "Walk") and not self.everything:
            intent = self._intent(ask)
            if not intent or intent[0][0] != "action":
                return "end" if ask.options.contains("end") else value
            if _in_vain(intent) and ask.options.contains("Walk"):
                return "Walk"
            return intent[0][1] if ask.options.contains(intent[0][1]) else value
        return value

    def _count(self, ask: Ask, acts: int) -> None:
        self._add(ask, acts)
        self.forms[self.play.state.turn if self.begun else 0] += 1

    def _add(self, ask: Ask, acts: int) -> None:
        """Acts of a form that is counted already."""
        self.counted[self.play.state.turn if self.begun else 0] += acts
        if self.begun:
            self.kinds[ask.kind] += acts

    def _acts(self, ask: Ask, value: Answer) -> int:
        """The presses and taps of the form that answers."""
        settled = 0 if self.everything else self._settle(ask, value)
        options: Any = ask.options
        if ask.kind == "deploy":
            return SET_THE_REST
        if ask.kind == "group":
            return 1
        if isinstance(options, Several):
            return 1 if settled == 1 or options.least == options.most == 1 else len(value) + 1
        if isinstance(options, Number):
            return 1 if value == options.least else 2
        if isinstance(options, OneOf) or ask.kind == "apply":
            return 2 if _is_list(ask) and not (ask.kind == "use" and _is_proposed(ask, value)) else 1
        unsure = ask.kind == "destination" and bool(hazards_ahead(self.play.running, ask, value))
        return 2 if unsure or self.everything else 1

    def _settle(self, ask: Ask, value: Answer) -> int:
        """Keep the usual answer; 1 where the press that answers settles it."""
        recurring = self.play.recurring(ask)
        if recurring is not None:
            own = recurring.name.startswith((BY_HAND, ENDING))
            if own and value == left(recurring, ask):
                self.habits[recurring.name] = "no"
                return 1
            return 0
        used = {
            name: usual for name, usual in habits_from(abilities(ask), ask, value).items() if usual == "yes"
        }
        self.habits |= used
        return int(bool(used))

    # One tap or drag for several answers

    def _pointed(self, ask: Ask) -> tuple[Said, int] | None:
        """The answers that one gesture says and the acts it takes: what the bot would do, thought ahead."""
        intent = self._intent(ask)
        begins = [one for one in intent if one[0] in ("pass", "activate")]
        if begins and begins[0] == ("pass", "yes"):
            return None
        actor = begins[-1][1] if begins else ask.about[0]
        doing = intent[len(begins) :]
        put = self.play.with_next(ask)
        tapped = self._tapped(put, actor, doing)
        if tapped is not None and tapped[1] == 1:
            return [*begins, *tapped[0]], 1
        listed = max(self._listed(put, actor, doing), key=len, default=None)
        if listed is not None:
            return [*begins, *listed], 1
        return None if tapped is None else ([*begins, *tapped[0]], tapped[1])

    def _tapped(self, put: Ask, actor: str, doing: Said) -> tuple[Said, int] | None:
        """What a tap or a drag says of it, and the acts that it takes."""
        for proposals, wanted in self._proposals(put, actor, doing):
            for one in proposals:
                said = [each for each in one.answers if each[0] != "activate"]
                if said[0] == wanted[0] and _ends(said, wanted):
                    return said, 1 if one.sure and len(proposals) == 1 else 2
        return None

    def _listed(self, put: Ask, actor: str, doing: Said) -> Iterator[Said]:
        """What the list offers that it begins with; of a Charge only whom it strikes with what."""
        for one in self.play.listed(put, actor):
            said = [each for each in one.answers if each[0] != "activate"]
            wanted = doing[: len(said)]
            if said[0] == ("action", "Charge"):
                said_of, wanted_of = said[2:], doing[2 : len(said)]
                if said_of == wanted_of and doing[0] == said[0]:
                    yield said
            elif said == wanted and (len(said) > 1 or doing[1:2] == [] or doing[1][0] == "action"):
                yield said

    def _intent(self, ask: Ask) -> Said:
        """What the bot would answer next, of a move where it ends, up to what no gesture says; without the
        moves that go nowhere."""
        play = self.play
        since = play.checkpoint.decisions - play.since.decisions
        ahead = Play(play.setup, play.rules, play.table, play.running.dealer, play.checkpoint)
        follow(ahead, play.decisions[since:])
        bot, intent = Tactician(Stream(digest("ahead", str(len(play.decisions))))), Said()
        while not ahead.over and len(intent) < MOST_SAID:
            ask = ahead.asks[0]
            own = ask.seat == PERSON
            if ask.kind in ("pass", "activate") and (not own or "action" in dict(intent)):
                break
            mover = ahead.state.models.get(ask.about[0]) if own and ask.kind == "destination" else None
            value = unasked(ahead, ask, self.habits, alone=True, everything=False) if own else None
            if value is None:
                value = bot.answer(ahead, ask)
            facts = ahead.answer(ask.seat, value)
            if own and ask.kind in CHAINED:
                if mover is not None:
                    end = ahead.state.models[mover.id]
                    value = [end.x, end.y, hypot(end.x - mover.x, end.y - mover.y)]
                intent.append((ask.kind, value))
            if any(fact.informs for fact in facts):
                break
        return _without_idle(intent)

    def _proposals(self, put: Ask, actor: str, doing: Said) -> Any:
        """What the gestures propose that may say so much of it, the longest first, with what is wanted."""
        play, moves = self.play, _moves(doing)
        kinds = [kind for kind, _ in doing]
        for place in reversed(moves):
            yield play.pointed(put, actor, None, place), [("action", "Walk"), ("destination", place)]
        if kinds[:2] == ["action", "target"]:
            yield play.pointed(put, actor, play.state.models.get(doing[1][1]), (0.0, 0.0)), doing[:2]
        elif kinds[:3] == ["action", "destination", "attack"] and doing[0][1] == "Charge" and not moves:
            for enemy in (one for one in play.state.on_table() if one.seat != PERSON):
                if kinds[3:4] != ["target"] or doing[3][1] == enemy.id:
                    yield play.pointed(put, actor, enemy, (0.0, 0.0)), doing[:3]


def _moves(doing: Said) -> list[Any]:
    """Where it moves first, at most twice: by Walks, and by Charges that strike nobody."""
    places: list[Any] = []
    while len(places) < MOST_MOVES and _goes_somewhere(doing):
        places.append(doing[1][1])
        doing = doing[3 if doing[2:3] == [("attack", "none")] else 2 :]
    return places


def _goes_somewhere(doing: Said) -> bool:
    """Whether it begins with a Walk, or a Charge in vain, to a place."""
    moves = doing[:1] == [("action", "Walk")] or _in_vain(doing)
    return moves and [kind for kind, _ in doing[1:2]] == ["destination"]


def _ends(said: Said, wanted: Said) -> bool:
    """Whether Walks that are said end where it is wanted, or another Action is what is wanted."""
    if wanted[-1][0] != "destination":
        return said[2:3] == wanted[2:3] and len(said) >= len(wanted)
    (*_, end) = as_path(said[-1][1]) or [(0.0, 0.0)]
    return hypot(end[0] - wanted[-1][1][0], end[1] - wanted[-1][1][1]) < IDLE


def _without_idle(intent: Said) -> Said:
    """Without Walks and Charges in vain that go nowhere; of a move its place without how far it was."""
    kept = Said()
    while intent:
        moves = intent[:1] == [("action", "Walk")] or _in_vain(intent)
        if moves and intent[1:2] and intent[1][0] == "destination" and intent[1][1][2] < IDLE:
            intent = intent[3 if intent[2:3] == [("attack", "none")] else 2 :]
            continue
        (kind, value), *intent = intent
        kept.append((kind, value[:2] if kind == "destination" else value))
    return kept


def _in_vain(doing: Said) -> bool:
    """Whether a Charge that is thought to its end strikes nobody."""
    return doing[:1] == [("action", "Charge")] and dict(doing[1:3]).get("attack", "none") == "none"


def _is_list(ask: Ask) -> bool:
    """Whether it is put as a list of boxes: several of it are used or left at once."""
    return (
        ask.kind != "order"
        and ask.more > 0
        and isinstance(ask.options, OneOf)
        and len(ask.options.choices) > 1
    )


def _is_proposed(ask: Ask, value: Answer) -> bool:
    """Whether the form proposes it: all that is listed, one after the other."""
    return value == next(iter(ask.options.listed()))


def _same_form(last: Ask, ask: Ask) -> bool:
    """Whether the form of the question before answered this one, too."""
    if ask.kind in IN_THE_FORM_OF:
        return last.kind in IN_THE_FORM_OF[ask.kind]
    return ask.kind == last.kind and last.more > ask.more and isinstance(ask.options, OneOf)
