"""The page of a running Encounter for one visitor: their question, both Crews, the log in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.play import loading
from mfcampaign.play.access import Visit
from mfcampaign.play.engines import Played, played_for, played_of, recorded_of
from mfcampaign.play.hiring import Offer, offers
from mfcampaign.play.models import Encounter, Seat
from mfcampaign.play.operations.between_games import PHRASES
from mfcampaign.play.queries import board
from mfcampaign.play.queries.board import Drawn
from mfcampaign.play.queries.outcome_strip import Heard, StripLine, strip_of
from mfcampaign.play.queries.questions import (
    Meets,
    Offered,
    Question,
    beside_of,
    choice_of,
    joined,
    put_to,
    question_of,
    then_of,
)
from rules.crews.catalogue import faction_name
from rules.game.asking import INSTEAD, MOSTLY_LEFT, abilities, declined, words_of
from rules.game.driver import Following
from rules.game.events import Event
from rules.game.narration import Names, conditions_in_words, sentence_of
from rules.game.pictures.offered import is_expensive
from rules.game.pictures.tokens import initials
from rules.game.playing import PlayedEdition
from rules.game.pointing import ready
from rules.game.procedure.asks import Ask
from rules.game.recording.edition import SharedRule
from rules.game.setup.agreed import CrewOptions
from rules.game.shown import ActionShown
from rules.game.state import State
from rules.game.view import heard, view
from rules.wording import titled

LINES = 40
TOLD_FROM = 480
"""So many of the last events are read for the strip: in them models moved, so that one knows where from."""
MOST_SHOWN = 3
KINDS = {
    "announcements": "Actions and duels",
    "cards": "Cards",
    "table": "Health and places",
    "turns": "Turns and points",
    "crews": "Crews",
}
"""The kinds to which the log can be narrowed, by the file of ``rules.game.events`` that defines an event."""


class LoggedSentence(Struct, frozen=True):
    """A sentence of the log and the number of its decision; ``about`` are the ids of its models, ``kind`` one
    of ``KINDS``."""

    decision: int
    words: str
    about: tuple[str, ...] = ()


class SeatAsking(Struct, frozen=True):
    """What a side of the visitor's is asked: ``everything`` or what matters; its usual answers, and what it
    may settle beforehand, each by name with what is done then; ``mostly``: what most people leave."""

    seat: int
    everything: bool
    habits: tuple[tuple[str, str], ...]
    settles: tuple[tuple[str, str], ...]
    mostly: tuple[str, ...] = ()


class Intents(Struct, frozen=True):
    """What a model may do now, as choices that say it whole: who, what and whom."""

    name: str
    choices: tuple[Offered, ...]


class EncounterPage(Struct, frozen=True, kw_only=True):
    """``question`` is put to the visitor; ``intents`` answer it and the questions after it at once, and
    ``beside`` are questions after it that its form may answer, too. ``waiting`` says who else is asked.
    ``said`` are the last phrases with their speakers, between two people. ``strip`` is the strip of what was
    resolved after the decision ``since``. ``back`` are the decisions to the visitor's last answer, and
    ``back_is`` says how they are taken back: free, asked of the opponent, or refused. A new Crew
    ``begins_declared`` where Faction and Leader are declared: the builder then hands it in."""

    visit: Visit
    edition: PlayedEdition
    version: int
    question: Question | None
    waiting: tuple[str, ...]
    crews: tuple[dict[str, Any], dict[str, Any]]
    hand: tuple[str, ...]
    schemes: tuple[dict[str, Any], ...]
    action_shown: ActionShown | None
    drawn: Drawn
    lines: tuple[LoggedSentence, ...]
    strip: tuple[StripLine, ...]
    since: int
    facts: dict[str, Any]
    back: int
    back_is: str
    asks_back: bool
    asked: bool
    shared: tuple[SharedRule, ...] = ()
    offers: tuple[Offer, ...] = ()
    begins_declared: bool = False
    said: tuple[tuple[str, str], ...] = ()
    asking: tuple[SeatAsking, ...] = ()
    intents: tuple[Intents, ...] = ()
    beside: tuple[Question, ...] = ()

    @property
    def kinds(self) -> Mapping[str, str]:
        return KINDS

    @property
    def digest(self) -> str:
        return f"{self.question.digest if self.question else '-'}{int(self.asked)}"


def load(
    visit: Visit, play: Played | None = None, since: int | None = None, *, listed: bool = False
) -> EncounterPage:
    """Load the page. Five queries, whatever was played; two more where a Crew is handed in. Everything is of
    one version, so that a form never answers a later question than its version. ``since`` is the decision
    after which the strip tells everything; otherwise the one before the visitor's last answer. ``listed``:
    whole intents are chosen from a list."""
    row, edition = visit.row, played_of(visit.row)
    play = play or loading.play_of(row, as_read=True)
    ask = next((ask for ask in play.asks if ask.seat in visit.own), None)
    seat = ask.seat if ask is not None else visit.seat
    seen = view(play.state, (), seat)
    then = then_of(visit, play, ask)
    put = then.ask if then else play.with_next(ask) if ask is not None else None
    question = _question(play, ask, put, then) if ask is not None and put is not None else None
    crews = ask.options if ask is not None and isinstance(ask.options, CrewOptions) else None
    asked_back = row.asked_back
    back, answered, went_on = _steps_back(visit, play)
    since = answered - 1 if since is None else since
    listener = None if visit.alone else visit.seat
    last = _last_events(row, most=TOLD_FROM)
    recent = _heard(row, last, listener)
    cut = bool(last) and last[-1][1] > answered
    informed = went_on or cut or any(fact.informs for _, decision, fact in last if decision >= answered)
    return EncounterPage(
        visit=visit,
        edition=edition,
        version=row.version,
        question=question,
        waiting=tuple(_who(visit, other.seat) for other in play.asks if other.seat not in visit.own),
        crews=tuple(_crew(visit, play, seen, number) for number in (0, 1)),  # type: ignore[arg-type]
        hand=tuple(seen["crews"][seat].get("hand", ())) if seat is not None else (),
        schemes=_schemes(play.state, seen, seat),
        action_shown=play.action_shown(),
        drawn=board.with_question(play, put, _places(question), quick=True),
        lines=tuple(_sentences(recent, play.state)),
        strip=strip_of(reversed(recent), play.state, since, listener),
        since=since,
        facts={key: seen[key] for key in ("turn", "phase", "active", "strategy", "deployment", "pool")},
        back=back,
        back_is=_back_is(visit, informed=informed),
        asks_back=bool(asked_back) and asked_back["seat"] not in visit.own,
        asked=bool(asked_back) and asked_back["seat"] in visit.own,
        shared=edition.shared(play.setup),
        offers=offers(visit.seats[ask.seat].user, edition.code, ask) if ask is not None and crews else (),
        begins_declared=crews is not None and bool(crews.begun.faction),
        said=_said(visit),
        asking=tuple(_asking(seat, play) for seat in visit.seats if seat.seat in visit.own),
        beside=_beside(visit, play, ask) if ask is not None else (),
        intents=tuple(_intents(play, put)) if listed and put is not None else (),
    )


def _beside(visit: Visit, play: Played, ask: Ask) -> tuple[Question, ...]:
    """Nothing is proposed to whoever is asked everything."""
    if visit.seats[ask.seat].asks_everything:
        return ()
    return tuple(beside_of(one, play.state) for one in play.beside(ask))


def _intents(play: Played, put: Ask) -> Iterator[Intents]:
    names = Names(play.state)
    for model in ready(put):
        listed = play.listed(put, model)
        if listed:
            choices = (Offered(choice_of(one.answers), one.words) for one in listed)
            yield Intents(names(model), tuple(choices))


def _asking(seat: Seat, play: Played) -> SeatAsking:
    habits = tuple((name, words_of(name, usual)) for name, usual in seat.habits.items())
    settles = tuple((name, INSTEAD[name]) for name in play.settles if name not in seat.habits)
    mostly = tuple(name for name, _ in settles if name in MOSTLY_LEFT)
    return SeatAsking(seat.seat, seat.asks_everything, habits, settles, mostly)


def _question(play: Played, ask: Ask, put: Ask, then: Following | None) -> Question:
    """The form of a question, ``put`` with the one after it."""
    recurring = abilities(ask, play.recurring(ask))
    if then is not None:
        after = _question(then.at, then.ask, then.ask, None)
        return joined(ask, then, after, recurring)
    through = "" if put is ask else declined(ask)
    question = question_of(put, play.state, play.notes(put), _meets(play, put), recurring, through)
    return replace(question, dragged=play.leads(put))


def _meets(play: Played, ask: Ask) -> Meets | None:
    """What names the Hazardous terrain of a move; ``None`` where nothing moves."""
    if ask.kind != "destination":
        return None
    edition = played_for(play.setup)
    return lambda answer: [harm.name for harm in edition.harms(play, ask, answer)]


def _said(visit: Visit) -> tuple[tuple[str, str], ...]:
    """The last phrases in order. One query between two people, otherwise none."""
    if len({seat.user_id for seat in visit.seats if seat.user_id}) < 2:
        return ()
    last = visit.row.decisions.filter(kind="say").order_by("-number").values_list("seat", "value")
    said = [(_who(visit, seat), PHRASES[json.loads(value)["phrase"]]) for seat, value in last[:MOST_SHOWN]]
    return tuple(reversed(said))


def region(visit: Visit) -> Drawn | None:
    """The table with the whole region that the visitor's question offers; ``None`` when there is
    none."""
    play, ask = put_to(visit, loading.play_of(visit.row))
    if ask is None or not is_expensive(ask.options):
        return None
    return board.with_question(play, ask, _places(question_of(ask, play.state)))


def _places(question: Question | None) -> board.PLACES:
    return tuple((place.number, place.x, place.y) for place in question.places) if question else ()


def _schemes(state: State, seen: dict[str, Any], seat: int | None) -> tuple[dict[str, Any], ...]:
    """The visitor's own Schemes, with their notes by name."""
    if seat is None:
        return ()
    names = Names(state)
    return tuple(
        {**scheme, "secret": {about: names(what) for about, what in scheme["secret"].items()}}
        for scheme in seen["crews"][seat].get("own_schemes", ())
    )


