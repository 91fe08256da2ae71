"""The panel of the referee's hand: what the edition's commands ask, and the lines composed so far.

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
from rules.bounds import Bounds, bounds_of
from rules.crews.text.names import CardNames, model_names, upgrade_names
from rules.game.narration import Names, condition_name
from rules.game.pictures.board import standing_terrain
from rules.game.procedure.asks import Ask
from rules.game.recording.edition import ByHand
from rules.game.referee.command import Command, sentences_of
from rules.game.referee.commands import BY_WORD, GROUPS, MOST_COMMANDS, Put
from rules.game.referee.forms import CommandField
from rules.game.state import State
from rules.game.table_access.interface import TableAccess
from rules.refusal import Refusal

FORMS = {form.key: (kind, form) for kind in BY_WORD.values() for form in kind.forms}
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
    """A field as the page shows it; ``bounds`` are those of its figure."""

    field: CommandField
    options: tuple[Option, ...] = ()
    value: str = ""
    value_y: str = ""
    bounds: Bounds | None = None


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
    return Draft(seat, post.get("name", "")[:60], tuple(lines), what if what in FORMS else "")


def read_line(what: str, post: Any, visit: Visit) -> dict[str, Any]:
    """The line of the fields. Raise ``Refusal`` for a field that cannot be read."""
    if what not in FORMS:
        raise Refusal("There is no such thing to do.", fix="Choose one of the list.")
    kind, form = FORMS[what]
    line: dict[str, Any] = {"do": kind.__struct_config__.tag, **form.fixed}
    for field in form.fields:
        line |= _value(field, post, visit)
    return line


def _value(field: CommandField, post: Any, visit: Visit) -> dict[str, Any]:
    text = post.get(f"f-{field.name}", "").strip()
    match field.control:
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
            return {field.name: _slug(text, field.control, visit)} if text or not field.optional else {}
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
    return {field.name: text.lower() if field.control == "condition" else text}


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
    ask = scene.play.ask_for(draft.seat) if scene.play is not None else None
    other = visit.seats[1 - draft.seat]
    return Composed(
        draft=draft,
        lines=tuple(
            (msgspec.json.encode(line).decode(), sentence)
            for line, sentence in zip(draft.lines, sentences, strict=True)
        ),
        groups=_groups(draft.what, scene, recorded=recorded),
        fields=tuple(
            _shown(draft.what, field, visit, scene, names, post) for field in _fields(draft.what, scene)
        ),
        seats=tuple((seat, state.crews[seat].name) for seat in visit.own),
        drawn=_drawn(visit, scene, draft, post, look=look),
        has_region=draft.what in PUTS and not recorded,
        recorded=recorded,
        prompt=ask.text if ask is not None and ask.kind == "apply" else "",
        other_is_asked=not recorded and not visit.alone and bool(other.user_id),
    )


def _fields(what: str, scene: Scene) -> tuple[CommandField, ...]:
    """The fields; those for Upgrades and for models given up in a Summon are omitted in editions
    without them."""
    fields = FORMS[what][1].fields if what in FORMS else ()
    return tuple(field for field in fields if scene.hand.listed or field.name not in ("upgrade", "given_up"))


def _groups(
    what: str, scene: Scene, *, recorded: bool
) -> tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...]:
    groups = (
        (
            group,
            tuple(
                (form.key, form.label, form.key == what)
                for kind in kinds
                for form in kind.forms
                if kind in scene.hand.possible and not (recorded and form.played)
            ),
        )
        for group, kinds in GROUPS.items()
    )
    return tuple((group, entries) for group, entries in groups if entries)


def _shown(what: str, field: CommandField, visit: Visit, scene: Scene, names: Names, post: Any) -> Shown:
    given = post is not None and f"f-{field.name}" in post
    value = post.get(f"f-{field.name}", "") if given else field.initial
    if field.control == "place":
        return Shown(field, (), post.get("x", "") if post else "", post.get("y", "") if post else "")
    picked = set(post.getlist(f"f-{field.name}")) if post is not None else {value}
    options = tuple(_options(field, visit, scene, names, picked))
    return Shown(field, options, value, bounds=bounds_of(FORMS[what][0]).get(field.name))


def _options(
    field: CommandField, visit: Visit, scene: Scene, names: Names, picked: set[str]
) -> Iterable[Option]:
    state = scene.state
    pairs: Iterable[tuple[str, str]] = field.choices
    match field.control:
        case "model" | "models" | "buried":
            for model in state.models.values():
                if model.in_play and (field.control != "buried" or model.where == "buried"):
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
            terrain = standing_terrain(state, loading.setup_of(visit.row).terrain)
            pairs = [(piece.name, piece.name) for piece in terrain]
        case "seat":
            pairs = [(str(crew.seat), crew.name) for crew in state.crews]
        case "condition":
            pairs = [(name, condition_name(name, names)) for name in recorded_of(visit.row).conditions]
        case "stat":
            pairs = recorded_of(visit.row).stats.items()
        case "card" | "cards_of" | "upgrade":
            kind = "upgrade" if field.control == "upgrade" else "card"
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
    if scene.play is None or not any(field.control in POINTED for field in _fields(draft.what, scene)):
        return None
    ask = None
    if look and draft.what in PUTS and post is not None:
        ask = _region_asked(visit, scene, draft.what, post)
    return board.with_question(scene.play, ask)


def _region_asked(visit: Visit, scene: Scene, what: str, post: Any) -> Ask | None:
    """The region of the move, as far as it is filled in, as a question would offer it."""
    form = FORMS[what][1]
    fields = {"x": 0.0, "y": 0.0, **form.fixed}
    for field in form.fields:
        if field.control != "place":
            fields |= _value(field, post, visit)
    command = msgspec.convert(fields, Put)
    model = scene.state.models.get(command.model)
    if model is None or not model.on_table or scene.table is None:
        raise Refusal("It is not on the table.", fix="Choose another model.")
    options = command.region(scene.state, scene.table)
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


def _cards_named(commands: Iterable[Command]) -> Iterable[str]:
    for command in commands:
        named = getattr(command, "cards", ())
        yield from (getattr(command, "card", ""),) if getattr(command, "card", "") else ()
        yield from named if isinstance(named, tuple) else ()
