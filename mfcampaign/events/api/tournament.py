"""Endpoints that pair a round or rank players given in the request; nothing is stored."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from msgspec import Meta, Struct, structs

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.api.endpoint import asks
from mfcampaign.api.problems import Problem
from rules.tournament.pairing.explain import AlternativePairing, alternatives
from rules.tournament.pairing.field import Entrant, PairingPreference, PairingPreferences
from rules.tournament.pairing.swiss import Pair, pair_round
from rules.tournament.standings.criteria import MALIFAUX, SCHEMES
from rules.tournament.standings.games import GameResult
from rules.tournament.standings.ranking import Adjustment, Standings

TAG = "Calculator"
MOST_PLAYERS, MOST_GAMES, LARGEST = 256, 4096, 1_000_000
Number = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]


class RoundPreferences(PairingPreferences, frozen=True):
    """What the organiser wants: preferences in their order, and single decisions. ``byes`` names who has one,
    ``bye`` one of them."""

    bye: int | None = None

    @property
    def wanted(self) -> PairingPreferences:
        return self if self.bye is None else structs.replace(self, byes=self.byes | {self.bye})


class RoundPairingQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The players of a round and what the organiser wants of it."""

    players: Annotated[tuple[Entrant, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]
    preferences: RoundPreferences = RoundPreferences()


class PairedPlayers(Struct, frozen=True):
    """Two players who meet. ``gap`` in points, ``rematch`` earlier games, ``against`` the preferences it
    breaks."""

    a: int
    b: int
    gap: int
    rematch: int
    against: tuple[PairingPreference, ...]
    fixed: bool


class RoundPairing(Struct, frozen=True):
    """The best round there is. ``byes`` are all, ``bye`` that of an odd number, else the first of them.
    ``certificate`` proves it: check it with ``python -m rules.tournament.pairing.certificate_check``."""

    pairs: tuple[PairedPlayers, ...]
    bye: int | None
    bye_reason: str
    apart: tuple[tuple[int, int], ...]
    resting: tuple[int, ...]
    certificate: str
    byes: tuple[int, ...] = ()


class OpponentChoicesQuestion(RoundPairingQuestion, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The players and preferences of a round, and whose other choices are asked for: at most ``most``."""

    player: Number
    most: Annotated[int, Meta(ge=1, le=12)] = 4


class Price(Struct, frozen=True):
    """One kind of harm and how much more of it (negative: less) the whole round would do."""

    kind: str
    more: int


class OpponentChoice(Struct, frozen=True):
    """Another opponent, or null for the bye; ``costs`` of the best round with it beside the best of all, the
    gravest first, and empty where it is just as good."""

    opponent: int | None
    costs: tuple[Price, ...]
    sentence: str


class StandingsQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Players, their finished games, the scheme of points by name."""

    players: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=1024)]
    games: Annotated[tuple[GameResult, ...], Meta(max_length=MOST_GAMES)] = ()
    adjustments: Annotated[tuple[Adjustment, ...], Meta(max_length=200)] = ()
    scheme: Annotated[str, Meta(max_length=40)] = ""


class StandingsPlace(Struct, frozen=True):
    """One line of the table; ``by`` is the figure that put this player below the one above."""

    rank: int
    player: int
    figures: dict[str, int]
    by: str | None


@asks(
    "calculator/pairing/",
    RoundPairing,
    body=RoundPairingQuestion,
    open=True,
    expensive=True,
    tag=TAG,
    example={
        "players": [
            {"id": 1, "points": 6},
            {"id": 2, "points": 6, "met": {"1": 1}},
            {"id": 3, "points": 3},
            {"id": 4},
        ]
    },
)
def pair_players(call: PortalCall) -> RoundPairing:
    """Pair a round: no rematch and no second bye while a round without exists, then the least gaps.
    The same players in whatever order get the same round, with a proof that there is no better one."""
    question: RoundPairingQuestion = call.body
    _plausible(question)
    try:
        paired = pair_round(question.players, question.preferences.wanted)
    except ValueError as error:
        raise Problem(422, f"{error}") from None
    return RoundPairing(
        tuple(_pair(pair) for pair in paired.pairs),
        next(iter(paired.idle), None),
        paired.bye_reason or ("The organiser decided this bye." if paired.byes else ""),
        paired.apart,
        paired.resting,
        paired.certificate.to_json() if paired.certificate else "",
        tuple(sorted(paired.idle)),
    )


