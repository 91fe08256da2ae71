"""The panel of the referee's hand: the commands, their fields, and the lines composed so far.

Nothing is stored here: the page carries its lines along, and they are checked when the act is done.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.text import slugify
from msgspec import Struct

from mfcampaign.catalog.queries import catalogue_for, current_release
from mfcampaign.play import loading, origins
from mfcampaign.play.access import Visit
from mfcampaign.play.engines import Played, recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.queries import board
from mfcampaign.play.queries.board import Drawn
from rules.crews.text_format import CardNames, model_names, upgrade_names
from rules.game.narration import Names
from rules.game.pictures.board import standing_terrain
from rules.game.procedure.asks import Ask
from rules.game.recording.edition import ByHand
from rules.game.referee.checks import region
from rules.game.referee.commands import BY_WORD, MOST_COMMANDS, AnyCommand, Put
from rules.game.referee.sentences import sentences_of
from rules.game.state import State
from rules.game.table_access.interface import TableAccess
from rules.refusal import Refusal


class Field(Struct, frozen=True):
    """One field of a line; its ``kind`` says how it is shown and read."""

    name: str
    label: str
    kind: str = "number"
    initial: str = ""
    optional: bool = False


class Thing(Struct, frozen=True):
    """One entry of the panel: its command, its fields, and its constant values."""

    label: str
    fields: tuple[Field, ...]
    do: str
    fixed: dict[str, Any] = {}
    only: str = ""


MODEL = Field("model", "Model", "model")
BY = Field("by", "By", "model", optional=True)
PLACE = Field("place", "Where", "place")
PLACE_IF_KNOWN = Field("place", "Where", "place", optional=True)
"""An arriving model has a place only in play; beside a real table none is entered."""
SEAT = Field("seat", "Side", "seat")
UNTIL = Field("until", "Until", "until")
MARKER = Field("marker", "Marker", "marker")
CARDS = Field("cards", "How many cards", initial="1")
ANYWAY = Field("anyway", "Anyway, whatever the rules say", "flag")
INCHES = Field("inches", "Up to how many inches", "inches", "4")
TOWARD = Field("toward", "Straight toward", "model", optional=True)
AWAY = Field("away", "Straight away from", "model", optional=True)
WAY = (MODEL, INCHES, PLACE, TOWARD, AWAY, BY, ANYWAY)

GROUPS: dict[str, dict[str, Thing]] = {
    "Health": {
        "hurt": Thing(
            "suffers damage",
            (
                MODEL,
                Field("amount", "Damage", initial="1"),
                BY,
                Field("reducible", "What reduces damage reduces it", "flag"),
            ),
            "hurt",
        ),
        "damage_flip": Thing(
            "suffers a damage flip",
            (
                MODEL,
                BY,
                Field("weak", "Weak", initial="1"),
                Field("moderate", "Moderate", initial="2"),
                Field("severe", "Severe", initial="3"),
                Field("plus", "Plus", initial="0"),
                Field("minus", "Minus", initial="0"),
            ),
            "damage_flip",
            only="play",
        ),
        "heal": Thing("heals", (MODEL, Field("amount", "How much", initial="1")), "heal"),
        "slay": Thing("is killed", (MODEL, BY), "slay"),
        "sacrifice": Thing("is sacrificed", (MODEL,), "sacrifice"),
        "condition": Thing(
            "has a Condition",
            (
                MODEL,
                Field("condition", "Condition", "condition"),
                Field("value", "Value, 0 ends it", initial="1"),
            ),
            "condition",
        ),
        "tokens": Thing(
            "has tokens",
            (MODEL, Field("name", "Token", "text"), Field("number", "How many", initial="1")),
            "tokens",
        ),
    },
    "Places": {
        "move": Thing("is moved", WAY, "put", {"way": "move"}),
        "push": Thing("is Pushed", WAY, "put", {"way": "push"}),
        "place": Thing("is Placed", WAY, "put", {"way": "place"}),
        "put": Thing("is put anywhere", (MODEL, PLACE), "put"),
        "bury": Thing("is Buried", (MODEL,), "bury"),
        "unbury": Thing("is Unburied", (Field("model", "Model", "buried"), PLACE_IF_KNOWN, ANYWAY), "unbury"),
    },
    "Markers": {
        "drop": Thing(
            "a marker is dropped",
            (
                Field("kind", "Kind", "text", "scheme"),
                PLACE,
                Field("seat", "Friendly to", "seat", optional=True),
                Field("mm", "Diameter in mm", initial="30"),
                Field("size", "Size", initial="0"),
                Field("traits", "Terrain Traits, with commas", "words", optional=True),
                Field("hazard", "Condition of a Hazardous one", "condition", optional=True),
                Field("hazard_value", "and its value", initial="1"),
            ),
            "drop",
        ),
        "move_marker": Thing(
            "is moved", (MARKER, PLACE, Field("placed", "Placed, not moved", "flag"), BY), "move_marker"
        ),
        "turn_marker": Thing(
            "changes sides", (MARKER, Field("seat", "Friendly to", "seat", optional=True)), "turn_marker"
        ),
        "face_down": Thing("lies face down", (MARKER,), "face_marker"),
        "face_up": Thing("lies face up", (MARKER,), "face_marker", {"down": False}),
        "take_off": Thing("is removed", (MARKER,), "take_off"),
        "clear_piece": Thing(
            "a piece of terrain is removed", (Field("piece", "Terrain", "piece"),), "clear_piece"
        ),
    },
    "Cards": {
        "draw": Thing("draws", (SEAT, CARDS), "draw"),
        "discard": Thing("discards hand cards", (SEAT, CARDS), "discard"),
        "mill": Thing("discards from the deck", (SEAT, CARDS), "mill"),
        "look_deck": Thing(
            "top cards are looked at",
            (SEAT, CARDS, Field("by", "Who looks", "seat", optional=True)),
            "look",
        ),
        "look_hand": Thing(
            "hand is looked at",
            (SEAT, Field("by", "Who looks", "seat", optional=True)),
            "look",
            {"source": "hand"},
        ),
        "put_back": Thing("puts hand cards back", (SEAT, CARDS, Field("to", "Where", "pile")), "put_back"),
        "shuffle": Thing("shuffles deck and discard pile", (SEAT,), "shuffle"),
        "flip": Thing(
            "flips a card",
            (
                SEAT,
                Field("plus", "Plus", initial="0"),
                Field("minus", "Minus", initial="0"),
                Field("why", "What for", "text", optional=True),
            ),
            "flip",
            only="play",
        ),
        "duel": Thing(
            "duels against a TN",
            (MODEL, Field("stat", "With", "stat"), Field("tn", "TN", initial="10")),
            "duel",
            only="play",
        ),
        "opposed": Thing(
            "duels against a model",
            (
                MODEL,
                Field("stat", "With", "stat"),
                Field("against", "Against", "model"),
                Field("resist", "Its", "stat"),
            ),
            "duel",
            only="play",
        ),
    },
    "Both sides": {
        "stones": Thing(
            "gains or loses Soulstones", (SEAT, Field("change", "Change", initial="-1")), "stones"
        ),
        "passes": Thing("has Pass Tokens", (SEAT, Field("passes", "How many", initial="1")), "passes"),
        "score": Thing(
            "scores 1 VP",
            (SEAT, Field("source", "From", "source"), Field("step", "As", "step")),
            "score",
        ),
        "unscore": Thing(
            "loses 1 VP again", (SEAT, Field("source", "From", "source")), "score", {"lost": True}
        ),
    },
    "Who is there": {
        "summon": Thing(
            "Summons a model",
            (
                SEAT,
                Field("card", "Model", "card"),
                PLACE_IF_KNOWN,
                Field("by", "By", "model", optional=True),
                Field("upgrade", "With the Upgrade", "upgrade", optional=True),
                Field("given_up", "Who gave itself up for it", "models", optional=True),
                ANYWAY,
            ),
            "summon",
        ),
        "replace": Thing(
            "models are Replaced",
            (
                Field("models", "Models", "models"),
                Field("cards", "By", "cards_of"),
                Field("seat", "In the Crew of", "seat", optional=True),
                Field("heals", "and heals", initial="0"),
                Field("keep_upgrades", "Upgrades stay", "flag"),
            ),
            "replace",
        ),
        "attach": Thing("an Upgrade is attached", (MODEL, Field("upgrade", "Upgrade", "upgrade")), "attach"),
        "detach": Thing("discards an Upgrade", (MODEL, Field("upgrade", "Upgrade", "borne")), "detach"),
        "use_up": Thing("uses up its Upgrade", (MODEL, Field("upgrade", "Upgrade", "borne")), "use_up"),
        "nickname": Thing("is called", (MODEL, Field("name", "Nickname", "text", optional=True)), "nickname"),
    },
    "For a time": {
        "control": Thing("is controlled", (MODEL, SEAT, UNTIL), "control"),
        "stat": Thing(
            "has another stat",
            (
                MODEL,
                Field("stat", "Stat", "stat"),
                Field("amount", "Higher or lower", "signed", "1"),
                UNTIL,
            ),
            "stat",
        ),
        "gain_ability": Thing(
            "gains an ability", (MODEL, Field("ability", "Ability", "text"), UNTIL), "gain_ability"
        ),
        "lose_ability": Thing(
            "loses an ability", (MODEL, Field("ability", "Ability", "text"), UNTIL), "lose_ability"
        ),
        "end_effect": Thing("an effect ends", (MODEL, Field("name", "Effect", "effect")), "end_effect"),
        "more": Thing("one Action more", (MODEL,), "actions", {"change": 1}),
        "fewer": Thing("one Action fewer", (MODEL,), "actions", {"change": -1}),
        "activated": Thing("ends its Activation", (MODEL,), "activated"),
        "not_activated": Thing("may Activate again", (MODEL,), "activated", {"activated": False}),
    },
}
THINGS = {key: thing for group in GROUPS.values() for key, thing in group.items()}
PUTS = ("move", "push", "place")
POINTED = ("model", "buried", "marker", "place")
NO_NUMBER = "That is no number."
FURTHEST = 1000


class Option(Struct, frozen=True):
    """One choice of a select; a model's choice has its place (x, y) in inches and its base in ``mm``."""

    value: str
    words: str
    chosen: bool = False
    x: float | None = None
    y: float | None = None
    mm: float = 0.0


