"""Slash commands: the signature by the published vectors of RFC 8032 (7.1), and what each command does."""

from __future__ import annotations

import json
import time

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.models import Game
from mfcampaign.campaigns.opening.operations import rename_crew
from mfcampaign.campaigns.scripted import play
from mfcampaign.notices import discord
from mfcampaign.notices.models import ChatDoor, ChatPerson
from mfcampaign.notices.operations import chat
from rules.refusal import Refusal

VECTORS = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
        "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
        "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
)
OURS = Ed25519PrivateKey.from_private_bytes(b"7" * 32)
KEY = OURS.public_key().public_bytes_raw().hex()
LINKED = "80351110224678912"


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_published_vectors_hold_and_nothing_near_them(key, message, signature):
    body = bytes.fromhex(message)
    assert discord.signed(key, signature, "", body)
    assert not discord.signed(key, signature, "", body + b"x")
    assert not discord.signed(key, signature, "1", body)
    assert not discord.signed(key, f"{signature[:-2]}ff", "", body)
    assert not discord.signed(VECTORS[0][0] if key != VECTORS[0][0] else VECTORS[1][0], signature, "", body)


@pytest.mark.parametrize("key", ["", "0" * 64, "f" * 64, "z" * 64, KEY[:-1]])
def test_what_is_no_key_lets_nothing_in(key):
    assert not discord.signed(key, VECTORS[0][2], "", b"")


@pytest.fixture
def door(make_league, in_process):
    league = make_league(players=2)
    league.found_all()
    league.start()
    return league, chat.open_door(league.campaign, league.organiser, KEY.upper())


def call(door: ChatDoor, body: object, *, key=OURS, sent: float | None = None, spoil: str = ""):
    raw = json.dumps(body).encode()
    stamp = str(int(time.time() if sent is None else sent))
    headers = {
        "X-Signature-Ed25519": key.sign(stamp.encode() + raw).hex(),
        "X-Signature-Timestamp": stamp,
    }
    path = reverse("notices:discord", args=[door.pk])
    client = Client(enforce_csrf_checks=True)
    return client.post(path, raw + spoil.encode(), content_type="application/json", headers=headers)


def say(door: ChatDoor, command: str, **options: str) -> str:
    given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
    answer = call(
        door,
        {
            "type": 2,
            "id": "1",
            "member": {"user": {"id": LINKED, "username": "sam"}, "roles": []},
            "data": {"id": "2", "name": command, "options": given},
        },
    )
    assert answer.status_code == 200
    told = answer.json()
    assert (told["type"], told["data"]["flags"]) == (4, 64), "for the asker alone"
    assert told["data"]["allowed_mentions"] == {"parse": []}
    return told["data"]["content"]


@pytest.mark.django_db
def test_only_what_the_key_signed_just_now_is_read(door):
    _, opened = door
    assert call(opened, {"type": 1}).json() == {"type": 1}
    assert call(opened, {"type": 1}, spoil=" ").status_code == 401
    assert call(opened, {"type": 1}, sent=time.time() - 301).status_code == 401
    other = Ed25519PrivateKey.from_private_bytes(b"8" * 32)
    assert call(opened, {"type": 1}, key=other).status_code == 401
    assert call(ChatDoor(pk=10**6), {"type": 1}).status_code == 401
    assert (
        Client().post(reverse("notices:discord", args=[opened.pk]), b"{}", "application/json").status_code
        == 401
    )
    assert call(opened, {"type": 3}).status_code == 400
    assert call(opened, ["no interaction"]).status_code == 400


@pytest.mark.django_db
def test_names_are_no_markup_in_an_answer_and_addresses_stay(door):
    league, opened = door
    sam, other = league.players
    rename_crew(league.entry(1), other, "[x](https://evil.example) *y*")
    say(opened, "link", code=chat.code_for(opened, sam))
    told = say(opened, "report", score="5-2")
    assert r"\[x\](https://evil.example) \*y\*" in told
    (game,) = league.games()
    assert told.endswith(
        reverse("campaigns:report", args=[league.campaign.slug, game.week.number, game.table])
    )


