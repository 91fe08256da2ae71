"""Workers die, messages repeat, Redis forgets, three clocks beat: nothing lost, doubled or rolled again."""

from __future__ import annotations

import os
import random
import time

import pytest
import redis

from tests.workers.conftest import PATIENT
from tests.workers.portal import Portal, until

pytestmark = [pytest.mark.workers, pytest.mark.slow]
# One in two kills takes a child; the others the main process, alone or with its children. Four come
# while somebody is seen at work, four at any moment: starting, idle, fetching, acknowledging.
WAYS = ("kill_child", "kill_main", "kill_child", "kill_whole")


class Cluster:
    """Two workers that are started again whenever they die, and three beats."""

    def __init__(self, portal: Portal) -> None:
        self.portal = portal
        self.workers = [portal.worker(), portal.worker()]
        self.beats = [portal.beat() for _ in range(3)]

    def ready(self) -> list[int]:
        """The workers that can be killed. One that has ended (Celery gives up when a child dies while
        the main process is starting) is started again, as any supervisor of processes does."""
        for at, worker in enumerate(self.workers):
            if worker.process.poll() is not None:
                self.workers[at] = self.portal.worker()
        return [at for at, worker in enumerate(self.workers) if worker.children()]

    def kill(self, way: str, chance: random.Random) -> None:
        victim = chance.choice(until(self.ready, 30, "a worker with a child"))
        getattr(self.workers[victim], way)()


@pytest.fixture(scope="module")
def cluster(grown_up):
    cluster = Cluster(grown_up)
    until(lambda: len(cluster.ready()) == 2, 60, "two workers")
    yield cluster
    for process in (*cluster.beats, *(worker.process for worker in cluster.workers)):
        process.kill()


def finish(portal: Portal, slug: str, seconds: float, cluster: Cluster | None = None) -> dict:
    def through() -> bool:
        if cluster:
            cluster.ready()
        return portal.ask("counts", slug=slug)["open"] == 0

    until(through, seconds, f"all commands of {slug}")
    found = portal.ask("audit", slug=slug)
    draws = portal.draws()
    rolled_again = [k for k, cards in draws.items() if k.startswith(f"{slug}/") and len(set(cards)) > 1]
    assert rolled_again == [], "every attempt, killed ones too, must have drawn the same cards"
    for fault in ("not_done", "lost", "unasked", "wrong_cards", "wrong_scrip", "ledger"):
        assert found[fault] == [], fault
    assert found["scrip"] == found["expected_scrip"]
    return found


def test_duplicate_deliveries_have_one_effect(cluster):
    portal = cluster.portal
    portal.ask("prepare", slug="twice")
    portal.ask("submit", slug="twice", count=40, pause_ms=5)
    portal.ask("deliver", slug="twice", times=4)
    found = finish(portal, "twice", 60, cluster)
    assert found["commands"] == 40


def test_three_clocks_make_each_boundary_once(cluster):
    portal = cluster.portal
    portal.ask("prepare", slug="weeks-three-beats", players=1)
    until(lambda: len(portal.ask("occurrences", slug="weeks-three-beats")) >= 6, 60, "six boundaries")
    made = portal.ask("occurrences", slug="weeks-three-beats")
    assert made == list(range(1, len(made) + 1))
    found = portal.ask("audit", slug="weeks-three-beats")
    assert found["commands"] >= len(made)
    assert (found["unasked"], found["ledger"]) == ([], [])


def test_redis_may_forget_everything_in_full_load(cluster, redis_url):
    portal = cluster.portal
    portal.ask("prepare", slug="flushed")
    with redis.Redis.from_url(redis_url) as server:
        for _ in range(3):
            portal.ask("submit", slug="flushed", count=40, pause_ms=10)
            assert server.dbsize() > 0
            server.flushall()
    assert portal.ask("counts", slug="flushed")["open"] > 0, "the messages are gone, the work is not"
    found = finish(portal, "flushed", 90, cluster)
    assert found["commands"] == 120


@pytest.mark.parametrize(
    "kills",
    [int(os.environ.get("KILLS", "20")), pytest.param(200, marks=pytest.mark.soak)],
)
def test_workers_killed_at_any_moment_lose_and_double_nothing(cluster, kills):
    portal, slug = cluster.portal, f"killed-{kills}"
    chance = random.Random(kills)
    portal.ask("prepare", slug=slug)
    for number in range(kills):
        if portal.ask("counts", slug=slug)["open"] < 20:
            portal.ask("submit", slug=slug, count=20, pause_ms=30)
        if number // len(WAYS) % 2:
            time.sleep(chance.uniform(0, 0.8))
        else:
            before = portal.attempts()
            until(
                lambda before=before: cluster.ready() and portal.attempts() > before, 60, "a worker at work"
            )
            time.sleep(chance.uniform(0, 0.1))
        cluster.kill(WAYS[number % len(WAYS)], chance)
    found = finish(portal, slug, 120, cluster)
    repeated = sum(count for attempts, count in found["attempts"].items() if int(attempts) > 1)
    assert repeated >= kills // 10, f"too few kills met a command at work: {found['attempts']}"


@pytest.mark.parametrize("kills", [6, pytest.param(60, marks=pytest.mark.soak)])
def test_the_embedded_default_survives_the_death_of_its_ticker(embedded, kills):
    slug, chance = f"ticker-{kills}", random.Random(kills)
    embedded.ask("prepare", slug=slug)
    embedded.ask("abandon", slug=slug, count=kills * 8, pause_ms=20)
    for _ in range(kills):
        ticker = embedded.start("manage.py", "ticker", "--sweep", "0.2")
        before = len(embedded.draws())
        until(lambda before=before: len(embedded.draws()) > before, 30, "the ticker at work")
        time.sleep(chance.uniform(0, 0.15))
        ticker.kill()
        ticker.wait(10)
    assert embedded.ask("counts", slug=slug)["open"] > 0, "killed before it was through"
    embedded.start("manage.py", "ticker", "--sweep", "0.2")
    finish(embedded, slug, 60)


@pytest.mark.soak
def test_redis_may_be_away_while_people_go_on(tmp_path, own_database, own_redis):
    portal = Portal(tmp_path, own_database, own_redis.url, **PATIENT)
    workers, beat = [portal.worker(), portal.worker()], portal.beat()
    try:
        until(lambda: all(worker.children() for worker in workers), 60, "two workers")
        portal.ask("prepare", slug="away")
        portal.ask("submit", slug="away", count=60, pause_ms=20)
        own_redis.kill()
        began = time.monotonic()
        portal.ask("submit", slug="away", count=10, pause_ms=20)
        assert time.monotonic() - began < 5, "nobody may wait for a broker that is away"
        time.sleep(10)
        own_redis.start()
        finish(portal, "away", 90)
        assert [process.poll() for process in (beat, *(worker.process for worker in workers))] == [None] * 3
    finally:
        portal.close()
