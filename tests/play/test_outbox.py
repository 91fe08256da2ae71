"""What a device wrote down without signal is entered once, in its order; where others wrote about the same
thing meanwhile, a person is asked."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from mfcampaign.campaigns.models import Report
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter, SentEntry
from mfcampaign.play.operations import outbox, recording
from mfcampaign.play.operations.waiting import Answer, WaitingEntry, Written
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.play.test_record import at, begun, browser, game, tap  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db
DOOR = "/play/outbox/"
_numbers = itertools.count(1)


@pytest.fixture
def row(game, at):  # noqa: F811
    """A league's game, recorded, in Turn 1."""
    encounter = begun(game, at)
    recording.enter(
        encounter, game.sides.get(seat=0).entry.user, [{"do": "turn", "turn": 1}], seen=encounter.version
    )
    return encounter


@pytest.fixture
def people(game):  # noqa: F811
    return tuple(game.sides.get(seat=seat).entry.user for seat in (0, 1))


def entry(row: Encounter, form: str, *, base: int | None = None, device: str = "phone", **more: Any) -> Any:
    n = next(_numbers)
    kind = more.pop("to", "enter")
    return WaitingEntry(
        id=f"{device}.{n}.0000",
        device=device,
        n=n,
        game=row.public_id,
        base=row.version if base is None else base,
        body=Written(kind, form),
        **more,
    )


def said(answers: list[Answer]) -> list[str]:
    return [answer.is_ for answer in answers]


def entered(row: Encounter) -> list[dict[str, Any]]:
    rows = loading.counting(row).values_list("value", flat=True)
    entries = [one for value in rows for one in json.loads(value)]
    return [one for one in entries if one["do"] not in ("scenario", "turn")]


def test_entries_are_entered_once_in_their_order_however_often_they_arrive(row, people):
    waiting = [entry(row, f"tap=hurt:b1:{amount}") for amount in (1, 2, 1)]
    assert said(outbox.take_all(people[0], waiting[:2])) == ["done", "done"]
    assert said(outbox.take_all(people[0], waiting)) == ["repeat", "repeat", "done"]
    assert said(outbox.take_all(people[0], waiting)) == ["repeat"] * 3
    assert [one["amount"] for one in entered(row) if one["do"] == "hurt"] == [1, 2, 1]
    assert SentEntry.objects.filter(encounter=row).count() == 3


def test_an_id_stands_for_one_entry(row, people):
    first = entry(row, "tap=hurt:b1:1")
    outbox.take(people[0], first)
    other = replace(first, body=Written("enter", "tap=hurt:b1:3"))
    answer = outbox.take(people[0], other)
    assert (answer.is_, answer.sentence) == ("refused", "That id was used for another entry.")
    assert [one["amount"] for one in entered(row) if one["do"] == "hurt"] == [1]


def test_what_others_wrote_about_the_same_comes_back_with_both_versions(row, people):
    base = row.version
    recording.enter(row, people[1], [{"do": "hurt", "model": "b1", "amount": 2}], seen=base)
    waiting = [
        entry(row, "tap=hurt:b2:1", base=base),
        entry(row, "tap=hurt:b1:1", base=base),
        entry(row, "tap=hurt:a1:1", base=base),
    ]
    answers = outbox.take_all(people[0], waiting)
    assert said(answers) == ["done", "conflict"], "what comes after one that is asked waits behind it"
    assert any("suffers 2 damage" in line for line in answers[1].theirs)
    assert not any("1 damage" in line for line in answers[1].theirs), "own entries are no news"
    row.refresh_from_db()
    again = [replace(one, base=answers[1].version) for one in waiting[1:]]
    assert said(outbox.take_all(people[0], again)) == ["done", "done"]
    assert len([one for one in entered(row) if one["do"] == "hurt"]) == 4


def test_the_very_same_said_twice_stands_once(row, people):
    base = row.version
    recording.enter(row, people[1], [{"do": "turn", "turn": 2}], seen=base)
    score = f"do=score&seat=0&step=strategy&source={loading.record_of(row).state.strategy}"
    answers = outbox.take_all(people[0], [entry(row, "tap=turn:2", base=base), entry(row, score, base=base)])
    assert said(answers) == ["same", "done"], "the Turn that both began is the one in which it scored"
    recording.enter(row, people[1], [{"do": "turn", "turn": 3}], seen=row.refresh_from_db() or row.version)
    late = outbox.take(people[0], entry(row, score, base=row.version - 1))
    assert late.is_ == "conflict", "a VP belongs to the Turn in which it was scored"


def test_what_its_writer_gave_up_never_counts_also_when_a_copy_comes_late(row, people):
    first = entry(row, "tap=hurt:b1:1")
    dropped = replace(first, drop=True)
    assert said(outbox.take_all(people[0], [dropped, first, dropped])) == ["dropped"] * 3
    assert not [one for one in entered(row) if one["do"] == "hurt"]
    second = entry(row, "tap=hurt:b1:2")
    outbox.take(people[0], second)
    late = replace(second, drop=True)
    assert outbox.take(people[0], late).is_ == "repeat", "it stands already, and the device is told so"


