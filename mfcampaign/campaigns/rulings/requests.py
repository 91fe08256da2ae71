"""The requests of rulings. A request names rows by id; its plan finds them in the league."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from rules.bounds import within
from rules.campaign.crew import CampaignCrew
from rules.game.results.result import EncounterResult

Scrip = Annotated[int, within(-99, 99)]
Soulstones = Annotated[int, within(0, 99)]
Ticks = Annotated[int, within(0, 99)]
Boxes = Annotated[int, within(0, 39)]
Days = Annotated[int, within(-60, 60)]


class RulingRequest(
    Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, forbid_unknown_fields=True
):
    """``chosen`` are the keys of the choices of the preview that are taken."""

    chosen: tuple[str, ...] = ()


class CorrectResult(RulingRequest, frozen=True, kw_only=True, tag=True):
    """The result of a game whose Aftermath has begun or is over."""

    encounter: int
    result: EncounterResult


class EnterResult(RulingRequest, frozen=True, kw_only=True, tag=True):
    """The result of a game of any week that was played and not reported; ``crews`` by seat where none was
    revealed."""

    encounter: int
    result: EncounterResult
    crews: tuple[CampaignCrew, ...] = ()


class VoidGame(RulingRequest, frozen=True, kw_only=True, tag=True):
    """A game of any week counts for nothing, and gives back all it gave."""

    encounter: int


class ReopenResult(RulingRequest, frozen=True, kw_only=True, tag=True):
    """A confirmed result is reported again, while nobody has decided anything on it."""

    encounter: int


class ReopenAnswer(RulingRequest, frozen=True, kw_only=True, tag=True):
    """The last choice of one side's Aftermath, while nothing followed from it."""

    aftermath: int


class ReopenHires(RulingRequest, frozen=True, kw_only=True, tag=True):
    """The locked hires of one player, before the week is paired."""

    entry: int


class Give(RulingRequest, frozen=True, kw_only=True, tag=True):
    """Scrip (below 0: taken), an Upgrade or Injury by slug (with its bearer), a model by slug."""

    entry: int
    what: Literal["scrip", "upgrade", "campaign_upgrade", "injury", "model"]
    amount: Scrip = 0
    slug: str = ""
    bearer: int | None = None


class GiveAward(RulingRequest, frozen=True, kw_only=True, tag=True):
    """What the house rules pay for painted models or for attendance, to players of the open week (A-46)."""

    what: Literal["painted", "attendance"]
    entries: tuple[int, ...]


class Take(RulingRequest, frozen=True, kw_only=True, tag=True):
    """An owned row leaves the Arsenal, or a lost one comes back."""

    entry: int
    what: Literal["upgrade", "model"]
    row: int
    back: bool = False


class Lead(RulingRequest, frozen=True, kw_only=True, tag=True):
    """Another model leads the Arsenal."""

    entry: int
    model: int


class CorrectRow(RulingRequest, frozen=True, kw_only=True, tag=True):
    """Name or cost of an owned row; ``scrip`` is paid to the owner for it (below 0: taken)."""

    entry: int
    what: Literal["upgrade", "model"]
    row: int
    name: str
    cost: Soulstones
    scrip: Scrip = 0


class CorrectLeader(RulingRequest, frozen=True, kw_only=True, tag=True):
    """A Leader who grows has so many boxes filled, was annihilated once or was not, and loses the
    advancements at the places ``without`` (from 1)."""

    entry: int
    experience: Boxes
    recovered: bool
    without: tuple[int, ...] = ()


class SettleCost(RulingRequest, frozen=True, kw_only=True, tag=True):
    """Every owned model of that slug costs what is confirmed, whatever was paid for it."""

    slug: str


class TickBounty(RulingRequest, frozen=True, kw_only=True, tag=True):
    """Ticks of one portion of a Bounty in one game: ``count`` in all."""

    bounty: int
    encounter: int
    portion: str
    count: Ticks


class ReplacePlayer(RulingRequest, frozen=True, kw_only=True, tag=True):
    """Another person plays this entry on; ``username`` signs in."""

    entry: int
    username: str
    crew_name: str = ""


class SetPlaying(RulingRequest, frozen=True, kw_only=True, tag=True):
    """A player retires, or comes back."""

    entry: int
    playing: bool


class Extend(RulingRequest, frozen=True, kw_only=True, tag=True):
    """One player has until then (ISO time with its zone) in the present week."""

    entry: int
    until: str


class MoveDeadline(RulingRequest, frozen=True, kw_only=True, tag=True):
    """The hires or the games of a week that is open, or that has not begun, are due at another time (ISO,
    with its zone)."""

    week: int
    what: Literal["hires", "games"]
    until: str


class Holiday(RulingRequest, frozen=True, kw_only=True, tag=True):
    """The hires or the games of a week that is open, or that has not begun, and every deadline after it move
    by whole days of the league's calendar; each keeps its hour on the wall."""

    week: int
    what: Literal["hires", "games"]
    days: Days


class Forgive(RulingRequest, frozen=True, kw_only=True, tag=True):
    """What a player still owes is written off."""

    entry: int


class Undo(RulingRequest, frozen=True, kw_only=True, tag=True):
    """Everything an earlier ruling did is taken back; ``ruling`` is its number."""

    ruling: int


AnyRequest = (
    CorrectResult
    | EnterResult
    | VoidGame
    | ReopenResult
    | ReopenAnswer
    | ReopenHires
    | Give
    | GiveAward
    | Take
    | Lead
    | CorrectRow
    | CorrectLeader
    | SettleCost
    | TickBounty
    | ReplacePlayer
    | SetPlaying
    | Extend
    | MoveDeadline
    | Holiday
    | Forgive
    | Undo
)
