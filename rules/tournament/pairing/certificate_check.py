"""Check a round's certificate from its facts alone.

``python -m rules.tournament.pairing.certificate_check FILE [EVENT]``.

A second program on purpose: it shares no line with the pairing, works the costs out again from the
players' facts, and looks at every pair of the field. Where the certificate names the results it rests on,
the facts must follow from them; with the file of the EVENT these must still stand there. It prints what it
found and ends with 0 if the round is proven to be the best there is, with 1 and the first fault otherwise.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

BEFORE_RULES, AFTER_RULES = ["forbidden", "bye", "rematch"], ["low-bye", "gap"]
SAME = {"club": "club", "company": "company", "mirror": "faction"}


class Unproven(Exception):
    """The certificate proves nothing, and why."""


def verify(document: dict[str, Any]) -> str:
    """A sentence on what is proven; raises :class:`Unproven`."""
    if document.get("format") != "round-certificate-2":
        raise Unproven("This is no certificate of a round.")
    facts = _Facts(document)
    couples = [_pair(*couple) for couple in document["couples"]]
    if sorted(id for couple in couples for id in couple) != sorted(facts.everybody):
        raise Unproven("The round does not hold everybody exactly once.")
    numbers = {int(id): int(value) for id, value in document["numbers"].items()}
    if set(numbers) != set(facts.everybody):
        raise Unproven("Not everybody has a number.")
    groups = [(frozenset(group["players"]), int(group["number"])) for group in document["groups"]]
    for members, value in groups:
        if value <= 0 or len(members) % 2 == 0 or not members <= set(facts.everybody):
            raise Unproven("A group is even, unknown or without a positive number.")
    facts.check_scales()
    rests_on = _follow(document)
    looked = _feasible(facts, numbers, groups)
    bound = sum(numbers.values()) + sum(value for _, value in groups)
    price = 2 * sum(facts.weight(a, b) for a, b in couples)
    if bound != price:
        raise Unproven(f"The round costs {price}, but only {bound} is proven to be needed.")
    if len(facts.players) < 2:
        return f"Best possible pairing: nothing was left to choose{rests_on}."
    return (
        f"Best possible pairing: no other way to pair these {len(facts.players)} is better; "
        f"{looked} pairs checked{rests_on}."
    )


def corrected(document: dict[str, Any], results: Iterable[list[Any]]) -> list[str]:
    """What the certificate rests on and stands no more, in sentences; ``results`` as it names them."""
    stand = {(line[0], frozenset((line[2], line[3]))): line for line in results}
    return [
        f"Round {line[0]}{f', table {line[1]}' if line[1] else ''} is {_score(now)}, and was {_score(line)}."
        for line in document.get("results", [])
        if _stated(now := stand.get((line[0], frozenset((line[2], line[3]))))) != _stated(line)
    ]


def _stated(line: list[Any] | None) -> tuple[Any, ...] | None:
    """What a result says, whoever stands first; not at which table."""
    if line is None:
        return None
    _, _, a, b, vp_a, vp_b, outcome, winner = line
    won, lost = _won(line)
    sides = sorted([(a, vp_a, won), (b or 0, vp_b, lost)])
    return (*sides, outcome == "score", winner)


def _score(line: list[Any] | None) -> str:
    if line is None:
        return "gone"
    if line[3] is None:
        return "a bye"
    if line[6] != "score":
        return str(line[6]).replace("-", " ")
    return f"{line[4]}–{line[5]}{'' if line[7] is None else ', decided'}"


def _won(line: list[Any]) -> tuple[bool | None, bool | None]:
    """Whether the first and the second won; None for a draw."""
    _, _, a, b, vp_a, vp_b, outcome, winner = line
    if b is None or outcome == "forfeit-by-b":
        return True, False
    if outcome != "score":
        return False, outcome == "forfeit-by-a"
    if winner == 0 or (winner is None and vp_a == vp_b):
        return None, None
    first = vp_a > vp_b if winner is None else winner == a
    return first, not first


def _follow(document: dict[str, Any]) -> str:
    """Raises where the players' facts do not follow from the results that the certificate names; else how
    many these are, as the end of a sentence."""
    if "results" not in document:
        return ""
    worth, lines = document["worth"], document["results"]
    points: Counter[int] = Counter()
    counts: dict[int, Counter[tuple[str, int]]] = defaultdict(Counter)
    for line in lines:
        _, table, a, b, *_ = line
        kind = "forfeit_" if line[6] != "score" else ""
        names = {
            True: f"{kind}won" if kind else "win",
            False: f"{kind}lost" if kind else "loss",
            None: "draw",
        }
        if b is None:
            points[a] += worth["bye"]
            counts[a]["byes", 0] += 1
            continue
        for one, other, won in ((a, b, _won(line)[0]), (b, a, _won(line)[1])):
            points[one] += worth[names[won]]
            counts[one]["met", other] += 1
            counts[one]["tables", table] += 1
    for player in document["players"]:
        id = player["id"]
        stated = {("met", int(other)): n for other, n in player.get("met", {}).items()}
        stated |= {("tables", int(table)): n for table, n in player.get("tables", {}).items()}
        stated |= {("byes", 0): player["byes"]} if player.get("byes") else {}
        games = sum(n for (what, _), n in counts[id].items() if what != "tables")
        due = 0 if player.get("ringer") else points[id]
        if stated != counts[id] or player.get("games", 0) != games or player.get("points", 0) != due:
            raise Unproven(f"What is said of player {id} does not follow from the results.")
    return f"; it rests on {len(lines)} results" if lines else ""


def _feasible(facts: _Facts, numbers: dict[int, int], groups: list[tuple[frozenset[int], int]]) -> int:
    """How many pairs were looked at; raises where a pair costs less than its numbers say."""
    around = {id: {n: z for n, (members, z) in enumerate(groups) if id in members} for id in numbers}
    reach = {id: number + sum(around[id].values()) for id, number in numbers.items()}
    looked = 0
    for place, a in enumerate(facts.everybody):
        for b in facts.everybody[place + 1 :]:
            looked += b != 0
            need = reach[a] + reach[b]
            if need <= 2 * facts.gap_weight(a, b):
                continue
            need -= 2 * sum(z for n, z in around[a].items() if n in around[b])
            if need > 2 * facts.weight(a, b):
                raise Unproven(f"{a} and {b} cost less than their numbers: the bound does not hold.")
    return looked


class _Facts:
    """The players of the file, and what any pair of them costs."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.players = {player["id"]: player for player in document["players"]}
        self.everybody = sorted(self.players) + ([0] if len(self.players) % 2 else [])
        self.preferences: list[str] = document["preferences"]
        self.rules: list[str] = document.get("rules", [])
        self.tables: list[int] = document["tables"]
        self.forbidden = {_pair(*couple) for couple in document["forbidden"]}
        self.names = [level["name"] for level in document["levels"]]
        self.scales = [int(level["scale"]) for level in document["levels"]]
        self.points = {id: self._of(id, "points") for id in self.players}
        self._gap = dict(zip(self.names, self.scales, strict=True)).get("gap", 0)
        self.low = min(self.points.values(), default=0)
        self._seen = {id: {int(t) for t in p.get("tables", {})} for id, p in self.players.items()}
        self.front = max((self._of(id, "games") for id in self.players), default=0)

    def check_scales(self) -> None:
        """Every scale must be larger than anything the levels below it can sum to."""
        if self.names != BEFORE_RULES + self.rules + AFTER_RULES + self.preferences:
            raise Unproven("The levels are not those of the preferences.")
        below = 0
        for scale, name in reversed(list(zip(self.scales, self.names, strict=True))):
            if scale <= below:
                raise Unproven("A level could be outweighed by those below it.")
            below += scale * self._most(name) * (len(self.everybody) // 2)

    def _most(self, name: str) -> int:
        """No pair costs more than this at the level ``name``."""
        if name == "bye":
            return 2 * max(self._all("byes"), default=0) ** 2
        if name == "rematch":
            return max((n for id in self.players for n in self._meetings(id)), default=0) ** 2
        if name == "tables":
            return 2 * max(
                (n for p in self.players.values() for n in p.get("tables", {}).values()), default=0
            )
        read = {"low-bye": "points", "gap": "points", "rating": "rating", "catch-up": "games"}.get(name)
        if read is None:
            fact = {**SAME, "neighbours": "place", "availability": "free"}.get(name, "id")
            return int(any(player.get(fact) for player in self.players.values()))
        return (1 + (name != "gap")) * (
            max(self._all(read), default=0) - min(self._all(read), default=0)
        ) ** 2

    def _all(self, name: str) -> list[int]:
        return [self._of(id, name) for id in self.players]

    def gap_weight(self, a: int, b: int) -> int:
        """What the gap of points alone makes them cost at the least."""
        return self._gap * (self.points[a] - self.points[b]) ** 2 if a and b else 0

    def weight(self, a: int, b: int) -> int:
        return sum(scale * part for scale, part in zip(self.scales, self.parts(a, b), strict=True))

    def parts(self, a: int, b: int) -> list[int]:
        """What a pair costs, level by level; the id 0 is the bye."""
        a, b = _pair(a, b)
        if a == 0:
            return self._bye(b)
        if (a, b) in self.forbidden:
            return [1, *[x + y for x, y in zip(self._bye(a), self._bye(b), strict=True)][1:]]
        met = max(self._met(a, b), self._met(b, a))
        gap = self._of(a, "points") - self._of(b, "points")
        rules, preferences = (
            [self._preference(each, a, b) for each in wanted] for wanted in (self.rules, self.preferences)
        )
        return [0, 0, met**2, *rules, 0, gap**2, *preferences]

    def _bye(self, id: int) -> list[int]:
        behind = (self.front - self._of(id, "games")) ** 2
        preferences = [behind if preference == "catch-up" else 0 for preference in self.preferences]
        rules = [0] * len(self.rules)
        return [
            0,
            self._of(id, "byes") ** 2,
            0,
            *rules,
            (self._of(id, "points") - self.low) ** 2,
            0,
            *preferences,
        ]

    def _preference(self, preference: str, a: int, b: int) -> int:
        mine, theirs = self.players[a], self.players[b]
        if preference in SAME:
            fact = SAME[preference]
            return int(mine.get(fact, "") != "" and mine.get(fact) == theirs.get(fact))
        if preference == "neighbours":
            both = mine.get("place", ""), theirs.get("place", "")
            return int("" not in both and both[0] != both[1])
        if preference == "availability":
            both_free = set(mine.get("free", ())), set(theirs.get("free", ()))
            return int(all(both_free) and not both_free[0] & both_free[1])
        if preference == "tables":
            if not self._seen[a] | self._seen[b] >= set(self.tables):
                return 0
            return min((self._table(a, table) + self._table(b, table) for table in self.tables), default=0)
        name = {"rating": "rating", "catch-up": "games"}[preference]
        return int((self._of(a, name) - self._of(b, name)) ** 2)

    def _of(self, id: int, name: str) -> int:
        return int(self.players[id].get(name, 0))

    def _met(self, a: int, b: int) -> int:
        return int(self.players[a].get("met", {}).get(str(b), 0))

    def _meetings(self, id: int) -> list[int]:
        """Earlier games against those who are here."""
        met = self.players[id].get("met", {})
        return [times for other, times in met.items() if int(other) in self.players]

    def _table(self, id: int, table: int) -> int:
        return int(self.players[id].get("tables", {}).get(str(table), 0))


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    document, *event = (_read(name) for name in arguments)
    try:
        sentence = verify(document)
        if event and (wrong := corrected(document, _results_of(event[0]))):
            raise Unproven(f"It rests on results that were corrected. {' '.join(wrong)}")
        sys.stdout.write(sentence + "\n")
    except Unproven as fault:
        sys.stdout.write(f"Not proven. {fault}\n")
        return 1
    return 0


def _read(name: str) -> Any:
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def _results_of(event: dict[str, Any]) -> list[list[Any]]:
    """The confirmed results in the file of an event; where teams play, of their matches that are over."""
    if event.get("teams"):
        team_of = {player["number"]: player["team"] for player in event["players"]}
        matches = [(r, match) for r in event["rounds"] for match in r.get("matches", [])]
        return [line for r, match in matches if (line := _match(r, match, team_of))]
    return [
        _line_of(round_, game)
        for round_ in event["rounds"]
        for game in round_["games"]
        if game["state"] == "confirmed"
    ]


def _line_of(round_: dict[str, Any], game: dict[str, Any]) -> list[Any]:
    """One result; what a chess clock takes off does not count."""
    vp = [max(0, game[f"vp_{side}"] - game.get(f"penalty_{side}", 0)) for side in ("a", "b")]
    places = (game[field] for field in ("table", "a", "b"))
    return [round_["number"], *places, *vp, game["outcome"], game["winner"]]


def _match(round_: dict[str, Any], match: dict[str, Any], team_of: dict[int, int]) -> list[Any] | None:
    """What a match of two teams came to: whoever has more table points wins, two for a game and one for a
    draw; None while a table is missing."""
    sides = [match["a"], match["b"]]
    games = [game for game in round_["games"] if team_of[game["a"]] in sides]
    if not games or any(game["state"] != "confirmed" for game in games):
        return None
    if match["b"] is None:
        return [round_["number"], 0, match["a"], None, 0, 0, "score", None]
    points, vp = Counter(dict.fromkeys(sides, 0)), Counter(dict.fromkeys(sides, 0))
    for game in games:
        first = team_of[game["a"]]
        other = sides[1 - sides.index(first)]
        line = _line_of(round_, game)
        for team, its, gained in zip((first, other), _won(line), line[4:6], strict=True):
            points[team] += 1 if its is None else 2 * its
            vp[team] += gained
    a, b = sides
    winner = 0 if points[a] == points[b] else a if points[a] > points[b] else b
    return [round_["number"], 0, a, b, vp[a], vp[b], "score", winner]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
