"""What the referee's hand can do: one small fact a person can see each, as data.

The same commands serve an Encounter played here and a record of a real table. Several together are an ``Act``
with a name. Places are inches from the lower left corner, ids those of models and markers, seats 0 and 1.
Each is one class that says what is wrong with it, what follows, how it is said and how it is filled in.

>>> from rules.game.stored import PLAIN
>>> PLAIN.act([{"do": "hurt", "model": "a1", "amount": 2}]).lines
(Hurt(model='a1', amount=2, by='', reducible=False),)
>>> PLAIN.act({"name": "Lure", "lines": [{"do": "bury", "model": "b1"}]}).name
'Lure'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.bounds import within
from rules.dialogue import Options
from rules.fate.cards import Card
from rules.game.events import Event
from rules.game.events.cards import CardsLookedAt, CardsShown
from rules.game.events.table import (
    Activated,
    Attached,
    CameUp,
    CardsMet,
    ConditionSet,
    ControlSet,
    Damaged,
    Detached,
    Healed,
    Inherited,
    Killed,
    LastingEnded,
    LeaderSet,
    LeftPlay,
    MarkerDropped,
    MarkerFaced,
    MarkerMoved,
    MarkerRemoved,
    MarkerTurned,
    ModelAdded,
    Moved,
    Nicknamed,
    SpentAction,
    TerrainRemoved,
    TokensSet,
    WentUnder,
)
from rules.game.events.turns import PassesSet, PointLost, Scored, StonesChanged
from rules.game.league.claims import used_up
from rules.game.narration import BY_HAND, Names
from rules.game.printed import PrintedModel, PrintedUpgrade
from rules.game.procedure.asks import Proc
from rules.game.procedure.running import Running
from rules.game.referee import forms as f
from rules.game.referee.arrivals import (
    carried_over,
    killed,
    known_with,
    lacks_upgrade,
    stands_for,
    unfit_upgrade,
    unknown_card,
)
from rules.game.referee.command import Command, Fact, name_of, place, until
from rules.game.referee.forms import CommandField
from rules.game.referee.ground import ANYWAY, Ground, Named, Way, answer_in, is_free, off_table, on_table
from rules.game.referee.lasting import EndTime, began, ended, gained, plain
from rules.game.setup.setup import new_model
from rules.game.state import Marker, State, VictoryPoint, other
from rules.game.table_access.interface import USUAL, Manner, TableAccess
from rules.refusal import Violation
from rules.wording import counted, titled, with_article

MOST_COMMANDS = 60
LONGEST_NAME = 60
Stat = Literal["df", "wp", "mv", "sz"]
AnyStat = Literal["df", "wp", "mv", "sz", "wk", "cg", "ht", "ca", "cb"]
"""What a duel may be made with, in whatever edition; ``cb`` is the weapon's."""
Step = Literal["strategy", "reveal", "end"]
Slug = Annotated[str, Meta(max_length=120)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Figure = Annotated[int, within(0, 99)]
STEPS: tuple[Step, ...] = get_args(Step)


# Health


class Hurt(Command, frozen=True, tag="hurt"):
    """The model suffers so much damage: everything considered, or ``reducible`` by what reduces it."""

    words = "{model} suffers {amount} damage{by}."
    forms = (
        f.form(
            "hurt",
            "suffers damage",
            f.MODEL,
            f.number("amount", "Damage", 1),
            f.BY,
            f.flag("reducible", "What reduces damage reduces it"),
        ),
    )
    model: str
    amount: Figure
    by: str = ""
    reducible: bool = False

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Damaged(self.model, self.amount, self.by, source="table")


class FlipDamage(Command, frozen=True, tag="damage_flip"):
    """A damage flip against the model (M3E-DMG-04)."""

    words = "{model} suffers a damage flip of {weak}/{moderate}/{severe}{by}."
    forms = (
        f.form(
            "damage_flip",
            "suffers a damage flip",
            f.MODEL,
            f.BY,
            f.number("weak", "Weak", 1),
            f.number("moderate", "Moderate", 2),
            f.number("severe", "Severe", 3),
            f.number("plus", "Plus"),
            f.number("minus", "Minus"),
            played=True,
        ),
    )
    model: str
    weak: Figure
    moderate: Figure
    severe: Figure
    by: str = ""
    plus: Figure = 0
    minus: Figure = 0
    reducible: bool = True

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not self.weak <= self.moderate <= self.severe:
            yield Violation("play.damage", "Weak, moderate and severe damage rise.", "Write them in order.")
        yield from _flipped_there(ground)


def _flipped_there(ground: Ground) -> Iterator[Violation]:
    if ground.table is None:
        fix = "Flip there, and write down what came of it."
        yield Violation("cards.flip", "The cards lie on your table.", fix)


class Heal(Command, frozen=True, tag="heal"):
    """The model heals so much damage."""

    words = "{model} heals {amount}."
    forms = (f.form("heal", "heals", f.MODEL, f.number("amount", "How much", 1)),)
    model: str
    amount: Figure

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        model = state.models[self.model]
        if model.health + self.amount > model.most:
            sentence = f"{model.name} has at most {model.most} Health."
            yield Violation("play.healing", sentence, "Heal less.", self.model)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Healed(self.model, self.amount)


class Slay(Fact, frozen=True, tag="slay"):
    """The model is killed, by another if named; by a ``crew`` where no model of it did."""

    words = "{model} is killed{by}."
    forms = (f.form("slay", "is killed", f.MODEL, f.BY),)
    model: str
    by: str = ""
    crew: int | None = None

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if self.crew not in (None, 0, 1):
            yield Violation("play.killer", f"There is no seat {self.crew}.", "0 or 1.")
        elif self.by and self.crew is not None and state.models[self.by].seat != self.crew:
            yield Violation("play.killer", "That model is of the other Crew.", "Name one of both.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from killed(state, self.model, self.by, self.crew)


class Sacrifice(Fact, frozen=True, tag="sacrifice"):
    """The model is sacrificed: it leaves by its own hand."""

    words = "{model} is sacrificed."
    forms = (f.form("sacrifice", "is sacrificed", f.MODEL),)
    model: str

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from killed(state, self.model, self.model)


class SetCondition(Fact, frozen=True, tag="condition"):
    """The Condition has that value; 0 ends it."""

    about = ("condition", "model", "condition")
    forms = (
        f.form(
            "condition",
            "has a Condition",
            f.MODEL,
            f.one_of("condition", "Condition", "condition"),
            f.number("value", "Value, 0 ends it", 1),
        ),
    )
    model: str
    condition: str
    value: Figure = 1

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from _unknown_condition(self.condition.partition(":")[0], self.condition, ground)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield ConditionSet(self.model, self.condition, self.value, "table")

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        name = self.condition.replace(":", " ").title()
        return f"{n(self.model)}: {name} {self.value or 'ends'}."


def _unknown_condition(name: str, entered: str, ground: Ground) -> Iterator[Violation]:
    if name not in ground.hand.conditions:
        yield Violation("play.condition", f"There is no Condition {entered}.", "", entered)


class SetTokens(Fact, frozen=True, tag="tokens"):
    about = ("token", "model", "name")
    forms = (
        f.form("tokens", "has tokens", f.MODEL, f.text("name", "Token"), f.number("number", "How many", 1)),
    )
    model: str
    name: Name
    number: Figure

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not self.name.strip():
            yield Violation("play.token", "The token has no name.", "Write one.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield TokensSet(self.name, self.number, self.model)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        return f"{n(self.model)}: {counted(self.number, f'{titled(self.name)} Token')}."


# Places


class Put(Command, frozen=True, tag="put"):
    """The model stands there now. With ``inches`` it gets there by that way, toward or away from another if
    named; ``anyway`` where the rules would not let it."""

    forms = (
        f.form("move", "is moved", *f.WAY, way="move"),
        f.form("push", "is Pushed", *f.WAY, way="push"),
        f.form("place", "is Placed", *f.WAY, way="place"),
        f.form("put", "is put anywhere", f.MODEL, f.PLACE),
    )
    model: str
    x: float
    y: float
    way: Way = "table"
    inches: float | None = None
    toward: str = ""
    away: str = ""
    by: str = ""
    anyway: bool = False

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        """Check that the place is on the table and, unless ``anyway``, where the rules allow it (M3E-MOVE-01,
        -05, -13, -15)."""
        model = state.models[self.model]
        if not on_table(self.x, self.y, model.mm):
            yield from off_table(self.x, self.y, model.mm, self.model)
        elif self.way != "table" and not model.on_table:
            yield Violation("move.table", "It is not on the table.", "Unbury it first.", self.model)
        elif ground.table is not None and not self.anyway and self.way != "table":
            options = self.region(state, ground.table)
            if answer_in(options, self.x, self.y) is None:
                why = options.refused([self.x, self.y])
                reason = f": {why.sentence}" if why else "."
                sentence = f"{Names(state)(self.model)} may not end there{reason}"
                yield Violation(_FORBIDDEN_BY[self.way], sentence, ANYWAY, self.model)

    def region(self, state: State, table: TableAccess, manner: Manner = USUAL) -> Options:
        """Where that move may end."""
        return table.reach(
            state,
            state.models[self.model],
            max(0.0, min(99.0, self.inches or 0.0)),
            "place" if self.way == "table" else self.way,
            toward=state.models.get(self.toward),
            away=state.models.get(self.away),
            manner=manner,
        )

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Moved(self.model, self.x, self.y, way=self.way)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        done = {"table": "is put", "move": "is moved", "push": "is Pushed", "place": "is Placed"}[self.way]
        far = f" up to {self.inches:g}″" if self.inches is not None else ""
        return f"{n(self.model)} {done}{far} to {place(self.x, self.y)}{', anyway' * self.anyway}."


_FORBIDDEN_BY = {"move": "move.table", "push": "push.line", "place": "place.end"}
"""What is cited for a move that may not end there."""


class Under(Fact, frozen=True, tag="bury"):
    words = "{model} is Buried."
    forms = (f.form("bury", "is Buried", f.MODEL),)
    model: str

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield WentUnder(self.model)


class Up(Fact, frozen=True, tag="unbury"):
    """Without a place only beside a real table, whose places nobody knows."""

    forms = (
        f.form("unbury", "is Unburied", f.one_of("model", "Model", "buried"), f.PLACE_IF_KNOWN, f.ANYWAY),
    )
    model: str
    x: float = 0.0
    y: float = 0.0
    anyway: bool = False

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        model = state.models[self.model]
        somewhere = ground.table is None and not (self.x or self.y)
        if not somewhere and not on_table(self.x, self.y, model.mm):
            yield from off_table(self.x, self.y, model.mm, self.model)
        elif model.where != "buried":
            yield Violation("play.bury", f"{model.name} is not Buried.", "", self.model)
        elif ground.table is not None and not self.anyway and not is_free(state, model, self.x, self.y):
            yield Violation("move.end", "Another base is there.", ANYWAY, self.model)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield CameUp(self.model, self.x, self.y)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        where = f" at {place(self.x, self.y)}" if (self.x, self.y) != (0.0, 0.0) else ""
        return f"{n(self.model)} is Unburied{where}{', anyway' * self.anyway}."


# Markers


class _OfMarker(Command, frozen=True):
    """A command about one marker of the table."""

    marker: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if self.marker not in state.markers:
            sentence = f"There is no marker {self.marker} on the table."
            yield Violation("play.marker_there", sentence, "", self.marker)


class DropOne(Command, frozen=True, tag="drop"):
    """A marker of any kind and size, friendly to ``seat``; its Terrain Traits, what a Hazardous one does."""

    forms = (
        f.form(
            "drop",
            "a marker is dropped",
            f.text("kind", "Kind", "scheme"),
            f.PLACE,
            f.FRIENDLY_TO,
            f.number("mm", "Diameter in mm", 30),
            f.number("size", "Size"),
            f.one_of("traits", "Terrain Traits, with commas", "words", optional=True),
            f.one_of("hazard", "Condition of a Hazardous one", "condition", optional=True),
            f.number("hazard_value", "and its value", 1),
        ),
    )
    kind: Name
    x: float
    y: float
    seat: int | None = None
    mm: float = 30.0
    name: Name = ""
    size: int = 0
    traits: tuple[Name, ...] = ()
    hazard: Name = ""
    hazard_value: int = 1

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not self.kind.strip():
            yield Violation("play.marker", "The marker has no kind.", "Write one.")
        if not 5.0 <= self.mm <= 200.0 or not 0 <= self.size <= 10:
            yield Violation("play.marker", "That is no size of a marker.", "5 to 200 mm, Size 0 to 10.")
        if self.hazard:
            yield from _unknown_condition(self.hazard, self.hazard, ground)
        yield from off_table(self.x, self.y, self.mm)

    def marker(self, name: str) -> Marker:
        """The marker under that id."""
        return Marker(
            id=name,
            kind=self.kind.strip().lower(),
            x=self.x,
            y=self.y,
            seat=self.seat,
            mm=self.mm,
            name=self.name,
            size=self.size,
            traits=tuple(trait.strip().lower() for trait in self.traits if trait.strip()),
            hazard=self.hazard,
            hazard_value=self.hazard_value,
        )

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield MarkerDropped(self.marker(f"m{state.made + 1}"))

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        side = "" if self.seat is None else f" of {n.side(self.seat)}"
        noun = with_article(titled(self.kind))
        return f"{noun[0].upper()}{noun[1:]} Marker{side} lies at {place(self.x, self.y)}."


class MoveMarker(_OfMarker, frozen=True, tag="move_marker"):
    """Straight there, or ``placed``."""

    words = "{marker} is moved to {place}."
    forms = (
        f.form("move_marker", "is moved", f.MARKER, f.PLACE, f.flag("placed", "Placed, not moved"), f.BY),
    )
    x: float
    y: float
    placed: bool = False
    by: str = ""

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from super().wrong(state, ground)
        held = state.markers.get(self.marker)
        yield from off_table(self.x, self.y, held.mm if held is not None else 30.0)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield MarkerMoved(self.marker, self.x, self.y)


class TurnMarker(_OfMarker, frozen=True, tag="turn_marker"):
    """The marker is friendly to that side now, or neutral."""

    forms = (f.form("turn_marker", "changes sides", f.MARKER, f.FRIENDLY_TO),)
    seat: int | None = None

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield MarkerTurned(self.marker, self.seat)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        side = "neutral" if self.seat is None else f"friendly to {n.side(self.seat)}"
        return f"{n.marker(self.marker)} is {side}."


class FaceMarker(_OfMarker, frozen=True, tag="face_marker"):
    """The marker lies face down now, or face up again."""

    forms = (
        f.form("face_down", "lies face down", f.MARKER),
        f.form("face_up", "lies face up", f.MARKER, down=False),
    )
    down: bool = True

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if self.marker not in state.markers:
            yield from super().wrong(state, ground)
        elif self.down == (self.marker in state.face_down):
            sentence = f"The marker {self.marker} lies face {self._face} already."
            yield Violation("", sentence, "", self.marker)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield MarkerFaced(self.marker, self.down)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        return f"{n.marker(self.marker)} lies face {self._face}."

    @property
    def _face(self) -> str:
        return "down" if self.down else "up"


class TakeOff(_OfMarker, frozen=True, tag="take_off"):
    """A marker leaves the table."""

    words = "{marker} is removed."
    forms = (f.form("take_off", "is removed", f.MARKER),)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield MarkerRemoved(self.marker)


class ClearPiece(Command, frozen=True, tag="clear_piece"):
    """A piece of terrain leaves the table."""

    words = "{piece} is taken off the table."
    forms = (f.form("clear_piece", "a piece of terrain is removed", f.one_of("piece", "Terrain", "piece")),)
    piece: str

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        agreed = ground.setup.terrain if ground.setup is not None else ()
        names = {piece.name for piece in (*agreed, *state.terrain_placed)}
        if self.piece not in names - set(state.terrain_gone):
            sentence = f"No piece called “{self.piece}” stands on the table."
            yield Violation("setup.terrain", sentence, "Choose one that does.", self.piece)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield TerrainRemoved(self.piece)


# Cards


class _SomeCards(Command, frozen=True):
    """So many cards of a seat's deck or hand."""

    seat: int
    cards: Annotated[int, within(1, 99)] = 1


class DrawCards(_SomeCards, frozen=True, tag="draw"):
    words = "{seat} draws {cards}."
    forms = (f.form("draw", "draws", f.SEAT, f.CARDS),)

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        crew = state.crews[self.seat]
        there = len(crew.deck) + (len(crew.discard) if ground.setup else 0)
        if self.cards > there and (ground.table is not None or not ground.setup):
            yield Violation("cards.draw", "There are not so many cards in the deck.", "Draw fewer.")


class DiscardCards(_SomeCards, frozen=True, tag="discard"):
    """Hand cards: those ``named`` by their owner, else ``cards`` of the owner's choice."""

    forms = (f.form("discard", "discards hand cards", f.SEAT, f.CARDS),)
    named: tuple[str, ...] = ()

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        hand = state.crews[self.seat].hand
        if self.named and self.seat != ground.seat:
            yield Violation("cards.secret", "Only its owner knows that hand.", "Say how many cards.")
        elif self.named and not all_held(self.named, hand):
            yield Violation("cards.discard", "That card is not in your hand.", "Choose cards of your hand.")
        elif not self.named:
            yield from _too_many_of_hand(self.cards, hand, ground)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        return f"{n.side(self.seat)} discards {counted(len(self.named) or self.cards, 'card')}."


def all_held(named: tuple[str, ...], hand: tuple[Card, ...]) -> bool:
    """Whether those are different cards of the hand."""
    return len(set(named)) == len(named) and set(named) <= {card.code for card in hand}


def _too_many_of_hand(cards: int, hand: tuple[Card, ...], ground: Ground) -> Iterator[Violation]:
    if ground.table is not None and cards > len(hand):
        yield Violation("cards.discard", "There are not so many cards in the hand.", "Name fewer.")


class Mill(_SomeCards, frozen=True, tag="mill"):
    """The top cards of a deck are discarded."""

    words = "{cards} of {seats} deck: discarded."
    forms = (f.form("mill", "discards from the deck", f.SEAT, f.CARDS),)


class Look(Command, frozen=True, tag="look"):
    """``by`` looks at the top cards of a seat's deck or at its hand; without ``by`` both see them."""

    forms = (
        f.form("look_deck", "top cards are looked at", f.SEAT, f.CARDS, f.WHO_LOOKS),
        f.form("look_hand", "hand is looked at", f.SEAT, f.WHO_LOOKS, source="hand"),
    )
    seat: int
    source: Literal["deck", "hand"] = "deck"
    cards: Annotated[int, within(1, 99)] = 1
    by: int | None = None

    def perform(self, g: Running, ground: Ground) -> Proc[None]:
        """Show the cards to the player who looks, or to both."""
        crew = g.crew(self.seat)
        seen = crew.hand if self.source == "hand" else crew.deck[: self.cards]
        if self.by is None:
            g.emit(CardsShown(self.seat, seen, self.source))
        else:
            g.emit(CardsLookedAt(self.seat, seen, self.by, self.source))
        yield from ()

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        what = "hand" if self.source == "hand" else f"top {counted(self.cards, 'card')}"
        who = "Both look" if self.by is None else f"{n.side(self.by)} looks"
        return f"{who} at {n.sides(self.seat)} {what}."


class PutBack(_SomeCards, frozen=True, tag="put_back"):
    """Hand cards of the owner's choice go on the deck or under it; ``shuffled``: and the deck is shuffled."""

    forms = (
        f.form(
            "put_back",
            "puts hand cards back",
            f.SEAT,
            f.CARDS,
            f.choice(
                "to", "Where", top="on the deck", bottom="under the deck", shuffled="shuffled into the deck"
            ),
        ),
    )
    to: Literal["top", "bottom", "shuffled"] = "top"

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from _too_many_of_hand(self.cards, state.crews[self.seat].hand, ground)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        where = {"top": " on the deck", "bottom": " under the deck", "shuffled": " into the deck"}
        return f"{n.side(self.seat)} puts {counted(self.cards, 'card')}{where[self.to]}."


class Shuffle(Command, frozen=True, tag="shuffle"):
    """Deck and discard pile become a new deck."""

    words = "{seats} deck is shuffled with its discard pile."
    forms = (f.form("shuffle", "shuffles deck and discard pile", f.SEAT),)
    seat: int


class FlipOne(Command, frozen=True, tag="flip"):
    """One flip, with fate modifiers; it may be cheated unless ``cheatable`` is off."""

    forms = (
        f.form(
            "flip",
            "flips a card",
            f.SEAT,
            f.number("plus", "Plus"),
            f.number("minus", "Minus"),
            f.text("why", "What for", optional=True),
            played=True,
        ),
    )
    seat: int
    plus: Figure = 0
    minus: Figure = 0
    cheatable: bool = True
    why: Name = ""

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from _flipped_there(ground)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"{n.side(self.seat)} flips a card{why}."


class DuelByHand(Command, frozen=True, tag="duel"):
    """A duel of the model's stat against a TN, or against the ``resist`` stat of another."""

    forms = (
        f.form(
            "duel",
            "duels against a TN",
            f.MODEL,
            f.one_of("stat", "With", "stat"),
            f.number("tn", "TN", 10),
            played=True,
        ),
        f.form(
            "opposed",
            "duels against a model",
            f.MODEL,
            f.one_of("stat", "With", "stat"),
            f.one_of("against", "Against", "model"),
            f.one_of("resist", "Its", "stat"),
            played=True,
        ),
    )
    model: str
    stat: AnyStat
    tn: int | None = None
    against: str = ""
    resist: AnyStat = "df"

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from _flipped_there(ground)
        stats = get_args(Stat)
        if not {self.stat, self.resist} <= set(stats):
            yield Violation("duel.kinds", "No model has such a stat.", f"One of {', '.join(stats)}.")
        elif self.tn is None and not self.against:
            yield Violation("duel.kinds", "Against what is the duel?", "Name a TN or another model.")
        elif self.model == self.against:
            yield Violation("duel.kinds", "Nobody duels with itself.", "Name another model.")

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        resisted = f"{n(self.against)} ({self.resist.capitalize()})"
        against = resisted if self.against else f"TN {self.tn}"
        return f"{n(self.model)} duels with {self.stat.capitalize()} against {against}."


# Both sides


class Stones(Command, frozen=True, tag="stones"):
    forms = (f.form("stones", "gains or loses Soulstones", f.SEAT, f.number("change", "Change", -1)),)
    seat: int
    change: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if state.crews[self.seat].stones + self.change < 0:
            yield Violation("play.stones", "There are not so many Soulstones.", "Spend fewer.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield StonesChanged(self.seat, self.change, "table")

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        word = "gains" if self.change > 0 else "loses"
        return f"{n.side(self.seat)} {word} {counted(abs(self.change), 'Soulstone')}."


class Passes(Fact, frozen=True, tag="passes"):
    forms = (f.form("passes", "has Pass Tokens", f.SEAT, f.number("passes", "How many", 1)),)
    seat: int
    passes: Figure

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield PassesSet(self.seat, self.passes, "table")

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        return f"{n.side(self.seat)} has {counted(self.passes, 'Pass Token')}."


class Point(Command, frozen=True, tag="score"):
    """One VP: ``source`` is the Strategy's or Scheme's name; ``lost``: the last one from it is taken away."""

    about = ("vp", "seat", "source")
    of_a_turn: ClassVar[bool] = True
    forms = (
        f.form(
            "score",
            "scores 1 VP",
            f.SEAT,
            f.one_of("source", "From", "source"),
            f.choice("step", "As", strategy="Strategy", reveal="revealed Scheme", end="end of the game"),
        ),
        f.form("unscore", "loses 1 VP again", f.SEAT, f.one_of("source", "From", "source"), lost=True),
    )
    seat: int
    source: str
    step: str = "strategy"
    lost: bool = False

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        """Check the edition's caps, and that VP which are removed were scored."""
        own = [score for score in state.scores if (score.seat, score.source) == (self.seat, self.source)]
        if self.lost:
            if not own:
                yield Violation("score.order", f"{self.source} has scored nothing.", "")
            return
        if self.step not in STEPS:
            sentence = f"{self.step} is no way to score."
            yield Violation("score.order", sentence, f"One of {', '.join(STEPS)}.")
        if not self.source.strip():
            yield Violation("score.order", "Nothing is named that scores.", "Name the Strategy or Scheme.")
        yield from ground.hand.capped(state, self.source, self.step, own)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        if self.lost:
            yield PointLost(self.seat, self.source)
        else:
            step = next(step for step in STEPS if step == self.step)
            yield Scored(VictoryPoint(state.turn, self.seat, self.source, step))

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        return f"{n.side(self.seat)} {'loses' if self.lost else 'scores'} 1 VP from {self.source}."


# Who is there, and what of


class Summon(Command, frozen=True, tag="summon"):
    """A new model of that card in that Crew, of the effect of ``by``; ``given_up`` are those that gave
    themselves up for it (SL-SUMMON-03). ``printed`` and ``bought`` are the cards where the Encounter has them
    not."""

    about = ("summon", "seat", "card")
    each_once = True
    forms = (
        f.form(
            "summon",
            "Summons a model",
            f.SEAT,
            f.one_of("card", "Model", "card"),
            f.PLACE_IF_KNOWN,
            f.BY,
            f.one_of("upgrade", "With the Upgrade", "upgrade", optional=True),
            f.one_of("given_up", "Who gave itself up for it", "models", optional=True),
            f.ANYWAY,
        ),
    )
    card: Slug
    seat: int
    x: float = 0.0
    y: float = 0.0
    upgrade: Slug = ""
    by: str = ""
    given_up: tuple[str, ...] = ()
    anyway: bool = False
    printed: PrintedModel | None = None
    bought: PrintedUpgrade | None = None

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        """Check its place, that the card is known, and the limits of the Crew (M3E-SUMM-05, -06)."""
        cards = ground.cards(state)
        card = cards.get(self.card) or self.printed
        if ground.table is not None:
            yield from self._wrong_place(state, ground.table, card)
        yield from unknown_card(state, self.card, self.printed, ground)
        if card is None or self.anyway or ground.table is None:
            return
        known = cards | {self.card: card}
        if not ground.hand.room_for(known, state, card, self.seat, self.given_up):
            sentence = f"The Crew may hold no further {card.name}."
            fix = "Choose another, or say “anyway”."
            yield Violation("play.summon_limit", sentence, fix, self.card)
        if self.upgrade:
            model = new_model("", card, self.seat)
            yield from unfit_upgrade(state, self.upgrade, self.bought, model, ground)

    def _wrong_place(
        self, state: State, table: TableAccess, card: PrintedModel | None
    ) -> Iterator[Violation]:
        mm = card.mm if card is not None else 30.0
        if not on_table(self.x, self.y, mm):
            yield from off_table(self.x, self.y, mm)
        elif not self.anyway and card is not None:
            model, source = new_model("", card, self.seat), state.models.get(self.by)
            if source is not None and source.on_table:
                if not table.contact(state, model, (source,)).contains([self.x, self.y]):
                    yield Violation("play.summon", "That does not touch the summoner.", ANYWAY, self.by)
            elif not is_free(state, model, self.x, self.y):
                yield Violation("move.end", "Another base is there.", ANYWAY)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        cards, printed = ground.cards(state), self.printed
        if self.card not in cards and printed is not None:
            cards = {**cards, self.card: printed}
            yield CardsMet((printed,), ())
        model = new_model(f"s{state.made + 1}", cards[self.card], self.seat)
        there = replace(model, x=self.x, y=self.y, where="table", summoned=state.turn)
        yield ModelAdded(there, "summoned")
        if self.upgrade:
            if self.bought is not None:
                yield CardsMet((), (self.bought,))
            yield Attached(model.id, self.upgrade)
        rival = other(self.seat)
        yield PassesSet(rival, state.crews[rival].passes + 1, "the other Crew Summoned")
        yield from stands_for(state, [state.models[name] for name in self.given_up], model, ground)
        for name in self.given_up:
            yield from killed(state, name, name)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        called = _called(self.card, cards, (self.printed,) if self.printed is not None else ())
        borne = f" with {name_of(self.upgrade)}" if self.upgrade else ""
        price = f", for {', '.join(map(n, self.given_up))}" if self.given_up else ""
        return f"{n.side(self.seat)} Summons {called}{borne}{price}{', anyway' * self.anyway}."


def _called(slug: str, cards: Mapping[str, Named], printed: tuple[Named, ...]) -> str:
    brought: dict[str, Named] = {getattr(card, "slug", ""): card for card in printed}
    card = cards.get(slug) or brought.get(slug)
    return card.name if card is not None else name_of(slug)


class Replace(Command, frozen=True, tag="replace"):
    """One or several become one or several (M3E-REPL-01); ``printed`` as for ``Summon``."""

    each_once = True
    forms = (
        f.form(
            "replace",
            "models are Replaced",
            f.one_of("models", "Models", "models"),
            f.one_of("cards", "By", "cards_of"),
            f.one_of("seat", "In the Crew of", "seat", optional=True),
            f.number("heals", "and heals"),
            f.flag("keep_upgrades", "Upgrades stay"),
        ),
    )
    models: tuple[str, ...]
    cards: tuple[Slug, ...]
    seat: int | None = None
    heals: Figure = 0
    keep_upgrades: bool = False
    printed: tuple[PrintedModel, ...] = ()

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not self.models or not self.cards:
            yield Violation("play.replace", "Who is Replaced, and by what?", "Name models and cards.")
            return
        printed = {card.slug: card for card in self.printed}
        known = known_with(ground.cards(state), self.printed)
        for slug in self.cards:
            yield from unknown_card(state, slug, printed.get(slug), ground)
        sides = {state.models[name].seat for name in self.models}
        if len(sides) > 1:
            yield Violation("play.replace", "They are of two Crews.", "Replace models of one.")
        elif ground.table is not None and all(slug in known for slug in self.cards):
            seat = sides.pop() if self.seat is None else self.seat
            for place, slug in enumerate(self.cards):
                coming = self.cards[:place]
                if not ground.hand.room_for(known, state, known[slug], seat, self.models, coming):
                    sentence = f"The Crew may hold no further {known[slug].name}."
                    yield Violation("play.replace", sentence, "Choose another.", slug)
            if not all(state.models[name].on_table for name in self.models):
                yield Violation("play.replace", "It is not on the table.", "Unbury it first.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        """New models with the originals' Health (M3E-REPL-01 to -07)."""
        cards, old = ground.cards(state), [state.models[name] for name in self.models]
        met = tuple(card for card in self.printed if card.slug not in cards)
        if met:
            cards = {**cards, **{card.slug: card for card in met}}
            yield CardsMet(met, ())
        seat = old[0].seat if self.seat is None else self.seat
        health = sum(model.health for model in old) + self.heals
        new = []
        for number, slug in enumerate(self.cards, 1):
            model = new_model(f"s{state.made + number}", cards[slug], seat)
            place = old[min(number, len(old)) - 1]
            there = replace(model, x=place.x, y=place.y, elevation=place.elevation, where="table")
            new.append(replace(there, health=min(health, model.most)))
        heir = new[0]
        for model in new:
            yield ModelAdded(model, "replaced")
        upgrades, conditions = ground.upgrades(state), ground.hand.conditions
        yield from carried_over(old, heir, self.keep_upgrades, upgrades, conditions)
        if seat == old[0].seat:
            for model in old:
                yield Inherited(model.id, heir.id)
                if model.leader:
                    yield LeaderSet(model.id, False)
                    yield LeaderSet(heir.id, True)
            yield from stands_for(state, old, heir, ground)
        for model in old:
            if seat != model.seat:
                yield Killed(model.id, model, source="Replace")
            yield LeftPlay(model.id, "replaced")
        if any(model.activated for model in old):
            for model in new:
                yield Activated(model.id)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        old = " and ".join(map(n, self.models))
        new = " and ".join(_called(slug, cards, self.printed) for slug in self.cards)
        return f"{old} {'are' if len(self.models) > 1 else 'is'} Replaced by {new}."


class AttachUpgrade(Command, frozen=True, tag="attach"):
    words = "{upgrade} is attached to {model}."
    forms = (f.form("attach", "an Upgrade is attached", f.MODEL, f.one_of("upgrade", "Upgrade", "upgrade")),)
    model: str
    upgrade: Slug
    bought: PrintedUpgrade | None = None

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from unfit_upgrade(state, self.upgrade, self.bought, state.models[self.model], ground)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        if self.bought is not None:
            yield CardsMet((), (self.bought,))
        yield Attached(self.model, self.upgrade)


BORNE = f.one_of("upgrade", "Upgrade", "borne")


class DiscardUpgrade(Command, frozen=True, tag="detach"):
    words = "{model} discards {upgrade}."
    forms = (f.form("detach", "discards an Upgrade", f.MODEL, BORNE),)
    model: str
    upgrade: Slug

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from lacks_upgrade(state, self.model, self.upgrade, "card.upgrade")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Detached(self.model, self.upgrade)


class Use(Fact, frozen=True, tag="use_up"):
    """The model's Upgrade Annihilates itself for its effect (SL-UPG-13)."""

    about = ("upgrade", "model", "upgrade")
    words = "{model} uses up {upgrade}."
    forms = (f.form("use_up", "uses up its Upgrade", f.MODEL, BORNE),)
    model: str
    upgrade: Slug

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from lacks_upgrade(state, self.model, self.upgrade, "SL-UPG-13")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from used_up(state.models[self.model], self.upgrade)


class Nickname(Fact, frozen=True, tag="nickname"):
    """What the model is called beside its name; empty for nothing."""

    words = "{model} is called “{name}”."
    forms = (f.form("nickname", "is called", f.MODEL, f.text("name", "Nickname", optional=True)),)
    model: str
    name: Annotated[str, Meta(max_length=24)]

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Nicknamed(self.model, self.name.strip())


# For a time


class Control(Command, frozen=True, tag="control"):
    """That seat controls the model until then; its own side: it is given back."""

    words = "{seat} controls {model} {until}."
    forms = (f.form("control", "is controlled", f.MODEL, f.SEAT, f.END),)
    model: str
    seat: int
    until: EndTime = "end_phase"

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        for effect in state.lasting:
            if effect.on == self.model and effect.control is not None:
                yield LastingEnded(effect.key)
        own = state.models[self.model].seat == self.seat
        if not own:
            yield began("Control", self.model, self.until, control=self.seat)
        yield ControlSet(self.model, None if own else self.seat)


class ChangeStat(Command, frozen=True, tag="stat"):
    forms = (
        f.form(
            "stat",
            "has another stat",
            f.MODEL,
            f.one_of("stat", "Stat", "stat"),
            CommandField("amount", "Higher or lower", "signed", "1"),
            f.END,
        ),
    )
    model: str
    stat: Stat
    amount: Annotated[int, within(-99, 99)]
    until: EndTime = "end_phase"

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        part = ground.hand.changed_stat(self.stat, self.amount)
        on, by_hand = self.model, (each for each in state.lasting if each.source == BY_HAND)
        number = 1 + sum(effect.on == on for effect in by_hand)
        yield began(f"{self._change}#{number}", on, self.until, part=part)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        return f"{n(self.model)} has {self._change} {until(self.until)}."

    @property
    def _change(self) -> str:
        return f"{self.stat.capitalize()} {self.amount:+d}"


class _OfAbility(Command, frozen=True):
    """An ability by its name."""

    model: str
    ability: Name
    until: EndTime = "end_phase"

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not self.ability.strip():
            yield Violation("play.ability", "The ability has no name.", "Write one.")


ABILITY = (f.MODEL, f.text("ability", "Ability"), f.END)


class GainAbility(_OfAbility, frozen=True, tag="gain_ability"):
    """An ability by its name, as some card of the Encounter has it, or what it says by hand."""

    words = "{model} gains {ability} {until}."
    forms = (f.form("gain_ability", "gains an ability", *ABILITY),)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from gained(state, self.model, self.ability.strip(), self.until, ground)


class LoseAbility(_OfAbility, frozen=True, tag="lose_ability"):
    words = "{model} loses {ability} {until}."
    forms = (f.form("lose_ability", "loses an ability", *ABILITY),)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        name = self.ability.strip()
        yield began(f"No {name}", self.model, self.until, data={"loses": name})


class EndEffect(Command, frozen=True, tag="end_effect"):
    """An effect of that name that rests on the model ends now."""

    words = "{name} on {model} ends."
    forms = (f.form("end_effect", "an effect ends", f.MODEL, f.one_of("name", "Effect", "effect")),)
    model: str
    name: Name

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not any(True for _ in self.events(state, ground)):
            sentence = f"No effect “{self.name}” rests on it."
            yield Violation("", sentence, "Choose one that does.", self.model)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        for effect in state.lasting:
            if effect.on == self.model and plain(effect.name) == plain(self.name):
                yield LastingEnded(effect.key)
                if effect.control is not None:
                    yield ControlSet(self.model, None)


class MoreActions(Command, frozen=True, tag="actions"):
    """So many Actions more in the model's Activation, or fewer."""

    forms = (
        f.form("more", "one Action more", f.MODEL, change=1),
        f.form("fewer", "one Action fewer", f.MODEL, change=-1),
    )
    model: str
    change: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if not self.change or abs(self.change) > 3:
            yield Violation("turn.actions", "One to three Actions more or fewer.", "")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield SpentAction(self.model, BY_HAND, -self.change, 0)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        more = "more" if self.change > 0 else "fewer"
        return f"{n(self.model)} has {counted(abs(self.change), 'Action')} {more}."


class Activate(Fact, frozen=True, tag="activated"):
    """The model has Activated, or has not; of the Activation going on it is the end."""

    about = ("activated", "model")
    of_a_turn: ClassVar[bool] = True
    model_rule = "turn.activation"
    forms = (
        f.form("activated", "ends its Activation", f.MODEL),
        f.form("not_activated", "may Activate again", f.MODEL, activated=False),
    )
    model: str
    activated: bool = True

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        if self.activated and ground.table is None:
            yield from ended(state, "activation")
        yield Activated(self.model, self.activated)

    def perform(self, g: Running, ground: Ground) -> Proc[None]:
        if self.activated and self.model == g.state.activating:
            g.ended = self.model
        else:
            yield from super().perform(g, ground)

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        return f"{n(self.model)} has {'' if self.activated else 'not '}Activated."


OfHealth = Hurt | FlipDamage | Heal | Slay | Sacrifice | SetCondition | SetTokens
OfPlaces = Put | Under | Up
OfMarkers = DropOne | MoveMarker | TurnMarker | FaceMarker | TakeOff | ClearPiece
CardCommand = DrawCards | DiscardCards | Mill | Look | PutBack | Shuffle | FlipOne | DuelByHand
OfSides = Stones | Passes | Point
OfCrews = Summon | Replace | AttachUpgrade | DiscardUpgrade | Use | Nickname
ForATime = Control | ChangeStat | GainAbility | LoseAbility | EndEffect | MoreActions | Activate
AnyCommand = OfHealth | OfPlaces | OfMarkers | CardCommand | OfSides | OfCrews | ForATime
BY_WORD: dict[str, type[Command]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyCommand)}
GROUPS: dict[str, tuple[type[Command], ...]] = {
    "Health": get_args(OfHealth),
    "Places": get_args(OfPlaces),
    "Markers": get_args(OfMarkers),
    "Cards": get_args(CardCommand),
    "Both sides": get_args(OfSides),
    "Who is there": get_args(OfCrews),
    "For a time": get_args(ForATime),
}
"""The commands as the panel groups them."""


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """Commands that are one thing under a name. ``asked``: the other seat may object before it is done."""

    name: Name = ""
    lines: Annotated[tuple[AnyCommand, ...], Meta(max_length=MOST_COMMANDS)] = ()
    asked: bool = False

    def problems(self, state: State, ground: Ground) -> list[Violation]:
        """What is impossible in it, each command checked after the events of those before it."""
        for number, command in enumerate(self.lines, 1):
            problems = [ground.hand.rows.cited(fault) for fault in command.problems(state, ground)]
            if problems:
                if len(self.lines) == 1:
                    return problems
                return [replace(fault, sentence=f"{number}: {fault.sentence}") for fault in problems]
            state = fold(state, command.events(state, ground))
        return []

    def after(self, state: State, ground: Ground) -> State:
        """The state after its events, without reactions to them."""
        for command in self.lines:
            state = fold(state, command.events(state, ground))
        return state


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after the events."""
    for event in events:
        state = event.on(state)
    return state
