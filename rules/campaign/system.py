"""What a campaign is: one frozen record, found by its code, as an edition is (``rules.edition``).

Leagues, pages, the API, the simulation, the league file and rulings ask a member of the record and compare no
codes. Each campaign is listed once, in ``rules.campaign.systems``; an edition says which of them its leagues
may play (``Edition.campaigns``).

>>> system_of("").name, [each.name for each in systems_for("m4e")]
('Shifting Loyalties', ['Shifting Loyalties', 'Rising Names'])
>>> systems_for("m1e")
()
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from msgspec import Struct

from rules.campaign.aftermath.asks import Ask, Effect
from rules.campaign.aftermath.odds import Offers, Risk, Risks
from rules.campaign.aftermath.procedure import ProcedureReplay
from rules.campaign.arsenal import Arsenal, OwnedModel, StatMod
from rules.campaign.candidates import HireCandidate
from rules.campaign.charts.printed import PrintedChart
from rules.campaign.crew import CampaignCrew
from rules.campaign.forecast.season import Begun, ForecastSetting, Season
from rules.campaign.hires import ForcedHire, HireWindow
from rules.campaign.policies import Policies
from rules.campaign.weekly_events import WeekEvent
from rules.crews.catalogue import Catalogue, Profile
from rules.edition import edition_of
from rules.game.results.result import EncounterOutcome, EncounterResult
from rules.refusal import CheckReport, Refusal, Total, TotalLine

Renumber = Callable[[str, int], int]
"""The table of a row and its number, to its other number."""


class LeagueSettings(Struct, frozen=True, kw_only=True):
    """``usual`` are the settings that a league of the campaign begins with where they differ from the
    defaults, whatever its edition; ``not_asked`` those that it has no use for."""

    usual: Mapping[str, Any] = {}
    not_asked: frozenset[str] = frozenset()


class ChartRules(ABC):
    """The charts of a campaign: of which kind they are stored, and how a file of them is read."""

    @abstractmethod
    def kind(self, edition: str) -> str:
        """As stored, at most 30 characters; ``Refusal`` where the edition has none."""

    @abstractmethod
    def load(self, document: Mapping[str, Any], *, in_use: bool = False) -> Any:
        """``Refusal`` with all that is wrong."""

    def printed(self, charts: Any) -> Sequence[PrintedChart]:
        """Each chart as a table of words, where a version is uploaded whole; none where its rows are edited
        one by one."""
        return ()

    @abstractmethod
    def given(self, charts: Any) -> Sequence[tuple[str, str, str]]:
        """Slug, name and category of each Campaign Upgrade that a ruling may give."""

    @abstractmethod
    def injuries(self, charts: Any) -> Sequence[tuple[str, str]]:
        """Slug and name of each Injury that a ruling may give."""

    @abstractmethod
    def used_up(self, charts: Any) -> frozenset[str]:
        """The slugs of Equipment that leaves an Arsenal by being used, and of Injuries that a player may
        end in a game."""

    @abstractmethod
    def texts(self, charts: Any) -> Mapping[str, str]:
        """What each thing that a model may have of these charts does, by its name."""

    def week_event(self, row: Any, **determined: Any) -> WeekEvent:
        """What a week is under by a row of the chart of Weekly Events; ``determined``: how it came up."""
        return WeekEvent(event=row, **determined)


class Gained(Struct, frozen=True):
    """Something that a model has for good, in few words, with what it changes of its stats."""

    name: str
    text: str = ""
    stat_mods: tuple[StatMod, ...] = ()


class StartRules(ABC):
    """How an Arsenal begins. ``page`` is the name of the portal's page for it; ``leader_is_built``: its
    Leader is no model of the catalogue, and the league keeps beside the Arsenal what becomes of it.
    ``draft`` is the type of a starting purchase as it is stored, ``kept`` that of what is kept beside."""

    page: str
    draft: type[Struct]
    leader_is_built: bool = False
    kept: type[Struct] | None = None

    def arsenal(
        self, owned: Arsenal, kept: Mapping[str, Any], cards: Mapping[str, Any], charts: Any
    ) -> Arsenal:
        """The Arsenal with what is ``kept`` beside it, with ``cards`` of the catalogue by slug and what it
        needs of the ``charts``."""
        return owned

    def keywords(self, owned: Arsenal, model: OwnedModel, card: Any) -> tuple[str, ...]:
        """Those of a model of the Arsenal, which its ``card`` prints or which it has besides."""
        keywords: tuple[str, ...] = card.keywords
        return keywords

    def gained(self, owned: Arsenal, model: OwnedModel) -> Sequence[Gained]:
        """What a model has beside its card, its Skills and its Injuries."""
        return ()

    def renumbered(self, kept: Mapping[str, Any], renumber: Renumber) -> dict[str, Any]:
        """What is ``kept`` with other numbers for the rows that it names."""
        return dict(kept)

    def faults_of(self, kept: Mapping[str, Any], effects: Iterable[Effect]) -> Iterator[str]:
        """What is ``kept`` beside an Arsenal and does not follow from the ``effects`` of its Aftermaths."""
        return iter(())

    def card(self, profile: Profile, actions: Iterable[Mapping[str, Any]], abilities: Iterable[str]) -> Any:
        """A card of the catalogue as the campaign reads it."""
        return profile

    def grown(self, owned: Arsenal, model: OwnedModel) -> Any:
        """The card of a model that is none of the catalogue, with its figures and Keywords; ``None`` where it
        has none."""
        return None


class HireRules(ABC):
    """The hires of a week. ``discount_rule`` is the row of the first one's price."""

    discount_rule: str

    def joins(self, profile: Profile, figures: Catalogue) -> Profile:
        """As which model one who is chosen joins the Arsenal."""
        return profile

    @abstractmethod
    def check(self, slug: str, window: HireWindow, figures: Catalogue, policies: Policies) -> CheckReport:
        """Every reason why that model cannot be hired now, and its price."""

    @abstractmethod
    def candidates(
        self, window: HireWindow, figures: Catalogue, policies: Policies
    ) -> tuple[HireCandidate, ...]:
        """Every model with its price, the legal ones first."""

    @abstractmethod
    def forced(self, window: HireWindow, figures: Catalogue, policies: Policies) -> ForcedHire:
        """Whether a hire is owed."""

    @abstractmethod
    def discounted(self, window: HireWindow, policies: Policies) -> bool:
        """Whether the next model is cheaper."""

    @abstractmethod
    def surcharge(
        self, profile: Profile, window: HireWindow, figures: Catalogue, policies: Policies
    ) -> TotalLine | None:
        """What it costs above its own cost."""


