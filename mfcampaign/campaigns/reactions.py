"""Reactions: what one step sets off elsewhere in its league.

A step (a game that is over, the last hire, a contest with its result) does not import the week, nor does a
restart import the Aftermaths. It calls the reaction that is named after what happened; ``week.operations``,
``aftermath.operations`` and the webhooks register the functions that run then, within the act and the
transaction of the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from mfcampaign.campaigns.models import Campaign, Entry, Week

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Reaction(Generic[Given, Answer]):
    """One thing that happens in a league, and the one function that carries on from there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._follow: Callable[Given, Answer] | None = None

    def register(self, follow: Callable[Given, Answer]) -> Callable[Given, Answer]:
        """Decorate the function that carries on; there is one for each reaction."""
        if self._follow is not None:
            raise RuntimeError(f"two functions follow when {self.name}")
        self._follow = follow
        return follow

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        if self._follow is None:
            raise RuntimeError(f"no function is registered for when {self.name}")
        return self._follow(*args, **kwargs)


game_over: Reaction[[Week], None] = Reaction("a game is over or its cards are settled")
hires_done: Reaction[[Week], None] = Reaction("everybody is done hiring")
contest_settled: Reaction[[Week], str] = Reaction("the contest of a Weekly Event has its result")
arsenal_given_up: Reaction[[Entry], None] = Reaction("an Arsenal is given up")
season_opened: Reaction[[Campaign, Campaign], None] = Reaction("a season was opened after another")