class Shown(Struct, frozen=True):
    """A field as the page shows it."""

    field: Field
    options: tuple[Option, ...] = ()
    value: str = ""
    value_y: str = ""


class Draft(Struct, frozen=True):
    """What the page carries along: the lines as JSON, the name, the seat, and the entry being filled in."""

    seat: int = 0
    name: str = ""
    lines: tuple[dict[str, Any], ...] = ()
    what: str = ""


class Composed(Struct, frozen=True, kw_only=True):
    """The panel. ``lines`` pairs the JSON of each line with its sentence."""

    draft: Draft
    lines: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...]
    fields: tuple[Shown, ...]
    seats: tuple[tuple[int, str], ...]
    drawn: Drawn | None
    has_region: bool
    recorded: bool
    prompt: str
    other_is_asked: bool


class Scene(Struct, frozen=True):
    """The Encounter of the panel, played or recorded. ``table`` exists only in play; ``hand`` is what the
    edition lets a hand do."""

    state: State
    play: Played | None
    table: TableAccess | None
    hand: ByHand


def scene_of(row: Encounter, seat: int) -> Scene:
    edition = recorded_of(row)
    if row.mode == Encounter.Mode.RECORD:
        record = loading.record_of(row)
        return Scene(record.state, None, None, edition.by_hand(record, seat))
    play = loading.play_of(row)
    return Scene(play.state, play, play.table, edition.by_hand(play, seat))


