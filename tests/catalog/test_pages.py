"""The catalogue's pages: what they show, how many queries they take, who may see them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.catalog import operations
from mfcampaign.catalog.models import Pack, Release
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.search import Selection
from tests.markup import flat

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def _get(client: Client, url: str, status: int = 200, **more: Any) -> str:
    answer = client.get(url, **more)
    assert answer.status_code == status, url
    return flat(unescape(answer.content.decode()))


def _names(page: str) -> list[str]:
    links = re.findall(r'class="cat-name"[^>]*>(.*?)</a>', page)
    return [re.sub(r"<[^>]+>", "", link) for link in links]


@pytest.mark.parametrize("signed_in", [False, True])
def test_the_list_takes_as_many_queries_for_ten_as_for_two_hundred(
    client: Client,
    loaded_with: Callable[[int], Release],
    mara: Any,
    django_assert_num_queries: Any,
    signed_in: bool,
) -> None:
    if signed_in:
        client.force_login(mara)
    for count in (10, 200):
        loaded_with(count)
        _get(client, reverse("catalog:models"))
        with django_assert_num_queries(3 if signed_in else 1):
            page = _get(client, reverse("catalog:models") + "?q=a")
        assert len(_names(page)) == min(count, 40)


def test_a_first_look_at_a_release_stays_within_the_limit(
    client: Client, full_release: Release, mara: Any, django_assert_max_num_queries: Any
) -> None:
    client.force_login(mara)
    with django_assert_max_num_queries(10):
        _get(client, reverse("catalog:models"))


def test_search_filters_and_pages(client: Client, full_release: Release) -> None:
    page = _get(client, reverse("catalog:models") + "?faction=guild&station=Minion&cost=5")
    result = cards_of_release(full_release.pk).index.find(
        Selection(
            chosen={
                "faction": frozenset({"guild"}),
                "station": frozenset({"Minion"}),
                "cost": frozenset({"5"}),
            }
        )
    )
    assert _names(page) == [card.full_name for card in result.cards]
    assert f"{len(result.cards)} models" in page
    second = _get(client, reverse("catalog:models") + "?page=2")
    assert "41 to 80 shown" in second
    assert len(_names(second)) == 40
    last = _get(client, reverse("catalog:models") + "?page=9999")
    assert "673 models, 641 to 673 shown" in last


def test_the_counts_on_the_page_are_those_of_the_other_filters(client: Client, full_release: Release) -> None:
    page = _get(client, reverse("catalog:models") + "?faction=bayou")
    minions = full_release.cards.filter(factions__slug="bayou", station="Minion").count()
    assert re.search(rf'value="Minion">Minion <span class="count">{minions}</span>', page)
    guild = full_release.cards.filter(factions__slug="guild").count()
    assert re.search(rf'value="guild">Guild <span class="count">{guild}</span>', page)


@pytest.mark.parametrize(
    "query", ["?page=0", "?page=-3", "?page=x", "?page=99999999999", "?faction=peons", "?q=%00", "?cost=ten"]
)
def test_a_bent_address_still_answers(client: Client, release: Release, query: str) -> None:
    assert len(_names(_get(client, reverse("catalog:models") + query))) in (0, 14)


def test_nothing_found_is_said(client: Client, release: Release) -> None:
    page = _get(client, reverse("catalog:models") + "?q=zzzz")
    assert _names(page) == []
    assert "No match" in page
    assert "Show all models" in page


def test_htmx_gets_the_list_and_the_counts_only(client: Client, release: Release) -> None:
    answer = client.get(reverse("catalog:models") + "?q=hound", headers=HTMX)
    part = flat(answer.content.decode())
    assert "HX-Request" in answer["Vary"]
    assert _names(part) == ["Guild Hound"]
    assert "<html" not in part
    assert 'id="facets" hx-swap-oob' in part
    again = client.get(
        reverse("catalog:models"), headers={**HTMX, "HX-History-Restore-Request": "true"}
    ).content.decode()
    assert "<html" in again


def test_what_was_found_in_one_release_is_not_shown_for_the_next(
    client: Client, release: Release, edited: Callable[[Any], Path]
) -> None:
    url = reverse("catalog:models") + "?q=guild+hound"
    assert ">3<" in _get(client, url)

    def dearer(rows: dict[str, list[dict[str, Any]]]) -> None:
        next(row for row in rows["models"] if row["slug"] == "guild-hound")["cost"] = 9

    operations.load_release(edited(dearer))
    assert ">9<" in _get(client, url)
    page = _get(client, reverse("catalog:releases"))
    assert "Guild Hound: cost 3 → 9" in page
    old = _get(client, reverse("catalog:model", args=["guild-hound"]) + "?release=1")
    assert "an older release" in old
    assert '<span class="sc-figure">3</span>' in old
    assert '<span class="sc-figure">9</span>' in _get(client, reverse("catalog:model", args=["guild-hound"]))
    _get(client, reverse("catalog:model", args=["guild-hound"]) + "?release=7", status=404)


@pytest.mark.rule("M3E-GEN-06")
def test_a_stat_card_shows_all_figures(client: Client, release: Release) -> None:
    page = _get(client, reverse("catalog:model", args=["guild-hound"]))
    stats = dict(re.findall(r"<dt>(\w+)</dt><dd>(\d+)", page))
    assert stats == {"Df": "4", "Wp": "3", "Mv": "6", "Sz": "1", "Health": "3", "Base": "30"}
    for words in (
        "Minion (4)",
        "Guild",
        "Guard",
        "Beast",
        "Snapping Jaws",
        "damage 1/3/4",
        "Critical Strike",
    ):
        assert words in page
    assert "unverified" not in page.lower()


def test_an_unverified_model_says_so_and_shows_no_cost(client: Client, release: Release) -> None:
    page = _get(client, reverse("catalog:model", args=["hopeful-prospect"]))
    assert "Unverified." in page
    assert "cannot be hired until an organiser enters a cost" in page
    assert '<span class="sc-figure">?</span>' in page
    row = _get(client, reverse("catalog:models") + "?q=hopeful")
    assert "unverified" in row
    assert '<abbr title="cost not known">?</abbr>' in row


def test_another_health_in_another_source_is_said(client: Client, release: Release) -> None:
    page = _get(client, reverse("catalog:model", args=["moleman"]))
    assert "Health is 5 in the Vassal module (October 2022)." in page


def test_comparing(client: Client, release: Release) -> None:
    url = reverse("catalog:compare", args=["guild-hound"])
    page = _get(client, url + "?with=ramos")
    assert "Guild Hound and Ramos" in page
    differing = re.findall(r'<tr class="differs"><th scope="row">([\w ()]+?) <', page)
    assert {"Cost", "Station", "Df", "Keywords", "Actions"} <= set(differing)
    assert "Versatile" not in differing
    by_name = _get(client, url + "?with=viktoria+chambers")
    assert "Guild Hound and Viktoria Chambers" in by_name
    unclear = _get(client, url + "?with=mccabe")
    assert "Which one is “mccabe”?" in unclear
    assert "with=lucas-mccabe-dismounted-hunter" in unclear
    assert "No such model" in _get(client, url + "?with=zzzz")
    _get(client, reverse("catalog:compare", args=["zzzz"]), status=404)


def test_upgrades(client: Client, release: Release) -> None:
    url = reverse("catalog:upgrades")
    everything = _get(client, url)
    assert "4 cards" in everything
    assert "never hired: Arsenal" in everything
    hired = _get(client, url + "?faction=guild&hired=1")
    assert "Lead-Lined Coat" in hired
    assert "Diesel Engine" not in hired
    assert "No such Upgrade" in _get(client, url + "?q=zzz")
    assert "<html" not in _get(client, url + "?q=coat", headers=HTMX)


def test_scenarios(client: Client, release: Release, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(3):
        page = _get(client, reverse("catalog:scenarios"))
    assert "Turf War" in page
    assert "Vendetta" in page
    other = _get(client, reverse("catalog:scenarios") + "?season=gg1")
    assert "Corrupted Ley Lines" in other
    assert "No source prints suits" in other
    assert "Even cards" not in other


def test_scenarios_of_the_second_edition(client: Client, release: Release) -> None:
    core = _get(client, reverse("catalog:scenarios") + "?season=m2e")
    assert "Seasons of the Second Edition" in core
    for name in ("Squatter's Rights", "Stake a Claim", "A Line in the Sand", "Distract", "Bodyguard"):
        assert name in core
    assert "Even cards" not in core
    later = _get(client, reverse("catalog:scenarios") + "?season=m2e-2016")
    assert later.index("Extraction") < later.index("Even cards") < later.index("Turf War")
    listed = {season["slug"]: season for season in client.get("/api/v1/catalogue/seasons/").json()}
    assert listed["gg1"]["edition"] == "m3e"
    assert listed["m2e-2018"]["edition"] == "m2e"


def test_pages_before_anything_is_loaded(client: Client) -> None:
    answer = client.get(reverse("catalog:models"))
    assert answer.status_code == 409
    assert "catalogue is empty" in answer.content.decode()
    assert "Nothing is loaded yet" in _get(client, reverse("catalog:releases"))
    assert "No season is loaded" in _get(client, reverse("catalog:scenarios"))
    assert "No pack yet" in _get(client, reverse("catalog:packs"))


@pytest.fixture
def pack(release: Release, mara: Any) -> Pack:
    return operations.create_pack(mara, "House figures")


def test_a_pack_from_the_first_to_the_undone(client: Client, release: Release, mara: Any) -> None:
    client.force_login(mara)
    answer = client.post(reverse("catalog:pack_new"), {"name": "Ours", "public": "on"})
    pack = Pack.objects.get()
    assert answer["Location"] == reverse("catalog:pack", args=[pack.pk])
    assert "Nothing is changed yet" in _get(client, answer["Location"])
    response = client.get(reverse("catalog:pack_find", args=[pack.pk]), {"q": "hopeful prospect"})
    form_url = response["Location"]
    assert 'name="cost"' in _get(client, form_url)
    data = {
        "cost": "4",
        "limit": "3",
        "station": "Minion",
        "keywords": "Apex",
        "base_mm": "30",
        "health": "5",
    }
    client.post(form_url, data)
    body = pack.entries.get().body
    assert (body["cost"], body["limit"]) == (4, 3)
    assert "station" not in body, "what is printed is not kept"
    page = _get(client, reverse("catalog:model", args=["hopeful-prospect"]) + f"?pack={pack.pk}")
    assert '<span class="sc-figure">4</span>' in page
    assert "changed by a house pack" in page
    removed = client.post(reverse("catalog:pack_remove", args=[pack.pk, "model", "hopeful-prospect"]))
    assert pack.entries.count() == 0
    text = _get(client, removed["Location"])
    undo = reverse("act:restore_pack_entry", args=[pack.pk, "model", "hopeful-prospect"])
    assert f'action="{undo}"' in text
    client.post(undo)
    assert pack.entries.get().body == body


def test_a_house_model_by_its_form(client: Client, pack: Pack, mara: Any) -> None:
    client.force_login(mara)
    url = reverse("catalog:pack_house", args=[pack.pk, "model"])
    _get(client, url)
    faulty = client.post(url, {"name": "Rail Ghost", "cost": "99", "factions": ["guild"]})
    assert faulty.status_code == 422
    assert "less than or equal to 30" in faulty.content.decode()
    incomplete = client.post(url, {"name": "Rail Ghost", "cost": "5", "factions": ["guild"]})
    assert incomplete.status_code == 422
    assert "needs its station" in incomplete.content.decode()
    data = {"name": "Rail Ghost", "cost": "5", "factions": ["guild"], "station": "Minion", "base_mm": "40"}
    client.post(url, {**data, "keywords": "Guard,  Rail  Folk"})
    entry = pack.entries.get()
    assert entry.body["keywords"] == ["Guard", "Rail Folk"]
    assert entry.body["base_mm"] == 40
    page = _get(client, reverse("catalog:pack", args=[pack.pk]))
    assert "Rail Ghost" in page
    assert "of the house" in page
    edit = reverse("catalog:pack_entry", args=[pack.pk, "model", entry.slug])
    assert 'value="Guard, Rail Folk"' in _get(client, edit)
    client.post(edit, {**data, "cost": "6"})
    assert pack.entries.get().body["cost"] == 6


def test_packs_of_others_are_not_there(client: Client, pack: Pack, mara: Any, rival: Any) -> None:
    operations.set_figures(pack, mara, "guild-hound", {"cost": 4})
    card = [pack.pk, "model", "guild-hound"]
    own = {
        reverse("catalog:pack_entry", args=card): "get",
        reverse("catalog:pack_remove", args=card): "get",
        reverse("act:restore_pack_entry", args=card): "post",
        reverse("catalog:pack_house", args=[pack.pk, "model"]): "get",
        reverse("catalog:pack_find", args=[pack.pk]): "get",
        reverse("act:change_pack", args=[pack.pk]): "post",
    }
    seen = {
        reverse("catalog:pack", args=[pack.pk]): "get",
        reverse("catalog:model", args=["guild-hound"]) + f"?pack={pack.pk}": "get",
    }
    for person in (None, rival):
        if person:
            client.force_login(person)
        for url, method in (own | seen).items():
            asked = url.startswith("/do/") and person is None
            assert getattr(client, method)(url).status_code == (302 if asked else 404), url
        for url in own:
            assert client.post(url, {"name": "x", "cost": 1}).status_code in (302, 404, 405), url
    operations.change_pack(pack, mara, name=pack.name, public=True)
    for url, method in own.items():
        assert getattr(client, method)(url).status_code == 404, "public is for reading"
    for url, method in seen.items():
        assert getattr(client, method)(url).status_code == 200
    assert "Remove" not in _get(client, reverse("catalog:pack", args=[pack.pk]))
    assert list(pack.entries.values_list("body", flat=True)) == [{"cost": 4}]


def test_a_stranger_is_asked_to_sign_in_before_a_new_pack(client: Client, release: Release) -> None:
    answer = client.get(reverse("catalog:pack_new"))
    assert answer.status_code == 302
    assert reverse("account_login") in answer["Location"]


@pytest.mark.parametrize("name", ["catalog:packs", "catalog:releases", "catalog:upgrades"])
def test_other_lists_keep_to_six_queries_at_any_length(
    client: Client, release: Release, mara: Any, name: str, django_assert_num_queries: Any
) -> None:
    client.force_login(mara)
    url = reverse(name)
    _get(client, url)
    counts = []
    for size in (1, 12):
        for number in range(size):
            operations.create_pack(mara, f"Pack {size} {number}")
        with django_assert_num_queries(4 if name != "catalog:upgrades" else 3) as seen:
            _get(client, url)
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 6


def test_no_page_carries_inline_style_or_script(client: Client, pack: Pack, mara: Any) -> None:
    client.force_login(mara)
    operations.set_figures(pack, mara, "guild-hound", {"cost": 4})
    urls = [reverse(f"catalog:{name}") for name in ("models", "upgrades", "scenarios", "packs", "releases")]
    urls += [
        reverse("catalog:model", args=["guild-hound"]),
        reverse("catalog:compare", args=["guild-hound"]) + "?with=ramos",
        reverse("catalog:pack", args=[pack.pk]),
        reverse("catalog:pack_entry", args=[pack.pk, "model", "guild-hound"]),
    ]
    for url in urls:
        page = _get(client, url)
        assert not re.search(r"\sstyle=|\son\w+=\"|<script(?![^>]*\ssrc=)", page), url
