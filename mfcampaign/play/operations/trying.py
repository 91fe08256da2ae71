"""A trial of a pack's card: an Encounter of two models, both played by one person, at the first
Activation."""

from __future__ import annotations

import secrets

import msgspec
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person
from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.queries import current_release, laid_cards
from mfcampaign.play import loading
from mfcampaign.play.crew_setup import arriving_with
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.operations.log import log_of
from rules.crews.catalogue import THIRD
from rules.editions.m3e.play.setup.before import LEADING
from rules.editions.m3e.scripts.catalogue import card_of, upgrades_of
from rules.editions.m3e.simulation.bots import Greedy
from rules.editions.m3e.statcards import StatCard
from rules.fate.shuffle import Stream, digest
from rules.game.setup.setup import CrewSetup, Hired, Setup
from rules.refusal import Refusal

STONES = 3
TRIAL = "trial-"
"""The prefix of the ``public_id`` of a trial, which no other Encounter has."""
MOST_STEPS = 80
SPOTS = ((16.0, 18.0), (20.0, 18.0))
"""Where the two models stand, in inches: a few inches apart, in sight of each other."""


def try_card(
    owner: Person,
    slug: str,
    against: str,
    *,
    pack_id: int | None,
    upgrade: str = "",
    edition: str = THIRD,
) -> Encounter:
    """Begin an Encounter of the model, with the ``upgrade`` attached, against another, at its first
    Activation. Raise ``Refusal`` for a model with missing figures. The person's last trial ends."""
    release = current_release(edition).pk
    cards, upgrades = laid_cards(release, pack_id)
    first, second = (_leading(cards, each) for each in (slug, against))
    borne = upgrades_of(msgspec.to_builtins(upgrades[each]) for each in (upgrade,) if each)
    summoned, attached = arriving_with((first, second, *borne.values()), release, pack_id)
    # Both may be the same model.
    own = replace(second, slug=f"{second.slug}~2", of=second.printed_as)
    crews = tuple(
        CrewSetup(
            name=card.name,
            stones=STONES,
            models=(Hired(card=card.slug, leader=True, upgrades=tuple(worn)),),
        )
        for card, worn in ((first, borne), (own, ()))
    )
    setup = Setup(
        ruleset=THIRD,
        encounter="trial",
        crews=(crews[0], crews[1]),
        cards=summoned | {first.slug: first, own.slug: own},
        upgrades=attached | borne,
        attacker=0,
        strategy="None",
        deployment="Standard",
        pool=("None",),
    )
    title = f"Trying {next((card.name for card in borne.values()), first.name)}"
    _end_last(owner)
    row = creation.create(owner, setup, opponent="hot", title=title, name=TRIAL + public_id())
    for seat in (0, 1):
        creation.speak(row, owner, seat, secrets.token_hex(16))
    _go_to_the_table(row, owner)
    return row


def _leading(cards: dict[str, ModelCard], slug: str) -> StatCard:
    if slug not in cards:
        raise Refusal("No model is called so.", fix="Choose one of the catalogue or of the pack.")
    card = card_of(msgspec.to_builtins(cards[slug]))
    return card if card.station in LEADING else replace(card, station="Henchman")


def _end_last(owner: Person) -> None:
    trials = Encounter.objects.filter(seats__user=owner, public_id__startswith=TRIAL)
    for row in trials.filter(state=Encounter.State.PLAYING).distinct():
        playing.give_up(row, owner, 0)


def _go_to_the_table(row: Encounter, owner: Person) -> None:
    """Answer everything before the first Activation with defaults; then put both models near each other."""
    with log_of(row) as log:
        fate = loading.key_of(log.row, log.seats)
        play = loading.play_of(log.row, key=fate)
        plain = Greedy(Stream(digest("trial", fate)))
        for _ in range(MOST_STEPS):
            ask = play.asks[0]
            if ask.kind == "activate":
                break
            playing.decide(log, play, owner, ask.seat, plain.answer(play, ask), ask.kind, fate)
        lines = [
            {"do": "put", "model": name, "x": x, "y": y, "way": "table", "anyway": True}
            for name, (x, y) in zip(("a1", "b1"), SPOTS, strict=True)
        ]
        facts = play.act(0, lines)
        number = log.note(owner, 0, "act", lines, after=play.hash, key="")
        log.tell(facts, number, fate)
        playing.keep(log, play)
