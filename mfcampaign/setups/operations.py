"""The only writer of set-ups. A drawing never changes: a newer one replaces it, with its reason."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.catalog import queries as catalog
from mfcampaign.setups.drawing import by_cards, by_fate, decks, secret_of, set_up_of
from mfcampaign.setups.models import Drawing, SetUp
from rules.edition import edition_of
from rules.fate.league import commitment
from rules.game.setup.drawn import Wanted
from rules.game.setup.scenario import SeasonCards, Sheet
from rules.refusal import Refusal

MOST_SHEETS, MOST_DRAWINGS, LONGEST_WORD = 128, 20, 80


def new_code() -> str:
    """A short code that nobody guesses."""
    return secrets.token_urlsafe(8)


def draw(
    maker: Any,
    wanted: Wanted,
    *,
    code: str = "",
    promised: str = "",
    each: str = SetUp.Each.ONE,
    count: int = 1,
    title: str = "",
    word: str = "",
    cards: str = "",
    origin: str | None = None,
) -> SetUp:
    """Draw a set-up, or with ``cards`` write down one that fell at a table.

    ``code`` and ``promised`` (the commitment that was shown before) come from the form; sent again, they
    find the first drawing. ``origin`` does the same for other rooms: ``"event:7/round:2"``. ``Refusal``
    for a promise the portal did not make, for unknown seasons, sizes and cards.
    """
    if earlier := _there(code, origin):
        return earlier
    code = code or new_code()
    _checked(wanted, each, count, cards)
    if promised and promised != commitment(secret_of(code, 1)):
        raise Refusal("This form was not made by the portal, or long ago.", fix="Load the page again.")
    try:
        with transaction.atomic():
            row = SetUp.objects.create(
                code=code,
                owner=maker if getattr(maker, "is_authenticated", False) else None,
                title=" ".join(title.split())[:80],
                each=each,
                count=count,
                wanted=msgspec.to_builtins(wanted),
                origin=origin,
            )
            with operation(row, maker, kind="setup.drawn") as act:
                _draw(row, maker, 1, word=word, cards=cards)
                act.say(f"{row} was {'written down' if cards else 'drawn'}.")
    except IntegrityError:  # the same form, sent twice at once
        if earlier := _there(code, origin):
            return earlier
        raise
    return row


def draw_again(
    set_up: SetUp, actor: Person | None, reason: str, *, seen: int, word: str = "", cards: str = ""
) -> None:
    """A new drawing that replaces the valid one, for everybody to see, with its ``reason``.

    ``seen`` is the number of the drawing that was looked at: sent again, nothing happens twice. ``Refusal``
    once it is locked.
    """
    reason = " ".join(reason.split())[:200]
    with operation(set_up, actor, kind="setup.drawn_again", key=f"again/{seen}", reason=reason) as act:
        row = act.row
        if row.locked_at:
            raise Refusal("This set-up is locked.", fix="Draw a new one, under a link of its own.")
        if not reason:
            raise Refusal("Why is it drawn again?", fix="Write a reason: everybody will see it.")
        number = row.drawings.count() + 1
        if number != seen + 1:
            raise Refusal("It was drawn again meanwhile.", fix="Look at the present one.")
        if number > MOST_DRAWINGS:
            raise Refusal(f"It was drawn {MOST_DRAWINGS} times: enough.", fix="Draw a new one.")
        _draw(row, actor, number, word=word, cards=cards, reason=reason)
        act.say(f"{row} was drawn again: {reason}")


def store(
    origin: str,
    wanted: Wanted,
    sheet: Sheet,
    *,
    title: str,
    deck: Sequence[str | int],
    promised: str,
    by: Person | None = None,
    reason: str = "",
) -> SetUp:
    """What another app drew from the sealed fate that it had promised, to be read, shared and checked here.

    A sheet that is valid already is left alone; another one replaces it, with its ``reason``. ``Refusal``
    once the set-up is locked. ``reveal_seed`` opens the seed when its time has come.
    """
    sheets = msgspec.json.decode(msgspec.json.encode([sheet]))
    with transaction.atomic():
        row = SetUp.objects.filter(origin=origin).first()
        if row is None:
            row = SetUp.objects.create(
                code=new_code(), title=title[:80], wanted=msgspec.to_builtins(wanted), origin=origin
            )
        newest = row.drawings.order_by("-number").first()
        if newest is not None and newest.sheets == sheets:
            return row
        with operation(row, by, kind="setup.stored", reason=reason) as act:
            if act.row.locked_at:
                raise Refusal("This set-up is locked.")
            Drawing.objects.create(
                set_up=act.row,
                number=newest.number + 1 if newest is not None else 1,
                by=by if getattr(by, "is_authenticated", False) else None,
                reason=" ".join(reason.split())[:200],
                commitment=promised,
                deck=list(deck),
                season=msgspec.to_builtins(catalog.season(wanted.season)),
                sheets=sheets,
            )
            act.say(f"{act.row} was drawn{': ' if reason else '.'}{reason}")
    return row


def reveal_seed(origin: str, seed: bytes) -> None:
    """The sealed fate behind the drawings of ``origin`` is opened: anyone may lay its decks again."""
    row = SetUp.objects.filter(origin=origin).first()
    if row is None:
        return
    with operation(row, None, kind="setup.seed_revealed") as act:
        act.row.drawings.exclude(deck=[]).update(seed=seed)
        act.say(f"The flips of {act.row} can be checked now.")


def forget(origins: Iterable[str]) -> None:
    """Delete the set-ups of these origins: of what is deleted itself. Part of an act."""
    SetUp.objects.filter(origin__in=list(origins)).delete()


def lock(set_up: SetUp, actor: Actor) -> None:
    """Lock the set-up: nobody draws it again. Locking twice changes nothing."""
    with operation(set_up, actor, kind="setup.locked") as act:
        if act.row.locked_at is None:
            act.row.locked_at = timezone.now()
            act.row.save(update_fields=["locked_at"])
        act.say(f"{act.row} is locked.")


def _there(code: str, origin: str | None) -> SetUp | None:
    if origin:
        return SetUp.objects.filter(origin=origin).first()
    return SetUp.objects.filter(code=code).first() if code else None


def _checked(wanted: Wanted, each: str, count: int, cards: str) -> None:
    if each not in SetUp.Each.values or not 1 <= count <= MOST_SHEETS:
        raise Refusal(f"One to {MOST_SHEETS} set-ups can be drawn together.", fix="Choose fewer.")
    if each == SetUp.Each.ONE and count != 1:
        raise Refusal("One Encounter has one set-up.", fix="Choose one for each table or round.")
    if cards and count != 1:
        raise Refusal("Cards are entered for one Encounter at a time.", fix="Let fate draw the others.")
    if not 1 <= wanted.size <= 200:
        sentence = "An Encounter is played with 1 to 200 Soulstones."
        raise Refusal(sentence, rule=edition_of(wanted.edition).rows["setup.size"])
    played = set_up_of(wanted).format(wanted.format)
    if played is not None:
        played.check(wanted.size)


def _season(wanted: Wanted) -> SeasonCards | None:
    """The chart that is drawn from; none where the edition has none."""
    if not set_up_of(wanted).has_seasons:
        return None
    season = catalog.season(wanted.season)
    if season.edition != wanted.edition:
        raise Refusal(f"{season.name} is of another edition.", fix="Choose a chart of the edition you play.")
    return season


def _draw(
    row: SetUp, actor: Person | None, number: int, *, word: str = "", cards: str = "", reason: str = ""
) -> Drawing:
    wanted = msgspec.convert(row.wanted, Wanted)
    season: SeasonCards | None = _season(wanted)
    word = " ".join(word.split())[:LONGEST_WORD]
    seed = b"" if cards else secret_of(row.code, number)
    if cards:
        sheets = [by_cards(wanted, season, cards)]
    else:
        by_number = zip(range(row.count), decks(seed, row.code, number, word), strict=False)
        sheets = [by_fate(wanted, season, deck) for _, deck in by_number]
    return Drawing.objects.create(
        set_up=row,
        number=number,
        by=actor if getattr(actor, "is_authenticated", False) else None,
        reason=reason,
        seed=seed,
        commitment=commitment(seed) if seed else "",
        word="" if cards else word,
        season=msgspec.to_builtins(season) if season else {},
        sheets=msgspec.to_builtins(sheets),
    )
