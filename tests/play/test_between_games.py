"""Phrases across the table, and the same game once more."""

from __future__ import annotations

import pytest
from django.test import Client

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import between_games, playing
from mfcampaign.play.operations.between_games import PHRASES
from rules.refusal import Refusal
from tests.play.playing import against_bot, duel, go_on, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    return person("mara"), person("jonas")


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_phrase_is_heard_by_the_other_and_disturbs_no_answer(two):
    row = duel(*two)
    ask = loading.play_of(row).asks[0]
    seen, before = row.version, loading.play_of(row).hash
    for user, phrase in zip(two, ("hello", "well"), strict=True):
        assert browser(user).post(row.get_absolute_url() + "say/", {"phrase": phrase}).status_code == 302
    page = browser(two[1]).get(row.get_absolute_url()).content.decode()
    assert page.index(f"mara</strong> {PHRASES['hello']}") < page.index(f"jonas</strong> {PHRASES['well']}")
    row.refresh_from_db()
    assert loading.play_of(row, whole=True).hash == before
    playing.answer(row, two[ask.seat], ask.seat, 0, kind=ask.kind, seen=seen)
    assert go_on(row, dict(enumerate(two)), 3) == 3


def test_nobody_else_says_anything_nor_to_a_bot_nor_without_end(two, monkeypatch):
    row = duel(*two)
    for who, what in ((person("eve"), "hello"), (two[0], "anything")):
        with pytest.raises(Refusal):
            between_games.say(row, who, what)
    with pytest.raises(Refusal):
        between_games.say(against_bot(two[0]), two[0], "hello")
    monkeypatch.setattr(between_games, "MOST_SAID", 1)
    between_games.say(row, two[0], "hello")
    with pytest.raises(Refusal):
        between_games.say(row, two[0], "hello")


def test_a_rematch_is_one_whoever_taps_with_the_sides_exchanged(two):
    row = duel(*two)
    with pytest.raises(Refusal):
        between_games.rematch(row, two[0])
    playing.give_up(row, two[0], 0)
    assert "Rematch" in browser(two[0]).get(row.get_absolute_url()).content.decode()
    first, second = (browser(user).post(row.get_absolute_url() + "rematch/") for user in two)
    assert first.url == second.url
    again = Encounter.objects.get(public_id=first.url.split("/")[-2])
    assert {seat.seat: seat.user for seat in again.seats.all()} == {0: two[1], 1: two[0]}
    assert again.state == Encounter.State.GATHERING
    assert loading.setup_of(again).crews == loading.setup_of(row).crews
    with pytest.raises(Refusal):
        between_games.rematch(row, person("eve"))
