"""Recomputes a player's week: every cause that paid, in the order of payment (SL-PAY-05, A-19).

A valid payment is found by its cause: the first transfer under the cause's natural key, or its replacement.
``replaces:<id>`` is the key of what a ruling paid instead of transfer ``<id>``; a transfer is reversed at
most once, so the chain has no forks.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Container, Mapping
from typing import Literal

from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    Entry,
    Game,
    GameSide,
    Report,
    Transfer,
    Week,
    WeekEntry,
)
from rules.campaign.aftermath.asks import OpponentEarns
from rules.campaign.rulings.changes import Earned
from rules.campaign.rulings.recomputation import Earning, week_recomputed
from rules.game.results.result import EncounterResult, outcome
from rules.refusal import TotalLine

SETTLED = (Report.State.CONFIRMED, Report.State.RULED)
CLOSED = Game.State.CLOSED
STANDS: Literal["stands"] = "stands"
IfSo = EncounterResult | Literal["stands"] | None
WhatIf = Mapping[int, IfSo]
"""Results as a ruling would have them, by Encounter; ``STANDS``: as it was reported or ended; ``None``: the
game counts for nothing."""
_OF_AFTERMATH = re.compile(r"(aftermath:(\d+)(?:/again:\d+)?)/(?:effect:(\d+)|payday)$")
_OF_GAME = re.compile(r"encounter:(\d+)/bye:")


class Paid(Struct, frozen=True):
    """A cause with the last transfer in its chain; ``standing`` is what it comes to in the purse."""

    cause: str
    last: Transfer | None
    standing: int


def standing(cause: str) -> Paid:
    """The payment now valid for ``cause``. One query a link of its chain."""
    last = Transfer.objects.filter(natural_key=cause).select_related("reversed_by").first()
    while last is not None:
        following = (
            Transfer.objects.filter(natural_key=f"replaces:{last.pk}").select_related("reversed_by").first()
        )
        if following is None:
            break
        last = following
    if last is None or hasattr(last, "reversed_by"):
        return Paid(cause, last, 0)
    return Paid(cause, last, last.amount)


def settled_result(game: Game) -> EncounterResult | None:
    """The result that counts, or ``None`` when the game counts for nothing or has none."""
    return None if game.state == Game.State.VOID else reported_result(game)


def reported_result(game: Game) -> EncounterResult | None:
    """The newest result that was confirmed or ruled, whatever became of the game."""
    report = game.reports.filter(state__in=SETTLED).order_by("-number").first()
    return loading.result(report) if report is not None else None


def changes_of(entry: Entry, week: Week, what_if: WhatIf) -> list[Earned]:
    """What each cause of the week comes to with ``what_if``, where it differs from what is paid now."""
    earnings = earnings_of(entry, week, what_if)
    changes = []
    for earning, total in zip(earnings, week_recomputed(earnings, week.rules), strict=True):
        if total.amount == earning.paid:
            continue
        lost = sum(line.amount for line in earning.lines) - total.amount
        above = f", {lost} above the week’s {week.rules.weekly_cap} lost" if lost > 0 else ""
        changes.append(
            Earned(
                sentence=f"{earning.label}, week {week.number}: {total.amount} Scrip instead of "
                f"{earning.paid}{above}.",
                entry=entry.pk,
                cause=earning.cause,
                week=week.number,
                before=earning.paid,
                after=total.amount,
                reason=earning.reason,
                memo=earning.label,
            )
        )
    return changes


def earnings_of(entry: Entry, week: Week, what_if: WhatIf) -> list[Earning]:
    """Every cause of the week in the order of payment, its lines by ``what_if``."""
    roots = list(
        Transfer.objects.filter(
            campaign=entry.campaign_id,
            week=week.number,
            reason__in=balances.EARNINGS,
            credit__entry=entry,
        )
        .exclude(natural_key__startswith="replaces:")
        .order_by("pk")
    )
    named = {transfer.natural_key for transfer in roots}
    earnings = [(transfer.created_at, _of_transfer(entry, week, transfer, what_if)) for transfer in roots]
    earnings += _unpaid(entry, week, what_if, named)
    earnings.sort(key=lambda each: each[0])
    return [earning for _, earning in earnings]


def _of_transfer(entry: Entry, week: Week, root: Transfer, what_if: WhatIf) -> Earning:
    cause = root.natural_key
    lines: tuple[TotalLine, ...] = (TotalLine(root.memo or root.get_reason_display(), root.amount),)
    label = root.memo or root.get_reason_display()
    if (of_aftermath := _OF_AFTERMATH.match(cause)) is not None:
        aftermath = _aftermath_of(int(of_aftermath[2]))
        if aftermath.key != of_aftermath[1]:
            return Earning(cause=cause, label=label, lines=(), paid=standing(cause).standing)
        return _of_aftermath(entry, aftermath, cause, int(of_aftermath[3] or -1), what_if)
    if (of_game := _OF_GAME.match(cause)) is not None:
        game = Game.objects.get(pk=int(of_game[1]))
        label = f"Table {game.table} without a game"
        if not _counts(game, what_if) or _is_played(game, what_if):
            lines = ()  # who has played is paid by the Aftermath
        elif week.rules.bye_policy == "flat" and game.outcome:
            unplayed = bool(game.outcome.get("unplayed"))
            lines = (
                TotalLine(label, week.rules.bye_scrip // 2 if unplayed else week.rules.bye_scrip, "A-32"),
            )
    elif cause.startswith("week:") and "/bye:" in cause and week.rules.bye_policy == "flat":
        lines = (TotalLine("bye", week.rules.bye_scrip, "A-32"),)
    return Earning(cause=cause, label=label, lines=lines, paid=standing(cause).standing, reason=root.reason)


def _counts(game: Game, what_if: WhatIf) -> bool:
    if game.pk in what_if:
        return what_if[game.pk] is not None
    return game.state != Game.State.VOID


def _is_played(game: Game, what_if: WhatIf) -> bool:
    """Whether the game has, or would have, a result or players who may still report one."""
    return isinstance(what_if.get(game.pk), EncounterResult) or game.state in (*Game.OPEN_STATES, CLOSED)


def _result(game: Game, what_if: WhatIf) -> EncounterResult | None:
    """The result that a Payday goes by; ``None``: it pays nothing."""
    if not _counts(game, what_if):
        return None
    corrected = what_if.get(game.pk)
    return corrected if isinstance(corrected, EncounterResult) else reported_result(game)


def _aftermath_of(pk: int) -> Aftermath:
    return Aftermath.objects.select_related("side__entry__user", "side__game__week__campaign").get(pk=pk)


def _of_aftermath(entry: Entry, aftermath: Aftermath, cause: str, number: int, what_if: WhatIf) -> Earning:
    """A Payday by the result as it would be, or what an opponent's Injury paid."""
    game = aftermath.side.game
    result = _result(game, what_if)
    label = f"Payday of table {game.table}"
    lines: tuple[TotalLine, ...] = ()
    if aftermath.side.entry_id != entry.pk:
        effect = replay.view(aftermath).effects[number]
        assert isinstance(effect, OpponentEarns), f"{cause} paid the opponent for {effect}"
        label = effect.sentence
        if result is not None:
            lines = (TotalLine(effect.sentence, effect.amount, effect.rule),)
    elif result is not None:
        rules = replay.played(aftermath).aftermath
        facts = rules.corrected(
            replay.context(aftermath), result, outcome(result, game.week.rules), aftermath.side.seat
        )
        lines = tuple(rules.payday_lines(facts))
    return Earning(cause=cause, label=label, lines=lines, paid=standing(cause).standing)


