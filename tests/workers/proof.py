"""The inside of a proof: one process of the portal that is told what to do, a line of JSON at a time.

``python -m tests.workers.proof`` with the environment of ``tests.workers.portal.Portal``.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from mfcampaign.api import operations as api  # noqa: E402
from mfcampaign.campaigns.ledger import operations as ledger  # noqa: E402
from mfcampaign.campaigns.ledger import queries as balances  # noqa: E402
from mfcampaign.campaigns.models import Account, Campaign, Entry, Transfer  # noqa: E402
from mfcampaign.dispatch import operations as dispatch  # noqa: E402
from mfcampaign.dispatch.models import Command, Occurrence, Outbox  # noqa: E402
from mfcampaign.dispatch.tasks import execute_command  # noqa: E402
from rules.refusal import Refusal  # noqa: E402
from tests.campaigns.ledger.making import make_league, make_player  # noqa: E402
from tests.workers.encounter_proof import (  # noqa: E402, F401
    begin_encounter,
    encounter_state,
    one_answer_sent_often,
    play_and_die,
    race_for_an_answer,
)
from tests.workers.handlers import FLIP, cards_of, scrip_of  # noqa: E402
from tests.workers.league_races import (  # noqa: E402, F401
    hire_against_payday,
    hire_against_payday_unguarded,
    one_form_sent_often,
    one_report_sent_often,
    two_games_at_once,
)
from tests.workers.makespan import in_process, lay_out, through_queue  # noqa: E402, F401
from tests.workers.many_leagues import (  # noqa: E402, F401
    idle_ticks,
    multiply,
    saturday_alone,
    saturday_through_workers,
)
from tests.workers.many_players import (  # noqa: E402, F401
    begin_evening,
    big_event,
    evening,
    event_played,
    opponents,
)
from tests.workers.rendezvous import Meeting, at_once  # noqa: E402
from tests.workers.rulings import aftermath_race, hire_race, press_race, ruling_race  # noqa: E402, F401


def tokens(names: list[str]) -> list[str]:
    """A person of each name, and a token with which a program acts for them."""
    people = get_user_model().objects
    return [
        api.make_token(people.create_user(name), name="storm", scopes=["read", "play", "organise"])[1]
        for name in names
    ]


def prepare(slug: str, players: int = 2) -> None:
    """A league with some players, each with an empty purse."""
    league = make_league(slug)
    for number in range(players):
        make_player(league, f"player-{number}")


def person(name: str, password: str) -> None:
    """Somebody who can sign in."""
    get_user_model().objects.create_user(name, password=password)


def submit(slug: str, count: int, pause_ms: int = 0, think_ms: int = 0) -> int:
    """``count`` more flips, spread over the players; how many there are now."""
    league = Campaign.objects.get(slug=slug)
    entries = list(league.entries.values_list("pk", flat=True))
    first = Command.objects.filter(campaign_id=league.pk).count()
    for number in range(first, first + count):
        payload = {"entry": entries[number % len(entries)], "pause_ms": pause_ms, "think_ms": think_ms}
        with transaction.atomic():
            dispatch.submit(FLIP, f"{slug}/{number}", payload, campaign_id=league.pk)
    return first + count


def abandon(slug: str, count: int, pause_ms: int) -> None:
    """``count`` more commands, whose process dies between the commit and the bell."""
    league = Campaign.objects.get(slug=slug)
    entry = league.entries.values_list("pk", flat=True)[0]
    first = Command.objects.filter(campaign_id=league.pk).count()
    for number in range(first, first + count):
        command = Command.objects.create(
            kind=FLIP,
            natural_key=f"{slug}/{number}",
            payload={"entry": entry, "pause_ms": pause_ms},
            campaign_id=league.pk,
        )
        Outbox.objects.create(topic="command", command=command)


def deliver(slug: str, times: int) -> None:
    """Ring for every command of the league again, ``times`` times, done or not."""
    for _ in range(times):
        for pk in _commands(slug):
            execute_command.apply_async((pk,), retry=False)


def connections_opened() -> int:
    """How many connections this PostgreSQL database has had so far, from whatever process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sessions FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def break_connections() -> int:
    """End every other connection to this PostgreSQL database, as its restart does; how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def counts(slug: str) -> dict[str, int]:
    """How many commands of the league have each status, and ``open``."""
    league = Campaign.objects.get(slug=slug)
    by_status = Counter(Command.objects.filter(campaign_id=league.pk).values_list("status", flat=True))
    return {**by_status, "open": by_status["waiting"] + by_status["running"]}


def repeated(slug: str) -> int:
    """How many commands of the league were begun more than once so far."""
    league = Campaign.objects.get(slug=slug)
    return Command.objects.filter(campaign_id=league.pk, attempts__gt=1).count()


@contextlib.contextmanager
def one_moment() -> Iterator[None]:
    """Everything read inside is of one moment, though workers and clocks go on writing: on SQLite any
    transaction is that, on PostgreSQL it must be asked for."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


