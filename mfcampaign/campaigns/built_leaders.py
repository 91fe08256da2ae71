"""Leaders who are built and grow: what shared pages and rulings ask of the campaign that has them.

The campaign registers its answers by its code (``AppConfig.ready``); where Leaders are hired there are none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Campaign, Entry
from rules.campaign.rulings.changes import GrowthSet
from rules.refusal import Refusal


class BuiltLeaders(ABC):
    """``facts`` are what is kept beside an Arsenal, as plain values."""

    @abstractmethod
    def kept(self, entry: Entry) -> Any:
        """``experience``, ``recovered`` and ``advancements`` of the present Leader; ``None`` before it is
        built."""

    @abstractmethod
    def compared(self, entries: Iterable[int]) -> dict[int, Any]:
        """The present Leaders by entry in a few words. One query."""

    @abstractmethod
    def life(self, entry: int, roster: int, station: str) -> Any:
        """A model of that station as a Leader in a few words; ``None`` for one who is none."""

    @abstractmethod
    def comes_back(self, entry: Entry, piece: int) -> bool:
        """Whether that piece of Equipment stays in the Arsenal although it is used up. One query."""

    @abstractmethod
    def offered(self, entries: Iterable[int]) -> dict[int, list[str]]:
        """What the models of opponents are called that an entry may take now. Two queries, one for nobody."""

    @abstractmethod
    def exchanges(self, game: int, mine: int | None) -> Any:
        """After one game: whom the entry ``mine`` may ``take``, and ``said`` what became of each model that
        changed sides. Two queries, at most five where one did."""

    @abstractmethod
    def change(self, entry: Entry, facts: Mapping[str, Any]) -> None:
        """Keep it so. Part of a ruling's act."""

    @abstractmethod
    def keep(self, former: Entry, entry: Entry, models: Mapping[int, int], pieces: Mapping[int, int]) -> None:
        """What is kept beside the Arsenal of ``former`` goes on beside that of ``entry``, which has these
        rows of it: numbers there, numbers here. Part of the act that begins with them."""

    @abstractmethod
    def give(self, entry: Entry, slug: str, *, week: int, bearer: int | None) -> ArsenalUpgrade:
        """A piece of Equipment, or an Injury of ``bearer``. Part of a ruling's act."""

    @abstractmethod
    def plan(self, draft: Any, request: Any) -> None:
        """What correcting the Leader changes (``requests.CorrectLeader``)."""

    @abstractmethod
    def expect_as_left(self, change: GrowthSet) -> None:
        """``Refusal`` where the Leader has grown on since the ruling that is undone."""

    @abstractmethod
    def expect_takeable(self, draft: Any, entry: Entry, model: ArsenalModel, *, back: bool) -> None:
        """``Refusal`` where a ruling may not take the model, or bring it back."""


_REGISTERED: dict[str, BuiltLeaders] = {}


def register(code: str, leaders: BuiltLeaders) -> None:
    _REGISTERED[code] = leaders


def built_leaders(campaign: Campaign) -> BuiltLeaders | None:
    """``None`` in a league whose Leaders are hired."""
    return _REGISTERED.get(campaign.played.code)


def expect_built(campaign: Campaign) -> BuiltLeaders:
    """``Refusal`` in a league whose Leaders are hired."""
    leaders = built_leaders(campaign)
    if leaders is None:
        raise Refusal("In this league a Leader does not grow.", fix="Name another Leader instead.")
    return leaders


def plan(draft: Any, request: Any) -> None:
    expect_built(draft.campaign).plan(draft, request)