def draft_of(post: Any, visit: Visit) -> Draft:
    """What a form carried along. Raise ``Refusal`` for a malformed line."""
    lines = []
    for text in post.getlist("line")[:MOST_COMMANDS]:
        try:
            line = msgspec.json.decode(text)
            recorded_of(visit.row).stored.act([line])
        except (msgspec.MsgspecError, TypeError):
            raise Refusal("A line cannot be read.", fix="Begin again.") from None
        lines.append(line)
    seat = int(post.get("seat")) if post.get("seat") in ("0", "1") else visit.own[0]
    what = post.get("what", "")
    return Draft(seat, post.get("name", "")[:60], tuple(lines), what if what in THINGS else "")


def read_line(what: str, post: Any, visit: Visit) -> dict[str, Any]:
    """The line of the fields. Raise ``Refusal`` for a field that cannot be read."""
    thing = THINGS.get(what)
    if thing is None:
        raise Refusal("There is no such thing to do.", fix="Choose one of the list.")
    line: dict[str, Any] = {"do": thing.do, **thing.fixed}
    for field in thing.fields:
        line |= _value(field, post, visit)
    return line


def _value(field: Field, post: Any, visit: Visit) -> dict[str, Any]:
    text = post.get(f"f-{field.name}", "").strip()
    match field.kind:
        case "place" if field.optional and _is_blank(post) and visit.row.mode == Encounter.Mode.RECORD:
            return {}
        case "place":
            return {"x": _inches(post.get("x", "")), "y": _inches(post.get("y", ""))}
        case "flag":
            return {field.name: bool(text)}
        case "models":
            return {field.name: [name for name in post.getlist(f"f-{field.name}") if name]}
        case "words":
            return {field.name: [word.strip() for word in text.split(",") if word.strip()]}
        case "cards_of":
            names = [name for name in text.split(",") if name.strip()]
            return {field.name: [_slug(name, "card", visit) for name in names]}
        case "card" | "upgrade":
            return {field.name: _slug(text, field.kind, visit)} if text or not field.optional else {}
        case "inches":
            return {field.name: _inches(text)}
        case "number" | "signed":
            return {field.name: _number(text)}
        case "seat":
            return {field.name: int(text)} if text in ("0", "1") else {}
        case "borne":
            return {field.name: slugify(text.replace("'", "").replace("’", ""))}
        case "condition" if field.optional and not text:
            return {}
    return {field.name: text.lower() if field.kind == "condition" else text}


