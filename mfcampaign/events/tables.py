"""Tables of players and results as people have them, and what each column was taken for. Pure text in.

A table has headings, and they tell whether its cells stand between commas, semicolons or tabs; without any
it is a list with a player on each line. Nothing is written here: pages and API show what was read first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.core.exceptions import ValidationError
from msgspec import Struct

from mfcampaign.accounts.names import clean_display_name
from mfcampaign.events.models import Game
from mfcampaign.web.names import looks, plain
from mfcampaign.web.spreadsheets import DELIMITERS, announced, read_text, records
from rules.plain_numbers import whole
from rules.refusal import Refusal, Violation

MOST_PLAYERS, MOST_RESULTS = 1024, 20_000
LONGEST_WORD, BEST_RATING, MOST_VP = 40, 9_999, 9_999
MOST_BYTES = 200_000
NUMBERED = re.compile(r"^(?:(?:[-–—•*·▪☐☑✓]|\[[ xX]?\]|\d{1,3}[.):])\s*)+(?=\S)")
_ROUND = re.compile(r"(\d+)(?:[.,]0{1,2})?")
_SPACES = re.compile(r"[\s_\-.]+")
NAMELESS = ("", "-", "–", "—")

PLAYER_HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("name", "player", "playername", "fullname", "nickname", "spieler", "nombre"), "name"),
    **dict.fromkeys(("firstname", "forename", "givenname", "vorname", "prénom", "first"), "first name"),
    **dict.fromkeys(("lastname", "surname", "familyname", "nachname", "last"), "last name"),
    **dict.fromkeys(("club", "verein", "group"), "club"),
    **dict.fromkeys(("team", "mannschaft", "equipo"), "team"),
    **dict.fromkeys(("rating", "elo", "ranking"), "rating"),
    **dict.fromkeys(("company", "travelswith", "travelgroup"), "company"),
}
RESULT_HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("round", "roundnumber"), "round"),
    **dict.fromkeys(("table", "tablenumber"), "table"),
    **dict.fromkeys(("vpfirst", "vpa", "vp1", "player1vp", "score1"), "VP first"),
    **dict.fromkeys(("vpsecond", "vpb", "vp2", "player2vp", "score2"), "VP second"),
    **dict.fromkeys(("first", "player1", "playera"), "first"),
    **dict.fromkeys(("second", "player2", "playerb"), "second"),
    "outcome": "outcome",
    "state": "state",
}
RESULT_COLUMNS = ("round", "table", "VP first", "VP second")


class Column(Struct, frozen=True):
    """A column: its heading as it is written ("" in a list without), and what it was ``taken_for`` (""
    where it is not used)."""

    heading: str
    taken_for: str


class PlayerRow(Struct, frozen=True):
    """One player of a table; ``line`` is where it begins."""

    line: int
    name: str
    club: str = ""
    rating: int = 0
    company: str = ""
    team: str = ""
    ringer: bool = False


class ResultRow(Struct, frozen=True):
    """One result of a table; ``first`` and ``second`` are names, empty where there was none."""

    line: int
    round: int
    table: int
    vp_first: int
    vp_second: int
    outcome: str
    first: str
    second: str


class TableRead(Struct, frozen=True):
    """What was read of a table: ``parted`` by what, ``skipped`` lines with the reason, and every fault; a
    table with faults is not taken."""

    parted: str
    headed: bool
    columns: tuple[Column, ...]
    skipped: tuple[str, ...]
    faults: tuple[str, ...]


Read = TypeVar("Read", bound="TableRead")


class PlayersRead(TableRead, frozen=True):
    players: tuple[PlayerRow, ...]


class ResultsRead(TableRead, frozen=True):
    results: tuple[ResultRow, ...]


def demanded(read: Read) -> Read:
    """What was read, if it has no fault; else a ``Refusal`` that names every one."""
    if read.faults:
        raise Refusal.of([Violation("", fault) for fault in read.faults])
    return read


class _Split(Struct, frozen=True):
    """A table in cells: ``heads`` is ``None`` for a list without headings."""

    parted: str
    heads: tuple[str, ...] | None
    rows: list[tuple[int, list[str]]]


def players_of(text: str, *, of_teams: bool = False) -> PlayersRead:
    """The players of a table or a list, in which a word after a name is the club, or the team of an event
    ``of_teams``; elsewhere a team is a club. ``Refusal`` for what is neither."""
    split = _split(text, PLAYER_HEADINGS)
    if not split.rows:
        raise Refusal("The table names nobody.", fix="Write one player a line.")
    if len(split.rows) > MOST_PLAYERS:
        raise Refusal(f"A table has at most {MOST_PLAYERS} players.", fix="Add them in parts.")
    if split.heads is None:
        fields = _guessed(split.rows, ["team", "club"] if of_teams else ["club", "company"])
    else:
        fields = _fields(split.heads, PLAYER_HEADINGS)
        if not {"name", "first name", "last name"} & set(fields):
            raise Refusal(
                "Line 1 has no column “name”.",
                fix="Columns are name, club, rating and company; or no headings.",
            )
    if not of_teams:
        fields = ["" if f == "team" and "club" in fields else "club" if f == "team" else f for f in fields]
    faults, players = [], []
    seen: dict[str, int] = {}
    for line, cells in split.rows:
        named = {field: cell for field, cell in zip(fields, cells, strict=False) if field}
        player, fault = _player(line, named, seen)
        fault = fault or _overlong(cells, fields)
        if fault or player is None:
            faults.append(f"Line {line}: {fault}")
        else:
            seen[looks(player.name)] = line
            players.append(player)
    return PlayersRead(
        split.parted,
        split.heads is not None,
        _columns(split.heads or (), fields),
        (),
        tuple(faults),
        tuple(players),
    )


def _player(line: int, cells: Mapping[str, str], seen: Mapping[str, int]) -> tuple[PlayerRow | None, str]:
    """The player of a line, or what is wrong with it."""
    name = cells.get("name") or " ".join(filter(None, (cells.get("first name"), cells.get("last name"))))
    try:
        name = clean_display_name(name)
    except ValidationError as wrong:
        return None, wrong.messages[0]
    if looks(name) in seen:
        return None, f"{name} is on line {seen[looks(name)]} already."
    club, company, team = (plain(cells.get(field, "")) for field in ("club", "company", "team"))
    if max(map(len, (club, company))) > LONGEST_WORD:
        return None, f"a club or a company has at most {LONGEST_WORD} characters."
    if len(team) > LONGEST_WORD:
        return None, f"a team has at most {LONGEST_WORD} characters."
    rating = 0 if cells.get("rating", "") in NAMELESS else _number(cells["rating"], BEST_RATING)
    if rating is None:
        return None, f"a rating is a whole number up to {BEST_RATING}, not {cells['rating'][:40]!r}."
    return PlayerRow(line, name, club, rating, company, team), ""


def results_of(text: str) -> ResultsRead:
    """The results of a table as it is exported; columns beyond RESULT_COLUMNS may be missing. Byes and games
    without a result are passed over and told. ``Refusal`` for what is no such table."""
    split = _split(text, RESULT_HEADINGS)
    fields = _fields(split.heads or (), RESULT_HEADINGS)
    missing = [column for column in RESULT_COLUMNS if column not in fields]
    if missing:
        raise Refusal(
            f"Line 1 has no column “{missing[0]}”.", fix=f"Columns are {', '.join(RESULT_COLUMNS)}."
        )
    if len(split.rows) > MOST_RESULTS:
        raise Refusal(f"A table has at most {MOST_RESULTS} results.", fix="Enter them in parts.")
    faults, skipped, results = [], [], []
    for line, cells in split.rows:
        named = {field: cell for field, cell in zip(fields, cells, strict=False) if field}
        if not named.get("table"):
            skipped.append(f"Line {line} has no table: a bye.")
            continue
        if (state := named.get("state") or Game.State.CONFIRMED) != Game.State.CONFIRMED:
            skipped.append(f"Line {line} is {state[:40]}: no result yet.")
            continue
        figures = [_number(named.get(column, ""), MOST_VP) for column in RESULT_COLUMNS]
        number, table, vp_first, vp_second = figures
        if number is None or table is None or vp_first is None or vp_second is None:
            faults.append(f"Line {line}: {', '.join(RESULT_COLUMNS)} are whole numbers.")
        elif fault := _overlong(cells, fields):
            faults.append(f"Line {line}: {fault}")
        else:
            outcome, names = (
                named.get("outcome") or "score",
                (named.get("first", ""), named.get("second", "")),
            )
            results.append(ResultRow(line, number, table, vp_first, vp_second, outcome, *names))
    if not results and not faults:
        raise Refusal("The table holds no result.", fix="A line has its round, its table and both VP.")
    return ResultsRead(
        split.parted,
        True,
        _columns(split.heads or (), fields),
        tuple(skipped),
        tuple(faults),
        tuple(results),
    )


# -- cells ---------------------------------------------------------------------------------------------


def _split(text: str, headings: Mapping[str, str]) -> _Split:
    """The text in cells, parted as most of its headings are known; a list by what stands in each line."""
    delimiter, text, before = announced(read_text(text))
    if not text.strip():
        raise Refusal("The table is empty.", fix="Paste lines, or choose a file.")
    lines = re.split(r"\r\n|\r|\n", text)
    first = next(line for line in lines if line.strip())
    offered = [delimiter] if delimiter else list(DELIMITERS)
    known = {each: _known(first, each, headings) for each in offered}
    heads: tuple[str, ...] | None = None
    if any(known.values()):
        rows, used = _fewest_overlong(text, [each for each in offered if known[each] == max(known.values())])
        heads = tuple(rows.pop(0)[1])
        parts = [used] if len(heads) > 1 else []
    else:
        rows, parts = _listed(lines, offered)
    parted = " and ".join(DELIMITERS[each] for each in parts)
    return _Split(parted, heads, [(line + before, cells) for line, cells in rows])


def _known(line: str, delimiter: str, headings: Mapping[str, str]) -> int:
    try:
        rows = records(line, delimiter)
    except Refusal:
        return 0
    return len(set(_fields(tuple(rows[0][1]), headings)) - {""}) if rows else 0


def _fewest_overlong(text: str, delimiters: Sequence[str]) -> tuple[list[tuple[int, list[str]]], str]:
    """The records by the delimiter under which the fewest have more cells than there are headings; the first
    such. A ``Refusal`` where none of them can be read."""
    readings: list[tuple[int, list[tuple[int, list[str]]], str]] = []
    refusals = []
    for delimiter in delimiters:
        try:
            rows = records(text, delimiter)
        except Refusal as refusal:
            refusals.append(refusal)
        else:
            readings.append((sum(len(cells) > len(rows[0][1]) for _, cells in rows), rows, delimiter))
    if not readings:
        raise refusals[0]
    _, rows, delimiter = min(readings, key=lambda each: each[0])
    return rows, delimiter


def _listed(lines: Sequence[str], offered: Sequence[str]) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """The lines of a list without headings, their numbers and bullets taken away, and what parts their cells;
    each line may part them in its own way."""
    rows, parts = [], []
    for number, line in enumerate(lines, start=1):
        delimiter = next((each for each in offered if each in line.strip()), "")
        for _, cells in _cells(NUMBERED.sub("", line.strip()), delimiter or ","):
            rows.append((number, cells))
            if delimiter and delimiter not in parts:
                parts.append(delimiter)
    return rows, parts


def _cells(line: str, delimiter: str) -> list[tuple[int, list[str]]]:
    try:
        return records(line, delimiter)
    except Refusal:
        return records(line, delimiter, quoted=False)  # “"Red" Joe” is a name, and no cell in quotation marks


def _guessed(rows: list[tuple[int, list[str]]], words: list[str]) -> list[str]:
    """What the columns of a list without headings are taken for: a name after a number, if there is one; then
    a column of numbers is the rating, one of words the next of ``words``."""
    width = max(len(cells) for _, cells in rows)
    columns = [[cells[n] for _, cells in rows if n < len(cells) and cells[n]] for n in range(width)]
    numeric = [bool(column) and all(map(_is_number, column)) for column in columns]
    fields = [""] * width
    name = 1 if width > 1 and numeric[0] and not numeric[1] else 0
    fields[name] = "name"
    for n in range(name + 1, width):
        if numeric[n] and "rating" not in fields:
            fields[n] = "rating"
        elif columns[n] and not numeric[n] and words:
            fields[n] = words.pop(0)
    return fields


def _fields(heads: Sequence[str], headings: Mapping[str, str]) -> list[str]:
    """What each heading stands for; a second one for the same is not used."""
    fields: list[str] = []
    for head in heads:
        field = headings.get(_SPACES.sub("", head).casefold(), "")
        fields.append("" if field in fields else field)
    return fields


def _columns(heads: Sequence[str], fields: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(heads[n][:80] if n < len(heads) else "", field) for n, field in enumerate(fields))


def _overlong(cells: Sequence[str], fields: Sequence[str]) -> str:
    if any(cells[len(fields) :]):
        return f"{len(cells)} cells, but there are {len(fields)} columns."
    return ""


def _number(text: str, most: int) -> int | None:
    """The whole number of a cell, as spreadsheets write it too: ``1500.0``, ``1 500``.

    >>> _number("1500.0", 9999), _number("1\\u00a0500", 9999), _number("1.500", 9999), _number("3.5", 9)
    (1500, 1500, None, None)
    """
    match = _ROUND.fullmatch("".join(text.split()))
    return whole(match[1], most) if match else None


def _is_number(text: str) -> bool:
    return _number(text, 10**9) is not None
