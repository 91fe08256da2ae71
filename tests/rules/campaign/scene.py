"""An Aftermath told in line: every answer names the question it expects, or the test fails.

``Scene(vp=5, won=True).hand("9r", "3c").pay().flip("barter", "5r").keep().pass_()``
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.campaign.aftermath.asks import AftermathContext, AftermathView, Answer, Ask, Note
from rules.campaign.aftermath.procedure import AftermathReplay, fate_answer
from rules.fate.cards import Card
from tests.rules.campaign.league import house_charts, model

# Nobody is asked for a Bounty unless a test brings the charts that sell some.
NO_BOUNTIES = replace(house_charts(), bounties=())
CREW = (model(1, "captain", is_leader=True), model(2, "guardsman"), model(3, "hound"))


def context(**facts: Any) -> AftermathContext:
    """A draw with 0 VP, 20 Scrip and the Crew of three, unless told otherwise."""
    models = facts.get("models", CREW)
    return AftermathContext(
        **{
            "faction": "guild",
            "vp": 0,
            "won": False,
            "strategy_vp": 0,
            "rating": 0,
            "other_rating": 0,
            "scrip": 20,
            "models": models,
            "participants": tuple(owned.id for owned in models),
            "charts": NO_BOUNTIES,
            **facts,
        }
    )


class Scene:
    def __init__(self, **facts: Any) -> None:
        self.context = context(**facts)
        self.answers: list[Answer] = []
        self.view: AftermathView = AftermathReplay(self.context, ()).view()

    @property
    def ask(self) -> Ask:
        assert self.view.ask is not None, "the Aftermath is closed"
        return self.view.ask

    def expect(self, kind: str) -> Ask:
        assert self.ask.kind == kind, f"asked: {self.ask.kind} ({self.ask.text})"
        return self.ask

    def answer(self, answer: Answer) -> Scene:
        self.view = AftermathReplay(self.context, [*self.answers, answer]).view()
        self.answers.append(answer)
        return self

    def hand(self, *codes: str) -> Scene:
        cards = [Card.parse(code) for code in codes]
        return self.answer(fate_answer(self.expect("draw_hand"), cards))

    def pay(self, earned: int = 0, scrip: int | None = None) -> Scene:
        self.expect("payday")
        return self.answer(Answer(kind="facts", earned_this_week=earned, scrip=scrip))

    def flip(self, kind: str, code: str) -> Scene:
        return self.answer(fate_answer(self.expect(f"{kind}_flip"), [Card.parse(code)]))

    def choose(self, kind: str, option: str, **more: Any) -> Scene:
        self.expect(kind)
        return self.answer(Answer(kind="choose", option=option, **more))

    def keep(self, kind: str = "barter") -> Scene:
        return self.choose(f"{kind}_cheat", "keep")

    def cheat(self, code: str, kind: str = "barter") -> Scene:
        return self.choose(f"{kind}_cheat", code)

    def buy(self, slug: str, **more: Any) -> Scene:
        return self.choose("barter_buy", slug, **more)

    def pass_(self) -> Scene:
        return self.choose("barter_buy", "pass")

    def bounty(self, slug: str = "pass") -> Scene:
        return self.choose("bounty_buy", slug)

    def lock(self) -> Scene:
        return self.choose("lock", "lock")

    def effects(self, *, notes: bool = False) -> list[Any]:
        return [e for e in self.view.effects if notes or not isinstance(e, Note)]

    def last(self) -> Any:
        return self.view.effects[-1]

    def told(self) -> str:
        return " ".join(effect.sentence for effect in self.view.effects)


def to_injuries(code: str = "4r", **facts: Any) -> Scene:
    """A Scene whose only Barter flip is ``code``, left unused: at the first question after it."""
    scene = Scene(**facts)
    if scene.ask.kind == "draw_hand":
        scene.hand(*["12c", "11c", "10c"][: scene.ask.cards])
    scene.pay().flip("barter", code)
    if scene.ask.kind == "barter_cheat":
        scene.keep()
    return scene.pass_()


def early(*owed: int, **facts: Any) -> Scene:
    """A Scene that begins with the Injuries: no hand, no Payday, no Barter."""
    return Scene(withdrew="early", owed=owed, killed=owed, **facts)
