"""A journal: what one writes is there again, on paper too, for nobody else; it is exported and deleted with
its account, and an opponent's data does not hold it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.accounts import deletion
from mfcampaign.audit.models import Act
from mfcampaign.events.operations import results
from mfcampaign.journal.models import Note
from mfcampaign.journal.operations import write_note
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.crews.conftest import person
from tests.events.conftest import host, make_day  # noqa: F401  fixtures
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(make_day: Any) -> tuple[Any, Any]:  # noqa: F811
    """Mara beat Ilse at the Spring Cup."""
    mara, ilse = person("mara"), person("ilse")
    day = make_day(2, name="Spring Cup", listed=True, starts_at=timezone.now(), rounds=1)
    for number, user in ((1, mara), (2, ilse)):
        day.event.players.filter(number=number).update(user=user, faction="guild")
    day.begin()
    day.round(play=False)
    (game,) = day.games(1)
    results.rule(day.event, day.host, 1, game.pk, vp=(6, 1) if game.a.number == 1 else (1, 6))
    return mara, ilse


def of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_notes_are_kept_found_printed_and_their_writers_alone(two: tuple[Any, Any]) -> None:
    mara, ilse = two
    hers, journal = of(mara), reverse("journal:journal")
    path = reverse("events:round", args=["spring-cup", 1])

    def write(kind: str, about: str, text: str, tags: str = "") -> str:
        fields = {"kind": kind, "about": about, "text": text, "tags": tags}
        return flat(hers.post(reverse("act:write_note"), fields, follow=True).content.decode())

    assert "The note is saved" in write("game", path, "Held the centre.", "cup, Spring")
    assert "Brings two Riders." in write("opponent", f"person:{ilse.pk}", "Brings two Riders.", "Riders")
    assert "Your history has no such game" in write("game", "/leagues/none/week/1/games/1/", "Mine.")
    page = flat(hers.get(journal).content.decode())
    assert all(each in page for each in ("Held the centre.", "Brings two Riders.", "Spring Cup", "6–1"))
    assert "Held the centre." in hers.get(journal, {"tag": "cup"}).content.decode()
    assert "Spring Cup, round" not in flat(hers.get(journal, {"q": "nothing of it"}).content.decode())
    printed = flat(hers.get(reverse("journal:print"), {"tag": "Riders"}).content.decode())
    assert "Brings two Riders." in printed
    assert "<textarea" not in printed
    notes = hers.get("/api/v1/journal/").json()["items"]
    assert {(note["kind"], tuple(note["tags"])) for note in notes} == {
        ("game", ("cup", "Spring")),
        ("opponent", ("Riders",)),
    }
    assert "Riders" not in flat(of(ilse).get(journal).content.decode())
    assert not Act.objects.filter(sentence__contains="Riders").exists()
    assert "The note is deleted" in write("game", path, " ")
    assert Note.objects.get().kind == Note.Kind.OPPONENT


def test_a_journal_goes_with_its_account_and_is_no_data_of_the_opponent(two: tuple[Any, Any]) -> None:
    mara, ilse = two
    of(mara).post(
        reverse("act:write_note"),
        {"kind": "opponent", "about": f"person:{ilse.pk}", "text": "Brings two Riders.", "tags": ""},
    )
    own = json.loads(of(mara).get(reverse("accounts:own_data")).content)["rows"]
    assert own["journal.note.owner"][0]["text"] == "Brings two Riders."
    assert "Riders" not in of(ilse).get(reverse("accounts:own_data")).content.decode()
    deletion.leave(ilse)
    assert Note.objects.get().title == f"Former player {ilse.pk}"
    page = flat(of(mara).get(reverse("journal:journal")).content.decode())
    assert "Brings two Riders." in page
    deletion.leave(mara)
    assert not Note.objects.exists()


def test_as_many_notes_as_one_may_keep_and_no_more(
    two: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    mara, ilse = two
    monkeypatch.setitem(settings.QUOTAS, "notes", 1)
    write_note(mara, "opponent", f"person:{ilse.pk}", "Brings two Riders.")
    with pytest.raises(Refusal, match="at most 1"):
        write_note(mara, "game", reverse("events:round", args=["spring-cup", 1]), "Held the centre.")
    write_note(mara, "opponent", f"person:{ilse.pk}", "Brings three.")
