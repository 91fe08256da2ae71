"""The page of a record, and the meaning of its taps and forms."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.changes import lines_of
from mfcampaign.catalog.queries import cards_with_pack
from mfcampaign.play import loading
from mfcampaign.play.access import Visit
from mfcampaign.play.clocks import in_words
from mfcampaign.play.engines import AnyRecord, AnySetup, recorded_of
from mfcampaign.play.forms import TableClockForm
from mfcampaign.play.models import Encounter, TableClock
from mfcampaign.play.origins import figures_of, origin_of
from mfcampaign.play.queries import board, encounter_page, past
from mfcampaign.play.queries.encounter_page import LoggedSentence
from mfcampaign.play.queries.so_far import uncounted_in
from mfcampaign.web.ledger import rows
from rules.bounds import bounds_of
from rules.crews.written import action_in_words
from rules.game.league.claims import left_of, ready, why_not
from rules.game.league.finished_off import may_fall, open_falls
from rules.game.league.policies import policies_of
from rules.game.league.withdrawal import may_withdraw
from rules.game.narration import Names, conditions_in_words
from rules.game.recording.edition import Printed, RecordedEdition
from rules.game.recording.record import MOST_TURNS, late_to_withdraw
from rules.game.referee.command import Command
from rules.game.referee.commands import STEPS
from rules.game.results.casualties import owes_flip
from rules.game.results.overtime import in_time
from rules.game.results.result import HOUSE, Scoring, outcome
from rules.game.setup.score_sheet import ScoreSheet
from rules.game.setup.setup import EncounterSetup
from rules.game.shown import CardShown, PrintedLine
from rules.game.state import State
from rules.refusal import Refusal
from rules.wording import titled

AHEAD = 5
"""The Turns that can be begun without signal after the one that the page offers."""
SCHEME_LABELS = ("First Scheme", "Second Scheme", "Third Scheme", "Fourth Scheme")
# A card is picked by two taps: a value or a Joker, and a suit.
VALUES = range(1, 14)
SUITS = (("r", "ram"), ("m", "mask"), ("c", "crow"), ("t", "tome"))
JOKERS = (("BJ", "Black Joker"), ("RJ", "Red Joker"))


# The headings of Campaign Upgrades by moment; those of an Activation are shown at the model.
REMINDED = {
    "begins": "Before Turn 1",
    "turn": "As the Turn begins",
    "end": "Before the Turn ends",
    "hurt": "It was hurt",
    "fallen": "It fell",
    "another_hurt": "Another model was hurt",
    "another_fallen": "Another model fell",
}


@cache
def _kinds(kinds: Any) -> dict[str, type[Command]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(kinds)}


@cache
def _fields(kind: type[Command]) -> dict[str, tuple[bool, bool]]:
    """The texts and numbers of an entry in order: whether each is a number, whether it is required."""
    hints = get_type_hints(kind)
    plain = [field for field in msgspec.structs.fields(kind) if hints[field.name] in (int, str, int | None)]
    return {field.name: (hints[field.name] is not str, field.required) for field in plain}


def entries_of(post: Any, edition: RecordedEdition) -> list[dict[str, Any]]:
    """A tap (``tap=hurt:a1:2``) or a form (``do=`` and its fields) as entries of a record."""
    tapped, *values = post.get("tap", "").split(":")
    do = tapped or post.get("do", "")
    kind = _kinds(edition.kinds).get(do)
    if kind is None:
        raise Refusal("There is no such entry.", fix="Load the page again.")
    fields = _fields(kind)
    given = dict(zip(fields, values, strict=False)) if tapped else _posted(post, fields)
    entry: dict[str, Any] = {"do": do}
    for field, text in given.items():
        is_number, required = fields[field]
        if is_number:
            entry[field] = _number(text)
        elif text or required:
            entry[field] = text.lower() if field in ("condition", "name") else text
    if do == "schemes":
        entry["schemes"] = [name for name in post.getlist("schemes") if name]
        named = zip(post.getlist("schemes"), post.getlist("of"), strict=False)
        if of := [" ".join(aim.split()) for name, aim in named if name]:
            entry["of"] = of
    if do == "reckon" and edition.left is not None:
        entry |= _left(post, edition.left)
    return [entry]


def _posted(post: Any, fields: Mapping[str, tuple[bool, bool]]) -> dict[str, str]:
    """What a form holds of the fields, and what it should hold."""
    return {
        field: _written(post, field)
        for field, (_, required) in fields.items()
        if required or field in post or f"{field}-value" in post
    }


def _written(post: Any, field: str) -> str:
    """A field's text, or the card picked by value and suit."""
    value = post.get(f"{field}-value", "")
    if value in dict(JOKERS):
        return str(value)
    return f"{value}{post.get(f'{field}-suit', '')}" if value else post.get(field, "").strip()