@pytest.mark.django_db
def test_a_player_links_asks_reports_and_confirms(door):
    league, opened = door
    sam, other = league.players
    assert "do not know you" in say(opened, "next")
    assert "too old" in say(opened, "link", code="nonsense")
    assert str(sam) in say(opened, "link", code=chat.code_for(opened, sam))
    assert "Hire your Crew" in say(opened, "next")
    (game,) = league.games()
    assert "score" in say(opened, "report", table="1", score="lots")
    told = say(opened, "report", score="5-2")
    assert "/report/" in told
    assert not game.reports.exists(), "a score alone is no report"
    assert "no open game" in say(opened, "report", table="9", score="5-2")
    assert "no report to answer" in say(opened, "confirm")
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    play.report(game)
    by = game.reports.get().by_entry
    if by.user_id == sam.pk:
        assert "your opponent confirms it" in say(opened, "confirm")
        say(opened, "link", code=chat.code_for(opened, other))
    assert "Your Aftermath begins" in say(opened, "confirm", table="1")
    game.refresh_from_db()
    assert game.state == Game.State.AFTERMATH
    assert "1." in say(opened, "table")
    assert "knows /link" in say(opened, "dance")
    assert ChatPerson.objects.count() == 1, "one number is one person"


@pytest.mark.django_db
def test_an_organiser_confirms_no_report_of_their_own_in_anothers_name(door):
    league, opened = door
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    play.report(game)
    by = game.reports.get().by_entry
    other = next(player for player in league.players if player.pk != by.user_id)
    say(opened, "link", code=chat.code_for(opened, other))
    league.campaign.organisers.create(user=by.user)
    assert "on its page" in say(opened, "confirm")
    game.refresh_from_db()
    assert game.state == Game.State.REPORTED

    own = Ed25519PrivateKey.from_private_bytes(b"9" * 32).public_key().public_bytes_raw().hex()
    opened = chat.open_door(league.campaign, by.user, own)
    assert not ChatPerson.objects.exists(), "whoever trusted the first key did not trust this one"
    assert chat.open_door(league.campaign, by.user, own).pk == opened.pk


@pytest.mark.django_db
def test_whoever_chose_the_key_confirms_nothing_by_it_after_they_organise_no_longer(door):
    league, _ = door
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    play.report(game)
    by = game.reports.get().by_entry.user
    other = next(player for player in league.players if player != by)
    role = league.campaign.organisers.create(user=by)
    opened = chat.open_door(league.campaign, by, "9" * 64)
    role.delete()
    ChatPerson.objects.create(door=opened, user=other, discord_id=LINKED)
    ChatDoor.objects.update(public_key=KEY)
    assert "on its page" in say(opened, "confirm")
    game.refresh_from_db()
    assert game.state == Game.State.REPORTED


@pytest.mark.django_db
def test_who_is_of_the_league_no_more_is_known_no_more(door):
    league, opened = door
    friend = league.organiser.__class__.objects.create_user("friend")
    helper = league.campaign.organisers.create(user=friend)
    assert "friend" in say(opened, "link", code=chat.code_for(opened, friend))
    assert "do not know you" not in say(opened, "table")
    helper.delete()
    assert "do not know you" in say(opened, "table")
    type(league.campaign).objects.update(listed=False)
    assert "do not know you" in say(opened, "table")


@pytest.mark.django_db
def test_a_code_is_for_one_league_and_a_closed_door_for_nobody(door, make_league):
    league, opened = door
    stranger = league.organiser.__class__.objects.create_user("stranger")
    assert "another league" in say(opened, "link", code=chat.code_for(opened, stranger))
    assert "another league" in say(opened, "link", code=chat.code_for(ChatDoor(pk=10**6), league.players[0]))
    with pytest.raises(Refusal, match="64 characters"):
        chat.open_door(league.campaign, league.organiser, "short")
    chat.close_door(league.campaign, league.organiser)
    assert call(opened, {"type": 1}).status_code == 401


@pytest.mark.django_db
def test_the_page_shows_a_code_to_players_and_the_address_to_organisers(door):
    league, opened = door
    page = reverse("notices:chat", args=[league.campaign.slug])
    player, organiser = Client(), Client()
    player.force_login(league.players[0])
    organiser.force_login(league.organiser)
    address = reverse("notices:discord", args=[opened.pk])
    assert "/link" in (seen := player.get(page).content.decode())
    assert address not in seen
    assert address in organiser.get(page).content.decode()
    assert player.post(page, {"public_key": KEY}).status_code == 404
    organiser.post(page, {"do": "close"})
    assert not ChatDoor.objects.exists()
    organiser.post(page, {"public_key": KEY})
    assert ChatDoor.objects.get().public_key == KEY