def test_taking_back_without_signal_takes_back_what_was_seen(row, people):
    base = row.version
    outbox.take(people[0], entry(row, "tap=hurt:b1:1", base=base))
    assert outbox.take(people[0], entry(row, "", base=base, to="undo")).is_ == "done"
    assert not [one for one in entered(row) if one["do"] == "hurt"]
    row.refresh_from_db()
    base = row.version
    recording.enter(row, people[1], [{"do": "hurt", "model": "a1", "amount": 1}], seen=base)
    answer = outbox.take(people[0], entry(row, "", base=base, to="undo"))
    assert answer.is_ == "conflict"
    assert len(answer.theirs) == 1


def test_what_another_took_back_is_asked(row, people):
    recording.enter(row, people[0], [{"do": "hurt", "model": "b1", "amount": 2}], seen=row.version)
    base = row.version
    recording.undo(row, people[1], seen=base)
    assert outbox.take(people[0], entry(row, "tap=hurt:b2:1", base=base)).is_ == "done"
    answer = outbox.take(people[0], entry(row, "tap=hurt:b1:2", base=base))
    assert (answer.is_, answer.theirs) == ("conflict", ("Something was taken back.",))


def test_a_refusal_names_the_rule_in_words_and_a_stranger_enters_nothing(row, people, django_user_model):
    answer = outbox.take(people[0], entry(row, "tap=turn:4"))
    assert (answer.is_, answer.sentence) == ("refused", "Turn 4 cannot follow Turn 1.")
    assert outbox.take(people[0], entry(row, "do=nothing")).is_ == "refused"
    stranger = django_user_model.objects.create_user(username="stranger")
    assert outbox.take(stranger, entry(row, "tap=hurt:b1:1")).is_ == "refused"
    assert not entered(row)


def test_a_refusal_tells_what_others_entered_and_nothing_of_ones_own(row, people):
    base = row.version
    recording.enter(row, people[1], [{"do": "hurt", "model": "b1", "amount": 2}], seen=base)
    waiting = [entry(row, form, base=base) for form in ("tap=hurt:a1:1", "tap=turn:4")]
    answers = outbox.take_all(people[0], waiting)
    assert said(answers) == ["done", "refused"]
    assert [line for line in answers[1].theirs if "suffers 2 damage" in line] == list(answers[1].theirs) != []


def test_a_note_and_hidden_schemes_stay_whose_they_are(row, people):
    base = row.version
    pool = loading.record_of(row).state.pool
    recording.enter(row, people[1], [{"do": "schemes", "seat": 1, "schemes": list(pool[:2])}], seen=base)
    assert outbox.take(people[0], entry(row, "do=note&seat=0&text=Rain.", base=base)).is_ == "done"
    answer = outbox.take(people[0], entry(row, "tap=turn:4", base=base))
    assert not any(name in line for name in pool[:2] for line in answer.theirs), "not revealed yet"


def test_result_and_confirmation_are_sent_like_all_else(row, people, game, at):  # noqa: F811
    both = [[entry(row, "tap=over", device=name)] for name in ("one", "two")]
    assert [said(outbox.take_all(user, sent)) for user, sent in zip(people, both, strict=True)] == [
        ["done"],
        ["same"],
    ]
    reports = [entry(row, "", device=name, to="report") for name in ("one", "two")]
    assert outbox.take(people[0], reports[0]).is_ == "done"
    assert outbox.take(people[0], reports[0]).is_ == "repeat"
    assert Report.objects.filter(game=game).count() == 1
    assert outbox.take(people[1], reports[1]).is_ == "done"
    game.refresh_from_db()
    assert game.state == "aftermath", "the other's report of the same result confirms it"


def posted(client: Client, user: Any, *entries: WaitingEntry, **more: Any) -> Any:
    sent = [
        {"id": one.id, "device": one.device, "n": one.n, "game": one.game, "base": one.base}
        | {"body": {"to": one.body.to, "form": one.body.form}, "drop": one.drop}
        for one in entries
    ]
    body = {"form": 1, "user": str(user.pk), "entries": sent, **more}
    return client.post(DOOR, json.dumps(body), content_type="application/json")


def test_the_door_answers_by_id_and_asks_who_is_there(row, people):
    mine = browser(people[0])
    assert mine.post(DOOR, {"form": "1"}).status_code == 415, "a form is none of it"
    one = entry(row, "tap=hurt:b1:1")
    answer = posted(mine, people[0], one, draw=row.public_id)
    assert answer.json()["answers"] == [{"id": one.id, "is": "done", "version": row.version + 1}]
    assert 'id="record"' in answer.json()["part"]
    assert posted(Client(), people[0], one).status_code == 401
    assert posted(browser(people[1]), people[0], one).json() == {"other_user": True}
    for body in ("no json", f'{{"form": 1, "form": 1, "user": "{people[0].pk}", "entries": []}}'):
        assert mine.post(DOOR, body, content_type="application/json").status_code == 400
    assert posted(mine, people[0], one, form=99).status_code == 400
    assert posted(mine, people[0], *[one] * 51).status_code == 400
    assert len(entered(row)) == 1


def test_what_cannot_be_read_is_told_under_its_id_and_holds_what_follows(row, people):
    strange = {"id": "phone.9999.1", "game": row.public_id, "body": "of another release"}
    after = entry(row, "tap=hurt:b1:1")
    answer = posted(browser(people[0]), people[0], after, entries=[strange, strange | {"id": after.id}])
    (refused,) = answer.json()["answers"]
    assert (refused["id"], refused["is"]) == ("phone.9999.1", "refused")
