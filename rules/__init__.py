"""The rules of Malifaux as a library: play and record Encounters, check Crews, measure tables, run a league.

Nothing here knows a framework, a database, a clock, chance or a network; only ``rules.apps`` and the two
commands in ``rules.management`` know Django. What a person types at a Python prompt is gathered here and
loaded when it is asked for. Lengths are inches, bases millimetres, costs Soulstones.

Play an Encounter: it asks, it is answered, it returns the events that follow.

>>> from rules import duel_of_two, sentence_of
>>> play = duel_of_two()
>>> ask = play.asks[0]
>>> ask.text, ask.rule
("How many cards of the opponent's deck go under it?", 'M3E-FATE-09')
>>> sentence_of(play.answer(ask.seat, 27)[0], play.state)
'Frontier’s deck is cut at 27.'

Check a Crew: every broken rule at once, and a total that opens to its lines.

>>> from rules import Catalogue, CrewList, Profile, check_crew
>>> catalogue = Catalogue(
...     [
...         Profile("dashel-barker", "Dashel Barker", "", ("guild",), ("Guard",), "Henchman", 7),
...         Profile("guild-hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=1),
...     ],
...     edition="m3e",
... )
>>> crew = CrewList("guild", "dashel-barker").add("guild-hound").add("guild-hound")
>>> report = check_crew(crew, catalogue)
>>> report.total.amount, str(report.violations[0])
(6, 'Guild Hound: 2 in the Crew, at most 1. [M3E-HIRE-12]')

Ask for sight between two models on a gaming table.

>>> from rules import Base, Outline, Piece, Table, line_of_sight
>>> wall = Piece("a wall", Outline(((14, 10), (15, 10), (15, 26), (14, 26))), ("blocking",), 3)
>>> basse, pandora = Base("Basse", 8, 18, 40, 2), Base("Pandora", 20, 18, 30, 2)
>>> line_of_sight(Table((wall,), (basse, pandora)), basse, pandora).seen
False

Pair a round, and rank the players after it.

>>> from rules import Entrant, GameResult, Standings, pair_round
>>> met = pair_round([Entrant(1, points=3), Entrant(2, points=3, met={1: 1}), Entrant(3), Entrant(4)])
>>> sorted((pair.a, pair.b) for pair in met.pairs)
[(1, 4), (2, 3)]
>>> results = [GameResult(1, 1, 2, vp_a=5, vp_b=8), GameResult(1, 3, None)]
>>> [row.player for row in Standings([1, 2, 3], results).rows]
[2, 3, 1]

A league's week, from the Arsenal to the Aftermath: ``rules.campaign`` and ``docs/campaign.md``. What the
rules do not allow is a ``Refusal`` with the ID of the rule behind it (``docs/rules``).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same names, for type checkers: nothing of it is loaded
    from rules.campaign.aftermath.procedure import AftermathReplay as AftermathReplay
    from rules.campaign.aftermath.procedure import aftermath as aftermath
    from rules.campaign.arsenal import Arsenal as Arsenal
    from rules.campaign.arsenal import OwnedModel as OwnedModel
    from rules.campaign.arsenal import OwnedUpgrade as OwnedUpgrade
    from rules.campaign.charts import Charts as Charts
    from rules.campaign.charts import load_charts as load_charts
    from rules.campaign.crew import CampaignCrew as CampaignCrew
    from rules.campaign.crew import campaign_rating as campaign_rating
    from rules.campaign.crew import check_hired_crew as check_hired_crew
    from rules.campaign.encounter import aftermath_context as aftermath_context
    from rules.campaign.policies import Policies as Policies
    from rules.campaign.start import StartList as StartList
    from rules.campaign.start import check_start as check_start
    from rules.crews.catalogue import Catalogue as Catalogue
    from rules.crews.catalogue import Profile as Profile
    from rules.crews.catalogue import UpgradeProfile as UpgradeProfile
    from rules.crews.crewlist import CrewList as CrewList
    from rules.crews.hiring import check_crew as check_crew
    from rules.dialogue import Dialogue as Dialogue
    from rules.edition import edition_of as edition_of
    from rules.editions.m3e.examples.encounters import duel_of_two as duel_of_two
    from rules.editions.m3e.examples.encounters import skirmish as skirmish
    from rules.editions.m3e.examples.encounters import two_crews as two_crews
    from rules.editions.m3e.play.play import Play as Play
    from rules.editions.m3e.play.play import replay as replay
    from rules.editions.m3e.recording.record import Record as Record
    from rules.editions.m3e.recording.result import result_of as result_of
    from rules.editions.m3e.ruleset import ruleset as ruleset
    from rules.fate.cards import Card as Card
    from rules.fate.dealer import KeyDealer as KeyDealer
    from rules.fate.dealer import StackedDealer as StackedDealer
    from rules.game.log import fold as fold
    from rules.game.narration import sentence_of as sentence_of
    from rules.game.results.result import EncounterResult as EncounterResult
    from rules.game.setup.setup import EncounterSetup as EncounterSetup
    from rules.game.view import view as view
    from rules.refusal import Refusal as Refusal
    from rules.refusal import Total as Total
    from rules.refusal import Violation as Violation
    from rules.table.bases import Base as Base
    from rules.table.board import Table as Table
    from rules.table.geometry.footprints import Outline as Outline
    from rules.table.sight.line_of_sight import line_of_sight as line_of_sight
    from rules.table.terrain import Piece as Piece
    from rules.tournament.pairing.field import Entrant as Entrant
    from rules.tournament.pairing.swiss import pair_round as pair_round
    from rules.tournament.standings.games import GameResult as GameResult
    from rules.tournament.standings.ranking import Standings as Standings

_NAMES = {
    "rules.campaign.aftermath.procedure": "AftermathReplay aftermath",
    "rules.campaign.arsenal": "Arsenal OwnedModel OwnedUpgrade",
    "rules.campaign.charts": "Charts load_charts",
    "rules.campaign.crew": "CampaignCrew campaign_rating check_hired_crew",
    "rules.campaign.encounter": "aftermath_context",
    "rules.campaign.policies": "Policies",
    "rules.campaign.start": "StartList check_start",
    "rules.crews.catalogue": "Catalogue Profile UpgradeProfile",
    "rules.crews.crewlist": "CrewList",
    "rules.crews.hiring": "check_crew",
    "rules.dialogue": "Dialogue",
    "rules.edition": "edition_of",
    "rules.editions.m3e.ruleset": "ruleset",
    "rules.fate.cards": "Card",
    "rules.fate.dealer": "KeyDealer StackedDealer",
    "rules.editions.m3e.examples.encounters": "duel_of_two skirmish two_crews",
    "rules.game.log": "fold",
    "rules.game.narration": "sentence_of",
    "rules.editions.m3e.play.play": "Play replay",
    "rules.editions.m3e.recording.record": "Record",
    "rules.editions.m3e.recording.result": "result_of",
    "rules.game.results.result": "EncounterResult",
    "rules.game.setup.setup": "EncounterSetup",
    "rules.game.view": "view",
    "rules.refusal": "Refusal Total Violation",
    "rules.table.bases": "Base",
    "rules.table.board": "Table",
    "rules.table.geometry.footprints": "Outline",
    "rules.table.sight.line_of_sight": "line_of_sight",
    "rules.table.terrain": "Piece",
    "rules.tournament.pairing.field": "Entrant",
    "rules.tournament.pairing.swiss": "pair_round",
    "rules.tournament.standings.games": "GameResult",
    "rules.tournament.standings.ranking": "Standings",
}
"""The module of each name. Any import of a module below runs this file: so it loads none of them itself."""

_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"rules has no {name}")
    import_module("rules.editions")  # registers the editions, which the others look up
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOME]
