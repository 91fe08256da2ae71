"""Checks of the referee's hand: what is impossible, each refusal with its rule ID.

In play there is a table, so a move has a region and a Crew its limits; a command beyond them needs
``anyway``, and the log records that. A record of a real table measures nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any, get_args

from msgspec import Struct

from rules.dialogue import Options
from rules.fate.cards import Card
from rules.game.narration import Names
from rules.game.printed import PrintedModel, PrintedUpgrade
from rules.game.referee import commands as c
from rules.game.referee.hand import HandRules
from rules.game.results.result import Scoring
from rules.game.setup.setup import EncounterSetup, new_model
from rules.game.state import Marker, Model, State
from rules.game.table_access.interface import USUAL, Manner, TableAccess
from rules.refusal import Violation
from rules.table.geometry.footprints import MM, TOUCH

WAYS = {
    "walk": "move.walk",
    "move": "move.table",
    "push": "push.line",
    "place": "place.end",
    "charge": "move.charge",
}
"""What is cited for a move that may not end there."""
SIDE = 36.0
LARGEST_MM = 200.0
NUMBERS = ("amount", "value", "number", "passes", "heals", "weak", "moderate", "severe", "plus", "minus")


class Ground(Struct, frozen=True):
    """What a check knows besides the state: the rules of the edition's ``hand``, what was agreed, the
    ``table`` in play, and whose hand it is."""

    hand: HandRules
    setup: EncounterSetup | None = None
    table: TableAccess | None = None
    seat: int | None = None

    def cards(self, state: State) -> dict[str, PrintedModel]:
        """Every card of a model in the Encounter."""
        return {**state.cards, **(self.setup.cards if self.setup else {})}

    def upgrades(self, state: State) -> dict[str, PrintedUpgrade]:
        return {**state.upgrades, **(self.setup.upgrades if self.setup else {})}


def check(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    """What makes the command impossible, if anything."""
    problems = [*_models(state, command), *_figures(command)]
    if not problems:
        problems = [*_of_health(state, command, ground), *_of_markers(state, command, ground)]
        problems += [*_of_both(state, command, ground), *_of_cards(state, command, ground)]
        problems += [*_of_places(state, command, ground), *_of_terrain(state, command, ground)]
        problems += [*_of_crews(state, command, ground)]
    yield from problems


def models_of(command: c.AnyCommand) -> list[str]:
    """The models that the command refers to, which must be in play."""
    named = [getattr(command, field, "") for field in ("model", "toward", "away", "against")]
    several = (*getattr(command, "models", ()), *getattr(command, "given_up", ()))
    return [name for name in (*named, *several) if name]


def _models(state: State, command: c.AnyCommand) -> Iterator[Violation]:
    named = models_of(command)
    if "model" in command.__struct_fields__ and not getattr(command, "model", ""):
        yield Violation("", "No model was named.", "Choose one.")
    for name in named:
        model = state.models.get(name)
        if model is None or not model.in_play:
            rule = "turn.activation" if isinstance(command, c.Activate) else ""
            yield Violation(rule, f"There is no model {name} in play.", "Choose one that is.", name)
    by = getattr(command, "by", "")
    if isinstance(by, str) and by and by not in state.models:
        yield Violation("play.killer", f"There is no model {by}.", "", by)
    if len(set(named)) < len(named) and isinstance(command, c.Replace | c.Summon):
        yield Violation("play.replace", "A model is named twice.", "Name each once.")


def _figures(command: c.AnyCommand) -> Iterator[Violation]:
    for field in NUMBERS:
        value = getattr(command, field, None)
        signed = field == "amount" and isinstance(command, c.ChangeStat)
        if value is not None and not (-99 if signed else 0) <= value <= 99:
            yield Violation("", f"{field}: {value} is no number for that.", "0 to 99.")
    cards = getattr(command, "cards", None)
    if isinstance(cards, int) and not 1 <= cards <= 99:
        yield Violation("", f"cards: {cards} is no number for that.", "1 to 99.")
    for field in ("seat", "by"):
        seat = getattr(command, field, None)
        if isinstance(seat, int) and seat not in (0, 1):
            yield Violation("", f"There is no seat {seat}.", "0 or 1.")


def _of_health(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    match command:
        case c.Heal(model=name, amount=amount):
            model = state.models[name]
            if model.health + amount > model.most:
                yield Violation(
                    "play.healing", f"{model.name} has at most {model.most} Health.", "Heal less.", name
                )
        case c.FlipDamage() if not command.weak <= command.moderate <= command.severe:
            yield Violation("play.damage", "Weak, moderate and severe damage rise.", "Write them in order.")
        case c.SetCondition(condition=condition) if condition.partition(":")[0] not in ground.hand.conditions:
            yield Violation("play.condition", f"There is no Condition {condition}.", "", condition)
        case c.SetTokens(name=name) if not name.strip():
            yield Violation("play.token", "The token has no name.", "Write one.")
        case c.EndEffect(model=name, name=effect) if not _lasts(state, name, effect):
            yield Violation("", f"No effect “{effect}” rests on it.", "Choose one that does.", name)
        case c.GainAbility(ability=ability) | c.LoseAbility(ability=ability) if not ability.strip():
            yield Violation("play.ability", "The ability has no name.", "Write one.")
        case c.MoreActions(change=change) if not change or abs(change) > 3:
            yield Violation("turn.actions", "One to three Actions more or fewer.", "")


def _lasts(state: State, model: str, name: str) -> bool:
    return any(effect.on == model and plain(effect.name) == plain(name) for effect in state.lasting)


def plain(name: str) -> str:
    """The name of a lasting effect without the number of its part."""
    return name.partition("#")[0].casefold()


def _of_markers(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    match command:
        case c.TakeOff(marker=name) | c.MoveMarker(marker=name) | c.TurnMarker(marker=name) if (
            name not in state.markers
        ):
            yield Violation("play.marker_there", f"There is no marker {name} on the table.", "", name)
        case c.FaceMarker(marker=name) if name not in state.markers:
            yield Violation("play.marker_there", f"There is no marker {name} on the table.", "", name)
        case c.FaceMarker(marker=name, down=down) if down == (name in state.face_down):
            yield Violation("", f"The marker {name} lies face {'down' if down else 'up'} already.", "", name)
        case c.DropOne():
            if not command.kind.strip():
                yield Violation("play.marker", "The marker has no kind.", "Write one.")
            if not 5.0 <= command.mm <= LARGEST_MM or not 0 <= command.size <= 10:
                yield Violation("play.marker", "That is no size of a marker.", "5 to 200 mm, Size 0 to 10.")
            if command.hazard and command.hazard not in ground.hand.conditions:
                yield Violation(
                    "play.condition", f"There is no Condition {command.hazard}.", "", command.hazard
                )


def _of_terrain(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    if isinstance(command, c.ClearPiece):
        agreed = ground.setup.terrain if ground.setup is not None else ()
        names = {piece.name for piece in (*agreed, *state.terrain_placed)}
        if command.piece not in names - set(state.terrain_gone):
            sentence = f"No piece called “{command.piece}” stands on the table."
            yield Violation("setup.terrain", sentence, "Choose one that does.", command.piece)


def _of_both(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    match command:
        case c.Stones(seat=seat, change=change) if state.crews[seat].stones + change < 0:
            yield Violation("play.stones", "There are not so many Soulstones.", "Spend fewer.")
        case c.Point():
            yield from _of_score(state, command, ground.hand.scoring)


def _of_score(state: State, command: c.Point, scoring: Scoring) -> Iterator[Violation]:
    """Check the caps of M3E-TURN-21, and that VP which are removed were scored."""
    own = [score for score in state.scores if (score.seat, score.source) == (command.seat, command.source)]
    if command.lost:
        if not own:
            yield Violation("score.order", f"{command.source} has scored nothing.", "")
        return
    if command.step not in c.STEPS:
        yield Violation("score.order", f"{command.step} is no way to score.", f"One of {', '.join(c.STEPS)}.")
    if not command.source.strip():
        yield Violation("score.order", "Nothing is named that scores.", "Name the Strategy or Scheme.")
    if state.turn < 2:
        yield Violation("score.most", "Nothing scores on Turn 1.", "")
    if any(score.turn == state.turn for score in own):
        yield Violation("score.scheme", f"{command.source} has scored this Turn.", "One VP a Turn from each.")
    if len(own) >= (scoring.strategy if command.step == "strategy" else scoring.scheme):
        yield Violation("score.most", f"{command.source} has scored all it can.", "")


def _of_cards(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    played = ground.table is not None
    if isinstance(command, c.FlipDamage | c.FlipOne | c.DuelByHand) and not played:
        yield Violation(
            "cards.flip", "The cards lie on your table.", "Flip there, and write down what came of it."
        )
    match command:
        case c.DrawCards(seat=seat, cards=cards) if not ground.setup and cards > len(state.crews[seat].deck):
            yield Violation("cards.draw", "There are not so many cards in the deck.", "Draw fewer.")
        case c.DrawCards(seat=seat, cards=cards) if played:
            crew = state.crews[seat]
            if cards > len(crew.deck) + len(crew.discard):
                yield Violation("cards.draw", "There are not so many cards in the deck.", "Draw fewer.")
        case c.DiscardCards(seat=seat) if command.named:
            if seat != ground.seat:
                yield Violation("cards.secret", "Only its owner knows that hand.", "Say how many cards.")
            elif not _all_in(command.named, state.crews[seat].hand):
                yield Violation(
                    "cards.discard", "That card is not in your hand.", "Choose cards of your hand."
                )
        case c.DiscardCards(seat=seat, cards=cards) | c.PutBack(seat=seat, cards=cards) if played:
            if cards > len(state.crews[seat].hand):
                yield Violation("cards.discard", "There are not so many cards in the hand.", "Name fewer.")
        case c.DuelByHand(stat=stat, resist=resist) if not {stat, resist} <= set(get_args(c.Stat)):
            yield Violation(
                "duel.kinds", "No model has such a stat.", f"One of {', '.join(get_args(c.Stat))}."
            )
        case c.DuelByHand(tn=None, against=""):
            yield Violation("duel.kinds", "Against what is the duel?", "Name a TN or another model.")
        case c.DuelByHand(model=model, against=against) if model == against:
            yield Violation("duel.kinds", "Nobody duels with itself.", "Name another model.")


def _all_in(named: tuple[str, ...], hand: tuple[Card, ...]) -> bool:
    codes = [card.code for card in hand]
    return len(set(named)) == len(named) and set(named) <= set(codes)


def _of_places(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    """Check that the place is on the table and, unless ``anyway``, where the rules allow it (M3E-MOVE-01,
    -05, -13, -15)."""
    mm = 30.0
    if isinstance(command, c.Put | c.Up):
        mm = state.models[command.model].mm
    elif isinstance(command, c.DropOne):
        mm = command.mm
    elif isinstance(command, c.MoveMarker):
        marker = state.markers.get(command.marker)
        mm = marker.mm if marker is not None else 30.0
    elif not isinstance(command, c.Summon) or ground.table is None:
        return
    assert isinstance(command, c.Put | c.Up | c.DropOne | c.MoveMarker | c.Summon)
    card = ground.cards(state).get(command.card) if isinstance(command, c.Summon) else None
    if isinstance(command, c.Summon):
        card = card or command.printed
        mm = card.mm if card is not None else mm
    somewhere = isinstance(command, c.Up) and ground.table is None and not (command.x or command.y)
    if not somewhere and not on_table(command.x, command.y, mm):
        subject = getattr(command, "model", "")
        yield Violation("move.table", "That is not wholly on the table.", "Move it inward.", subject)
        return
    if isinstance(command, c.Up) and state.models[command.model].where != "buried":
        name = state.models[command.model].name
        yield Violation("play.bury", f"{name} is not Buried.", "", command.model)
    elif isinstance(command, c.Put) and command.way != "table" and not state.models[command.model].on_table:
        yield Violation("move.table", "It is not on the table.", "Unbury it first.", command.model)
    elif ground.table is not None and not getattr(command, "anyway", True):
        yield from _of_region(state, command, ground.table, card)


ANYWAY = "Choose a place where it may be, or say “anyway”."


def _of_region(
    state: State, command: Any, table: TableAccess, card: PrintedModel | None
) -> Iterator[Violation]:
    x, y = float(command.x), float(command.y)
    match command:
        case c.Put(way="table"):
            return
        case c.Put():
            options = region(state, command, table)
            if answer_in(options, x, y) is None:
                why = options.refused([x, y])
                sentence = (
                    f"{Names(state)(command.model)} may not end there{f': {why.sentence}' if why else '.'}"
                )
                yield Violation(WAYS[command.way], sentence, ANYWAY, command.model)
        case c.Up(model=name):
            if not is_free(state, state.models[name], x, y):
                yield Violation("move.end", "Another base is there.", ANYWAY, name)
        case c.Summon() if card is not None:
            model = new_model("", card, command.seat)
            source = state.models.get(command.by)
            if source is not None and source.on_table:
                if not table.contact(state, model, (source,)).contains([x, y]):
                    yield Violation("play.summon", "That does not touch the summoner.", ANYWAY, command.by)
            elif not is_free(state, model, x, y):
                yield Violation("move.end", "Another base is there.", ANYWAY)


def region(state: State, command: c.Put, table: TableAccess, manner: Manner = USUAL) -> Options:
    """Where that move may end."""
    model = state.models[command.model]
    way: Any = "place" if command.way == "table" else command.way
    return table.reach(
        state,
        model,
        max(0.0, min(99.0, command.inches or 0.0)),
        way,
        toward=state.models.get(command.toward),
        away=state.models.get(command.away),
        manner=manner,
    )


def answer_in(options: Any, x: float, y: float) -> Any:
    """The answer that ends the move there, straight or by the shortest path; ``None`` when there is
    none."""
    place = [round(x * 1000) / 1000, round(y * 1000) / 1000]
    if options.contains(place):
        return place
    path_to = getattr(options, "path_to", None)
    return path_to(place[0], place[1]) if path_to is not None else None


def is_free(state: State, body: Model | Marker, x: float, y: float) -> bool:
    """Whether no other model's base is there (M3E-MOVE-05)."""
    return not any(
        other.id != body.id and hypot(other.x - x, other.y - y) < (other.mm + body.mm) / 2 * MM - TOUCH
        for other in state.on_table()
    )