@one_moment()
def audit(slug: str) -> dict[str, Any]:
    """What is wrong with the league after all that, and what it went through."""
    league = Campaign.objects.get(slug=slug)
    commands = list(Command.objects.filter(campaign_id=league.pk))
    transfers = {t.natural_key: t.amount for t in Transfer.objects.filter(campaign=league)}
    expected = {c.natural_key: cards_of(c.natural_key) for c in commands}
    purses = Account.objects.filter(campaign=league, kind="purse").values_list("balance", flat=True)
    return {
        "commands": len(commands),
        "not_done": [f"{c}: {c.attempts} attempts, {c.error}" for c in commands if c.status != "done"],
        "lost": sorted(expected.keys() - transfers.keys()),
        "unasked": sorted(transfers.keys() - expected.keys()),
        "wrong_cards": [
            c.natural_key
            for c in commands
            if (c.result or {}).get("cards") != [card.code for card in expected[c.natural_key]]
        ],
        "wrong_scrip": [k for k, cards in expected.items() if transfers.get(k) != scrip_of(cards)],
        "scrip": sum(purses),
        "expected_scrip": sum(scrip_of(cards) for cards in expected.values()),
        "ledger": balances.verify(league),
        "attempts": dict(Counter(str(c.attempts) for c in commands)),
        "begun_again_s": sorted(
            (c.finished_at - c.created_at).total_seconds()
            for c in commands
            if c.finished_at and c.attempts > 1
        ),
        "slowest": max(
            ((c.finished_at - c.created_at).total_seconds() for c in commands if c.finished_at), default=0
        ),
    }


def held_ms() -> list[int]:
    """The longest times for which commands held their locks: the five longest, and the median."""
    held = sorted(Command.objects.exclude(held_ms=None).values_list("held_ms", flat=True))
    return [*held[-5:], held[len(held) // 2]] if held else []


def occurrences(slug: str) -> list[int]:
    """The numbers of the boundaries that the clocks have made, in order."""
    return list(Occurrence.objects.filter(schedule=slug).order_by("number").values_list("number", flat=True))


def buyers(slug: str, buyers: int, locked: bool, same_cause: bool = False) -> dict[str, Any]:
    """``buyers`` at once want the one thing that the purse can pay for, each after having looked.

    ``locked=False`` is how not to do it: look, then write what was seen less the price.
    """
    league = make_league(slug)
    entry = make_player(league)
    ledger.pay(entry, 10, reason="payday", natural_key=f"{slug}/payday")
    looked = Meeting(buyers)
    won: list[int] = []
    refused: list[str] = []

    def buy(number: int) -> None:
        try:
            if locked:
                won.append(_charge(entry, f"{slug}/hire/{0 if same_cause else number}"))
            elif _charge_without_lock(entry, looked):
                won.append(number)
        except Refusal as refusal:
            refused.append(refusal.sentence)

    errors = at_once([partial(buy, number) for number in range(buyers)], looked)
    return {
        "errors": errors,
        "won": len(won),
        "transfers": len(set(won)),
        "refused": Counter(refused),
        "balance": balances.balance(entry),
        "ledger": balances.verify(league),
    }


def bank_run(slug: str, writers: int, each: int) -> dict[str, Any]:
    """``writers`` pay and charge ``each`` times among four purses, one cause in ten told twice."""
    league = make_league(slug)
    entries = [make_player(league, f"player-{n}") for n in range(4)]
    moved: list[str] = []

    def write(number: int) -> None:
        for step in range(each):
            entry, cause = entries[(number + step) % 4], f"{slug}/{number}/{step}"
            verb = ledger.charge if (number + step) % 3 == 0 else ledger.pay
            for _ in range(2 if step % 10 == 0 else 1):
                try:
                    verb(entry, 1 + step % 5, reason="ruling", natural_key=cause)
                    moved.append("told")
                except Refusal:
                    moved.append("refused")

    errors = at_once([partial(write, number) for number in range(writers)])
    sums = [sum(Account.objects.filter(campaign=league).values_list("balance", flat=True))]
    return {
        **Counter(moved),
        "errors": errors,
        "transfers": Transfer.objects.filter(campaign=league).count(),
        "sum": sums[0],
        "ledger": balances.verify(league),
    }


def _charge(entry: Entry, key: str) -> int:
    with transaction.atomic():
        bought = ledger.charge(entry, 10, reason="hire", natural_key=key)
        time.sleep(0.002)
    assert bought is not None
    return bought.pk


def _charge_without_lock(entry: Entry, looked: Meeting) -> bool:
    purse = Account.objects.get(entry=entry)
    looked.wait()
    if purse.balance < 10:
        return False
    purse.balance -= 10
    purse.save(update_fields=["balance"])
    return True


def _commands(slug: str) -> list[int]:
    league = Campaign.objects.get(slug=slug)
    return list(Command.objects.filter(campaign_id=league.pk).values_list("pk", flat=True))


def main() -> None:
    for line in sys.stdin:
        verb, arguments = json.loads(line)
        try:
            answer = {"found": globals()[verb](**arguments)}
        except Exception:  # one broken proof must not take the later ones with it
            answer = {"broke": traceback.format_exc()}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