class CrewRules(ABC):
    """What an Arsenal is worth, how large an Encounter may be, and what a Crew may hold."""

    def achievements(
        self, arsenal: Arsenal, pieces: Collection[str], had: tuple[Sequence[str], Sequence[str]], charts: Any
    ) -> Mapping[str, str]:
        """What the report asks of a side that had these ``pieces`` (slugs) in its Crew: a word, which is
        stored, and the question. ``had`` are the names of all that its models and the opponent's had."""
        return {}

    @abstractmethod
    def value(self, models: Iterable[OwnedModel], policies: Policies) -> Total:
        """In Soulstones."""

    @abstractmethod
    def ceiling(self, a: Total | int, b: Total | int, policies: Policies) -> Total:
        """The largest Encounter of two Arsenals of these values."""

    @abstractmethod
    def check(
        self, crew: CampaignCrew, arsenal: Arsenal, size: int, figures: Catalogue, policies: Policies
    ) -> CheckReport:
        """All that is wrong with a Crew, and its bill."""


Pair = tuple[Total, Total]


class RatingRules(ABC):
    """What two Crews are rated, and the Soulstones that they begin with."""

    @abstractmethod
    def ratings(
        self,
        crews: Sequence[CampaignCrew],
        arsenals: Sequence[Arsenal],
        figures: Catalogue,
        policies: Policies,
    ) -> Pair:
        """Of both Crews, by seat."""

    @abstractmethod
    def pools(
        self,
        crews: Sequence[CampaignCrew],
        arsenals: Sequence[Arsenal],
        left: Sequence[int],
        figures: Catalogue,
        policies: Policies,
    ) -> Pair:
        """``left`` are the Soulstones that hiring left, by seat."""


class EncounterRules(Struct, frozen=True, kw_only=True):
    """What a game of the campaign is. ``on_screen``: it may be played or recorded here, because every model
    has a card of the catalogue. ``finished_off``: the report says of each model that was killed whether it
    was Finished Off. ``achievements`` are all that a report may ask of a side (``CrewRules.achievements``): a
    word, which is stored, and the question; ``worth`` are the VP of those that bring some beside Strategy and
    Schemes; ``withdraw_rule`` is the row of who withdraws first."""

    on_screen: bool = True
    finished_off: bool = True
    achievements: tuple[tuple[str, str], ...] = ()
    worth: Mapping[str, int] = {}
    withdraw_rule: str