def _left(post: Any, asked: ScoreSheet) -> dict[str, Any]:
    """What both sides have left at the end, and the Schemes that came true."""
    left = [
        {name: _number(post.get(f"{name}-{seat}", "").strip() or "0") for name in asked.counts}
        | {name: post.get(f"{name}-{seat}", "") for name in asked.choices}
        for seat in (0, 1)
    ]
    return {"left": left, "done": [post.getlist(f"done-{seat}") for seat in (0, 1)]}


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refusal("That is no number.", fix="Write it in digits.") from None


def context(visit: Visit) -> dict[str, Any]:
    """The page's context. Six queries."""
    row = visit.row
    clock = TableClock.objects.filter(encounter=row).first()
    record = loading.record_of(row)
    state = record.state
    edition, seat = recorded_of(row), visit.seat
    last = loading.counting(row).order_by("-number").first()
    reminded = _reminded(edition, record)
    last_turn = edition.turns or MOST_TURNS
    sides = [_side(visit, record, number) for number in (0, 1)]
    own = (0, 1) if row.over else visit.own
    writing = bool(visit.own) and row.state != row.State.LEFT
    part = edition.recorder(record.setup, state, own)
    if part is not None:
        for side, shown in zip(sides, part.sides, strict=True):
            side["part"] = shown
            for model in side["models"]:
                model["part"] = part.models.get(model["id"])
    for side in sides:
        side["reminded"] = reminded["activation"]
        noted = {one["id"] for one in side["reminded"]}
        for model in side["models"]:
            in_play = model["where"] != "gone" and state.phase != "over"
            model["sheet"] = (writing and (in_play or model["owed"])) or model["id"] in noted
    return {
        "visit": visit,
        "encounter": row,
        "state": state,
        "key": secrets.token_urlsafe(12),
        "edition": edition,
        "part": part,
        "due": edition.due(record.setup, state),
        "sides": sides,
        "shows": next(iter(visit.own), 0),
        "may_fall": any(model["may_fall"] for side in sides for model in side["models"]),
        "owing": [m for side in sides for m in side["models"] if m["due"] or m["down"]],
        "reminded": [(heading, reminded[when]) for when, heading in REMINDED.items() if reminded[when]],
        "lines": encounter_page.last_lines(row, seat, state)[:25],
        "kinds": encounter_page.KINDS,
        "next_turn": state.turn + 1 if state.turn < last_turn else None,
        "later_turns": range(state.turn + 2, min(state.turn + 1 + AHEAD, last_turn) + 1),
        "turns_ahead": range(state.turn + 1, min(state.turn + 1 + AHEAD, last_turn) + 1),
        "shared": edition.shared(record.setup),
        "scheme_labels": SCHEME_LABELS[: edition.scoring.chosen_first],
        "bounds": {tag: bounds_of(kind) for tag, kind in _kinds(edition.kinds).items()},
        "conditions": [titled(name) for name in edition.conditions],
        "left": edition.left,
        "steps": STEPS,
        "last": last,
        "writing": writing,
        "origin": origin_of(row),
        "drawn": board.bare(record.setup, state),
        "values": VALUES,
        "suits": SUITS,
        "jokers": JOKERS,
        "arrivals": edition.arrivals(record.setup, state),
        "both": len(visit.own) > 1,
        "result": _result(edition, record, clock),
        "table_clock": clock,
        "clock_form": TableClockForm(auto_id="clock_%s"),
        "uncounted": _uncounted(edition, record),
        **past.own_choice(visit),
    }


def _reminded(edition: RecordedEdition, record: AnyRecord) -> dict[str, list[dict[str, str]]]:
    """The reminders of Campaign Upgrades and Injuries, by moment."""
    said: dict[str, list[dict[str, str]]] = {"activation": [], **{when: [] for when in REMINDED}}
    names = Names(record.state)
    last = record.entries[-1] if record.entries else None
    for one in edition.reminders(record.setup, record.state, last):
        said[one.when].append(
            {"id": one.model, "bearer": names(one.model), "name": one.name, "text": one.text}
        )
    return said


