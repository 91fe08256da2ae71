"""Two programs, or one that is impatient, send the same act at once: it is done once, on both databases."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from mfcampaign.api.models import Answer
from mfcampaign.audit.models import Act
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6


def at_once(program: Program, path: str, body: Any, keys: list[str]) -> list[Any]:
    """The answers to the same request sent by several threads at the same moment."""
    gate = threading.Barrier(len(keys))

    def send(key: str) -> Any:
        gate.wait()
        try:
            return Program.post(_copy(program), path, body, key=key)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(keys)) as pool:
        return list(pool.map(send, keys))


def _copy(program: Program) -> Program:
    copy = Program()
    copy.token = program.token
    return copy


def test_the_same_key_at_once_is_one_act(league):
    mara = Program(league.organiser, "organise")
    path = f"leagues/{league.campaign.slug}/organise/guest/"
    answers = at_once(mara, path, {"name": "Robin", "faction": "bayou"}, ["one"] * AT_ONCE)
    assert [answer.status_code for answer in answers] == [201] * AT_ONCE
    assert league.campaign.entries.count() == 3, "one guest joined, once"
    links = [answer.json()["url"] for answer in answers]
    assert sum(bool(url) for url in links) == 1, "the private link was told to the first alone"
    assert Answer.objects.filter(key="one").count() == 1


def test_other_keys_at_once_are_other_acts(league):
    """The negative control: what made it one act is the key."""
    mara = Program(league.organiser, "organise")
    path = f"leagues/{league.campaign.slug}/organise/invite/"
    before = Act.objects.count()
    answers = at_once(mara, path, None, [f"k{number}" for number in range(AT_ONCE)])
    assert [answer.status_code for answer in answers] == [201] * AT_ONCE
    assert len({answer.json()["url"] for answer in answers}) == AT_ONCE
    assert Act.objects.count() == before + AT_ONCE
