"""Schemes written down before a game, where its edition has that, hidden until the result is final
(M2-SETUP-14).

Writing them down is optional; a side that does is bound by it. Each player may read the own choice alone, so
a report is checked against the reporter's choice, and a confirmation against the confirmer's.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from msgspec import Struct

from mfcampaign.accounts.persons import Actor
from mfcampaign.campaigns.game.steps import both_sides, expect, game_operation
from mfcampaign.campaigns.models import Game, GameSide
from mfcampaign.web.forms import choice_field
from rules.edition import edition_of, editions
from rules.game.results.result import EncounterResult
from rules.game.setup.schemes import SchemeModel, SchemesWritten, SchemeTerms, WrittenScheme, open_to_all
from rules.refusal import Refusal
from rules.wording import listed


class WrittenSchemes(Struct, frozen=True):
    """What may be seen of one side's Schemes: those ``shown``, and how many are ``hidden`` yet."""

    label: str
    shown: tuple[str, ...]
    hidden: int


def how_written(game: Game) -> SchemesWritten | None:
    """How the game's edition has Schemes written down before it; ``None`` where it has not."""
    return edition_of(game.week.campaign.edition).setup.schemes_chosen


def _rules(game: Game) -> SchemesWritten:
    if (rules := how_written(game)) is not None:
        return rules
    ways = {each.name: each.setup.schemes_chosen for each in editions() if each.arsenal is not None}
    written = {name: way.rule for name, way in ways.items() if way is not None}
    names = listed(list(written)) or "edition that has them"
    raise Refusal(
        f"Schemes are written down here in the {names} alone.", rule=next(iter(written.values()), "")
    )


def written_by(side: GameSide) -> tuple[WrittenScheme, ...]:
    return msgspec.convert(side.schemes, tuple[WrittenScheme, ...])


def candidates(game: Game, seat: int) -> list[SchemeModel]:
    """The revealed Crew of a seat as Schemes look at it. No query."""
    return [
        SchemeModel(m["id"], m["name"], m["station"], m.get("scheme_cost"), m["leader"])
        for m in game.reveal["seats"][seat]["members"]
    ]


def pool_of(game: Game) -> list[str]:
    return [scheme["name"] for scheme in game.scenario["schemes"]]


def write_down(side: GameSide, actor: Actor, choices: tuple[WrittenScheme, ...]) -> None:
    """Choose two Schemes, with what they have noted. Once both sides have chosen, neither can change them."""
    with game_operation(side.game, actor, "encounter.schemes_chosen") as (act, game):
        rules = _rules(game)
        expect(
            game, Game.State.PLAYING, "Schemes are chosen once both Crews are revealed, before the report."
        )
        own, other = both_sides(game, side)
        if own.schemes and other.schemes:
            raise Refusal("Both sides have chosen; the Schemes are final.", rule=rules.rule)
        season = game.week.season_played
        crew, enemies = candidates(game, own.seat), candidates(game, other.seat)
        if faults := rules.check(choices, pool_of(game), season, crew, enemies):
            raise Refusal.of(faults)
        own.schemes = msgspec.to_builtins(choices)
        own.save(update_fields=["schemes"])
        known = " and ".join(words(choice, game) for choice in open_to_all(choices))
        act.say(
            f"{own.entry.label} chose Schemes for table {game.table}"
            + (f" and reveals {known}." if known else ", hidden."),
            encounter=game.pk,
        )


def words(choice: WrittenScheme, game: Game) -> str:
    """The Scheme and the models that it has noted."""
    names = {m.id: m.name for seat in (0, 1) for m in candidates(game, seat)}
    noted = [names[pk] for pk in (choice.own, choice.enemy) if pk is not None]
    return f"{choice.name} ({', '.join(noted)})" if noted else choice.name


def may_be_seen(game: Game, side: GameSide) -> WrittenSchemes:
    """What everybody may see of them: all once the result is final, else those revealed (M2-SETUP-17)."""
    choices = written_by(side)
    shown = choices if game.confirmed_at else open_to_all(choices)
    return WrittenSchemes(
        side.label, tuple(words(choice, game) for choice in shown), len(choices) - len(shown)
    )


def in_own_words(side: GameSide) -> tuple[str, ...]:
    """All that one side chose, for itself."""
    return tuple(words(choice, side.game) for choice in written_by(side))


def expect_as_written(game: Game, side: GameSide, result: EncounterResult) -> None:
    """The result against what ``side`` wrote down itself (M2-SETUP-15, -16)."""
    rules, season = how_written(game), game.week.season_played
    if rules is None:
        return
    if faults := tuple(rules.check_scored(written_by(side), result.seats[side.seat], side.seat, season)):
        raise Refusal.of(faults)


class SchemesForm(forms.Form):
    """Two Schemes, each with what it has noted; what a Scheme does not ask for stays open."""

    def __init__(self, data: Any, game: Game, side: GameSide) -> None:
        initial: dict[str, Any] = {}
        for number, choice in enumerate(written_by(side)):
            initial |= {f"{part}-{number}": value for part, value in msgspec.to_builtins(choice).items()}
        super().__init__(data, initial=initial)
        rules, season = _rules(game), game.week.season_played
        self.number = rules.number
        pool = [
            ("", "Choose one"),
            *((name, _asks(name, rules.terms(name, season))) for name in pool_of(game)),
        ]
        crews = [
            [("", "nobody"), *((str(m.id), m.name) for m in candidates(game, seat))]
            for seat in (side.seat, 1 - side.seat)
        ]
        for number in range(self.number):
            self.fields[f"name-{number}"] = forms.ChoiceField(label=f"Scheme {number + 1}", choices=pool)
            self.fields[f"revealed-{number}"] = forms.BooleanField(
                label="Start revealed", required=False, help_text="It stays hidden otherwise."
            )
            for whose, crew, label in zip(
                ("own", "enemy"), crews, ("Own model noted", "Enemy model noted"), strict=True
            ):
                self.fields[f"{whose}-{number}"] = forms.TypedChoiceField(
                    label=label, coerce=int, empty_value=None, required=False
                )
                choice_field(self, f"{whose}-{number}").choices = crew

    def choices(self) -> tuple[WrittenScheme, ...]:
        """What was filled in."""
        data = self.cleaned_data
        return tuple(
            WrittenScheme(data[f"name-{n}"], data[f"revealed-{n}"], data[f"own-{n}"], data[f"enemy-{n}"])
            for n in range(self.number)
        )


def _asks(name: str, terms: SchemeTerms) -> str:
    """The Scheme with what is asked for it."""
    noted = [f"notes one {whose} model" for whose in ("own", "enemy") if getattr(terms, whose)]
    reveal = {"gains": "may gain a VP revealed", "nothing": "", "hidden": "starts hidden"}[terms.reveal]
    about = [word for word in (*noted, reveal) if word]
    return f"{name}: {', '.join(about)}" if about else name