class Tally(Struct, frozen=True):
    """What an effect of an Aftermath comes to: something ``gained`` or ``lost`` or neither, and the Scrip
    earned and spent."""

    side: Literal["gained", "lost", ""] = ""
    earned: int = 0
    spent: int = 0


class AftermathStart(Struct, frozen=True, kw_only=True):
    """What an Aftermath begins with: the ``result`` of the game, whose ``seat``, the ``crew`` that was hired
    of the ``arsenal`` and both ``ratings`` by seat; ``pieces`` are the slugs of the Crew's Equipment by id,
    where the report asks what it did; ``event`` is what the week is under, ``outstanding`` the Scrip that
    earlier rulings left to be paid; ``more`` are the facts of Bounties and of further flips, where the
    campaign has any."""

    result: EncounterResult
    seat: int
    arsenal: Arsenal
    crew: CampaignCrew
    ratings: Sequence[int]
    charts: Any
    figures: Catalogue
    policies: Policies
    pieces: Mapping[int, str] = {}
    event: WeekEvent | None = None
    outstanding: int = 0
    more: Mapping[str, Any] = {}


class AftermathRules(ABC):
    """What follows a game: its phases, by word and name, and the procedure of questions and answers, which
    ``replay`` runs with stored ones. ``bounties``: a game may complete a Bounty, and flips of it may be owed;
    ``carries_limit``: a model carries so many Skills and Injuries at most; ``paid`` is the effect that a
    Payday is."""

    phases: Sequence[tuple[str, str]]
    replay: type[ProcedureReplay[Any]]
    bounties: bool = False
    carries_limit: bool = True
    paid: type[Effect]

    @abstractmethod
    def begin(self, facts: AftermathStart) -> Any:
        """The facts that it starts from."""

    @abstractmethod
    def names(self, context: Any) -> dict[int, str]:
        """The models by id."""

    @abstractmethod
    def tally(self, effect: Effect) -> Tally:
        """What an effect comes to."""

    @abstractmethod
    def about(self, context: Any, ask: Ask, key: str) -> Sequence[str]:
        """What the charts say of an option, in few words."""

    @abstractmethod
    def digest(self, context: Any, effect: Effect) -> str:
        """What is gained or suffered by an effect does, in the charts' few words; empty where nothing is
        said."""

    @abstractmethod
    def offers(self, state: Any, ask: Ask) -> Iterable[Offers]:
        """What flips to come may bring to choose from, with their chances."""

    @abstractmethod
    def risks(self, state: Any, ask: Ask | None) -> Iterable[Risks]:
        """What flips to come may do to models, with their chances."""

    @abstractmethod
    def flip_risks(self, state: Any, ask: Ask) -> tuple[Risk, ...]:
        """The same of the flip that is asked for now; nothing where none is that may do something."""

    @abstractmethod
    def payday_lines(self, context: Any) -> Sequence[TotalLine]:
        """What a Payday by these facts pays, before a week's maximum; nothing after an early withdrawal."""

    @abstractmethod
    def corrected(self, context: Any, result: EncounterResult, decided: EncounterOutcome, seat: int) -> Any:
        """The facts with another result of the same game."""


class RestartRules(ABC):
    """What a new Arsenal gets that begins after the first week. ``asked_rule`` and ``lost_rule`` are the rows
    of asking for one, and of what is lost by it, ``start_rule``, ``scrip_rule`` and ``flips_rule`` those of
    what it gets."""

    asked_rule: str
    lost_rule: str
    start_rule: str
    scrip_rule: str
    flips_rule: str = ""

    @abstractmethod
    def budget(self, policies: Policies) -> int:
        """The Soulstones that it is bought for."""

    @abstractmethod
    def scrip(self, week: int, policies: Policies) -> Total: ...

    @abstractmethod
    def flips(self, week: int, policies: Policies) -> int:
        """How many Barter flips it makes."""