def _is_blank(post: Any) -> bool:
    return not (post.get("x", "").strip() or post.get("y", "").strip())


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refusal(NO_NUMBER, fix="Write it in digits.") from None


def _inches(text: str) -> float:
    try:
        value = round(float(text.strip().replace(",", ".")) * 1000) / 1000
    except (ValueError, OverflowError):
        raise Refusal("That is no place.", fix="Tap the table, or write both distances.") from None
    if not abs(value) <= FURTHEST:
        raise Refusal("That is no place.", fix="Tap the table, or write both distances.")
    return value


def _slug(text: str, kind: str, visit: Visit) -> str:
    """The slug of a printed name; the text itself when neither the catalogue nor the set-up
    knows it."""
    row = visit.row
    if recorded_of(row).of_catalogue(loading.setup_of(row)) is None:
        cards = scene_of(row, visit.own[0]).hand.cards
        known = {card.name.casefold(): slug for slug, card in cards.items()}
        return known.get(text.strip().casefold(), slugify(text))
    names = _names(visit.row)[kind == "upgrade"]
    slugs = names.find(text.strip())
    if len(slugs) > 1:
        raise Refusal(f"“{text.strip()}” may be any of {', '.join(slugs)}.", fix="Write one of these.")
    return slugs[0] if slugs else slugify(text.replace("'", "").replace("’", ""))


def _names(row: Encounter) -> tuple[CardNames, CardNames]:
    release, pack = origins.figures_of(row) or (current_release(recorded_of(row).code).pk, None)
    catalogue = catalogue_for(release, pack)
    return model_names(catalogue), upgrade_names(catalogue)


def card_names(row: Encounter, kind: str) -> tuple[str, ...]:
    """The printed names to choose from; empty before anything is loaded."""
    try:
        release, pack = origins.figures_of(row) or (current_release(recorded_of(row).code).pk, None)
    except Refusal:
        return ()
    catalogue = catalogue_for(release, pack)
    if kind == "upgrade":
        return tuple(sorted(upgrade.name for upgrade in catalogue.upgrades()))
    return tuple(sorted(profile.full_name for profile in catalogue.profiles()))