def printed(visit: Visit) -> dict[str, Any]:
    """Scenario and cards of an Encounter for printing. One query, two more for cards that are read in
    a league's catalogue."""
    record, edition = loading.record_of(visit.row), recorded_of(visit.row)
    state = record.state
    cards = [_cards(edition, record.setup, state, crew.seat) for crew in state.crews]
    _read_in_the_catalogue(visit.row, [card for own in cards for card in own])
    crews = [
        {"name": crew.name, "seat": crew.seat, "models": own}
        for crew, own in zip(state.crews, cards, strict=True)
    ]
    return {
        "visit": visit,
        "encounter": visit.row,
        "state": state,
        "crews": crews,
        "edition": edition,
        "shared": edition.shared(record.setup),
        "texts": [
            (name, [rows()[rule] for rule in edition.rows_of(name) if rule in rows()])
            for name in (state.strategy, *state.pool)
            if name
        ],
    }


def _cards(edition: RecordedEdition, setup: AnySetup, state: State, seat: int) -> list[dict[str, Any]]:
    """One row for each card of a Crew, with the number and names of the models that have it."""
    names = Names(state)
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    for model in state.models.values():
        printed = edition.printed(setup, state, model) if model.seat == seat else None
        if printed is None:
            continue
        row = rows.setdefault(
            (model.card, *model.upgrades), {"names": [], "printed": printed, "leader": model.leader}
        )
        row["names"].append(names(model.id))
    return list(rows.values())


def _read_in_the_catalogue(row: Encounter, cards: list[dict[str, Any]]) -> None:
    """Add main line, Actions and abilities by name to the cards that the set-up leaves to the catalogue.
    Injuries and Skills are listed with the Upgrades."""
    left = [card for card in cards if card["printed"].slug]
    release = figures_of(row) if left else None
    if release is None:
        return
    known, _ = cards_with_pack(*release)
    for card in left:
        printed: Printed = card["printed"]
        if (read := known.get(printed.slug)) is not None:
            shown = _as_printed(read, counted=printed.shown.figures)
            card["printed"] = Printed(shown, read.characteristics, printed.upgrades)


def _as_printed(card: ModelCard, *, counted: str) -> CardShown:
    """The card as printed; ``counted`` is its Health in the record, Injuries included."""
    figures = [(figure, label) for figure, label in card.printed.stat_line if figure != "health"]
    line = [f"{label} {_known(getattr(card, figure))}" for figure, label in figures]
    base = f"base {_known(card.base_mm)}" + (" mm" if card.base_mm else "")
    actions = (PrintedLine(row["name"], action_in_words(row), "") for row in card.figures.get("actions", ()))
    abilities = (PrintedLine(name, "", "") for name in lines_of(card, "abilities"))
    return CardShown(", ".join([*line, counted, base]), tuple(actions), tuple(abilities), ())


def _known(figure: int | None) -> str:
    return "–" if figure is None else str(figure)


def _uncounted(edition: RecordedEdition, record: AnyRecord) -> tuple[str, ...]:
    """What was ticked and does not count, once the game is over."""
    league = edition.of_catalogue(record.setup)
    if league is None or league.terms is None or record.state.phase != "over":
        return ()
    return uncounted_in(league, record.state, record.result(), edition.scoring)


def _result(edition: RecordedEdition, record: AnyRecord, clock: TableClock | None) -> dict[str, Any] | None:
    """The winner and each side's VP by Turn, with what the clock took off, once the game is over; else
    ``None``."""
    state = record.state
    if state.phase != "over":
        return None
    game = edition.of_catalogue(record.setup)
    scored = outcome(record.result(), HOUSE if game is None else policies_of(game))
    ended = in_time(scored, clock.penalties if clock is not None else (0, 0))
    turns = range(1, max(1, state.turn) + 1)
    return {
        "winner": "" if ended.winner is None else state.crews[ended.winner].name,
        "notes": ended.notes,
        "turns": turns,
        "rows": [
            {
                "name": crew.name,
                "vp": state.vp(crew.seat),
                "counts": ended.vp[crew.seat],
                "off": scored.vp[crew.seat] - ended.vp[crew.seat],
                "over": in_words(over) if (over := overtime(clock, crew.seat)) else "",
                "scored": [
                    sum(score.seat == crew.seat and score.turn == turn for score in state.scores)
                    for turn in turns
                ],
            }
            for crew in state.crews
        ],
    }


def overtime(clock: TableClock | None, seat: int) -> float:
    """The seconds that a side is over its time on a clock that has ended."""
    return max(0.0, -clock.left[seat]) if clock is not None and clock.left else 0.0


