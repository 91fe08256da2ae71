"""The games that a saved Crew was brought to, and what became of its models there.

Apps that have games register a ``CrewOutings`` in ``AppConfig.ready``; this module imports none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from django.urls import reverse
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.crews.models import Crew
from rules.tournament.standings import record as pure
from rules.tournament.standings.record import PlayedGame
from rules.tournament.standings.statistics import Tally


class ModelOuting(Struct, frozen=True):
    """What a game says of one model: whether it was ``killed``, ``by`` whom (empty: nobody, or nobody wrote
    it down) and in which ``turn``; whom it killed (``kills``)."""

    slug: str
    name: str
    killed: bool = False
    by: str = ""
    turn: int = 0
    kills: tuple[str, ...] = ()


class Outing(Struct, frozen=True):
    """One finished game from the Crew's side. ``models`` are empty where nobody wrote down what they did."""

    game: PlayedGame
    models: tuple[ModelOuting, ...] = ()


class CrewOutings(Protocol):
    """One app's games of a Crew, by its number and the path of its share link, as far as ``viewer`` may see
    them."""

    def outings(self, viewer: Viewer, crew: int, link: str) -> list[Outing]: ...


_sources: dict[str, CrewOutings] = {}


def register_outings(app: str, source: CrewOutings) -> None:
    """Register ``source`` (a module will do) as a source of a Crew's games."""
    _sources[app] = source


class ModelAppearance(Struct, frozen=True):
    """What one model did, and what was done to it, in one game."""

    game: PlayedGame
    model: ModelOuting


class ModelStory(Struct, frozen=True):
    """One model of the Crew through its games, the last first."""

    name: str
    appearances: tuple[ModelAppearance, ...]

    @property
    def killed(self) -> int:
        """How often it was killed."""
        return sum(each.model.killed for each in self.appearances)

    @property
    def kills(self) -> int:
        """How many models it killed."""
        return sum(len(each.model.kills) for each in self.appearances)


class CrewHistory(Struct, frozen=True):
    """The games of a Crew, the last first, and the story of each model."""

    games: tuple[PlayedGame, ...]
    total: Tally
    stories: tuple[ModelStory, ...]


def history_of(viewer: Viewer, crew: Crew) -> CrewHistory:
    """What ``viewer`` may see of the games of ``crew``. Models that are in it no more keep their story."""
    link = reverse("crews:share", args=[crew.share_token])
    every = [outing for app in sorted(_sources) for outing in _sources[app].outings(viewer, crew.pk, link)]
    every.sort(key=lambda outing: outing.game.at, reverse=True)
    games = [outing.game for outing in every]
    return CrewHistory(tuple(games), pure.total(games), tuple(_stories(every)))


def _stories(outings: Iterable[Outing]) -> Iterable[ModelStory]:
    by_name: dict[str, list[ModelAppearance]] = {}
    for outing in outings:
        for model in outing.models:
            by_name.setdefault(model.name, []).append(ModelAppearance(outing.game, model))
    stories = [ModelStory(name, tuple(games)) for name, games in by_name.items()]
    return sorted(stories, key=lambda story: (-story.kills, story.killed, story.name))
