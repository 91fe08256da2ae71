"""Who hears what, by the hub alone: no database, no network, no clock."""

from __future__ import annotations

import asyncio
import time

import pytest

from mfcampaign.live import tickets
from mfcampaign.live.hub import MOST_OF_ONE, MOST_WAITING, Hub, Listener
from mfcampaign.live.stream import Live
from mfcampaign.live.tickets import Ticket
from mfcampaign.live.wire import KEPT, body_of, missed

COLUMNS = ('{"turn":1}', '{"lines":["first alone"]}', '{"lines":["second alone"]}')


def listener(
    hub: Hub, part: str = "public", *, topic: str = "encounter:1", sent: int = 0, who: int = 1
) -> Listener:
    new = Listener(Ticket(topic, part, (f"person:{who}", f"session:{who}"), tickets.now()), sent)
    new.behind = False
    hub.add(new)
    new.waiting.clear()
    return new


def heard(by: Listener) -> str:
    return b"".join(by.waiting).decode()


def test_each_hears_the_public_part_and_nobody_the_part_of_another():
    hub = Hub()
    by = {part: listener(hub, part, who=n) for n, part in enumerate(("public", "first", "second", "both"))}
    elsewhere = listener(hub, topic="encounter:2", who=9)
    for each in by.values():
        each.waiting.clear()
    hub.take("encounter:1", 1, COLUMNS)
    assert all('{"turn":1}' in heard(each) for each in by.values())
    assert {part for part in by if "first alone" in heard(by[part])} == {"first", "both"}
    assert {part for part in by if "second alone" in heard(by[part])} == {"second", "both"}
    assert not elsewhere.waiting


def test_a_frame_is_given_once_and_a_hole_is_read_from_the_database():
    hub = Hub()
    one = listener(hub, sent=4)
    hub.take("encounter:1", 5, COLUMNS)
    hub.take("encounter:1", 5, COLUMNS)
    hub.take("encounter:1", 3, COLUMNS)
    assert len(one.waiting) == 1
    assert not one.behind
    hub.take("encounter:1", 7, COLUMNS)
    assert one.behind
    assert len(one.waiting) == 1
    assert hub.known["encounter:1"] == 7


def test_a_listener_too_slow_is_ended_and_the_others_are_not():
    hub = Hub()
    slow, quick = listener(hub, who=1), listener(hub, who=2)
    for number in range(1, MOST_WAITING + 2):
        hub.take("encounter:1", number, COLUMNS)
        quick.waiting.clear()
    assert slow.over
    assert not quick.over


def test_streams_end_with_the_session_the_person_and_the_ticket():
    hub = Hub()
    first, second = listener(hub, who=1), listener(hub, who=2)
    hub.end("session:1", first.ticket.issued - 1)
    assert not first.over, "its ticket was given after that"
    hub.end("session:1", tickets.now())
    assert (first.over, second.over) == (True, False)
    hub.beat(time.time() + tickets.SECONDS + 1)
    assert second.over


def test_one_person_has_so_many_streams_and_nobody_else_pays_for_more():
    hub = Hub()
    mine = [listener(hub, who=1) for _ in range(MOST_OF_ONE)]
    other = listener(hub, who=2)
    listener(hub, who=1)
    assert [each.over for each in mine] == [True] + [False] * (MOST_OF_ONE - 1)
    assert not other.over


def test_players_hear_who_is_here_and_watchers_do_not():
    hub = Hub()
    first, watcher = listener(hub, "first", who=1), listener(hub, who=3)
    second = listener(hub, "second", who=2)
    assert '"seats":[0,1]' in heard(first)
    first.waiting.clear()
    hub.drop(second)
    assert '"seats":[0]' in heard(first)
    assert not watcher.waiting
    hub.drop(first)
    hub.drop(watcher)
    assert (len(hub), hub.topics, hub.holders, hub.known) == (0, {}, {}, {})


