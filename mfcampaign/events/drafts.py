"""What a draft was paired from, and what has changed since. Reads records, writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from mfcampaign.events import stages
from mfcampaign.events.loading import Record, team_candidates
from mfcampaign.events.models import Event, Round
from mfcampaign.events.snapshots import PlayerSnapshot, RoundSnapshot, TeamSnapshot
from mfcampaign.web.cache import plain_json
from rules.tournament.pairing.certificate import result_lines
from rules.tournament.pairing.certificate_check import corrected
from rules.tournament.pairing.field import PairingPreference
from rules.tournament.standings.games import GameResult

SEARCHED = (Event.Format.SWISS, Event.Format.RANDOM)
"""The formats whose rounds are searched for; in the others the format says who meets whom."""
FACTS = {
    PairingPreference.CLUB: "club",
    PairingPreference.COMPANY: "company",
    PairingPreference.MIRROR: "faction",
    PairingPreference.RATING: "rating",
}
UNKNOWN = "It was paired before the portal kept what a draft rests on."


def basis(record: Record, number: int) -> dict[str, Any]:
    """What round ``number`` is paired from, as JSON: who is here and what the preferences read of them, the
    earlier results, what the organiser settled; or the games that follow from the format."""
    event = record.event
    facts = [FACTS[PairingPreference(p)] for p in {*event.preferences, *event.apart} if p in FACTS]
    here: dict[str, dict[str, Any]] = {
        str(p.number): {fact: getattr(p, fact) for fact in facts} for p in record.here
    }
    if event.of_teams:
        facts = [fact for fact in facts if fact != "faction"]
        players = {number: [p.number for p in who] for number, who in record.teams_here.items()}
        here = {
            str(team.id): {"line-up": players[team.id]} | {fact: getattr(team, fact) for fact in facts}
            for team in team_candidates(record)
        }
    results = result_lines(results_before(record, number))
    if _is_searched(record):
        two = [sorted(pair) for pair in event.forbidden if {str(n) for n in pair} <= here.keys()]
        settled = {name: sorted(event.decided.get(name, [])) for name in ("fixed", "byes")}
        rules = [f"{word}, a rule" for word in event.apart]
        wanted = {"preferences": [*rules, *event.preferences], "tables": event.tables}
        return {"here": here, "results": results, "forbidden": sorted(two), **settled, **wanted}
    planned = stages.bracket_games(record) if event.seeds else stages.matchday(record, number)
    games = sorted([g.match, g.a, g.b or 0] for g in planned)
    # Groups and the first games of a bracket are of those who are here; later ones follow, whoever leaves.
    return {"games": games, "results": results, "here": here if number == 1 else {}}


def results_before(record: Record, number: int) -> list[GameResult]:
    """What rounds before round ``number`` gave, games and byes: of the players, or of the teams."""
    return [result for result in record.results() if result.round < number]


def changes(record: Record, round_: Round | RoundSnapshot) -> list[str]:
    """What has changed since a draft was paired, in sentences; empty while it stands, and once it is out."""
    if round_.state != Round.State.DRAFT:
        return []
    was, now = plain_json(round_.basis), basis(record, round_.number)
    if not was:
        return [UNKNOWN]
    compared = was.keys() - ({"results"} if "games" in now else set())
    if was.keys() == now.keys() and all(was[name] == now[name] for name in compared):
        return []
    names = record.side_names
    sentences = corrected(was, now["results"]) + _came_and_went(was["here"], now["here"], names)
    for name, words in (("forbidden", "must never meet"), ("fixed", "are to play each other")):
        sentences += _decided(was.get(name, []), now.get(name, []), names, words)
    byes = was.get("byes", []), now.get("byes", [])
    sentences += [f"{names[n]} is to have a bye." for n in byes[1] if n not in byes[0]]
    sentences += [f"{names[n]} is not to have a bye any more." for n in byes[0] if n not in byes[1]]
    if was.get("preferences") != now.get("preferences"):
        sentences.append("The preferences for the pairings changed.")
    if was.get("tables") != now.get("tables"):
        sentences.append("The number of tables changed.")
    return sentences or ["Other games follow from the format now."]


def touched(record: Record, round_: Round | RoundSnapshot) -> set[int]:
    """The players of whom something else holds than when a draft was paired."""
    was, now = plain_json(round_.basis), basis(record, round_.number)
    if not was or was.keys() != now.keys():
        return {p.number for p in record.here}
    results = {tuple(line) for line in was["results"]} ^ {tuple(line) for line in now["results"]}
    facts = {int(n) for n in now["here"] if was["here"].get(n) != now["here"][n]}
    return facts | {n for line in results for n in line[2:4] if n is not None}


def _is_searched(record: Record) -> bool:
    return record.event.format in SEARCHED and not record.event.seeds


def _came_and_went(
    was: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]], names: Mapping[int, str]
) -> list[str]:
    gone = [f"{names[int(n)]} is out." for n in was if n not in now]
    come = [f"{names[int(n)]} is here now." for n in now if n not in was]
    known = {
        f"The {fact} of {names[int(n)]} changed."
        for n in was.keys() & now.keys()
        for fact in was[n].keys() & now[n].keys()
        if was[n][fact] != now[n][fact]
    }
    return gone + come + sorted(known)


def _decided(
    was: Iterable[Sequence[int]], now: Iterable[Sequence[int]], names: Mapping[int, str], words: str
) -> list[str]:
    before, after = ({tuple(pair) for pair in pairs} for pairs in (was, now))
    new = [f"{names[a]} and {names[b]} {words}." for a, b in sorted(after - before)]
    return new + [
        f"It holds no more that {names[a]} and {names[b]} {words}." for a, b in sorted(before - after)
    ]


class Settlement(Struct, frozen=True):
    """Something that organisers settled for the pairings to come. ``away``: those whom it concerns and who
    are not here, so that it cannot hold."""

    what: str
    who: tuple[int, ...]
    words: str
    away: tuple[PlayerSnapshot | TeamSnapshot, ...]

    def concerns(self, what: str, who: tuple[int, ...]) -> bool:
        """Whether it stands against a new decision, or is what ``free`` means."""
        of_one = what in ("fixed", "bye") or (what == "free" and len(who) == 1)
        return self.who == who or (of_one and self.what != "forbidden" and bool({*self.who} & {*who}))


def settled(record: Record) -> list[Settlement]:
    """What organisers settled for the pairings to come."""
    event, names = record.event, record.side_names
    here = set(record.teams_here) if event.of_teams else {p.number for p in record.here}
    rows = [
        *(("fixed", pair, "{} plays {} in the next round") for pair in event.decided.get("fixed", [])),
        *(("bye", [number], "{} has a bye in the next round") for number in event.decided.get("byes", [])),
        *(("forbidden", pair, "{} and {} never meet") for pair in event.forbidden),
    ]
    return [
        Settlement(
            what,
            tuple(who),
            words.format(*(names[number] for number in who)),
            tuple(record.sides[number] for number in who if number not in here),
        )
        for what, who, words in rows
    ]
