"""Commands that only the workers' proofs know: a flip of the week's fate that moves Scrip.

Loaded into real workers by ``DISPATCH_EXTRA_HANDLERS=tests.workers.handlers``. Every attempt notes
what it drew in the file ``PROOF_LOG``, outside any transaction, so that a second roll would show.
"""

from __future__ import annotations

import os
import time
from datetime import datetime
from typing import Any

from django.apps import apps

from mfcampaign.audit.computing import computed
from mfcampaign.dispatch import operations as dispatch
from rules.fate.cards import Card
from rules.fate.league import fate_of

SEED = bytes(range(7, 39))
FLIP = "proof.flip"
THINKS = "thinks"
# The boundaries of a league of the clocks' proof. There is a last one: each tick looks at all of them.
WEEKS = 8


def cards_of(natural_key: str) -> list[Card]:
    """What fate holds for this cause: known beforehand to the test, and to nobody else."""
    deck = fate_of(SEED, "proof", natural_key)
    return [deck.draw(position) for position in range(3)]


def scrip_of(cards: list[Card]) -> int:
    return 1 + sum(card.value for card in cards)


@dispatch.handler(FLIP)
def flip(command: Any) -> dict[str, Any]:
    from mfcampaign.campaigns.ledger import operations as ledger

    cards = cards_of(command.natural_key)
    codes = [card.code for card in cards]
    _note(f"{command.natural_key} {' '.join(codes)}\n")
    if think_ms := command.payload.get("think_ms"):
        computed(think, command.natural_key, think_ms)
    pause = command.payload["pause_ms"] / 1000
    time.sleep(pause)
    entry = apps.get_model("campaigns", "Entry").objects.get(pk=command.payload["entry"])
    ledger.pay(entry, scrip_of(cards), reason="payday", natural_key=command.natural_key, week=1)
    time.sleep(pause)
    return {"cards": codes}


def think(natural_key: str, think_ms: int) -> None:
    """What takes long, without a transaction."""
    _note(f"{natural_key}/{THINKS} -\n")
    time.sleep(think_ms / 1000)


@dispatch.ticker
def turn_proof_weeks(now: datetime) -> None:
    """Every league named ``weeks-...`` has a boundary each second, ``WEEKS`` of them, each with one flip."""
    for league in apps.get_model("campaigns", "Campaign").objects.filter(slug__startswith="weeks-"):
        entry = league.entries.get()
        passed = int((now - league.created_at).total_seconds())
        dues = [
            (n, datetime.fromtimestamp(league.created_at.timestamp() + n, now.tzinfo))
            for n in range(1, min(passed, WEEKS) + 1)
        ]
        dispatch.catch_up(
            league.slug,
            dues,
            lambda o, e=entry: dispatch.submit(
                FLIP, f"{o.schedule}/{o.number}", {"entry": e.pk, "pause_ms": 0}, campaign_id=e.campaign_id
            ),
            now=now,
        )


def _note(line: str) -> None:
    if path := os.environ.get("PROOF_LOG"):
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(descriptor, line.encode())
        os.close(descriptor)
