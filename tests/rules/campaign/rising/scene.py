"""A *Rising Names* Aftermath in line: every answer names the question it expects, or the test fails."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rules.campaign.aftermath.asks import Answer, Ask
from rules.campaign.aftermath.procedure import fate_answer
from rules.campaign.rising.aftermath.facts import CrewCard, RisingContext, RisingView
from rules.campaign.rising.aftermath.procedure import RisingReplay
from rules.campaign.rising.arsenal import GrownModel, HeldEquipment, HeldInjury, RisingArsenal
from rules.campaign.rising.charts import PrintedAction, RisingCharts, load_rising_charts
from rules.campaign.rising.leader import LeaderCard, Source
from rules.fate.cards import Card

FILE = Path("mfcampaign/catalog/data/m4e/charts/rising-names.json")
LEADER, GUARD, HOUND, PEON = 1, 2, 3, 4
KNIFE = PrintedAction(
    name="Knife", kind="attack", range="1", reach="melee", skill="4", resist="Df", damage="2"
)
ORDER = PrintedAction(name="Order", kind="tactical", range="6", skill="0", tn="5")
CARD = LeaderCard(
    name="Nell",
    keywords=("Guard", "Marshal"),
    df=5,
    wp=5,
    sp=6,
    sz=2,
    health=14,
    base_mm=30,
    characteristics=("Master",),
    actions=(KNIFE, ORDER),
)
MODELS = (
    GrownModel(id=LEADER, titles=("nell",), name="Nell", station="Master", role="leader"),
    GrownModel(id=GUARD, titles=("guardsman",), name="Guardsman", costs=(5,), station="Minion"),
    GrownModel(id=HOUND, titles=("hound",), name="Guild Hound", costs=(3,), station="Minion"),
    GrownModel(id=PEON, titles=("rat",), name="Rat", costs=(2,), station="Peon"),
)
SOURCES = (
    Source(
        slug="guardsman",
        name="Guardsman",
        keywords=("Guard",),
        cost=5,
        station="Minion",
        actions=(PrintedAction(name="Sabre", kind="attack", skill="5", resist="Df", triggers=("Cut",)),),
        abilities=("Steady",),
    ),
    Source(
        slug="boss", name="The Boss", keywords=("Guard",), cost=None, station="Master", abilities=("Lead",)
    ),
    Source(slug="giant", name="Giant", keywords=("Marshal",), cost=11, abilities=("Huge",)),
)


@functools.cache
def charts() -> RisingCharts:
    return load_rising_charts(json.loads(FILE.read_text(encoding="utf-8")))


def hurt(model: GrownModel, *slugs: str) -> GrownModel:
    return replace(model, injuries=tuple(HeldInjury(slug, slug) for slug in slugs))


def arsenal(**facts: Any) -> RisingArsenal:
    return RisingArsenal(
        **{
            "faction": "guild",
            "keywords": ("Guard", "Marshal"),
            "path": "bruiser",
            "models": MODELS,
            "scrip": 10,
            **facts,
        }
    )


def context(**facts: Any) -> RisingContext:
    """A game without VP or kills, in a stretch of the track without advancements, unless the test says so."""
    return RisingContext(
        **{
            "arsenal": arsenal(experience=13),
            "charts": charts(),
            "vp": 0,
            "won": False,
            "lost": False,
            "schemes": 0,
            "rating": 0,
            "other_rating": 0,
            "card": CARD,
            "sources": SOURCES,
            "crew_cards": (CrewCard("grave-peril", "Grave Peril"),),
            **facts,
        }
    )


def piece(id: int, slug: str, **more: Any) -> HeldEquipment:
    return HeldEquipment(id, slug, slug, **more)


class Scene:
    def __init__(self, **facts: Any) -> None:
        self.context = context(**facts)
        self.answers: list[Answer] = []
        self.replay = RisingReplay(self.context)

    @property
    def view(self) -> RisingView:
        return self.replay.view()

    @property
    def ask(self) -> Ask:
        asked = self.view.ask
        assert asked is not None, "the Aftermath is closed"
        return asked

    def expect(self, kind: str) -> Ask:
        assert self.ask.kind == kind, f"asked: {self.ask.kind} ({self.ask.text})"
        return self.ask

    def answer(self, answer: Answer) -> Scene:
        replay = RisingReplay(self.context, [*self.answers, answer])
        self.replay = replay
        self.answers.append(answer)
        return self

    def hand(self, *codes: str) -> Scene:
        return self.answer(fate_answer(self.expect("draw_hand"), [Card.parse(code) for code in codes]))

    def flip(self, kind: str, code: str) -> Scene:
        return self.answer(fate_answer(self.expect(f"{kind}_flip"), [Card.parse(code)]))

    def choose(self, kind: str, option: str, **more: Any) -> Scene:
        self.expect(kind)
        return self.answer(Answer(kind="choose", option=option, **more))

    def keys(self, kind: str, *, legal: bool = True) -> list[str]:
        return [each.key for each in self.expect(kind).options if each.legal or not legal]

    def to_advance(self) -> Scene:
        """Past hand and Barter, neither cheated nor bought."""
        if self.ask.kind == "draw_hand":
            self.hand(*["12c", "11c", "10c", "9c"][: self.ask.cards])
        self.flip("barter", "1r")
        if self.ask.kind == "barter_cheat":
            self.choose("barter_cheat", "keep")
        return self.choose("barter_buy", "pass")

    def lock(self) -> Scene:
        return self.choose("lock", "lock")

    def effects(self, kind: type) -> list[Any]:
        return [each for each in self.view.effects if isinstance(each, kind)]


def early(*killed: int, **facts: Any) -> Scene:
    """A Scene that begins with the Injuries: nothing is drawn, paid or flipped before."""
    return Scene(withdrew="early", killed=killed, **facts)