def on_table(x: float, y: float, mm: float) -> bool:
    """Whether a base of ``mm`` there is wholly on the play area (M3E-GEN-01, M3E-MOVE-01)."""
    own = mm / 2 * MM - TOUCH
    return own <= x <= SIDE - own and own <= y <= SIDE - own


def _of_crews(state: State, command: c.AnyCommand, ground: Ground) -> Iterator[Violation]:
    """Check unknown cards, the limits of a Crew, and Upgrades (M3E-SUMM-05, -06, M3E-HIRE-19, -20)."""
    match command:
        case c.Summon():
            yield from _of_card(state, command.card, command.printed, ground)
            yield from _of_summon(state, command, ground)
        case c.Replace():
            yield from _of_replace(state, command, ground)
        case c.AttachUpgrade(model=name, upgrade=slug, bought=bought):
            yield from _of_upgrade(state, slug, bought, state.models[name], ground)
        case c.DiscardUpgrade(model=name, upgrade=slug) if slug not in state.models[name].upgrades:
            yield Violation("card.upgrade", "It has no such Upgrade.", "Choose one that it has.", name)
        case c.Use(model=name, upgrade=slug) if slug not in state.models[name].upgrades:
            yield Violation("SL-UPG-13", "It has no such Upgrade.", "Choose one that it has.", name)


