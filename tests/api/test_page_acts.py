"""Acts as the forms of pages do them: how a form is read, and how it is answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import reverse
from msgspec import Meta, Struct
from msgspec.structs import replace

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import Endpoint
from mfcampaign.api.pages.forms import form_body, form_places
from rules.refusal import Refusal
from tests.api.conftest import Program


class Chosen(Struct, frozen=True):
    """A body whose one field must be said, be it none."""

    pack: int | None


class Visited(Struct, frozen=True):
    """A body with each kind of field that a form has."""

    name: Annotated[str, Meta(min_length=2, max_length=8)]
    size: Annotated[int, Meta(ge=1, le=9)]
    kind: Literal["a", "b"] = "a"
    here: bool = True
    who: Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(max_length=3)] = ()
    other: int | None = None
    about: str = "nothing"
    some: Annotated[tuple[int, ...], Meta(max_length=3)] | None = None
    first_file: Annotated[str, Meta(max_length=40)] = ""


def access(user: Any, slug: str) -> str:
    return slug


def run(call: Call, visit: str, round: int, body: Visited) -> str:
    """Do it."""
    return ""


ENDPOINT = Endpoint(
    name="visit",
    method="post",
    path="places/<slug:slug>/<int:round>/",
    run=run,
    answer=None,
    tag="",
    body=Visited,
    access=access,
)


def form(**fields: Any) -> HttpRequest:
    return RequestFactory().post("/", fields)


def test_a_form_is_read_as_the_body():
    read = form_body(ENDPOINT, form(name=" Mara ", size="3", who=["2", "", "5"], here="on", other=" 7"))
    assert read == Visited("Mara", 3, who=(2, 5), other=7)
    assert form_places(ENDPOINT, form(round="2", slug="elsewhere")) == {"round": 2}, "access has had its own"


def test_what_is_blank_is_the_default_and_what_is_not_ticked_is_not_so():
    read = form_body(ENDPOINT, form(name="Mara", size="3", kind="", other="", about=" "))
    assert read == Visited("Mara", 3, here=False)
    assert form_body(ENDPOINT, form(name="Mara", size="3", some=["", "4"])).some == (4,)
    assert form_body(ENDPOINT, form(name="Mara", size="3", some="")).some == (), "asked, and nothing ticked"
    assert form_body(ENDPOINT, form(name="Mara", size="3", here="False")).here is False
    assert form_body(ENDPOINT, form(name="Mara", size="3", here="True")).here is True


def test_what_may_be_none_is_none_where_it_is_blank():
    assert form_body(replace(ENDPOINT, body=Chosen), form(pack="")) == Chosen(None)
    assert form_body(replace(ENDPOINT, body=Chosen), form(pack="4")) == Chosen(4)


def test_a_file_is_its_text():
    sent = SimpleUploadedFile("x.csv", "\ufeff one\r\ntwo\x00".encode())
    read = form_body(ENDPOINT, form(name="Mara", size="3", first_file=sent))
    assert read.first_file == " one\r\ntwo"
    picture = SimpleUploadedFile("x.png", b"\x89PNG\xff")
    with pytest.raises(Refusal, match="“First file” is no text in UTF-8"):
        form_body(ENDPOINT, form(name="Mara", size="3", first_file=picture))


@pytest.mark.parametrize(
    ("fields", "sentences"),
    [
        ({}, ["“Name” is missing.", "“Size” is missing."]),
        ({"name": "M", "size": "0"}, ["“Name” needs at least 2 characters.", "“Size” is at least 1."]),
        (
            {"name": "Maximilian", "size": "x"},
            ["“Name” has at most 8 characters.", "“Size” is a whole number."],
        ),
        ({"name": "Mara", "size": "10"}, ["“Size” is at most 9."]),
        ({"name": "Mara", "size": "3", "kind": "c"}, ["“Kind” is none of the choices."]),
        ({"name": "Mara", "size": "3", "who": ["1", "2", "3", "4"]}, ["“Who” has at most 3 choices."]),
        ({"name": "Mara", "size": "3", "who": ["0"]}, ["“Who” is at least 1."]),
        ({"name": "Mara", "size": "3", "other": "٣"}, ["“Other” is a whole number."]),
        ({"name": "Mara", "size": "9" * 40}, ["“Size” is at most 9."]),
    ],
)
def test_each_wrong_field_is_told_in_a_sentence(fields, sentences):
    with pytest.raises(Refusal) as refused:
        form_body(ENDPOINT, form(**fields))
    assert [violation.sentence for violation in refused.value.violations] == sentences


@pytest.mark.parametrize("sent", ["", "x", "-1", "9" * 30])
def test_a_place_of_the_form_is_a_number_of_that_size(sent):
    with pytest.raises(Refusal, match="“Round”"):
        form_places(ENDPOINT, form(round=sent))


def test_a_button_is_a_form_that_does_an_act():
    source = (
        '{% button "publish_round" "cup" round=3 look="small main" %}Publish <b>{{ it }}</b>{% endbutton %}'
    )
    html = Template(source).render(Context({"csrf_token": "t", "it": "<x>"}))
    assert '<form class="inline-form" method="post" action="/do/publish-round/cup/">' in html
    assert '<input type="hidden" name="round" value="3">' in html
    assert '<button class="button button-small button-main">Publish <b>&lt;x&gt;</b></button>' in html


def test_a_button_may_be_sent_by_htmx_and_to_a_view():
    source = '{% button "crews:keep" "abc" htmx=True %}Keep{% endbutton %}'
    html = Template(source).render(Context({"csrf_token": "t"}))
    assert 'method="post" action="/crews/abc/keep/" hx-post="/crews/abc/keep/">' in html


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def said(answer: Any) -> list[tuple[str, str]]:
    return [(message.level_tag, str(message)) for message in get_messages(answer.wsgi_request)]


@pytest.mark.django_db
def test_the_form_and_the_program_do_the_same_act(league):
    slug = league.campaign.slug
    browser, program = client_of(league.organiser), Program(league.organiser, "organise")
    answer = browser.post(
        reverse("act:order_pairing_preferences", args=[slug]), {"preferences": ["rating", ""]}
    )
    assert answer.status_code == 303
    assert answer["Location"] == reverse("campaigns:pairing_plan", args=[slug])
    assert said(answer) == [("success", "The preferences hold for every pairing to come.")]
    assert program.get(f"leagues/{slug}/pairing/").json()["order"] == ["rating"]
    told = program.send("put", f"leagues/{slug}/pairing/preferences/", {"preferences": ["club"]}).json()
    assert told["said"], "a program hears what the diary says"
    assert program.get(f"leagues/{slug}/pairing/").json()["order"] == ["club"]


@pytest.mark.django_db
def test_a_form_that_is_sent_twice_acts_once_and_says_so(league):
    league.start()
    browser, address = (
        client_of(league.organiser),
        reverse("act:pair_week_again", args=[league.campaign.slug]),
    )
    sent = {"reason": "One of them is ill.", "key": "k"}
    first, again = (said(browser.post(address, sent)) for _ in range(2))
    assert first == [("success", "That part is paired again; the diary says who meets whom.")]
    kind, sentence = again[-1]
    assert kind == "info"
    assert sentence.startswith("That was done already: A part of week 1 is paired again")
    other = said(browser.post(address, sent | {"key": "another"}))
    assert other[-1][0] == "success"


@pytest.mark.django_db
def test_a_wrong_form_goes_back_with_the_sentence_and_does_nothing(league):
    slug = league.campaign.slug
    browser, page = client_of(league.organiser), reverse("campaigns:pairing_plan", args=[slug])
    headers = {"referer": f"http://testserver{page}?one=1"}
    answer = browser.post(reverse("act:add_pair_rule", args=[slug]), {"kind": "forbidden"}, headers=headers)
    assert (answer.status_code, answer["Location"]) == (303, f"{page}?one=1")
    shown = browser.get(page).content.decode()
    assert "“One” is missing." in shown
    assert "“Other” is missing." in shown
    assert not league.campaign.pair_rules.exists()


@pytest.mark.django_db
def test_strangers_are_asked_to_sign_in_and_an_address_of_a_form_is_no_page(league):
    address = reverse("act:order_pairing_preferences", args=[league.campaign.slug])
    assert "/account/login/" in Client().post(address)["Location"]
    assert client_of(league.players[0]).post(address).status_code == 404, "before a word about its fields"
    page = client_of(league.organiser).get(address)
    assert page.status_code == 405
    assert b"<main" in page.content
