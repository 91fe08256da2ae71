"""Kinds of commands that only these tests know, and a delivery that keeps what it delivers."""

from __future__ import annotations

from typing import Any

import pytest

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import registry
from rules.fate.league import fate_of
from rules.refusal import Refusal

SEED = bytes(range(1, 33))


class Stage:
    """What the handlers did, and the faults they are told to have."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.carried: list[dict[str, Any]] = []
        self.faults: list[Exception] = []
        self.delivery_faults: list[Exception] = []

    def effects(self) -> list[str]:
        """What was really written: the committed rows, not the calls."""
        from mfcampaign.dispatch.models import Occurrence

        return sorted(
            Occurrence.objects.filter(schedule__startswith="effect:").values_list("schedule", flat=True)
        )

    def write(self, command: Any) -> None:
        self.ran.append(command.natural_key)
        assert dispatch.materialise(f"effect:{command.natural_key}", command.attempts, command.created_at)


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    stage = Stage()
    for table in ("_handlers", "_tickers", "_deliveries"):
        monkeypatch.setattr(registry, table, dict(getattr(registry, table)))
    registry._tickers.clear()

    @dispatch.handler("test.flip")
    def flip(command: Any) -> dict[str, Any]:
        stage.write(command)
        if stage.faults:
            raise stage.faults.pop(0)
        deck = fate_of(SEED, command.natural_key)
        return {"cards": [deck.draw(position).code for position in range(3)]}

    @dispatch.handler("test.refuse")
    def refuse(command: Any) -> None:
        stage.write(command)
        raise Refusal("The purse is empty.", rule="SL-SCRIP-01", fix="Earn some.")

    @dispatch.handler("test.chain")
    def chain(command: Any) -> dict[str, Any]:
        stage.write(command)
        if left := command.payload["left"]:
            dispatch.submit("test.chain", f"chain/{left - 1}", {"left": left - 1})
        return {"depth": len(stage.ran)}

    @dispatch.delivery("test.mail")
    def carry(payload: dict[str, Any]) -> None:
        if stage.delivery_faults:
            raise stage.delivery_faults.pop(0)
        stage.carried.append(payload)

    return stage
