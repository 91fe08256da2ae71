"""Sentences for commands before they are carried out, with what both players may know. A hand card is never
named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from rules.game.narration import Names
from rules.game.referee import commands as c
from rules.wording import titled, with_article

UNTIL: dict[str, str] = {
    "activation": "until the end of the Activation",
    "turn": "until the end of the Turn",
    "end_phase": "until the End Phase",
    "next_activation": "until its next Activation",
    "game": "for the game",
}


class Named(Protocol):
    """A card or figure of any edition."""

    @property
    def name(self) -> str:
        """Its printed name."""


WAYS: dict[str, str] = {"table": "is put", "move": "is moved", "push": "is Pushed", "place": "is Placed"}


def sentences_of(
    commands: Iterable[c.AnyCommand], names: Names, cards: Mapping[str, Named]
) -> tuple[str, ...]:
    """A sentence for each command; ``cards`` holds the names of those that may arrive."""
    return tuple(sentence_of_command(command, names, cards) for command in commands)


def sentence_of_command(command: c.AnyCommand, n: Names, cards: Mapping[str, Named]) -> str:
    """One sentence, without its full stop when it is part of a list."""
    match command:
        case c.Hurt():
            return f"{n(command.model)} suffers {command.amount} damage{_by(n, command.by)}."
        case c.FlipDamage():
            profile = f"{command.weak}/{command.moderate}/{command.severe}"
            return f"{n(command.model)} suffers a damage flip of {profile}{_by(n, command.by)}."
        case c.Heal():
            return f"{n(command.model)} heals {command.amount}."
        case c.Slay():
            return f"{n(command.model)} is killed{_by(n, command.by)}."
        case c.Sacrifice():
            return f"{n(command.model)} is sacrificed."
        case c.SetCondition():
            name = command.condition.replace(":", " ").title()
            return f"{n(command.model)}: {name} {command.value or 'ends'}."
        case c.SetTokens():
            return f"{n(command.model)}: {_count(command.number, f'{titled(command.name)} Token')}."
        case c.Put():
            far = f" up to {command.inches:g}″" if command.inches is not None else ""
            anyway = ", anyway" if command.anyway else ""
            return f"{n(command.model)} {WAYS[command.way]}{far} to {_place(command)}{anyway}."
        case c.Under():
            return f"{n(command.model)} is Buried."
        case c.Up():
            where = f" at {_place(command)}" if (command.x, command.y) != (0.0, 0.0) else ""
            return f"{n(command.model)} is Unburied{where}{', anyway' if command.anyway else ''}."
        case c.DropOne() | c.MoveMarker() | c.TurnMarker() | c.FaceMarker() | c.TakeOff():
            return _of_marker(command, n)
        case c.ClearPiece():
            return f"{command.piece} is taken off the table."
        case c.Summon() | c.Replace():
            return _of_arrival(command, n, cards)
        case c.AttachUpgrade():
            return f"{_titled(command.upgrade)} is attached to {n(command.model)}."
        case c.DiscardUpgrade():
            return f"{n(command.model)} discards {_titled(command.upgrade)}."
        case c.Use():
            return f"{n(command.model)} uses up {_titled(command.upgrade)}."
        case c.Nickname():
            return f"{n(command.model)} is called “{command.name}”."
        case c.Control() | c.ChangeStat() | c.GainAbility() | c.LoseAbility() | c.EndEffect():
            return _of_time(command, n)
        case c.MoreActions():
            more = "more" if command.change > 0 else "fewer"
            return f"{n(command.model)} has {_count(abs(command.change), 'Action')} {more}."
        case c.Activate():
            return f"{n(command.model)} has {'' if command.activated else 'not '}Activated."
    return _of_cards(command, n)


def _of_cards(command: c.AnyCommand, n: Names) -> str:
    match command:
        case c.DrawCards():
            return f"{n.side(command.seat)} draws {_count(command.cards, 'card')}."
        case c.DiscardCards():
            number = len(command.named) or command.cards
            return f"{n.side(command.seat)} discards {_count(number, 'card')}."
        case c.Mill():
            return f"{_count(command.cards, 'card')} of {n.sides(command.seat)} deck: discarded."
        case c.Look():
            what = "hand" if command.source == "hand" else f"top {_count(command.cards, 'card')}"
            who = "Both look" if command.by is None else f"{n.side(command.by)} looks"
            return f"{who} at {n.sides(command.seat)} {what}."
        case c.PutBack():
            where = {"top": " on the deck", "bottom": " under the deck", "shuffled": " into the deck"}
            return f"{n.side(command.seat)} puts {_count(command.cards, 'card')}{where[command.to]}."
        case c.Shuffle():
            return f"{n.sides(command.seat)} deck is shuffled with its discard pile."
        case c.FlipOne():
            why = f" ({command.why})" if command.why else ""
            return f"{n.side(command.seat)} flips a card{why}."
        case c.DuelByHand():
            resisted = f"{n(command.against)} ({command.resist.capitalize()})"
            against = resisted if command.against else f"TN {command.tn}"
            return f"{n(command.model)} duels with {command.stat.capitalize()} against {against}."
        case c.Stones():
            word = "gains" if command.change > 0 else "loses"
            return f"{n.side(command.seat)} {word} {_count(abs(command.change), 'Soulstone')}."
        case c.Passes():
            return f"{n.side(command.seat)} has {_count(command.passes, 'Pass Token')}."
        case c.Point():
            return (
                f"{n.side(command.seat)} {'loses' if command.lost else 'scores'} 1 VP from {command.source}."
            )
    return ""


def _of_marker(command: c.DropOne | c.MoveMarker | c.TurnMarker | c.FaceMarker | c.TakeOff, n: Names) -> str:
    match command:
        case c.DropOne():
            side = "" if command.seat is None else f" of {n.side(command.seat)}"
            noun = with_article(titled(command.kind))
            return f"{noun[0].upper()}{noun[1:]} Marker{side} lies at {_place(command)}."
        case c.MoveMarker():
            return f"{n.marker(command.marker)} is moved to {_place(command)}."
        case c.TurnMarker():
            side = "neutral" if command.seat is None else f"friendly to {n.side(command.seat)}"
            return f"{n.marker(command.marker)} is {side}."
        case c.FaceMarker():
            return f"{n.marker(command.marker)} lies face {'down' if command.down else 'up'}."
        case c.TakeOff():
            return f"{n.marker(command.marker)} is removed."


def _of_arrival(command: c.Summon | c.Replace, n: Names, cards: Mapping[str, Named]) -> str:
    printed = (command.printed,) if isinstance(command, c.Summon) else command.printed
    known: dict[str, Named] = {**{card.slug: card for card in printed if card is not None}, **cards}

    def called(slug: str) -> str:
        return known[slug].name if slug in known else _titled(slug)

    if isinstance(command, c.Summon):
        borne = f" with {_titled(command.upgrade)}" if command.upgrade else ""
        price = f", for {', '.join(map(n, command.given_up))}" if command.given_up else ""
        anyway = ", anyway" if command.anyway else ""
        return f"{n.side(command.seat)} Summons {called(command.card)}{borne}{price}{anyway}."
    old = " and ".join(map(n, command.models))
    return f"{old} {'are' if len(command.models) > 1 else 'is'} Replaced by " + (
        f"{' and '.join(map(called, command.cards))}."
    )


def _of_time(
    command: c.Control | c.ChangeStat | c.GainAbility | c.LoseAbility | c.EndEffect, n: Names
) -> str:
    match command:
        case c.Control():
            return f"{n.side(command.seat)} controls {n(command.model)} {UNTIL[command.until]}."
        case c.ChangeStat():
            change = f"{command.stat.capitalize()} {command.amount:+d}"
            return f"{n(command.model)} has {change} {UNTIL[command.until]}."
        case c.GainAbility():
            return f"{n(command.model)} gains {command.ability} {UNTIL[command.until]}."
        case c.LoseAbility():
            return f"{n(command.model)} loses {command.ability} {UNTIL[command.until]}."
        case c.EndEffect():
            return f"{command.name} on {n(command.model)} ends."


def _by(n: Names, by: str) -> str:
    return f" by {n(by)}" if by else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _titled(slug: str) -> str:
    return slug.replace("-", " ").title()


def _place(command: c.Put | c.Up | c.DropOne | c.MoveMarker) -> str:
    return f"({round(command.x, 1):g}, {round(command.y, 1):g})"
