"""What a chat shows of a shared page: words in its head, and a picture whose words only a page can say."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from mfcampaign.crews import operations
from mfcampaign.web.drawings import sharing
from mfcampaign.web.drawings.sharing import Picture, picture_url
from tests.crews.conftest import figures  # noqa: F401  fixture
from tests.play.playing import person

NIGHT = Picture("A Crew", "Night watch & Co", ("Guild", "7 models"), "faction-guild", "guild")


def head(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([a-z:_]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


@pytest.mark.django_db
def test_a_shared_crew_says_what_it_is(client: Client, figures: None) -> None:  # noqa: F811
    crew = operations.create(person("mara"), faction="guild", leader="lady-justice", name='Night "watch"')
    told = head(client.get(reverse("crews:share", args=[crew.share_token])).content.decode())
    assert told["og:title"] == 'Night "watch"'
    assert told["og:description"] == told["description"]
    assert "led by Lady Justice" in told["description"]
    assert told["og:url"] == f"http://testserver/crews/s/{crew.share_token}/"
    assert told["og:image"].startswith("http://testserver/picture/")
    assert client.get(told["og:image"].removeprefix("http://testserver")).status_code in (200, 302)


def test_the_same_words_have_the_same_address() -> None:
    assert picture_url(NIGHT) == picture_url(NIGHT)
    assert len(picture_url(Picture("k" * 60, "t" * 90, ("f" * 60,) * 4))) < sharing.LONGEST_ADDRESS


def test_nobody_has_words_drawn_that_no_page_said(client: Client) -> None:
    address = picture_url(NIGHT)
    middle = len(address) // 2
    forged = address[:middle] + ("A" if address[middle] != "A" else "B") + address[middle + 1 :]
    assert client.get(forged).status_code == 404
    assert client.get("/picture/anything.png").status_code == 404


def test_words_are_no_markup() -> None:
    drawn = sharing.svg(Picture("<script>", "a & b", ('"',), "no-such-icon"))
    assert "<script>" not in drawn
    assert "a &amp; b" in drawn


def test_without_the_library_a_picture_of_the_portal_stands_for_all(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "drawable", lambda: False)
    answer = client.get(picture_url(NIGHT))
    assert answer.status_code == 302
    assert answer["Location"] == "/static/icons/share.png"


@pytest.mark.django_db
def test_a_picture_is_drawn_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    caches["made"].clear()
    calls = []
    monkeypatch.setattr(sharing, "drawable", lambda: True)
    monkeypatch.setattr(sharing, "drawn", lambda shown: calls.append(shown) or b"png")
    for _ in range(2):
        answer = client.get(picture_url(NIGHT))
        assert (answer.status_code, answer.content) == (200, b"png")
    assert calls == [NIGHT]
    assert "immutable" in answer["Cache-Control"]
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.skipif(not sharing.drawable(), reason="resvg-py is not installed")
def test_the_picture_is_as_large_as_chats_want_it() -> None:
    png = sharing.drawn(NIGHT)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (sharing.WIDTH, sharing.HEIGHT)
    assert sharing.drawn(Picture("A Crew", "Other")) != png


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/crews/", "/crews/new/", "/play/", "/leagues/", "/events/", "/about/"]
)
def test_every_page_describes_itself_once(client: Client, figures: None, path: str) -> None:  # noqa: F811
    page = client.get(path).content.decode()
    assert page.count('<meta name="description"') == page.count('<meta property="og:title"') == 1
    assert 40 <= len(head(page)["description"]) <= 200


@pytest.mark.django_db
def test_under_a_host_that_is_not_ours_the_refusal_is_a_page(client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" not in answer.content.decode()
