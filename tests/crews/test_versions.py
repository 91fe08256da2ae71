"""Statistics of a Crew, two side by side, versions of a list, tags and folders."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.crews import operations
from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from mfcampaign.crews.statistics import compared, rows_of, statistics_of
from rules.refusal import Refusal
from tests.api.conftest import Program


@pytest.fixture
def crew(mara: Any) -> Crew:
    """Lady Justice with two Guild Hounds."""
    crew = operations.create(mara, faction="guild", leader="lady-justice", size=50, name="Night watch")
    operations.add(crew, mara, "guild-hound", copies=2)
    return crew


@pytest.fixture
def at_hers(client: Client, mara: Any) -> Client:
    client.force_login(mara)
    return client


def test_statistics_add_up(crew: Crew) -> None:
    found = build(crew)
    amounts = statistics_of(found)
    profiles = [seat.profile for seat in found.seats if seat.profile]
    assert amounts.models == amounts.activations == len(profiles) == 3
    assert amounts.health == sum(profile.health or 0 for profile in profiles)
    assert (amounts.minions, amounts.pool) == (2, found.report.pool)
    assert amounts.melee is not None
    assert (amounts.melee.inches, amounts.melee.model) == (2, "Lady Justice")
    assert amounts.ranged is not None
    assert amounts.ranged.inches == 8, "Decay"
    assert dict(rows_of(amounts, found.printed))["Longest melee attack"] == "2″, Lady Justice"


def test_two_are_compared(crew: Crew, mara: Any, at_hers: Client) -> None:
    other = operations.duplicate(crew, mara)
    operations.add(other, mara, "executioner")
    both = compared(build(crew), build(other))
    assert both.one == ()
    assert both.other == ("Executioner",)
    assert both.both == ("Lady Justice", "Guild Hound ×2")
    assert ("Models", "3", "4", True) in both.rows
    page = at_hers.get(reverse("crews:compare"), {"one": crew.public_id, "other": other.public_id})
    assert "Only in Night watch (copy)" in page.content.decode()
    shared = at_hers.get(
        reverse("crews:compare"),
        {"one": f"http://testserver/crews/s/{crew.share_token}/", "other": other.public_id},
    )
    assert "Executioner" in shared.content.decode()


def test_whose_crew_it_is_not_compares_nothing(crew: Crew, tom: Any, client: Client) -> None:
    client.force_login(tom)
    address = reverse("crews:compare")
    assert client.get(address, {"one": crew.public_id, "other": crew.public_id}).status_code == 404
    assert client.get(address, {"one": crew.share_token, "other": crew.share_token}).status_code == 200
    version = operations.keep_version(crew, crew.owner, "Before")
    mine = operations.create(tom, faction="guild", leader="lady-justice")
    assert client.get(address, {"one": mine.public_id, "version": version.pk}).status_code == 404


def test_a_version_is_kept_compared_and_gone_back_to(crew: Crew, mara: Any, at_hers: Client) -> None:
    def post(act: str, **fields: Any) -> None:
        answer = at_hers.post(reverse(f"act:{act}", args=[crew.public_id]), fields)
        assert answer["Location"] == f"{crew.get_absolute_url()}#versions"

    post("keep_crew_version", name="Before the cup")
    version = crew.versions.get()
    operations.remove(crew, mara, crew.members.last().pk)
    page = at_hers.get(reverse("crews:compare"), {"one": crew.public_id, "version": version.pk})
    assert "Only in Before the cup" in page.content.decode()
    assert "Before the cup" in at_hers.get(crew.get_absolute_url()).content.decode()
    post("use_crew_version", kept=version.pk)
    assert crew.members.count() == 2
    crew.refresh_from_db()
    operations.undo(crew, mara)
    assert crew.members.count() == 1, "going back is a change like others"
    post("delete_crew_version", kept=version.pk)
    assert not crew.versions.exists()


def test_versions_are_counted(crew: Crew, mara: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "MOST_VERSIONS", 1)
    operations.keep_version(crew, mara)
    with pytest.raises(Refusal, match="has 1 version,"):
        operations.keep_version(crew, mara)


def test_folders_and_tags_sort_the_list(crew: Crew, mara: Any, at_hers: Client) -> None:
    operations.create(mara, faction="arcanists", leader="rasputina", name="Winter")
    form = {
        "faction": "guild",
        "leader": "lady-justice",
        "size": 50,
        "name": crew.name,
        "version": crew.version,
    }
    sent = at_hers.post(
        reverse("crews:settings", args=[crew.public_id]),
        form | {"version": crew.version, "folder": " Cups ", "tags": "Friday, friday, with Tom"},
    )
    assert sent.status_code == 303
    crew.refresh_from_db()
    assert (crew.folder, crew.tags) == ("Cups", ["Friday", "with Tom"])
    whole = at_hers.get(reverse("crews:list")).content.decode()
    assert "?folder=Cups" in whole
    assert "?tag=with%20Tom" in whole
    for query in ({"folder": "Cups"}, {"tag": "with Tom"}):
        page = at_hers.get(reverse("crews:list"), query).content.decode()
        assert "Night watch" in page
        assert "Winter" not in page


def test_programs_sort_crews_and_keep_versions(crew: Crew, mara: Any, tom: Any) -> None:
    program, at = Program(mara, "read", "play"), f"crews/{crew.public_id}/"
    assert program.send("patch", at, {"folder": " Cup ", "tags": ["Night", "night "]}).status_code == 200
    row = program.get("crews/?folder=Cup&tag=Night").json()["items"][0]
    assert (row["folder"], row["tags"]) == ("Cup", ["Night"])
    assert program.get("crews/?tag=Day").json()["items"] == []
    kept = program.post(f"{at}versions/", {"name": "Before the cup"}).json()
    assert [row["name"] for row in program.get(f"{at}versions/").json()] == ["Before the cup"]
    program.post(f"{at}members/", {"slug": "executioner"})
    as_it_stood = program.get(f"{at}versions/{kept['id']}/").json()
    assert [row["slug"] for row in as_it_stood["members"]] == ["lady-justice", "guild-hound", "guild-hound"]
    assert program.post(f"{at}versions/{kept['id']}/use/").status_code == 200
    assert len(program.get(at).json()["members"]) == 3
    assert Program(tom, "read").get(f"{at}versions/{kept['id']}/").status_code == 404
    assert program.send("delete", f"{at}versions/{kept['id']}/").status_code == 200
    assert program.get(f"{at}versions/{kept['id']}/").status_code == 404
