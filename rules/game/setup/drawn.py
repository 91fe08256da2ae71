"""How an edition sets an Encounter up by cards: what is asked, what is flipped, what a sheet is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct, field

from rules.edition import edition_of, meant_by
from rules.fate.cards import Card
from rules.game.setup.scenario import SCHEMES_IN_POOL, Scenario, SeasonCards, Sheet
from rules.game.setup.schemes import SchemesWritten
from rules.game.setup.score_sheet import ScoreSheet
from rules.game.setup.special import SpecialEvent, SpecialTerrain
from rules.refusal import Refusal, Violation
from rules.wording import span


class Wanted(Struct, frozen=True, kw_only=True):
    """What is to be drawn: ``size`` in Soulstones, 0 where each table has its own; ``season``, ``format``,
    ``feature`` and ``event`` where the edition asks for them (``SetUpRules``)."""

    edition: str = field(default_factory=meant_by)
    season: str = ""
    size: int = 50
    format: str = ""
    feature: bool = False
    event: bool = False


Draw = Callable[[Callable[[], Card], Wanted, SeasonCards | None], Sheet]


class Format(Struct, frozen=True):
    """A size of Encounter with limits of its own: ``least`` to ``most`` Soulstones, by ``rule``; ``words``
    say what else it limits."""

    slug: str
    name: str
    least: int
    most: int
    rule: str
    words: str

    def check(self, soulstones: int) -> None:
        """``Refusal`` where it does not take so many Soulstones."""
        if not self.least <= soulstones <= self.most:
            raise Refusal(
                f"A {self.name} is played with {span(self.least, self.most)} Soulstones, not {soulstones}.",
                rule=self.rule,
                fix="Choose another number, or the other size.",
            )


class Weigh(Protocol):
    def __call__(self, strategy: str, station: str, cost: int | None, *, leader: bool) -> int | None: ...


class SetUpRules(Struct, frozen=True, kw_only=True):
    """An edition's set-up by cards. ``draw`` flips one ``sheet`` from cards that it is handed one by one.

    What is asked before, each where there is some: a season (``usual_season`` is a league's unless its
    organisers choose another, M2-CAMP-09; empty: no seasons; ``seasons`` are those that are in no file of the
    catalogue), one of ``formats``, whether a shared feature and a special event are drawn (``features``,
    ``events``). ``deployments`` are what can be drawn, ``schemes_in_pool`` how many Schemes there are to
    choose from.

    ``drawn_words`` say what is drawn, ``cards_words`` in which order cards are written; ``deck_rule`` is the
    row of what cards there are, ``last_flip_rule`` that of the last ones. ``score_sheet`` computes Victory
    Points at the end, ``None`` where play or a record does. ``season_faults`` says what is wrong with a
    season that somebody brings in, ``None`` where seasons come from files alone.

    ``schemes_chosen`` says how Schemes are written down before the game, ``None`` where they are not;
    ``minutes`` that an Encounter of so many Soulstones takes, at least and at most, ``weight`` what a model
    counts for the Strategy: ``None`` where the edition says nothing of it.
    """

    draw: Draw
    sheet: type[Sheet]
    deployments: tuple[str, ...]
    schemes_in_pool: int = SCHEMES_IN_POOL
    usual_season: str = ""
    seasons: tuple[SeasonCards, ...] = ()
    usual_size: int = 50
    formats: tuple[Format, ...] = ()
    features: tuple[SpecialTerrain, ...] = ()
    events: tuple[SpecialEvent, ...] = ()
    drawn_words: str
    cards_words: str
    deck_rule: str = ""
    last_flip_rule: str = ""
    score_sheet: ScoreSheet | None = None
    season_faults: Callable[[SeasonCards], Iterator[Violation]] | None = None
    schemes_chosen: SchemesWritten | None = None
    minutes: Callable[[int], tuple[int, int]] | None = None
    weight: Weigh | None = None

    @property
    def has_seasons(self) -> bool:
        return bool(self.usual_season)

    def format(self, slug: str) -> Format | None:
        return next((each for each in self.formats if each.slug == slug), None)

    def format_for(self, soulstones: int) -> str:
        """The slug of the largest format that so many Soulstones fit, empty where there are none. ``Refusal``
        where none of them does."""
        fitting = [each for each in self.formats if each.least <= soulstones <= each.most]
        if self.formats and not fitting:
            raise Refusal(
                f"Nothing is played with {soulstones} Soulstones.",
                rule=self.formats[-1].rule,
                fix="Change the settings.",
            )
        return fitting[-1].slug if fitting else ""

    def feature(self, name: str) -> SpecialTerrain | None:
        return next((each for each in self.features if each.name == name), None)

    def event(self, name: str) -> SpecialEvent | None:
        return next((each for each in self.events if each.name == name), None)


def season_of(season: SeasonCards | None, rule: str = "") -> SeasonCards:
    """The season that is drawn from. ``Refusal`` where none was chosen."""
    if season is None:
        raise Refusal("Which season’s Strategies and Schemes?", rule=rule, fix="Choose one.")
    return season


def flip_scenario(draw: Callable[[], Card] | Iterator[Card], season: SeasonCards) -> Scenario:
    """A scenario of the season by the flips of its edition."""
    cards = draw if callable(draw) else (lambda: next(draw))
    sheet = edition_of(season.edition).setup.draw(
        cards, Wanted(edition=season.edition, season=season.slug), season
    )
    assert isinstance(sheet, Scenario), "an edition with seasons has one Strategy for both sides"
    return sheet