class ForecastRules(Struct, frozen=True, kw_only=True):
    """How seasons of the campaign are simulated: where a player begins (``roster`` is the type in which that
    is stored), the ``season``, what is ``assumed`` of players and of the table, in words. ``columns`` are the
    counts of a ``ForecastTally`` by week that it has, each with its heading. ``roster_of`` is the Arsenal as
    it is now; ``typical`` a start as a plain player of the Faction would choose it, another one for each
    number, ``Refusal`` where none can be built."""

    roster: type[Begun]
    season: type[Season[Any]]
    assumed: str
    columns: tuple[tuple[str, str], ...]
    roster_of: Callable[[Arsenal, ForecastSetting], Begun]
    typical: Callable[[str, int, ForecastSetting], Begun]


class Words(Struct, frozen=True, kw_only=True):
    """What people read of the campaign: one sentence about it, what a card of the Aftermath hand is good for,
    with its row, what who joins late gets besides, and what becomes of an Aftermath that nobody answers, each
    sentence with its row."""

    about: str
    hand: str
    hand_rule: str
    late: str
    unanswered: Sequence[tuple[str, str]]


class SharedRows(Struct, frozen=True, kw_only=True):
    """The rows of what every campaign has: the ``faction`` that is declared, the largest size of a game and a
    smaller one, the hires of a week and the one that is owed, the Weekly Event and one that is set for games
    to come, Equipment that is gone once used, the Scrip in a purse and the most of a week, questions of the
    Aftermath that are answered once."""

    faction: str
    size: str
    smaller: str
    hires: str
    owed: str
    event: str
    event_set: str
    used_up: str
    scrip: str
    answered: str
    most_scrip: str = ""


class CampaignSystem(Struct, frozen=True, kw_only=True):
    """One campaign.

    ``code`` is stored with each league and never changes; ``name`` is for people. ``unnamed`` marks the one
    that a stored row, a file or a call means which names none. ``offered``: whether a new league may choose
    it. ``ledger`` are the documents of docs/rules that hold its rows, each with its title. The other members
    say what their types say.
    """

    code: str
    name: str
    unnamed: bool = False
    offered: bool = True
    ledger: tuple[tuple[str, str], ...]
    policies: LeagueSettings
    charts: ChartRules
    start: StartRules
    hires: HireRules
    crew: CrewRules
    rating: RatingRules
    encounter: EncounterRules
    aftermath: AftermathRules
    restart: RestartRules
    forecast: ForecastRules
    rows: SharedRows
    words: Words


_SYSTEMS: dict[str, CampaignSystem] = {}


def register(system: CampaignSystem) -> CampaignSystem:
    """List the campaign. Raise ``ValueError`` for a second one of the same code."""
    if system.code in _SYSTEMS:
        raise ValueError(f"There are two campaigns called {system.code!r}.")
    _SYSTEMS[system.code] = system
    return system


@contextmanager
def registered(system: CampaignSystem) -> Iterator[CampaignSystem]:
    """List the campaign for as long as the block runs, for tests."""
    register(system)
    try:
        yield system
    finally:
        del _SYSTEMS[system.code]


def systems() -> tuple[CampaignSystem, ...]:
    """All campaigns, in the order of ``rules.campaign.systems``."""
    return tuple(_SYSTEMS.values())


def unnamed_system() -> CampaignSystem:
    """The campaign of a league, a file or a call that names none."""
    return next(each for each in _SYSTEMS.values() if each.unnamed)


def system_of(code: str) -> CampaignSystem:
    """The campaign of that code; empty means the unnamed one. ``Refusal`` where there is none."""
    if not code:
        return unnamed_system()
    if code not in _SYSTEMS:
        raise Refusal("There is no such campaign here.", fix=f"One of {', '.join(_SYSTEMS)}.")
    return _SYSTEMS[code]


def systems_for(edition: str, *, offered: Collection[bool] = (True, False)) -> tuple[CampaignSystem, ...]:
    """Those that leagues of the edition may play, the usual first."""
    known = (_SYSTEMS[code] for code in edition_of(edition).campaigns if code in _SYSTEMS)
    return tuple(each for each in known if each.offered in offered)


def expect_playable(system: str, edition: str) -> None:
    """``Refusal`` where leagues of the edition do not play that campaign."""
    played = system_of(system)
    if played not in systems_for(edition):
        fix = f"One of {', '.join(each.name for each in systems_for(edition))}."
        name = edition_of(edition).name
        raise Refusal(f"Leagues of the {name} do not play {played.name}.", fix=fix)
