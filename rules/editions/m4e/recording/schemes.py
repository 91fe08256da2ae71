"""The Scheme in hand: chosen with its secret, revealed for 1 + 1 VP, then followed or abandoned (M4-SCH).

What stands here of each Scheme is Gaining Grounds 0; of a Scheme of another season only the names are known,
and the players keep the rest. Which Scheme follows which is the season's, and comes with the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from rules.editions.m4e.recording.readings import readings_of
from rules.editions.m4e.scoring import SCORING
from rules.game.events import Event
from rules.game.events.announcements import Remark
from rules.game.events.turns import Noted, SchemeAbandoned, SchemeRevealed, SchemesChosen, Scored
from rules.game.narration import Names
from rules.game.recording import record as r
from rules.game.referee.command import Fact
from rules.game.referee.ground import Ground
from rules.game.state import Model, Scheme, State, VictoryPoint
from rules.refusal import Violation

Revealed = Literal["end", "enemy_activation", "event"]
Notes = Literal["", "unique_enemy", "healthy_unique_enemy", "friend", "marker", "other_marker"]


class Terms(Struct, frozen=True, kw_only=True):
    """What a Scheme asks for: its row, when it is ``revealed``, what is written down for it, what gives the
    first and the additional VP, and whether that may come at the end of the Turn (``late``)."""

    rule: str
    revealed: Revealed
    notes: Notes = ""
    first: str
    more: str
    late: bool = False


SCHEMES = {
    "Assassinate": Terms(
        rule="M4-SCH-15",
        revealed="event",
        notes="healthy_unique_enemy",
        first="the noted enemy is brought below half of its Health",
        more="it is killed by the end of that Turn",
        late=True,
    ),
    "Breakthrough": Terms(
        rule="M4-SCH-16",
        revealed="enemy_activation",
        first="remove an own Scheme marker in the enemy zone, without an enemy model within 2 inches",
        more="also one on the centreline and one in the own zone",
    ),
    "Detonate Charges": Terms(
        rule="M4-SCH-17",
        revealed="end",
        first="remove two own Scheme markers, each within 2 inches of an enemy model",
        more="a third such marker",
    ),
    "Ensnare": Terms(
        rule="M4-SCH-18",
        revealed="enemy_activation",
        first="remove two own Scheme markers within 2 inches of one and the same unique enemy",
        more="that enemy is engaged by a model of lower cost",
    ),
    "Frame Job": Terms(
        rule="M4-SCH-19",
        revealed="event",
        notes="friend",
        first="the noted model suffers damage of an enemy attack against it on the enemy half",
        more="remove an own Scheme marker within 2 inches of it",
    ),
    "Grave Robbing": Terms(
        rule="M4-SCH-20",
        revealed="event",
        notes="other_marker",
        first="an enemy is killed within 2 inches of an own Scheme marker and of a noted marker: remove one",
        more="two or more enemy Remains taken to the crew card by the end of the Turn",
        late=True,
    ),
    "Harness the Leyline": Terms(
        rule="M4-SCH-21",
        revealed="end",
        first="remove two own Scheme markers on the centreline, 6 inches apart, no enemy within 2",
        more="a third such marker",
    ),
    "Leave Your Mark": Terms(
        rule="M4-SCH-22",
        revealed="end",
        first="more own than enemy Scheme markers within 1 inch of the centre; then remove the own ones",
        more="at least two more than the enemy",
    ),
    "Make it Look Like an Accident": Terms(
        rule="M4-SCH-23",
        revealed="event",
        first="an enemy suffers falling damage",
        more="at the end of the Turn it is killed or below half of its Health",
        late=True,
    ),
    "Public Demonstration": Terms(
        rule="M4-SCH-24",
        revealed="end",
        notes="unique_enemy",
        first="two or more own Minions within 2 inches of the noted enemy",
        more="remove an own Scheme marker within 1 inch of it",
    ),
    "Reshape the Land": Terms(
        rule="M4-SCH-25",
        revealed="end",
        notes="marker",
        first="four own markers of that type completely on the enemy half; Scheme markers are removed",
        more="five of them",
    ),
    "Runic Binding": Terms(
        rule="M4-SCH-26",
        revealed="enemy_activation",
        first="an enemy between three own Scheme markers, each within 14 inches of another: remove them",
        more="the costs of the enemies between them total 15 or more",
    ),
    "Scout the Rooftops": Terms(
        rule="M4-SCH-27",
        revealed="end",
        first="remove own Scheme markers at elevation 2 or more from two terrain pieces, 6 inches from "
        "the own zone, no enemy as high within 2",
        more="one more, completely on the enemy half",
    ),
    "Search the Area": Terms(
        rule="M4-SCH-28",
        revealed="enemy_activation",
        first="remove three own Scheme markers within 1 inch of terrain on the enemy half, no enemy within 2",
        more="at the end of the Turn remove one within 1 inch of it",
        late=True,
    ),
    "Take the Highground": Terms(
        rule="M4-SCH-29",
        revealed="end",
        first="control two terrain pieces of Ht 2 or more: most models on them, 6 inches from the own zone",
        more="three of them",
    ),
}
WHEN: dict[Revealed, str] = {
    "end": "at the end of the Turn",
    "enemy_activation": "at the end of an enemy Activation",
    "event": "when it happens",
}
ASKED: dict[Notes, str] = {
    "": "",
    "unique_enemy": "a unique enemy model",
    "healthy_unique_enemy": "a unique enemy model with at least half of its Health",
    "friend": "an own model",
    "marker": "a type of marker",
    "other_marker": "a type of marker other than Scheme markers",
}
OF = "of"


# -- what is known ----------------------------------------------------------------------------------------


def held(state: State, seat: int) -> Scheme | None:
    """The Scheme that the side holds, unrevealed; there is never more than one (M4-SCH-01)."""
    return next((scheme for scheme in state.crews[seat].schemes if not scheme.revealed), None)


def left_in(state: State, seat: int) -> tuple[str, int] | None:
    """The Scheme that the side revealed or abandoned last, and in which Turn; ``None`` for none."""
    name, _, turn = state.notes.get(f"scheme left {seat}", "").rpartition("@")
    return (name, int(turn)) if name else None


def was_revealed(state: State, seat: int) -> dict[str, int]:
    """The Schemes that the side has revealed, each with its Turn."""
    return {
        scheme.name: int(turn)
        for scheme in state.crews[seat].schemes
        if (turn := state.notes.get(f"revealed {seat} {scheme.name}"))
    }


def scheme_vp(state: State, seat: int, name: str = "") -> int:
    """The VP that the side has of its Schemes, or of one."""
    return sum(
        score.seat == seat and score.step != "strategy" and name in ("", score.source)
        for score in state.scores
    )


def followers_of(name: str, ground: Ground) -> tuple[str, ...] | None:
    """The Schemes of which one follows; ``None`` where the season is not known."""
    schemes = ground.setup.schemes if ground.setup is not None else ()
    return next((scheme.followers for scheme in schemes if scheme.name == name), None)


def offered(state: State, seat: int, ground: Ground) -> tuple[str, ...]:
    """The Schemes of which the side may take one now: of the pool first, then of the followers (M4-SETUP-09,
    M4-SCH-06)."""
    left = left_in(state, seat)
    if left is None:
        return state.pool
    had = was_revealed(state, seat)
    return tuple(name for name in followers_of(left[0], ground) or () if name not in had)


def may_come(state: State, seat: int, ground: Ground) -> tuple[str, ...]:
    """The Schemes that the side may hold from now on, the one in hand first (M4-SCH-01, -06)."""
    own, had = held(state, seat), was_revealed(state, seat)
    names = [own.name] if own is not None else list(offered(state, seat, ground))
    for name in names:  # which grows meanwhile
        names += [after for after in followers_of(name, ground) or () if after not in names]
    return tuple(name for name in names or SCHEMES if name not in had)


def why_none(state: State, seat: int) -> Iterator[Violation]:
    """Why the side takes no Scheme now (M4-SCH-01, -06, -07, M4-TURN-21)."""
    own, left = held(state, seat), left_in(state, seat)
    if own is not None:
        yield Violation("M4-SCH-01", "A side holds one Scheme at a time.", "Reveal it, or abandon it.")
    elif left is None:
        return
    elif scheme_vp(state, seat) >= SCORING.of_schemes:
        yield Violation("M4-TURN-21", "With 6 VP of Schemes nobody takes another.", "")
    elif state.turn >= SCORING.turns and left[1] == state.turn:
        yield Violation("M4-SCH-07", "After Turn 4 no Scheme follows: the game ends.", "")
    elif not (state.phase == "end" or (state.phase == "start" and left[1] == state.turn - 1)):
        sentence = "A Scheme follows at the end of the Turn."
        yield Violation("M4-SCH-06", sentence, "Say first that the Turn ends.")


# -- entries ----------------------------------------------------------------------------------------------


class Take(r.Choose, frozen=True, tag="schemes"):
    """The side takes a Scheme, hidden, with what it has to note: ``of`` names a model or a type of marker."""

    of_its_side: ClassVar[bool] = True
    of: tuple[str, ...] = ()

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if len(self.schemes) != 1:
            yield Violation("M4-SCH-01", "Each side chooses one Scheme.", "Choose one.")
            return
        if refused := [*why_none(state, self.seat)]:
            yield from refused
            return
        name, left = self.schemes[0], left_in(state, self.seat)
        if left is None and state.pool and name not in state.pool:
            yield Violation("M4-SETUP-09", f"{name} is not in the pool.", "Choose from the pool.")
        following = followers_of(left[0], ground) if left is not None else None
        if left is not None and following is not None and name not in following:
            sentence = f"{name} does not follow {left[0]}."
            yield Violation("M4-SCH-06", sentence, f"One of {', '.join(following)}.")
        if name in was_revealed(state, self.seat):
            yield Violation("M4-SCH-05", f"{name} was revealed already.", "Choose another.")
        yield from self._noted(state, ground)

    def _noted(self, state: State, ground: Ground) -> Iterator[Violation]:
        """What has to be written down when a Scheme is taken (M4-SCH-02)."""
        terms, of = SCHEMES.get(self.schemes[0]), self.noted
        if terms is None or not terms.notes:
            return
        asked = ASKED[terms.notes]
        if not of:
            sentence = f"{self.schemes[0]} is taken with {asked} noted."
            yield Violation("M4-SCH-02", sentence, "Note it: it stays hidden.")
        elif terms.notes in ("marker", "other_marker"):
            if terms.notes == "other_marker" and of.casefold().startswith("scheme"):
                yield Violation(terms.rule, f"{self.schemes[0]} notes {asked}.", "Note another type.")
        elif not _may_note(terms.notes, state.models.get(of), self.seat, ground, state):
            yield Violation(terms.rule, f"{self.schemes[0]} notes {asked}.", "Choose such a model.", of)

    @property
    def noted(self) -> str:
        return self.of[0].strip() if self.of else ""

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        new = Scheme(name=self.schemes[0], secret={OF: self.noted} if self.noted else {})
        yield SchemesChosen(self.seat, (*state.crews[self.seat].schemes, new))


def may_note(name: str, model: Model, seat: int, ground: Ground, state: State) -> bool:
    """Whether the side may note that model for the Scheme."""
    terms = SCHEMES.get(name)
    return terms is not None and _may_note(terms.notes, model, seat, ground, state)


def _may_note(asked: Notes, model: Model | None, seat: int, ground: Ground, state: State) -> bool:
    if model is None or not model.in_play or (model.seat == seat) != (asked == "friend"):
        return False
    card = ground.cards(state).get(model.card)
    words = card.characteristics if card is not None else ()
    if asked != "friend" and words and "Unique" not in words:
        return False
    return asked != "healthy_unique_enemy" or 2 * model.health >= model.most


class RevealM4(r.Reveal, frozen=True, tag="reveal"):
    """The side reveals its Scheme for so many VP: 1, and 1 more where its additional part is met too."""

    of_a_turn: ClassVar[bool] = True
    vp: Annotated[int, Meta(ge=0, le=2)] = 1

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        own, terms = self.hidden(state), SCHEMES.get(self.scheme)
        had = was_revealed(state, self.seat)
        if own is None:
            yield Violation("M4-SCH-01", f"{self.scheme} is not the hidden Scheme of that side.", "")
            return
        if state.turn < 1:
            yield Violation("M4-TURN-24", "No Scheme is revealed before Turn 1.", "")
        if state.turn in had.values():
            yield Violation("M4-SCH-07", "A Crew reveals one Scheme in a Turn.", "Reveal it in the next one.")
        if self.scheme in had:
            yield Violation("M4-SCH-05", f"{self.scheme} was revealed already.", "")
        if not self.vp and readings_of(ground.setup).empty_reveal == "refused":
            fix = "Keep it, or abandon it at the end of the Turn."
            yield Violation("M4-SCH-13", "A Scheme that scores nothing is not revealed.", fix)
        if terms is not None:
            yield from self._by(terms, own, state, ground)

    def _by(self, terms: Terms, own: Scheme, state: State, ground: Ground) -> Iterator[Violation]:
        acting = state.models.get(state.activating)
        enemy = acting is None or acting.seat != self.seat
        if (terms.revealed == "end" and state.phase != "end") or (
            terms.revealed == "enemy_activation" and (state.phase == "end" or not enemy)
        ):
            fix = (
                "Say first that the Turn ends." if terms.revealed == "end" else "Take the entries since back."
            )
            sentence = f"{self.scheme} is revealed {WHEN[terms.revealed]}."
            yield Violation(terms.rule, sentence, fix)
        if terms.late and self.vp > 1:
            sentence = f"The additional VP of {self.scheme} comes at the end of the Turn."
            yield Violation(terms.rule, sentence, "Reveal it for 1 VP.")
        noted = state.models.get(own.secret.get(OF, ""))
        if noted is None:
            return
        if terms.notes in ("friend", "unique_enemy") and not noted.in_play:
            yield Violation("M4-SCH-33", f"{noted.name} has left play: no VP.", "Abandon the Scheme.")
        if terms.notes == "healthy_unique_enemy":
            if 2 * noted.health >= noted.most and noted.in_play:
                sentence = f"{noted.name} has at least half of its Health."
                yield Violation(terms.rule, sentence, "Enter its damage first.")
            turn = next((kill.turn for kill in state.kills if kill.victim == noted.id), state.turn)
            if turn < state.turn and readings_of(ground.setup).event_reveal == "at_once":
                sentence = f"{noted.name} was killed in Turn {turn}: it was to be revealed then."
                yield Violation("M4-SCH-14", sentence, "Abandon the Scheme.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        own = self.hidden(state)
        assert own is not None, "checked before"
        yield SchemeRevealed(self.seat, own)
        yield Noted(f"revealed {self.seat} {self.scheme}", str(state.turn))
        yield Noted(f"scheme left {self.seat}", f"{self.scheme}@{state.turn}")
        yield from _scored(state, self.seat, self.scheme, self.vp, "reveal")


def late_of(state: State, seat: int) -> str:
    """The Scheme of which the side may still score the additional VP in this Turn; empty for none."""
    for name, turn in was_revealed(state, seat).items():
        terms = SCHEMES.get(name)
        if turn == state.turn and (terms is None or terms.late) and scheme_vp(state, seat, name) == 1:
            return name
    return ""


class Late(Fact, frozen=True, tag="late_vp"):
    """The additional VP of the Scheme that was revealed in this Turn, at its end."""

    of_a_turn: ClassVar[bool] = True
    about = ("late", "seat")
    seat: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not late_of(state, self.seat):
            sentence = "No Scheme of that side has its additional VP at the end of this Turn."
            yield Violation("M4-SCH-04", sentence, "")
        elif state.phase != "end":
            sentence = "That VP is scored at the end of the Turn."
            yield Violation("M4-TURN-26", sentence, "Say first that the Turn ends.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from _scored(state, self.seat, late_of(state, self.seat), 1, "end")


class Abandon(Fact, frozen=True, tag="abandon"):
    """The side shows its Scheme at the end of the Turn and gives it up, for no VP."""

    of_a_turn: ClassVar[bool] = True
    of_its_side: ClassVar[bool] = True
    about = ("abandon", "seat")
    seat: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if held(state, self.seat) is None:
            yield Violation("M4-SCH-10", "That side holds no Scheme.", "")
        elif state.phase != "end":
            sentence = "A Scheme is abandoned at the end of the Turn."
            yield Violation("M4-TURN-21", sentence, "Say first that the Turn ends.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        own = held(state, self.seat)
        assert own is not None, "checked before"
        yield SchemeAbandoned(self.seat, own.name)
        yield Noted(f"scheme left {self.seat}", f"{own.name}@{state.turn}")


def _scored(state: State, seat: int, name: str, vp: int, step: Literal["reveal", "end"]) -> Iterator[Event]:
    """So many VP of the Scheme; what goes beyond 6 of all is lost (M4-SCH-09)."""
    room = SCORING.of_schemes - scheme_vp(state, seat)
    for _ in range(min(vp, room)):
        yield Scored(VictoryPoint(state.turn, seat, name, step))
    if vp > room:
        sentence = f"{Names(state).side(seat)} has {SCORING.of_schemes} VP of Schemes: {vp - room} are lost."
        yield Remark(sentence, "M4-SCH-09")
