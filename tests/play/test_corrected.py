"""Encounters that were played before a rule was corrected: shown, and going on, with nothing lost."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from mfcampaign.play import fate_proof, loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing, recording
from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.duels import DuelM1
from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.procedure.in_progress import DuelSide
from rules.game.events.announcements import DuelEnded
from rules.game.recording import record
from rules.refusal import Refusal, Violation
from tests.play.playing import SMALL, go_on, lay_down, person

pytestmark = pytest.mark.django_db
SETUPS = {"m1e": encounter_of("corrected"), "m3e": skirmish("corrected")}


@pytest.fixture
def two():
    return person("mara"), person("jonas")


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def won_since_its_checkpoint(row: Encounter) -> bool:
    facts = loading.play_of(row).events if row.checkpoint else ()
    return any(isinstance(fact, DuelEnded) and fact.success for fact in facts)


def in_a_duel(two, edition: str) -> Encounter:
    """Played until a duel was won after the last kept state, the answers before it being as ever."""
    row = creation.create(two[0], SETUPS[edition], opponent="known", other=two[1])
    lay_down(row, dict(enumerate(two)))
    while not won_since_its_checkpoint(row):
        assert go_on(row, dict(enumerate(two)), 1, seed="corrected") == 1
    return row


@pytest.fixture(params=["m1e", "m3e"])
def row(request, two, monkeypatch) -> Encounter:
    """An Encounter whose last duel was won by a rule that nobody wins by any more."""
    row = in_a_duel(two, request.param)
    kind, decides = {"m1e": (DuelM1, "is_won"), "m3e": (DuelSide, "has_suits")}[request.param]
    monkeypatch.setattr(kind, decides, lambda *_given: False)
    return row


def before(row: Encounter) -> list[tuple[object, ...]]:
    return list(row.decisions.order_by("number").values_list("number", "seat", "kind", "value", "hash"))


def test_its_page_says_so_and_it_goes_on_from_before_the_correction(row, two):
    client, path = browser(two[0]), row.get_absolute_url()
    played, seen = before(row), row.version
    page = client.get(path)
    assert page.status_code == 200
    assert "A rule was corrected since this was played" in page.content.decode()
    assert client.get(f"{path}now/").headers["HX-Refresh"] == "true"
    assert client.get(f"/api/v1/play/{row.public_id}/").status_code == 409
    assert client.get(f"{path}replay/").status_code == 200
    with pytest.raises(loading.Diverged):
        playing.answer(row, two[0], 0, "end", kind="action", seen=seen)
    assert client.post(f"{path}back/", {"do": "go_on", "seen": seen}).status_code == 302
    row.refresh_from_db()
    assert before(row)[:seen] == played, "nothing that was played is gone"
    kept = loading.counting(row).exclude(kind="rewind").count()
    assert loading.checkpoint_of(row).decisions <= kept < len(played)
    play = loading.play_of(row)
    assert play.hash == row.hash
    assert play.state == loading.state_after(row, loading.facts(row))
    assert "A rule was corrected" not in client.get(path).content.decode()
    assert go_on(row, dict(enumerate(two)), 5, seed="after") == 5
    with pytest.raises(Refusal, match="goes on as it was played"):
        playing.go_on(row, two[0], 0, seen=row.version)


def test_what_was_played_before_is_not_taken_back_and_the_shuffles_hold(row, two):
    """Nothing before the last kept state, where an early answer already leads elsewhere by now."""
    row.decisions.filter(number=1).update(hash="of another log")
    playing.go_on(row, two[1], 1, seen=row.version)
    assert go_on(row, dict(enumerate(two)), 1, seed="after") == 1
    last = loading.counting(row).last()
    playing.take_back(row, two[last.seat], last.seat, seen=row.version)
    if row.asked_back:
        playing.answer_take_back(row, two[1 - last.seat], 1 - last.seat, agreed=True, seen=row.version)
    row.refresh_from_db()
    assert row.decisions.get(pk=last.pk).undone_by
    with pytest.raises(Refusal, match="before a rule was corrected"):
        playing.take_back(row, two[0], 0, steps=loading.counting(row).count(), seen=row.version)
    playing.give_up(row, two[0], 0)
    checks = fate_proof.check(fate_proof.proof_of(row))
    assert all(held for held, _words in checks), checks


@pytest.mark.django_db(transaction=True)
def test_after_a_restore_its_unseen_cards_lie_anew_too(row):
    out = StringIO()
    call_command("restored", stdout=out)
    assert "1 Encounters were dealt anew" in out.getvalue()
    row.refresh_from_db()
    assert loading.play_of(row).hash == row.hash


def test_a_record_is_read_whatever_may_be_entered_by_now(two, monkeypatch):
    row = creation.create(two[0], SMALL, mode="record", opponent="known", other=two[1])
    entry = {"do": "hurt", "model": "b1", "amount": 2}
    recording.enter(row, two[0], [entry], seen=row.version)
    refused = Violation("M3E-HEAL-03", "Nobody is hurt.", "")
    monkeypatch.setattr(record.SetupRecord, "check", lambda self, state, entry: iter([refused]))
    state = loading.record_of(row).state
    assert state.models["b1"].health == state.models["b1"].most - 2
    with pytest.raises(Refusal, match="Nobody is hurt"):
        recording.enter(row, two[0], [entry], seen=row.version)
    recording.undo(row, two[0], seen=row.version)
    assert loading.record_of(row).state.models["b1"].health == state.models["b1"].most
