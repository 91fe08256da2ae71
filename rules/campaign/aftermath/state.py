"""The state of one Aftermath while it runs: purse, models, and the effects so far, beside deck and hand.

A ``BarterState`` (after a game an ``AftermathState``) exists for one replay and is never stored; steps are
in ``procedure`` and the files of the phases (SL-AFTER-07, -08).
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from rules.campaign.aftermath.asks import (
    AftermathContext,
    AftermathOutcome,
    AftermathView,
    AnyEffect,
    Ask,
    BarterContext,
    ModelAnnihilated,
    Note,
)
from rules.campaign.aftermath.flips import FlipState
from rules.campaign.arsenal import OwnedModel


class ModelState:
    """A model of the current Arsenal; ``skills`` are (slug, name, upgrade id or ``None``)."""

    def __init__(self, model: OwnedModel) -> None:
        self.model = model
        self.skills: list[tuple[str, str, int | None]] = [(s.slug, s.name, s.id) for s in model.skills]
        self.injuries: list[str] = [injury.slug for injury in model.injuries]

    def has_skill(self, slug: str) -> bool:
        return any(skill[0] == slug for skill in self.skills)

    def rename(self, slug: str, name: str) -> None:
        """Change the model's title (SL-3E-10)."""
        self.model = replace(self.model, slug=slug, name=name)


class BarterState(FlipState):
    """The state of one replay of flips and purchases."""

    def __init__(self, context: BarterContext) -> None:
        super().__init__()
        self.effects: list[AnyEffect] = []
        self.context = context
        self.policies = context.policies
        self.charts = context.charts
        self.scrip = context.scrip
        self.earned = 0
        self.spent = 0
        self.owned = Counter(context.owned_upgrades)
        self.living = {model.id: ModelState(model) for model in context.models}
        self.learners, self.learners_rule = "model that took part", "SL-UPG-05"
        self.proper_barter = 0

    def begin_owed(self, run: int) -> None:
        """Begin a run of owed flips with a deck of its own and without a hand."""
        if not self.run:
            self.proper_barter = sum(flip.kind == "barter" for flip in self.flips)
        self.run = run
        self.new_deck()

    def hold(self, models: tuple[OwnedModel, ...], upgrades: tuple[str, ...], scrip: int) -> None:
        """Set the Arsenal and the purse to their values since the end of this Aftermath."""
        self.living = {model.id: ModelState(model) for model in models}
        self.owned = Counter(upgrades)
        self.scrip = max(0, scrip)

    # Consequences

    def note(self, sentence: str, rule: str, model_id: int | None = None) -> None:
        self.effects.append(Note(sentence=sentence, rule=rule, model_id=model_id))

    def spend(self, price: int) -> None:
        """Take Scrip from the purse; callers check that it is there."""
        self.scrip -= price
        self.spent += price

    def annihilate(self, model_state: ModelState, because: str, rule: str) -> None:
        """Remove the model with its Skills and Injuries (SL-ANNIH-01, -04).

        In a league without Annihilation the model stays, without a further Injury or loss.
        """
        model = model_state.model
        if self.policies.annihilation == "off":
            self.note(f"{model.name} would be Annihilated, but lives on: {because}.", rule, model.id)
            return
        del self.living[model.id]
        self.owned.subtract(slug for slug, _, _ in model_state.skills)
        self.effects.append(
            ModelAnnihilated(
                sentence=f"{model.name} is Annihilated: {because}.",
                subject=model.name,
                rule=rule,
                model_id=model.id,
                name=model.name,
            )
        )

    # Looking

    def outcome(self) -> AftermathOutcome:
        return AftermathOutcome(
            effects=tuple(self.effects),
            flips=tuple(self.flips),
            scrip_earned=self.earned,
            scrip_spent=self.spent,
        )

    def view(self, ask: Ask | None) -> AftermathView:
        return AftermathView(
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


class AftermathState(BarterState):
    """The state of one replay of an Aftermath after a game."""

    context: AftermathContext

    def __init__(self, context: AftermathContext) -> None:
        super().__init__(context)
