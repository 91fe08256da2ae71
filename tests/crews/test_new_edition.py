"""A Crew of an edition that no page knows by name: built, read, printed, by API."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from mfcampaign.catalog.models import Release
from mfcampaign.catalog.operations import load_release
from mfcampaign.crews import operations, queries
from rules.edition import Edition, registered
from rules.refusal import Refusal
from tests.rules.crews.test_new_edition import new_edition


@pytest.fixture
def edition() -> Iterator[Edition]:
    """Its figures are those that the catalogue has; two Factions of them are declared, under other names."""
    with registered(new_edition({"guild": "The Law", "bayou": "The Swamp"})) as new:
        yield new


@pytest.fixture
def mara(db: None, edition: Edition, django_user_model: Any) -> Any:
    load_release()
    release = Release.objects.get(edition="m3e", is_current=True)
    Release.objects.filter(pk=release.pk).update(edition=edition.code)
    load_release()
    return django_user_model.objects.create_user("mara", password="stone-and-brass")


@pytest.fixture
def crew(mara: Any) -> Any:
    built = operations.create(
        mara, faction="guild", leader="lady-justice", size=12, start=True, edition="m0e"
    )
    operations.add(built, mara, "guild-hound")
    return built


def test_its_crews_are_begun_on_the_page(mara: Any, client: Client) -> None:
    client.force_login(mara)
    page = html.unescape(client.get("/crews/new/", {"edition": "m0e", "faction": "bayou"}).content.decode())
    assert "The Swamp" in page
    assert "The organiser allows the Ghosts" in page
    assert "join for nothing" not in page
    assert "In Soulstones; 12 is usual." in page
    sent = {"edition": "m0e", "faction": "bayou", "leader": "ophelia-lacroix", "size": "12", "start": "1"}
    assert client.post("/crews/new/", sent).status_code == 303
    built = queries.build(queries.own(mara).get())
    assert (built.edition.code, built.faction_name, built.crew.members.count()) == ("m0e", "The Swamp", 0)


def test_its_crews_are_shown_printed_and_written(crew: Any, mara: Any, client: Client) -> None:
    client.force_login(mara)
    build = queries.build(crew)
    assert build.report.legal
    assert [group.title for group in build.hall().groups] == ["The band"]
    for address in ("", "print/", "cards/", "text/", "card/guild-hound/"):
        assert client.get(f"{crew.get_absolute_url()}{address}").status_code == 200, address
    assert client.get(f"/crews/s/{crew.share_token}/").status_code == 200
    again = operations.import_text(mara, build.text)
    assert again.release_id == crew.release_id
    assert queries.build(again).written == build.written
    operations.fill(crew, mara)
    assert crew.members.count() == 2, "three models are the most"


def test_what_it_does_not_know_is_refused(crew: Any, mara: Any) -> None:
    with pytest.raises(Refusal, match="one of the two Factions"):
        operations.change_settings(crew, mara, faction="arcanists")
    with pytest.raises(Refusal, match="No Encounter is called"):
        operations.change_settings(crew, mara, format="scrap")
    with pytest.raises(Refusal, match="no such edition"):
        operations.create(mara, faction="guild", edition="m9e")


def test_the_api_hires_by_it(crew: Any, client: Client) -> None:
    written = {"faction": "guild", "leader": "lady-justice", "members": [{"slug": "guild-hound"}]}

    def asked(**more: Any) -> Any:
        return client.post(
            "/api/v1/calculator/hiring/", {"crew": written} | more, content_type="application/json"
        )

    assert asked(edition="m0e").json()["report"]["pool"] == 0
    assert asked(edition="m0e", policies={"dead_mans_hand": True, "second": 3}).status_code == 200
    unread = asked(edition="m0e", policies={"dead_mans_hand": 3})
    assert unread.status_code == 422
    assert "$.policies.dead_mans_hand" in unread.json()["detail"]
    unknown = asked(edition="m9e")
    assert (unknown.status_code, unknown.json()["detail"]) == (
        409,
        "There is no such edition of the game here.",
    )