def composed(visit: Visit, draft: Draft, post: Any = None, *, look: bool = False) -> Composed:
    """The panel; with ``look`` it has the region of the move being filled in."""
    scene = scene_of(visit.row, draft.seat)
    state, names = scene.state, Names(scene.state)
    act = recorded_of(visit.row).stored.act(list(draft.lines))
    sentences = sentences_of(act.lines, names, scene.hand.cards)
    recorded = visit.row.mode == Encounter.Mode.RECORD
    thing = THINGS.get(draft.what)
    ask = scene.play.ask_for(draft.seat) if scene.play is not None else None
    other = visit.seats[1 - draft.seat]
    return Composed(
        draft=draft,
        lines=tuple(
            (msgspec.json.encode(line).decode(), sentence)
            for line, sentence in zip(draft.lines, sentences, strict=True)
        ),
        groups=_groups(draft.what, scene, recorded=recorded),
        fields=tuple(_shown(field, visit, scene, names, post) for field in _fields(thing, scene)),
        seats=tuple((seat, state.crews[seat].name) for seat in visit.own),
        drawn=_drawn(visit, scene, draft, post, look=look),
        has_region=draft.what in PUTS and not recorded,
        recorded=recorded,
        prompt=ask.text if ask is not None and ask.kind == "apply" else "",
        other_is_asked=not recorded and not visit.alone and bool(other.user_id),
    )


def _fields(thing: Thing | None, scene: Scene) -> tuple[Field, ...]:
    """The fields; those for Upgrades and for models given up in a Summon are omitted in editions
    without them."""
    fields = thing.fields if thing is not None else ()
    return tuple(field for field in fields if scene.hand.listed or field.name not in ("upgrade", "given_up"))


def _groups(
    what: str, scene: Scene, *, recorded: bool
) -> tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...]:
    groups = (
        (
            group,
            tuple(
                (key, thing.label, key == what)
                for key, thing in things.items()
                if BY_WORD[thing.do] in scene.hand.possible and not (recorded and thing.only == "play")
            ),
        )
        for group, things in GROUPS.items()
    )
    return tuple((group, things) for group, things in groups if things)


UNTILS = (
    ("end_phase", "the End Phase"),
    ("activation", "the end of the Activation"),
    ("turn", "the end of the Turn"),
    ("next_activation", "its next Activation"),
    ("game", "the end of the game"),
)
PILES = (("top", "on the deck"), ("bottom", "under the deck"), ("shuffled", "shuffled into the deck"))
SCORED_AS = (("strategy", "Strategy"), ("reveal", "revealed Scheme"), ("end", "end of the game"))


def _shown(field: Field, visit: Visit, scene: Scene, names: Names, post: Any) -> Shown:
    given = post is not None and f"f-{field.name}" in post
    value = post.get(f"f-{field.name}", "") if given else field.initial
    if field.kind == "place":
        return Shown(field, (), post.get("x", "") if post else "", post.get("y", "") if post else "")
    picked = set(post.getlist(f"f-{field.name}")) if post is not None else {value}
    options = tuple(_options(field, visit, scene, names, picked))
    return Shown(field, options, value)


