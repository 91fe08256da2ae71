"""The replay of an Aftermath, with the order in which cards and consequences came."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.campaign.aftermath import asks
from rules.campaign.aftermath.asks import AftermathContext, AftermathView, Answer, FlipRecord
from rules.campaign.aftermath.procedure import aftermath
from rules.campaign.aftermath.state import AftermathState
from rules.dialogue import Dialogue

FLIP_WORDS = {
    "hand": "Drawn into the hand",
    "barter": "Barter flip",
    "reward": "Reward flip",
    "injury": "Injury flip",
    "lucky_miss": "Lucky Miss flip",
}
ICONS = {
    asks.ScripEarned: "scrip",
    asks.UpgradeBought: "barter",
    asks.UpgradeGained: "star",
    asks.SkillGained: "star",
    asks.InjuryAttached: "injury",
    asks.ModelAnnihilated: "grave",
    asks.SkillAnnihilated: "cross",
    asks.OpponentEarns: "scrip",
    asks.BountyBought: "scroll",
    asks.BountyDropped: "cross",
    asks.TitleSwapped: "crown",
    asks.LeaderChanged: "crown",
    asks.HandDrawn: "hand",
}


class LogLine(Struct, frozen=True):
    """One card or one consequence, in the order they came. ``private`` ones are their owner's alone."""

    what: str
    rule: str = ""
    card: str = ""
    cheated_with: str = ""
    source: str = ""
    icon: str = "scroll"
    private: bool = False


class LoggedReplay:
    """One replay: its position, its effects, and its state (never stored)."""

    def __init__(self, context: AftermathContext, answers: list[Answer]) -> None:
        self.context, self.answers = context, answers
        self.state = AftermathState(context)
        self._order: list[tuple[Literal["flip", "effect"], int]] = []
        dialogue = Dialogue(aftermath(context, self.state))
        self._note()
        for answer in answers:
            dialogue.answer(answer)
            self._note()
        self.view: AftermathView = self.state.view(dialogue.question)

    @property
    def log(self) -> tuple[LogLine, ...]:
        names = {model.id: model.name for model in self.context.models}
        return tuple(
            _flip_line(self.view.flips[at], names) if kind == "flip" else _effect_line(self.view.effects[at])
            for kind, at in self._order
        )

    def after(self, option: str) -> LoggedReplay:
        """The same with one more choice: what would follow from it."""
        return LoggedReplay(self.context, [*self.answers, Answer(kind="choose", option=option)])

    def _note(self) -> None:
        flips = sum(kind == "flip" for kind, _ in self._order)
        effects = len(self._order) - flips
        self._order += [("flip", at) for at in range(flips, len(self.state.flips))]
        self._order += [("effect", at) for at in range(effects, len(self.state.effects))]


def _flip_line(flip: FlipRecord, names: dict[int, str]) -> LogLine:
    whose = names.get(flip.model_id, "") if flip.model_id is not None else ""
    words = FLIP_WORDS[flip.kind] + (f" for {whose}" if whose else "")
    cheated, aside = flip.cheated_with, ", set aside" if flip.set_aside else ""
    return LogLine(
        what=f"{words}: the {flip.card.spoken}{aside}"
        + (f", cheated with the {cheated.spoken}" if cheated else ""),
        card=flip.card.code,
        cheated_with=cheated.code if cheated else "",
        source=flip.source,
        icon="hand" if flip.kind == "hand" else "flip",
        private=flip.kind == "hand",
    )


def _effect_line(effect: asks.AnyEffect) -> LogLine:
    return LogLine(effect.sentence, effect.rule, icon=ICONS.get(type(effect), "scroll"))