def _of_card(state: State, slug: str, printed: PrintedModel | None, ground: Ground) -> Iterator[Violation]:
    if slug not in ground.cards(state) and (printed is None or printed.slug != slug):
        yield Violation(
            "play.summon", f"No card “{slug}” is known here.", "Choose one of the catalogue.", slug
        )


def _of_summon(state: State, command: c.Summon, ground: Ground) -> Iterator[Violation]:
    cards = ground.cards(state)
    card = cards.get(command.card) or command.printed
    if card is None or command.anyway or ground.table is None:
        return
    known = cards | {command.card: card}
    if not ground.hand.room_for(known, state, card, command.seat, command.given_up):
        sentence = f"The Crew may hold no further {card.name}."
        yield Violation("play.summon_limit", sentence, "Choose another, or say “anyway”.", command.card)
    if command.upgrade:
        model = new_model("", card, command.seat)
        yield from _of_upgrade(state, command.upgrade, command.bought, model, ground)


def _of_replace(state: State, command: c.Replace, ground: Ground) -> Iterator[Violation]:
    if not command.models or not command.cards:
        yield Violation("play.replace", "Who is Replaced, and by what?", "Name models and cards.")
        return
    printed = {card.slug: card for card in command.printed}
    known = {**printed, **ground.cards(state)}
    for slug in command.cards:
        yield from _of_card(state, slug, printed.get(slug), ground)
    sides = {state.models[name].seat for name in command.models}
    if len(sides) > 1:
        yield Violation("play.replace", "They are of two Crews.", "Replace models of one.")
    elif ground.table is not None and all(slug in known for slug in command.cards):
        seat = sides.pop() if command.seat is None else command.seat
        for number, slug in enumerate(command.cards):
            if not ground.hand.room_for(
                known, state, known[slug], seat, command.models, command.cards[:number]
            ):
                sentence = f"The Crew may hold no further {known[slug].name}."
                yield Violation("play.replace", sentence, "Choose another.", slug)
        if not all(state.models[name].on_table for name in command.models):
            yield Violation("play.replace", "It is not on the table.", "Unbury it first.")


def _of_upgrade(
    state: State, slug: str, bought: PrintedUpgrade | None, bearer: Model, ground: Ground
) -> Iterator[Violation]:
    known = ground.upgrades(state)
    card = known.get(slug) or (bought if bought is not None and bought.slug == slug else None)
    if card is None:
        yield Violation("card.upgrade", f"No Upgrade “{slug}” is known here.", "Choose one of the catalogue.")
        return
    if slug in bearer.upgrades:
        yield Violation("upgrade.twice", f"{bearer.name} has it already.", "Choose another.", bearer.id)
    cards = ground.cards(state)
    if ground.table is not None and bearer.card in cards and not card.fits(cards[bearer.card]):
        sentence = f"{card.name} is Restricted ({', '.join(card.restricted)})."
        yield Violation("upgrade.bearer", sentence, "Choose another model.", bearer.id)
    held = sum(model.upgrades.count(slug) for model in state.crew_of(bearer.seat))
    if held >= card.copies and ground.table is not None:
        yield Violation(
            "upgrade.copies", f"The Crew may hold no further {card.name}.", "Discard one first.", bearer.id
        )
