"""Random seasons of *Rising Names* without a database: what is earned, spent, gained and lost adds up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.asks import PASS, Answer
from rules.campaign.aftermath.procedure import fate_answer
from rules.campaign.rising.aftermath import facts
from rules.campaign.rising.aftermath.facts import RisingContext
from rules.campaign.rising.aftermath.procedure import RisingReplay
from rules.campaign.rising.arsenal import MOST_INJURIES, RisingArsenal, rating
from rules.campaign.rising.experience import BOXES, track
from rules.fate.cards import FULL_DECK
from tests.rules.campaign.rising import scene

WEEKS = 8


class Chance:
    """Whole numbers that follow from a word alone."""

    def __init__(self, word: str) -> None:
        self.word, self.count = word, 0

    def below(self, most: int) -> int:
        self.count += 1
        digest = hashlib.sha256(f"{self.word}/{self.count}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % most


def flow(effects: tuple[facts.RisingEffect, ...]) -> Iterator[int]:
    """What each effect adds to the purse."""
    for effect in effects:
        match effect:
            case facts.ScripPaid():
                yield effect.total.amount
            case facts.EquipmentBought() | facts.Advanced() | facts.InjuryTreated():
                yield -effect.price


def lived(context: RisingContext, chance: Chance) -> tuple[RisingReplay, list[Answer]]:
    """The Aftermath with any lawful answer to each question."""
    replay, answers = RisingReplay(context), list[Answer]()

    def answer(given: Answer) -> None:
        replay.answer(given)
        answers.append(given)

    for _ in range(400):
        ask = replay.view().ask
        if ask is None:
            return replay, answers
        if ask.who == "fate":
            deck = [card for card in FULL_DECK if card.code not in ask.out]
            cards = [deck.pop(chance.below(len(deck))) for _ in range(ask.cards)]
            answer(fate_answer(ask, cards))
            continue
        lawful = [option for option in ask.options if option.legal]
        # Whoever may go on does so every third time, so that it ends.
        if any(option.key == PASS for option in lawful) and not chance.below(3):
            answer(Answer(kind="choose", option=PASS))
        else:
            option = lawful[chance.below(len(lawful))]
            answer(Answer(kind="choose", option=option.key, words="Scrap" if option.asks else ""))
    raise AssertionError("the Aftermath asks on and on")


def season(word: str) -> tuple[int, int]:
    """Live one; the weeks it lasted, and how many advancements came of it."""
    chance = Chance(word)
    arsenal: RisingArsenal = scene.arsenal(scrip=chance.below(4))
    card, totem = scene.CARD, None
    for number in range(1, WEEKS + 1):
        hired = [model.id for model in arsenal.models]
        killed = tuple(pk for pk in hired if not chance.below(3))
        carried = tuple(
            (hired[chance.below(len(hired))], piece.id) for piece in arsenal.equipment if chance.below(2)
        )
        context = scene.context(
            arsenal=arsenal,
            card=card,
            totem_card=totem,
            vp=chance.below(9),
            won=bool(chance.below(2)),
            schemes=chance.below(5),
            rating=rating(arsenal, hired, [piece for _, piece in carried]).amount,
            other_rating=chance.below(7) - 3,
            killed=killed,
            attached=carried,
            killed_enemy=bool(chance.below(2)),
            withdrew=("", "", "", "early", "late")[chance.below(5)],
        )
        replay, answers = lived(context, chance)
        outcome = replay.view().outcome
        assert outcome is not None
        after, effects = outcome.arsenal, outcome.effects
        assert after.scrip == arsenal.scrip + sum(flow(effects))
        assert after.scrip >= 0
        gained = [each for each in effects if isinstance(each, facts.ExperienceGained)]
        assert after.experience == arsenal.experience + sum(each.total.amount for each in gained)
        assert after.experience <= BOXES
        lost = sum(isinstance(each, facts.ModelLost) for each in effects)
        totems = sum(
            each.advancement.table == "totem" for each in effects if isinstance(each, facts.Advanced)
        )
        doubles = sum(isinstance(each, facts.ModelCopied) for each in effects)
        assert len(after.models) == len(arsenal.models) - lost + totems + doubles
        assert len({model.id for model in after.models}) == len(after.models)
        assert all(len(model.injuries) < MOST_INJURIES for model in after.models)
        held = [model.injuries for model in after.models]
        assert all(len({each.slug for each in own}) == len(own) for own in held)
        assert len({piece.id for piece in after.equipment}) == len(after.equipment)
        assert RisingReplay(context, answers).view() == replay.view()
        if any(isinstance(each, facts.CrewEnds) for each in effects):
            return number, len(after.advancements)
        reached = [box for box in track() if box.number <= after.experience]
        assert len(after.advancements) <= len(reached)
        arsenal, card, totem = after, replay.state.card, replay.state.totem_card
        arsenal = replace(arsenal, scrip=min(arsenal.scrip, 30))
    return WEEKS, len(arsenal.advancements)


@pytest.mark.rule("M4-CAMP-16")
@pytest.mark.rule("M4-CAMP-22")
@pytest.mark.rule("M4-CAMP-26")
def test_a_few_random_seasons_add_up() -> None:
    lasted = [season(f"few/{number}") for number in range(12)]
    assert any(weeks < WEEKS for weeks, _ in lasted), "a Crew ends"
    assert max(grown for _, grown in lasted) >= 4, "a Leader grows"


@pytest.mark.soak
def test_many_random_seasons_add_up(seeds: Callable[..., Iterable[int]]) -> None:
    for seed in seeds(1000):
        season(f"many/{seed}")
