"""What an edition that no page knows may say besides: a consent, a reading of its own."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from mfcampaign.crews import operations, queries
from rules.crews.policies import Consent
from rules.edition import Edition
from rules.refusal import Refusal
from tests.editions.conftest import catalogue, figures, known  # noqa: F401  fixtures
from tests.editions.m0e import EDITION


@pytest.fixture
def edition(catalogue: None) -> Iterator[Edition]:  # noqa: F811
    yield from known(
        replace(EDITION, hiring=replace(EDITION.hiring, consent=Consent("ghosts", "Ghosts", "")))
    )


@pytest.fixture
def mara(edition: Edition, django_user_model: Any) -> Any:
    return django_user_model.objects.create_user("mara", password="stone-and-brass")


def test_its_crews_are_begun_on_the_page(mara: Any, client: Client) -> None:
    client.force_login(mara)
    page = html.unescape(client.get("/crews/new/", {"edition": "m0e", "faction": "ember"}).content.decode())
    assert "The organiser allows the Ghosts" in page
    assert "join for nothing" not in page
    assert "In Soulstones; 20 is usual." in page
    sent = {"edition": "m0e", "faction": "ember", "leader": "cinder-abbot", "size": "20", "start": "1"}
    assert client.post("/crews/new/", sent).status_code == 303
    built = queries.build(queries.own(mara).get())
    assert (built.edition.code, built.faction_name, built.crew.members.count()) == ("m0e", "The Ember", 0)
    assert [group.title for group in built.hall().groups] == ["The band"]


def test_what_it_does_not_know_is_refused(mara: Any) -> None:
    crew = operations.create(mara, faction="salt", leader="old-brine", size=20, edition="m0e")
    with pytest.raises(Refusal, match="No Encounter is called"):
        operations.change_settings(crew, mara, format="scrap")
    with pytest.raises(Refusal, match="no such edition"):
        operations.create(mara, faction="salt", edition="m9e")


def test_the_api_hires_by_it(mara: Any, client: Client) -> None:
    written = {"faction": "salt", "leader": "old-brine", "members": [{"slug": "rake"}]}

    def asked(**more: Any) -> Any:
        return client.post(
            "/api/v1/calculator/hiring/", {"crew": written} | more, content_type="application/json"
        )

    assert asked(edition="m0e").json()["report"]["pool"] == 2
    assert asked(edition="m0e", policies={"dead_mans_hand": True, "second": 3}).status_code == 200
    unread = asked(edition="m0e", policies={"dead_mans_hand": 3})
    assert unread.status_code == 422
    assert "$.policies.dead_mans_hand" in unread.json()["detail"]
    unknown = asked(edition="m9e")
    assert (unknown.status_code, unknown.json()["detail"]) == (
        409,
        "There is no such edition of the game here.",
    )
