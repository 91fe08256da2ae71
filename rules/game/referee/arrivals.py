"""Models that arrive by the referee's hand or leave by it: which may, who stands for whom, what is kept."""

from __future__ import annotations

from collections.abc import Iterator

from rules.game.conditions import Conditions, gained_together
from rules.game.events import Event
from rules.game.events.crews import Succeeded
from rules.game.events.table import Attached, ConditionSet, Killed, LeftPlay, TokensSet
from rules.game.printed import Models, PrintedModel, PrintedUpgrade, Upgrades
from rules.game.referee.ground import Ground
from rules.game.state import Heir, Model, State
from rules.refusal import Violation


def unknown_card(
    state: State, slug: str, printed: PrintedModel | None, ground: Ground
) -> Iterator[Violation]:
    if slug not in ground.cards(state) and (printed is None or printed.slug != slug):
        sentence = f"No card “{slug}” is known here."
        yield Violation("play.summon", sentence, "Choose one of the catalogue.", slug)


def unfit_upgrade(
    state: State, slug: str, bought: PrintedUpgrade | None, bearer: Model, ground: Ground
) -> Iterator[Violation]:
    """Check that the model may bear it, and the Crew hold one more of it (M3E-HIRE-19, -20)."""
    known = ground.upgrades(state)
    card = known.get(slug) or (bought if bought is not None and bought.slug == slug else None)
    if card is None:
        yield Violation("card.upgrade", f"No Upgrade “{slug}” is known here.", "Choose one of the catalogue.")
        return
    if slug in bearer.upgrades:
        yield Violation("upgrade.twice", f"{bearer.name} has it already.", "Choose another.", bearer.id)
    cards = ground.cards(state)
    if ground.table is not None and bearer.card in cards and not card.fits(cards[bearer.card]):
        sentence = f"{card.name} is Restricted ({', '.join(card.restricted)})."
        yield Violation("upgrade.bearer", sentence, "Choose another model.", bearer.id)
    held = sum(model.upgrades.count(slug) for model in state.crew_of(bearer.seat))
    if held >= card.copies and ground.table is not None:
        sentence = f"The Crew may hold no further {card.name}."
        yield Violation("upgrade.copies", sentence, "Discard one first.", bearer.id)


def lacks_upgrade(state: State, model: str, slug: str, rule: str) -> Iterator[Violation]:
    if slug not in state.models[model].upgrades:
        yield Violation(rule, "It has no such Upgrade.", "Choose one that it has.", model)


def known_with(cards: Models, more: tuple[PrintedModel, ...]) -> Models:
    return {**{card.slug: card for card in more}, **cards}


def killed(state: State, model: str, by: str, crew: int | None = None) -> Iterator[Event]:
    """The kill by a model, or by a Crew where no model of it did."""
    killer = state.models.get(by)
    yield Killed(model, state.models[model], by, killer.seat if killer else crew, "table")
    yield LeftPlay(model)


def stands_for(state: State, gone: list[Model], heir: Model, ground: Ground) -> Iterator[Event]:
    """The events by which the new model stands for the Arsenal's models that were given up for it, and
    for those that they stood for (SL-SUMMON-03 to -05)."""
    if ground.setup is None or ground.setup.finish_threshold is None:
        return
    hired = ground.setup.arsenal_ids()
    heirs = {held.model: held for held in state.heirs}
    originals: list[str] = []
    names: list[str] = []
    for model in gone:
        if model.id in hired:
            originals.append(model.id)
        elif model.id in heirs:
            originals += heirs[model.id].originals
            names += heirs[model.id].names
    if originals:
        yield Succeeded(Heir(model=heir.id, originals=tuple(originals), names=(*names, heir.name)))


def carried_over(
    old: list[Model], heir: Model, keep_upgrades: bool, upgrades: Upgrades, known: Conditions
) -> Iterator[Event]:
    """What the first new model takes over: Conditions, tokens and Summon Upgrades (M3E-REPL-04)."""
    tokens: dict[str, int] = {}
    kept: list[str] = []
    for model in old:
        for key, number in model.tokens.items():
            tokens[key] = tokens.get(key, 0) + number
        for slug in model.upgrades:
            if slug not in kept and (keep_upgrades or (slug in upgrades and upgrades[slug].summon)):
                kept.append(slug)
    for key, value in gained_together((model.conditions for model in old), known).items():
        yield ConditionSet(heir.id, key, value, "Replace")
    for key, number in tokens.items():
        yield TokensSet(key, number, heir.id)
    for slug in kept:
        yield Attached(heir.id, slug)