def _who(visit: Visit, seat: int) -> str:
    return visit.seats[seat].label


def _crew(visit: Visit, play: Played, seen: dict[str, Any], seat: int) -> dict[str, Any]:
    names, short, edition = Names(play.state), initials(play.state), played_of(visit.row)
    crew = dict(seen["crews"][seat])
    crew["player"] = _who(visit, seat)
    crew["mine"] = seat in visit.own
    crew["models"] = [
        {
            **model,
            "name": names(model["id"]),
            "short": short[model["id"]],
            "conditions": conditions_in_words(play.state.models[model["id"]], names),
            "tokens": [f"{titled(name)} {n}" for name, n in model["tokens"].items()],
            "active": model["id"] == seen["activating"],
            "shown": play.card_shown(play.state.models[model["id"]]),
            "bears": edition.borne(play, play.state.models[model["id"]]),
        }
        for model in seen["models"]
        if model["seat"] == seat
    ]
    crew["declared"] = "" if crew["models"] or not crew["faction"] else _declared(crew)
    return crew


def _declared(crew: dict[str, Any]) -> str:
    """What is known of a Crew before it is revealed."""
    leader = f", led by {crew['leader']}" if crew["leader"] else ""
    return f"{faction_name(crew['faction'])}{leader}. The Crew is not revealed yet."


