"""The replay of an Aftermath, with the order in which cards and consequences came."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from rules.campaign.aftermath import asks
from rules.campaign.aftermath.asks import AftermathView, Answer, FlipRecord
from rules.campaign.system import AftermathRules
from rules.dialogue import Dialogue

FLIP_WORDS = {
    "hand": "Drawn into the hand",
    "barter": "Barter flip",
    "reward": "Reward flip",
    "injury": "Injury flip",
    "lucky_miss": "Lucky Miss flip",
    "advance": "Advancement flip",
    "doctor": "Flip for the doctor",
}
ICONS = {
    "ScripEarned": "scrip",
    "UpgradeBought": "barter",
    "UpgradeGained": "star",
    "SkillGained": "star",
    "InjuryAttached": "injury",
    "ModelAnnihilated": "grave",
    "SkillAnnihilated": "cross",
    "OpponentEarns": "scrip",
    "BountyBought": "scroll",
    "BountyDropped": "cross",
    "TitleSwapped": "crown",
    "LeaderChanged": "crown",
    "HandDrawn": "hand",
    "ScripPaid": "scrip",
    "EquipmentBought": "barter",
    "ExperienceGained": "star",
    "Advanced": "star",
    "InjurySuffered": "injury",
    "InjuryEnds": "cross",
    "EquipmentSpares": "cross",
    "LuckyMissGained": "star",
    "ModelCopied": "crew",
    "ModelLost": "grave",
    "ModelBetrays": "cross",
    "LeaderRecovers": "crown",
    "CrewEnds": "grave",
}
"""By the type of the effect."""


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

    def __init__(self, rules: AftermathRules, context: Any, answers: list[Answer]) -> None:
        self.rules, self.context, self.answers = rules, context, answers
        self.state, procedure = rules.replay.run(context)
        self._order: list[tuple[Literal["flip", "effect"], int]] = []
        dialogue = Dialogue(procedure)
        self._note()
        for answer in answers:
            dialogue.answer(answer)
            self._note()
        self.view: AftermathView = self.state.view(dialogue.question)

    @property
    def log(self) -> tuple[LogLine, ...]:
        names = self.rules.names(self.context)
        return tuple(
            _flip_line(self.view.flips[at], names) if kind == "flip" else _effect_line(self.view.effects[at])
            for kind, at in self._order
        )

    def after(
        self, option: str, *, bearer: int | None = None, annihilate: str = "", words: str = ""
    ) -> LoggedReplay:
        """The same with one more choice: what would follow from it."""
        choice = Answer(kind="choose", option=option, bearer=bearer, annihilate=annihilate, words=words)
        return LoggedReplay(self.rules, self.context, [*self.answers, choice])

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
    return LogLine(effect.sentence, effect.rule, icon=ICONS.get(type(effect).__name__, "scroll"))
