"""Restore, then play: nobody plays on with cards that a lost evening has shown."""

from __future__ import annotations

import sqlite3
from io import StringIO

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from mfcampaign.play import fate_proof, loading, origins
from mfcampaign.play.models import Encounter, Epoch
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.operations.log import StaleVersion
from tests.play.playing import against_bot, duel, go_on, lay_down, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backup():
    """Two functions: back the database up, and put the backup in its place."""
    if connection.vendor != "sqlite":
        pytest.skip("the copy is made by SQLite's online backup")
    copy = sqlite3.connect(":memory:")
    yield (lambda: connection.connection.backup(copy)), (lambda: copy.backup(connection.connection))
    copy.close()


def cards(row: Encounter) -> list[str]:
    """Every card that left a deck, in order."""
    found = [
        msgspec.json.decode(body) for body in row.events.order_by("number").values_list("body", flat=True)
    ]
    return [str(event["card"]) for event in found if event["event"] in ("Flipped", "Drew")]


def unseen(row: Encounter) -> list[object]:
    return [crew.deck for crew in loading.play_of(row).state.crews]


def play_on(row: Encounter, people: dict[int, object]) -> list[str]:
    before = len(cards(row))
    go_on(row, people, 40)
    return cards(row)[before:]


def restored(**options: str) -> str:
    out = StringIO()
    call_command("restored", stdout=out, **options)
    return out.getvalue()


def test_without_a_new_epoch_the_same_cards_would_come_again(backup):
    """The negative control: what the epoch is for."""
    back_up, restore = backup
    one, two = person("one"), person("two")
    row = duel(one, two)
    back_up()
    lost = play_on(row, {0: one, 1: two})
    restore()
    again = Encounter.objects.get(pk=row.pk)
    assert len(lost) > 5
    assert play_on(again, {0: one, 1: two}) == lost


def test_after_a_restore_unseen_cards_lie_anew_and_both_are_told(backup):
    back_up, restore = backup
    one, two = person("one"), person("two")
    row = duel(one, two)
    go_on(row, {0: one, 1: two}, 6)
    back_up()
    shown = cards(row)
    decks = unseen(row)
    lost = play_on(row, {0: one, 1: two})
    seen = row.version
    restore()
    assert "1 Encounters were dealt anew" in restored(reason="the disk broke")
    again = Encounter.objects.get(pk=row.pk)
    assert cards(again) == shown, "what was seen before the backup stays"
    assert [sorted(deck) for deck in unseen(again)] == [sorted(deck) for deck in decks], "the same cards"
    assert all(now != before for now, before in zip(unseen(again), decks, strict=True)), "in another order"
    ask = loading.play_of(again).asks[0]
    with pytest.raises(StaleVersion):
        playing.answer(again, (one, two)[ask.seat], ask.seat, None, kind=ask.kind, seen=seen)
    client = Client()
    client.force_login(one)
    assert "restored from a backup" in client.get(again.get_absolute_url()).content.decode()
    assert client.get(f"{again.get_absolute_url()}replay/").status_code == 200
    assert play_on(again, {0: one, 1: two}) != lost
    playing.give_up(again, one, 0)
    checks = fate_proof.check(fate_proof.proof_of(again))
    assert all(held for held, _words in checks), checks


def test_an_encounter_that_was_restored_replays_from_its_first_card_to_the_same_log(backup):
    back_up, restore = backup
    one, two = person("one"), person("two")
    row = duel(one, two)
    for evening in range(2):
        go_on(row, {0: one, 1: two}, 30)
        back_up()
        play_on(row, {0: one, 1: two})
        restore()
        restored()
        row = Encounter.objects.get(pk=row.pk)
        assert play_on(row, {0: one, 1: two}), evening
        row.refresh_from_db()
    read, whole = loading.play_of(row), loading.play_of(row, whole=True)
    assert whole.hash == read.hash
    assert whole.state == read.state == loading.state_after(row, loading.facts(row))
    client = Client()
    client.force_login(one)
    moments = range(0, row.events.count(), 40)
    shown = [client.get(f"{row.get_absolute_url()}replay/", {"at": at}).status_code for at in moments]
    assert set(shown) == {200}
    assert len(shown) > 2


def test_two_restores_of_one_backup_deal_differently_and_each_reaches_an_encounter_once(backup):
    back_up, restore = backup
    one, two = person("one"), person("two")
    row = duel(one, two)
    go_on(row, {0: one, 1: two}, 6)
    back_up()
    restored()
    first = unseen(Encounter.objects.get(pk=row.pk))
    restore()
    restored()
    again = Encounter.objects.get(pk=row.pk)
    assert unseen(again) != first
    assert again.epoch == Epoch.objects.get()


def test_decks_that_were_not_laid_yet_are_laid_otherwise_and_the_proof_still_holds(backup):
    back_up, restore = backup
    one, two = person("one"), person("two")
    row = duel(one, two)
    assert () in unseen(row), "one deck was not laid yet"
    back_up()
    lost = play_on(row, {0: one, 1: two})
    restore()
    restored()
    again = Encounter.objects.get(pk=row.pk)
    assert play_on(again, {0: one, 1: two}) != lost
    playing.give_up(again, one, 0)
    checks = fate_proof.check(fate_proof.proof_of(again))
    assert all(held for held, _words in checks), checks


def test_a_round_that_was_not_settled_begins_again_and_counts_against_nobody(backup):
    back_up, restore = backup
    one, two = person("one"), person("two")
    row = creation.create(one, loading.setup_of(against_bot(one)), opponent="known", other=two)
    back_up()
    lay_down(row, {0: one, 1: two})
    lost = play_on(row, {0: one, 1: two})
    restore()
    restored()
    again = Encounter.objects.get(pk=row.pk)
    assert (again.state, again.fate_round, origins.fruitless(again)) == ("gathering", 2, 0)
    assert again.void_rounds[0]["epoch"] == 1
    lay_down(again, {0: one, 1: two})
    assert play_on(again, {0: one, 1: two}) != lost, "even with the same parts of both players"
