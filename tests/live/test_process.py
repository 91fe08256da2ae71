"""The listening process itself, with real connections that are cut off again and again."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from mfcampaign.live import tickets
from mfcampaign.live.models import Ended, Frame
from tests.live.listening import TABLES, Place, listen_through, listening, open_stream
from tests.project.processes import Running


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Place, Running]]:
    with listening(tmp_path) as (home, process):
        yield home, process
        assert process.stop(seconds=5) == 0, process.output
        assert "Traceback" not in process.output, process.output


def test_the_tables_of_this_test_are_those_of_the_models():
    known = {
        model._meta.db_table: [field.column for field in model._meta.concrete_fields]
        for model in (Frame, Ended)
    }
    rows = sqlite3.connect(":memory:")
    rows.executescript(TABLES)
    for table, columns in known.items():
        there = [row[1] for row in rows.execute(f"PRAGMA table_info({table})")]
        assert there == columns


async def _through(home: Place, acts: int, listeners: int, seed: int) -> list[list[int]]:
    heard: list[list[int]] = [[] for _ in range(listeners)]
    chance = [random.Random(f"{seed} {n}") for n in range(listeners)]
    tasks = [
        asyncio.ensure_future(
            listen_through(
                home.port,
                lambda n=n: home.address(who=f"person:{n}"),
                acts,
                lambda n=n: chance[n].random() < 0.15,
                heard[n],
            )
        )
        for n in range(listeners)
    ]
    pace = random.Random(seed)
    for number in range(1, acts + 1):
        await asyncio.to_thread(home.tell, number)
        await asyncio.sleep(pace.choice((0, 0, 0.002, 0.03)))
    await asyncio.gather(*tasks)
    return heard


def _none_missed_none_twice(place, acts: int, listeners: int, seed: int) -> None:
    home, process = place
    heard = asyncio.run(_through(home, acts, listeners, seed))
    assert all(each == list(range(1, acts + 1)) for each in heard), [len(each) for each in heard]
    alive = psutil.Process(process.process.pid)
    assert alive.num_threads() <= 10
    assert sum("frames.sqlite3" in file.path and file.path.endswith("3") for file in alive.open_files()) == 1


def test_listeners_cut_off_again_and_again_miss_nothing_and_hear_nothing_twice(place):
    _none_missed_none_twice(place, acts=120, listeners=8, seed=0)


@pytest.mark.soak
def test_a_thousand_acts_with_forced_disconnects(place, seeds):
    for seed in seeds(1):
        _none_missed_none_twice(place, acts=1000, listeners=20, seed=seed)


def test_a_stream_ends_within_seconds_of_its_session_and_its_ticket_opens_no_other(place):
    home, _process = place

    async def listen() -> float:
        address = home.address("first", tickets.session_holder("mine"))
        stream = await open_stream(home.port, address, session="mine")
        assert (await stream.event())[0] == "here"
        home.tell(1)
        name, number, frame = await stream.event()
        assert (name, number, frame["own"]) == ("message", "1", {"own": 1})
        began = time.monotonic()
        home.end(tickets.session_holder("mine"))
        assert (await stream.event())[0] == "end"
        took = time.monotonic() - began
        assert (await open_stream(home.port, address, session="mine")).status == 403
        return took

    assert asyncio.run(listen()) < 5


def test_a_stolen_ticket_opens_nothing(place):
    """It stands in the address, and addresses come into logs, histories and screenshots."""
    home, _process = place
    address = home.address("first", tickets.session_holder("mine"))

    async def statuses() -> list[int]:
        return [
            (await open_stream(home.port, address, session=session)).status
            for session in ("", "another", "mine")
        ]

    assert asyncio.run(statuses()) == [403, 403, 200]


def test_what_is_not_a_stream_is_refused(place):
    home, _process = place

    async def statuses() -> list[int]:
        addresses = ("/live/", "/live/forged/", "/", home.address()[:-4] + "xxx/")
        return [(await open_stream(home.port, address)).status for address in addresses]

    assert asyncio.run(statuses()) == [403, 403, 404, 403]