@asks(
    "calculator/pairing/choices/",
    tuple[OpponentChoice, ...],
    body=OpponentChoicesQuestion,
    open=True,
    expensive=True,
    tag=TAG,
    example={
        "players": [{"id": 1, "points": 3}, {"id": 2, "points": 3}, {"id": 3}, {"id": 4}],
        "player": 1,
    },
)
def pairing_choices(call: PortalCall) -> tuple[OpponentChoice, ...]:
    """The other opponents of a player, the nearest in points first, and what each would have cost."""
    question: OpponentChoicesQuestion = call.body
    _plausible(question)
    if question.player not in {player.id for player in question.players}:
        raise Problem(422, "The player is none of these players.")
    try:
        wanted = question.preferences.wanted
        stands = pair_round(question.players, wanted)
        listed = tuple(islice(alternatives(question.player, stands, question.players, wanted), question.most))
    except ValueError as error:
        raise Problem(422, f"{error}") from None
    names = {player.id: str(player.id) for player in question.players}
    return tuple(choice_row(choice, names) for choice in listed)


def choice_row(choice: AlternativePairing, names: dict[int, str]) -> OpponentChoice:
    costs = tuple(Price(kind, more) for kind, more in choice.cost)
    return OpponentChoice(choice.opponent, costs, choice.sentence(names))


def _pair(pair: Pair) -> PairedPlayers:
    return PairedPlayers(pair.a, pair.b, pair.gap, pair.rematch, pair.against, pair.fixed)


def _plausible(question: RoundPairingQuestion) -> None:
    """Numbers as they occur at tables: squares of them are still small, and nobody met less than never."""
    for player in question.players:
        counts = (player.byes, player.games, *player.met.values(), *player.tables.values())
        numbers = (player.id, player.points, player.rating, *player.met, *player.tables, *counts)
        if any(abs(number) > LARGEST for number in numbers):
            raise Problem(422, f"Player {str(player.id)[:12]}: no number is above {LARGEST}.")
        if any(count < 0 for count in counts):
            raise Problem(422, f"Player {player.id}: nothing is counted below 0.")


@asks(
    "calculator/standings/",
    tuple[StandingsPlace, ...],
    body=StandingsQuestion,
    open=True,
    tag=TAG,
    example={
        "players": [1, 2, 3],
        "games": [{"round": 1, "a": 1, "b": 2, "vp_a": 8, "vp_b": 5}, {"round": 1, "a": 3, "b": None}],
    },
)
def rank_players(call: PortalCall) -> tuple[StandingsPlace, ...]:
    """The standings after these games. Without a scheme: tournament points, difference, Victory Points."""
    question: StandingsQuestion = call.body
    if question.scheme and question.scheme not in SCHEMES:
        raise Problem(422, "No such scheme.", fix=f"Take one of: {', '.join(SCHEMES)}.")
    figures = [n for game in question.games for n in (game.round, game.a, game.b, game.vp_a, game.vp_b)]
    figures += [adjustment.points for adjustment in question.adjustments]
    if any(abs(number or 0) > LARGEST for number in figures):
        raise Problem(422, f"No number is above {LARGEST}.")
    scheme = SCHEMES[question.scheme] if question.scheme else MALIFAUX
    table = Standings(question.players, question.games, scheme, adjustments=question.adjustments)
    return tuple(
        StandingsPlace(
            row.rank,
            row.player,
            {criterion.value: figure for criterion, figure in row.figures.items()},
            row.by.value if row.by is not None else None,
        )
        for row in table.rows
    )
