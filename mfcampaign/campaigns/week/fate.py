"""The week's sealed fate, from which the portal's flips come.

The seed is drawn and its commitment published when a week opens; every flip derives from it and a natural
key, so a retry, a restart or a resubmission finds the same card.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable
from itertools import count
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from mfcampaign.campaigns.models import ArsenalModel, Entry, GameSide, Week
from mfcampaign.catalog import queries as catalog
from rules.fate.cards import Card
from rules.fate.league import FateDeck, commitment, fate_of
from rules.game.setup.drawn import flip_scenario
from rules.refusal import Refusal

Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


def new_secret() -> tuple[bytes, str]:
    """A fresh seed of 32 bytes, and the commitment that may be published."""
    seed = secrets.token_bytes(32)
    return seed, commitment(seed)


def scenario(week: Week, number: int = 0) -> dict[str, Any]:
    """The week's Strategy, deployment and Scheme pool by fate flips (M3E-SETUP-04 to -06, -15); of its
    drawing ``number``, by default the valid one."""
    purpose, _, _, *again = scenario_deck(week, number)
    parts = [int(part) for part in again]
    drawn: dict[str, Any] = msgspec.to_builtins(
        flip_scenario(draws(week, str(purpose), *parts), catalog.season(week.season_played))
    )
    return drawn


def scenario_deck(week: Week, number: int = 0) -> tuple[str | int, ...]:
    """The natural key of the deck that drawing ``number`` of the week's scenario comes from."""
    number = number or len(week.drawings) + 1
    name = week.campaign.fate_name
    return ("scenario", name, week.number) if number == 1 else ("scenario-again", name, week.number, number)


def additional_scenario(week: Week, table: int) -> dict[str, Any]:
    """A scenario of its own for a game agreed on by its players (SL-SCHEME-02).

    ``extra-scenario`` is part of the published protocol: another word would turn other cards.
    """
    drawn: dict[str, Any] = msgspec.to_builtins(
        flip_scenario(draws(week, "extra-scenario", table), catalog.season(week.season_played))
    )
    return drawn


def draws(week: Week, purpose: str, *parts: int) -> Callable[[], Card]:
    """The cards of one purpose of the week, one a call, the same ones however often it is asked."""
    deck = fate_of(bytes(week.fate_seed), purpose, week.campaign.fate_name, week.number, *parts)
    flips = (deck.draw(position) for position in count())
    return lambda: next(flips)


def entry_key(entry: Entry) -> str:
    """The player in a natural key, the same wherever the league is imported: the number of its file."""
    return f"entry-{Entry.objects.filter(campaign=entry.campaign_id, pk__lte=entry.pk).count()}"


def model_key(model: ArsenalModel) -> str:
    """The model in a natural key: 1 for the first that its player ever had."""
    return f"model-{ArsenalModel.objects.filter(entry=model.entry_id, pk__lte=model.pk).count()}"


class Restore(Struct, frozen=True):
    """A restore from a backup while a week was open. ``mark`` is hidden as the seed is."""

    epoch: int
    at: Annotated[dt.datetime, Meta(tz=True)]
    mark: Digits
    commitment: Digits


def restores_of(week: Week) -> list[Restore]:
    """The restores of a week, the first one first. ``msgspec.ValidationError`` for what cannot be one."""
    return msgspec.convert(week.restores, list[Restore])


def marked(week: Week, *name: str | int, at: dt.datetime | None = None) -> tuple[str | int, ...]:
    """The natural key of the deck ``name`` as of a flip made ``at`` (now) by the seed of ``week``: it ends in
    the mark of the last restore before, if there was one. ``-restored`` is part of the published protocol."""
    since = [restore for restore in restores_of(week) if at is None or restore.at <= at]
    return (f"{name[0]}-restored", *name[1:], since[-1].mark) if since else name


def restart_deck(week: Week, keyed_as: str, roster: int) -> FateDeck:
    """The deck of a new Arsenal's Barter flips, as far as they are made in this week."""
    return fate_of(bytes(week.fate_seed), *marked(week, *restart_name(week, keyed_as, roster)))


def restart_name(week: Week, keyed_as: str, roster: int) -> tuple[str | int, ...]:
    """``anew`` is part of the published protocol: another word would turn other cards."""
    return ("anew", week.campaign.fate_name, week.number, keyed_as, roster)


def owed_deck(side: GameSide, run: int) -> FateDeck:
    """The deck of the flips that rulings made up for, as far as they are made in the week that is open."""
    week = _open_now(side)
    return fate_of(bytes(week.fate_seed), *marked(week, *owed_name(week, side, run)))


def _open_now(side: GameSide) -> Week:
    week = Week.objects.filter(campaign=side.game.week.campaign_id).order_by("-number").first()
    if week is None or week.state == Week.State.CLOSED:
        raise Refusal("No week is open whose fate could draw this card.")
    week.campaign = side.game.week.campaign
    return week


def owed_name(week: Week, side: GameSide, run: int) -> tuple[str | int, ...]:
    game = side.game
    return ("owed", game.week.campaign.fate_name, week.number, game.week.number, game.table, side.seat, run)


def supplement_deck(seed: bytes, side: GameSide, keyed_as: str, week: Week | None = None) -> FateDeck:
    """The deck of one flip that a ruling found owed, by ``seed``, which is that of ``week`` if there is one;
    nothing that anyone chooses goes into its key."""
    name = supplement_name(side, keyed_as)
    return fate_of(seed, *(marked(week, *name) if week is not None else name))


def supplement_name(side: GameSide, keyed_as: str) -> tuple[str | int, ...]:
    game = side.game
    return ("supplement", game.week.campaign.fate_name, game.week.number, game.table, side.seat, keyed_as)


def aftermath_deck(side: GameSide) -> FateDeck:
    """The deck of one side's aftermath; nothing chosen after the week opened goes into it. Of a game that was
    entered after its week, whose seed is published, the cards come from the week that is open."""
    week = side.game.week
    if week.state == Week.State.CLOSED:
        week = _open_now(side)
        return fate_of(bytes(week.fate_seed), *marked(week, *late_name(week, side)))
    return fate_of(bytes(week.fate_seed), *marked(week, *aftermath_name(side)))


def late_name(week: Week, side: GameSide) -> tuple[str | int, ...]:
    """``aftermath-late`` is part of the published protocol."""
    game = side.game
    return (
        "aftermath-late",
        game.week.campaign.fate_name,
        week.number,
        game.week.number,
        game.table,
        side.seat,
    )


def aftermath_name(side: GameSide) -> tuple[str | int, ...]:
    week = side.game.week
    return ("aftermath", week.campaign.fate_name, week.number, side.game.table, side.seat)
