"""Slash commands of a league's Discord: its application, the links of people, and what each command does."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from django.contrib.auth import get_user_model
from django.core import signing
from django.http import Http404
from django.urls import reverse

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns import access
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.game.queries import open_tables
from mfcampaign.campaigns.league.next_actions import next_actions
from mfcampaign.campaigns.league.queries import table
from mfcampaign.notices import discord
from mfcampaign.notices.models import ChatDoor, ChatPerson
from rules.refusal import Refusal

SALT, OPENED = "mfcampaign.chat", "league.chat_opened"
CODE_S = 15 * 60
TOP = 10
SCORE = re.compile(r"([0-9]{1,2})\s*[-:–]\s*([0-9]{1,2})")
Link = Callable[[str], str]
"""Turns a path of the portal into its absolute address."""


def open_door(campaign: Any, organiser: Person, public_key: str) -> ChatDoor:
    """Take slash commands that this key signs. Whoever was linked under another key links anew: they trusted
    that one."""
    if campaign.sandbox:
        raise Refusal("This is a sandbox: it speaks to nobody.", fix="Open the league itself.")
    key = public_key.strip().lower()
    if not discord.KEY.fullmatch(key):
        raise Refusal("A public key is 64 characters from 0 to 9 and a to f.", fix="Copy it from Discord.")
    with operation(campaign, organiser, kind=OPENED) as act:
        door, _ = ChatDoor.objects.get_or_create(campaign=act.row, defaults={"public_key": key})
        if door.public_key != key:
            door.people.all().delete()
            door.public_key = key
            door.save(update_fields=["public_key"])
        act.say(f"{organiser} opened the league to slash commands.", organisers_only=True)
    return door


def close_door(campaign: Any, organiser: Person) -> None:
    with operation(campaign, organiser, kind="league.chat_closed") as act:
        ChatDoor.objects.filter(campaign=act.row).delete()
        act.say(f"{organiser} closed the league to slash commands.", organisers_only=True)


def code_for(door: ChatDoor, user: Person) -> str:
    """The code that ``user`` enters in Discord within a quarter of an hour to link the account."""
    return signing.dumps([door.pk, user.pk], salt=SALT)


def obey(door: ChatDoor, asked: discord.Interaction, link: Link) -> str:
    """Carry out a signed command; return the reply. A ``Refusal`` becomes the reply."""
    command = asked.data.name if asked.data is not None else ""
    if command not in COMMANDS and command != "link":
        return "This league knows /link, /next, /table, /report and /confirm."
    try:
        if command == "link":
            return _link(door, asked)
        person = door.people.select_related("user").filter(discord_id=asked.asker).first()
        if person is None or not _belongs(door, person.user):
            here = link(reverse("notices:chat", args=[door.campaign.slug]))
            return f"I do not know you yet. Get a code at {here} and say /link with it."
        return COMMANDS[command](door.campaign, person.user, asked, link)
    except Refusal as refusal:
        return " ".join(filter(None, (refusal.sentence, refusal.fix)))


def _link(door: ChatDoor, asked: discord.Interaction) -> str:
    try:
        of, pk = signing.loads(asked.option("code"), salt=SALT, max_age=CODE_S)
    except (signing.BadSignature, ValueError):
        raise Refusal("That code is wrong or too old.", fix="Get a new one from the league’s page.") from None
    user = get_user_model().objects.filter(pk=pk).first()
    if of != door.pk or not asked.asker or user is None or not _belongs(door, user):
        raise Refusal("That code is for another league.", fix="Get one from this league’s page.")
    door.people.filter(discord_id=asked.asker).exclude(user=pk).delete()
    row, _ = ChatPerson.objects.update_or_create(door=door, user_id=pk, defaults={"discord_id": asked.asker})
    return f"Your Discord account is linked: you are {row.user} in {door.campaign.name}."


def _belongs(door: ChatDoor, user: Person) -> bool:
    """Whether that person plays in the league or organises it now; a league may be private."""
    try:
        return user.is_active and access.member(user, door.campaign.slug).member
    except Http404:
        return False


def _next(campaign: Any, user: Person, asked: discord.Interaction, link: Link) -> str:
    lines = [
        f"{action.sentence}: {link(action.url)}" if not action.waiting else action.sentence
        for action in next_actions(user, campaign)
    ]
    return "\n".join(lines) or "Nothing waits for you."


def _table(campaign: Any, user: Person, asked: discord.Interaction, link: Link) -> str:
    rows = table(campaign)[:TOP]
    ranked = ((row, row.standing) for row in rows)
    lines = [f"{s.rank}. {row.entry.label}: {s.wins}–{s.draws}–{s.losses}" for row, s in ranked]
    return "\n".join(lines) or "No game is done yet."


def _seat(campaign: Any, user: Person, asked: discord.Interaction) -> access.PlayerSeat:
    """The asker's game at the table they name, or their only one that is under way."""
    number = asked.option("table")
    mine = [place for place in open_tables(user, campaign.slug) if not number or str(place[1]) == number]
    if len(mine) != 1:
        none = "You have no open game at that table."
        raise Refusal(none if number else "Say which table it is.", fix="Such as /report table:3 score:5-2.")
    return access.played_side(user, campaign.slug, *mine[0])


def _report(campaign: Any, user: Person, asked: discord.Interaction, link: Link) -> str:
    """The score is kept nowhere: what a league needs of a game, the VP by Turn and the fallen, is asked on
    the page."""
    seat = _seat(campaign, user, asked)
    score = SCORE.fullmatch(asked.option("score").strip())
    if score is None:
        raise Refusal("Write the score as yours first, such as 5-2.")
    page = link(reverse("campaigns:report", args=[campaign.slug, seat.week.number, seat.game.table]))
    return (
        f"Table {seat.game.table} against {seat.other.entry.label}, {score[1]}–{score[2]}: the VP by Turn "
        f"and who fell are written down here, then it counts: {page}"
    )


def _confirm(campaign: Any, user: Person, asked: discord.Interaction, link: Link) -> str:
    seat = _seat(campaign, user, asked)
    other = {seat.other.entry.user_id, access.player_of(seat.other).pk}
    if campaign.organisers.filter(user__in=other).exists() or _opened(campaign, other):
        # Who chose the key could sign for whoever is linked, also when they organise no longer.
        game = link(reverse("campaigns:game", args=[campaign.slug, seat.week.number, seat.game.table]))
        sentence = "Your opponent organises the league, or opened it to commands: confirm it on its page."
        raise Refusal(sentence, fix=game)
    results.confirm(seat.own, user)
    page = link(reverse("campaigns:aftermath", args=[campaign.slug, seat.week.number, seat.game.table]))
    return f"Confirmed. Your Aftermath begins: {page}"


def _opened(campaign: Any, people: Collection[int]) -> bool:
    """Whether one of them ever chose the key of this league's slash commands."""
    return acts_of(campaign, organiser=True).filter(kind=OPENED, actor__in=people).exists()


COMMANDS: dict[str, Callable[[Any, Person, discord.Interaction, Link], str]] = {
    "next": _next,
    "table": _table,
    "report": _report,
    "confirm": _confirm,
}