def last_lines(row: Encounter, seat: int | None, state: State, after: int = -1) -> list[LoggedSentence]:
    """The log as that seat may see it, newest first; ``after`` limits it to what followed that
    decision."""
    return _sentences(heard_last(row, seat, after), state)


def heard_last(row: Encounter, seat: int | None, after: int = -1, most: int = LINES * 3) -> list[Heard]:
    """The last events as that seat hears them, newest first. Two queries."""
    return _heard(row, _last_events(row, after, most), seat)


def _last_events(row: Encounter, after: int = -1, most: int = LINES * 3) -> list[Heard]:
    """The last events that count, whole, newest first. Two queries."""
    gone = set(row.decisions.exclude(undone_by=None).values_list("number", flat=True))
    events = row.events.filter(decision__gt=after).order_by("-number")
    read = recorded_of(row).stored.event
    return [
        (number, decision, read(body))
        for number, decision, body in events.values_list("number", "decision", "body")[:most]
        if decision not in gone
    ]


def _heard(row: Encounter, events: Iterable[Heard], seat: int | None) -> list[Heard]:
    return [
        (number, decision, fact)
        for number, decision, event in events
        if (fact := heard(event, seat, over=row.over)) is not None
    ]


def _sentences(newest_first: Iterable[Heard], state: State) -> list[LoggedSentence]:
    said = (
        LoggedSentence(decision, words, _about(fact, state))
        for _number, decision, fact in newest_first
        if (words := sentence_of(fact, state))
    )
    return list(islice(said, LINES))


def _about(fact: Event, state: State) -> tuple[str, ...]:
    named = (getattr(fact, field) for field in fact.__struct_fields__)
    models = (name for name in named if isinstance(name, str) and name in state.models)
    return (*dict.fromkeys(models), type(fact).__module__.rpartition(".")[2])


def _back_is(visit: Visit, *, informed: bool) -> str:
    """How one takes an answer back: freely until a card was seen, then not against a bot, else by consent."""
    if not informed or visit.alone:
        return "free"
    return "refused" if any(seat.bot for seat in visit.seats) else "asked"


def _steps_back(visit: Visit, play: Played) -> tuple[int, int, bool]:
    """How many decisions to take back to the visitor's last one (0 when it is not near), its number, and
    whether another person answered, or cards were dealt anew, since. Answers within an own act by hand are
    taken back with the whole act."""
    went_on = False
    latest = loading.counting(visit.row).order_by("-number").values_list("number", "seat", "kind", "actor")
    for steps, (number, seat, kind, actor) in enumerate(latest[:200], 1):
        went_on = went_on or kind == "rewind" or (seat not in visit.own and actor is not None)
        if seat in visit.own and kind != "rewind" and actor is not None:
            at = len(play.decisions) - steps
            begins = (begin for begin, end in play.acts if begin < at < end)
            begin = next((begin for begin in begins if play.decisions[begin].seat in visit.own), at)
            return len(play.decisions) - begin, number, went_on
    return 0, 0, went_on