def _unpaid(
    entry: Entry, week: Week, what_if: WhatIf, named: Container[str]
) -> list[tuple[dt.datetime, Earning]]:
    """Causes that came to nothing at the time, so that no transfer is ``named`` for them: a Payday beyond
    the week's maximum, one forfeited by a withdrawal, a bye that found no room."""
    unpaid = []
    sides = GameSide.objects.filter(game__week=week, entry=entry, aftermath__isnull=False)
    for side in sides.select_related("aftermath"):
        aftermath = _aftermath_of(side.aftermath.pk)
        if aftermath.state == Aftermath.State.QUEUED or aftermath.opened_at is None:
            continue
        now = replay.view(aftermath)
        payday = replay.played(aftermath).aftermath.paid
        number = next((n for n, e in enumerate(now.effects) if isinstance(e, payday)), None)
        if number is None and replay.context(aftermath).withdrew != "early":
            continue  # the Aftermath has not come to Payday: it will pay by itself
        cause = f"{aftermath.key}/" + ("payday" if number is None else f"effect:{number}")
        if cause in named:
            continue
        at = aftermath.decisions.filter(kind="payday").values_list("created_at", flat=True).first()
        unpaid.append(
            (
                at or aftermath.opened_at,
                _of_aftermath(entry, aftermath, cause, -1 if number is None else number, what_if),
            )
        )
    bye = WeekEntry.objects.filter(week=week, entry=entry, bye=True).exists()
    if bye and week.closed_at is not None and week.rules.bye_policy == "flat":
        cause = f"week:{week.pk}/bye:{entry.pk}"
        line = TotalLine("bye", week.rules.bye_scrip, "A-32")
        if cause not in named:
            paid = standing(cause).standing
            earning = Earning(cause=cause, label="Bye", lines=(line,), paid=paid, reason="bye")
            unpaid.append((week.closed_at, earning))
    return unpaid
