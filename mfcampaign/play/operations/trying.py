"""A trial of a pack's card: an Encounter of two models, both played by one person, at the first
Activation."""

from __future__ import annotations

import secrets

from mfcampaign.accounts.persons import Person
from mfcampaign.catalog.queries import current_release
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.operations.log import log_of
from mfcampaign.play.saved_crews import ReleaseFigures
from rules.edition import Edition
from rules.fate.shuffle import Stream, digest
from rules.game.setup.trial import Trial
from rules.refusal import Refusal

TRIAL = "trial-"
"""The prefix of the ``public_id`` of a trial, which no other Encounter has."""
MOST_STEPS = 80


def try_card(
    owner: Person, edition: Edition, slug: str, against: str, *, pack_id: int | None, upgrade: str = ""
) -> Encounter:
    """Begin an Encounter of the model, with the ``upgrade`` attached, against another, at its first
    Activation. Raise ``Refusal`` for a model with missing figures. The person's last trial ends."""
    trial = edition.play.trial if edition.play is not None else None
    if trial is None:
        raise Refusal(f"Cards of the {edition.name} are not tried on a table here yet.")
    figures = ReleaseFigures(current_release(edition.code).pk, pack_id)
    models = figures.models
    if slug not in models or against not in models:
        raise Refusal("No model is called so.", fix="Choose one of the catalogue or of the pack.")
    borne = figures.upgrades[upgrade] if upgrade else None
    setup = trial.setup(models[slug], models[against], borne, figures)
    title = f"Trying {borne['name'] if borne is not None else models[slug]['name']}"
    _end_last(owner)
    row = creation.create(owner, setup, opponent="hot", title=title, name=TRIAL + public_id())
    for seat in (0, 1):
        creation.speak(row, owner, seat, secrets.token_hex(16))
    _go_to_the_table(row, owner, trial)
    return row


def _end_last(owner: Person) -> None:
    trials = Encounter.objects.filter(seats__user=owner, public_id__startswith=TRIAL)
    running = trials.filter(state__in=[Encounter.State.GATHERING, Encounter.State.PLAYING])
    for row in running.distinct():
        playing.give_up(row, owner, 0)


def _go_to_the_table(row: Encounter, owner: Person, trial: Trial) -> None:
    """Answer everything before the first Activation with defaults; then put both models near each other."""
    with log_of(row) as log:
        fate = loading.key_of(log.row, log.seats)
        play = loading.play_of(log.row, key=fate)
        plain = trial.bot(Stream(digest("trial", fate)))
        for _ in range(MOST_STEPS):
            ask = play.asks[0]
            if ask.kind == "activate":
                break
            playing.decide(log, play, owner, ask.seat, plain.answer(play, ask), ask.kind, fate)
        lines = [
            {"do": "put", "model": name, "x": x, "y": y, "way": "table", "anyway": True}
            for name, (x, y) in zip(("a1", "b1"), trial.spots, strict=True)
        ]
        facts = play.act(0, lines)
        number = log.note(owner, 0, "act", lines, after=play.hash, key="")
        log.append_events(facts, number, fate)
        playing.keep(log, play)
