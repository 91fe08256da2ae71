"""Results from a table, all of it or nothing."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from mfcampaign.events.models import Event, Game
from mfcampaign.events.operations.results import rule
from mfcampaign.events.portable import FiledResult
from rules.refusal import Refusal, Violation


def enter_results(event: Event, actor: Any, rows: list[FiledResult]) -> int:
    """Enter every line as an organiser would; how many were new. What stands already as the line says is
    left alone. ``Refusal`` that names every line which cannot be entered, and then none is."""
    wrong: list[Violation] = []
    entered = 0
    with transaction.atomic():
        for row in rows:
            try:
                entered += _entered(event, actor, row)
            except Refusal as refusal:
                wrong.append(Violation(refusal.rule, f"Line {row.line}: {refusal}"))
        if wrong:
            raise Refusal.of(wrong)
    return entered


def _entered(event: Event, actor: Any, row: FiledResult) -> bool:
    games = Game.objects.select_related("a", "b").filter(round__event=event, round__number=row.round)
    game = games.filter(table=row.table, b__isnull=False).first()
    if game is None or game.b is None:
        raise Refusal(f"no game was paired at table {row.table} of round {row.round}.")
    for said, seated in ((row.first, game.a.name), (row.second, game.b.name)):
        if said and said.casefold() != seated.casefold():
            raise Refusal(f"{seated} sits at table {row.table} of round {row.round}, not {said}.")
    vp = (row.vp_first, row.vp_second) if row.outcome == "score" else (0, 0)
    if game.state == Game.State.CONFIRMED and (game.vp_a, game.vp_b, game.outcome) == (*vp, row.outcome):
        return False
    if game.state == Game.State.CONFIRMED:
        raise Refusal("another result stands already; correct it by hand, with a reason.")
    rule(event, actor, row.round, game.pk, vp=vp, outcome=row.outcome)
    return True