@pytest.mark.parametrize("since", [0, 1, 5, 9, 10, 12])
def test_what_was_missed_is_all_of_it_or_said_to_be_gone(since):
    rows = [(number, *COLUMNS) for number in range(max(since, 4), 11)] or [(10, *COLUMNS)]
    now = missed(rows, since, "public")
    assert now.number == 10
    if 4 <= since <= 10:
        assert list(now.frames) == [body_of(n, COLUMNS, "public") for n in range(since + 1, 11)]
        assert not now.whole
    else:
        assert now.whole


def test_too_much_is_loaded_whole():
    rows = [(number, *COLUMNS) for number in range(KEPT + 10)]
    assert missed(rows, 0, "public").whole


def test_a_ticket_is_taken_as_it_was_given_and_not_otherwise(monkeypatch):
    ticket = Ticket("encounter:1", "first", ("session:abc",), tickets.now())
    text = tickets.signed(ticket)
    assert tickets.read(text) == ticket
    assert tickets.read(text[:-1] + ("A" if text[-1] != "A" else "B")) is None
    assert tickets.read("") is None
    later = time.time() + tickets.SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert tickets.read(text) is None


class Table:
    """A tail over a list. ``during`` runs while a read is under way."""

    def __init__(self) -> None:
        self.frames: list[tuple[int, str, str, str]] = []
        self.gone: set[str] = set()
        self.during = lambda: None

    async def rows(self, topic: str, since: int) -> list[tuple[int, str, str, str]]:
        found = [frame for frame in self.frames if frame[0] >= since] or self.frames[-1:]
        self.during()
        await asyncio.sleep(0)
        return found

    async def ended(self, ticket: Ticket) -> bool:
        return bool(self.gone & set(ticket.holders))

    async def run(self, hub: Hub) -> None:
        await asyncio.sleep(3600)


async def streamed(live: Live, ticket: Ticket, since: int, acts) -> list[str]:
    """What a client of the callable gets until it hangs up after ``acts``."""
    sent: list[str] = []
    over = asyncio.Event()

    async def receive():
        await over.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message.get("body", b"").decode() or str(message.get("status", "")))
        await asyncio.sleep(0)

    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/live/{tickets.signed(ticket)}/",
        "query_string": f"since={since}".encode(),
        "headers": [],
    }
    task = asyncio.ensure_future(live(scope, receive, send))
    await asyncio.sleep(0.01)
    await acts()
    await asyncio.sleep(0.01)
    over.set()
    await task
    return sent


def ids(sent: list[str]) -> list[int]:
    return [int(line[4:]) for line in "".join(sent).splitlines() if line.startswith("id: ")]


def test_a_frame_that_comes_during_a_read_is_neither_lost_nor_doubled():
    table, ticket = Table(), Ticket("encounter:1", "public", ("person:1",), tickets.now())
    live = Live(table)
    table.frames = [(n, *COLUMNS) for n in range(1, 4)]
    late = iter(((4, *COLUMNS), (5, *COLUMNS)))

    def during() -> None:
        for frame in late:
            table.frames.append(frame)
            live.hub.take("encounter:1", frame[0], frame[1:])
            break

    table.during = during

    async def acts() -> None:
        for number in (6, 7):
            table.frames.append((number, *COLUMNS))
            live.hub.take("encounter:1", number, COLUMNS)

    assert ids(asyncio.run(streamed(live, ticket, 1, acts))) == [2, 3, 4, 5, 6, 7]
    assert len(live.hub) == 0


def test_an_ended_ticket_and_a_forged_one_open_nothing():
    table, ticket = Table(), Ticket("encounter:1", "first", ("person:1",), tickets.now())
    table.gone.add("person:1")

    async def nothing() -> None:
        return

    assert asyncio.run(streamed(Live(table), ticket, 0, nothing))[0] == "403"
    forged = Ticket("encounter:1", "first", (), tickets.now() - 2000 * tickets.SECONDS)
    assert asyncio.run(streamed(Live(Table()), forged, 0, nothing))[0] == "403"


def test_a_stream_says_that_it_ends_when_the_session_does():
    live, ticket = Live(Table()), Ticket("encounter:1", "first", ("person:1",), tickets.now())

    async def sign_out() -> None:
        live.hub.end("person:1", tickets.now())

    assert "event: end" in "".join(asyncio.run(streamed(live, ticket, 0, sign_out)))