def _options(field: Field, visit: Visit, scene: Scene, names: Names, picked: set[str]) -> Iterable[Option]:
    state = scene.state
    pairs: Iterable[tuple[str, str]] = ()
    match field.kind:
        case "model" | "models" | "buried":
            for model in state.models.values():
                if model.in_play and (field.kind != "buried" or model.where == "buried"):
                    words = f"{names(model.id)}, {state.crews[model.seat].name}"
                    x, y = (model.x, model.y) if model.on_table else (None, None)
                    yield Option(model.id, words, model.id in picked, x, y, model.mm)
            return
        case "marker":
            for marker in state.markers.values():
                words = f"{names.marker(marker.id)} ({marker.x:.1f}, {marker.y:.1f})"
                yield Option(marker.id, words, marker.id in picked, marker.x, marker.y, marker.mm)
            return
        case "piece":
            standing = standing_terrain(state, loading.setup_of(visit.row).terrain)
            pairs = [(piece.name, piece.name) for piece in standing]
        case "seat":
            pairs = [(str(crew.seat), crew.name) for crew in state.crews]
        case "condition":
            pairs = [(name, name.title()) for name in recorded_of(visit.row).conditions]
        case "until":
            pairs = UNTILS
        case "stat":
            pairs = recorded_of(visit.row).stats.items()
        case "pile":
            pairs = PILES
        case "step":
            pairs = SCORED_AS
        case "card" | "cards_of" | "upgrade":
            kind = "upgrade" if field.kind == "upgrade" else "card"
            own = sorted({card.name for card in scene.hand.cards.values()})
            listed = card_names(visit.row, kind) if scene.hand.listed else own
            pairs = [(name, name) for name in listed]
        case "source":
            own = [scheme.name for seat in visit.own for scheme in state.crews[seat].schemes]
            shown = [scheme.name for crew in state.crews for scheme in crew.schemes if scheme.revealed]
            strategies = state.strategy.split(" / ")
            names_of = dict.fromkeys([*strategies, *own, *shown, *state.pool])
            pairs = [(name, name) for name in names_of if name]
        case "borne":
            known = scene.hand.upgrades
            borne = {slug for model in state.models.values() for slug in model.upgrades}
            pairs = [(slug, known[slug].name if slug in known else slug) for slug in sorted(borne)]
        case "effect":
            pairs = [(name, name) for name in dict.fromkeys(_effects(state))]
    for value, words in pairs:
        yield Option(value, words, value in picked)


def _effects(state: State) -> Iterable[str]:
    return (effect.name.partition("#")[0] for effect in state.lasting if effect.on)


def _drawn(visit: Visit, scene: Scene, draft: Draft, post: Any, *, look: bool) -> Drawn | None:
    """The table to point at; ``None`` where nothing is pointed at, and for a record, whose places are
    unknown."""
    thing = THINGS.get(draft.what)
    if scene.play is None or thing is None or not any(field.kind in POINTED for field in thing.fields):
        return None
    ask = None
    if look and draft.what in PUTS and post is not None:
        ask = _region_asked(visit, scene, draft.what, post)
    return board.with_question(scene.play, ask)


def _region_asked(visit: Visit, scene: Scene, what: str, post: Any) -> Ask | None:
    """The region of the move, as far as it is filled in, as a question would offer it."""
    fields = {"x": 0.0, "y": 0.0, **THINGS[what].fixed}
    for field in THINGS[what].fields:
        if field.kind != "place":
            fields |= _value(field, post, visit)
    command = msgspec.convert(fields, Put)
    model = scene.state.models.get(command.model)
    if model is None or not model.on_table or scene.table is None:
        raise Refusal("It is not on the table.", fix="Choose another model.")
    options = region(scene.state, command, scene.table)
    return Ask(seat=visit.own[0], kind="destination", options=options, about=(model.id,))


def expect_possible(visit: Visit, draft: Draft, line: dict[str, Any]) -> None:
    """Raise ``Refusal`` for a line that cannot follow those before it. Cards that the Encounter lacks are
    looked up when the act is done."""
    scene = scene_of(visit.row, draft.seat)
    try:
        act = recorded_of(visit.row).stored.act([*draft.lines, line])
    except (msgspec.ValidationError, TypeError) as error:
        raise Refusal(f"That is no line: {error}.", fix="Look at its fields again.") from None
    if scene.hand.listed and any(slug not in scene.hand.cards for slug in _cards_named(act.lines)):
        return
    problems = scene.hand.wrong(act)
    if problems:
        raise Refusal.of(problems)


def _cards_named(commands: Iterable[AnyCommand]) -> Iterable[str]:
    for command in commands:
        named = getattr(command, "cards", ())
        yield from (getattr(command, "card", ""),) if getattr(command, "card", "") else ()
        yield from named if isinstance(named, tuple) else ()
