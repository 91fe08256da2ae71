"""Every card of closed weeks with the key of its deck, so that anybody can recompute that deck.

``deck`` is the natural key that ``rules.fate.league.fate_of`` takes after the seed of week ``seed_of_week``,
its parts separated by ``/``; both are empty for cards that were flipped at a table.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from mfcampaign.campaigns.models import (
    AftermathDecision,
    Campaign,
    Game,
    RestartDecision,
    Supplement,
    Week,
)
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week.fate import scenario_deck
from rules.fate.cards import Card

HEADER = ("week", "table", "player", "of", "number", "what", "cards", "source", "at", "seed_of_week", "deck")
CHUNK = 500
SEALED = "told when the week closes"
Row = tuple[Any, ...]


def flips(campaign: Campaign) -> Iterator[Row]:
    """The rows under ``HEADER``; ``at`` is an instant. Of closed weeks only: while a week is open, some of
    its cards are in somebody's hand."""
    weeks = list(campaign.weeks.order_by("number"))
    closed = [week for week in weeks if week.state == Week.State.CLOSED]
    for week in closed:
        yield from _of_week(campaign, week)
    yield from _of_aftermaths(campaign, weeks)
    yield from _of_rulings(campaign, weeks)
    yield from _of_restarts(campaign, closed)


def _of_week(campaign: Campaign, week: Week) -> Iterator[Row]:
    name, event = campaign.fate_name, week.event or {}
    sheets = [drawing["scenario"] for drawing in week.drawings] + [week.scenario]
    drawn = [
        ("scenario", scenario_deck(week, number), [(f["role"], f["card"]) for f in sheet.get("flips", ())])
        for number, sheet in enumerate(sheets, start=1)
    ]
    drawn += [
        ("Weekly Event", ("event", name, week.number), [("", f["card"]) for f in event.get("flips", ())]),
        ("contest", ("contest", name, week.number), [("", f["card"]) for f in event.get("contest", ())]),
    ]
    for of, parts, cards in drawn:
        deck = "/".join(str(part) for part in parts)
        for number, (what, card) in enumerate(cards, start=1):
            yield (week.number, None, "", of, number, what, _codes([card]), "fate", None, week.number, deck)
    for game in week.games.filter(additional=True).order_by("table"):
        yield from _of_extra(name, week, game)


def _of_extra(name: str, week: Week, game: Game) -> Iterator[Row]:
    if game.scenario.get("flips") == week.scenario.get("flips"):
        return  # played by the week's own set-up
    deck = f"extra-scenario/{name}/{week.number}/{game.table}"
    for number, flip in enumerate(game.scenario.get("flips", ()), start=1):
        yield (
            week.number,
            game.table,
            "",
            "scenario",
            number,
            flip["role"],
            _codes([flip["card"]]),
            "fate",
            None,
            week.number,
            deck,
        )


def _of_aftermaths(campaign: Campaign, weeks: list[Week]) -> Iterator[Row]:
    decisions = (
        AftermathDecision.objects.filter(
            aftermath__side__game__week__campaign=campaign,
            aftermath__side__game__week__state=Week.State.CLOSED,
        )
        .select_related("aftermath__side__game__week", "aftermath__side__entry__user")
        .order_by("aftermath__side__game__week__number", "aftermath", "ordinal")
    )
    of, run = 0, 0
    for decision in decisions.iterator(CHUNK):
        of, run = decision.aftermath_id, run if decision.aftermath_id == of else 0
        run += decision.kind == "owed_flips"
        if decision.source not in ("fate", "entered"):
            continue
        game, side = decision.aftermath.side.game, decision.aftermath.side
        game.week.campaign = campaign
        late = game.week.closed_at is not None and decision.created_at > game.week.closed_at
        sealed = _open_at(weeks, decision) if run or late else game.week
        name = fate.late_name(sealed, side) if late else fate.aftermath_name(side)
        name = fate.owed_name(sealed, side, run) if run else name
        cards = decision.answer.get("cards") or (
            [decision.answer["card"]] if decision.answer.get("card") else []
        )
        fated = decision.source == "fate"
        yield (
            game.week.number,
            game.table,
            side.label,
            "owed by a ruling" if run else "aftermath",
            decision.ordinal,
            decision.kind,
            _codes(cards),
            decision.source,
            decision.created_at,
            sealed.number if fated else None,
            deck_name(sealed, name, decision.created_at) if fated else "",
        )


def _of_rulings(campaign: Campaign, weeks: list[Week]) -> Iterator[Row]:
    supplements = Supplement.objects.filter(
        ruling__campaign=campaign, side__game__week__state=Week.State.CLOSED
    )
    for drawn in supplements.select_related("side__game__week", "side__entry__user").order_by("pk"):
        game = drawn.side.game
        game.week.campaign = campaign
        name = fate.supplement_name(drawn.side, drawn.keyed_as)
        sealed = next((week for week in weeks if week.number == drawn.week), None)
        cards = [answer["card"] for answer in drawn.answers if answer.get("card")]
        # After the season there is a seed of its own, which the ruling tells.
        yield (
            game.week.number,
            game.table,
            drawn.side.label,
            "owed by a ruling",
            1,
            "injury_flip",
            _codes(cards),
            "fate",
            drawn.created_at,
            drawn.week,
            deck_name(sealed, name, drawn.created_at),
        )


def _of_restarts(campaign: Campaign, closed: list[Week]) -> Iterator[Row]:
    decisions = RestartDecision.objects.filter(
        restart__entry__campaign=campaign, source__in=["fate", "entered"]
    ).select_related("restart__entry__user")
    for decision in decisions.order_by("restart", "ordinal").iterator(CHUNK):
        week = next((week for week in closed if _was_open(week, decision)), None)
        if week is None:
            continue
        start, fated = decision.restart, decision.source == "fate"
        name = fate.restart_name(week, start.keyed_as, start.roster)
        yield (
            week.number,
            None,
            start.entry.label,
            "new start",
            decision.ordinal,
            decision.kind,
            _codes([decision.answer["card"]] if decision.answer.get("card") else []),
            decision.source,
            decision.created_at,
            week.number if fated else None,
            deck_name(week, name, decision.created_at) if fated else "",
        )


def deck_name(week: Week | None, name: tuple[str | int, ...], at: dt.datetime) -> str:
    """The natural key ``name`` as of a flip made ``at`` by the seed of ``week``, or by a seed of its own.
    What a ruling found owed may come from the week that is open: a mark of that is hidden."""
    key = name if week is None else fate.marked(week, *name, at=at)
    if week is not None and week.state != Week.State.CLOSED and key != name:
        key = (*key[:-1], SEALED)
    return "/".join(map(str, key))


def _open_at(weeks: list[Week], decision: Any) -> Week:
    """The week whose fate drew it: the one that was open."""
    return next((week for week in reversed(weeks) if _was_open(week, decision)), weeks[-1])


def _was_open(week: Week, decision: Any) -> bool:
    return week.opens_at <= decision.created_at and (
        week.closed_at is None or decision.created_at <= week.closed_at
    )


def _codes(cards: Iterable[dict[str, Any]]) -> str:
    return " ".join(msgspec.convert(card, Card).code for card in cards)