def missed(visit: Visit, seen: int) -> list[LoggedSentence]:
    """What was entered since."""
    state = loading.record_of(visit.row).state
    return encounter_page.last_lines(visit.row, visit.seat, state, after=seen)


def _side(visit: Visit, record: AnyRecord, seat: int) -> dict[str, Any]:
    edition, state, setup = recorded_of(visit.row), record.state, record.setup
    league = edition.of_catalogue(setup)
    due = {fall.model for fall in open_falls(league, state) if fall.owes} if league is not None else set()
    exempt = league is not None and not owes_flip("sacrificed", policies_of(league))
    crew = state.crews[seat]
    own = seat in visit.own or visit.row.over
    names = Names(state)
    fallen = {fall.model: fall for fall in state.falls}
    sources = [
        edition.aim(setup, state, seat) or "Strategy",
        *(scheme.name for scheme in crew.schemes if own or scheme.revealed),
        *(rule.name for rule in edition.shared(setup) if rule.scores),
    ]
    return {
        "seat": seat,
        "name": crew.name,
        "vp": state.vp(seat),
        "stones": crew.stones,
        "passes": crew.passes,
        "mine": seat in visit.own,
        "sacrifice_exempt": exempt,
        "sources": (scoring := _scoring(edition, record, seat, sources)),
        "not_now": list(dict.fromkeys(why for source in scoring for why in source["why"])),
        "later_sources": [] if own and crew.schemes else [name for name in state.pool if name not in sources],
        "schemes_chosen": len(crew.schemes),
        "schemes": [scheme for scheme in crew.schemes if own or scheme.revealed],
        **_claims(state, seat, league, edition.scoring, own=own),
        "foes": [
            (model.id, names(model.id))
            for model in state.models.values()
            if model.seat != seat and model.in_play
        ],
        "hidden": [scheme.name for scheme in crew.schemes if own and not scheme.revealed],
        "models": [
            {
                "id": model.id,
                "name": names(model.id),
                "health": model.health,
                "most": model.most,
                "where": model.where,
                "activated": model.activated,
                "leader": model.leader,
                "conditions": conditions_in_words(model, names),
                "tokens": sorted(model.tokens.items()),
                "fall": fallen.get(model.id),
                "bears": [_borne(league, slug) for slug in model.upgrades] if league is not None else [],
                "may_fall": (may := league is not None and may_fall(league, state, model.id)),
                "due": model.id in due,
                "owed": model.id in due or (may and model.where == "buried"),
                "down": may and model.down,
            }
            for model in state.models.values()
            if model.seat == seat
        ],
    }


def _scoring(
    edition: RecordedEdition, record: AnyRecord, seat: int, sources: list[str]
) -> list[dict[str, Any]]:
    """What a side may score from, the Strategy first: ``why`` the record would refuse it now, and
    whether it could score in a ``later`` Turn."""
    last = replace(record.state, turn=max(record.state.turn, edition.turns or MOST_TURNS))
    scoring = []
    for number, source in enumerate(sources):
        entry = {"do": "score", "seat": seat, "source": source, "step": "end" if number else "strategy"}
        why = record.why_not(entry)
        later = bool(why) and not record.why_not(entry, last)
        scoring.append({"name": source, "step": entry["step"], "why": why, "later": later})
    return scoring


def _claims(
    state: State, seat: int, setup: EncounterSetup | None, scoring: Scoring, *, own: bool
) -> dict[str, Any]:
    """What a side may claim for its league, and what it has claimed."""
    if setup is None or setup.terms is None:
        return {"terms": None}
    side = setup.terms.sides[seat]
    gone = [withdrawn.seat for withdrawn in state.withdrawals]
    return {
        "terms": side,
        "portions": ready(setup, state, seat, scoring),
        "not_yet": [violation.sentence for violation in why_not(setup, state, seat, scoring).values()]
        if own
        else [],
        "awards": left_of(setup, state, seat, scoring),
        "claimed": [claim for claim in state.claims if claim.seat == seat and claim.kind != "used_up"],
        "withdrew": state.withdrew(seat),
        "may_withdraw": state.turn > 0
        and not late_to_withdraw(state)
        and seat in may_withdraw(state.initiative, gone, setup.terms),
    }


def _borne(setup: EncounterSetup, slug: str) -> dict[str, Any]:
    card = setup.upgrades.get(slug)
    owned = any(slug in hired.owned for crew in setup.crews for hired in crew.models)
    return {
        "slug": slug,
        "name": card.name if card else slug,
        "text": card.text if card else "",
        "one_use": owned,
    }
