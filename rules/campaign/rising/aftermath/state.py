"""What one run of a *Rising Names* Aftermath holds: the Arsenal as it changes, beside deck and hand."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign.aftermath.asks import CREW, Ask
from rules.campaign.aftermath.flips import FlipState
from rules.campaign.rising.aftermath.facts import (
    CrewEnds,
    LeaderRecovers,
    ModelLost,
    RisingContext,
    RisingEffect,
    RisingOutcome,
    RisingView,
    Said,
)
from rules.campaign.rising.arsenal import GrownModel, HeldInjury, RisingArsenal


class RisingState(FlipState):
    """The state of one replay."""

    deck_rule = "M4-CAMP-16"
    cheat_rule = "M4-CAMP-16"
    several_rule = "M4-CAMP-16"
    joker_rule = "M4-CAMP-16"

    def __init__(self, context: RisingContext) -> None:
        super().__init__()
        self.context = context
        self.policies = context.policies
        self.charts = context.charts
        self.arsenal: RisingArsenal = context.arsenal
        self.card = context.card
        self.totem_card = context.totem_card
        self.effects: list[RisingEffect] = []
        self.advancing: tuple[str, str] | None = None
        """The recipient and the table that a flip is made for."""
        self.waiting: list[int] | None = None
        """The models whose Injury is still flipped for (ids), once that phase is reached."""
        self.retired = False
        """Whether the Crew has ended: nothing of it is flipped for any more."""

    @property
    def scrip(self) -> int:
        return self.arsenal.scrip

    def note(self, sentence: str, rule: str, model_id: int | None = None) -> None:
        self.effects.append(Said(sentence=sentence, rule=rule, model_id=model_id))

    def earn(self, amount: int) -> None:
        self.arsenal = replace(self.arsenal, scrip=self.arsenal.scrip + amount)

    def model(self, model_id: int) -> GrownModel:
        """Raise ``StopIteration`` for one that is gone."""
        return next(model for model in self.arsenal.models if model.id == model_id)

    def has(self, model_id: int) -> bool:
        return any(model.id == model_id for model in self.arsenal.models)

    def change(self, model: GrownModel) -> None:
        models = tuple(model if each.id == model.id else each for each in self.arsenal.models)
        self.arsenal = replace(self.arsenal, models=models)

    def attach(self, model_id: int, slug: str, name: str) -> None:
        model = self.model(model_id)
        self.change(replace(model, injuries=(*model.injuries, HeldInjury(slug, name))))

    def heal(self, model_id: int, slug: str) -> None:
        model = self.model(model_id)
        self.change(replace(model, injuries=tuple(each for each in model.injuries if each.slug != slug)))

    def pieces_of(self, model_id: int) -> tuple[int, ...]:
        """The Equipment that the model had in this game (ids)."""
        return tuple(piece for bearer, piece in self.context.attached if bearer == model_id)

    def annihilate(self, model_id: int, because: str) -> None:
        """Take a model out of the Arsenal; the Leader's first time is ignored, the second ends the Crew
        (M4-CAMP-20). A Peon stays (M4-CAMP-27)."""
        model = self.model(model_id)
        if model.is_peon:
            self.note(f"{model.name} is a Peon and stays.", "M4-CAMP-27", model_id)
            return
        if model.role == "leader" and not model.copied:
            if not self.arsenal.recovered:
                self.arsenal = replace(self.arsenal, recovered=True)
                sentence = f"{model.name} recovers, as a Leader does the first time: {because}."
                self.effects.append(LeaderRecovers(sentence=sentence, subject=model.name, rule="M4-CAMP-20"))
                return
            sentence = f"{model.name} is annihilated for good: {because}. {CREW} is retired."
            self.effects.append(CrewEnds(sentence=sentence, subject=model.name, rule="M4-CAMP-20"))
            self.retired = True
        self.lose(model, f"{model.name} is annihilated: {because}.")

    def lose(self, model: GrownModel, sentence: str) -> None:
        """Take a model out of the Arsenal; a Totem takes its advancements along."""
        grown = self.arsenal.advancements
        if model.role == "totem" and not model.copied:
            grown = tuple(each for each in grown if each.recipient != "totem")
            self.totem_card = None
        models = tuple(each for each in self.arsenal.models if each.id != model.id)
        self.arsenal = replace(self.arsenal, models=models, advancements=grown)
        self.effects.append(
            ModelLost(sentence=sentence, subject=model.name, rule="M4-CAMP-26", model_id=model.id)
        )

    def next_id(self) -> int:
        """A number that no model and no piece of Equipment has: below 0, so that it is the same one wherever
        the rows have other numbers."""
        owned = [model.id for model in self.arsenal.models]
        return min([0, *owned, *(piece.id for piece in self.arsenal.equipment)]) - 1

    def view(self, ask: Ask | None) -> RisingView:
        return RisingView(
            ask=ask,
            phase=self.phase,
            effects=tuple(self.effects),
            flips=tuple(self.flips),
            hand=tuple(self.hand),
            unseen=self.unseen(),
            scrip=self.scrip,
            finished=ask is None,
            outcome=self.outcome() if ask is None else None,
        )

    def outcome(self) -> RisingOutcome:
        return RisingOutcome(effects=tuple(self.effects), flips=tuple(self.flips), arsenal=self.arsenal)
