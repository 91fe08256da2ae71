"""Crews without an account: their address is their key, a sign-in takes them along, others go in time."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.audit.models import Act
from mfcampaign.crews import access, operations
from mfcampaign.crews.models import Crew
from mfcampaign.crews.queries import build
from rules.refusal import Refusal

NOBODY = AnonymousUser()


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


def url(name: str, crew: Crew, *more: str) -> str:
    return reverse(name if ":" in name else f"crews:{name}", args=[crew.public_id, *more])


def begin(client: Client, leader: str = "lady-justice") -> Crew:
    answer = client.post(
        reverse("crews:new"), {"faction": "guild", "leader": leader, "size": "50", "start": "1"}
    )
    assert answer.status_code == 303, answer.content
    return Crew.objects.get(public_id=answer["Location"].rstrip("/").rpartition("/")[2])


@pytest.fixture
def begun(client: Client, figures: None, db: None) -> Crew:
    """Lady Justice and what comes along with her, begun by a browser without an account."""
    return begin(client)


def test_a_master_is_picked_and_the_totem_comes_along(client: Client, begun: Crew) -> None:
    assert begun.owner is None
    assert [row.slug for row in begun.members.all()] == ["scales-of-justice"]
    report = build(begun).report
    assert (report.legal, report.total.amount) == (True, 0)
    page = client.get(url("crew", begun)).content.decode()
    assert "Sign up and keep it" in page
    assert "40 would be lost" in page


def test_whoever_has_the_address_builds_on(begun: Crew) -> None:
    other = Client()
    assert other.post(url("add", begun), {"slug": "guild-hound", "copies": "2"}).status_code == 303
    assert other.get(url("print", begun)).status_code == 200
    assert begun.members.filter(slug="guild-hound").count() == 2
    assert other.post(url("act:delete_crew", begun)).status_code == 303
    assert other.post(url("act:restore_crew", begun)).status_code == 303
    assert other.get(reverse("crews:share", args=[begun.share_token])).status_code == 200


def test_a_browser_lists_what_it_began_and_no_other(client: Client, begun: Crew) -> None:
    assert begun.get_absolute_url() in client.get(reverse("crews:list")).content.decode()
    assert begun.get_absolute_url() not in Client().get(reverse("crews:list")).content.decode()


def test_signing_up_keeps_what_was_begun(client: Client, begun: Crew) -> None:
    second = begin(client, "perdita-ortega")
    password = "iron-harvest-moon-47"
    form = {"username": "vera", "email": "vera@example.org", "password1": password, "password2": password}
    client.post(reverse("account_signup"), form)
    vera = get_user_model().objects.get(username="vera")
    assert set(Crew.objects.filter(owner=vera)) == {begun, second}
    assert Client().get(begun.get_absolute_url()).status_code == 302
    assert client.get(begun.get_absolute_url()).status_code == 200


def test_signing_in_keeps_what_was_begun_here_alone(client: Client, begun: Crew, mara: Any) -> None:
    elsewhere = begin(Client())
    client.force_login(mara)
    begun.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (begun.owner, elsewhere.owner) == (mara, None)


def test_a_link_is_kept_once(begun: Crew, mara: Any, tom: Any) -> None:
    client = Client()
    client.force_login(mara)
    assert client.post(url("keep", begun)).status_code == 303
    begun.refresh_from_db()
    assert begun.owner == mara
    with pytest.raises(Refusal):
        operations.keep(begun, tom)
    begun.refresh_from_db()
    assert begun.owner == mara


def test_who_begins_too_many_is_told_so(client: Client, begun: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "BEGINNINGS_AN_HOUR", 1)
    post = {"faction": "guild", "leader": "lady-justice", "size": "50"}
    answer = client.post(reverse("crews:new"), post, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert Crew.objects.filter(owner=None).count() == 1


def test_guessing_addresses_is_limited(client: Client, begun: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "CHANGES_AN_HOUR", 3)
    asked = [
        client.post(f"/crews/guess-{n}/add/", {}, headers={"Accept": "application/json"}) for n in range(4)
    ]
    assert [answer.status_code for answer in asked] == [302, 302, 302, 409]


def test_crews_of_nobody_go_when_they_are_old_and_others_stay(begun: Crew, crew: Crew) -> None:
    old = operations.create(NOBODY, faction="guild", leader="lady-justice")
    now = timezone.now()
    Crew.objects.filter(pk__in=[old.pk, crew.pk]).update(
        updated_at=now - operations.KEPT_WITHOUT_ACCOUNT - dt.timedelta(minutes=1)
    )
    assert not operations.forget_abandoned(now)
    assert set(Crew.objects.all()) == {begun, crew}
    assert not Act.objects.filter(aggregate=f"crew:{old.pk}").exists()
    assert Act.objects.filter(aggregate=f"crew:{crew.pk}").exists()


# --- undo, several copies, filling up, own figures


def test_undo_takes_changes_back_one_by_one(begun: Crew) -> None:
    stood = [build(fresh(begun)).written]
    for change in (
        lambda crew: operations.add(crew, NOBODY, "guild-hound", copies=3),
        lambda crew: operations.set_upgrades(crew, NOBODY, None, ["no-prisoners"]),
        lambda crew: operations.change_settings(crew, NOBODY, leader="perdita-ortega", size=40),
        lambda crew: operations.fill(crew, NOBODY),
        lambda crew: operations.remove(crew, NOBODY, crew.members.last().pk),
    ):
        change(fresh(begun))
        stood.append(build(fresh(begun)).written)
    assert len(set(map(repr, stood))) == 6
    for before in reversed(stood[:-1]):
        operations.undo(fresh(begun), NOBODY)
        assert build(fresh(begun)).written == before
    with pytest.raises(Refusal):
        operations.undo(fresh(begun), NOBODY)


def test_only_so_many_changes_are_remembered(begun: Crew) -> None:
    for size in range(20, 20 + operations.MOST_UNDONE + 5):
        operations.change_settings(fresh(begun), NOBODY, size=size)
    assert len(fresh(begun).past) == operations.MOST_UNDONE


def test_what_is_no_change_of_the_list_is_not_undone(begun: Crew) -> None:
    operations.change_settings(begun, NOBODY, name="Other", notes="Words")
    assert fresh(begun).past == []


@pytest.mark.parametrize("leader", ["lady-justice", "perdita-ortega", "dashel-barker", "lucius-mattheson"])
def test_a_crew_filled_up_is_legal_and_nearly_spent(
    client: Client, figures: None, db: None, leader: str
) -> None:
    crew = begin(client, leader)
    operations.fill(crew, NOBODY)
    report = build(fresh(crew)).report
    assert report.legal
    assert 4 <= report.left <= 10
    assert build(fresh(crew)).advice == ()
    assert {line.label for sheet in report.lines for line in sheet.total.lines} & {"out of Keyword"} == set()


def test_a_cost_of_ones_own_counts_in_this_crew_alone(client: Client, crew: Crew) -> None:
    begun = operations.create(NOBODY, faction="guild", leader="dashel-barker")
    page = client.get(url("card", begun, "gatling-gunner")).content.decode()
    assert "The Cost on your card" in page
    client.post(url("cost", begun), {"slug": "gatling-gunner", "cost": "7"})
    client.post(url("add", begun), {"slug": "gatling-gunner"})
    assert build(fresh(begun)).report.legal
    assert build(fresh(begun)).report.total.amount == 7
    operations.add(crew, crew.owner, "gatling-gunner")
    assert not build(fresh(crew)).report.legal
    with pytest.raises(Refusal, match="known"):
        operations.set_cost(crew, crew.owner, "guild-hound", 1)
    operations.set_cost(fresh(begun), NOBODY, "gatling-gunner", None)
    assert not build(fresh(begun)).report.legal


def test_a_search_finds_everybody_and_says_why_they_cannot_join(client: Client, begun: Crew) -> None:
    page = client.get(url("crew", begun), {"q": "silent one"}).content.decode()
    assert "Arcanists; your Crew is Guild" in page


def test_the_card_beside_the_crew_says_what_it_does(client: Client, begun: Crew) -> None:
    headers = {"HX-Request": "true", "HX-Target": "drawer"}
    page = client.get(url("card", begun, "executioner"), headers=headers).content.decode()
    assert "<html" not in page
    assert 'class="sc-says"' in page
    assert "<html" in client.get(url("card", begun, "executioner")).content.decode()
    assert client.get(url("card", begun, "nobody-at-all")).status_code == 404


@pytest.mark.parametrize("size", ["a4", "card"])
def test_the_cards_are_printed_once_a_name_with_what_they_do(client: Client, begun: Crew, size: str) -> None:
    operations.add(begun, NOBODY, "executioner", copies=2)
    page = client.get(url("cards", begun), {"size": size}).content.decode()
    assert page.count('class="statcard') == 3
    assert page.count('id="card-executioner"') == 1
    assert page.count('class="sc-says"') > 10
    assert ("paper-cards-small" in page) == (size == "card")


def fresh(crew: Crew) -> Crew:
    return Crew.objects.get(pk=crew.pk)
